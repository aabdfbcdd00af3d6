"""Whole games that show every rare event of the rules, with their final positions (see scripts/make_golden.py)."""

import json
from pathlib import Path

import pytest

import medina
from oracle import position_json, replay
from oracle.rare import events, skips_that_ended
from oracle.rare_names import EVENTS

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
INDEX = json.loads((GOLDEN / "events.json").read_text())
GAMES = sorted(path.stem for path in GOLDEN.glob("*.mgn"))
SHOWN = {
    game: [(event, move) for event, places in INDEX.items() for name, move in places if name == game] for game in GAMES
}


@pytest.mark.parametrize("game", GAMES)
def test_the_game_ends_in_its_final_position(game):
    record = medina.read_record((GOLDEN / f"{game}.mgn").read_text())
    assert record.position.phase == "over"
    assert medina.position_to_json(record.position) == json.loads((GOLDEN / f"{game}.json").read_text())


@pytest.mark.parametrize("game", GAMES)
def test_reading_and_writing_gives_the_same_text(game):
    text = (GOLDEN / f"{game}.mgn").read_text()
    assert medina.write_record(medina.read_record(text)) == text


@pytest.mark.parametrize("game", GAMES)
def test_the_events_really_occur(game):
    """The detectors find each event at its move, and both implementations agree on the positions around it."""
    text = (GOLDEN / f"{game}.mgn").read_text()
    states, positions = replay(text), medina.read_record(text).positions
    assert len(states) == len(positions)
    for event, move in SHOWN[game]:
        before, after = states[move - 1], states[move]
        if event == "4.4 skipped player placed again later":
            assert skips_that_ended(states)
        else:
            assert event in events(before, after.log[-1].text, after)
        assert medina.position_to_json(positions[move - 1]) == position_json(before)
        assert medina.position_to_json(positions[move]) == position_json(after)


def test_every_rare_event_has_a_game():
    assert [event for event in EVENTS if not INDEX.get(event)] == []


def test_every_game_shows_something():
    assert [game for game in GAMES if not SHOWN[game]] == []
