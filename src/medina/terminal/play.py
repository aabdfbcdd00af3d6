"""The terminal game: drawing, asking, playing, until the game is over and the player has had enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import TypeVar

from rich.console import Console, Group, RenderableType
from rich.text import Text

from medina.rules import BadMove, IllegalMove, MedinaError
from medina.words import error_text, say

from .commands import COMMANDS, Command, parse, tidy_move
from .files import file_to_write, named, problem_with
from .helping import bots_page, help_pages
from .hints import hint
from .keyboard import InputEnded, Interrupted, Keyboard
from .picking import Picking, cell_names
from .screen import View, fits, game_screen, show
from .session import Session, check_name, load_session
from .speech import advice, refused
from .tables import score_sheet, turn_line, winners_line

_Answer = TypeVar("_Answer")
_WATCHING = 0.4
"""Seconds between placements when only bots play, so that one can follow."""


_AFTER_GAME = ("save", "undo", "score", "help", "load", "bots", "new")
"""What can still be done when a game is over."""


class Leave(Exception):
    """The player wants to leave the program."""


class NewGame(Exception):
    """The player wants another game at once, against these bots (the same ones if none are named)."""

    def __init__(self, bots: Sequence[str]) -> None:
        super().__init__()
        self.bots = bots


@dataclass
class Program:
    """One run of `medina play`. `again` sets up the next game."""

    console: Console
    keyboard: Keyboard
    session: Session
    again: Callable[[Sequence[str]], Session]
    message: RenderableType | None = None

    def __post_init__(self) -> None:
        self.picking = Picking()
        self.message = Text(say("terminal.welcome"), "dim") if self.message is None else self.message

    # The run of games

    def run(self) -> int:
        """Play games until the player leaves."""
        try:
            while True:
                self._one_game()
                if not self._after_game():
                    break
        except Leave:
            pass
        except InputEnded:
            self._say_ended()
        self.console.print(say("terminal.bye"))
        return 0

    def _one_game(self) -> None:
        """Play until a game is over; the player may begin anew before that."""
        while not self.session.over:
            try:
                self._guarded(self._human_placement if self.session.human_to_move else self._bot_placement)
            except NewGame as wish:
                self._start(self.again(wish.bots))
        self._finish()

    def _guarded(self, step: Callable[[], None]) -> None:
        """Ctrl-C asks before it leaves, also while a bot thinks."""
        try:
            step()
        except (KeyboardInterrupt, Interrupted):
            self._quit(Command("quit"))

    def _start(self, session: Session) -> None:
        self.session = session
        self.picking.clear()
        self.message = Text(say("terminal.welcome"), "dim")

    def _say_ended(self) -> None:
        """The input ended in the middle of a game."""
        self.console.print(game_screen(View(self.console, self.session)))
        if not self.session.over:
            self.console.print(say("terminal.input_ended", count=len(self.session.record.moves)))

    def _finish(self) -> None:
        """The end: the last position and the score sheet, one after the other where they do not fit together."""
        screen = game_screen(View(self.console, self.session))
        both = Group(screen, self._result())
        if not self.keyboard.interactive or fits(self.console, both):
            show(self.console, both, anew=self.keyboard.interactive)
            return
        show(self.console, screen, anew=True)
        self._guarded(lambda: self.keyboard.pause(f"{say('terminal.over')} {say('terminal.press_enter')}"))
        show(self.console, self._result(), anew=True)

    def _result(self) -> Group:
        if self.session.resigned is None:
            return Group(score_sheet(self.session), winners_line(self.session))
        name = self.session.seats[self.session.resigned].name
        return Group(score_sheet(self.session), Text(say("terminal.resigned", name=name)))

    def _after_game(self) -> bool:
        """Ask what now; False to leave."""
        try:
            return self._another_game()
        except Interrupted:
            return False

    def _another_game(self) -> bool:
        """Obey until another game begins, or this one goes on; False to leave."""
        while True:
            answer = self.keyboard.read(f"{say('terminal.after_game')} ").strip()
            command = parse(answer)
            if not answer or answer.lower() in say("terminal.yes_letters"):
                self._start(self.again(()))
                return True
            if command.name == "quit" or answer.lower() in say("terminal.no_letters"):
                return False
            try:
                self._obey(command if command.name in _AFTER_GAME else Command("unknown", (answer,)))
            except NewGame as wish:
                self._start(self.again(wish.bots))
            if not self.session.over:
                return True
            if self.message is not None:
                show(self.console, self.message, anew=False)
                self.message = None

    # Drawing and asking

    def _draw(self) -> None:
        highlights = self.picking.highlights(self.session.position)
        footer = turn_line(self.session) if self.session.human_to_move and not self.session.over else None
        view = View(self.console, self.session, highlights, self.message, footer)
        show(self.console, game_screen(view), anew=self.keyboard.interactive)
        self.message = None

    def _bot_placement(self) -> None:
        position = self.session.position
        if self.keyboard.interactive and all(seat.bot for seat in self.session.seats):
            sleep(_WATCHING)
        name = self.session.seats[position.turn or 0].name
        if self.keyboard.interactive:
            self._draw()
        self.session.play(self._thinking(say("terminal.thinking", name=name), self.session.bot_choice))

    def _thinking(self, words: str, think: Callable[[], _Answer]) -> _Answer:
        """What a bot answers; at a terminal one sees that it thinks."""
        if not self.keyboard.interactive:
            return think()
        with self.console.status(words):
            return think()

    def _human_placement(self) -> None:
        """Ask until something has changed."""
        before = self.session.record
        self._draw()
        while self.session.record is before and not self.session.over:
            line = self.keyboard.read(self._prompt(), self._suggestions)
            self._obey(parse(line))
            if self.session.record is before and not self.session.over:
                self._answer()

    def _answer(self) -> None:
        """Show what a command said: with the board at a terminal, alone in a pipe."""
        if self.keyboard.interactive:
            self._draw()
        elif self.message is not None:
            show(self.console, self.message, anew=False)
            self.message = None

    def _prompt(self) -> str:
        return f"{self.picking.piece} > " if self.picking.piece else "> "

    def _suggestions(self) -> list[str]:
        """The words for the Tab key: cells after a piece, moves, commands."""
        moves = [move.text for move in self.session.position.legal_moves]
        cells = self.picking.highlights(self.session.position)
        return [*cells, *moves, *(say(f"terminal.command.{name}") for name in COMMANDS)]

    def _tell(self, text: str, style: str = "") -> None:
        self.message = Text(text, style)

    # Commands

    def _obey(self, command: Command) -> None:
        handlers: dict[str, Callable[[Command], None]] = {
            "place": self._place,
            "piece": self._pick_piece,
            "cell": self._pick_cell,
            "number": self._pick_number,
            "nothing": self._unpick,
            "unknown": self._unknown,
            "help": self._help,
            "why": self._why,
            "undo": self._undo,
            "hint": self._hint,
            "moves": self._moves,
            "score": self._score,
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "bots": self._bots,
            "resign": self._resign,
            "quit": self._quit,
        }
        try:
            handlers[command.name](command)
        except MedinaError as error:
            self._tell(error_text(error), "red")
        except OSError as error:
            self._tell(say("terminal.file_problem", problem=problem_with(error)), "red")

    def _place(self, command: Command) -> None:
        """Play the moves of a line; stop at the first that does not fit or when the turn is over."""
        seat = self.session.position.turn
        for text in command.words:
            if self.session.position.turn != seat:
                self._tell(say("terminal.too_many", move=text), "red")
                return
            if not self._place_one(text):
                return
        self.picking.clear()

    def _place_one(self, text: str) -> bool:
        try:
            self.session.play(self.session.position.meant(text))
        except IllegalMove:
            self._tell(refused(self.session.position, text), "red")
            return False
        except BadMove:
            self._off_board(text)
            return False
        return True

    def _off_board(self, text: str) -> None:
        position = self.session.position
        last_column = chr(ord("a") + position.columns - 1)
        self._tell(say("terminal.off_board", move=text, columns=last_column, rows=position.rows), "red")

    def _pick_piece(self, command: Command) -> None:
        """A letter alone: show where the piece may go, and pick among the best by number."""
        position = self.session.position
        if not self.picking.choose(position, command.words[0]):
            self._tell(advice(position, command.words[0]), "red")
            return
        self.message = self.picking.menu(position, list_cells=not self.keyboard.interactive)

    def _pick_cell(self, command: Command) -> None:
        """A cell alone: where the piece in hand goes, or a question after the pieces that could go there."""
        position, cell = self.session.position, command.words[0]
        moves = self.picking.moves_to(position, cell)
        text = tidy_move(f"{self.picking.piece}{cell}") if self.picking.piece else None
        if text is not None and len(moves) < 2:
            self._place(Command("place", (moves[0] if moves else text,)))
        elif moves:
            self._tell(say("terminal.which_piece", cell=cell, moves=", ".join(moves)))
        elif position.state.board.places.isdisjoint(cell_names(cell)):
            self._off_board(cell)
        else:
            self._tell(say("terminal.nothing_fits", cell=cell), "red")

    def _pick_number(self, command: Command) -> None:
        move = self.picking.numbered(int(command.words[0]))
        if move is None:
            self._tell(say("terminal.no_such_number"), "red")
        else:
            self._place(Command("place", (move.text,)))

    def _unpick(self, command: Command) -> None:
        self.picking.clear()

    def _unknown(self, command: Command) -> None:
        self._tell(say("terminal.unknown", text=command.argument[:40]), "red")

    def _help(self, command: Command) -> None:
        self._pages(help_pages())

    def _pages(self, pages: list[Group]) -> None:
        """Show something long: all at once where it fits, else page by page."""
        whole = Group(*pages)
        if not self.keyboard.interactive:
            self.message = whole
            return
        for page in [whole] if fits(self.console, whole) else pages:
            show(self.console, page, anew=True)
            self.keyboard.pause(say("terminal.press_enter"))

    def _why(self, command: Command) -> None:
        text = tidy_move(command.words[0]) if command.words else None
        if text is None:
            self._tell(say("terminal.why.usage"), "red")
            return
        try:
            self._tell(refused(self.session.position, text))
        except BadMove:
            self._off_board(text)

    def _undo(self, command: Command) -> None:
        self.picking.clear()
        done = self.session.take_back()
        self._tell(say("terminal.undone") if done else say("terminal.nothing_to_undo"), "" if done else "red")

    def _hint(self, command: Command) -> None:
        session = self.session
        found = self._thinking(
            say("terminal.hint_thinking"), lambda: hint(session.position, session.seconds, session.rng)
        )
        self._tell(say("terminal.hint", hint=found))

    def _moves(self, command: Command) -> None:
        self.message = self.picking.overview(self.session.position)

    def _score(self, command: Command) -> None:
        self._pages([Group(score_sheet(self.session))])

    # Files, and leaving

    def _save(self, command: Command) -> None:
        path = file_to_write(command.argument) if command.words else self._default_path()
        own = path == self.session.saved_as
        if path.exists() and not own and not self.keyboard.confirm(say("terminal.overwrite", file=path), default=False):
            self._tell(say("terminal.not_saved"))
            return
        self.session.save(path)
        self._tell(say("terminal.saved", file=path))

    def _default_path(self) -> Path:
        return self.session.saved_as or Path(f"medina-{datetime.now():%Y%m%d-%H%M%S}.mgn")

    def _load(self, command: Command) -> None:
        if not command.words:
            self._tell(say("terminal.load_usage"), "red")
            return
        path = named(command.argument)
        loaded = load_session(path, rng=self.session.rng, seconds=self.session.seconds)
        self._start(loaded)
        self._tell(say("terminal.loaded", file=path))

    def _new(self, command: Command) -> None:
        names = command.argument.replace(",", " ").lower().split()
        for name in names:
            check_name(name)
        if self.session.over or self.keyboard.confirm(say("terminal.new_question"), default=False):
            raise NewGame(names)

    def _bots(self, command: Command) -> None:
        self._pages([bots_page()])

    def _resign(self, command: Command) -> None:
        if self.keyboard.confirm(say("terminal.resign_question"), default=False):
            self.session.resigned = self.session.position.turn

    def _quit(self, command: Command) -> None:
        """Leave after asking; a script is not asked, and Ctrl-C at the question means yes."""
        question = say("terminal.quit_question")
        if not self.keyboard.interactive or self.keyboard.confirm(question, default=True, interrupted=True):
            raise Leave
