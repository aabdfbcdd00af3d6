"""Attack a server of our own for as long as wanted while somebody plays on it, and tell what it cost.

    python scripts/besiege.py                          # an hour
    python scripts/besiege.py --minutes 5 --seed 7

Each quarter of an hour is a fresh server with a seed of its own. Exit code 1 when a promise was not kept: memory, the
honest player's time, open files, the size of the log, nothing lost, nobody let in.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "server"))

from siege import besiege

ROUND_MINUTES = 15.0


def main() -> int:
    """Round after round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    left, seed, failed = args.minutes, args.seed, False
    while left > 0:
        minutes = min(left, ROUND_MINUTES)
        with tempfile.TemporaryDirectory() as folder:
            outcome = besiege(Path(folder), 60 * minutes, seed)
        broken = outcome.broken()
        print(f"seed {seed}: {outcome}", *(f"  NOT KEPT: {what}" for what in broken), sep="\n", flush=True)
        failed, left, seed = failed or bool(broken), left - minutes, seed + 1
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
