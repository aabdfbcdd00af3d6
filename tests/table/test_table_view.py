"""What everybody may see, and that updates lead exactly to it."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import fields, replace
from tabletop import ANNA, BEN, CARLA, EVA, NAMES, PEOPLE, Reader, Tabletop, bot_turn, started

from medina import position_to_json
from medina.client.following import updated
from medina.table import commands as do
from medina.table import events as ev
from medina.table.bulletin import Bulletin
from medina.table.decide import BotPlays, Decision
from medina.table.options import Days, NoClock, Options, RealTime
from medina.table.people import PersonInfo, info_of
from medina.table.questions import palace_details, previews, sheets
from medina.table.view import View, moves_for, snapshot, stock_for
from medina.table.wire import CHAT_KEPT, ChatMessage, Snapshot, Update

HIDDEN = set("GPBOSMWD")


def test_others_see_roofs_and_tea_and_nothing_else_of_a_stock() -> None:
    state = started(Options(starts="seated", players=3)).state
    assert state.position is not None
    for seat in (0, 1, 2, None):
        for owner, stock in enumerate(stock_for(state, state.position, seat)):
            shown = {piece for piece, count in stock.items() if count is not None}
            assert shown == (set("GPBOSMWDRNT") if owner == seat else set("RNT"))


def test_open_tables_and_finished_games_hide_nothing() -> None:
    table = started(Options(starts="seated", stocks="open"))
    assert table.state.position is not None
    assert None not in stock_for(table.state, table.state.position, None)[0].values()
    table = started()
    table.do(do.Resign(), ANNA)
    assert table.state.position is not None
    assert None not in stock_for(table.state, table.state.position, None)[0].values()


def test_legal_moves_go_to_the_acting_seat_only() -> None:
    table = started()
    assert moves_for(table.state, 0)
    assert moves_for(table.state, 1) == moves_for(table.state, None) == ()
    table.place()
    assert moves_for(table.state, 0) == ()


def test_a_snapshot_says_who_asks_and_what_they_may_know() -> None:
    table = started()
    table.place()
    mine, theirs, watching = (snapshot(View(table.state, NAMES), "t", who.user, 1) for who in (ANNA, BEN, EVA))
    assert (mine.your_seat, theirs.your_seat, watching.your_seat) == (0, 1, None)
    assert mine.draft is not None
    assert mine.draft == watching.draft
    assert mine.position is not None
    assert mine.position["stock"][1]["G"] is None
    assert theirs.position is not None
    assert theirs.position["stock"][0]["G"] is None


@pytest.mark.parametrize("clock", [NoClock(), RealTime(), Days(days=2)], ids=["no clock", "real time", "days"])
@pytest.mark.parametrize(
    ("edition", "players", "gates"),
    [("second", 2, False), ("second", 3, True), ("first", 3, False), ("first", 4, True)],
)
def test_updates_lead_every_client_to_exactly_its_view(
    edition: Any, players: int, gates: bool, clock: NoClock | RealTime | Days
) -> None:
    """Every person in turn, and somebody who watches, over whole games with all that can happen in them."""
    options = Options(
        starts="seated", edition=edition, players=players, gates=gates, clock=clock, absent="bot", auto_confirm=False
    )
    rng = random.Random(players)
    table = started(options, seed=players)
    readers = [Reader(table.state, who) for who in (*PEOPLE[:players], EVA)]
    happened: set[type] = set()
    for step in range(2_000):
        before, known, chat = table.state, len(table.events), len(table.chat)
        if step == 100 and players > 2:
            table.do(do.Resign(), CARLA)
        else:
            something(table, rng)
        events = tuple(table.events[known:])
        happened |= {type(event) for event in events}
        for reader in readers if table.state != before else ():
            reader.hear(before, Decision(table.state, events, None))
        for reader in readers if len(table.chat) > chat else ():
            reader.listen(ChatMessage(lines=table.chat[chat:], people={}))
        if table.state.phase == "over":
            break
    assert table.state.phase == "over"
    assert {ev.TurnPlayed, ev.Undone, ev.Left, ev.Replaced, ev.CameBack, ev.Ended} <= happened
    assert isinstance(clock, NoClock) or {ev.Paused, ev.Resumed} <= happened


def something(table: Tabletop, rng: random.Random) -> None:
    """Let something happen: mostly a placement, sometimes a take-back, an undo, a pause, a word or a leave."""
    state = table.state
    assert state.acting is not None
    table.now += rng.randrange(3_000)
    who = rng.choice([table.person(n) for n, seat in enumerate(state.seats) if seat.user and seat.status != "resigned"])
    chance = rng.random()
    if state.paused is not None:
        table.do(do.Resume(), who)
    elif chance < 0.04:
        table.say("hm", rng.choice((who, EVA)))
    elif chance < 0.07 and state.turns:
        what: Any = "take_back" if chance < 0.05 else "pause"
        if table.ask(do.Propose(what=what), who).refusal is None:
            for other in PEOPLE[: len(state.seats)]:
                table.ask(do.Answer(yes=True), other)
    elif chance < 0.09:
        here = [seat.bot is None for seat in state.seats]
        table.ask(do.Leave() if all(here) else do.Back(), who if all(here) else table.person(here.index(False)))
    elif state.seats[state.acting].bot:
        table.do(BotPlays(state.acting, bot_turn(state, rng), state.n), None)
    elif state.draft and chance < 0.3:
        count = rng.randint(1, len(state.draft))
        table.do(do.TakeBack(n=state.n, count=count), table.person(state.acting))
    elif state.complete:
        table.confirm()
    else:
        table.place(rng.choice(table.moves()))


def test_the_first_update_of_a_game_brings_the_whole_position() -> None:
    table = Tabletop(Options(starts="seated"))
    table.do(do.Sit(), ANNA)
    table.do(do.Sit(), BEN)
    before = table.state
    reader = Reader(before, BEN)
    decision = table.do(do.Start(), ANNA)
    reader.hear(before, decision)
    assert reader.view.position is not None
    assert reader.view.position["cells"]


def test_a_game_that_goes_on_from_a_record_begins_with_its_turns() -> None:
    record = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8 Oh3,Sh4\n*\n'
    table = Tabletop(Options(starts="seated"), record=record)
    table.do(do.Sit(), ANNA)
    table.do(do.Sit(), BEN)
    before, reader = table.state, Reader(table.state, BEN)
    decision = table.do(do.Start(), ANNA)
    reader.hear(before, decision)
    assert reader.view.turns == ((0, ("Ge8",)), (1, ("Oh3", "Sh4")))


def test_the_number_of_a_request_is_on_the_askers_copy_only() -> None:
    table = started()
    before = table.state
    decision = table.place()
    bulletin = Bulletin(View(before, NAMES), View(table.state, NAMES), decision.events, 1)
    assert msgspec.json.decode(bulletin.text_for(ANNA.user, 12))["id"] == 12
    assert "id" not in msgspec.json.decode(bulletin.text_for(ANNA.user))


def test_a_link_that_may_have_changed_is_told() -> None:
    table = started()
    reader, before = Reader(table.state, ANNA), table.state
    decision = table.place()
    bulletin = Bulletin(View(before, NAMES), View(table.state, NAMES), decision.events, 1)
    told = msgspec.json.decode(bulletin.text_for(ANNA.user, 12, "link"), type=Update)
    assert (told.id, updated(reader.view, told).table) == (12, "link")


def test_an_update_can_carry_every_field_of_a_snapshot() -> None:
    elsewhere = {"you", "online", "away", "watchers", "chat"}  # never changes; told by `presence` and `chat`
    names = [{field.name for field in fields(kind)} for kind in (Snapshot, Update)]
    assert names[0] - elsewhere == names[1] - {"kept", "id"}


def test_only_what_changed_is_told() -> None:
    table = started(Options(starts="seated", auto_confirm=False))
    reader, before = Reader(table.state, BEN), table.state
    told = reader.hear(before, table.place())
    assert told_fields(told) == {"position", "draft"}
    assert isinstance(told.position, dict)
    assert {"edition", "options", "streets", "walls", "tower_tiles"}.isdisjoint(told.position)
    before = table.state
    told = reader.hear(before, table.confirm())
    assert told_fields(told) == {"acting", "draft", "turns", "moves"}
    assert told.turns == table.state.turns[-1:]


def told_fields(update: Update) -> set[str]:
    """Names of the fields of an update that are there, beside those of every update."""
    names = {field.name for field in fields(Update) if getattr(update, field.name) is not UNSET}
    return names - {"seq", "n", "events", "now"}


def test_moves_are_told_when_there_are_none_any_more() -> None:
    table = started(Options(starts="seated", auto_confirm=False))
    reader, before = Reader(table.state, ANNA), table.state
    assert reader.view.moves
    assert reader.hear(before, table.place()).moves == ()


def test_null_is_a_value() -> None:
    table = started(Options(starts="seated", auto_confirm=False))
    reader, before = Reader(table.state, BEN), table.state
    reader.hear(before, table.place())
    assert reader.view.draft is not None
    before = table.state
    assert reader.hear(before, table.do(do.TakeBack(n=before.n), ANNA)).draft is None
    assert reader.view.draft is None


def test_turns_taken_back_are_dropped_and_the_screens_are_lifted_at_the_end() -> None:
    table = started()
    reader = Reader(table.state, EVA)
    rng = random.Random(5)
    for _ in range(4):
        before, events = table.state, len(table.events)
        table.turn(rng)
        reader.hear(before, Decision(table.state, tuple(table.events[events:]), None))
    before = table.state
    asker = table.person(1 - (table.state.acting or 0))
    reader.hear(before, table.do(do.Propose(what="take_back"), asker))
    before = table.state
    told = reader.hear(before, table.do(do.Answer(yes=True), table.person(table.state.acting or 0)))
    assert told.kept == len(reader.view.turns) < 4
    assert isinstance(told.position, dict)
    assert "cells" in told.position
    before = table.state
    told = reader.hear(before, table.do(do.Resign(), ANNA))
    assert isinstance(told.position, dict)
    assert None not in told.position["stock"][0].values()


def test_the_chat_keeps_its_last_lines_and_replaces_a_line_of_the_same_number() -> None:
    table = started()
    reader = Reader(table.state, EVA)
    for number in range(CHAT_KEPT + 3):
        reader.listen(table.say(str(number), ANNA))
    assert [line.text for line in reader.view.chat] == [str(number) for number in range(3, CHAT_KEPT + 3)]
    last = reader.view.chat[-1]
    reader.listen(ChatMessage(lines=(replace(last, text="—"),), people={ANNA.user: info_of(ANNA)}))
    assert [line.text for line in reader.view.chat[-2:]] == [str(CHAT_KEPT + 1), "—"]
    assert len(reader.view.chat) == CHAT_KEPT


def test_a_rename_tells_the_name_alone_and_a_forgotten_person_has_none() -> None:
    table = started()
    reader = Reader(table.state, EVA)
    renamed = {**NAMES, ANNA.user: PersonInfo("Anne")}
    forgotten = {user: person for user, person in renamed.items() if user != BEN.user}
    views = [View(table.state, people) for people in (NAMES, renamed, forgotten)]
    for before, after in itertools.pairwise(views):
        text = Bulletin(before, after, (), 1).text_for(EVA.user)
        told = msgspec.json.decode(text, type=Update)
        assert told_fields(told) == {"people"}
        assert len(told.people) == 1  # type: ignore[arg-type]
        reader.view = updated(reader.view, told)
    assert reader.view.people[ANNA.user] == PersonInfo("Anne")
    assert BEN.user not in reader.view.people


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
