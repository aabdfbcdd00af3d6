"""Draw the pictures of the documentation: `python scripts/make_diagrams.py` writes docs/diagrams/*.svg.

Every picture is a real position, reached by legal moves from the start of a game, and what glows in it is asked of
the rules, so a picture cannot show what the game does not allow. `--check` writes nothing and says which are stale.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import medina
from medina.draw.geometry import CELL, Board

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "diagrams"
CITY = FOLDER / "city.mgn"
CORNER = ("a1", "i7")


@dataclass(frozen=True)
class Diagram:
    """One picture: a position, what glows, what is bracketed, and which part of the board is shown."""

    name: str
    title: str
    position: medina.Position
    glow: tuple[str, ...] = ()
    bracket: tuple[str, ...] = ()
    crop: tuple[str, str] | None = None
    """The south-west and the north-east cell of the part shown; the whole board if None."""

    def svg(self) -> str:
        """The drawing, cut to its part of the board."""
        drawing = self.position.svg(highlights=self.glow, last=self.bracket, title=self.title, lang="en")
        return (drawing if self.crop is None else cut(drawing, self.position, *self.crop)) + "\n"


def cut(drawing: str, position: medina.Position, south_west: str, north_east: str) -> str:
    """The drawing of a part of the board. A part that reaches the edge of the city includes the wall and the names."""
    board = Board.of(medina.position_to_json(position))
    (left, low), (high_x, top) = board.centre(south_west), board.centre(north_east)
    reach = CELL / 2
    west = 0.0 if south_west[0] == "a" else left - reach
    south = board.height if south_west[1:] == "1" else low + reach
    east = board.width if high_x + CELL > board.right else high_x + reach
    north = 0.0 if int(north_east[1:]) == board.rows else top - reach
    whole = f'viewBox="0 0 {board.width:g} {board.height:g}" width="{board.width:g}" height="{board.height:g}"'
    wide, high = east - west, south - north
    part = f'viewBox="{west:g} {north:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    if whole not in drawing:
        raise RuntimeError("The drawing no longer begins as expected, so it cannot be cut.")
    return drawing.replace(whole, part, 1)


def game(moves: str = "", gates: bool = False, well: str = "k8", market: str = "c3") -> medina.Position:
    """A three-player game of the second edition with whole first turns, after these moves."""
    position = medina.new_game("second", 3, gates, well=well, market=market, short_first_turn=False)
    for move in moves.split():
        position = position.play(move)
    return position


def cells_for(position: medina.Position, pieces: str) -> tuple[str, ...]:
    """Where pieces of these kinds may go now."""
    return tuple(sorted({move.cell for move in position.legal_moves if move.piece in pieces and move.cell}))


def board_diagrams() -> Iterator[Diagram]:
    """The empty board, and a finished city."""
    yield Diagram("start", "The start of a game for three", game(well="h6"))
    record = medina.read_record(CITY.read_text(encoding="utf-8"))
    yield Diagram("city", "The end of a game for four with gates", record.position)


def palace_diagrams() -> Iterator[Diagram]:
    """Sections 5, 6 and 7."""
    open_palace = game("Gc4 Gd4 Gd5 Ge5 Bg4 Bg5 Md3")
    yield Diagram("palace", "Where the grey palace may grow", open_palace, cells_for(open_palace, "G"), (), CORNER)
    apart = game("Gc4 Gd4 Gd5 Md3", well="g3")
    yield Diagram("distance", "Where an orange palace may start", apart, cells_for(apart, "O"), (), CORNER)
    roofed = game("Gc5 Gd5 Gd6 Rc5 Gg3 Gg4 Be2 Ne2", market="m3")
    yield Diagram("roofs", "A palace with an owner, a neutral one and a new one", roofed, (), (), CORNER)
    stables = game("Gc4 Gc5 Rc4 Be3 Be4 Mh6", market="g6")
    yield Diagram("stables", "Where a stable may go", stables, cells_for(stables, "S"), (), CORNER)


def market_diagrams() -> Iterator[Diagram]:
    """Section 8."""
    street = game("Md3 Me3 Me4 Me5 Mf5 Gg4 Gg5")
    yield Diagram("street", "Where the market street may grow", street, cells_for(street, "M"), (), CORNER)
    blocked = game("Md3 Md4 Me4 Mf4 Gb3 Gb4 Gc4 Gb2 Gc2 Og4 Og5 Of5 Og3 Of3")
    yield Diagram("new-street", "Both ends are blocked: a new street", blocked, cells_for(blocked, "M"), (), CORNER)


def wall_diagrams() -> Iterator[Diagram]:
    """Sections 9 and 13."""
    south = " ".join(f"WS{column}" for column in "abcdefponmlkjih")
    walls = game(f"{south} WW1 WW2 WW11 WNa WE11 WE10")
    yield Diagram("walls", "Where a wall may go", walls, cells_for(walls, "W"))
    north = " ".join(f"WN{column}" for column in "abcdef")
    tower = game(f"Oa9 Oa10 Ob10 Oc10 Ra9 WW11 WW10 WW9 Bf11 Bg11 {north}", market="e8")
    yield Diagram("tower", "Connected to tower 1", tower, (), ("W10",), ("a7", "i11"))


def point_diagrams() -> Iterator[Diagram]:
    """Sections 11 and 15."""
    well = game("Pf6 Pf5 Pf4 Pg4 Rf5 Sh4", well="h6", market="c9")
    yield Diagram("well", "The well and its four cells", well, (), (), ("d3", "l9"))
    yield Diagram("scoring", "What a palace is worth", scoring_position(), (), (), CORNER)


def scoring_position() -> medina.Position:
    """The example that how-to-play counts: seat 0 owns an orange palace by the south wall."""
    return game("Od1 Od2 Oe2 Oe3 Md4 Me4 Rd1 Sc1 Mf4 Mf3 WSa WSb WSc WSd", well="e5", market="d3")


def gate_diagrams() -> Iterator[Diagram]:
    """Section 16."""
    gates = game("WNa WNb WNc WNp WNo WW11 WW10 Oa9 Oa8", gates=True)
    yield Diagram("gates", "Where a gate may go", gates, cells_for(gates, "D"))
    out_and_in = game("WNa WNb DNc WSp WSo DSn Mc10 Mc11 Mn1/Nc Mn2 Mm2", gates=True, market="c9")
    yield Diagram("passage", "A street leaves by one gate and comes in by another", out_and_in, (), ("n1",))


def diagrams() -> Iterator[Diagram]:
    """All of them."""
    groups = (board_diagrams, palace_diagrams, market_diagrams, wall_diagrams, point_diagrams, gate_diagrams)
    return (diagram for group in groups for diagram in group())


def main(arguments: list[str]) -> int:
    """Write the pictures, or check them."""
    drawn = {FOLDER / f"{diagram.name}.svg": diagram.svg() for diagram in diagrams()}
    stale = [path for path, text in drawn.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    stale += [path for path in FOLDER.glob("*.svg") if path not in drawn]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date; run python scripts/make_diagrams.py", file=sys.stderr)
        return 1 if stale else 0
    for path, text in drawn.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
