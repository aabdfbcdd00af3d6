#!/usr/bin/env python3
"""Build the documentation site: the pages of docs/, the reference from the docstrings, the API from its document.

    python scripts/make_docs.py            # writes build/docs/site; open index.html there, no server is needed

Pages are copied with their links turned to where things are on the site; a file of the repository that a page links to
becomes a page itself. Nothing is fetched, and the result asks no other host for anything.
"""

from __future__ import annotations

import argparse
import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from docs_openapi import api_page

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ROOMS = (
    "notation",
    "draw",
    "bots",
    "engine",
    "protocol",
    "client",
    "match",
    "study",
    "puzzles",
    "data",
    "envs",
    "fast",
)
"""Those with public names, in the order of the reference. All names of `medina.rules` are in `medina`."""
ROOT_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "SECURITY.md": "reporting.md",
}
NAV = {
    "Play": "how-to-play.en how-to-play.fr how-to-play.de rules bots editor my-play terminal comparison",
    "Tutorials": "tutorial-first-game tutorial-bot tutorial-agent tutorial-club",
    "Guides": "python write-a-bot client matches study puzzles research hosting scaling api commands",
    "Reference": "notation",
    "The project": "layout testing performance bots-journal browser-engine security dependencies contributing "
    "changes reporting",
}
"""Where each page stands; one that nobody has put here stands at the end of the guides."""
SHIM = "https://unpkg.com/iframe-worker/shim"
LANGUAGES = {".md": "markdown", ".py": "python", ".sh": "sh", ".toml": "toml", ".json": "json", ".yml": "yaml"}


def build(folder: Path) -> Path:
    """Put the pages together and build them; gives the folder of the site."""
    pages = folder / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    pages.mkdir(parents=True)
    for file in sorted(DOCS.rglob("*")):
        if file.is_file() and file.suffix in (".svg", ".mgn", ".css", ".js", ".png"):
            _copy(file, pages / file.relative_to(DOCS))
    _copy(ROOT / "client" / "public" / "icon.svg", pages / "site" / "icon.svg")
    sources = {DOCS / page.name: page.name for page in sorted(DOCS.glob("*.md"))}
    sources |= {ROOT / page: name for page, name in ROOT_PAGES.items()}
    shown: set[Path] = set()
    for source, name in sources.items():
        (pages / name).write_text(_page(source, sources, shown), encoding="utf-8")
    for file in shown:
        _show(file, pages)
    reference = _reference(pages)
    config = (DOCS / "site" / "mkdocs.yml").read_text(encoding="utf-8").replace("{root}", ROOT.as_posix())
    (folder / "mkdocs.yml").write_text(config + _navigation(set(sources.values()), reference), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=folder, check=True)
    _bring_home(folder / "site")
    return folder / "site"


def _bring_home(site: Path) -> None:
    """The theme would fetch one script from elsewhere, which lets pages on a disk be searched: we have a copy."""
    for page in site.rglob("*.html"):
        up = "../" * (len(page.relative_to(site).parts) - 1)
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(SHIM, f"{up}site/iframe-worker.js"), encoding="utf-8")


def _copy(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)


def _page(source: Path, sources: dict[Path, str], shown: set[Path]) -> str:
    """A page with examples as code, and links that lead to where things are on the site."""

    def moved(link: re.Match[str]) -> str:
        before, target, after = link.groups()
        path, mark, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            return link.group()
        file = (source.parent / path).resolve()
        if file in sources:
            return f"{before}{sources[file]}{mark}{anchor}{after}"
        if DOCS in file.parents:
            return f"{before}{file.relative_to(DOCS).as_posix()}{after}"
        shown.add(file)
        return f"{before}{_shown_at(file)}{after}"

    text = source.read_text(encoding="utf-8")
    parts = re.split(r"(^```.*?^```$|`[^`\n]+`)", text, flags=re.MULTILINE | re.DOTALL)
    for number in range(0, len(parts), 2):
        parts[number] = re.sub(r"(\]\()([^)\s]+)(\))", moved, parts[number])
        parts[number] = re.sub(r'((?:src|href)=")([^"]+)(")', moved, parts[number])
    return "".join(parts)


def _shown_at(file: Path) -> str:
    return f"files/{file.relative_to(ROOT).as_posix()}.md"


def _show(file: Path, pages: Path) -> None:
    """A file of the repository as a page."""
    target = pages / _shown_at(file)
    target.parent.mkdir(parents=True, exist_ok=True)
    name, text = file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
    target.write_text(f"# {name}\n\n````{LANGUAGES.get(file.suffix, 'text')}\n{text}\n````\n", encoding="utf-8")


def _reference(pages: Path) -> list[str]:
    """A page for each public module, and one for the API; gives their names."""
    from medina.server.app import ENDPOINTS
    from medina.server.openapi import document

    (pages / "reference").mkdir()
    names: list[str] = []
    told: set[int] = set()
    for path in modules():
        names.append(f"reference/{path}.md")
        (pages / names[-1]).write_text("\n".join(_module_page(path, told)), encoding="utf-8")
    names.append("reference/openapi.md")
    (pages / names[-1]).write_text(api_page(document(ENDPOINTS)), encoding="utf-8")
    return names


def modules() -> list[str]:
    """The modules of the reference."""
    return ["medina", *(f"medina.{room}" for room in ROOMS)]


def _module_page(path: str, told: set[int]) -> Iterator[str]:
    """What a module says of itself, and all its public names that no page before has told."""
    module = importlib.import_module(path)
    yield f"# {path}\n\n::: {path}\n    options:\n      members: false\n      show_root_heading: false\n"
    for name in module.__all__:
        thing = getattr(module, name)
        if id(thing) in told and not isinstance(thing, (int, str)):
            continue
        told.add(id(thing))
        yield f"::: {path}.{name}\n"


def _navigation(pages: set[str], reference: list[str]) -> str:
    """The navigation, with every page somewhere."""
    nav = {title: [f"{page}.md" for page in listed.split()] for title, listed in NAV.items()}
    missing = pages - {"index.md"} - {page for listed in nav.values() for page in listed}
    nav["Guides"] += sorted(missing)
    nav["Reference"] += reference
    lines = ["nav:", "  - Medina: index.md"]
    for title, listed in nav.items():
        lines += [f"  - {title}:", *(f"      - {page}" for page in listed)]
    return "\n".join(["", *lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "docs", help="where to build, emptied first")
    site = build(parser.parse_args().folder.resolve())
    print(f"Open {site / 'index.html'}")


if __name__ == "__main__":
    main()
