"""A worker process: it leaves Ctrl-C to its boss, and does not outlive it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time

from medina.protocol.process import kill_group


def settle(boss: int) -> None:
    """Get ready for work, as the first thing that a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
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
