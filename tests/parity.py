"""Questions to the compiled engine elsewhere, in Node or a browser, with what native code answers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

import medina
from medina import fast
from medina.bots.features import new_scratch
from medina.bots.native import root_options
from medina.bots.network import WEIGHTS, load_weights
from medina.bots.taste import TASTE, Taste
from medina.bots.tree import new_desk, new_tree, search, vector_of
from medina.fast.greedy import best_of_turn
from medina.fast.layout import TURN
from medina.rules.ruleset import PLAYERS
from medina.server.schema import DetailsOf
from medina.table.questions import palace_details, previews, sheets
from support import random_switches

COMBINATIONS = [
    (edition, players, gates) for edition in PLAYERS for players in PLAYERS[edition] for gates in (False, True)
]
ROOM = 60_000
NODES = 300


def starts(count: int) -> Iterator[tuple[medina.Position, random.Random]]:
    """Every edition, number of players, with gates and without; then any of them with random switches."""
    for number in range(count):
        chance = random.Random(number)
        edition, players, gates = COMBINATIONS[number % len(COMBINATIONS)]
        switches = random_switches(chance) if number >= len(COMBINATIONS) else {}
        yield medina.new_game(medina.Ruleset.of(edition, players, gates, **switches), seed=number), chance


def native_game(position: medina.Position, chance: random.Random) -> dict[str, Any]:
    """A random game: its moves, every legal list in a number, and how it ends."""
    state, moves, lists = fast.from_position(position), [], []
    while state[TURN] >= 0:
        codes = fast.legal_codes(state).tolist()
        lists.append(sum((index + 1) * code for index, code in enumerate(codes)) % 1_000_003)
        moves.append(chance.choice(codes))
        fast.play_move(state, moves[-1])
    ended = {"lists": lists, "left": 0, "state": [str(word) for word in state.tolist()], "scores": fast.scores(state)}
    return {"position": medina.position_to_json(position), "moves": moves, "answer": ended}


def some_way_in(position: medina.Position, chance: random.Random) -> medina.Position:
    for _ in range(chance.randrange(100)):
        if position.legal_moves:
            position = position.play(chance.choice(position.legal_moves))
    return position


def native_look(position: medina.Position) -> dict[str, Any]:
    """What the rules themselves say of a position."""
    told = DetailsOf(sheets=list(sheets(position)), palaces=list(palace_details(position)))
    details = json.loads(msgspec.json.encode(told))
    answer = {
        "position": medina.position_to_json(position),
        "moves": [move.text for move in position.legal_moves],
        "previews": {move: list(changes) for move, changes in previews(position).items()},
        "details": details,
        "greediest": [move.text for move in best_of_turn(position)] if position.legal_moves else [],
    }
    return {"position": answer["position"], "answer": answer}


def native_search(position: medina.Position, number: int) -> dict[str, Any]:
    """A search: visits and expectations of every move of the root, the first look at all of them, and its chance."""
    rules = position.ruleset
    simple = number % 10 == 9
    taste = Taste(attention=0.5, care=False) if simple else TASTE
    name = "visitor" if simple else f"{rules.edition}{rules.players}"
    weights = load_weights(WEIGHTS / f"{name}.bin")
    state = fast.from_position(position)
    tree, desk, scratch = new_tree(ROOM), new_desk(state), new_scratch(len(weights.second))
    chance = np.array([number], dtype=np.int64)
    search(state, tree, vector_of(taste), weights, scratch, desk, chance, 1)
    count = len(fast.legal_codes(state))
    glances = [[int(desk.moves[row]), *desk.values[row, : rules.players].tolist()] for row in range(count)]
    search(state, tree, vector_of(taste), weights, scratch, desk, chance, NODES - 1)
    found = [
        [option.move, option.visits, *option.wishes[: rules.players], *option.finals[: rules.players]]
        for option in sorted(root_options(tree), key=lambda option: -option.visits)
    ]
    answer = {"found": found, "glances": glances, "nodes": int(tree.size[1]), "chance": str(int(chance[0]))}
    question = {"network": name, "taste": vector_of(taste).tolist(), "seed": number, "room": ROOM, "nodes": NODES}
    return {"position": medina.position_to_json(position), **question, "answer": answer}


def questions(games: int, looks: int, searches: int) -> dict[str, list[dict[str, Any]]]:
    """Positions with what native code answers."""
    middles = [some_way_in(*start) for start in starts(max(looks, searches))]
    playable = [position for position in middles if position.legal_moves]
    return {
        "games": [native_game(*start) for start in starts(games)],
        "looks": [native_look(position) for position in middles[:looks]],
        "searches": [native_search(position, number) for number, position in enumerate(playable[:searches])],
    }


def differences(asked: dict[str, list[dict[str, Any]]], answered: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Where the answers are not native code's."""
    return [
        f"{kind} {number}: {field}"
        for kind, cases in asked.items()
        for number, (case, answer) in enumerate(zip(cases, answered[kind], strict=True))
        for field, value in case["answer"].items()
        if answer[field] != value
    ]
