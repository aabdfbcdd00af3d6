"""A worker process: it leaves Ctrl-C to its boss, and does not outlive it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time

from medina.engine.process import kill_group
from medina.match.plan import MatchPlan
from medina.match.play import GameResult, play_game

_watched: set[int] = set()


def job(plan: MatchPlan, number: int, boss: int) -> GameResult:
    """A game, wherever it is played."""
    if os.getpid() != boss:
        settle(boss)
    return play_game(plan, number)


def settle(boss: int) -> None:
    """Get ready for work in a process of its own."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getppid() == boss and boss not in _watched:
        _watched.add(boss)
        threading.Thread(target=end_with, args=(boss,), daemon=True).start()


def end_with(boss: int) -> None:
    """When the boss is killed nobody is left to end this process and the programs it plays with."""
    while os.getppid() == boss:
        time.sleep(0.5)
    import psutil

    for child in psutil.Process().children(recursive=True):
        kill_group(child.pid)
        with contextlib.suppress(psutil.Error):
            child.kill()
    os._exit(1)
