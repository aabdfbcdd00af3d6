"""What goes into the engine: hostile positions are refused or do no harm, searches end when they are told to."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

import medina
from medina.engine import EngineTrap, Game, Search, merge
from medina.engine.core import Core
from medina.engine.description import ARRAYS, POSITION, STATE, TASTE
from medina.notation import BadPosition, position_to_json
from medina.notation.numbers import numbers_of

FITTING = (0, 1, 2, 3, 5, 7, 15, 16, 17, 31, 32, 33, 48, 53, 63, 64, 187, 191, 192, 255, 2047)
CHANGES = (*FITTING, 10**9, 2**62, -1, -2, -(2**63))


def position_after(moves: int, seed: int = 1, players: int = 2) -> medina.Position:
    position, chance = medina.new_game("second", players, True, seed=seed), random.Random(seed)
    for _ in range(moves):
        if position.legal_moves:
            position = position.play(chance.choice(position.legal_moves))
    return position


def paper_of(position: medina.Position) -> list[int]:
    return list(numbers_of(POSITION, position_to_json(position)))


def spoil(numbers: list[int], chance: random.Random) -> list[int]:
    """The numbers with some of them changed, left out, doubled or cut off."""
    spoilt = list(numbers)
    for _ in range(chance.choice((1, 1, 1, 2, 5, 30))):
        place = chance.randrange(len(spoilt) or 1)
        kind = chance.randrange(6)
        if kind == 0:
            del spoilt[place : place + chance.choice((1, 2, 17))]
        elif kind == 1:
            spoilt[place:place] = spoilt[place : place + chance.choice((1, 2, 17))]
        elif kind == 2:
            spoilt = spoilt[:place]
        else:
            spoilt[place : place + 1] = [chance.choice((*CHANGES, spoilt[place] + 1 if spoilt else 0))]
        spoilt = spoilt[:2000] or [0]
    return spoilt


def use(core: Core) -> None:
    """Everything that can be done with a position, until it is over."""
    for name in ("write_position", "write_details", "find_scores", "try_moves", "weigh_turns"):
        core.call(name)
    core.view("chance")[0] = 5
    core.call("play_out")


def test_hostile_numbers_are_refused_or_do_no_harm() -> None:
    """A time limit would not end a call of the module: that every one ends is what is tested."""
    chance, refused, trapped, rounds = random.Random(7), 0, 0, 3000
    starts = [paper_of(position_after(moves, moves, players)) for players in (2, 3, 4) for moves in (0, 9, 40, 90, 200)]
    core = Core()
    for _ in range(rounds):
        numbers = spoil(chance.choice(starts), chance)
        paper = core.view("paper")
        for place in range(len(paper)):
            paper[place] = 0
        for place, number in enumerate(numbers, 1):
            paper[place] = number
        if not core.call("read_position"):
            assert core.view("state")[STATE["TURN"]] == -1
            assert sum(core.view("state")) == -1, "nothing is left of it"
            refused += 1
            continue
        try:
            use(core)
        except EngineTrap:
            core, trapped = Core(), trapped + 1
    assert refused > rounds / 2
    assert trapped < rounds / 20


@pytest.mark.parametrize("number", range(20))
def test_a_hostile_position_that_is_let_through_can_be_searched(number: int) -> None:
    chance = random.Random(number)
    starts = [position_after(moves, moves, players) for players in (2, 4) for moves in (9, 60)]
    searched = 0
    for _ in range(60):
        game = Game(starts[0])
        paper = game._core.view("paper")
        for place, value in enumerate(spoil(paper_of(chance.choice(starts)), chance), 1):
            paper[place] = value
        if not game._core.call("read_position"):
            continue
        search = Search(game, "second2", TASTE, 1, nodes=30)
        try:
            search.run(None, 30, lambda: False)
        except EngineTrap:
            continue
        assert search.nodes == 30 or search.full
        searched += 1
    assert searched > 0


def test_a_position_that_no_game_comes_to_is_refused_with_its_reason() -> None:
    told, refused = position_to_json(position_after(30)), set()
    for change in ({"players": 9}, {"turn": 3}, {"stock": []}, {"streets": [["a1", "a1"]]}, {"cells": {"zz": "G"}}):
        with pytest.raises(BadPosition):
            Game({**told, **change})  # type: ignore[typeddict-item, arg-type]
    whole = Game(told).state
    for field in told:
        left = {name: value for name, value in told.items() if name != field}
        try:
            assert Game(left).state == whole, "it follows from the others"  # type: ignore[arg-type]
        except BadPosition:
            refused.add(field)
    assert refused >= {"edition", "players", "cells", "stock", "turn"}


def test_a_trap_names_its_function_and_spoils_no_other_search() -> None:
    search, other = (Search(Game(position_after(30)), "second2", TASTE, 1, nodes=400) for _ in range(2))
    search.look_into(100)
    other.look_into(100)
    search._core.view("tree.ints")[1] = 2**27  # the root's children lie beyond all memory
    with pytest.raises(EngineTrap, match="search") as caught:
        search.look_into(10)
    assert caught.value.function == "search"
    other.look_into(100)
    alone = Search(Game(position_after(30)), "second2", TASTE, 1, nodes=400)
    alone.look_into(200)
    assert other.visits == alone.visits


def test_memory_is_bounded_and_given_back() -> None:
    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    position, before = position_after(20), 0
    for number in range(12):
        search = Search(Game(position), "second2", TASTE, number, memory=8_000_000)
        search.run(None, None, lambda: False)
        assert search.full
        assert len(search._core._memory) < 16_000_000
        del search
        if number == 2:
            before = resident()
    assert resident() - before < 20_000_000


def test_two_hundred_searches_begun_and_cancelled_over_eight_threads_answer_as_alone() -> None:
    """Cancelled at any node, a search goes on as if nothing had been; it has what one alone has at as many nodes."""
    chance = random.Random(3)
    positions = [position_after(moves, moves, players) for players in (2, 3) for moves in (5, 30, 70)]
    jobs = [(number % len(positions), number, chance.uniform(0, 0.03)) for number in range(200)]

    def think(job: tuple[int, int, float]) -> tuple[int, int, int, dict[int, int]]:
        place, seed, patience = job
        position = positions[place]
        mind = f"second{position.ruleset.players}"
        search = Search(Game(position), mind, TASTE, seed % 5, nodes=300)
        end = time.perf_counter() + patience
        search.run(None, 300, lambda: time.perf_counter() > end)
        if seed % 3 == 0:
            search.run(None, 300, lambda: False)
        assert merge([search])[0].visits == search.nodes
        return place, seed % 5, search.nodes, search.visits

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(think, jobs))
    alone: dict[tuple[int, int], list[tuple[int, dict[int, int]]]] = {}
    for place, seed, nodes, visits in sorted(answers, key=lambda answer: answer[2]):
        alone.setdefault((place, seed), []).append((nodes, visits))
    assert len({nodes for _, _, nodes, _ in answers}) > 5
    for (place, seed), found in alone.items():
        search = Search(Game(positions[place]), f"second{positions[place].ruleset.players}", TASTE, seed, nodes=300)
        for nodes, visits in found:
            search.look_into(nodes - search.nodes)
            assert search.visits == visits
    assert threading.active_count() < 5


def test_every_array_lies_in_memory_and_beside_the_others() -> None:
    search = Search(Game(position_after(3)), "second2", TASTE, 1, nodes=10)
    core = search._core
    places = sorted((core._at[name], core._at[name] + core._bytes_of(name)) for name in ARRAYS)
    assert all(end <= begin for (_, end), (begin, _) in pairwise(places))
    assert places[-1][1] <= len(core._memory)
