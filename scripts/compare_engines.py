"""Compare an engine with the naive oracle over random games of every edition, player count and switch.

    python scripts/compare_engines.py --games 3000
    python scripts/compare_engines.py --engine "my-engine --stdio" --games 200 --seed 7
    python scripts/compare_engines.py --record game.mgn

The engine is a real process that speaks the JSON-lines protocol. Exit code 1 when there is any difference.
"""

import argparse
import json
import multiprocessing
import random
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from oracle.compare import Comparison, random_rules
from oracle.engines import EngineProcess
from oracle.policies import policies_of_a_game
from oracle.rare_names import EVENTS
from oracle.record import moves_of, split_record, start_of
from oracle.tally import Difference, Effort, Tally

COMBINATIONS = [
    (edition, players, gates)
    for edition, players in (("first", 3), ("first", 4), ("second", 2), ("second", 3), ("second", 4))
    for gates in (False, True)
]


def main() -> int:
    """The command line."""
    args = _arguments()
    if args.record:
        return _compare_record(args.engine, Path(args.record))
    started = time.monotonic()
    total = Tally()
    jobs = [(args.engine, args.seed, index, args.full_whys, args.whys) for index in range(args.games)]
    for done, tally in enumerate(_run(jobs, args.jobs), 1):
        total.add(tally)
        _progress(done, args.games, total, time.monotonic() - started)
    sys.stderr.write("\n")
    _summary(total, time.monotonic() - started)
    return 1 if total.differences else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    engine = f"{Path(sys.executable).with_name('medina')} engine"
    parser.add_argument("--engine", default=engine, help="command of the engine (default: %(default)s)")
    parser.add_argument("--games", type=int, default=200, help="games in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="engine processes at a time (default: %(default)s)")
    parser.add_argument("--full-whys", type=int, default=1, help="plies a game with `why` of every move")
    parser.add_argument("--whys", type=int, default=6, help="`why` questions at every other ply")
    parser.add_argument("--record", help="compare the moves of this record only, at full effort")
    return parser.parse_args()


# The games


def _run(jobs: list[tuple[str, int, int, int, int]], processes: int) -> Iterator[Tally]:
    if processes <= 1:
        yield from map(_one_game, jobs)
        return
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap_unordered(_one_game, jobs)


_engines: dict[str, EngineProcess] = {}


def _one_game(job: tuple[str, int, int, int, int]) -> Tally:
    command, seed, index, full_whys, whys = job
    engine = _engines.get(command)
    if engine is None:
        engine = _engines[command] = EngineProcess(shlex.split(command))
    rng = random.Random(f"{seed}/{index}")
    edition, players, gates = COMBINATIONS[index % len(COMBINATIONS)]
    rules = random_rules(edition, players, gates, rng)
    policies = policies_of_a_game(players, rng)
    comparison = Comparison(engine, rules, policies, rng, Effort(full_whys=full_whys, whys=whys))
    try:
        return comparison.run()
    except Exception as error:
        raise RuntimeError(f"game {index} of seed {seed}: {error!r}") from error


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
        f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{games} games, {total.plies} plies, "
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
    print("\nRare events (times, games):")
    for name in EVENTS:
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
