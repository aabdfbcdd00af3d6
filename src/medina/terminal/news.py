"""What a move changed besides the board: tiles, tea, finished colours, players who are out."""

from __future__ import annotations

from collections.abc import Sequence

from medina.rules import Position
from medina.rules.palace import Owner
from medina.rules.scoring import PALACE_TILE_POINTS
from medina.words import say

from .speech import piece_word


def news(before: Position, after: Position, names: Sequence[str]) -> list[str]:
    """One short sentence for each thing that changed hands between two positions."""
    return [
        *_palace_tiles(before, after, names),
        *_tower_tiles(before, after, names),
        *_tea(before, after, names),
        *_finished_colours(before, after),
        *(
            say("terminal.news.out", name=name)
            for name, was, is_out in zip(names, before.out, after.out, strict=True)
            if is_out and not was
        ),
    ]


def _owner(owner: Owner, names: Sequence[str]) -> str:
    return names[owner] if isinstance(owner, int) else say("terminal.nobody")


def _palace_tiles(before: Position, after: Position, names: Sequence[str]) -> list[str]:
    """12.3: palace tiles that changed hands."""
    return [
        say(
            "terminal.news.palace_tile",
            colour=piece_word(colour),
            points=PALACE_TILE_POINTS[colour],
            name=_owner(owner, names),
        )
        for colour, owner in after.palace_tiles.items()
        if owner != before.palace_tiles[colour]
    ]


def _tower_tiles(before: Position, after: Position, names: Sequence[str]) -> list[str]:
    """13.3: tower tiles that changed hands, with the merchants their owner took; 4.5, 13.5: not all take them."""
    found = []
    for tower, owner in after.tower_tiles.items():
        if owner != before.tower_tiles[tower]:
            taken = isinstance(owner, int) and not before.out[owner]
            merchants = before.tower_merchants[tower] if taken else 0
            key = "terminal.news.tower_merchants" if merchants else "terminal.news.tower_tile"
            found.append(say(key, tower=tower, count=merchants, name=_owner(owner, names)))
    return found


def _tea(before: Position, after: Position, names: Sequence[str]) -> list[str]:
    """10.1: tea won."""
    changes = [new["T"] - old["T"] for new, old in zip(after.stocks, before.stocks, strict=True)]
    return [
        say("terminal.news.tea", count=change, name=name)
        for name, change in zip(names, changes, strict=True)
        if change > 0
    ]


def _finished_colours(before: Position, after: Position) -> list[str]:
    """5.8: colours of which every player owns a palace now."""
    return [
        say("terminal.news.finished", colour=piece_word(colour))
        for colour in PALACE_TILE_POINTS
        if finished(after, colour) and not finished(before, colour)
    ]


def finished(position: Position, colour: str) -> bool:
    """5.8: does every player own a palace of this colour?"""
    owners = {palace.roof for palace in position.palaces if palace.colour == colour}
    return all(seat in owners for seat in range(position.ruleset.players))
