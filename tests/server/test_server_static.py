"""The files of the client: which copy goes over the wire, what its headers say, and which addresses are files."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from medina.server.static import Client

SCRIPT = "console.log('Medina')\n" * 50
PAGE = "<!doctype html><title>Medina</title>" + "<p>Palaces</p>" * 40


@pytest.fixture
def files(tmp_path: Path) -> Iterator[TestClient]:
    """A site of three files; two of them have compressed copies, the third one does not."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    for name, text in (("assets/table-1.js", SCRIPT), ("index.html", PAGE)):
        (folder / name).write_text(text, "utf-8")
        # Nothing here unpacks Brotli: any bytes will do.
        (folder / f"{name}.br").write_bytes(b"brotli of " + name.encode())
        (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    (folder / "robots.txt").write_text("User-agent: *\n", "utf-8")
    with TestClient(Starlette(routes=[Mount("/", app=Client(folder))])) as client:
        yield client


def ask(
    files: TestClient, path: str, accepted: str, method: str = "GET", **headers: str
) -> tuple[bytes, dict[str, str]]:
    """Return the bytes that came over the wire, not unpacked, and the headers."""
    wanted = {"Accept-Encoding": accepted, **{name.replace("_", "-"): value for name, value in headers.items()}}
    with files.stream(method, path, headers=wanted) as answer:
        return b"".join(answer.iter_raw()), {":status": str(answer.status_code), **answer.headers}


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.8", "gzip"),
        ("br;q=0.5, gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("br;q=nonsense", None),
        ("gzip;q=0, *;q=0", None),
        ("brotli, gzipped", None),
        ("identity", None),
        ("", None),
    ],
)
def test_the_best_accepted_copy_is_sent(files: TestClient, accepted: str, encoding: str | None) -> None:
    body, headers = ask(files, "/assets/table-1.js", accepted)
    unpacked = gzip.decompress(body) if encoding == "gzip" else body
    assert unpacked == (b"brotli of assets/table-1.js" if encoding == "br" else SCRIPT.encode())
    assert headers.get("content-encoding") == encoding
    assert headers["content-length"] == str(len(body))
    assert headers["vary"] == "Accept-Encoding"
    assert headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_page_of_the_site_is_compressed_too(files: TestClient) -> None:
    body, headers = ask(files, "/t/somewhere", "gzip")
    assert gzip.decompress(body).decode() == PAGE
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["cache-control"] == "no-cache"


def test_head_tells_the_same_as_get_without_a_body(files: TestClient) -> None:
    _, told = ask(files, "/assets/table-1.js", "br")
    body, headers = ask(files, "/assets/table-1.js", "br", "HEAD")
    assert body == b""
    assert headers == told


def test_every_copy_has_its_own_etag_and_answers_304_to_it(files: TestClient, tmp_path: Path) -> None:
    brotli, zipped = (tmp_path / "static" / f"index.html.{suffix}" for suffix in ("br", "gz"))
    brotli.write_bytes(b"x" * zipped.stat().st_size)
    for path in (brotli, zipped):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    tags = {accepted: ask(files, "/", accepted)[1]["etag"] for accepted in ("br", "gzip", "identity")}
    assert len(set(tags.values())) == 3
    for accepted, tag in tags.items():
        body, headers = ask(files, "/", accepted, If_None_Match=tag)
        assert (body, headers[":status"], headers["etag"]) == (b"", "304", tag)
        assert headers["vary"] == "Accept-Encoding"
        for other in set(tags.values()) - {tag}:
            assert ask(files, "/", accepted, If_None_Match=other)[1][":status"] == "200"


def test_compressed_copies_have_no_address_of_their_own(files: TestClient) -> None:
    assert ask(files, "/assets/table-1.js.br", "br")[1][":status"] == "404"
    body, headers = ask(files, "/index.html.gz", "identity")
    assert (body.decode(), headers["content-type"]) == (PAGE, "text/html; charset=utf-8")


def test_a_file_without_copies_is_sent_as_it_is(files: TestClient) -> None:
    body, headers = ask(files, "/robots.txt", "br, gzip")
    assert body == b"User-agent: *\n"
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert "content-encoding" not in headers
    assert "vary" not in headers
