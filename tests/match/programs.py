"""Programs that misbehave in every way we can think of, and one that does not. `python programs.py KIND`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

Answer = dict[str, Any]


def say(answer: object) -> None:
    """Answer with a line."""
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)


def polite(request: Answer) -> None:
    """Plays the first legal move, by the rules of the library."""
    say(SESSION.handle({"cmd": "go", "bot": "random", "seed": 1} if request["cmd"] == "go" else request))


def crash(request: Answer) -> None:
    """Ends with an exit code and a sentence on standard error."""
    if request["cmd"] == "go":
        print("no idea what to play", file=sys.stderr)
        sys.exit(3)
    say({"ok": True})


def crash_at_start(request: Answer) -> None:
    """Dies of the death of its own engine, with a traceback, as a bot does that reads on from it."""
    engine = [sys.executable, "-c", "import sys; sys.exit('no module named medina')"]
    with subprocess.Popen(engine, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        say(json.loads(process.stdout.readline()))


def crash_later(request: Answer) -> None:
    """Plays its first move, then dies of a signal."""
    import os
    import signal

    if request["cmd"] == "play":
        os.kill(os.getpid(), signal.SIGKILL)
    polite(request)


def hang(request: Answer) -> None:
    """Thinks for ever, with a child that does so too."""
    if request["cmd"] == "go":
        child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep(300)  # {MARK}"])
        child.wait()
    say({"ok": True})


def hang_at_start(request: Answer) -> None:
    """Never says hello."""
    time.sleep(300)


def escape(request: Answer) -> None:
    """Hangs, with a child in a session of its own."""
    if request["cmd"] == "go":
        sleep = f"import time; time.sleep(300)  # {MARK}"
        subprocess.Popen([sys.executable, "-c", sleep], start_new_session=True).wait()
    say({"ok": True})


def orphan(request: Answer) -> None:
    """Dies and leaves a child behind, which keeps its output open."""
    if request["cmd"] == "go":
        subprocess.Popen([sys.executable, "-c", f"import time; time.sleep(300)  # {MARK}"])
        sys.exit(1)
    say({"ok": True})


def nonsense(request: Answer) -> None:
    """Speaks no JSON."""
    say("Good morning!" if request["cmd"] == "go" else {"ok": True})


def no_move(request: Answer) -> None:
    """Speaks JSON, but of something else."""
    say({"ok": True, "move": ["Ga1"]} if request["cmd"] == "go" else {"ok": True})


def illegal(request: Answer) -> None:
    """Wants tea as the first thing in the morning."""
    say({"ok": True, "move": "T"} if request["cmd"] == "go" else {"ok": True})


def refuse(request: Answer) -> None:
    """Does not want to play this game."""
    say({"ok": False, "error": {"code": "bad_request", "message": "I only play at weekends"}})


def flood(request: Answer) -> None:
    """One line without an end."""
    while True:
        sys.stdout.write("x" * 65536)


def babble(request: Answer) -> None:
    """Lines without an end, and the same on standard error."""
    while True:
        sys.stderr.write("help! " * 10000)
        say({"ok": True})


def close_stdin(request: Answer) -> None:
    """Listens no more after the first word."""
    import os

    os.close(0)
    say({"ok": True})
    time.sleep(300)


def close_stdout(request: Answer) -> None:
    """Speaks no more."""
    import os

    os.close(1)
    time.sleep(300)


if __name__ == "__main__":
    KIND, MARK = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    if KIND in ("polite", "crash_later"):
        from medina.protocol import Session

        SESSION = Session()
    behave: Callable[[Answer], None] = globals()[KIND]
    for line in sys.stdin:
        behave(json.loads(line))
