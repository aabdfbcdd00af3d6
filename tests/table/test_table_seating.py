"""Before the game: seats, host, options."""

from __future__ import annotations

import pytest
from tabletop import ANNA, BEN, CARLA, EVA, Tabletop, started

from medina import BadRuleset
from medina.table import commands as do
from medina.table import events as ev
from medina.table.decide import TableError, open_table
from medina.table.options import Days, Options, Switches
from medina.table.state import ruleset_of


def test_people_take_seats_give_them_up_and_change_places() -> None:
    table = Tabletop(Options(players=3))
    table.do(do.Sit(seat=1), ANNA)
    table.do(do.Sit(), BEN)
    assert [seat.user for seat in table.state.seats] == [BEN.user, ANNA.user, None]
    table.do(do.Swap(seat=1, other=2), ANNA)
    table.do(do.Stand(), BEN)
    assert [seat.user for seat in table.state.seats] == [None, None, ANNA.user]


def test_a_seat_has_one_person_and_a_person_one_seat() -> None:
    table = Tabletop(Options(players=3))
    table.do(do.Sit(seat=0), ANNA)
    assert table.refused(do.Sit(seat=0), BEN) == "seat_taken"
    assert table.refused(do.Sit(seat=1), ANNA) == "already_seated"
    assert table.refused(do.Sit(seat=3), BEN) == "no_seat"
    assert table.refused(do.Stand(), EVA) == "not_seated"


@pytest.mark.parametrize(
    "command",
    [
        do.Kick(seat=0),
        do.Swap(seat=0, other=1),
        do.SeatBot(bot="greedy"),
        do.SetOptions(options=Options()),
        do.Start(),
        do.Close(),
    ],
)
def test_only_the_host_arranges_the_table(command: object) -> None:
    table = Tabletop()
    table.do(do.Sit(), BEN)
    assert table.refused(command, BEN) == "not_host"


def test_bots_sit_on_free_seats_and_make_room_for_other_bots_only() -> None:
    table = Tabletop(Options(players=3))
    table.do(do.Sit(), ANNA)
    table.do(do.SeatBot(bot="greedy", seat=2), ANNA)
    table.do(do.SeatBot(bot="random", seat=2), ANNA)
    assert table.refused(do.SeatBot(bot="greedy", seat=0), ANNA) == "no_bot_there"
    table.do(do.SeatBot(bot="greedy"), ANNA)
    assert [seat.bot for seat in table.state.seats] == [None, "greedy", "random"]
    assert table.refused(do.SeatBot(bot="greedy"), ANNA) == "seat_taken"


def test_the_host_sends_away_whom_they_do_not_want() -> None:
    table = Tabletop()
    table.do(do.Sit(), BEN)
    (event,) = table.do(do.Kick(seat=0), ANNA).events
    assert isinstance(event, ev.SeatFreed)
    assert event.kicked
    assert table.do(do.Kick(seat=0), ANNA).events == ()


def test_a_game_starts_when_every_seat_is_taken_and_once_only() -> None:
    table = Tabletop()
    table.do(do.Sit(), ANNA)
    assert table.refused(do.Start(), ANNA) == "seats_free"
    table.do(do.SeatBot(bot="random"), ANNA)
    table.do(do.Start(), ANNA)
    assert table.state.phase == "playing"
    assert table.refused(do.Start(), ANNA) == "already_started"
    assert table.refused(do.Sit(), BEN) == "already_started"


def test_who_starts_is_as_the_options_say() -> None:
    def first(starts: str, seed: int) -> str:
        table = Tabletop(Options(players=4, starts=starts))  # type: ignore[arg-type]
        for person in (BEN, CARLA, ANNA, EVA):
            table.do(do.Sit(), person)
        table.do(do.Start(), ANNA, seed)
        return table.person(0).name

    assert {first("seated", seed) for seed in range(8)} == {"ben"}
    assert {first("host", seed) for seed in range(8)} == {"anna"}
    assert len({first("random", seed) for seed in range(40)}) == 4


def test_the_same_luck_gives_the_same_game() -> None:
    assert started(seed=3).events == started(seed=3).events
    assert started(seed=3).state.position != started(seed=4).state.position


def test_fewer_seats_send_away_whom_they_have_no_room_for() -> None:
    table = Tabletop(Options(players=4))
    for person in (ANNA, BEN, CARLA):
        table.do(do.Sit(), person)
    table.do(do.SetOptions(options=Options(players=2)), ANNA)
    assert [seat.user for seat in table.state.seats] == [ANNA.user, BEN.user]
    table.do(do.SetOptions(options=Options(players=3)), ANNA)
    assert [seat.user for seat in table.state.seats] == [ANNA.user, BEN.user, None]


def test_what_is_no_game_is_refused_with_the_rules_own_sentence() -> None:
    table = Tabletop()
    refusal = table.ask(do.SetOptions(options=Options(edition="first", players=2)), ANNA).refusal
    assert refusal is not None
    assert refusal.code == "bad_request"
    assert "two-player" in refusal.message
    with pytest.raises(BadRuleset):
        open_table(Options(edition="first", players=2), ANNA, 0)


def test_rated_games_are_by_the_book_and_between_accounts() -> None:
    with pytest.raises(TableError):
        open_table(Options(rated=True, switches=Switches(tea=False)), ANNA, 0)
    with pytest.raises(TableError, match="clock"):
        open_table(Options(rated=True), ANNA, 0)
    table = Tabletop(Options(rated=True, clock=Days()))
    assert table.refused(do.Sit(), ANNA) == "rated_seat"
    assert table.refused(do.SeatBot(bot="random"), ANNA) == "not_rated"
    open_to_all = Tabletop(Options(clock=Days()))
    open_to_all.do(do.Sit(), BEN)
    rated = do.SetOptions(options=Options(clock=Days(), rated=True))
    refusal = open_to_all.ask(rated, ANNA).refusal
    assert refusal is not None
    assert (refusal.reason, refusal.args) == ("needs_account", {"who": "b"})
    open_to_all.do(do.Kick(seat=0), ANNA)
    open_to_all.do(do.SeatBot(bot="random"), ANNA)
    assert open_to_all.refused(rated, ANNA) == "not_rated"


def test_whoever_is_sent_away_is_named_and_the_host_hands_the_table_on() -> None:
    table = Tabletop(Options(players=3))
    for person in (ANNA, BEN, CARLA):
        table.do(do.Sit(), person)
    freed, _ = table.do(do.SetOptions(options=Options(players=2)), ANNA).events
    assert isinstance(freed, ev.SeatFreed)
    assert (freed.kicked, freed.user) == (True, CARLA.user)
    assert table.refused(do.HandOver(seat=1), BEN) == "not_host"
    table.do(do.HandOver(seat=1), ANNA)
    assert table.state.host == BEN.user
    table.do(do.Kick(seat=0), BEN)
    assert table.refused(do.HandOver(seat=0), BEN) == "no_person_there"


def test_the_host_who_walks_out_hands_the_table_on_or_closes_it() -> None:
    table = Tabletop()
    table.do(do.Sit(), ANNA)
    table.do(do.Sit(), BEN)
    table.do(do.Leave(), ANNA)
    assert table.state.host == BEN.user
    table.do(do.Leave(), BEN)
    assert table.state.phase == "closed"
    assert table.refused(do.Sit(), CARLA) == "closed"
    assert table.refused(do.Rematch(), ANNA) == "closed"


def test_a_table_goes_on_from_a_moment_of_a_recorded_game() -> None:
    record = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8 Oh3,Sh4\n*\n'
    table = started(Options(stocks="open"), record=record, ply=2)
    position = table.state.position
    assert position is not None
    assert (position.turn, position.placements_left) == (1, 1)
    assert table.state.turns == ((0, ("Ge8",)), (1, ("Oh3",)))
    assert table.person(0) == ANNA
    table.place("Sh4")
    assert table.state.complete


def test_of_a_recorded_game_only_the_game_is_kept() -> None:
    record = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n\n1. Ge8 Oh3,Sh4\n*\n'
    padded = record.replace("[Edition", f'[Event "{"y" * 5_000}"]\n[Edition').replace("\n*", f" {{{'x' * 90_000}}}\n*")
    kept = Tabletop(Options(), record=padded).state.record
    assert kept == Tabletop(Options(), record=record).state.record
    assert kept is not None
    assert len(kept) < 200


def test_the_rules_of_a_recorded_game_stay_as_they_are() -> None:
    record = '[Edition "second"]\n[Players "2"]\n[Well "f6"]\n[Market "c3"]\n[Tea "no"]\n\n*\n'
    table = Tabletop(Options(players=4), record=record)
    assert not ruleset_of(table.state.options).tea
    assert table.refused(do.SetOptions(options=Options(players=2)), ANNA) == "fixed_game"
    options = Options(players=2, switches=Switches(tea=False), public=True)
    table.do(do.SetOptions(options=options), ANNA)
