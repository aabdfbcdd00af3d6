"""Bots that search with the learned evaluation."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from medina import engine
from medina.bots.base import Bot, Budget, Outlook, Thought, check_playable
from medina.bots.ladder import Rung
from medina.bots.team import Team, deadline_of
from medina.engine import Option, move_texts
from medina.rules import Move, Position


def get_ready(on_progress: Callable[[float], None] | None = None) -> None:
    """Load the engine, so that no move has to wait for it; `on_progress` hears when it is done."""
    engine.get_ready()
    if on_progress is not None:
        on_progress(1.0)


@dataclass(frozen=True)
class _Kept:
    """What was thought about a position, and the move that was chosen."""

    position: Position
    move: int
    team: Team

    def leads_to(self, position: Position) -> bool:
        """Is this the position after the chosen move?"""
        return self.position.play(move_texts(self.position.ruleset.players)[self.move]) == position


class ThinkingBot(Bot):
    """Searches with a taste, and looks into no more positions than its rung has, if it has a limit.

    With two players it remembers what it found out about its next placement in the same turn (with more that was
    measured to be no help), unless nodes are counted: then the same position and seed always have the same answer.
    """

    def __init__(self, rung: Rung) -> None:
        self.rung = rung
        self._kept: _Kept | None = None
        get_ready()

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Move:
        return self.think(position, budget, rng).move

    def think(self, position: Position, budget: Budget, rng: random.Random) -> Thought:
        """The move most looked into, at once when no other can overtake it in what is left of the budget."""
        begin = time.perf_counter()
        seed = rng.getrandbits(60)
        kept, self._kept = self._kept, None
        moves = check_playable(position)
        if len(moves) == 1:
            return Thought(moves[0])
        limits = [nodes for nodes in (self.rung.nodes, budget.nodes) if nodes is not None]
        most = min(limits) if limits else None
        threads = 1 if self.rung.nodes is not None else budget.threads
        team = _remembered(kept, position, threads) if most is None else None
        mind = self.rung.mind
        team = team or Team(position, self.rung.taste, seed, threads, mind=mind, nodes=most, memory=budget.memory)
        team.run_until_clear(deadline_of(Budget(budget.seconds, most), begin), most, budget.stop)
        _, (option, *_) = team.found()
        if most is None and position.ruleset.players == 2 and position.placements_left > 1:
            self._kept = _Kept(position, option.move, team)
        return _thought(position, option)


def _remembered(kept: _Kept | None, position: Position, threads: int) -> Team | None:
    """What was found out about this position when thinking about the placement before it."""
    if kept is None or len(kept.team.searches) != threads or not kept.leads_to(position):
        return None
    return kept.team if kept.team.follow(kept.move) else None


def _thought(position: Position, option: Option) -> Thought:
    """A move that was never looked into has no opinion behind it, only a glance."""
    move = Move.parse(move_texts(position.ruleset.players)[option.move])
    return Thought(move, Outlook(option.finals, option.chances) if option.visits else None)


def best_of_turn(position: Position) -> list[Move]:
    """The first moves of the turns that improve the standing most at once, as the engine finds them."""
    return [Move.parse(move) for move in engine.Game(position).greediest]
