"""An error speaks the language of whoever reads it, whatever the language of the process that raised it."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import medina
from medina import MedinaError, Ruleset
from medina.bots import Budget, make_bot
from medina.cli.match import switches
from medina.data import read_dataset
from medina.match import Journal, MatchPlan, Workers
from medina.match.entrants import split_bots
from medina.protocol.external import Patience
from medina.server.settings import load_settings
from medina.store.database import database_url
from medina.study import analyse_game
from medina.terminal.files import read_file
from medina.words import LANGUAGES, error_text, failure

SOURCES = Path(medina.__file__).parent
TELLING = {"say", "count", "error_text", "problem_text", "refusal_text", "refusal_sentence"}
"""The functions that make a sentence in a language."""
EMPTY = medina.Record.new(medina.new_game("second", players=2, seed=1))


def plan(**changed: Any) -> MatchPlan:
    return MatchPlan(**{"bots": ("greedy", "random"), "games": 2, "ruleset": Ruleset.of("second", 2, False), **changed})


def broken_journal(folder: Path) -> object:
    (folder / "match.json").write_text("{", "utf-8")
    return Journal(folder).plan()


def broken_record(folder: Path) -> object:
    (folder / "bad.mgn").write_text("hello", "utf-8")
    return read_file(folder / "bad.mgn")


PLACES: dict[str, Callable[[Path], object]] = {
    "seconds": lambda _: Budget(seconds=-1),
    "nodes": lambda _: Budget(nodes=0),
    "threads": lambda _: Budget(threads=0),
    "bot": lambda _: make_bot("nobody"),
    "one bot": lambda _: plan(bots=()),
    "games": lambda _: plan(games=0),
    "seconds of a match": lambda _: plan(seconds=-1.0),
    "patience": lambda _: plan(patience=Patience(grace=-1)),
    "jobs": lambda _: Workers(jobs=0),
    "backend": lambda _: Workers(backend="abacus"),
    "budget of a bot": lambda _: plan(bots=split_bots("greedy@x,random")),
    "switches": lambda _: switches("tea=perhaps"),
    "journal": broken_journal,
    "setting": lambda _: load_settings({"MEDINA_PORTT": "1"}),
    "strange setting": lambda _: load_settings({"MEDINA_XYZ": "1"}),
    "value of a setting": lambda _: load_settings({"MEDINA_PORT": "many"}),
    "proxy": lambda _: load_settings({"MEDINA_TRUSTED_PROXIES": "next door"}),
    "mail": lambda _: load_settings({"MEDINA_SMTP_HOST": "localhost"}),
    "settings file": lambda folder: load_settings({"MEDINA_SETTINGS": str(folder / "no.toml")}),
    "database": lambda folder: database_url("mysql://here/there", folder),
    "file of the database": lambda folder: database_url("sqlite://here/there", folder),
    "port of the database": lambda folder: database_url("postgresql://here:0/there", folder),
    "nothing to analyse": lambda _: next(analyse_game(EMPTY)),
    "record": broken_record,
    "data set": lambda folder: list(read_dataset(folder / "no.parquet")),
}


@pytest.mark.parametrize("place", PLACES)
def test_an_error_is_told_in_the_readers_language(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, dict[str, str]] = {}
    for spoken in LANGUAGES:
        monkeypatch.setenv("MEDINA_LANG", spoken)
        with pytest.raises(MedinaError) as caught:
            PLACES[place](tmp_path)
        error = pickle.loads(pickle.dumps(caught.value))
        assert error_text(error) == error.message
        told[spoken] = {lang: error_text(error, lang) for lang in LANGUAGES}
    assert told["de"] == told["fr"] == told["en"]
    assert len(set(told["en"].values())) == len(LANGUAGES)


def test_an_error_within_an_error_is_told_in_the_same_language() -> None:
    inner = failure(MedinaError, "bots.bad_nodes")
    outer = failure(MedinaError, "terminal.file_problem", problem=inner)
    for lang in LANGUAGES:
        assert error_text(inner, lang) in error_text(outer, lang)


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCES.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def kinds_of_errors() -> set[str]:
    """The names of `MedinaError` and of every class below it."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    kinds = {"MedinaError"}
    while more := {name for name, of in bases.items() if of & kinds} - kinds:
        kinds |= more
    return kinds


def names_called(node: ast.AST) -> set[str]:
    return {call.func.id for call in ast.walk(node) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}


def test_no_error_is_made_of_a_sentence_in_one_language() -> None:
    """`failure` keeps the key instead, so that the sentence can be made for the reader."""
    kinds = kinds_of_errors()
    assert {"BadBudget", "BadSetting", "BadRecord", "BackupError"} <= kinds
    spoken = [
        f"{path.relative_to(SOURCES)}:{node.lineno}"
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and (node.func.id in kinds or node.func.id == "failure")
        and any(names_called(argument) & TELLING for argument in (*node.args, *(word.value for word in node.keywords)))
    ]
    assert spoken == []
