"""How to play is part of the site, made from the pages of the documentation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .pages import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import generate_guide


def test_the_site_has_the_pages_of_the_documentation() -> None:
    script = ROOT / "scripts" / "generate_guide.py"
    checked = subprocess.run([sys.executable, script, "--check"], cwd=ROOT, check=False)
    assert checked.returncode == 0, "run scripts/generate_guide.py"


def guide_of(text: str, docs: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (docs / "how-to-play.en.md").write_text(text, "utf-8")
    monkeypatch.setattr(generate_guide, "DOCS", docs)
    return generate_guide.page("en")


def test_links_lead_to_addresses_of_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[a](rules.md#5.1) [b](rules.md) [c](#the-end) [d](../README.md#i-want-to-play)\n\n## The end\n"
    html = guide_of(text, tmp_path, monkeypatch)
    for address in ("/rules#5.1", "/rules", "#the-end", "/learn"):
        assert f'href="{address}"' in html
    assert '<h2 id="the-end">' in html
    with pytest.raises(SystemExit, match=r"hosting\.md#limits"):
        guide_of("[e](hosting.md#limits)\n", tmp_path, monkeypatch)


def test_what_is_for_readers_of_the_documentation_alone_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "One <!-- documentation -->(*[fr](how-to-play.fr.md)*)<!-- /documentation -->.\n"
    assert guide_of(text, tmp_path, monkeypatch) == "<p>One.</p>\n"
