"""How fast the rules library plays, against python-chess in the same run.

Random games with the full list of legal moves at every step, one core, processor time. Prints for every combination the
placements a second, python-chess's moves a second, and the ratio: the median of several rounds, each of which plays
both. Run with: python benchmarks/rules.py [--rounds 5] [--seconds 1.0]
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from statistics import median
from time import process_time

import chess

import medina

COMBINATIONS = [
    (edition, players, gates)
    for edition, players in (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    for gates in (False, True)
]


def medina_speed(combination: tuple[str, int, bool], seconds: float, seed: int) -> float:
    """Placements a second of processor time."""
    rng = random.Random(seed)
    placements, begin = 0, process_time()
    while (spent := process_time() - begin) < seconds:
        position = medina.new_game(*combination, seed=rng.getrandbits(32))
        while moves := position.legal_moves:
            position = position.play(rng.choice(moves))
            placements += 1
    return placements / spent


def chess_speed(seconds: float, seed: int) -> float:
    """Moves a second of processor time."""
    rng = random.Random(seed)
    moves_played, begin = 0, process_time()
    while (spent := process_time() - begin) < seconds:
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(rng.choice(moves))
            moves_played += 1
            if board.halfmove_clock >= 100 or board.is_insufficient_material():
                break
    return moves_played / spent


def import_milliseconds(module: str) -> float:
    """What importing a module adds to starting Python, the best of several starts."""

    def start(code: str) -> float:
        program = f"import time, sys; begin = time.process_time(); {code}; print(time.process_time() - begin)"
        return min(float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(5))

    return 1000 * start(f"import {module}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    print(f"import medina: {import_milliseconds('medina'):.0f} ms\n")
    print("edition  players  gates  placements/s  chess moves/s  ratio")
    for combination in COMBINATIONS:
        rounds = [
            (medina_speed(combination, args.seconds, seed), chess_speed(args.seconds, seed))
            for seed in range(args.rounds)
        ]
        ours, theirs = (median(speeds) for speeds in zip(*rounds, strict=True))
        ratio = median(one / other for one, other in rounds)
        edition, players, gates = combination
        print(f"{edition:7}  {players:7}  {'yes' if gates else 'no':5}  {ours:12,.0f}  {theirs:13,.0f}  {ratio:5.2f}")


if __name__ == "__main__":
    main()
