"""The pages of the documentation, and how to look into them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


def prose(page: Path) -> str:
    """A page without its code, in which brackets mean other things."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "``", text)


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead."""
    return re.findall(r"\]\(([^)\s]+)\)", prose(page)) + re.findall(r'(?:src|href)="([^"]+)"', prose(page))


def anchors(page: Path) -> set[str]:
    """What a link may name after the `#`: headings as GitHub writes them, and anchors of our own."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {slug(heading) for heading in headings} | set(re.findall(r'<a id="([^"]+)">', text))


def slug(heading: str) -> str:
    """A heading as the end of an address."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def sections(page: Path) -> dict[str, str]:
    """The text below each second-level heading."""
    parts = re.split(r"^## (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def tables(text: str) -> list[list[str]]:
    """The rows of a text's tables, as lists of cells."""
    rows = re.findall(r"^\|(.+)\|$", text, flags=re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")] for row in rows]
