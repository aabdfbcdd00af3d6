"""`medina puzzles`: look for puzzles in games, check a file of them, and put it into the form that a site serves."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from medina.cli.stopping import stoppable
from medina.match import MatchPlan, Workers
from medina.match.run import spread
from medina.puzzles import THEMES, Collection, Effort, Puzzle, pack, read_puzzles
from medina.puzzles.collecting import in_order
from medina.puzzles.sources import Task, from_files, from_matches, from_site, look_through
from medina.rules import Ruleset
from medina.words import say

MOST_OF_A_SITE = 1_000


def configure(parser: argparse.ArgumentParser) -> None:
    usual = Effort()
    parser.add_argument("what", choices=("mine", "check", "pack"), help=say("puzzles.help.what"))
    parser.add_argument("file", type=Path, metavar="PUZZLES.jsonl", help=say("puzzles.help.file"))
    parser.add_argument("games", type=Path, nargs="*", metavar="GAMES", help=say("puzzles.help.games"))
    parser.add_argument("--self-play", type=int, default=0, metavar="GAMES", help=say("puzzles.help.self_play"))
    parser.add_argument("--bots", default="emir", help=say("puzzles.help.bots"))
    parser.add_argument("--edition", choices=("first", "second"), default="second", help=say("match.help.edition"))
    parser.add_argument("--players", type=int, default=None, help=say("match.help.players"))
    parser.add_argument("--gates", action="store_true", help=say("match.help.gates"))
    parser.add_argument("--site", metavar="URL", help=say("puzzles.help.site"))
    parser.add_argument("--token", help=say("puzzles.help.token"))
    parser.add_argument("--nodes", type=int, default=usual.nodes, help=say("puzzles.help.nodes"))
    parser.add_argument("--playouts", type=int, default=usual.playouts, help=say("puzzles.help.playouts"))
    parser.add_argument("--lead", type=float, default=usual.lead, help=say("puzzles.help.lead"))
    parser.add_argument(
        "--themes", nargs="+", choices=THEMES, default=THEMES, metavar="THEME", help=say("puzzles.help.themes")
    )
    parser.add_argument("--seed", type=int, default=0, help=say("puzzles.help.seed"))
    parser.add_argument("--jobs", type=int, default=None, help=say("match.help.jobs"))


def run(args: argparse.Namespace) -> int:
    """Mine or check; says how many puzzles there are of each theme."""
    console = Console()
    if args.what == "check":
        tell(console, list(read_puzzles(args.file)))
        return 0
    if args.what == "pack":
        return put_together(console, args.file, args.games)
    collection = Collection(args.file)
    todo = [task for task in tasks(args) if task.name not in collection.done]
    with stoppable():
        whole = dig(console, collection, todo, args)
    tell(console, collection.puzzles)
    return 0 if whole else 130


def put_together(console: Console, file: Path, where: list[Path]) -> int:
    """Write the folder that a site serves."""
    if len(where) != 1:
        console.print(say("puzzles.pack_where"), style="red")
        return 2
    puzzles = list(read_puzzles(file))
    pack(puzzles, where[0])
    tell(console, puzzles)
    return 0


def tasks(args: argparse.Namespace) -> Iterator[Task]:
    """The games of all sources that were asked for."""
    sources: list[Iterator[Task]] = [from_files(args.games)]
    if args.self_play:
        players = args.players or (2 if args.edition == "second" else 3)
        plan = MatchPlan(
            bots=tuple(args.bots.split(",")),
            games=args.self_play,
            ruleset=Ruleset.of(args.edition, players, args.gates),
            nodes=max(1, args.nodes // 10),
            seed=args.seed,
        )
        sources.append(from_matches(plan))
    if args.site:
        sources.append(iter(from_site(args.site, args.token, MOST_OF_A_SITE)))
    return chain.from_iterable(sources)


def dig(console: Console, collection: Collection, todo: list[Task], args: argparse.Namespace) -> bool:
    """Look through the games; false when it was stopped. What was finished is kept, the rest is for next time."""
    effort = Effort(nodes=args.nodes, playouts=args.playouts, seed=args.seed, lead=args.lead, themes=tuple(args.themes))
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    work = ((number, task, effort) for number, task in enumerate(todo))
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(say("puzzles.found", count=len(collection.puzzles)), total=len(todo))
        results = spread(look_through, work, Workers(jobs=args.jobs))
        try:
            for name, found in in_order(results):
                collection.add(name, found)
                progress.update(bar, advance=1, description=say("puzzles.found", count=len(collection.puzzles)))
        except KeyboardInterrupt:
            return False
    return True


def tell(console: Console, puzzles: list[Puzzle]) -> None:
    """How many there are, and of which themes."""
    console.print(say("puzzles.found", count=len(puzzles)))
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    for theme in THEMES:
        console.print(f"{counts[theme]:6}  {say(f'puzzles.theme.{theme}')}", highlight=False)
