"""Teaches the evaluation: self-play on many processes, regression, again. Improves the weights in place.

    python benchmarks/train.py second 2 --processes 16 --minutes 8 --nodes 12

Every round the processes play with the weights of the round before; the network is fitted to the last rounds' notes.
`--from-nothing` begins with a network that knows nothing and random games.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import medina
from medina import fast
from medina.bots import thinker
from medina.bots.learning import Samples, blank_notes, new_player, play_and_note, train
from medina.bots.network import Floats, Network, empty_network, load_network, save_network

Notes = tuple[Samples, Floats]


def play_some(
    edition: str, players: int, network: Network, nodes: int, seconds: float, lean: float, seed: int
) -> Notes:
    """Self-play for so long; gates in a third of the games."""
    chance = random.Random(seed)
    room, goals = blank_notes(4000)
    inputs, targets = [], []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        game = medina.new_game(edition, players, chance.random() < 0.35, seed=chance.getrandbits(30))
        start = fast.from_position(game)
        player = new_player(start, network, chance.getrandbits(40))
        rows = play_and_note(start, player, 1, nodes, 0.6, lean, room, goals)
        inputs.append(room[:rows].astype(np.float16))
        targets.append(goals[:rows].copy())
    return np.concatenate(inputs), np.concatenate(targets)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", choices=["first", "second"])
    parser.add_argument("players", type=int, choices=[2, 3, 4])
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--round-seconds", type=float, default=45)
    parser.add_argument("--nodes", type=int, default=12)
    parser.add_argument("--lean", type=float, default=0.5, help="share of the search's own foresight in the targets")
    parser.add_argument("--keep", type=int, default=6, help="rounds of notes to learn from")
    parser.add_argument("--from-nothing", action="store_true")
    parser.add_argument("--out")
    options = parser.parse_args()
    weights = Path(thinker.__file__).parent / "weights" / f"{options.edition}{options.players}.npz"
    network = empty_network(1) if options.from_nothing else load_network(weights)
    learn(options, network, Path(options.out) if options.out else weights)


def learn(options: argparse.Namespace, network: Network, out: Path) -> None:
    kept: list[Notes] = []
    round_number = 0
    play_some(options.edition, options.players, network, 1, 0.01, 0.5, 1)  # compiled before the processes start
    end = time.monotonic() + 60 * options.minutes
    with ProcessPoolExecutor(options.processes) as pool:
        while time.monotonic() < end:
            nodes = 0 if options.from_nothing and round_number == 0 else options.nodes
            jobs = [
                pool.submit(
                    play_some,
                    options.edition,
                    options.players,
                    network,
                    nodes,
                    options.round_seconds,
                    options.lean,
                    random.getrandbits(40),
                )
                for _ in range(options.processes)
            ]
            kept = [*kept, *(job.result() for job in jobs)][-options.keep * options.processes :]
            inputs, targets = (np.concatenate(part) for part in zip(*kept, strict=True))
            order = np.random.default_rng(round_number).permutation(len(targets))
            network, error = train(network, inputs[order], targets[order], 4, 0.001, round_number)
            save_network(network, out)
            print(f"round {round_number}: {len(targets)} rows, off by {error:.2f} points", flush=True)
            round_number += 1


if __name__ == "__main__":
    main()
