"""What a player sees on the board: what a palace is worth, who may claim it, and what a move changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from medina.rules import Move, Palace, Position, Score

Key = TypeVar("Key", str, int)


def palace_at(position: Position, cell: str | None) -> Palace | None:
    """The palace with a building or stable on a cell."""
    return next((palace for palace in position.palaces if cell in palace.buildings + palace.stables), None)


def pieces_in_hand(position: Position, seat: int) -> int:
    """How many pieces a seat has left to place; tea is none."""
    return sum(count for piece, count in position.stocks[seat].items() if piece != "T")


def next_seats(position: Position, seat: int) -> list[int]:
    """The other seats in the order in which they will play."""
    players = position.ruleset.players
    return [(seat + step) % players for step in range(1, players) if not position.out[(seat + step) % players]]


def next_claimant(position: Position, seat: int, palace: Palace) -> int | None:
    """The first of the others who could claim the palace."""
    return next((other for other in next_seats(position, seat) if position.may_claim(other, palace)), None)


@dataclass(frozen=True)
class Deed:
    """A move and what it changed at once."""

    before: Position
    move: Move

    @cached_property
    def seat(self) -> int:
        return self.before.turn or 0

    @cached_property
    def after(self) -> Position:
        return self.before.play(self.move)

    @cached_property
    def gains(self) -> tuple[Score, ...]:
        """Every seat's points won or lost, by where they come from."""
        pairs = zip(self.before.score_sheet(), self.after.score_sheet(), strict=True)
        return tuple(Score(*(new - old for old, new in zip(*pair, strict=True))) for pair in pairs)

    @property
    def gain(self) -> int:
        """The player's own points won."""
        return self.gains[self.seat].total

    @cached_property
    def palace(self) -> Palace | None:
        """The palace that the move is about, as it is afterwards."""
        return palace_at(self.after, self.move.cell) if self.move.piece in "GPBOSRN" else None

    @cached_property
    def tiles(self) -> dict[str, tuple[object, object]]:
        """The palace tiles that changed hands: colour to old and new owner."""
        return changed(self.before.palace_tiles, self.after.palace_tiles)

    @cached_property
    def towers(self) -> dict[int, tuple[object, object]]:
        """The tower tiles that changed hands: tower to old and new owner."""
        return changed(self.before.tower_tiles, self.after.tower_tiles)

    @cached_property
    def tea(self) -> int:
        return self.after.stocks[self.seat]["T"] - self.before.stocks[self.seat]["T"]

    @cached_property
    def finished(self) -> str | None:
        """5.8: the colour that the move finished with buildings still in somebody's hands."""
        if self.move.piece != "R" or self.palace is None:
            return None
        colour = self.palace.colour
        held, left = (sum(stock[colour] for stock in position.stocks) for position in (self.before, self.after))
        return colour if left < held else None


def changed(before: Mapping[Key, object], after: Mapping[Key, object]) -> dict[Key, tuple[object, object]]:
    """What differs between two maps with the same keys."""
    return {key: (before[key], after[key]) for key in after if before[key] != after[key]}


def replies(deed: Deed, continuation: tuple[Move, ...]) -> Iterator[Deed]:
    """What the others are expected to do before the player's next turn."""
    position = deed.after
    for move in continuation[1:]:
        if position.turn == deed.seat and not position.is_mid_turn:
            return
        reply = Deed(position, move)
        if reply.seat != deed.seat:
            yield reply
        position = reply.after


def follow_up(deed: Deed, continuation: tuple[Move, ...]) -> Deed | None:
    """What the player is expected to place second in the same turn."""
    if deed.after.is_mid_turn and len(continuation) > 1:
        return Deed(deed.after, continuation[1])
    return None
