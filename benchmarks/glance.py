"""What first sight does not see: the move that looks best at a glance beside the one a long search plays.

    python benchmarks/glance.py second4 --positions 400 --nodes 4000

Prints for every sixth of the game how often the two differ and what that costs by the search's own judgement, in
percent of the chance to win; then the same by kind of placement, the dearest first. Where much is lost the evaluation
lacks something: the numbers about walls were found here.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, count, islice
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import numpy as np
from calibrate import pieces_left

import medina
from medina.bots.native import NativeSearch, RootOption, root_options
from medina.bots.network import WEIGHTS, load_weights
from medina.bots.taste import TASTE
from medina.bots.utility import chances_behind
from medina.fast.game import from_position
from medina.fast.moves import move_texts

SHORT = 60  # nodes of the placements in between
SHARE = 0.15  # of the placements are compared
PARTS = 6


class Difference(NamedTuple):
    """What looks best and what is played after a long search, and the chance to win that lies between them."""

    part: int
    seen: str
    found: str
    loss: float


def compare(kind: str, weights: Path, nodes: int, chance: random.Random) -> Iterator[Difference]:
    """One game with search, and what first sight would have chosen here and there."""
    players, network = int(kind[-1]), load_weights(weights)
    texts = move_texts(players)
    position = medina.new_game(kind[:-1], players, chance.random() < 1 / 3, seed=chance.getrandbits(30))
    whole = pieces_left(position)
    while position.phase != "over":
        if len(position.legal_moves) == 1:
            position = position.play(position.legal_moves[0])
            continue
        compared = chance.random() < SHARE
        searcher = NativeSearch(from_position(position), network, TASTE, chance.getrandbits(60))
        searcher.look_into(nodes if compared else SHORT)
        options = root_options(searcher.tree)  # in the order of first sight
        found = max(options, key=lambda option: option.visits)
        if compared and options[0].visits:
            part = min(PARTS - 1, PARTS * (whole - pieces_left(position)) // whole)
            loss = chance_of(found, position) - chance_of(options[0], position)
            yield Difference(part, texts[options[0].move], texts[found.move], loss)
        position = position.play(texts[found.move])


def chance_of(option: RootOption, position: medina.Position) -> float:
    """The chance of the seat to place."""
    seat, chances = position.turn, np.zeros(4)
    assert seat is not None
    chances_behind(position.ruleset.players, np.array(option.wishes), np.array(option.finals), chances)
    return float(chances[seat])


def report(differences: list[Difference]) -> None:
    """Both tables."""
    print("| part of the game | positions | differ | lost on average |\n|---|---:|---:|---:|")
    for part in range(PARTS):
        some = [each for each in differences if each.part == part]
        if some:
            differ = mean(each.seen != each.found for each in some)
            print(f"| {part + 1} of {PARTS} | {len(some)} | {differ:.0%} | {mean(each.loss for each in some):.2%} |")
    kinds: dict[tuple[str, str], list[float]] = defaultdict(list)
    for each in differences:
        kinds[each.seen[0], each.found[0]].append(each.loss)
    print("\n| looks best | is played | positions | lost in all |\n|---|---|---:|---:|")
    for (seen, found), losses in sorted(kinds.items(), key=lambda item: -sum(item[1])):
        print(f"| {seen} | {found} | {len(losses)} | {sum(losses):.1%} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", help="second2, second3, second4, first3 or first4")
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=4000, help="of the long search")
    parser.add_argument("--weights", type=Path, help="another network than the one in the package")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, weights = random.Random(options.seed), options.weights or WEIGHTS / f"{options.kind}.bin"
    games = (compare(options.kind, weights, options.nodes, chance) for _ in count())
    report(list(islice(chain.from_iterable(games), options.positions)))


if __name__ == "__main__":
    main()
