"""How many puzzles each bot of the ladder solves, at the budget it has at a table: the curve in docs/puzzles.md.

    python benchmarks/puzzles.py --jobs 8
    python benchmarks/puzzles.py --most 60 --bots mason,scholar,emir --seconds 0.3
    python benchmarks/puzzles.py --unclear 8000 --jobs 8

A puzzle is solved when every turn that is asked for has its key, as it is for people. A bot with nodes of its own looks
at so many; the others have `--seconds` for a placement. The same `--seed` takes the same puzzles of a file.

`--unclear NODES` asks something else, after the networks have changed: which puzzles have a second solution by now, a
turn without the key that comes nearer than 0.1 of a win after so many nodes for either.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from medina.bots import BOTS, Budget, make_bot
from medina.match import Workers
from medina.match.run import spread
from medina.puzzles import SHIPPED, Puzzle, Step, read_puzzles
from medina.puzzles.turns import Turn, by_search, goes_on, lead_of
from medina.rules import Move, Position

LADDER = tuple(name for name in BOTS if name != "random")
CLEAR = 0.1  # the least lead with which a puzzle ships


def solves(bot: str, puzzle: Puzzle, seconds: float, seed: int) -> bool:
    """Does it find every turn, the others replying as they are expected to?"""
    steps = enumerate(steps_of(puzzle))
    return all(finds(bot, position, step, seconds, seed + number) for number, (position, step) in steps)


def steps_of(puzzle: Puzzle) -> Iterator[tuple[Position, Step]]:
    """What is asked for, and where."""
    position = puzzle.start
    for step in puzzle.steps:
        yield position, step
        for move in (*step.turn, *(move for reply in step.replies for move in reply)):
            position = position.play(move)


def finds(bot: str, position: Position, step: Step, seconds: float, seed: int) -> bool:
    thinker, rng = make_bot(bot), random.Random(seed)
    turn: list[Move] = []
    before, after = [], position
    while not turn or goes_on(position, after):
        before.append(after)
        turn.append(thinker.choose(after, Budget(seconds=seconds), rng))
        after = after.play(turn[-1])
    return step.is_found(turn, before)


def try_all(puzzle: Puzzle, bots: Sequence[str], seconds: float, seed: int) -> tuple[str, list[bool]]:
    return puzzle.id, [solves(bot, puzzle, seconds, seed) for bot in bots]


def lead(puzzle: Puzzle, nodes: int, seed: int) -> tuple[str, float]:
    """By how much the key is ahead of its rival at the step where that is least."""
    leads = []
    for position, step in steps_of(puzzle):
        turns = [whole(position, step.turn), whole(position, step.rival)]
        leads.append(lead_of(by_search(position, turns, nodes, seed), tuple(map(Move.parse, step.key)))[1])
    return puzzle.id, min(leads)


def whole(position: Position, texts: Sequence[str]) -> Turn:
    end = position
    for text in texts:
        end = end.play(text)
    return Turn(tuple(map(Move.parse, texts)), end, 0.0)


def table(bots: Sequence[str], results: Sequence[Sequence[bool]]) -> str:
    """As Markdown, the weakest first."""
    lines = ["| bot | rating | solved | of | share |", "|---|---|---|---|---|"]
    for bot, found in zip(bots, zip(*results, strict=True), strict=True):
        share = sum(found) / len(found)
        lines.append(f"| {bot} | {BOTS[bot].rating:,} | {sum(found)} | {len(found)} | {share:.0%} |")
    return "\n".join(lines)


def name_unclear(puzzles: Sequence[Puzzle], nodes: int, seed: int, workers: Workers) -> None:
    """Those that have a second solution by now, the worst first."""
    leads = dict(spread(lead, ((puzzle, nodes, seed) for puzzle in puzzles), workers))
    unclear = sorted((ahead, name) for name, ahead in leads.items() if ahead < CLEAR)
    print(f"{len(unclear)} of {len(leads)} are not clear:")
    print(*(f"{name} {ahead:+.2f}" for ahead, name in unclear), sep="\n")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=SHIPPED, help="the puzzles; those that ship unless given")
    parser.add_argument("--bots", default=",".join(LADDER), help="names, separated by commas; the whole ladder")
    parser.add_argument("--most", type=int, default=None, help="so many puzzles, drawn by chance; all unless given")
    parser.add_argument("--seconds", type=float, default=1.0, help="for a placement, where a bot has no nodes (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the draw and of the bots (0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--unsolved", action="store_true", help="also name the puzzles that each bot does not solve")
    parser.add_argument("--unclear", type=int, metavar="NODES", help="instead name those with a second solution")
    args = parser.parse_args(arguments)
    puzzles = list(read_puzzles(args.file))
    if args.most is not None and args.most < len(puzzles):
        puzzles = random.Random(args.seed).sample(puzzles, args.most)
    if args.unclear:
        name_unclear(puzzles, args.unclear, args.seed, Workers(jobs=args.jobs))
        return
    bots = sorted(args.bots.split(","), key=lambda name: BOTS[name].rating)
    tasks = ((puzzle, bots, args.seconds, args.seed) for puzzle in puzzles)
    results = dict(spread(try_all, tasks, Workers(jobs=args.jobs)))
    print(table(bots, list(results.values())))
    for number, bot in enumerate(bots if args.unsolved else []):
        print(f"{bot} does not solve", *(name for name, found in results.items() if not found[number]))


if __name__ == "__main__":
    main()
