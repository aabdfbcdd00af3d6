"""How strong the strongest bot is: the goals of docs/bots.md, measured over many processes within some minutes.

    python benchmarks/strength.py --processes 16 --minutes 9 --json strength.json
    python benchmarks/strength.py --only ladder,curve --minutes 5

Parts: goals (against greedy in all other seats, every combination, --seconds a placement), ladder (each rung against
the next lower one, two players), alphabeta (against an alpha-beta on the score that has 30 times the time), curve
(twice the time against the time, 0.1 to 8 seconds). Games of all parts are played in turns, so whenever the time is up
every part has had its share; unfinished games do not count. Prints a table and writes JSON.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from itertools import cycle, pairwise
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import medina
from medina.bots import Bot, Budget, make_bot
from medina.bots.registry import LADDER


@dataclass(frozen=True)
class Pairing:
    """One question: how often does the first bot come first against the second in all other seats?"""

    part: str
    edition: str
    players: int
    gates: bool
    bot: str
    seconds: float
    rival: str
    rival_seconds: float
    goal: str
    weight: int = 1

    @property
    def name(self) -> str:
        gates = " gates" if self.gates else ""
        who = f"{self.bot} {self.seconds:g}s - {self.rival} {self.rival_seconds:g}s"
        return f"{self.part}: {self.edition} {self.players}{gates}, {who}"


@dataclass
class Tally:
    games: int = 0
    firsts: float = 0.0
    margin: float = 0.0
    worst_overtime: float = 0.0
    seats: list[float] = field(default_factory=lambda: [0.0] * 4)


def pairings(parts: set[str], seconds: float) -> list[Pairing]:
    found = []
    if "goals" in parts:
        for edition, players, goal in (
            ("second", 2, "97 %"),
            ("second", 3, "85 %"),
            ("second", 4, "80 %"),
            ("first", 3, "85 %"),
            ("first", 4, "80 %"),
        ):
            for gates in (False, True):
                found.append(Pairing("goals", edition, players, gates, "architect", seconds, "greedy", seconds, goal))
    if "ladder" in parts:
        for lower, upper in pairwise(LADDER):
            found.append(Pairing("ladder", "second", 2, False, upper, seconds, lower, seconds, "70-90 %", 2))
    if "alphabeta" in parts:
        for short in (0.05, 0.2):
            found.append(
                Pairing("alphabeta", "second", 2, False, "architect", short, "alphabeta", 30 * short, "over 50 %")
            )
    if "curve" in parts:
        for short in (0.1, 0.2, 0.4, 0.8, 1.6, 4.0):
            found.append(Pairing("curve", "second", 2, False, "architect", 2 * short, "architect", short, "over 50 %"))
    return found


def make(name: str) -> Bot:
    if name == "alphabeta":
        from alphabeta import AlphaBetaBot

        return AlphaBetaBot()
    if name == "greedy":
        from medina.bots.simple import GreedyBot
        from medina.engine import Game

        return GreedyBot(lambda position: [medina.Move.parse(text) for text in Game(position).greediest])
    return make_bot(name)


def play_game(pairing: Pairing, number: int) -> tuple[float, float, float, int]:
    """The first bot's share of the first place, its margin, its worst overtime, and its seat."""
    chance = random.Random(number // pairing.players)
    position = medina.new_game(pairing.edition, pairing.players, pairing.gates, seed=chance.getrandbits(30))
    seat, overtime = number % pairing.players, 0.0
    bot, rival = make(pairing.bot), make(pairing.rival)
    while position.phase != "over":
        mine = position.turn == seat
        seconds = pairing.seconds if mine else pairing.rival_seconds
        begin = time.perf_counter()
        move = (bot if mine else rival).choose(position, Budget(seconds=seconds), chance)
        if mine:
            overtime = max(overtime, time.perf_counter() - begin - seconds)
        position = position.play(move)
    scores = position.scores
    best = max(scores)
    share = 1 / scores.count(best) if scores[seat] == best else 0.0
    return share, scores[seat] - max(score for other, score in enumerate(scores) if other != seat), overtime, seat


def schedule(questions: list[Pairing], most: int) -> Iterator[tuple[Pairing, int]]:
    counts = dict.fromkeys(questions, 0)
    for question in cycle([each for each in questions for _ in range(each.weight)]):
        if all(count >= most for count in counts.values()):
            return
        if counts[question] < most:
            yield question, counts[question]
            counts[question] += 1


def measure(questions: list[Pairing], processes: int, minutes: float, games: int) -> dict[Pairing, Tally]:
    tallies = {question: Tally() for question in questions}
    end = time.monotonic() + 60 * minutes
    todo = schedule(questions, games)
    pool = ProcessPoolExecutor(processes, initializer=make, initargs=("architect",))
    running: dict[Future[tuple[float, float, float, int]], Pairing] = {}
    try:
        while time.monotonic() < end:
            while len(running) < processes:
                following = next(todo, None)
                if following is None:
                    break
                running[pool.submit(play_game, *following)] = following[0]
            if not running:
                break
            done, _ = wait(running, timeout=max(0.1, end - time.monotonic()), return_when=FIRST_COMPLETED)
            for job in done:
                note(tallies[running.pop(job)], job.result())
    finally:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
    return tallies


def note(tally: Tally, result: tuple[float, float, float, int]) -> None:
    share, margin, overtime, seat = result
    tally.games += 1
    tally.firsts += share
    tally.margin += margin
    tally.worst_overtime = max(tally.worst_overtime, overtime)
    tally.seats[seat] += share


def interval(tally: Tally) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    if not tally.games:
        return 0.0, 1.0
    share, count, z = tally.firsts / tally.games, tally.games, 1.96
    middle = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return (middle - spread) / scale, (middle + spread) / scale


def report(tallies: dict[Pairing, Tally]) -> list[dict[str, Any]]:
    rows = []
    print("| pairing | games | first | 95 % | margin | goal | worst overtime |")
    print("|---|---:|---:|---|---:|---|---:|")
    for question, tally in tallies.items():
        low, high = interval(tally)
        share = tally.firsts / tally.games if tally.games else 0.0
        margin = tally.margin / tally.games if tally.games else 0.0
        print(
            f"| {question.name} | {tally.games} | {share:.1%} | {low:.1%} to {high:.1%} | {margin:+.1f} "
            f"| {question.goal} | {tally.worst_overtime * 1000:.0f} ms |"
        )
        rows.append({**asdict(question), **asdict(tally), "share": share, "low": low, "high": high})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--games", type=int, default=400, help="at most so many games a pairing")
    parser.add_argument("--seconds", type=float, default=1.0, help="a placement, in the goals")
    parser.add_argument("--only", default="goals,ladder,alphabeta,curve")
    parser.add_argument("--json")
    options = parser.parse_args()
    make("architect")  # compiled once, before the processes start
    questions = pairings(set(options.only.split(",")), options.seconds)
    tallies = measure(questions, options.processes, options.minutes, options.games)
    rows = report(tallies)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"date": time.strftime("%Y-%m-%d"), "options": vars(options), "rows": rows}, file, indent=1)


if __name__ == "__main__":
    main()
