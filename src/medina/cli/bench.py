"""`medina bench`: how fast the rules are on this machine, beside python-chess where it is installed."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from importlib.util import find_spec

from rich.console import Console
from rich.table import Table

from medina.rules import Ruleset, new_game
from medina.words import say

PlaySome = Callable[[], int]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=1.0, help=say("analysis.help.bench_seconds"))
    parser.add_argument("--edition", choices=("first", "second"), default="second", help=say("match.help.edition"))
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help=say("match.help.players"))
    parser.add_argument("--gates", action="store_true", help=say("match.help.gates"))


def run(args: argparse.Namespace) -> int:
    from medina.study.game import check_budget

    check_budget(args.seconds, None)
    ruleset = Ruleset.of(args.edition, args.players or (2 if args.edition == "second" else 3), args.gates)
    console = Console()
    rates = {}
    for name, make in contestants(ruleset).items():
        with console.status(say("analysis.bench.measuring", what=name)):
            play = make()
            play()  # whatever has to be compiled or loaded is, before the clock starts
            rates[name] = rate(play, args.seconds)
    console.print(table(rates))
    return 0


def contestants(ruleset: Ruleset) -> dict[str, Callable[[], PlaySome]]:
    """What is measured: random games, with all legal moves listed at every step."""
    made: dict[str, Callable[[], PlaySome]] = {"medina.rules": lambda: rules_games(ruleset)}
    if find_spec("wasmtime"):
        made["medina.engine"] = lambda: engine_games(ruleset)
    if find_spec("numba"):
        made["medina.fast"] = lambda: fast_games(ruleset)
    if find_spec("chess"):
        made["python-chess"] = chess_games
    return made


def rate(play: PlaySome, seconds: float) -> float:
    """Moves in a second of processor time."""
    moves, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        moves += play()
    return moves / (time.process_time() - begun)


def rules_games(ruleset: Ruleset) -> PlaySome:
    """Random games by the plain rules."""
    chance = random.Random(1)

    def play() -> int:
        position, moves = new_game(ruleset, seed=1), 0
        while legal := position.legal_moves:
            position, moves = position.play(chance.choice(legal)), moves + 1
        return moves

    return play


def engine_games(ruleset: Ruleset) -> PlaySome:
    """Random games by the engine."""
    from medina.engine import Game

    game, chance = Game(new_game(ruleset, seed=1)), random.Random(1)
    return lambda: game.random_placements(chance.getrandbits(31))


def fast_games(ruleset: Ruleset) -> PlaySome:
    """Random games by the compiled rules, fifty at a time."""
    import numpy as np

    from medina import fast

    start = fast.from_position(new_game(ruleset, seed=1))
    totals = np.zeros((50, 4), dtype=np.int64)
    chance = random.Random(1)
    return lambda: int(fast.random_games(start, 50, chance.getrandbits(31), totals))


def chess_games() -> PlaySome:
    """Random games of chess, at most 200 moves long."""
    import chess

    chance = random.Random(1)

    def play() -> int:
        board, moves = chess.Board(), 0
        while moves < 200 and (legal := list(board.legal_moves)):
            board.push(chance.choice(legal))
            moves += 1
        return moves

    return play


def table(rates: dict[str, float]) -> Table:
    """The rates, beside python-chess if it was there."""
    shown = Table()
    shown.add_column("")
    shown.add_column(say("analysis.bench.rate"), justify="right")
    shown.add_column("× python-chess", justify="right")
    chess = rates.get("python-chess")
    for name, value in rates.items():
        shown.add_row(name, f"{value:,.0f}", "–" if chess is None else f"{value / chess:.1f}")
    return shown
