"""How many nodes a second the search looks into: today's and an older commit's, in turns, on one core.

    python benchmarks/pace.py 1470dba
    python benchmarks/pace.py 58c7cdb --games 2000 --rounds 9    (random games a second instead)

A row for every kind of game, over positions of a game between scholars: nodes a CPU second, medians over the rounds,
and the ratio. A node is a position whose moves were weighed, in either; what is weighed there differs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TypedDict

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import medina

ROOT = Path(__file__).parent.parent
AFTER = (0.2, 0.4, 0.6, 0.8)  # of a game's placements


class Case(TypedDict):
    """Moves that lead to a position, for code that is older than other ways of telling one."""

    edition: str
    players: int
    moves: list[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", nargs="?", help="a commit, or a folder with another tree")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=3000, help="in each position")
    parser.add_argument("--games", type=int, default=0, help="play so many random games instead of searching")
    parser.add_argument("--count", action="store_true", help=argparse.SUPPRESS)  # what the tree on the path does
    options = parser.parse_args()
    if options.count:
        cases = json.load(sys.stdin)
        paces = [games_pace(case, options.games) if options.games else pace(case, options.nodes) for case in cases]
        print(json.dumps(paces))
    elif options.version is None:
        parser.error("which older version? A commit, or a folder with another tree")
    else:
        compare(options.version, options.rounds, options.nodes, options.games)


def pace(case: Case, nodes: int) -> float:
    """Nodes a CPU second in one position, by the tree on the path."""
    from medina.bots.native import NativeSearch
    from medina.bots.network import weights_for
    from medina.bots.taste import TASTE
    from medina.fast.game import from_position

    position = medina.new_game(case["edition"], case["players"], seed=1)
    for move in case["moves"]:
        position = position.play(move)
    searcher = NativeSearch(from_position(position), weights_for(case["edition"], case["players"]), TASTE, 1)
    searcher.look_into(20)
    begin = time.process_time()
    searcher.look_into(nodes)
    return nodes / (time.process_time() - begin)


def games_pace(case: Case, games: int) -> float:
    """Random games a CPU second from the first position, by the tree on the path."""
    from medina.fast.game import from_position
    from medina.fast.playout import random_games

    start = from_position(medina.new_game(case["edition"], case["players"], seed=1))
    totals = np.zeros((games, 4), dtype=np.int64)
    random_games(start, 1, 1, totals)
    begin = time.process_time()
    random_games(start, games, 1, totals)
    return games / (time.process_time() - begin)


def compare(version: str, rounds: int, nodes: int, games: int) -> None:
    from against import KINDS, sources_of

    with tempfile.TemporaryDirectory(prefix="medina-old-") as folder:
        trees = (ROOT / "src", sources_of(version, Path(folder)))
        print(f"| game | today's | {version} | |\n|---|---:|---:|---:|")
        for kind in KINDS:
            edition, players = kind[:-1], int(kind[-1])
            cases = [Case(edition=edition, players=players, moves=[])] if games else positions(edition, players)
            told = [[ask(tree, cases, nodes, games) for tree in trees] for _ in range(rounds)]
            today, older = (statistics.median(each) for each in zip(*told, strict=True))
            print(f"| {kind} | {today:,.0f} | {older:,.0f} | {today / older:.2f} |", flush=True)


def positions(edition: str, players: int) -> list[Case]:
    """Some of a game between scholars."""
    position, bot, chance = medina.new_game(edition, players, seed=1), medina.bots.make_bot("scholar"), random.Random(1)
    moves: list[str] = []
    while position.phase != "over":
        move = bot.choose(position, medina.bots.Budget(), chance)
        position = position.play(move)
        moves.append(move.text)
    return [Case(edition=edition, players=players, moves=moves[: int(share * len(moves))]) for share in AFTER]


def ask(tree: Path, cases: list[Case], nodes: int, games: int) -> float:
    """The mean pace of the search, or of random games, in a tree."""
    command = [sys.executable, __file__, "--count", "--nodes", str(nodes), "--games", str(games)]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    out = subprocess.run(
        command, input=json.dumps(cases), env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return float(statistics.mean(json.loads(out.stdout)))


if __name__ == "__main__":
    main()
