"""The evaluation: what is carried over from the position before is what a fresh look finds; one exponential for all."""

from __future__ import annotations

import math
import random
import statistics
from pathlib import Path

import numpy as np
import pytest

import medina
from compiled import count_differences
from medina.bots.exponential import exp
from medina.bots.features import new_scratch
from medina.bots.learning import NOTE_SIZE, PATH, Lesson, predict, rows_of
from medina.bots.native import NativeSearch, root_options
from medina.bots.network import (
    INPUTS,
    SCALE,
    WEIGHTS,
    Network,
    load_network,
    pack,
    packed_bytes,
    save_network,
    unpack,
    weights_for,
)
from medina.bots.taste import TASTE
from medina.bots.tree import BUSY, COUNT, FINALS, FIRST, MOVE, VISITS
from medina.fast.game import from_position
from medina.fast.layout import TURN
from medina.fast.moves import move_texts

from .positions import COMBINATIONS, after_random_moves


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_what_a_placement_leaves_alone_need_not_be_looked_at_again(edition: str, players: int, gates: bool) -> None:
    weights = weights_for(edition, players)
    for seed in range(4):
        state = from_position(medina.new_game(edition, players, gates, seed=seed))
        scratch, fresh = new_scratch(len(weights.second)), new_scratch(1)
        assert count_differences(state, weights, scratch, fresh, np.array([seed], dtype=np.int64)) == 0


@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_compiled_code_says_what_the_network_says(edition: str, players: int, gates: bool) -> None:
    """What the search foresees after its first move is what plain matrices make of that position's features."""
    network = load_network(WEIGHTS / f"{edition}{players}.bin")
    for moves in (10, 45):
        state = from_position(after_random_moves(medina.new_game(edition, players, gates, seed=moves), moves, seed=2))
        searcher = NativeSearch(state.copy(), pack(network), TASTE, 1)
        searcher.look_into(1)
        best = max(root_options(searcher.tree), key=lambda option: option.wishes[state[TURN]])
        note = np.zeros((1, NOTE_SIZE), dtype=np.int32)
        note[0, : PATH + 1] = 0, 1, best.move
        inputs, goals = rows_of(state, Lesson(note[0, :0], note, np.zeros((1, 4), dtype=np.float32)), 0)
        foreseen = SCALE * predict(network, inputs.astype(np.float32)) - goals
        assert searcher.tree.floats[0, FINALS : FINALS + players] == pytest.approx(foreseen, abs=0.05)


def test_the_exponential_is_as_good_as_the_librarys() -> None:
    chance = random.Random(1)
    for _ in range(300):
        x = np.float32(chance.uniform(-80, 10))
        assert exp(x) == pytest.approx(math.exp(x), rel=1e-7)
    assert exp(np.float32(-1000)) == 0
    assert exp(np.float32(0)) == 1


def test_units_that_fill_up_the_width_change_nothing() -> None:
    """Any number of units works: three here, which are filled up to as many as a vector has."""
    generator = np.random.default_rng(1)
    direct = generator.normal(size=INPUTS).astype(np.float32)
    few = Network(generator.normal(size=(INPUTS, 3)).astype(np.float32), direct, np.ones(3, dtype=np.float32))
    filled = np.hstack([few.first, np.zeros((INPUTS, 61), dtype=np.float32)])
    many = Network(filled, direct, np.ones(64, dtype=np.float32))
    position = after_random_moves(medina.new_game("second", 2, seed=3), 30, seed=3)
    visits = []
    for network in (few, many):
        searcher = NativeSearch(from_position(position), pack(network), TASTE, 1)
        searcher.look_into(50)
        visits.append(searcher.visits)
    assert visits[0] == visits[1]


def test_a_network_survives_its_file(tmp_path: Path) -> None:
    """In half precision, with units that fill up the width, and without them again."""
    generator = np.random.default_rng(2)
    numbers = (generator.normal(size=shape).astype(np.float16).astype(np.float32) for shape in ((INPUTS, 5), INPUTS, 5))
    network = Network(*numbers)
    save_network(network, tmp_path / "some.bin")
    for known, read in zip(network, load_network(tmp_path / "some.bin"), strict=True):
        assert np.array_equal(known, read)
    shipped = WEIGHTS / "second2.bin"
    assert packed_bytes(pack(load_network(shipped))) == shipped.read_bytes()
    assert len(unpack(weights_for("second", 2)).second) == 256


def test_a_position_reached_in_two_orders_is_looked_into_once() -> None:
    """Two placements of a turn lead to the same position either way round, and its nodes share their children."""
    position = after_random_moves(medina.new_game("second", 2, seed=5), 25, seed=5)
    while position.placements_left != 2:
        position = position.play(position.legal_moves[0])
    searcher = NativeSearch(from_position(position), weights_for("second", 2), TASTE, 1)
    searcher.look_into(2000)
    looked_into = searcher.tree.ints[: searcher.tree.size[0]]
    firsts = looked_into[looked_into[:, 2] > 0][:, 1]
    assert len(np.unique(firsts)) < len(firsts)


@pytest.mark.parametrize("players", [2, 4])
def test_all_moves_of_a_busy_position_are_weighed(players: int) -> None:
    """Below the root only some are at first. Where the search comes often all are, and what was known stays known."""
    position = after_random_moves(medina.new_game("second", players, True, seed=6), 60, seed=6)
    searcher = NativeSearch(from_position(position), weights_for("second", players), TASTE, 1)
    searcher.look_into(1000)
    tree = searcher.tree
    first, count = tree.ints[0, FIRST], tree.ints[0, COUNT]
    busy, quiet = [], []
    for child in range(first, first + count):
        if tree.ints[child, VISITS] == 0:
            continue
        after = position.play(move_texts(players)[tree.ints[child, MOVE]])
        known = root_options(tree, child)
        share = len(known) / min(len(after.legal_moves), TASTE.width)
        if tree.ints[child, VISITS] > BUSY:
            busy.append(share)
            assert sum(option.visits for option in known) >= BUSY - 1
        else:
            quiet.append(share)
    assert set(busy) == {1.0}
    assert statistics.mean(quiet) < 0.8
