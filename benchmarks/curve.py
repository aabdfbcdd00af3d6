"""What more time is worth to the strongest bot: how much its choice after 0.1, 0.2, … 8 seconds gives away.

    python benchmarks/curve.py --positions 60 --processes 2

Whole games at 8 seconds a placement take a quarter of an hour each, so this looks at single choices. One search on each
position says what it would play after every time; then each move it ever preferred is judged by a search of its own
from the position after it, with other chance. A choice gives away what the best judged move promises more. Seconds are
those of the processor, so a busy machine measures the same.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean, stdev
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import medina
from medina.bots import Budget, make_bot
from medina.bots.analysis import analyse
from medina.bots.taste import TASTE
from medina.engine import Game, Search, move_texts

TIMES = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 8.0]
CHUNK = 64


class Loss(NamedTuple):
    """What a choice gives away: points of lead at the end, and chance to win."""

    points: float
    chance: float


def sample(number: int) -> medina.Position:
    """A position from a game of the strongest bot against itself, with a real choice."""
    chance = random.Random(number)
    bot = make_bot("architect")
    position = medina.new_game("second", 2, gates=number % 3 == 2, seed=number)
    for _ in range(chance.randrange(4, 90)):
        if position.phase != "over":
            position = position.play(bot.choose(position, Budget(nodes=24), chance))
    return position if len(position.legal_moves) >= 8 else sample(number + 100_000)


def choices(position: medina.Position, seed: int, times: list[float]) -> list[str]:
    """What one growing search prefers after each of the times."""
    rules = position.ruleset
    search = Search(Game(position), f"{rules.edition}{rules.players}", TASTE.values, seed)
    texts = move_texts(rules.players)
    preferred = []
    begin = time.process_time()
    for seconds in times:
        while time.process_time() - begin < seconds and not search.full:
            search.look_into(CHUNK)
        preferred.append(texts[max(search.visits, key=search.visits.__getitem__)])
    return preferred


def judged(position: medina.Position, text: str, nodes: int) -> Loss:
    """What a move promises, as a number to compare with others."""
    seat = position.turn or 0
    found = analyse(position.play(text), nodes=nodes, seed=4711)
    rival = max(score for other, score in enumerate(found.scores) if other != seat)
    return Loss(found.scores[seat] - rival, found.chances[seat])


def losses(nodes: int, times: list[float], number: int) -> list[Loss]:
    """What the choice after each of the times gives away in one position."""
    position = sample(number)
    preferred = choices(position, number, times)
    worth = {text: judged(position, text, nodes) for text in set(preferred)}
    best = max(worth.values(), key=lambda value: value.chance + value.points / 100)
    return [Loss(best.points - worth[text].points, best.chance - worth[text].chance) for text in preferred]


def report(found: list[list[Loss]], times: list[float]) -> None:
    print("| seconds | choices that give something away | points given away | chance to win given away |")
    print("|---:|---:|---:|---:|")
    for column, seconds in enumerate(times):
        lost = [each[column] for each in found]
        points, chances = [loss.points for loss in lost], [100 * loss.chance for loss in lost]
        some = sum(loss.points > 0.25 or loss.chance > 0.01 for loss in lost)
        print(f"| {seconds:g} | {some} of {len(lost)} | {spread(points)} | {spread(chances)} % |")


def spread(values: list[float]) -> str:
    """Mean and standard error."""
    return f"{mean(values):.2f} ± {stdev(values) / len(values) ** 0.5:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--judge", type=int, default=20_000, help="nodes to judge a move with")
    parser.add_argument("--times", type=float, nargs="+", default=TIMES, help="seconds to choose after")
    options = parser.parse_args()
    make_bot("architect")  # compiled once, before the processes start
    with ProcessPoolExecutor(options.processes) as pool:
        found = []
        look = partial(losses, options.judge, options.times)
        for number, each in enumerate(pool.map(look, range(options.positions)), 1):
            found.append(each)
            print(f"{number} of {options.positions}", end="\r", flush=True, file=sys.stderr)
    report(found, options.times)


if __name__ == "__main__":
    main()
