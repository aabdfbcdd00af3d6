"""Compare an engine with the naive oracle over random games of every edition, player count and switch.

    python scripts/compare_engines.py --games 3000
    python scripts/compare_engines.py --engine "my-engine --stdio" --games 200 --seed 7
    python scripts/compare_engines.py --record game.mgn
    python scripts/compare_engines.py --games 0 --endings 1000 --gate-cities 500
    python scripts/compare_engines.py --games 1000 --made 500

The engine is a real process that speaks the JSON-lines protocol. The protocol cannot put up any position, so made-up
endings, cities with gates and positions made for a rule (`--made` of each kind: 4.6, 4.8, 13.4) go through the Python
API of this project instead. Exit code 1 when there is any difference.
"""

import argparse
import json
import multiprocessing
import random
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from oracle.compare import Comparison, random_rules
from oracle.endings import random_endings
from oracle.engines import EngineProcess, PythonApi
from oracle.gate_cities import WALKERS, random_gate_city
from oracle.made import FROM_ONE_GAME, KINDS, compare_made
from oracle.policies import policies_of_a_game
from oracle.rare_names import ALL_EVENTS
from oracle.record import moves_of, split_record, start_of
from oracle.requests import wrong_answers
from oracle.state import Rules
from oracle.tally import Difference, Effort, Tally

COMBINATIONS = [
    (edition, players, gates)
    for edition, players in (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    for gates in (False, True)
]

ENDINGS_A_JOB = 6  # made from one game


def main() -> int:
    """The command line."""
    args = _arguments()
    if args.record:
        return _compare_record(args.engine, Path(args.record))
    started = time.monotonic()
    total = Tally()
    effort = Effort(full_whys=args.full_whys, whys=args.whys)
    jobs = [Job(_whole_game, args.engine, args.seed, index, effort) for index in range(args.games)]
    jobs += [Job(_endings, "", args.seed, index, effort) for index in range(args.endings // ENDINGS_A_JOB)]
    jobs += [Job(_gate_city, "", args.seed, index, effort) for index in range(args.gate_cities)]
    bunches = -(-args.made // FROM_ONE_GAME)
    jobs += [Job(_made, "", args.seed, index, effort, kind) for kind in KINDS for index in range(bunches)]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for done, tally in enumerate(_run(jobs, args.jobs), 1):
            total.add(tally)
            _progress(done, len(jobs), total, time.monotonic() - started)
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped; this is what was seen so far.")
    sys.stderr.write("\n")
    _summary(total, time.monotonic() - started)
    wrong = _check_requests(args.engine) if args.games else []
    return 1 if total.differences or wrong else 0


def _check_requests(command: str) -> list[str]:
    engine = EngineProcess(shlex.split(command))
    wrong = list(wrong_answers(engine))
    engine.close()
    print(f"\nStarting games and undoing: {len(wrong)} wrong answers.", *wrong, sep="\n  ")
    return wrong


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    engine = f"{Path(sys.executable).with_name('medina')} engine"
    parser.add_argument("--engine", default=engine, help="command of the engine (default: %(default)s)")
    parser.add_argument("--games", type=int, default=200, help="games in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="engine processes at a time (default: %(default)s)")
    parser.add_argument("--full-whys", type=int, default=1, help="plies a game with `why` of every move")
    parser.add_argument("--whys", type=int, default=18, help="`why` questions at a third of the other plies")
    parser.add_argument("--endings", type=int, default=0, help="also games from made-up late positions")
    parser.add_argument("--gate-cities", type=int, default=0, help="also games from made-up cities with gates")
    parser.add_argument("--made", type=int, default=0, help="also games from positions made for a rule, of each kind")
    parser.add_argument("--record", help="compare the moves of this record only, at full effort")
    return parser.parse_args()


# The games


@dataclass(frozen=True)
class Job:
    """One game, or a bunch of endings, to be played by one of the processes."""

    play: Callable[["Job", random.Random], Tally]
    engine: str
    seed: int
    index: int
    effort: Effort
    kind: str = ""

    def random(self) -> random.Random:
        """Its own source of chance, so that any job can be run again alone."""
        return random.Random(f"{self.seed}/{self.index}{self.kind}")


def _run(jobs: list[Job], processes: int) -> Iterator[Tally]:
    if processes <= 1:
        yield from map(_do, jobs)
        return
    with multiprocessing.Pool(processes, initializer=_leave_signals_to_the_parent) as pool:
        yield from pool.imap_unordered(_do, jobs)


def _leave_signals_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _do(job: Job) -> Tally:
    try:
        return job.play(job, job.random())
    except Exception as error:
        raise RuntimeError(f"job {job}: {error!r}") from error


def _rules(job: Job, rng: random.Random) -> Rules:
    edition, players, gates = COMBINATIONS[job.index % len(COMBINATIONS)]
    return random_rules(edition, players, gates or job.play is _gate_city, rng)


_engines: dict[str, EngineProcess] = {}


def _whole_game(job: Job, rng: random.Random) -> Tally:
    engine = _engines.get(job.engine)
    if engine is None:
        engine = _engines[job.engine] = EngineProcess(shlex.split(job.engine))
    rules = _rules(job, rng)
    return Comparison(engine, rules, policies_of_a_game(rules.players, rng), rng, job.effort).run()


def _endings(job: Job, rng: random.Random) -> Tally:
    rules, tally = _rules(job, rng), Tally()
    for start in random_endings(rules, rng, ENDINGS_A_JOB):
        policies = policies_of_a_game(rules.players, rng)
        tally.add(Comparison(PythonApi(), rules, policies, rng, job.effort).run_from(start))
    return tally


def _gate_city(job: Job, rng: random.Random) -> Tally:
    rules = _rules(job, rng)
    policies = [rng.choice(WALKERS) for _ in range(rules.players)]
    return Comparison(PythonApi(), rules, policies, rng, job.effort).run_from(random_gate_city(rules, rng))


def _made(job: Job, rng: random.Random) -> Tally:
    return compare_made(PythonApi(), job.kind, COMBINATIONS[job.index % len(COMBINATIONS)], rng, job.effort)


def _compare_record(command: str, path: Path) -> int:
    tags, lines = split_record(path.read_text(encoding="utf-8"))
    engine = EngineProcess(shlex.split(command))
    effort = Effort(full_whys=0, whys=40, probes=0.2)
    start = start_of(tags)
    comparison = Comparison(engine, start.rules, ["record"] * start.rules.players, random.Random(1), effort)
    tally = comparison.follow(start, moves_of(lines))
    engine.close()
    _summary(tally, 0.0)
    return 1 if tally.differences else 0


# What is printed


def _progress(done: int, games: int, total: Tally, seconds: float) -> None:
    filled = 30 * done // games
    left = seconds / done * (games - done)
    kinds = len({difference.kind for difference in total.differences})
    sys.stderr.write(
        f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{games}, {total.games} games, {total.plies} plies, "
        f"{kinds} kinds of difference, {left / 60:.1f} min left   "
    )
    sys.stderr.flush()


def _summary(total: Tally, seconds: float) -> None:
    print(f"{total.games} games, {total.plies} plies in {seconds / 60:.1f} min")
    print(
        f"{total.legal_moves} legal moves, {total.refusals} refusals, {total.malformed} malformed moves, "
        f"{total.undone} moves undone and played again, {total.loaded} records written and loaded"
    )
    for name, count in sorted(total.games_of.items()):
        print(f"  {count:6} games of {name}")
    print("\nGames by way of playing:")
    print("  " + ", ".join(f"{name} {count}" for name, count in sorted(total.games_by_policy.items())))
    if total.made:
        print("\nMade-up positions that showed the rule they are made for:")
        print("  " + ", ".join(f"{kind}: {count}" for kind, count in sorted(total.made.items())))
    print("\nRare events (times, games):")
    for name in ALL_EVENTS:
        never = "" if total.hits[name] else "   <-- never"
        print(f"  {total.hits[name]:7} {total.games_with[name]:6}  {name}{never}")
    print("\nRules named in refusals:")
    print("  " + ", ".join(f"{rule}: {count}" for rule, count in sorted(total.rules_named.items())))
    if total.not_preferred:
        print("\nRules that are broken, but that the oracle would not have named first:")
        for text, count in total.not_preferred.most_common(40):
            print(f"  {count:6}  {text}")
    _tell_differences(total.differences)


def _tell_differences(differences: list[Difference]) -> None:
    kinds: dict[str, list[Difference]] = {}
    for difference in differences:
        kinds.setdefault(difference.kind, []).append(difference)
    if not kinds:
        print("\nNo differences.")
        return
    print(f"\n{len(differences)} DIFFERENCES of {len(kinds)} kinds; the shortest of each:")
    for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        shortest = min(found, key=lambda difference: difference.plies)
        print(f"\n=== {kind} ({len(found)} times)")
        print(f"rules: {shortest.rules}\npolicies: {shortest.policies}")
        print(shortest.record, end="")
        print(f"move:   {shortest.move}")
        print(f"oracle: {json.dumps(shortest.oracle, default=str)}")
        print(f"engine: {json.dumps(shortest.engine, default=str)}")


if __name__ == "__main__":
    sys.exit(main())
