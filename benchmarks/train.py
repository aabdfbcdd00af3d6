"""Teaches the evaluation: play, learn, and let the new network prove itself, again and again. It can be resumed.

    python benchmarks/train.py second2 --minutes 60
    python benchmarks/train.py second2 second3 second4 first3 first4 --minutes 600 --jobs 16 --folder learning

A generation of a game (an edition and a number of players) is:

1. play: games between the young network and the best so far, seats and gates drawn. A share of the placements gets a
   long search; what it came to think of the position and of those it looked into most is noted.
2. gate: if the young network won more than its share of these games, it is the best from now on.
3. learn: a new young one, fitted to the notes of the last generations, beginning with the best one's weights; of fits
   of several lengths the one that is best on games kept aside. With several games this happens while the next one is
   played.

The folder keeps everything: `second2/best.npz`, `young.npz`, `games-0001.npz` (moves and notes, not inputs, so that
others can be tried on them) and `log.jsonl`, a line a generation. The same command goes on where it was stopped.
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
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from fitting import error, fit

import medina
from medina import fast
from medina.bots import thinker
from medina.bots.learning import Lesson, Rows, blank_lesson, new_player, play_lesson, rows_of
from medina.bots.network import Floats, Network, empty_network, load_network, save_network
from medina.fast.layout import State
from medina.match.run import BACKENDS, Workers, spread

WEIGHTS = Path(thinker.__file__).parent / "weights"
GATES = 0.35  # of the games have gates
PARTS = (8, 4, 2, 1)  # of the steps are tried: who learns too long from the same games learns them by heart
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
    """A game: how it began, its lesson, and by how much the young network won more than its share."""

    gates: bool
    seed: int
    lesson: Lesson
    edge: float


@dataclass(frozen=True)
class Thought:
    """How long self-play thinks: a share of the placements long, and noted, the others short."""

    short: int
    long: int
    share: float


def play_some(kind: Kind, young: Network, old: Network, thought: Thought, games: int, seed: int) -> list[Played]:
    """The work of one job."""
    chance = random.Random(seed)
    words = np.array([seed & (2**62 - 1)], dtype=np.int64)
    room, players, played = blank_lesson(), None, []
    for _ in range(games):
        gates, setup = chance.random() < GATES, chance.getrandbits(30)
        start = kind.start(gates, setup)
        if players is None:
            players = new_player(start, young, thought.long), new_player(start, old, thought.long)
        olds = seats_of_old(kind.players, chance)
        plies, notes = play_lesson(start, *players, olds, thought.short, thought.long, thought.share, words, room)
        lesson = Lesson(room.moves[:plies].copy(), room.notes[:notes].copy(), room.views[:notes].copy())
        played.append(Played(gates, setup, lesson, edge_of(start, lesson, olds)))
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


class School:
    """Everything about one network, in its folder."""

    def __init__(self, kind: Kind, folder: Path, beginning: Network, keep: int) -> None:
        self.kind, self.folder, self.beginning, self.keep = kind, folder / kind.name, beginning, keep
        self.folder.mkdir(parents=True, exist_ok=True)
        self.generation = sum(1 for _ in self._log())
        self.seconds = 0.0
        if not self._best.exists():
            save_network(load_network(WEIGHTS / f"{kind.name}.npz"), self._best)

    @property
    def _best(self) -> Path:
        return self.folder / "best.npz"

    @property
    def _young(self) -> Path:
        return self.folder / "young.npz"

    def _log(self) -> list[str]:
        log = self.folder / "log.jsonl"
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    def play(self, games: int, thought: Thought, seed: int, workers: Workers) -> str:
        """A generation of games; says how it went."""
        begin = time.monotonic()
        best = load_network(self._best)
        young = load_network(self._young) if self._young.exists() else best
        each = max(1, min(4, games // 64))
        seeds = random.Random(f"{seed} {self.kind.name} {self.generation}")
        tasks = ((self.kind, young, best, thought, each, seeds.getrandbits(60)) for _ in range(games // each))
        played = [game for some in spread(play_some, tasks, workers) for game in some]
        save_games(played, self.folder / f"games-{self.generation:04}.npz")
        edge = sum(game.edge for game in played) / len(played)
        doubt = float(np.std([game.edge for game in played])) / len(played) ** 0.5
        passed = edge > 0 and self._young.exists()
        if passed:
            shutil.copy(self._young, self._best)
        self.seconds = time.monotonic() - begin
        notes = sum(len(game.lesson.notes) for game in played)
        self._write(games=len(played), notes=notes, edge=edge, doubt=doubt, passed=passed, seconds=self.seconds)
        self.generation += 1
        verdict = "the young one is the best now" if passed else "the best stays"
        return (
            f"{self.kind.name} generation {self.generation}: {len(played)} games, {notes} notes, "
            f"{self.seconds:.0f} s, edge {100 * edge:+.1f} ± {200 * doubt:.1f} %, {verdict}"
        )

    def learn(self, steps: int, rate: float, trust: float) -> str:
        """A new young network from the notes of the last generations; says how far off it is."""
        begin = time.monotonic()
        parts = [rows_in(path, self.kind, trust) for path in sorted(self.folder.glob("games-*.npz"))[-self.keep :]]
        seen, goals, held, held_goals = (np.concatenate(part) for part in zip(*parts, strict=True))
        best = load_network(self._best)
        network = best if len(best.second) == len(self.beginning.second) else self.beginning
        fits = [fit(network, seen, goals, max(1, steps // part), rate, self.generation) for part in PARTS]
        network = min(fits, key=lambda each: error(each, held, held_goals))
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
            shutil.copy(self._best, WEIGHTS / f"{self.kind.name}.npz")
        return proven


def save_games(played: list[Played], path: Path) -> None:
    """Games in one compact file: all moves and all notes one after another, and where each game's end."""
    lessons = [game.lesson for game in played]
    np.savez_compressed(
        path,
        gates=np.array([game.gates for game in played]),
        seeds=np.array([game.seed for game in played], dtype=np.int32),
        edges=np.array([game.edge for game in played], dtype=np.float32),
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
    facts = zip(data["gates"], data["seeds"], lessons, data["edges"], strict=True)
    return [Played(bool(gates), int(seed), lesson, float(edge)) for gates, seed, lesson, edge in facts]


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
    parser.add_argument("--games", type=int, default=1000, help="in a generation")
    parser.add_argument("--short", type=int, default=24, help="nodes of most searches")
    parser.add_argument("--long", type=int, default=200, help="nodes of those that are learned from")
    parser.add_argument("--share", type=float, default=0.25, help="of the searches are long")
    parser.add_argument("--units", type=int, default=256, help="of networks that begin with nothing")
    parser.add_argument("--begin", type=Path, help="weights to begin with where the best network has another size")
    parser.add_argument("--keep", type=int, default=8, help="generations to learn from")
    parser.add_argument("--steps", type=int, default=6000, help="of the longest fitting")
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--trust", type=float, default=0.1, help="share of the final scores in the goals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("learning"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--backend", choices=BACKENDS, default="loky")
    parser.add_argument("--scheduler")
    parser.add_argument("--install", action="store_true", help="put proven networks into the package at the end")
    options = parser.parse_args()
    beginning = load_network(options.begin) if options.begin else empty_network(options.units, options.seed)
    schools = [School(kind, options.folder, beginning, options.keep) for kind in options.kinds]
    teach(schools, options)
    for school in schools if options.install else []:
        print(school.kind.name, "installed" if school.install() else "has not beaten the one in the package")


def teach(schools: list[School], options: argparse.Namespace) -> None:
    """Generation after generation, the games in turn, while there is time."""
    thought = Thought(options.short, options.long, options.share)
    workers = Workers(options.jobs, options.backend, options.scheduler)
    first = schools[0].kind
    play_some(first, *[empty_network(1)] * 2, Thought(1, 1, 1.0), 1, 1)  # compiled before the processes start
    end = time.monotonic() + 60 * options.minutes
    learning: Future[str] | None = None
    with ThreadPoolExecutor(1) as desk:
        for number in count():
            school = schools[number % len(schools)]
            if time.monotonic() + school.seconds > end:
                break
            if learning is not None and len(schools) == 1:
                learning.result()
            print(school.play(options.games, thought, options.seed, workers), flush=True)
            if learning is not None:
                print(learning.result(), flush=True)
            learning = desk.submit(school.learn, options.steps, options.rate, options.trust)
        if learning is not None:
            print(learning.result(), flush=True)


if __name__ == "__main__":
    main()
