"""Serve the built client: files with long lives, and one page for every address of the site."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, PathLike, StaticFiles
from starlette.types import Scope

from medina.words import say

FOLDER = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Content encodings, best first, and the suffixes of the compressed copies that the build writes (`client/app.ts`)."""


class Client(StaticFiles):
    """Files of the client, compressed for browsers that accept it; the page itself for any other address."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find the file of a path. Impossible names and the compressed copies have no address of their own."""
        if path.endswith(tuple(ENCODINGS.values())):
            return "", None
        try:
            return super().lookup_path(path)
        except (OSError, ValueError):
            return "", None

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file, or with the page where there is no such file."""
        try:
            response = await self._file(path, scope)
        except HTTPException as error:
            if error.status_code == 405:
                raise
            response = await self._page(path, scope)
        return response

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Answer with the smallest copy of a file that the client accepts, or 304 if the client has that copy."""
        copies = _compressed_copies(full_path)
        if not copies:
            return super().file_response(full_path, stat_result, scope, status_code)
        sent = Headers(scope=scope)
        headers = {"Vary": "Accept-Encoding"}
        path, found = full_path, stat_result
        encoding = best_encoding(sent.get("accept-encoding", ""), list(copies))
        if encoding is not None:
            headers["Content-Encoding"] = encoding
            path, found = copies[encoding]
        kind = FileResponse(full_path).media_type
        response = FileResponse(path, status_code, headers, kind, stat_result=found)
        if encoding is not None:
            # Copies of one size and time of writing would otherwise share their ETag.
            response.headers["ETag"] = f'{response.headers["ETag"][:-1]}-{encoding}"'
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, sent) else response

    async def _file(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOREVER if path.startswith("assets/") else "no-cache"
        return response

    async def _page(self, path: str, scope: Scope) -> Response:
        if path.startswith("assets/"):
            raise HTTPException(404)
        try:
            return await self._file("index.html", scope)
        except HTTPException:
            return HTMLResponse(f"<!doctype html><title>Medina</title><p>{say('server.no_client')}</p>", 503)


def _compressed_copies(path: PathLike) -> dict[str, tuple[str, os.stat_result]]:
    """Return the compressed copies beside a file, by encoding."""
    copies = {}
    for encoding, suffix in ENCODINGS.items():
        copy = f"{os.fspath(path)}{suffix}"
        try:
            found = os.stat(copy)
        except OSError:
            continue
        if stat.S_ISREG(found.st_mode):
            copies[encoding] = (copy, found)
    return copies


def best_encoding(accepted: str, offered: list[str]) -> str | None:
    """Choose among the offered encodings by an Accept-Encoding header; the first of equals, None for none."""
    weights = {"*": 0.0}
    for part in accepted.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        weights[name] = next((_weight(word[2:]) for word in parameters if word.startswith("q=")), 1.0)
    best = max(offered, key=lambda encoding: weights.get(encoding, weights["*"]), default=None)
    return best if best is not None and weights.get(best, weights["*"]) > 0 else None


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
