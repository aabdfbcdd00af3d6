"""The games of a match as a data set."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import medina
from medina.data import DataGame, dataset_card, write_dataset
from medina.data.files import ENDING
from medina.match.journal import Journal
from medina.match.plan import MatchPlan
from medina.match.play import GameResult
from medina.notation import Record
from medina.notation.switches import switch_text


def write_match(plan: MatchPlan, journal: Journal, path: Path) -> Path:
    """Writes the finished games and their card: into a folder, or into a file that ends in `.parquet`. Says where."""
    file = path if path.suffix == ENDING else path / f"games{ENDING}"
    file.parent.mkdir(parents=True, exist_ok=True)
    write_dataset(file, games(plan, journal))
    card = file.with_suffix(".md") if path.suffix == ENDING else path / "README.md"
    card.write_text(dataset_card(plan.event, games(plan, journal), file.name, command_of(plan)), "utf-8")
    return file


def command_of(plan: MatchPlan) -> str:
    """The command that plays the same match again."""
    rules = plan.ruleset
    switches = ",".join(f"{name}={switch_text(value)}" for name, value in rules.unusual_options.items())
    budget = ["--seconds", str(plan.seconds)] if plan.nodes is None else ["--nodes", str(plan.nodes)]
    words = ["--bots", ",".join(plan.bots), "--games", str(plan.games), *budget, "--seed", str(plan.seed)]
    words += ["--edition", rules.edition, "--players", str(rules.players)]
    words += ["--gates"] * rules.gates + (["--switches", switches] if switches else [])
    return shlex.join(["medina", "match", *words])


def games(plan: MatchPlan, journal: Journal) -> Iterator[DataGame]:
    """The finished games, in the order of their numbers."""
    for number, result in sorted(journal.results().items()):
        if number <= plan.games:
            yield data_game(plan, result, journal.record_of(number))


def data_game(plan: MatchPlan, result: GameResult, record: Record) -> DataGame:
    """One game with all that is known about it."""
    fault = result.forfeit
    return DataGame(
        record,
        seats=tuple(plan.entrants[spec].tag for spec in result.seats),
        outlooks=result.outlooks or (None,) * len(record.moves),
        places=result.places,
        game=result.number,
        seed=plan.seed,
        seconds=plan.seconds,
        nodes=plan.nodes,
        forfeit=None if fault is None else f"{fault.seat} {fault.kind}",
        version=medina.__version__,
    )
