"""Answers that change nothing: why not, what would it score, what is each palace worth."""

from __future__ import annotations

from medina import MedinaError, Palace, Position
from medina.table.refusal import no, refusal_of
from medina.table.state import State
from medina.table.wire import PalaceDetail, RefusalInfo, ScoreSheet


def why_not(position: Position, move: str) -> RefusalInfo | None:
    """Why the move may not be played now; None when it may."""
    try:
        position.play(position.meant(move))
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
    check_at_work(state, seat)
    if state.complete:
        raise no("turn_complete")
    return state.position


def check_at_work(state: State, seat: int) -> None:
    """Nobody places who has left, and nobody while the game is paused."""
    if state.paused is not None:
        raise no("paused")
    if state.seats[seat].waited_for:
        raise no("you_left")


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
    return tuple(
        PalaceDetail(
            colour=palace.colour,
            first=palace.buildings[0],
            size=palace.size,
            open=palace.is_open,
            roof=palace.roof,
            points=palace.points,
            walls=palace.walls,
            merchants=palace.merchants,
            well=palace.well_cells,
            towers=palace.towers,
            tile=palace.has_tile,
            claims=tuple(_claim(position, seat, palace) for seat in range(position.ruleset.players)),
        )
        for palace in position.palaces
    )


def _claim(position: Position, seat: int, palace: Palace) -> int | None:
    may = position.phase == "play" and position.may_claim(seat, palace)
    return position.claiming(seat, palace)[seat] if may else None
