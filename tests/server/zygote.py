"""A parent with everything imported that forks servers on demand, so that a test can restart one many times."""

from __future__ import annotations

import json
import os
import signal
import sys

from medina.server.run import serve
from medina.server.settings import Settings


def main() -> None:
    """Each line on standard input is the settings of one more server; its number and address go to standard output."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(0)
            os._exit(serve(Settings(**json.loads(line))))
        print(f"pid {child}", flush=True)


if __name__ == "__main__":
    main()
