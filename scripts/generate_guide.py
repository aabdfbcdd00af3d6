#!/usr/bin/env python3
"""Write the site's page "How to play" from docs/how-to-play.<language>.md, as HTML that the client loads.

With --check nothing is written; the exit code says whether the files are up to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from markdown import markdown
from markdown.extensions.toc import TocExtension, slugify_unicode

from medina.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TARGET = ROOT / "client" / "src" / "generated"
ADDRESSES = {"rules.md": "/rules", "../README.md#i-want-to-play": "/learn"}
"""Pages of the documentation that the site has under an address of its own."""
ONLY_HERE = re.compile(r"\s*<!-- documentation -->.*?<!-- /documentation -->", re.DOTALL)
"""Parts of a page that mean nothing on the site, such as the links to the other languages."""


def page(lang: str) -> str:
    """The page of one language as HTML. Links without an address on the site are an error."""
    text = ONLY_HERE.sub("", (DOCS / f"how-to-play.{lang}.md").read_text("utf-8"))
    html = markdown(text, extensions=["tables", TocExtension(slugify=slugify_unicode)], output_format="html")
    html = re.sub(r'href="([^"#]*)(#[^"]*)?"', _link, html)
    # A corner of a table is no heading.
    html = html.replace("<th></th>", "<td></td>")
    # With large letters on a narrow screen a table is wider than the page.
    html = html.replace("<table>", '<div class="scroll">\n<table>').replace("</table>", "</table>\n</div>")
    return re.sub(r'<img alt="([^"]*)" src="([^"]+)">', _picture, html) + "\n"


def _link(found: re.Match[str]) -> str:
    path, anchor = found[1], found[2] or ""
    if path + anchor in ADDRESSES:
        return f'href="{ADDRESSES[path + anchor]}"'
    if path and path not in ADDRESSES:
        raise SystemExit(
            f"{path}{anchor} has no address on the site: add it to ADDRESSES or mark it <!-- documentation -->"
        )
    return f'href="{ADDRESSES.get(path, "")}{anchor}"'


def _picture(found: re.Match[str]) -> str:
    """A diagram that is loaded when it comes into sight; its size keeps its place until then."""
    alt, source = found.groups()
    size = re.search(r'width="(\d+)" height="(\d+)"', (DOCS / source).read_text("utf-8"))
    assert size, f"{source} has no size"
    return f'<img alt="{alt}" src="{source}" width="{size[1]}" height="{size[2]}" loading="lazy">'


def main() -> int:
    """Write, or with --check compare."""
    pages = {TARGET / f"how-to-play.{lang}.html": page(lang) for lang in LANGUAGES}
    stale = [path for path, html in pages.items() if not path.exists() or path.read_text("utf-8") != html]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.name} is stale: run scripts/generate_guide.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(pages[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
