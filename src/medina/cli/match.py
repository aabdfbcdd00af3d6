"""`medina match`: bots play each other."""

from __future__ import annotations

import argparse
import json
import secrets
import threading
import warnings
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from medina.bots import make_bot
from medina.cli.stopping import stoppable
from medina.data import check_ready
from medina.match import BadMatch, GameResult, Journal, MatchPlan, Workers, play_match, standings
from medina.match.dataset import write_match
from medina.match.entrants import split_bots
from medina.match.report import forfeit_line, headings, markdown, notes, result_data, row, summary
from medina.match.run import BACKENDS
from medina.notation.switches import switch_texts
from medina.protocol.external import Patience
from medina.rules import Ruleset
from medina.rules.ruleset import SWITCHES, SwitchValue
from medina.words import failure, say

SECONDS = 1.0


def configure(parser: argparse.ArgumentParser) -> None:
    """The options. Those of the plan default to None, so that a resumed match knows which were given."""
    parser.add_argument("--bots", help=say("match.help.bots"))
    parser.add_argument("--games", type=int, help=say("match.help.games"))
    parser.add_argument("--edition", choices=("first", "second"), help=say("match.help.edition"))
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help=say("match.help.players"))
    parser.add_argument("--gates", action="store_const", const=True, help=say("match.help.gates"))
    parser.add_argument("--switches", help=say("match.help.switches"))
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=float, help=say("match.help.seconds"))
    budget.add_argument("--nodes", type=int, help=say("match.help.nodes"))
    parser.add_argument("--grace", type=float, help=say("match.help.grace"))
    parser.add_argument("--start-seconds", type=float, help=say("match.help.start_seconds"))
    parser.add_argument("--seed", type=int, help=say("match.help.seed"))
    parser.add_argument("--event", help=say("match.help.event"))
    parser.add_argument("--jobs", type=int, help=say("match.help.jobs"))
    parser.add_argument("--backend", default=None, help=say("match.help.backend", backends=", ".join(BACKENDS)))
    parser.add_argument("--scheduler", help=say("match.help.scheduler"))
    parser.add_argument("--out", type=Path, help=say("match.help.out"))
    parser.add_argument("--dataset", type=Path, metavar="PATH", help=say("match.help.dataset"))
    parser.add_argument("--resume", action="store_true", help=say("match.help.resume"))


def run(args: argparse.Namespace) -> int:
    """Play, print the table, and say how to go on if it was stopped."""
    console = Console()
    if args.dataset is not None:
        check_ready()
    workers = Workers(args.jobs, args.backend or ("dask" if args.scheduler else "loky"), args.scheduler)
    journal = Journal(args.out or default_folder(args))
    plan = open_match(args, journal)
    prepare(console, plan, workers)
    with stoppable():
        whole = play(console, plan, journal, workers)
    report(console, plan, journal)
    if args.dataset is not None:
        tell(console, say("match.dataset", file=write_match(plan, journal, args.dataset)))
    if whole:
        return 0
    console.print(say("match.stopped", command=f"medina match --resume --out {journal.folder}"), soft_wrap=True)
    return 130


def default_folder(args: argparse.Namespace) -> Path:
    """Without `--out` every match has a new folder under `matches`."""
    if args.resume:
        raise failure(BadMatch, "match.error.resume_what")
    return Path("matches") / datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")


def open_match(args: argparse.Namespace, journal: Journal) -> MatchPlan:
    """The plan: a new one, or that of the folder when resuming, to which games may be added."""
    if not (args.resume and journal.exists):
        plan = new_plan(args)
        journal.create(plan)
        return plan
    stored = journal.plan()
    check_same(args, stored)
    plan = replace(stored, games=args.games) if args.games is not None else stored
    if plan != stored:
        journal.save_plan(plan)
    return plan


def new_plan(args: argparse.Namespace) -> MatchPlan:
    """The plan that the options ask for."""
    if not args.bots:
        raise failure(BadMatch, "match.error.no_bots")
    given = plan_options(args)
    usual = {
        "games": 100,
        "seconds": None if args.nodes is not None else SECONDS,
        "seed": secrets.randbits(31),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "event": "Medina match",
        "ruleset": ruleset(args),
    }
    return MatchPlan(**{**usual, **given})


def plan_options(args: argparse.Namespace) -> dict[str, Any]:
    """The parts of the plan that were given, but for the ruleset."""
    names = ("games", "seconds", "nodes", "seed", "event")
    given = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    if args.bots is not None:
        given["bots"] = split_bots(args.bots)
    waits = {"grace": args.grace, "start": args.start_seconds}
    waits = {name: value for name, value in waits.items() if value is not None}
    return {**given, "patience": Patience(**waits)} if waits else given


def ruleset(args: argparse.Namespace) -> Ruleset:
    edition = args.edition or "second"
    players = args.players or (2 if edition == "second" else 3)
    return Ruleset.of(edition, players, bool(args.gates), **switches(args.switches))


def switches(text: str | None) -> dict[str, SwitchValue]:
    """Switches as they are written: `tea=no,founding=yes`."""
    chosen = {}
    for part in (text or "").split(","):
        name, _, value = part.strip().partition("=")
        if name:
            texts = switch_texts(name if name in SWITCHES else "tea")  # the ruleset says which names there are
            if value not in texts:
                raise failure(BadMatch, "match.error.switch", switch=part.strip())
            chosen[name] = texts[value]
    return chosen


def check_same(args: argparse.Namespace, stored: MatchPlan) -> None:
    """A resumed match keeps its plan; options that say otherwise are a mistake, not a wish."""
    given: Mapping[str, Any] = plan_options(args)
    differing = [name for name, value in given.items() if name != "games" and getattr(stored, name) != value]
    if (args.edition or args.players or args.gates or args.switches) and ruleset(args) != stored.ruleset:
        differing.append("ruleset")
    if differing:
        raise failure(BadMatch, "match.error.other_plan", options=", ".join(differing))


def prepare(console: Console, plan: MatchPlan, workers: Workers) -> None:
    """Make every bot of ours once, so that what is missing is said before any process starts."""
    if workers.scheduler is None:
        with console.status(say("match.preparing")):
            for bot in plan.entrants.values():
                if bot.name is not None:
                    make_bot(bot.name)


def play(console: Console, plan: MatchPlan, journal: Journal, workers: Workers) -> bool:
    """Play with a progress bar; False if it was stopped."""
    results = journal.results()
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=console) as progress:
        task = progress.add_task("", total=plan.games, completed=min(len(results), plan.games))
        games = play_match(plan, journal, workers)
        try:
            for result in games:
                results[result.number] = result
                progress.update(task, advance=1, description=leaders(plan, results))
                if result.forfeit is not None:
                    tell(progress.console, forfeit_line(result))
        except KeyboardInterrupt:
            hush()
            return False
        finally:
            games.close()
    return True


def hush() -> None:
    """The threads of a stopped match are cut off in mid-work; their complaints would only hide how to go on."""
    threading.excepthook = lambda _: None
    warnings.simplefilter("ignore")


def leaders(plan: MatchPlan, results: Mapping[int, GameResult]) -> str:
    """The shares of the win so far."""
    shares = dict.fromkeys(plan.bots, 0.0)
    for result in results.values():
        for bot, share in zip(result.seats, result.shares, strict=True):
            shares[bot] += share
    return "  ".join(
        f"{bot[:24]} {100 * share / len(results):.0f} %".replace("[", "\\[") for bot, share in shares.items()
    )


def drawn(rows: list[tuple[str, ...]]) -> Table:
    """The table for the terminal. Numbers stay on one line; where it is narrow the names are folded."""
    shown = Table(box=SIMPLE_HEAD, padding=0, collapse_padding=True)
    first, *others = headings()
    shown.add_column(first, overflow="fold", min_width=10)
    for number, heading in enumerate(others, 1):
        shown.add_column(heading, justify="right", min_width=max(len(cells[number]) for cells in rows))
    for name, *cells in rows:
        shown.add_row(name.replace("[", "\\["), *cells)
    return shown


def report(console: Console, plan: MatchPlan, journal: Journal) -> None:
    """Print the result of what is in the journal, where a stop at any moment leaves the truth, and keep it there."""
    results = [result for number, result in sorted(journal.results().items()) if number <= plan.games]
    table = standings(plan.bots, results)
    console.print(summary(plan, len(results)), markup=False, highlight=False)
    console.print(drawn([row(entry) for entry in table]))
    for note in notes(plan, results):
        tell(console, note)
    journal.write("result.json", json.dumps(result_data(plan, table, results), indent=2, ensure_ascii=False) + "\n")
    journal.write("result.md", markdown(plan, table, results))
    tell(console, say("match.written", folder=journal.folder))


def tell(console: Console, line: str) -> None:
    """A line as it is, whatever is in it."""
    console.print(line, markup=False, highlight=False, soft_wrap=True)
