"""What everybody may see, and that updates lead exactly to it."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from tabletop import ANNA, BEN, EVA, Reader, Tabletop, started

from medina import position_to_json
from medina.table import commands as do
from medina.table.bulletin import Bulletin
from medina.table.options import Options
from medina.table.questions import palace_details, previews, sheets
from medina.table.view import moves_for, snapshot, stock_for

HIDDEN = set("GPBOSMWD")


def test_others_see_roofs_and_tea_and_nothing_else_of_a_stock() -> None:
    state = started(Options(starts="seated", players=3)).state
    for seat in (0, 1, 2, None):
        for owner, stock in enumerate(stock_for(state, seat)):
            shown = {piece for piece, count in stock.items() if count is not None}
            assert shown == (set("GPBOSMWDRNT") if owner == seat else set("RNT"))


def test_open_tables_and_finished_games_hide_nothing() -> None:
    table = started(Options(starts="seated", stocks="open"))
    assert None not in stock_for(table.state, None)[0].values()
    table = started()
    table.do(do.Resign(), ANNA)
    assert None not in stock_for(table.state, None)[0].values()


def test_legal_moves_go_to_the_acting_seat_only() -> None:
    table = started()
    assert moves_for(table.state, 0)
    assert moves_for(table.state, 1) == moves_for(table.state, None) == ()
    table.place()
    assert moves_for(table.state, 0) == ()


def test_a_snapshot_says_who_asks_and_what_they_may_know() -> None:
    table = started()
    table.place()
    mine, theirs, watching = (snapshot(table.state, "t", who.user, 1) for who in (ANNA, BEN, EVA))
    assert (mine.your_seat, theirs.your_seat, watching.your_seat) == (0, 1, None)
    assert mine.draft is not None
    assert mine.draft == watching.draft
    assert mine.position is not None
    assert mine.position["stock"][1]["G"] is None
    assert theirs.position is not None
    assert theirs.position["stock"][0]["G"] is None


@pytest.mark.parametrize(
    ("edition", "players", "gates"),
    [("second", 2, False), ("second", 3, True), ("first", 3, False), ("first", 4, True)],
)
def test_updates_lead_every_client_to_exactly_its_view(edition: Any, players: int, gates: bool) -> None:
    table = started(Options(starts="seated", edition=edition, players=players, gates=gates), seed=players)
    rng = random.Random(players)
    readers = [Reader(table.state, who) for who in (*map(table.person, range(players)), EVA)]
    while table.state.phase == "playing":
        before = table.state
        decision = _something(table, rng)
        bulletin = Bulletin(before, table.state, decision.events, 1)
        for reader in readers:
            reader.hear(bulletin)
            assert reader.view == reader.shown(table.state)


def _something(table: Any, rng: random.Random) -> Any:
    """A placement, sometimes a take-back, a word, or a confirmation."""
    state = table.state
    who = table.person(state.acting)
    if rng.random() < 0.05:
        return table.do(do.Chat(text="hm"), who)
    if state.draft and rng.random() < 0.25:
        return table.do(do.TakeBack(seq=state.seq, count=rng.randint(1, len(state.draft))), who)
    if state.complete:
        return table.confirm()
    return table.place(rng.choice(table.moves()))


def test_the_first_update_of_a_game_brings_the_whole_position() -> None:
    table = Tabletop(Options(starts="seated"))
    table.do(do.Sit(), ANNA)
    table.do(do.Sit(), BEN)
    before = table.state
    reader = Reader(before, BEN)
    decision = table.do(do.Start(), ANNA)
    reader.hear(Bulletin(before, table.state, decision.events, 1))
    assert reader.view == reader.shown(table.state)
    assert reader.view["position"]["cells"]


def test_a_game_that_goes_on_from_a_record_begins_with_its_turns() -> None:
    record = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8 Oh3,Sh4\n*\n'
    table = Tabletop(Options(starts="seated"), record=record)
    table.do(do.Sit(), ANNA)
    table.do(do.Sit(), BEN)
    before, reader = table.state, Reader(table.state, BEN)
    decision = table.do(do.Start(), ANNA)
    reader.hear(Bulletin(before, table.state, decision.events, 1))
    assert reader.view["turns"] == [[0, ["Ge8"]], [1, ["Oh3", "Sh4"]]]


def test_the_number_of_a_request_is_on_the_askers_copy_only() -> None:
    table = started()
    before = table.state
    decision = table.place()
    bulletin = Bulletin(before, table.state, decision.events, 1)
    assert msgspec.json.decode(bulletin.text_for(0, 12))["id"] == 12
    assert "id" not in msgspec.json.decode(bulletin.text_for(0))


def test_palaces_are_worth_what_the_score_sheets_say() -> None:
    table = started(Options(starts="seated", players=3, gates=True))
    rng = random.Random(3)
    while table.state.phase == "playing":
        table.turn(rng)
        position = table.state.position
        assert position is not None
        details = palace_details(position)
        for seat, sheet in enumerate(sheets(position)):
            owned = [palace for palace in details if palace.roof == seat]
            assert sum(palace.points for palace in owned) == sheet.total - sheet.palace_tiles - sheet.tower_tiles
            assert sum(len(palace.walls) for palace in owned) == sheet.walls
        tiles = {palace.colour for palace in details if palace.tile}
        assert tiles == {colour for colour, owner in position.palace_tiles.items() if owner is not None}


def test_previews_are_the_changes_that_playing_brings() -> None:
    table = started()
    rng = random.Random(9)
    for _ in range(40):
        table.turn(rng)
    position = table.state.position
    assert position is not None
    found = previews(position)
    assert found
    for move in position.legal_moves:
        change = tuple(b - a for a, b in zip(position.scores, position.play(move).scores, strict=True))
        assert found.get(move.text, (0, 0)) == change
    assert set(previews(position, "R")) <= set(found)
    assert position_to_json(position) == position_to_json(table.state.position)  # type: ignore[arg-type]
