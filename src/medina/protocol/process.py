"""A program of somebody else's as a child process: a line to it, a line from it, and no way to hang or flood us."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from queue import Empty, SimpleQueue
from typing import IO, Any

import psutil

from medina.rules import MedinaError

LONGEST_ANSWER = 4 * 1024 * 1024
LINES_AHEAD = 8
"""How many lines a program may be ahead of our questions before it counts as babbling."""
LAST_LINES = 3
"""How many lines of its standard error are told of a program that crashed."""
_ENDED = b""


class Fault(MedinaError):
    """What a program did wrong: `kind` and `details` for programs (and for translations), a sentence for people."""

    code = "bad_program"

    def __init__(self, kind: str, **args: Any) -> None:
        details = ", ".join(f"{name} {value}" for name, value in args.items() if value not in (None, ""))
        super().__init__(f"The program failed: {kind}" + (f" ({details})." if details else "."))
        self.kind, self.details = kind, args

    def __reduce__(self) -> tuple[object, tuple[str, dict[str, Any]]]:
        return _fault, (self.kind, self.details)


def _fault(kind: str, args: dict[str, Any]) -> Fault:
    return Fault(kind, **args)


def command_words(command: str) -> list[str]:
    """The words of a command line, without a shell. Raises `Fault` if they cannot be told apart.

    Our own command works without being on the path.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise Fault("start", problem=repr(command))
    if words[0] == "medina" and shutil.which("medina") is None:
        return [sys.executable, "-m", "medina", *words[1:]]
    return words


class Program:
    """A running program. Every question has a time limit; every way to fail raises a `Fault`."""

    def __init__(self, command: str) -> None:
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._last_words = b""
        try:
            self._process = subprocess.Popen(
                command_words(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Fault("start", problem=getattr(error, "strerror", None) or str(error)) from None
        self._readers = [
            threading.Thread(target=self._read_answers, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._readers:
            thread.start()

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request, an object. Raises `Fault`."""
        self._send(request)
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise Fault("hang", command=request["cmd"], seconds=round(seconds, 2)) from None
        if line is _ENDED:
            raise self._how_it_ended()
        return parse_answer(line)

    def end(self, politely: bool = True) -> None:
        """Ask it to go, then make sure that it and its children are gone."""
        if politely:
            self._say_goodbye()
        kill_family(self._process)
        for thread in self._readers:
            thread.join(timeout=1)
        self._close_streams()

    def _send(self, request: dict[str, Any]) -> None:
        # All requests of a game fit into the pipe, so a program that never reads cannot block us here.
        try:
            self._stdin.write(json.dumps(request).encode("ascii") + b"\n")
            self._stdin.flush()
        except (OSError, ValueError):
            raise self._how_it_ended() from None

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _say_goodbye(self) -> None:
        try:
            self._send({"cmd": "quit"})
            self._stdin.close()
            self._process.wait(timeout=1)
        except (Fault, OSError, subprocess.TimeoutExpired):
            pass

    def _how_it_ended(self) -> Fault:
        """A program that speaks or listens no more has crashed, or closed its end of the pipe and lives on."""
        try:
            code = self._process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            return Fault("closed")
        self._readers[1].join(timeout=0.5)
        return Fault("crash", code=code, said=self._last_lines())

    def _last_lines(self) -> str:
        """Return the last lines on standard error, without the frames of a traceback.

        The reason often stands before the last line: a bot whose own engine dies ends with an error of its own.
        """
        lines = self._last_words.decode("utf-8", "replace").split("\n")
        printable = ["".join(letter for letter in line if letter.isprintable() or letter == "\t") for line in lines]
        telling = [line for line in printable if line.strip() and not line.startswith((" ", "\t", "Traceback "))]
        return " | ".join(line.strip()[:160] for line in (telling or list(filter(str.strip, printable)))[-LAST_LINES:])

    def _read_answers(self, stream: IO[bytes]) -> None:
        """Hands on lines. Stops listening to a program that babbles, whose pipe then fills up."""
        while line := stream.readline(LONGEST_ANSWER + 1):
            self._lines.put(line)
            if len(line) > LONGEST_ANSWER or self._lines.qsize() > LINES_AHEAD:
                return
        self._lines.put(_ENDED)

    def _read_errors(self, stream: IO[bytes]) -> None:
        """Keep the last words, which say why a program crashed."""
        while part := os.read(stream.fileno(), 65536):
            self._last_words = (self._last_words + part)[-16384:]

    def _close_streams(self) -> None:
        """A stream that a thread still reads cannot be closed without waiting for it; such a thread ends by itself."""
        readers = dict(zip((self._process.stdout, self._process.stderr), self._readers, strict=True))
        for stream, thread in readers.items():
            if stream is not None and not thread.is_alive():
                stream.close()
        with contextlib.suppress(OSError):
            self._stdin.close()


def parse_answer(line: bytes) -> dict[str, Any]:
    """The object that a line holds. Raises `Fault`."""
    if len(line) > LONGEST_ANSWER:
        raise Fault("flood", bytes=LONGEST_ANSWER)
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Fault("nonsense", answer=shown(line))
    return answer


def shown(answer: object) -> str:
    """An answer, short enough for a report."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else json.dumps(answer)
    text = "".join(letter if letter.isprintable() else " " for letter in text[:400]).strip()
    return text if len(text) <= 80 else text[:79] + "…"


def kill_family(process: subprocess.Popen[bytes]) -> None:
    """End a process with its children and theirs, also those that have left its process group."""
    family: list[Any] = []
    with contextlib.suppress(psutil.Error):
        family = psutil.Process(process.pid).children(recursive=True)
    kill_group(process.pid)
    for member in family:
        with contextlib.suppress(psutil.Error):
            member.kill()
    if process.poll() is None:
        process.kill()
    process.wait()


def kill_group(leader: int) -> None:
    """End a process group, where the system has them."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
