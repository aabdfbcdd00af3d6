"""What was written under version 1 of the rules is read for ever: legal moves stay legal, scores stay the same."""

import json
from pathlib import Path

import pytest

import medina
from medina import BadRecord, position_from_json, position_to_json, read_record, write_record

EARLIER = Path(__file__).parents[1] / "data" / "earlier" / "rules-1"
RECORDS = sorted(path.name for path in EARLIER.glob("*.mgn"))
VERSION_1 = {"last_player_roofs": False, "both_placements": False, "connection": "tower"}


def as_version_2(text):
    """The same record, said to be of version 2."""
    return text.replace('[Edition "first"]\n', '[Edition "first"]\n[Rules "2"]\n')


@pytest.mark.parametrize("name", RECORDS)
def test_records_are_read_under_their_rules_and_written_under_the_present_ones(name):
    record = read_record((EARLIER / name).read_text())
    assert record.start.ruleset.options.items() >= VERSION_1.items()
    text = write_record(record)
    assert '[Rules "2"]\n' in text
    assert read_record(text) == record
    assert write_record(read_record(text)) == text


def test_what_version_2_forbids_was_legal():
    text = (EARLIER / "first-both-placements.mgn").read_text()
    assert read_record(text).position.phase == "over"
    with pytest.raises(BadRecord) as caught:
        read_record(as_version_2(text))
    assert caught.value.rule == "4.8"


def test_scores_by_version_1_stay():
    text = (EARLIER / "first-connection.mgn").read_text()
    assert read_record(text).position.scores == (33, 38, 44)
    with pytest.raises(BadRecord, match="37 38 40"):
        read_record(as_version_2(text))


def test_version_1_is_read_so_whatever_a_record_says():
    text = (EARLIER / "first-connection.mgn").read_text()
    said = text.replace("\n\n", '\n[LastPlayerRoofs "yes"]\n[Connection "every"]\n\n', 1)
    assert read_record(said).start == read_record(text).start


def test_a_connection_is_one_of_three_words():
    text = '[Edition "first"]\n[Rules "2"]\n[Players "3"]\n[Connection "{}"]\n\n*\n'
    assert read_record(text.format("every")).start.ruleset.connection == "every"
    with pytest.raises(BadRecord, match="one of tower, row, every") as caught:
        read_record(text.format("wall"))
    assert caught.value.line == 4


@pytest.mark.parametrize("version", ["0", "3", "two", ""])
def test_unknown_versions_are_refused(version):
    text = (EARLIER / "first-connection.mgn").read_text().replace("\n", f'\n[Rules "{version}"]\n', 1)
    with pytest.raises(BadRecord, match="version 1 to 2") as caught:
        read_record(text)
    assert caught.value.line == 2


@pytest.mark.parametrize("name", ["position-first.json", "position-second.json"])
def test_positions_are_read(name):
    data = json.loads((EARLIER / name).read_text())
    assert "rules" not in data
    position = position_from_json(data)
    assert position.ruleset.options.items() >= VERSION_1.items()
    assert list(position.scores) == data["scores"]
    written = position_to_json(position)
    assert written["rules"] == medina.RULES_VERSION
    assert position_from_json(json.loads(json.dumps(written))) == position


def test_the_present_version_takes_missing_switches_from_the_edition():
    data = dict(position_to_json(medina.new_game("first", 3)))
    data["options"] = {"tea": True}
    assert position_from_json(data | {"tea_left": 6}).ruleset == medina.Ruleset.of("first", 3, tea=True)
