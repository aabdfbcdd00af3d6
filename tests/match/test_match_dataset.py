"""Games as Parquet: what a match writes is read back as the same games, and nothing that is no game is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

pytest.importorskip("pyarrow")

import pyarrow as pa
import pyarrow.parquet as pq

import medina
from medina.cli import main
from medina.data import SAMPLE, BadDataset, DataGame, files, read_dataset, write_dataset
from medina.data.games import COLUMNS
from medina.words import set_language

MOST_BYTES = 200_000


@pytest.fixture(scope="module")
def sample() -> list[DataGame]:
    return list(read_dataset(SAMPLE))


def test_the_sample_is_small_and_has_games_of_every_kind(sample: list[DataGame]) -> None:
    assert sum(path.stat().st_size for path in SAMPLE.iterdir()) < MOST_BYTES
    rules = [game.record.start.ruleset for game in sample]
    assert {(rule.edition, rule.players) for rule in rules} == {
        ("first", 3),
        ("first", 4),
        ("second", 2),
        ("second", 3),
        ("second", 4),
    }
    assert {rule.gates for rule in rules} == {True, False}


def test_the_games_of_the_sample_replay_to_their_scores(sample: list[DataGame]) -> None:
    """What is stored, beside what the rules say when the moves are played once more."""
    for row, game in zip(pq.read_table(SAMPLE / "games.parquet").to_pylist(), sample, strict=True):
        position = game.record.start
        for move, seat, points in zip(row["moves"], row["turns"], row["scores"], strict=True):
            assert position.turn == seat
            position = position.play(move)
            assert list(position.scores) == points
        assert position.phase == "over"
        assert row["places"] == [1 + sum(other > own for other in points) for own in points]


def test_bots_that_search_have_opinions_and_they_come_true_in_the_end(sample: list[DataGame]) -> None:
    for game in sample:
        for number, (position, outlook) in enumerate(zip(game.record.positions, game.outlooks, strict=False)):
            bot = game.seats[position.turn or 0]
            assert outlook is None or bot != "bot:random"
            if outlook is not None:
                assert sum(outlook.wins) == pytest.approx(1, abs=0.001)
                assert len(outlook.scores) == len(outlook.wins) == len(game.seats)
            elif bot != "bot:random":
                assert len(position.legal_moves) == 1, number
    last = [(game.outlooks[-1], game.scores[-1]) for game in sample if game.outlooks[-1] is not None]
    assert last
    for outlook, points in last:
        assert outlook is not None
        assert outlook.scores == pytest.approx(points, abs=0.1)


def test_a_match_writes_its_games_and_a_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--bots", "vizier,random", "--games", "2", "--nodes", "2", "--seed", "5", "--jobs", "1", "--gates"]
    out, data = tmp_path / "match", tmp_path / "data"
    assert main(["match", *options, "--out", str(out), "--dataset", str(data), "--event", 'A "test"']) == 0
    assert str(data / "games.parquet") in capsys.readouterr().out.replace("\n", "")
    games = list(read_dataset(data))
    for game in games:
        kept = medina.read_record((out / f"games/{game.game:05}.mgn").read_text())
        assert game.record == kept
        assert (game.seed, game.nodes, game.seconds, game.forfeit) == (5, 2, None, None)
        assert (game.version, game.rules_version) == (medina.__version__, medina.RULES_VERSION)
    assert [game.seats for game in games] == [("bot:vizier", "bot:random"), ("bot:random", "bot:vizier")]
    _, front, prose = (data / "README.md").read_text("utf-8").split("---\n", 2)
    assert yaml.safe_load(front)["configs"][0]["data_files"] == "games.parquet"
    assert all(f"| `{name}` |" in prose for name in COLUMNS)
    # Once more from the finished match, into a file: the same games, opinions and all.
    assert main(["match", "--resume", "--out", str(out), "--dataset", str(tmp_path / "again.parquet")]) == 0
    assert list(read_dataset(tmp_path / "again.parquet")) == games
    assert any(outlook for game in games for outlook in game.outlooks)
    assert (tmp_path / "again.md").exists()


def test_a_forfeited_game_is_kept_as_far_as_it_went(tmp_path: Path, sample: list[DataGame]) -> None:
    whole = sample[0]
    short = replace(
        whole, record=whole.record.undo(100), outlooks=whole.outlooks[:-100], forfeit="1 hang", places=(1, 2)
    )
    write_dataset(tmp_path / "one.parquet", [short])
    assert list(read_dataset(tmp_path / "one.parquet")) == [short]


def rewritten(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """The first game of the sample with something changed behind our back."""
    table = pq.read_table(SAMPLE / "games.parquet").slice(0, 1)
    (row,) = table.to_pylist()
    change(row)
    pq.write_table(pa.Table.from_pylist([row], schema=table.schema), path)
    return path


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda row: row["moves"].__setitem__(0, "Ra1"), r"game 1: .*\(rule"),
        (lambda row: row["moves"].__setitem__(0, "hello"), "game 1: .*hello"),
        (lambda row: row["scores"].__setitem__(9, [1, 99]), "points are not those"),
        (lambda row: row.update(edition="third"), "edition"),
        (lambda row: row.update(well="z99"), "z99"),
        (lambda row: row.update(moves=None), "damaged"),
    ],
)
def test_what_is_no_game_is_refused_with_a_sentence(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    with pytest.raises(BadDataset, match=sentence):
        list(read_dataset(rewritten(tmp_path / "changed.parquet", change)))


def with_columns(path: Path, table: pa.Table) -> DataGame:
    """The first game of a file with these columns."""
    pq.write_table(table.replace_schema_metadata(pq.read_schema(SAMPLE / "games.parquet").metadata), path)
    return next(read_dataset(path))


@pytest.mark.parametrize("name", COLUMNS)
def test_a_file_without_a_column_is_read_unless_the_game_is_in_it(
    tmp_path: Path, sample: list[DataGame], name: str
) -> None:
    path, table = tmp_path / "earlier.parquet", pq.read_table(SAMPLE / "games.parquet").drop_columns([name])
    if name in {"edition", "players", "well", "market", "seats", "moves", "places"}:
        with pytest.raises(BadDataset, match="no data set of Medina"):
            with_columns(path, table)
        return
    silent = (None,) * len(sample[0].outlooks)
    changes: dict[str, dict[str, Any]] = {
        "event": {"record": sample[0].record.with_tags(Event="")},
        "seed": {"seed": 0},
        "nodes": {"nodes": None},
        "wins": {"outlooks": silent},
        "expected": {"outlooks": silent},
        "version": {"version": ""},
        "rules_version": {"rules_version": 1},
    }
    assert with_columns(path, table) == replace(sample[0], **changes.get(name, {}))


def test_a_column_or_switch_that_there_is_not_is_refused_by_name(tmp_path: Path) -> None:
    table = pq.read_table(SAMPLE / "games.parquet")
    with pytest.raises(BadDataset, match="a column naps "):
        with_columns(tmp_path / "later.parquet", table.append_column("naps", pa.array([0] * len(table))))
    options = [row | {"siesta": True} for row in table["options"].to_pylist()]
    place = table.column_names.index("options")
    with pytest.raises(BadDataset, match="no switch 'siesta'"):
        with_columns(tmp_path / "switch.parquet", table.set_column(place, "options", pa.array(options)))


def test_other_files_are_refused_with_a_sentence(tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    with pytest.raises(BadDataset, match="no data set here"):
        list(read_dataset(other))
    with pytest.raises(BadDataset, match="no data set here"):
        list(read_dataset(tmp_path))
    other.write_text("PAR1 or not")
    with pytest.raises(BadDataset, match="damaged"):
        list(read_dataset(other))
    pq.write_table(pa.table({"a": [1]}), other)
    with pytest.raises(BadDataset, match="no data set of Medina"):
        list(read_dataset(other))


def test_without_the_library_the_match_says_so_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    out = tmp_path / "match"
    assert main(["--lang", "de", "match", "--bots", "random", "--out", str(out), "--dataset", str(tmp_path)]) == 2
    set_language(None)
    assert 'pip install "medina[research]"' in capsys.readouterr().err
    assert not out.exists()


def test_the_page_has_every_column() -> None:
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
    assert [name for name, (_, meaning) in COLUMNS.items() if f"| `{name}` | {meaning} |" not in page] == []


def test_a_data_set_of_version_1_is_read_by_its_rules() -> None:
    file = Path(__file__).parents[1] / "data" / "earlier" / "rules-1" / "games.parquet"
    games = list(read_dataset(file))
    assert {game.rules_version for game in games} == {1}
    rulesets = {game.record.start.ruleset for game in games}
    assert {rules.edition for rules in rulesets} == {"first", "second"}
    assert {(rules.last_player_roofs, rules.both_placements, rules.connection) for rules in rulesets} == {
        (False, False, "tower")
    }
