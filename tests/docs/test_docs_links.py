"""Every link of the documentation leads somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from medina.words import LANGUAGES

from .pages import DOCS, NAMES, PAGES, ROOT, anchors, links


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_relative_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    broken = [link for link in links(page) if not _leads_somewhere(page, link)]
    assert broken == []


def _leads_somewhere(page: Path, link: str) -> bool:
    if re.match(r"[a-z]+:", link):
        return True
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    return target.exists() and (not anchor or (target.suffix == ".md" and anchor in anchors(target)))


def test_every_page_can_be_reached_from_the_readme() -> None:
    found, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        found.add(page)
        targets = {(page.parent / link.partition("#")[0]).resolve() for link in links(page) if "://" not in link}
        waiting += [target for target in targets if target.suffix == ".md" and target not in found and target.exists()]
    assert set(DOCS.glob("*.md")) <= found


def test_every_diagram_is_used() -> None:
    used = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    assert set((DOCS / "diagrams").glob("*.svg")) <= used


def test_every_rule_that_the_code_names_is_in_the_rules() -> None:
    numbered = anchors(DOCS / "rules.md")
    sources = (ROOT / "src" / "medina" / "rules").glob("*.py")
    named = {number for source in sources for number in re.findall(r'"(\d+\.\d+)"', source.read_text(encoding="utf-8"))}
    assert len(named) >= 20
    assert named <= numbered


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_site_has_every_rule_in_every_language(lang: str) -> None:
    site = json.loads((ROOT / "client" / "src" / "learn" / f"rules.{lang}.json").read_text(encoding="utf-8"))
    assert {number for number in anchors(DOCS / "rules.md") if re.fullmatch(r"\d+\.\d+", number)} <= set(site)
