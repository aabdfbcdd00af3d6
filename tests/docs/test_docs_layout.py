"""The arrows of docs/layout.md are those of the code, and its pictures are drawn from them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from .pages import DOCS, ROOT, sections, tables

sys.path.insert(0, str(ROOT / "scripts"))
import make_rooms as rooms

ROOMS = {"The package": rooms.python_rooms(), "The client": rooms.client_rooms()}


def _allowed(section: str) -> rooms.Rooms:
    rows = tables(sections(DOCS / "layout.md")[section])[2:]
    arrows = {row[0].strip("`"): {name.strip(" `") for name in row[2].split(",")} for row in rows}
    return {room: set(arrows) if used == {"everything"} else used for room, used in arrows.items()}


@pytest.mark.parametrize("section", ROOMS)
def test_every_room_is_in_its_table(section: str) -> None:
    assert sorted(_allowed(section)) == sorted(ROOMS[section])


@pytest.mark.parametrize(("section", "room"), [(section, room) for section, used in ROOMS.items() for room in used])
def test_a_room_uses_only_what_its_arrow_allows(section: str, room: str) -> None:
    assert ROOMS[section][room] - _allowed(section)[room] == set()


def test_the_pictures_are_current() -> None:
    stale = [path.name for path, text in rooms.pictures().items() if path.read_text("utf-8") != text]
    assert stale == [], "run scripts/make_rooms.py"


def test_every_kind_of_import_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "PACKAGE", tmp_path / "medina")
    monkeypatch.setattr(rooms, "CLIENT", tmp_path / "src")
    python = """
from __future__ import annotations
import medina.bots.base
from medina import new_game
from medina.store.rows import SeatRow
from . import near
from .. import draw
from ..draw import walls
def late():
    from ..fast import game
"""
    script = """
import { a } from './near'
import type { b } from "../board/api"
import '../theme/app.css'
const late = () => import('../learn/rules')
export { c } from '../net/http'
"""
    for path, text in (("medina/table/some.py", python), ("src/play/some.ts", script)):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    assert set(rooms.python_imports(tmp_path / "medina/table/some.py")) == {
        "__future__.annotations",
        "medina.bots.base",
        "medina.new_game",
        "medina.store.rows.SeatRow",
        "medina.table.near",
        "medina.draw",
        "medina.draw.walls",
        "medina.fast.game",
    }
    seen = [str(path.relative_to(tmp_path / "src")) for path in rooms.client_imports(tmp_path / "src/play/some.ts")]
    assert seen == ["play/near", "board/api", "theme/app.css", "learn/rules", "net/http"]


def test_the_recipes_name_files_that_are_there() -> None:
    recipes = sections(ROOT / "CONTRIBUTING.md")["Recipes"]
    named = set(re.findall(r"`((?:src|client|docs|scripts|tests)/[^`]+)`", recipes))
    assert len(named) > 20
    assert [path for path in sorted(named) if not list(ROOT.glob(re.sub("<[a-z]+>", "*", path)))] == []


def test_the_rules_need_only_the_standard_library() -> None:
    known = {*sys.stdlib_module_names, "medina"}
    sources = (rooms.PACKAGE / "rules").glob("*.py")
    assert {name.split(".")[0] for source in sources for name in rooms.python_imports(source)} <= known
