"""Are the chances true, and the expected scores? Games of the strongest bot against itself, and what it said in them.

    python benchmarks/calibrate.py second2 --games 200 --nodes 200
    python benchmarks/calibrate.py second2 second3 second4 first3 first4 --games 100 --jobs 16 --out said.jsonl
    python benchmarks/calibrate.py second2 second3 --read said.jsonl --diagram chances.svg

Prints for every tenth of the chance to win how often it was said and how often it came true, and for every phase of
the game by how much the final scores were higher than expected; then which doubt (`bots/utility.py`) would have fitted.
`--out` keeps all that was said with what came, and `--read` tells about what was kept, instead of playing; `--diagram`
draws the chances.
`--correct FOLDER` writes networks there that expect as much more or less: a line in the pieces left, the same for all
seats, so that no choice changes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from diagram import Tenth, diagram

import medina
from medina.bots.analysis import analyse
from medina.bots.features import ALWAYS, SEAT_SIZE, SHARE_LEFT, WHOLE_GAME
from medina.bots.network import SCALE, WEIGHTS, load_network, save_network
from medina.bots.utility import DOUBT, doubt_of
from medina.match.run import Workers, spread

EVERY = 3  # placements from one saying to the next
PHASES = 4


class Saying(NamedTuple):
    """What was said about a seat, and what came: `left` is the share of all pieces that was not placed yet."""

    kind: str
    left: float
    pieces: int
    chance: float
    score: float
    won: float
    final: float


def play_game(kind: str, nodes: int, number: int) -> list[Saying]:
    """One game; gates in a third of them."""
    position = medina.new_game(kind[:-1], int(kind[-1]), number % 3 == 2, seed=number)
    all_pieces = pieces_left(position)
    said = []
    while position.phase != "over":
        if len(position.legal_moves) == 1:
            position = position.play(position.legal_moves[0])
            continue
        found = analyse(position, nodes=nodes, seed=number, lines=1)
        said.append((pieces_left(position), found.chances, found.scores))
        position = position.play(found.lines[0].move)
    finals = position.scores
    winners = finals.count(max(finals))
    return [
        Saying(kind, pieces / all_pieces, pieces, chance, score, (final == max(finals)) / winners, float(final))
        for pieces, chances, scores in said[number % EVERY :: EVERY]
        for chance, score, final in zip(chances, scores, finals, strict=True)
    ]


def pieces_left(position: medina.Position) -> int:
    return sum(count for stock in position.stocks for piece, count in stock.items() if piece != "T")


def tenths_of(said: list[Saying]) -> list[Tenth]:
    found = []
    for number in range(10):
        some = [each for each in said if number <= min(9.999, 10 * each.chance) < number + 1]
        if some:
            on_average, came = mean(each.chance for each in some), mean(each.won for each in some)
            found.append(Tenth(number, len(some), on_average, came))
    return found


def report(kind: str, said: list[Saying]) -> None:
    print(f"\n{kind}: {len(said)} sayings\n\n| said | times | on average | came true |\n|---|---:|---:|---:|")
    for number, times, on_average, came in tenths_of(said):
        print(f"| {10 * number} to {10 * number + 10} % | {times} | {on_average:.1%} | {came:.1%} |")
    print("\n| pieces left | times | final score over the expected one |\n|---|---:|---:|")
    for phase in reversed(range(PHASES)):
        some = [each for each in said if phase <= min(PHASES - 0.001, PHASES * each.left) < phase + 1]
        misses = [each.final - each.score for each in some]
        if len(misses) > 1:
            low, high = 100 * phase // PHASES, 100 * (phase + 1) // PHASES
            print(f"| {low} to {high} % | {len(misses)} | {mean(misses):+.2f} (spread {stdev(misses):.1f}) |")


def better_doubt(kind: str, said: list[Saying]) -> None:
    """Says which doubt would have made what came most likely: with another one, wishes lie apart by more or less."""
    players = int(kind[-1])
    by_position = (-1, players)  # all seats of one are said one after another
    won = np.reshape([each.won for each in said], by_position)
    wishes = np.log(np.maximum(np.reshape([each.chance for each in said], by_position), 1e-6))
    pieces = np.array([each.pieces for each in said[::players]])
    own = DOUBT[players]

    def surprise(scale: float, power: float) -> float:
        """In nats a game."""
        apart = wishes * (doubt_of(pieces, players, *own) / doubt_of(pieces, players, scale, power))[:, None]
        return float(-(won * (apart - np.log(np.exp(apart).sum(axis=1, keepdims=True)))).sum(axis=1).mean())

    tried = [(scale / 100, power / 100) for scale in range(10, 100, 2) for power in range(30, 100, 2)]
    best = min(tried, key=lambda each: surprise(*each))
    print(f"\n{kind}: doubt {own} surprised by {surprise(*own):.4f} nats, {best} would by {surprise(*best):.4f}")


def correct(kind: str, said: list[Saying], folder: Path) -> None:
    """Writes the network that would have expected what came, as far as a line in the pieces left can say it."""
    network = load_network(WEIGHTS / f"{kind}.bin")
    left = np.array([each.pieces for each in said]) / (WHOLE_GAME * int(kind[-1]))
    slope, level = np.polyfit(left, [each.final - each.score for each in said], 1)
    network.direct[2 * SEAT_SIZE + ALWAYS] += level / SCALE
    network.direct[2 * SEAT_SIZE + SHARE_LEFT] += slope / SCALE
    save_network(network, folder / f"{kind}.bin")
    print(f"\n{kind}: corrected by {level:+.2f} points in the end and {level + slope:+.2f} in the beginning")


def games(kinds: Iterable[str], each: int, nodes: int, first: int) -> Iterable[tuple[str, int, int]]:
    return ((kind, nodes, number) for number in range(first, first + each) for kind in kinds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="+", help="second2, second3, second4, first3, first4")
    parser.add_argument("--games", type=int, default=100, help="of each kind")
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first game: others give other games")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--out", type=Path, help="a line of JSON for everything said is added to this file")
    parser.add_argument("--read", type=Path, metavar="FILE", help="what is told was said there; nothing is played")
    parser.add_argument("--diagram", type=Path, metavar="FILE", help="an SVG of said and true chances")
    parser.add_argument("--correct", type=Path, metavar="FOLDER", help="write networks without this bias there")
    options = parser.parse_args()
    if options.correct:
        options.correct.mkdir(parents=True, exist_ok=True)
    said = read(options.read) if options.read else play(options)
    kinds = {kind: [each for each in said if each.kind == kind] for kind in options.kinds}
    for kind, of_kind in kinds.items():
        report(kind, of_kind)
        better_doubt(kind, of_kind)
        if options.correct:
            correct(kind, of_kind, options.correct)
    if options.diagram:
        drawn = diagram({kind: tenths_of(of_kind) for kind, of_kind in kinds.items()})
        options.diagram.write_text(drawn, encoding="utf-8")


def read(path: Path) -> list[Saying]:
    return [Saying(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def play(options: argparse.Namespace) -> list[Saying]:
    """All games; what was said in each is kept as soon as it ends."""
    said: list[Saying] = []
    played = spread(play_game, games(options.kinds, options.games, options.nodes, options.first), Workers(options.jobs))
    for done, some in enumerate(played, 1):
        print(f"\r{done} of {options.games * len(options.kinds)} games", end="", file=sys.stderr, flush=True)
        said += some
        if options.out:
            with options.out.open("a", encoding="utf-8") as out:
                out.writelines(json.dumps(each._asdict()) + "\n" for each in some)
    print(file=sys.stderr)
    return said


if __name__ == "__main__":
    main()
