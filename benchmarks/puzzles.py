"""How many puzzles each bot of the ladder solves, at the budget it has at a table: the curve in docs/puzzles.md.

    python benchmarks/puzzles.py --jobs 8
    python benchmarks/puzzles.py --most 60 --bots mason,scholar,emir --seconds 0.3

A puzzle is solved when every turn that is asked for has its key, as it is for people. A bot with nodes of its own looks
at so many; the others have `--seconds` for a placement. The same `--seed` takes the same puzzles of a file.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from medina.bots import BOTS, Budget, make_bot
from medina.match import Workers
from medina.match.run import spread
from medina.puzzles import SHIPPED, Puzzle, Step, read_puzzles
from medina.puzzles.turns import goes_on
from medina.rules import Position

LADDER = tuple(name for name in BOTS if name != "random")


def solves(bot: str, puzzle: Puzzle, seconds: float, seed: int) -> bool:
    """Does it find every turn, the others replying as they are expected to?"""
    position = puzzle.start
    for number, step in enumerate(puzzle.steps):
        if not finds(bot, position, step, seconds, seed + number):
            return False
        for move in (*step.turn, *(move for reply in step.replies for move in reply)):
            position = position.play(move)
    return True


def finds(bot: str, position: Position, step: Step, seconds: float, seed: int) -> bool:
    thinker, rng = make_bot(bot), random.Random(seed)
    turn, before, after = [], [], position
    while not turn or goes_on(position, after):
        before.append(after)
        turn.append(thinker.choose(after, Budget(seconds=seconds), rng))
        after = after.play(turn[-1])
    return step.is_found(turn, before)


def try_all(puzzle: Puzzle, bots: Sequence[str], seconds: float, seed: int) -> tuple[str, list[bool]]:
    return puzzle.id, [solves(bot, puzzle, seconds, seed) for bot in bots]


def table(bots: Sequence[str], results: Sequence[Sequence[bool]]) -> str:
    """As Markdown, the weakest first."""
    lines = ["| bot | rating | solved | of | share |", "|---|---|---|---|---|"]
    for bot, found in zip(bots, zip(*results, strict=True), strict=True):
        share = sum(found) / len(found)
        lines.append(f"| {bot} | {BOTS[bot].rating:,} | {sum(found)} | {len(found)} | {share:.0%} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=SHIPPED, help="the puzzles; those that ship unless given")
    parser.add_argument("--bots", default=",".join(LADDER), help="names, separated by commas; the whole ladder")
    parser.add_argument("--most", type=int, default=None, help="so many puzzles, drawn by chance; all unless given")
    parser.add_argument("--seconds", type=float, default=1.0, help="for a placement, where a bot has no nodes (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the draw and of the bots (0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--unsolved", action="store_true", help="also name the puzzles that each bot does not solve")
    args = parser.parse_args(arguments)
    puzzles = list(read_puzzles(args.file))
    if args.most is not None and args.most < len(puzzles):
        puzzles = random.Random(args.seed).sample(puzzles, args.most)
    bots = sorted(args.bots.split(","), key=lambda name: BOTS[name].rating)
    tasks = ((puzzle, bots, args.seconds, args.seed) for puzzle in puzzles)
    results = dict(spread(try_all, tasks, Workers(jobs=args.jobs)))
    print(table(bots, list(results.values())))
    for number, bot in enumerate(bots if args.unsolved else []):
        print(f"{bot} does not solve", *(name for name, found in results.items() if not found[number]))


if __name__ == "__main__":
    main()
