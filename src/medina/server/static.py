"""The built client: files with long lives, and one page for every address of the site."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from medina.words import say

FOLDER = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
PACKED = (("br", ".br"), ("gzip", ".gz"))


class Client(StaticFiles):
    """Files of the client, packed where the browser can unpack them; the page itself for anything else."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file of a path; what no file can be called, too long or with a null character in it, is none."""
        try:
            return super().lookup_path(path)
        except (OSError, ValueError):
            return "", None

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, else the page."""
        try:
            response = await self._file(path, scope)
        except HTTPException as error:
            if error.status_code == 405:
                raise
            response = await self._page(path, scope)
        return response

    async def _file(self, path: str, scope: Scope) -> Response:
        response = self._packed(path, scope) or await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOREVER if path.startswith("assets/") else "no-cache"
        return response

    def _packed(self, path: str, scope: Scope) -> Response | None:
        accepted = Headers(scope=scope).get("accept-encoding", "")
        whole, plain = self.lookup_path(path)
        if plain is None or scope["method"] not in ("GET", "HEAD") or not Path(whole).is_file():
            return None
        for name, ending in PACKED:
            packed, found = self.lookup_path(path + ending) if name in accepted else ("", None)
            if found is not None:
                kind = FileResponse(whole).media_type
                return FileResponse(
                    packed, media_type=kind, headers={"Content-Encoding": name, "Vary": "Accept-Encoding"}
                )
        return None

    async def _page(self, path: str, scope: Scope) -> Response:
        if path.startswith("assets/"):
            raise HTTPException(404)
        try:
            return await self._file("index.html", scope)
        except HTTPException:
            return HTMLResponse(f"<!doctype html><title>Medina</title><p>{say('server.no_client')}</p>", 503)
