"""Today's strongest bot against that of an older commit: equal wall time, seats rotated, gates in a third of the games.

    python benchmarks/against.py 1470dba --games 400 --seconds 0.2 --kinds second2
    python benchmarks/against.py 1470dba --games 300 --kinds second3 second4 first3 first4 --jobs 16
    python benchmarks/against.py 1470dba --games 200 --kinds second2 --handicap 0.1

The commit's tree is unpacked into a folder that goes away again, and its architect plays as a program of its own by the
engine protocol, in all the other seats. Give no more jobs than there are cores, or the time is not equal.
All kinds are played in turns, so that a match that was stopped tells of each. `--minutes` stops it in time, and
`--journal FOLDER` keeps every game there: the same command then goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import subprocess
import sys
import tempfile
import time
import warnings
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from medina.match import MatchPlan
from medina.match.journal import Journal
from medina.match.play import GameResult, play_game
from medina.match.run import Workers, spread
from medina.rules import Ruleset

KINDS = ("second2", "second3", "second4", "first3", "first4")
ROOT = Path(__file__).parent.parent


def sources_of(version: str, folder: Path) -> Path:
    """The sources of another tree, or of a commit, which are put into the folder."""
    sources = Path(version).resolve() / "src"
    if not sources.is_dir():
        archive = subprocess.run(["git", "archive", version, "src"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        subprocess.run(["tar", "x", "-C", str(folder)], input=archive.stdout, check=True)
        sources = folder / "src"
    return sources


def old_architect(sources: Path) -> str:
    """The command that runs the architect of these sources."""
    run = f"env {shlex.quote(f'PYTHONPATH={sources}')} {shlex.quote(sys.executable)} -m medina engine --bot architect"
    question = b'{"cmd": "new"}\n{"cmd": "go", "nodes": 1}\n'
    subprocess.run(shlex.split(run), input=question, check=True, stdout=subprocess.DEVNULL)  # compiled before the games
    return run


def todays(seconds: float, nodes: int | None, handicap: float) -> str:
    """Today's architect, with a time or nodes of its own if these are not everybody's."""
    if handicap == 1:
        return "architect"
    return f"architect@{max(1, round(nodes * handicap))}n" if nodes else f"architect@{seconds * handicap:.3f}s"


def plans(kind: str, bots: tuple[str, str], options: argparse.Namespace) -> list[MatchPlan]:
    """Whole blocks, so that everybody sits everywhere equally often: two thirds without gates, one with."""
    edition, players, games = kind[:-1], int(kind[-1]), options.games
    block = players * math.ceil(games / (3 * players))
    with_gates = [(False, games - block), (True, block)] if games > block else [(False, games)]
    return [
        MatchPlan(
            bots=bots,
            games=number,
            ruleset=Ruleset.of(edition, players, gates),
            seconds=None if options.nodes else options.seconds,
            nodes=options.nodes,
            seed=options.seed,
            event=f"Against {options.version}",
        )
        for gates, number in with_gates
    ]


def journal_in(folder: Path, plan: MatchPlan) -> Journal:
    """The match's own journal, which may have some of its games already."""
    rules = plan.ruleset
    journal = Journal(folder / f"{rules.edition}{rules.players}{'-gates' if rules.gates else ''}")
    if not journal.exists:
        journal.create(plan)
        return journal
    begun = journal.plan()  # the older architect lies in another folder every time
    if replace(begun, bots=(begun.bots[0], plan.bots[1])) != plan:
        sys.exit(f"{journal.folder} has games of a match with other options. Give those again, or another folder.")
    return journal


class Match(NamedTuple):
    """The games of one kind, with gates or without."""

    kind: str
    plan: MatchPlan
    journal: Journal | None


def play(matches: list[Match], jobs: int, minutes: float) -> dict[str, list[GameResult]]:
    """The results of each kind, told as they come; those that the journals have already are not played again."""
    results: dict[str, list[GameResult]] = {match.kind: [] for match in matches}
    to_play = []
    for index, (kind, plan, journal) in enumerate(matches):
        done = journal.results() if journal else {}
        results[kind] += done.values()
        to_play += [(index, plan, number) for number in range(1, plan.games + 1) if number not in done]
    to_play.sort(key=lambda task: task[2] / task[1].games)
    end = time.monotonic() + 60 * minutes
    with closing(spread(play_one, to_play, Workers(jobs))) as played:
        for index, result in played:
            kind, plan, journal = matches[index]
            if journal:
                journal.add(result)
            results[kind].append(result)
            print(f"{kind}: seat {result.seats.index(plan.bots[0])} of {result.scores}", flush=True)
            if time.monotonic() > end:
                warnings.simplefilter("ignore")  # joblib's, about the games under way, which are given up
                break
    return results


def play_one(index: int, plan: MatchPlan, number: int) -> tuple[int, GameResult]:
    """A game, and of which match it is."""
    return index, play_game(plan, number)


def row(kind: str, bot: str, results: list[GameResult]) -> str:
    """A line of the table: a bot's share of the first places with Wilson's 95 % interval, and its lead."""
    shares, leads = [], []
    for result in results:
        seat = result.seats.index(bot)
        shares.append(result.shares[seat])
        leads.append(result.scores[seat] - max(score for other, score in enumerate(result.scores) if other != seat))
    count, share, z = len(shares), sum(shares) / len(shares), 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    interval = f"{middle - spread:.1%} to {middle + spread:.1%}"
    return f"| {kind} | {count} | {share:.1%} | {interval} | {1 / int(kind[-1]):.0%} | {sum(leads) / count:+.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", help="a commit, or a folder with another tree")
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--games", type=int, default=300, help="of each kind")
    parser.add_argument("--seconds", type=float, default=0.2, help="a placement")
    parser.add_argument("--nodes", type=int, help="a placement, instead of the time")
    parser.add_argument(
        "--handicap", type=float, default=1, help="today's bot has so much of the time, or of the nodes"
    )
    parser.add_argument("--seed", type=int, default=9, help="another one gives other games")
    parser.add_argument("--journal", type=Path, metavar="FOLDER", help="keeps the games, to go on after a stop")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no more games are waited for")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="medina-old-") as folder:
        bots = (
            todays(options.seconds, options.nodes, options.handicap),
            f"cmd:{old_architect(sources_of(options.version, Path(folder)))}",
        )
        matches = [
            Match(kind, plan, journal_in(options.journal, plan) if options.journal else None)
            for kind in options.kinds
            for plan in plans(kind, bots, options)
        ]
        results = play(matches, options.jobs, options.minutes)
    rows = [row(kind, bots[0], played) for kind, played in results.items() if played]
    print("| game | games | first | 95 % | par | lead |\n|---|---:|---:|---|---:|---:|", *rows, sep="\n")


if __name__ == "__main__":
    main()
