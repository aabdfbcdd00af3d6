"""Kill what must not break, and cut the power, again and again: see docs/testing.md.

    python scripts/kill.py            # a thousand times, about half an hour
    python scripts/kill.py 50 --seed 7

First starts, upgrades, backups, restores, forgetting and games, on SQLite and PostgreSQL. Ends with the first promise
that was not kept.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "server"))

from kills import kill

from postgres_server import postgres_server


def main() -> int:
    """Count up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    done, began = Counter[tuple[str, str]](), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        for killed in kill(Path(folder), server, args.count, args.seed):
            done[killed] += 1
            print(f"\r{done.total()} of {args.count}", end="", file=sys.stderr, flush=True)
    print(f"\nseed {args.seed}: {done.total()} kills in {time.monotonic() - began:.0f} s, every promise kept")
    for (what, where), count in sorted(done.items()):
        print(f"  {what} on {where}: {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
