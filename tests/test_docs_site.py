"""The documentation site: built as `make docs` builds it, complete, and content with itself."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from html import unescape
from importlib import import_module
from pathlib import Path

import griffe
import pytest

from docs.pages import DOCS, ROOT
from medina.server.app import ENDPOINTS

sys.path.insert(0, str(ROOT / "scripts"))
import make_docs

MODULES = [import_module(name) for name in ("medina.rules", *make_docs.modules())]

Pages = dict[Path, str]


def test_every_module_with_public_names_is_in_the_reference() -> None:
    public = {
        path.parent.name for path in (ROOT / "src" / "medina").glob("*/__init__.py") if "__all__" in path.read_text()
    }
    assert public - {"rules"} == {name.removeprefix("medina.") for name in make_docs.modules()} - {"medina"}
    assert set(import_module("medina.rules").__all__) <= set(import_module("medina").__all__)


def test_every_public_name_has_a_docstring() -> None:
    package = griffe.load("medina", search_paths=[str(ROOT / "src")])
    silent = set()
    for module in MODULES:
        found = package if module is MODULES[1] else package[module.__name__.removeprefix("medina.")]
        assert module.__doc__
        silent |= {f"{module.__name__}.{name}" for name in module.__all__ if not found[name].has_docstring}
    assert silent == set()


def test_the_site_is_complete_and_asks_nobody_else_for_anything(tmp_path: Path) -> None:
    site = make_docs.build(tmp_path / "docs")
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    check_that_every_page_is_there(site, pages)
    check_that_every_public_name_is_there(site, pages)
    check_that_every_request_is_there(site, pages)
    check_that_every_link_leads_somewhere(site, pages)
    check_that_nothing_comes_from_elsewhere(site, pages)
    check_that_examples_are_code(pages)
    assert (
        "Palaces keep one cell apart" in (site / "search.json").read_text() or "5.6" in (site / "search.js").read_text()
    )


def check_that_every_page_is_there(site: Path, pages: Pages) -> None:
    front = pages[site / "index.html"]
    for source in [*DOCS.glob("*.md"), *(Path(name) for name in make_docs.ROOT_PAGES.values())]:
        assert f"{source.stem}.html" in front or source.stem == "index", f"the navigation has no {source.name}"
        assert site / f"{source.stem}.html" in pages


def check_that_every_public_name_is_there(site: Path, pages: Pages) -> None:
    told = {name for path in pages if path.parent.name == "reference" for name in ids(pages[path])}
    for module in MODULES:
        for name in module.__all__:
            places = {f"{other.__name__}.{name}" for other in MODULES if name in other.__all__}
            assert places & told, f"{module.__name__}.{name} is in no page of the reference"


def check_that_every_request_is_there(site: Path, pages: Pages) -> None:
    page = unescape(pages[site / "reference" / "openapi.html"])
    for endpoint in ENDPOINTS:
        assert f"{endpoint.method} /api/v1{endpoint.path}" in page


def check_that_every_link_leads_somewhere(site: Path, pages: Pages) -> None:
    known = {path: ids(text) for path, text in pages.items()}
    for path, text in pages.items():
        if path.name == "404.html":
            continue
        for link in re.findall(r'<a\s[^>]*?href="([^"]+)"', text):
            target, _, anchor = unescape(link).partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            file = (path.parent / target).resolve() if target else path
            file = file / "index.html" if file.is_dir() else file
            assert file.exists(), f"{path.name}: {link}"
            assert not anchor or file not in known or anchor in known[file], f"{path.name}: {link}"


def check_that_nothing_comes_from_elsewhere(site: Path, pages: Pages) -> None:
    for path, text in pages.items():
        fetched = re.findall(r'<(?:script|img|iframe|source|audio|video|embed)\s[^>]*?src="([^"]+)"', text)
        fetched += re.findall(r'<link\s[^>]*?href="([^"]+)"', text)
        assert [link for link in fetched if re.match(r"([a-z]+:)?//", link)] == [], path.name
    for sheet in site.rglob("*.css"):
        named = re.findall(r"""(?:url\(|@import)\s*['"]?([^'")\s]+)""", sheet.read_text(encoding="utf-8"))
        assert [link for link in named if re.match(r"([a-z]+:)?//", link)] == [], sheet.name


def check_that_examples_are_code(pages: Pages) -> None:
    assert [path.name for path, text in pages.items() if "<blockquote>\n<blockquote>\n<blockquote>" in text] == []


def ids(text: str) -> set[str]:
    return {unescape(name) for name in re.findall(r'\sid="([^"]+)"', text)} | set(
        re.findall(r'<a\sname="([^"]+)"', text)
    )


@pytest.mark.parametrize("page", sorted(DOCS.glob("tutorial-*.md")), ids=lambda page: page.stem)
def test_the_commands_of_a_tutorial_are_understood(page: Path) -> None:
    for line in re.findall(r"^    medina (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
        command, *arguments = shlex.split(line)
        parser = argparse.ArgumentParser(prog="medina", exit_on_error=False)
        import_module(f"medina.cli.{command}").configure(parser)
        parser.parse_args(arguments)
