"""Any commands in any order leave a table that makes sense."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import EVA, PEOPLE, Reader, Tabletop

from medina.table import commands as do
from medina.table import events as ev
from medina.table.decide import BotPlays, Tick
from medina.table.options import Clock, Days, Matter, NoClock, Options, RealTime
from medina.table.state import State, bot_to_move, deadline
from medina.table.view import moves_for, stock_for

CLOCKS: list[Clock] = [NoClock(), RealTime(initial_s=10, increment_s=1), Days(days=1)]
MATTERS = get_args(Matter)
KINDS = [
    "sit",
    "stand",
    "bot",
    "kick",
    "swap",
    "options",
    "start",
    "place",
    "place",
    "place",
    "place",
    "take",
    "confirm",
    "auto",
    "resign",
    "leave",
    "back",
    "propose",
    "propose",
    "answer",
    "answer",
    "resume",
    "vacation",
    "hand_over",
    "rematch",
    "tick",
    "wait",
    "botmove",
    "stale",
    "close",
]


@st.composite
def tables(draw: Any) -> Tabletop:
    options = Options(
        edition=draw(st.sampled_from(["first", "second"])),
        players=draw(st.integers(3, 4)),
        gates=draw(st.booleans()),
        starts=draw(st.sampled_from(["random", "host", "seated"])),
        clock=draw(st.sampled_from(CLOCKS)),
        absent=draw(st.sampled_from(["bot", "wait"])),
        substitute="random",
        auto_confirm=draw(st.booleans()),
        stocks=draw(st.sampled_from(["hidden", "open"])),
    )
    table = Tabletop(options)
    if draw(st.booleans()):
        for person in PEOPLE[: options.players - 1]:
            table.do(do.Sit(), person)
        table.do(do.SeatBot(bot="random"), PEOPLE[0])
        table.do(do.Start(), PEOPLE[0])
    return table


def command(draw: Any, table: Tabletop) -> tuple[object, Any]:
    """Some command by somebody, sensible or not."""
    state = table.state
    kind = draw(st.sampled_from(KINDS))
    who = draw(st.sampled_from((*PEOPLE, EVA)))
    if kind in ("place", "take", "confirm") and state.acting is not None and draw(st.integers(0, 4)):
        who = next((one for one in PEOPLE if one.user == state.seats[state.acting].user), who)
    seat = draw(st.integers(0, 3))
    moves = moves_for(state, state.acting) or ("Ge5", "T", "nonsense")
    move = moves[draw(st.integers(0, len(moves) - 1))]
    made: dict[str, object] = {
        "sit": do.Sit(seat=seat),
        "stand": do.Stand(),
        "bot": do.SeatBot(bot="random", seat=seat),
        "kick": do.Kick(seat=seat),
        "swap": do.Swap(seat=seat, other=3 - seat),
        "options": do.SetOptions(options=Options(players=2 + seat % 3)),
        "start": do.Start(),
        "place": do.Place(move=move, n=state.n),
        "take": do.TakeBack(n=state.n, count=1 + seat % 2),
        "confirm": do.Confirm(n=state.n),
        "auto": do.AutoConfirm(on=seat % 2 == 0),
        "resign": do.Resign(),
        "leave": do.Leave(),
        "back": do.Back(),
        "propose": do.Propose(what=MATTERS[draw(st.integers(0, 5))], seat=seat, bot="random"),
        "answer": do.Answer(yes=seat != 0),
        "resume": do.Resume(),
        "vacation": do.Vacation(days=1 + seat),
        "hand_over": do.HandOver(seat=seat),
        "rematch": do.Rematch(yes=seat != 0),
        "tick": Tick(),
        "wait": Tick(),
        "botmove": BotPlays(state.acting or 0, (move,), state.n),
        "stale": do.Place(move=move, n=max(0, state.n - 1)),
        "close": do.Close(),
    }
    table.away = draw(st.sampled_from([set(), {state.acting}, {0, 1}]))
    if kind == "wait":
        table.now += draw(st.sampled_from([1, 999, 9_999, 10_000, 86_400_000]))
    return made[kind], who


def check(before: State, after: State, events: Any) -> None:
    """What must hold whatever happened."""
    assert [event.seq for event in events] == list(range(before.seq + 1, after.seq + 1))
    undone = sum(event.turns for event in events if isinstance(event, ev.Undone))
    kept = before.turns[: len(before.turns) - undone]
    assert after.turns[: len(kept)] == kept or before.phase == "open"
    assert len(after.turns) >= after.given
    assert (after.n > before.n) or (after.draft, after.turns, after.acting) == (
        before.draft,
        before.turns,
        before.acting,
    )
    assert len(after.seats) == after.options.players
    people = [seat.user for seat in after.seats if seat.user]
    assert len(people) == len(set(people))
    if after.phase == "playing":
        assert after.acting is not None
        assert after.position is not None
        base = after.confirmed
        assert base is not None
        assert base.turn == after.acting
        assert base.phase != "over"
        assert not any(seat.free for seat in after.seats)
        if bot_to_move(after):
            assert not after.complete
            assert deadline(after) is None
        if after.paused is not None:
            assert deadline(after) is None
            assert moves_for(after, after.acting) == ()
        if after.proposal is not None:
            assert after.seats[after.proposal.seat].played_by_person
    else:
        assert after.acting is None
        assert not after.draft
        assert after.proposal is None
        assert after.paused is None
    assert (after.result is not None) == (after.phase == "over")
    if before.phase == "over":
        assert after.phase == "over"
        assert after.result == before.result
    if after.position is not None and after.phase != "over" and after.options.stocks == "hidden":
        hidden = [stock["G"] for stock in stock_for(after, after.position, None)]
        assert all(count is None for count in hidden)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_interleaving_of_commands_leaves_a_legal_table(data: st.DataObject) -> None:
    table = data.draw(tables())
    readers = [Reader(table.state, who) for who in (*PEOPLE, EVA)]
    for _ in range(data.draw(st.integers(5, 60))):
        asked, who = command(data.draw, table)
        before = table.state
        decision = table.ask(asked, who)
        check(before, table.state, decision.events)
        for reader in readers if decision.changed else ():
            reader.hear(before, decision)
        if decision.refusal is not None:
            late = (ev.TimedOut, ev.Replaced, ev.TurnPlayed, ev.Ended)
            assert all(isinstance(event, late) for event in decision.events)
    assert table.folded() == table.state
    replayed = table.state.start
    for move in table.state.moves if replayed is not None else ():
        assert replayed is not None
        replayed = replayed.play(move)
    if replayed is not None:
        assert replayed == table.state.confirmed
