"""Reading lines: with editing, history and completion at a terminal, plainly from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from medina.words import say

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

_ROOMY = 32
"""From this many lines on there is room for a menu of completions under the board."""


class InputEnded(Exception):
    """Nothing more will come: the pipe has ended."""


class Interrupted(Exception):
    """The player pressed Ctrl-C or Ctrl-D."""


class Keyboard:
    """Where lines come from. `suggest` gives the words that may follow, for the Tab key."""

    def __init__(self, interactive: bool) -> None:
        self.interactive = interactive
        self._prompt: PromptSession[str] | None = None

    def read(self, prompt: str, suggest: Callable[[], Sequence[str]] | None = None) -> str:
        """One line. Raises `InputEnded` or `Interrupted`."""
        if self.interactive:
            return self._read_terminal(prompt, suggest)
        line = sys.stdin.readline()
        if not line:
            raise InputEnded
        return line.rstrip("\n")

    def _read_terminal(self, prompt: str, suggest: Callable[[], Sequence[str]] | None) -> str:
        try:
            return self._session(suggest).prompt(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Interrupted from None

    def _session(self, suggest: Callable[[], Sequence[str]] | None) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.shortcuts import CompleteStyle

        if self._prompt is None:
            self._prompt = PromptSession(complete_while_typing=False)
        roomy = self._prompt.output.get_size().rows >= _ROOMY
        self._prompt.complete_style = CompleteStyle.MULTI_COLUMN if roomy else CompleteStyle.READLINE_LIKE
        self._prompt.reserve_space_for_menu = 6 if roomy else 0
        self._prompt.completer = _completer(suggest) if suggest else None
        return self._prompt

    def confirm(self, question: str, *, default: bool, interrupted: bool = False) -> bool:
        """A yes or a no. The end of a pipe is a no; Ctrl-C is what `interrupted` says."""
        hint = say("terminal.yes_no_yes") if default else say("terminal.yes_no_no")
        if not self.interactive:
            print(question)
        try:
            answer = self.read(f"{question} {hint} ").strip().lower()
        except InputEnded:
            return False
        except Interrupted:
            return interrupted
        return default if not answer else answer[0] in say("terminal.yes_letters")

    def pause(self, text: str) -> None:
        """Wait for Enter, at a terminal only."""
        if self.interactive:
            self.read(text)


def _completer(suggest: Callable[[], Sequence[str]]) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        """Completes the word under the cursor, whatever its case."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            word = document.get_word_before_cursor(WORD=True).split(",")[-1]
            for candidate in suggest():
                if candidate.lower().startswith(word.lower()):
                    yield Completion(candidate, start_position=-len(word))

    return Words()
