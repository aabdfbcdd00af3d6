"""Running the terminal programs for real: in a pseudo terminal, and through pipes."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

from terminal_screen import Screen

MEDINA = [sys.executable, "-m", "medina"]
_PATIENCE = 60.0


def environment(**changes: str) -> dict[str, str]:
    """A plain English terminal with 256 colours."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM", "LC_ALL")}
    fixed = {"TERM": "xterm-256color", "MEDINA_LANG": "en", "PROMPT_TOOLKIT_NO_CPR": "1", "PYTHONUTF8": "1"}
    return {name: value for name, value in kept.items() if name not in ("COLUMNS", "LINES")} | fixed | changes


def _own_terminal() -> None:
    """Make the program's standard input its controlling terminal, so that Ctrl-C reaches it.

    A suite that runs in the background ignores Ctrl-C, and its children would too.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A program in a pseudo terminal of a given size. `expect` waits for words on its screen, `send` types."""

    def __init__(
        self, *arguments: str, columns: int = 100, lines: int = 30, cwd: Path | None = None, **env: str
    ) -> None:
        self.raw = ""
        self.screen = Screen(columns, lines)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process = subprocess.Popen(
            [*MEDINA, *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=environment(**env),
            cwd=cwd,
            preexec_fn=_own_terminal,
        )
        os.close(follower)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        os.close(self._leader)

    def _read(self, seconds: float) -> bool:
        """Read what comes within some time; False once the program has closed its end."""
        if not select.select([self._leader], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._leader, 65536)
        except OSError:
            return False
        text = self._decoder.decode(data)
        self.raw += text
        self.screen.feed(text)
        return bool(data)

    def wait(self, condition: Callable[[Screen], bool], what: str) -> None:
        """Read until the screen is as it should be. Fails with the screen as it is."""
        until = time.monotonic() + _PATIENCE
        while not condition(self.screen):
            alive = self._read(0.05)
            shown = "\n".join(self.screen.lines)
            assert alive or condition(self.screen), f"the program ended before {what}:\n{shown}"
            assert time.monotonic() < until, f"waited in vain for {what}:\n{shown}"

    def expect(self, words: str) -> None:
        """Wait until the words stand on the screen."""
        self.wait(lambda screen: words in screen, repr(words))

    def ready(self, words: str = "", prompt: str = ">") -> None:
        """Wait until the words stand on the screen and the program asks for a line."""
        self.wait(lambda screen: words in screen and screen.cursor_line == prompt, f"{words!r} and a prompt")

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self._leader, keys.encode())

    def line(self, text: str) -> None:
        """Type a line and press Enter."""
        self.send(f"{text}\r")

    def end(self) -> int:
        """Wait for the program to end; its exit code."""
        until = time.monotonic() + _PATIENCE
        while self._read(0.1):
            assert time.monotonic() < until, "still running:\n" + "\n".join(self.screen.lines)
        return self.process.wait(5)


def piped(*arguments: str, given: str = "", cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """A command with its input from a pipe and its output into one."""
    return subprocess.run(
        [*MEDINA, *arguments],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        env=environment(**env),
        cwd=cwd,
        timeout=120,
        check=False,
    )
