"""`medina play`: a game against bots in the terminal, at once."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from medina.bots import BOTS, Budget
from medina.cli.extras import require
from medina.rules import MedinaError, Ruleset, new_game
from medina.rules.ruleset import PLAYERS, SWITCHES
from medina.words import failure, say


def configure(parser: argparse.ArgumentParser) -> None:
    names = "\n".join(f"  {info.name:<11} {say(info.character)}" for info in BOTS.values())
    parser.epilog = f"{say('terminal.option.the_bots')}\n{names}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", nargs="?", type=Path, help=say("terminal.option.file"))
    parser.add_argument("--edition", choices=tuple(PLAYERS), default="second", help=say("terminal.option.edition"))
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help=say("terminal.option.players"))
    parser.add_argument("--gates", action="store_true", help=say("terminal.option.gates"))
    parser.add_argument("--bots", default="greedy", metavar="A,B", help=say("terminal.option.bots"))
    parser.add_argument("--seat", default="1", metavar="N", help=say("terminal.option.seat"))
    parser.add_argument("--seed", type=int, help=say("terminal.option.seed"))
    parser.add_argument("--seconds", type=float, default=1.0, help=say("terminal.option.seconds"))
    switches = parser.add_argument_group(say("terminal.option.switches"))
    for name, switch in SWITCHES.items():
        option, text = f"--{name.replace('_', '-')}", f"{say(f'switch.{name}')} ({switch.rules})"
        if isinstance(switch.values[0], bool):
            switches.add_argument(option, action=argparse.BooleanOptionalAction, default=None, help=text)
        else:
            switches.add_argument(option, choices=switch.values, help=text)


def _ruleset(args: argparse.Namespace, bots: list[str]) -> Ruleset:
    """The game asked for; as many players as bots were named, or the edition's smallest number."""
    players = args.players or max(PLAYERS[args.edition][0], min(4, len(bots) + 1))
    switches = {name: getattr(args, name) for name in SWITCHES if getattr(args, name) is not None}
    return Ruleset.of(args.edition, players, args.gates, **switches)


def _own_seat(text: str, players: int) -> int | None:
    """The player's seat, counted from 0; None to watch the bots play each other."""
    if text in ("0", "none"):
        return None
    if not text.isdecimal() or not 1 <= int(text) <= players:
        raise failure(MedinaError, "terminal.bad_seat", players=players)
    return int(text) - 1


def run(args: argparse.Namespace) -> int:
    from medina.terminal.keyboard import Keyboard
    from medina.terminal.play import Program
    from medina.terminal.screen import make_console
    from medina.terminal.session import Session, check_name, fill_seats, load_session

    require("rich", "prompt_toolkit")
    bots = [name.strip() for name in args.bots.split(",") if name.strip()] or ["greedy"]
    ruleset = _ruleset(args, bots)
    own = _own_seat(args.seat, ruleset.players)
    rng = random.Random(args.seed)
    Budget(seconds=args.seconds)  # a time nobody can keep to is told at once, not in the middle of the game
    for name in bots:
        check_name(name)

    def fresh(names: Sequence[str]) -> Session:
        """Another game, against the bots named or else those of the last one."""
        bots[:] = names or bots
        position = new_game(ruleset, seed=rng.randrange(2**32))
        return Session.start(position, fill_seats(ruleset.players, bots, own), rng=rng, seconds=args.seconds)

    session = load_session(args.file, rng=rng, seconds=args.seconds) if args.file else fresh(())
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    return Program(make_console(), Keyboard(interactive), session, fresh).run()
