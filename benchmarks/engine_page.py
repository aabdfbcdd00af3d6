"""A page with nothing but the compiled engine: built as the site is, and served under the site's own policy."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from medina.server.app import POLICY

CLIENT = Path(__file__).resolve().parent.parent / "client"


def build(folder: Path) -> None:
    """Writes the page and its files."""
    options = [
        "--outDir",
        str(folder),
        "--emptyOutDir",
        "--assetsInlineLimit",
        "0",
        "--target",
        "es2022",
        "--logLevel",
        "error",
    ]
    subprocess.run([CLIENT / "node_modules/.bin/vite", "build", "tests/engine/page", *options], cwd=CLIENT, check=True)


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "public, max-age=3600")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nobody wants to read it."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the page while it is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
