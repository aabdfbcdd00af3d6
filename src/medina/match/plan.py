"""The plan of a match: everything that decides its games, so that a match can be resumed and played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import combinations, permutations
from math import isfinite
from random import Random
from typing import Any

from medina.bots import Budget
from medina.match.entrants import BadMatch, Entrant, entrant
from medina.protocol.external import Patience
from medina.rules import RULES_VERSION, Position, Ruleset, new_game
from medina.rules.ruleset import read_switches
from medina.words import failure


@dataclass(frozen=True)
class MatchPlan:
    """A match. Its games are numbered from 1, and each follows from the plan and its number alone."""

    bots: tuple[str, ...]
    games: int
    ruleset: Ruleset = field(default_factory=Ruleset.of)
    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0
    event: str = "Medina match"
    date: str = ""
    patience: Patience = field(default_factory=Patience)

    def __post_init__(self) -> None:
        if not self.bots:
            raise failure(BadMatch, "match.error.no_bots")
        if self.games < 1:
            raise failure(BadMatch, "match.error.no_games")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds > 0):
            raise failure(BadMatch, "match.error.seconds")
        if self.nodes is not None and self.nodes < 1:
            raise failure(BadMatch, "match.error.nodes")
        if not (isfinite(self.patience.grace) and self.patience.grace >= 0 and self.patience.start > 0):
            raise failure(BadMatch, "match.error.patience")
        for spec in self.bots:
            entrant(spec)

    @property
    def entrants(self) -> dict[str, Entrant]:
        """Who takes part, by how they were asked for, each once."""
        return {spec: entrant(spec) for spec in self.bots}

    def budget(self, bot: Entrant) -> Budget:
        """What a bot may spend on a placement: its own budget, else the match's."""
        return bot.own_budget or Budget(seconds=self.seconds, nodes=self.nodes)

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game.

        A block of as many games as seats turns one order of the bots around the board, so that everybody sits
        everywhere once. The next blocks take the other choices of bots, then the other orders.
        """
        block, turned = divmod(number - 1, self.ruleset.players)
        choice, order = block % len(self._choices), block // len(self._choices)
        players = self._choices[choice]
        orders = list(permutations(range(1, len(players))))
        seating = [players[0], *(players[index] for index in orders[order % len(orders)])]
        return tuple(seating[-turned:] + seating[:-turned])

    def start(self, number: int) -> Position:
        """The first position of a game. A block of games has the same well and market, for fairness."""
        setting = (number - 1) // (self.ruleset.players * len(self._choices))
        return new_game(self.ruleset, seed=Random(f"{self.seed} setting {setting}").getrandbits(32))

    def chance(self, number: int, seat: int) -> Random:
        """The randomness of a seat in a game."""
        return Random(f"{self.seed} game {number} seat {seat}")

    @property
    def even_games(self) -> int:
        """The next number of games after which everybody has sat everywhere equally often."""
        cycle = self.ruleset.players * len(self._choices)
        return -(-self.games // cycle) * cycle

    @property
    def _choices(self) -> list[tuple[str, ...]]:
        """Who plays together: all choices of as many bots as seats; the last bot listed fills empty seats."""
        players = self.ruleset.players
        filled = self.bots + (self.bots[-1],) * (players - len(self.bots))
        return list(combinations(filled, players))

    def to_json(self) -> dict[str, Any]:
        rules = self.ruleset
        game = {"edition": rules.edition, "players": rules.players, "gates": rules.gates, "options": rules.options}
        game["rules"] = RULES_VERSION
        return {**asdict(self), "bots": list(self.bots), "ruleset": game}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> MatchPlan:
        """The plan that this plain data describes."""
        game = data["ruleset"]
        options = read_switches(game["edition"], game["options"], game.get("rules", 1))
        ruleset = Ruleset.of(game["edition"], game["players"], game["gates"], **options)
        own = {"bots": tuple(data["bots"]), "ruleset": ruleset, "patience": Patience(**data["patience"])}
        return MatchPlan(**{**data, **own})
