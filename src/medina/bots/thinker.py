"""Bots that search with the learned evaluation."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from medina.bots.base import Budget, Outlook, Thought, check_playable
from medina.bots.compiling import watch_compiling
from medina.bots.network import Weights, load_network, pack
from medina.bots.searcher import Option, Searcher, Taste, Team, chances_of, deadline_of
from medina.fast.game import from_position
from medina.fast.moves import move_texts
from medina.rules import Move, Position, Ruleset, new_game

WEIGHTS = Path(__file__).parent / "weights"


@cache
def weights_for(edition: str, players: int) -> Weights:
    """The evaluation learned for this game; gates and switches share it."""
    return pack(load_network(WEIGHTS / f"{edition}{players}.npz"))


_ready = False


def get_ready(on_progress: Callable[[float], None] | None = None) -> None:
    """Loads the compiled search, or compiles it the first time, so that no move has to wait for it.

    Compiling takes a while; `on_progress` hears the share that is done, else a terminal shows it.
    """
    global _ready
    if not _ready:
        watch_compiling(_search_a_little, on_progress)
        _ready = True


def _search_a_little() -> None:
    position = new_game(Ruleset.of("second", players=2), seed=1)
    searcher = Searcher(from_position(position), weights_for("second", 2), Taste(), 1)
    searcher.look_into(2)
    searcher.follow(max(searcher.root_visits().items(), key=lambda item: item[1])[0])


@dataclass(frozen=True)
class _Kept:
    """What was thought about a position, and the move that was chosen."""

    position: Position
    move: int
    team: Team

    def leads_to(self, position: Position) -> bool:
        """Is this the position after the chosen move?"""
        return self.position.play(move_texts(self.position.ruleset.players)[self.move]) == position


class ThinkingBot:
    """Searches with a taste, and looks into no more than `nodes` positions if that is given.

    With two players it remembers what it found out about its next placement in the same turn (with more that was
    measured to be no help), unless nodes are counted: then the same position and seed always have the same answer.
    """

    def __init__(self, taste: Taste, nodes: int | None = None, weights: Weights | None = None) -> None:
        self.taste = taste
        self.nodes = nodes
        self.weights = weights
        self._kept: _Kept | None = None
        get_ready()

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Move:
        return self.think(position, budget, rng).move

    def think(self, position: Position, budget: Budget, rng: random.Random) -> Thought:
        """The move most looked into, at once when no other can overtake it in what is left of the budget."""
        begin = time.perf_counter()
        seed = rng.getrandbits(60)
        moves = check_playable(position)
        if len(moves) == 1:
            return Thought(moves[0])
        weights = self.weights or weights_for(position.ruleset.edition, position.ruleset.players)
        limits = [nodes for nodes in (self.nodes, budget.nodes) if nodes is not None]
        most = min(limits) if limits else None
        threads = 1 if self.nodes is not None else budget.threads
        team = self._remembered(position, threads) if most is None else None
        team = team or Team(from_position(position), weights, self.taste, seed, threads)
        team.run_until_clear(deadline_of(Budget(budget.seconds, most), begin), most)
        option = team.options()[0]
        if most is None and position.ruleset.players == 2 and position.placements_left > 1:
            self._kept = _Kept(position, option.move, team)
        return _thought(position, option)

    def _remembered(self, position: Position, threads: int) -> Team | None:
        """What was found out about this position when thinking about the placement before it."""
        kept, self._kept = self._kept, None
        if kept is None or len(kept.team.searchers) != threads or not kept.leads_to(position):
            return None
        return kept.team if kept.team.follow(kept.move) else None


def _thought(position: Position, option: Option) -> Thought:
    """A move that was never looked into has no opinion behind it, only a glance."""
    players = position.ruleset.players
    move = Move.parse(move_texts(players)[option.move])
    return Thought(move, Outlook(option.finals[:players], chances_of(option, players)) if option.visits else None)
