"""Comparisons from made-up positions, each of which provokes one of the rules that random games hardly meet."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .compare import Comparison, random_rules
from .duty_positions import roof_due_first, roof_due_last, two_due
from .engines import Engine
from .policies import policies_of_a_game
from .row_positions import NEWLY_TOUCHED, second_rows
from .state import Rules, State, Switch
from .tally import Effort, Tally

FROM_ONE_GAME = 5
"""How many positions of a kind are made with one set of rules."""


@dataclass(frozen=True)
class Kind:
    """A kind of made-up positions: a switch and its possible values, how they are made, and what shows the rule."""

    switch: str
    values: tuple[Switch, ...]
    make: Callable[[Rules, random.Random], Iterator[tuple[State, list[str]]]]
    telling: tuple[str, ...]

    def rules(self, edition: str, players: int, gates: bool, rng: random.Random) -> Rules:
        """Random rules, but for the switch that this kind is about."""
        switches = random_rules(edition, players, gates, rng).switches()
        return Rules.of(edition, players, gates, **{**switches, self.switch: rng.choice(self.values)})


def _without_moves(
    make: Callable[[Rules, random.Random], Iterator[State]],
) -> Callable[[Rules, random.Random], Iterator[tuple[State, list[str]]]]:
    return lambda rules, rng: ((state, []) for state in make(rules, rng))


KINDS = {
    "4.8": Kind("both_placements", (True,), _without_moves(two_due), ("4.8 first placement barred",)),
    "4.6 first": Kind("last_player_roofs", (True,), _without_moves(roof_due_first), ("4.6 first placement barred",)),
    "4.6 last": Kind(
        "last_player_roofs",
        (True,),
        _without_moves(roof_due_last),
        ("4.6 only roofs allowed where other moves were possible",),
    ),
    "13.4": Kind("connection", ("row", "row", "every", "tower"), second_rows, NEWLY_TOUCHED),
}


def compare_made(
    engine: Engine,
    kind: str,
    game: tuple[str, int, bool],
    rng: random.Random,
    effort: Effort,
    count: int = FROM_ONE_GAME,
) -> Tally:
    """Compare games from positions of one kind. The tally says under `made` how many showed the rule."""
    what = KINDS[kind]
    rules = what.rules(*game, rng)
    made = what.make(rules, rng)
    total = Tally()
    for _ in range(count):
        start, moves = next(made)
        policies = policies_of_a_game(rules.players, rng)
        tally = Comparison(engine, rules, policies, rng, effort).run_from(start, moves, at_once=True)
        tally.made[kind] += any(tally.hits[event] for event in what.telling)
        total.add(tally)
    return total
