"""What becomes of a turn in the making: whoever takes it over, and whatever ends the game or the turn meanwhile."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from tabletop import ANNA, BEN, CARLA, Tabletop, bot_turn, started

from medina.table import commands as do
from medina.table import events as ev
from medina.table.decide import BotPlays, Decision, Stop
from medina.table.options import NoClock, Options, RealTime

TEN_SECONDS = RealTime(initial_s=10, increment_s=0)
BEGUN = Options(starts="seated", substitute="random", absent="bot")


def half_a_turn(options: Options = BEGUN) -> Tabletop:
    """Ben has drafted the first of his two placements."""
    table = started(options)
    while table.state.acting != 1 or len(table.state.turns) < table.state.options.players:
        table.turn(random.Random(3))
    table.place()
    assert table.state.position is not None
    assert table.state.position.is_mid_turn
    return table


def kinds(decision: Decision) -> list[type]:
    return [type(event) for event in decision.events]


def bot_goes_on(table: Tabletop) -> None:
    """The bot ends the turn that it finds begun; it is one event."""
    seat, drafted = table.state.acting, table.state.draft
    assert seat is not None
    moves = bot_turn(table.state, random.Random(1))
    decision = table.do(BotPlays(seat, moves, table.state.n), None)
    assert decision.events[0] == ev.TurnPlayed(seq=table.state.seq, at=table.now, seat=seat, moves=(*drafted, *moves))
    assert table.state.turns[-1] == (seat, (*drafted, *moves))
    assert table.folded() == table.state


@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_that_takes_over_from_who_leaves_goes_on_from_the_draft(players: int) -> None:
    table = half_a_turn(Options(starts="seated", substitute="random", absent="bot", players=players))
    drafted = table.state.draft
    assert kinds(table.do(do.Leave(), BEN)) == [ev.Left, ev.Replaced]
    assert (table.state.draft, table.state.complete) == (drafted, False)
    bot_goes_on(table)


def test_what_a_bot_chose_before_the_draft_changed_is_refused() -> None:
    table = half_a_turn()
    table.do(do.Leave(), BEN)
    late = BotPlays(1, bot_turn(table.state, random.Random(1)), table.state.n)
    table.do(do.Back(), BEN)
    table.do(do.TakeBack(n=table.state.n), BEN)
    table.do(do.Leave(), BEN)
    assert table.refused(late, None) == "stale"
    half = BotPlays(1, table.moves()[:1], table.state.n)
    before = table.state
    assert table.refused(half, None) == "turn_incomplete"
    assert table.state == before


def test_who_comes_back_finds_the_draft_as_it_was() -> None:
    table = half_a_turn(Options(starts="seated", absent="wait"))
    drafted, n = table.state.draft, table.state.n
    table.do(do.Leave(), BEN)
    assert table.refused(do.TakeBack(n=table.state.n), BEN) == "you_left"
    table.do(do.Back(), BEN)
    assert table.state.draft == drafted
    assert table.refused(do.TakeBack(n=n), BEN) == "stale"
    table.do(do.TakeBack(n=table.state.n), BEN)
    assert table.state.draft == ()
    assert table.folded() == table.state


def test_who_resigns_among_more_leaves_the_draft_to_a_bot() -> None:
    table = half_a_turn(Options(starts="seated", substitute="random", players=3))
    assert kinds(table.do(do.Resign(), BEN)) == [ev.Resigned, ev.Replaced]
    bot_goes_on(table)


@pytest.mark.parametrize("absent", ["wait", "bot"])
def test_when_time_runs_out_inside_a_draft_it_is_played_on(absent: Literal["wait", "bot"]) -> None:
    table = half_a_turn(Options(starts="seated", substitute="random", absent=absent, clock=TEN_SECONDS))
    drafted = table.state.draft
    assert kinds(table.wait(10_000)) == [ev.TimedOut, *([ev.Replaced] if absent == "bot" else [])]
    assert table.state.draft == drafted
    if absent == "bot":
        assert table.refused(do.TakeBack(n=table.state.n), BEN) == "not_your_turn"
        bot_goes_on(table)
    else:
        table.place()
        assert kinds(table.confirm()) == [ev.TurnPlayed]
        assert table.state.turns[-1][1][: len(drafted)] == drafted


def test_a_game_that_ends_inside_a_draft_ends_without_it() -> None:
    for command, who in ((do.Resign(), BEN), (do.Resign(), ANNA), (Stop(), None)):
        table = half_a_turn()
        confirmed = table.state.confirmed
        assert kinds(table.do(command, who))[-1] is ev.Ended
        assert (table.state.position, table.state.draft, table.state.complete) == (confirmed, (), False)
        assert table.state.result is not None
        assert confirmed is not None
        assert table.state.result.scores == confirmed.scores
        assert table.folded() == table.state


def test_turns_are_undone_by_agreement_while_another_is_drafted() -> None:
    table = half_a_turn(Options(starts="seated", players=3))
    n, turns = table.state.n, table.state.turns
    drafted = table.state.draft
    table.do(do.Propose(what="take_back"), ANNA)
    table.do(do.Answer(yes=True), CARLA)
    assert (table.state.n, table.state.draft) == (n, drafted), "nothing has changed in the game"
    assert kinds(table.do(do.Answer(yes=True), BEN)) == [ev.Agreed, ev.Undone]
    assert (table.state.turns, table.state.draft, table.state.acting) == (turns[:-1], (), 0)
    assert table.refused(do.Place(move=table.moves()[0], n=n), ANNA) == "stale"
    table.place()
    assert table.folded() == table.state


def test_a_pause_keeps_the_draft() -> None:
    table = half_a_turn(Options(starts="seated", clock=TEN_SECONDS))
    drafted, n = table.state.draft, table.state.n
    table.do(do.Propose(what="pause"), BEN)
    table.do(do.Answer(yes=True), ANNA)
    assert table.refused(do.TakeBack(n=table.state.n), BEN) == "paused"
    table.do(do.Resume(), ANNA)
    assert (table.state.draft, table.state.n) == (drafted, n + 2)
    table.place()
    table.confirm()
    assert table.folded() == table.state


def test_who_places_something_is_not_absent_and_the_draft_is_there() -> None:
    table = started(Options(starts="seated", players=3, clock=NoClock()))
    table.away = {0}
    table.do(do.Propose(what="claim", seat=0), BEN)
    table.away = set()
    assert kinds(table.place()) == [ev.Dropped]
    assert table.state.proposal is None
    assert len(table.state.draft) == 1


def near_the_end(**options: object) -> Tabletop:
    """A game in which whoever is to act can end it by a turn; nothing of that is drafted."""
    table = started(Options(starts="seated", substitute="random", absent="bot", **options))  # type: ignore[arg-type]
    rng = random.Random(11)
    while True:
        before = Tabletop.__new__(Tabletop)
        before.__dict__ |= {**table.__dict__, "events": [*table.events]}
        table.turn(rng)
        if table.state.phase == "over":
            return before


def draft_the_end(table: Tabletop) -> None:
    """Draft the placements by which the game ends."""
    rng = random.Random(0)
    while table.state.position is not None and table.state.position.phase != "over":
        if table.state.complete:
            table.do(do.TakeBack(n=table.state.n, count=len(table.state.draft)), table.person(table.state.acting or 0))
        table.place(rng.choice(table.moves()))


def test_the_last_placements_of_a_game_are_a_draft_until_they_are_confirmed() -> None:
    table = near_the_end()
    draft_the_end(table)
    assert (table.state.phase, table.state.complete, table.moves()) == ("playing", True, ())
    acting = table.person(table.state.acting or 0)
    count = len(table.state.draft)
    table.do(do.TakeBack(n=table.state.n, count=count), acting)
    assert table.state.draft == ()
    draft_the_end(table)
    assert kinds(table.confirm()) == [ev.TurnPlayed, ev.Ended]
    assert table.state.result is not None
    assert table.state.position is not None
    assert table.state.result.scores == table.state.position.scores
    assert table.folded() == table.state


def test_the_last_placements_of_a_game_confirm_themselves_or_are_confirmed_by_a_bot() -> None:
    for leaves in (False, True):
        table = near_the_end()
        draft_the_end(table)
        acting = table.person(table.state.acting or 0)
        last = table.do(do.Leave() if leaves else do.AutoConfirm(on=True), acting)
        first = [ev.Left, ev.Replaced] if leaves else [ev.AutoConfirmSet]
        assert kinds(last) == [*first, ev.TurnPlayed, ev.Ended]
        assert table.state.turns[-1][1] != ()
        assert table.folded() == table.state


def test_the_founding_is_a_part_of_the_first_turn() -> None:
    table = started(Options(starts="seated", edition="first", players=3, substitute="random", absent="bot"))
    for _ in range(2):
        assert table.state.position is not None
        assert table.state.position.phase == "founding"
        founding = table.moves()[0]
        table.place(founding)
        assert table.state.position.phase == "play"
        assert table.refused(do.Confirm(n=table.state.n), ANNA) == "turn_incomplete"
        table.do(do.TakeBack(n=table.state.n), ANNA)
    table.place(founding)
    table.place()
    table.do(do.Leave(), ANNA)
    bot_goes_on(table)
    assert table.state.turns[0][1][0] == founding
    assert len(table.state.turns[0][1]) == 3


@pytest.mark.parametrize("auto_confirm", [False, True])
def test_tea_ends_a_turn_like_a_second_placement(auto_confirm: bool) -> None:
    table = started(Options(starts="seated", auto_confirm=auto_confirm))
    rng = random.Random(2)
    while not (table.state.draft and "T" in table.moves()):
        if table.state.complete:
            table.confirm()
        table.place(rng.choice(table.moves()))
        assert table.state.phase == "playing", "no tea in this game"
    first = table.state.draft
    seat = table.state.acting
    decision = table.place("T")
    if not auto_confirm:
        assert (decision.events, table.state.complete) == ((), True)
        table.do(do.TakeBack(n=table.state.n), table.person(seat or 0))
        assert table.state.draft == first
        table.place("T")
        decision = table.confirm()
    assert kinds(decision) == [ev.TurnPlayed]
    assert table.state.turns[-1] == (seat, (*first, "T"))


def test_the_number_of_changes_grows_with_the_game_and_with_nothing_else() -> None:
    table = started(Options(starts="seated", absent="wait", clock=TEN_SECONDS))

    def grows(by: int, command: object, who: object) -> None:
        before = table.state.n
        table.do(command, who)  # type: ignore[arg-type]
        assert table.state.n == before + by, command

    assert table.state.n == 1
    grows(1, do.Place(move=table.moves()[0], n=table.state.n), ANNA)
    grows(1, do.TakeBack(n=table.state.n), ANNA)
    grows(1, do.Place(move=table.moves()[0], n=table.state.n), ANNA)
    grows(1, do.Confirm(n=table.state.n), ANNA)
    grows(0, do.AutoConfirm(on=True), ANNA)
    grows(0, do.Propose(what="pause"), ANNA)
    grows(1, do.Answer(yes=True), BEN)
    grows(1, do.Resume(), BEN)
    grows(0, do.Propose(what="take_back"), ANNA)
    grows(1, do.Answer(yes=True), BEN)
    grows(1, do.Leave(), BEN)
    grows(1, do.Back(), BEN)
    grows(2, do.Place(move=table.moves()[0], n=table.state.n), ANNA)  # drafted, and confirmed by itself
    grows(1, do.Resign(), BEN)
    grows(0, do.Rematch(yes=True), BEN)
