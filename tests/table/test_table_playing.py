"""During the game: drafts, take-back, confirming, leaving, resigning, ending, playing again."""

from __future__ import annotations

import random

import pytest
from tabletop import ANNA, BEN, CARLA, EVA, Tabletop, started

from medina.table import commands as do
from medina.table import events as ev
from medina.table.decide import BotPlays, open_rematch
from medina.table.fold import fold
from medina.table.options import Options
from medina.table.questions import why_not


def test_a_turn_is_drafted_taken_back_at_will_and_confirmed() -> None:
    table = started()
    before = table.state.position
    for _ in range(5):
        table.place("Ge8" if "Ge8" in table.moves() else None)
        assert table.state.draft
        table.do(do.TakeBack(n=table.state.n), ANNA)
        assert table.state.position == before
    table.place()
    assert table.state.complete
    assert table.state.acting == 0
    assert table.refused(do.Place(move="Ge8", n=table.state.n), ANNA) == "turn_complete"
    table.confirm()
    assert table.state.acting == 1
    assert table.state.draft == ()


def test_both_placements_of_a_turn_can_be_taken_back_at_once_but_nothing_of_another_turn() -> None:
    table = started()
    table.place()
    table.confirm()
    table.place()
    table.place()
    table.do(do.TakeBack(n=table.state.n, count=2), BEN)
    assert table.state.draft == ()
    assert table.refused(do.TakeBack(n=table.state.n), BEN) == "nothing_to_take_back"
    assert table.refused(do.TakeBack(n=table.state.n), ANNA) == "not_your_turn"


def test_a_confirmed_turn_stands() -> None:
    table = started()
    table.place()
    table.confirm()
    turns = table.state.turns
    assert table.refused(do.TakeBack(n=table.state.n), ANNA) == "not_your_turn"
    assert table.refused(do.Confirm(n=table.state.n), ANNA) == "not_your_turn"
    assert table.state.turns == turns


def test_a_turn_that_is_not_complete_cannot_be_confirmed() -> None:
    table = started()
    assert table.refused(do.Confirm(n=table.state.n), ANNA) == "turn_incomplete"


def test_turns_confirm_themselves_for_whoever_wants_it() -> None:
    table = started(Options(starts="seated", auto_confirm=True))
    assert [type(event) for event in table.place().events] == [ev.TurnPlayed]
    table.do(do.AutoConfirm(on=False), BEN)
    table.place()
    table.place()
    assert table.state.acting == 1
    table.do(do.AutoConfirm(on=True), BEN)
    assert table.state.acting == 0
    assert table.do(do.AutoConfirm(on=True), BEN).events == ()


def test_an_illegal_move_is_refused_with_the_rule_and_changes_nothing() -> None:
    table = started()
    before = table.state
    refusal = table.ask(do.Place(move="Re5", n=table.state.n), ANNA).refusal
    assert refusal is not None
    assert refusal.code == "illegal_move"
    assert refusal.rule == "6.1"
    assert "e5" in refusal.message
    assert table.ask(do.Place(move="Zz9", n=table.state.n), ANNA).refusal.code == "bad_move"  # type: ignore[union-attr]
    assert table.state == before


@pytest.mark.parametrize(("move", "rule"), [("Wa1", "9.1"), ("GNc", "5.2"), ("RW5", "6.1"), ("MSc", "8.2")])
def test_a_piece_off_its_ground_is_illegal_not_malformed(move: str, rule: str) -> None:
    table = started()
    position = table.state.position
    assert position is not None
    refusal = table.ask(do.Place(move=move, n=table.state.n), ANNA).refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("illegal_move", rule)
    assert why_not(position, move) == refusal


def test_a_double_click_and_a_stale_page_do_no_harm() -> None:
    table = started(Options(starts="seated", players=3))
    click = do.Place(move=table.moves()[0], n=table.state.n)
    table.do(click, ANNA)
    assert table.refused(click, ANNA) == "stale"
    assert table.refused(do.TakeBack(n=0), ANNA) == "stale"
    n = table.state.n
    table.do(do.AutoConfirm(on=True), BEN)
    table.do(do.Confirm(n=n), ANNA)


def test_nobody_plays_for_somebody_else() -> None:
    table = started()
    place = do.Place(move=table.moves()[0], n=table.state.n)
    assert table.refused(place, BEN) == "not_your_turn"
    assert table.refused(place, EVA) == "not_seated"
    assert table.refused(BotPlays(0, table.moves()[:1], table.state.n), None) == "not_your_turn"
    assert table.refused(place, None) == "not_seated"


def test_a_roof_is_stored_by_the_palaces_first_building() -> None:
    record = '[Edition "second"]\n[Players "2"]\n[Well "l6"]\n[Market "c3"]\n\n1. Ge8 Ge7,Ge6\n*\n'
    table = started(record=record)
    table.place("Re8")
    assert table.state.draft == ("Re6",)


@pytest.mark.parametrize(("players", "edition"), [(2, "second"), (3, "first"), (4, "second")])
def test_a_whole_game_ends_with_the_rulebooks_result(players: int, edition: str) -> None:
    options = Options(starts="seated", players=players, edition=edition, gates=players == 4)  # type: ignore[arg-type]
    table = started(options)
    rng = random.Random(players)
    while table.state.phase == "playing":
        table.turn(rng)
    position, result = table.state.position, table.state.result
    assert position is not None
    assert result is not None
    assert position.phase == "over"
    assert result.scores == position.scores
    assert result.places == tuple(1 + sum(b > a for b in result.scores) for a in result.scores)
    assert table.folded() == table.state
    assert table.refused(do.Place(move="Ge5", n=table.state.n), ANNA) == "game_over"


def test_resigning_against_one_other_ends_the_game_and_the_draft_does_not_count() -> None:
    table = started()
    start = table.state.position
    table.place()
    table.do(do.Resign(), ANNA)
    assert table.state.phase == "over"
    assert table.state.result is not None
    assert table.state.result.reason == "resigned"
    assert table.state.result.places == (2, 1)
    assert table.state.position == start


def test_resigning_among_more_leaves_the_seat_to_a_bot_and_ranks_last() -> None:
    table = started(Options(starts="seated", players=3, substitute="random"))
    table.do(do.Resign(), BEN)
    assert table.state.seats[1].bot == "random"
    assert table.refused(do.Resign(), BEN) == "resigned"
    assert table.refused(do.Back(), BEN) == "resigned"
    rng = random.Random(1)
    while table.state.phase == "playing":
        table.turn(rng)
    assert table.state.result is not None
    assert table.state.result.places[1] == 3


def test_a_bot_that_takes_over_confirms_what_it_finds_complete() -> None:
    table = started(Options(starts="seated", players=3, absent="bot"))
    table.place()
    kinds = [type(event) for event in table.do(do.Leave(), ANNA).events]
    assert kinds == [ev.Left, ev.Replaced, ev.TurnPlayed]
    assert table.state.acting == 1


def test_who_left_is_waited_for_or_replaced_and_may_come_back() -> None:
    waiting = started(Options(starts="seated", absent="wait"))
    waiting.do(do.Leave(), ANNA)
    assert waiting.state.seats[0].bot is None
    assert waiting.state.seats[0].status == "left"
    assert waiting.moves() == ()
    assert waiting.refused(do.Place(move="Ge8", n=waiting.state.n), ANNA) == "you_left"
    waiting.do(do.Back(), ANNA)
    waiting.place()
    waiting.confirm()
    replaced = started(Options(starts="seated", absent="bot", substitute="random"))
    replaced.do(do.Leave(), ANNA)
    assert replaced.refused(do.Place(move=replaced.moves()[0], n=replaced.state.n), ANNA) == "not_your_turn"
    replaced.do(do.Back(), ANNA)
    assert replaced.refused(do.Back(), ANNA) == "not_away"
    replaced.place()


def test_when_everybody_has_left_the_game_is_abandoned() -> None:
    table = started(Options(starts="seated", players=3, absent="bot"))
    table.do(do.Leave(), ANNA)
    table.do(do.Resign(), BEN)
    assert table.state.phase == "playing"
    table.do(do.Leave(), CARLA)
    assert table.state.result is not None
    assert table.state.result.reason == "abandoned"
    assert table.state.result.places == ()
    assert table.refused(do.Leave(), CARLA) == "game_over"


def test_bots_alone_play_to_the_end() -> None:
    table = Tabletop(Options(starts="seated"))
    table.do(do.SeatBot(bot="random"), ANNA)
    table.do(do.SeatBot(bot="random"), ANNA)
    table.do(do.Start(), ANNA)
    rng = random.Random(5)
    while table.state.phase == "playing":
        table.turn(rng)
    assert table.state.result is not None


def test_a_bots_answer_to_an_older_position_is_refused() -> None:
    table = Tabletop(Options(starts="seated"))
    table.do(do.SeatBot(bot="random"), ANNA)
    table.do(do.SeatBot(bot="random"), ANNA)
    table.do(do.Start(), ANNA)
    late = BotPlays(0, table.moves()[:1], table.state.n)
    table.do(late, None)
    assert table.refused(late, None) in ("not_your_turn", "stale")


def test_people_say_things_and_watchers_only_where_they_may() -> None:
    table = started()
    (line,) = table.say("  hello \u202eolleh\n ", EVA).lines
    assert (line.text, line.room) == ("hello olleh", "watchers")
    assert table.silenced("\u200b\u2066 \n", ANNA) == "nothing_said"
    quiet = started(Options(starts="seated", watchers_chat=False))
    assert quiet.silenced("psst", EVA) == "watchers_quiet"
    (line,) = quiet.say("good luck", BEN).lines
    assert line.room == "players"


def test_the_same_people_play_again_when_all_agree() -> None:
    table = started()
    assert table.refused(do.Rematch(), ANNA) == "already_started"
    table.do(do.Resign(), ANNA)
    assert table.refused(do.Rematch(), EVA) == "not_seated"
    table.do(do.Rematch(), ANNA)
    table.do(do.Rematch(yes=False), ANNA)
    table.do(do.Rematch(), BEN)
    assert table.state.rematch is None
    table.do(do.Rematch(), ANNA)
    assert table.state.rematch == "next"
    assert table.do(do.Rematch(), ANNA).events == ()
    again = open_rematch(table.state, table.now, 3)
    assert again.state.phase == "playing"
    assert {seat.user for seat in again.state.seats} == {ANNA.user, BEN.user}
    assert fold(again.events) == again.state


def test_nobody_waits_for_the_rematch_of_those_who_went_away() -> None:
    table = started(Options(starts="seated", players=3, absent="bot"))
    table.do(do.Leave(), ANNA)
    table.do(do.Resign(), BEN)
    table.do(do.Resign(), CARLA)
    table.do(do.Rematch(), BEN)
    assert table.state.rematch is None
    table.do(do.Rematch(), CARLA)
    assert table.state.rematch == "next"
    again = open_rematch(table.state, table.now, 3)
    assert (again.state.phase, again.state.host) == ("open", BEN.user)
    assert [seat.user for seat in again.state.seats] == [None, BEN.user, CARLA.user]
