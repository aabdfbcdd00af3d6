"""Teaches the evaluation: play, learn, and let the new network prove itself, again and again. It can be resumed.

    python benchmarks/train.py second2 --minutes 60
    python benchmarks/train.py second2 second3 second4 first3 first4 --minutes 600 --jobs 16 --folder learning

A generation of a game (an edition and a number of players) is:

1. play: many quick games of the young network, which tell how positions go on; and games with search between it and
   the best so far, seats and gates drawn. A share of their placements gets a long search; what it came to think of the
   position and of those it looked into most is noted, and moved by what it thought later in the game.
2. gate: if the young network won more than its share of the games with search, it is the best from now on. If it
   clearly lost them, it begins again with the best one's weights.
3. learn: the last fit goes on, fitted to the notes of the last generations; of fits of several lengths the one that
   is best on games kept aside. The young network is the mean of the last fits (`--mean`). With several games this
   happens while the next one is played.

A network that has learned for long goes on in small steps with ever new games, and as a mean of several fits:

    python benchmarks/train.py second4 --rate 0.0001 --mean 4 --quick 12000 --games 600 --short 60 --long 60 --keep 4

The folder keeps everything: `second2/best.bin`, `young.bin`, `fit-0001.bin`, `games-0001.npz` and `quick-0001.npz`
(moves and notes, not inputs, so that others can be tried on them) and `log.jsonl`, a line a generation. The same
command goes on where it was stopped.
`--install` copies every best network that has beaten the one it began with into the package. Jobs are spread as in
matches: `--backend dask --scheduler tcp://…` uses a cluster. PyTorch and an accelerator are used where they are.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from fitting import error, fit

import medina
from medina import fast
from medina.bots.learning import Lesson, Rows, blank_lesson, new_player, play_lesson, play_quickly, rows_of
from medina.bots.network import WEIGHTS, Network, empty_network, load_network, save_network
from medina.bots.survey import Floats
from medina.fast.layout import State
from medina.match.run import BACKENDS, Workers, spread

GATES = 0.35  # of the games have gates
PARTS = (8, 4, 2, 1)  # of the steps are tried: who learns too long from the same games learns them by heart
QUICK_NOTES = 0.25  # of a quick game's positions are learned from
HELD = 20  # one of so many games is kept aside, to see how far off the network is on what it has not seen


class Kind(NamedTuple):
    """One network's game."""

    edition: str
    players: int

    @property
    def name(self) -> str:
        return f"{self.edition}{self.players}"

    def start(self, gates: bool, seed: int) -> State:
        return fast.from_position(medina.new_game(self.edition, self.players, gates, seed=seed))


def kind_of(text: str) -> Kind:
    match = re.fullmatch(r"(first|second)([234])", text)
    if not match or text == "first2":
        raise argparse.ArgumentTypeError(f"{text} is no game: second2, second3, second4, first3 or first4")
    return Kind(match[1], int(match[2]))


class Played(NamedTuple):
    """A game: how it began, its lesson, and by how much the young network won more than its share, if it was tried."""

    gates: bool
    seed: int
    lesson: Lesson
    edge: float | None = None


@dataclass(frozen=True)
class Thought:
    """How self-play thinks: a share of the placements long, and noted, the others short; quick games how far ahead."""

    short: int
    long: int
    share: float
    patience: float


def play_some(kind: Kind, young: Network, old: Network | None, thought: Thought, games: int, seed: int) -> list[Played]:
    """The work of one job: games of two networks with search, or quick ones of one."""
    chance = random.Random(seed)
    words = np.array([seed & (2**62 - 1)], dtype=np.int64)
    room, played = blank_lesson(), []
    one = new_player(kind.start(False, 1), young, thought.long)
    other = new_player(kind.start(False, 1), old, thought.long) if old else None
    for _ in range(games):
        gates, setup = chance.random() < GATES, chance.getrandbits(30)
        start, olds = kind.start(gates, setup), seats_of_old(kind.players, chance)
        if other:
            length = play_lesson(start, one, other, olds, thought.short, thought.long, thought.share, words, room)
        else:
            length = play_quickly(start, one, QUICK_NOTES, thought.patience, words, room)
        plies, notes = length
        lesson = Lesson(room.moves[:plies].copy(), room.notes[:notes].copy(), room.views[:notes].copy())
        played.append(Played(gates, setup, lesson, edge_of(start, lesson, olds) if other else None))
    return played


def seats_of_old(players: int, chance: random.Random) -> int:
    """Bits of the seats the old network takes: half of them, in a game of three one or two."""
    seats = chance.sample(range(players), (players + chance.randrange(2)) // 2)
    return sum(1 << seat for seat in seats)


def edge_of(start: State, lesson: Lesson, olds: int) -> float:
    """The young network's share of the win less the share of its seats."""
    state = start.copy()
    for move in lesson.moves:
        fast.play_move(state, int(move))
    scores = fast.scores(state)
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    young = [seat for seat in range(len(scores)) if not (olds >> seat) & 1]
    return sum(seat in young for seat in winners) / len(winners) - len(young) / len(scores)


class Verdict(Enum):
    """How the young network did against the best."""

    PASSED = "the young one is the best now"
    STAYS = "the best stays"
    FAILED = "the best stays, and the young one begins again with its weights"


class School:
    """Everything about one network, in its folder."""

    def __init__(self, kind: Kind, folder: Path, beginning: Network, keep: int, mean: int) -> None:
        self.kind, self.folder, self.beginning, self.keep, self.mean = kind, folder / kind.name, beginning, keep, mean
        self.folder.mkdir(parents=True, exist_ok=True)
        self.generation = sum(1 for _ in self._log())
        self.seconds = 0.0
        if not self._best.exists():
            save_network(load_network(WEIGHTS / f"{kind.name}.bin"), self._best)

    @property
    def _best(self) -> Path:
        return self.folder / "best.bin"

    @property
    def _young(self) -> Path:
        return self.folder / "young.bin"

    def _fits(self) -> list[Path]:
        """What was learned in every generation since the young network began with the best one's weights."""
        return sorted(self.folder.glob("fit-*.bin"))

    def _log(self) -> list[str]:
        log = self.folder / "log.jsonl"
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    def play(self, games: int, quick: int, thought: Thought, seed: int, workers: Workers) -> str:
        """A generation of games; says how it went."""
        begin = time.monotonic()
        best = load_network(self._best)
        young = load_network(self._young) if self._young.exists() else best
        seeds = random.Random(f"{seed} {self.kind.name} {self.generation}")

        def tasks(old: Network | None, number: int, most: int) -> Iterator[tuple[Any, ...]]:
            each = max(1, min(most, number // 64))
            return ((self.kind, young, old, thought, each, seeds.getrandbits(60)) for _ in range(number // each))

        played = list(chain(*spread(play_some, chain(tasks(best, games, 4), tasks(None, quick, 50)), workers)))
        edges = [game.edge for game in played if game.edge is not None]
        save_games([game for game in played if game.edge is not None], self.folder / f"games-{self.generation:04}.npz")
        if quick:
            save_games([game for game in played if game.edge is None], self.folder / f"quick-{self.generation:04}.npz")
        edge, doubt = float(np.mean(edges)), float(np.std(edges)) / len(edges) ** 0.5
        verdict = self._judge(edge, doubt)
        self.seconds = time.monotonic() - begin
        notes, passed = sum(len(game.lesson.notes) for game in played), verdict is Verdict.PASSED
        facts = {"games": len(edges), "quick": len(played) - len(edges), "notes": notes, "passed": passed}
        self._write(**facts, edge=edge, doubt=doubt, seconds=self.seconds)
        self.generation += 1
        return (
            f"{self.kind.name} generation {self.generation}: {len(played)} games, {notes} notes, "
            f"{self.seconds:.0f} s, edge {100 * edge:+.1f} ± {200 * doubt:.1f} %, {verdict.value}"
        )

    def _judge(self, edge: float, doubt: float) -> Verdict:
        """What the games say about the young network, and what follows for the files."""
        if not self._young.exists() or -2 * doubt <= edge <= 0:
            return Verdict.STAYS
        if edge > 0:
            shutil.copy(self._young, self._best)
            return Verdict.PASSED
        shutil.copy(self._best, self._young)
        for path in self._fits():
            path.unlink()
        return Verdict.FAILED

    def learn(self, steps: int, rate: float, trust: float) -> str:
        """A new young network from the notes of the last generations; says how far off it is."""
        begin = time.monotonic()
        searched, quick = (sorted(self.folder.glob(f"{what}-*.npz"))[-self.keep :] for what in ("games", "quick"))
        parts = [rows_in(path, self.kind, trust) for path in searched] + [rows_in(path, self.kind, 0) for path in quick]
        seen, goals, held, held_goals = (np.concatenate(part) for part in zip(*parts, strict=True))
        best, units = load_network(self._best), len(self.beginning.second)
        earlier = [each for each in map(load_network, self._fits()[-self.mean :]) if len(each.second) == units]
        last = earlier[-1] if earlier else best if len(best.second) == units else self.beginning
        fits = [fit(last, seen, goals, max(1, steps // part), rate, self.generation) for part in PARTS]
        fitted = min(fits, key=lambda each: error(each, held, held_goals))
        save_network(fitted, self.folder / f"fit-{self.generation:04}.bin")
        network = mean_of([*earlier, fitted][-self.mean :])
        save_network(network, self._young)
        off, before = error(network, held, held_goals), error(best, held, held_goals)
        return (
            f"{self.kind.name} learned from {len(goals)} rows in {time.monotonic() - begin:.0f} s: "
            f"off by {off:.3f} points, the best by {before:.3f}"
        )

    def _write(self, **facts: Any) -> None:
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps({"generation": self.generation, **facts}) + "\n")

    def install(self) -> bool:
        """Puts the best network into the package, if it ever beat the one before it."""
        proven = any(json.loads(line)["passed"] for line in self._log())
        if proven:
            shutil.copy(self._best, WEIGHTS / f"{self.kind.name}.bin")
        return proven


def mean_of(networks: list[Network]) -> Network:
    """The network whose every weight is the mean of theirs: steadier than any one of them."""
    return Network(*(np.asarray(np.mean(weights, axis=0), dtype=np.float32) for weights in zip(*networks, strict=True)))


def save_games(played: list[Played], path: Path) -> None:
    """Games in one compact file: all moves and all notes one after another, and where each game's end."""
    lessons = [game.lesson for game in played]
    np.savez_compressed(
        path,
        gates=np.array([game.gates for game in played]),
        seeds=np.array([game.seed for game in played], dtype=np.int32),
        moves=np.concatenate([lesson.moves for lesson in lessons]).astype(np.uint16),
        notes=np.concatenate([lesson.notes for lesson in lessons]).astype(np.uint16),
        views=np.concatenate([lesson.views for lesson in lessons]).astype(np.float16),
        move_ends=np.cumsum([len(lesson.moves) for lesson in lessons]),
        note_ends=np.cumsum([len(lesson.notes) for lesson in lessons]),
    )


def load_games(path: Path) -> list[Played]:
    """The games of such a file."""
    with np.load(path) as file:
        data = {name: file[name] for name in file.files}
    moves = np.split(data["moves"].astype(np.int32), data["move_ends"][:-1])
    notes = np.split(data["notes"].astype(np.int32), data["note_ends"][:-1])
    views = np.split(data["views"].astype(np.float32), data["note_ends"][:-1])
    lessons = map(Lesson, moves, notes, views)
    facts = zip(data["gates"], data["seeds"], lessons, strict=True)
    return [Played(bool(gates), int(seed), lesson) for gates, seed, lesson in facts]


@cache
def rows_in(path: Path, kind: Kind, trust: float) -> tuple[Rows, Floats, Rows, Floats]:
    """The rows of a file of games: those to learn from, and those kept aside."""
    rows = [rows_of(kind.start(game.gates, game.seed), game.lesson, trust) for game in load_games(path)]
    held = rows[::HELD]
    seen = [each for index, each in enumerate(rows) if index % HELD] or held
    parts = [np.concatenate(part) for some in (seen, held) for part in zip(*some, strict=True)]
    return parts[0], parts[1], parts[2], parts[3]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="+", type=kind_of, metavar="game", help="second2, second3, first4, …")
    parser.add_argument("--minutes", type=float, default=60, help="no generation begins that would end later")
    parser.add_argument("--generations", type=int, help="of each game, at most")
    parser.add_argument("--games", type=int, default=300, help="with search in a generation")
    parser.add_argument("--quick", type=int, default=6000, help="quick games in a generation")
    parser.add_argument("--short", type=int, default=28, help="nodes of most searches")
    parser.add_argument("--long", type=int, default=28, help="nodes of those that are learned from")
    parser.add_argument("--share", type=float, default=1, help="of the searches are long")
    parser.add_argument("--patience", type=float, default=0.95, help="how far ahead quick games look: 0 to 1, the end")
    parser.add_argument("--trust", type=float, default=0.9, help="the same for games with search")
    parser.add_argument("--units", type=int, default=256, help="of networks that begin with nothing")
    parser.add_argument("--begin", type=Path, help="weights to begin with where the best network has another size")
    parser.add_argument("--keep", type=int, default=8, help="generations to learn from")
    parser.add_argument("--mean", type=int, default=1, help="fits in the young network; 4 if it has learned for long")
    parser.add_argument("--steps", type=int, default=6000, help="of the longest fitting")
    parser.add_argument("--rate", type=float, default=0.001, help="of fitting; 0.0001 if it has learned for long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("learning"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--backend", choices=BACKENDS, default="loky")
    parser.add_argument("--scheduler")
    parser.add_argument("--install", action="store_true", help="put proven networks into the package at the end")
    options = parser.parse_args()
    beginning = load_network(options.begin) if options.begin else empty_network(options.units, options.seed)
    schools = [School(kind, options.folder, beginning, options.keep, options.mean) for kind in options.kinds]
    teach(schools, options)
    for school in schools if options.install else []:
        print(school.kind.name, "installed" if school.install() else "has not beaten the one in the package")


def teach(schools: list[School], options: argparse.Namespace) -> None:
    """Generation after generation, the games in turn, while there is time."""
    thought = Thought(options.short, options.long, options.share, options.patience)
    workers = Workers(options.jobs, options.backend, options.scheduler)
    first = schools[0].kind
    for other in (empty_network(1), None):  # compiled before the processes start
        play_some(first, empty_network(1), other, Thought(1, 1, 1.0, 1.0), 1, 1)
    end = time.monotonic() + 60 * options.minutes
    learning: Future[str] | None = None
    with ThreadPoolExecutor(1) as desk:
        for number in count() if options.generations is None else range(options.generations * len(schools)):
            school = schools[number % len(schools)]
            if time.monotonic() + school.seconds > end:
                break
            if learning is not None and len(schools) == 1:
                learning.result()
            print(school.play(options.games, options.quick, thought, options.seed, workers), flush=True)
            if learning is not None:
                print(learning.result(), flush=True)
            learning = desk.submit(school.learn, options.steps, options.rate, options.trust)
        if learning is not None:
            print(learning.result(), flush=True)


if __name__ == "__main__":
    main()
