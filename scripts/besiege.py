"""Attack a server of our own for as long as wanted while somebody plays on it, and tell what it cost.

    python scripts/besiege.py                          # an hour
    python scripts/besiege.py --minutes 5 --seed 7

Exit code 1 when a promise was not kept: memory, the honest player's time, open files, the size of the log, nothing
lost, nobody let in.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "server"))

from siege import besiege


def main() -> int:
    """One server, one siege."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = besiege(Path(folder), 60 * args.minutes, args.seed)
    broken = outcome.broken()
    print(f"seed {args.seed}: {outcome}", *(f"  NOT KEPT: {what}" for what in broken), sep="\n")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
