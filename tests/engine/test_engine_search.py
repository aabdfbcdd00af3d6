"""The engine's search is the one Numba compiles from the same sources: visit for visit, and in what it finds."""

from __future__ import annotations

import random
from itertools import islice

import pytest

pytest.importorskip("numba")

import medina
from medina.bots.ladder import RUNGS, Rung
from medina.bots.native import NativeSearch, root_options
from medina.bots.network import WEIGHTS, load_weights
from medina.bots.taste import TASTE
from medina.engine import Game, Search, merge
from medina.fast.game import from_position
from parity import COMBINATIONS, some_way_in


def middles(count: int) -> list[medina.Position]:
    """Positions of all games at all stages, with something to choose."""
    found = []
    for number in range(10**6):
        if len(found) == count:
            break
        edition, players, gates = COMBINATIONS[number % len(COMBINATIONS)]
        position = some_way_in(medina.new_game(edition, players, gates, seed=number), random.Random(number))
        if len(position.legal_moves) > 1:
            found.append(position)
    return found


def both(position: medina.Position, rung: Rung, seed: int, nodes: int | None = None) -> tuple[NativeSearch, Search]:
    mind = rung.mind or f"{position.ruleset.edition}{position.ruleset.players}"
    native = NativeSearch(from_position(position), load_weights(WEIGHTS / f"{mind}.bin"), rung.taste, seed)
    return native, Search(Game(position), mind, rung.taste.values, seed, nodes=nodes)


@pytest.mark.parametrize("number", range(20))
def test_every_visit_is_the_same(number: int) -> None:
    position = middles(20)[number]
    native, search = both(position, Rung(), number)
    for count in (1, 19, 380, 800):
        native.look_into(count)
        search.look_into(count)
        assert search.visits == native.visits
    assert search.nodes == native.nodes == 1200


@pytest.mark.parametrize("name", RUNGS)
def test_every_bot_of_the_ladder_looks_the_same_with_the_room_that_its_nodes_need(name: str) -> None:
    rung = RUNGS[name]
    for number, position in enumerate(middles(8)):
        native, search = both(position, rung, number, nodes=rung.nodes or 700)
        native.look_into(rung.nodes or 700)
        search.look_into(rung.nodes or 700)
        assert search.visits == native.visits
        assert search.nodes == native.nodes


@pytest.mark.parametrize("number", range(6))
def test_what_is_found_is_what_the_tree_has(number: int) -> None:
    position = middles(6)[number]
    native, search = both(position, Rung(), number)
    native.look_into(300)
    search.look_into(300)
    whole, options = merge([search])
    players = position.ruleset.players
    known = {option.move: option for option in root_options(native.tree)}
    assert [option.visits for option in options] == sorted((each.visits for each in known.values()), reverse=True)
    for option in options:
        assert option.visits == known[option.move].visits
        assert option.wishes == known[option.move].wishes[:players]
        assert option.finals == known[option.move].finals[:players]
        assert sum(option.chances) == pytest.approx(1)
    assert whole.visits == 300
    assert whole.line[0] == options[0].move
    assert whole.line[1:] == options[0].line[: len(whole.line) - 1]


def test_a_followed_tree_is_the_same() -> None:
    followed = 0
    for number, position in enumerate(islice(middles(12), 0, None, 2)):
        native, search = both(position, Rung(), number)
        native.look_into(250)
        search.look_into(250)
        best = max(native.visits, key=lambda move: native.visits[move])
        assert native.follow(best) == search.follow(best)
        assert search.visits == native.visits
        assert search.state == native.state.tobytes()
        native.look_into(200)
        search.look_into(200)
        assert search.visits == native.visits
        followed += 1
    assert followed == 6


def test_what_nobody_looked_into_is_not_followed() -> None:
    _, search = both(middles(1)[0], Rung(), 1)
    search.look_into(3)
    state, visits = search.state, search.visits
    unseen = next(move for move, count in visits.items() if count == 0)
    assert not search.follow(unseen)
    assert not search.follow(10**6)
    assert (search.state, search.visits) == (state, visits)


def test_searches_are_merged_by_their_visits() -> None:
    position = middles(3)[2]
    mind = f"{position.ruleset.edition}{position.ruleset.players}"
    searches = [Search(Game(position), mind, TASTE.values, seed) for seed in (1, 2, 3)]
    for search in searches:
        search.look_into(150)
    alone = [{option.move: option for option in merge([search])[1]} for search in searches]
    whole, together = merge(searches)
    assert whole.visits == 450
    assert [option.visits for option in together] == sorted((option.visits for option in together), reverse=True)
    for option in together:
        same = [found[option.move] for found in alone if option.move in found]
        assert option.visits == sum(each.visits for each in same)
        if option.visits:
            mean = sum(each.visits * each.finals[0] for each in same) / option.visits
            assert option.finals[0] == pytest.approx(mean)


def test_a_full_tree_ends_the_search() -> None:
    _, search = both(middles(1)[0], Rung(), 1)
    small = Search(Game(middles(1)[0]), "second2", TASTE.values, 1, memory=300_000)
    small.run(None, 10**6, lambda: False)
    assert small.full
    assert 10 < small.nodes < 1000
    assert not search.full
