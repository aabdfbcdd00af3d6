"""OpenSpiel's own tests of a game, and what they do not look at."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import medina.envs.spiel  # noqa: E402
from medina.rules.ruleset import PUBLIC_PIECES, SWITCHES, Ruleset  # noqa: E402

GAMES = [
    "medina(tea=off)",
    "medina(players=3,gates=True,reward=margin,well=off)",
    "medina(players=4,edition=first,reward=score,founding=off)",
]


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_simulation_of_the_wheel(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


def played(name: str, plies: int, seed: int = 1) -> Any:
    chance = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal() and plies:
        state.apply_action(chance.choice(state.legal_actions()))
        plies -= 1
    return state


def test_moves_and_returns_are_those_of_the_rules() -> None:
    state = played("medina(players=3,gates=True,reward=score)", -1)
    well, market = state.drawn
    position = medina.new_game("second", 3, True, well=well, market=market)
    for move in state.moves:
        position = position.play(move)
    assert position.phase == "over"
    assert state.returns() == list(position.scores)
    assert state.position == position


@pytest.mark.parametrize("edition", ["first", "second"])
def test_every_switch_is_a_parameter_and_otherwise_as_the_edition_has_it(edition: str) -> None:
    given = {"edition": edition, "players": 3}
    usual = Ruleset.of(**given)
    assert pyspiel.load_game("medina", given).ruleset == usual
    words = {False: "off", True: "on"}
    for name, value in ((name, value) for name, switch in SWITCHES.items() for value in switch.values):
        game = pyspiel.load_game("medina", {**given, name: words.get(value, value)})
        assert game.ruleset == Ruleset.of(**given, **{name: value})
        assert pyspiel.load_game(str(game)).ruleset == game.ruleset
    with pytest.raises(medina.MedinaError, match="tea is one of usual, off, on"):
        pyspiel.load_game("medina(tea=maybe)")


def test_legal_actions_are_written_as_the_rules_write_them() -> None:
    state = played("medina", 30)
    player = state.current_player()
    texts = [state.action_to_string(player, action) for action in state.legal_actions()]
    assert sorted(texts) == [move.text for move in state.position.legal_moves]


def test_chance_puts_the_well_and_the_market_anywhere_but_on_the_edge() -> None:
    state = pyspiel.load_game("medina").new_initial_state()
    wells = [cell for cell, _ in state.chance_outcomes()]
    assert len(wells) == 8 * 12
    state.apply_action(wells[5])
    markets = [cell for cell, _ in state.chance_outcomes()]
    assert sorted({*markets, wells[5]}) == wells
    first = pyspiel.load_game("medina(players=3,edition=first)").new_initial_state()
    assert not first.is_chance_node()


def test_an_observation_keeps_the_screens_and_a_perfect_memory_does_not() -> None:
    state = played("medina", 40)
    names = medina.envs.spiel.number_names(2)
    seen, known = (
        make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=recall))
        for recall in (False, True)
    )
    stocks = state.position.stocks
    for observation, open_stocks in ((seen, False), (known, True)):
        observation.set_from(state, 0)
        numbers = dict(zip(names, observation.dict["numbers"].tolist(), strict=True))
        for letter, count in stocks[1].items():
            assert numbers[f"seat 1: stock {letter}"] == (count if open_stocks or letter in PUBLIC_PIECES else 0)
            assert numbers[f"seat 0: stock {letter}"] == stocks[0][letter]
    assert np.array_equal(known.tensor, state.information_state_tensor(0))
    assert np.array_equal(seen.tensor, state.observation_tensor(0))
    assert "seat 1: stock G" not in state.observation_string(0)
    assert state.information_state_string(0).endswith(state.moves[-1])


def test_its_search_plays_our_bot() -> None:
    example = Path(__file__).parents[2] / "examples" / "open_spiel_mcts.py"
    command = [sys.executable, str(example), "--bot", "random", "--simulations", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"OpenSpiel's MCTS \d+, random \d+\n", done.stdout)
