"""A game that is being played is recognised, whoever shows a position of it."""

from __future__ import annotations

import random

from tabletop import Tabletop, started

import medina
from medina import Position, Record
from medina.table.fair import LEAST_PIECES, is_of_this_game
from medina.table.options import Options


def played(turns: int, seed: int = 1, **opening: str) -> Tabletop:
    table = started(Options(starts="seated", stocks="open"), **opening)
    rng = random.Random(seed)
    for _ in range(turns):
        table.turn(rng)
    return table


def now(table: Tabletop) -> Position:
    assert table.state.position is not None
    return table.state.position


def test_a_game_is_recognised_now_before_and_in_what_might_come() -> None:
    table = played(12)
    assert is_of_this_game(table.state, now(table))
    assert is_of_this_game(table.state, now(played(8)))
    assert is_of_this_game(table.state, now(played(16)))
    table.place()
    assert is_of_this_game(table.state, now(played(12)))


def test_other_games_and_mere_openings_are_not() -> None:
    table = played(12)
    assert not is_of_this_game(table.state, now(played(12, seed=2)))
    assert not is_of_this_game(table.state, now(played(1)))
    assert not is_of_this_game(played(1).state, now(table))


def test_who_plays_on_from_a_record_does_not_lock_the_record() -> None:
    old = played(30)
    record = Record.new(medina.new_game(old.state.start.ruleset, seed=7))  # type: ignore[union-attr]
    for move in old.state.moves:
        record = record.play(record.position.canonical(move))
    text = medina.write_record(record.undo(20))
    fresh = played(2, seed=5, record=text)
    assert not is_of_this_game(fresh.state, record.position)
    later = played(LEAST_PIECES, seed=5, record=text)
    assert is_of_this_game(later.state, now(later))
    assert not is_of_this_game(later.state, record.position)
