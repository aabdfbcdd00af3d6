"""The icons of the installed app are made from the drawing."""

from __future__ import annotations

import sys

from .pages import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import make_icons


def test_the_icons_are_current() -> None:
    stale = [path.name for path, content in make_icons.icons().items() if path.read_bytes() != content]
    assert stale == [], "run scripts/make_icons.py"
