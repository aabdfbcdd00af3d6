"""The main flows in a real Firefox, against a server of their own. The path of a Firefox comes from MEDINA_BROWSER.

python scripts/firefox.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from browser_support import Server  # noqa: E402


def main() -> int:
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        server.start()
        try:
            env = os.environ | {"MEDINA_SERVER": server.address}
            return subprocess.run(["npm", "run", "--silent", "firefox"], cwd=ROOT / "client", env=env).returncode
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
