"""Answers that change nothing: why not, what would it score, what is each palace worth."""

from __future__ import annotations

from medina import MedinaError, Palace, Position
from medina.rules.board import LOW, TOWER_OF_ROW, board_for
from medina.table.refusal import no, refusal_of
from medina.table.state import State
from medina.table.wire import PalaceDetail, RefusalInfo, ScoreSheet

WELL_POINTS = 4


def why_not(position: Position, move: str) -> RefusalInfo | None:
    """Why the move may not be played now; None when it may."""
    try:
        position.play(move)
    except MedinaError as error:
        return refusal_of(error)
    return None


def acting_position(state: State, user: str) -> Position:
    """The position, if this person is to move in it; raises the refusal otherwise."""
    if state.phase != "playing" or state.position is None:
        raise no("not_started" if state.phase == "open" else "game_over")
    seat = state.seat_of(user)
    if seat is None or seat != state.acting:
        raise no("not_your_turn" if seat is not None else "not_seated")
    if state.complete:
        raise no("turn_complete")
    return state.position


def previews(position: Position, piece: str | None = None) -> dict[str, tuple[int, ...]]:
    """How each legal move would change everybody's score, for those that change any."""
    now = position.scores
    changes: dict[str, tuple[int, ...]] = {}
    for move in position.legal_moves:
        if piece is None or move.piece == piece:
            then = position.play(move).scores
            if then != now:
                changes[move.text] = tuple(b - a for a, b in zip(now, then, strict=True))
    return changes


def sheets(position: Position) -> tuple[ScoreSheet, ...]:
    """Everybody's points by where they come from."""
    return tuple(
        ScoreSheet(
            buildings=score.buildings,
            stables=score.stables,
            walls=score.walls,
            merchants=score.merchants,
            palace_tiles=score.palace_tiles,
            tower_tiles=score.tower_tiles,
            well=score.well,
            total=score.total,
        )
        for score in position.score_sheet()
    )


def palace_details(position: Position) -> tuple[PalaceDetail, ...]:
    """Every palace with the walls, merchants and well cells that make up its points."""
    wall_rows = _wall_rows(position)
    return tuple(_detail(position, palace, wall_rows) for palace in position.palaces)


def _detail(position: Position, palace: Palace, wall_rows: dict[str, tuple[str, int]]) -> PalaceDetail:
    own = {*palace.buildings, *palace.stables}
    walls = tuple(name for name, (front, _) in wall_rows.items() if front in own)
    merchants = _merchants_touching(position, own)
    well = tuple(sorted(own & _well_cells(position)))
    return PalaceDetail(
        colour=palace.colour,
        first=palace.buildings[0],
        size=palace.size,
        open=palace.is_open,
        roof=palace.roof,
        points=palace.size + len(walls) + len(merchants) + WELL_POINTS * len(well),
        walls=walls,
        merchants=merchants,
        well=well,
        towers=tuple(sorted({wall_rows[name][1] for name in walls})),
        tile=position.palace_tile_palaces[palace.colour] == palace.buildings[0],
    )


def _merchants_touching(position: Position, own: set[str]) -> tuple[str, ...]:
    """15.1: the merchants that touch a palace of these cells."""
    board = board_for(position.ruleset.players)
    cells = sum(1 << board.number[name] for name in own)
    standing = {name for street in position.streets for name in street}
    return tuple(name for name in board.names_of(board.touch(cells)) if name in standing)


def _well_cells(position: Position) -> set[str]:
    """11.1: the four cells that score for the well."""
    if position.well is None:
        return set()
    board = board_for(position.ruleset.players)
    return set(board.names_of(board.two_from(board.number[position.well])))


def _wall_rows(position: Position) -> dict[str, tuple[str, int]]:
    """9.1, 13.2: for each wall its front and the tower it belongs to."""
    board = board_for(position.ruleset.players)
    standing = position.walls
    found: dict[str, tuple[str, int]] = {}
    for (side, end), tower in TOWER_OF_ROW.items():
        row = list(zip(board.wall_names[side], board.fronts[side], strict=True))
        for name, front in row if end == LOW else reversed(row):
            if standing.get(name) != "wall":
                break
            found[name] = (board.names[front], tower)
    return found
