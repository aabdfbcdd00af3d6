"""What processes tell each other about who is there, without a database between them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hosting import Clock

from medina.server.live import hub
from medina.server.live import neighbours as n
from medina.server.live.frames import frame
from medina.server.live.hub import Hub, Live
from medina.server.live.neighbours import Here, Neighbours
from medina.store.database import database_url, open_engine
from medina.store.notices import written
from medina.store.reading import Reader
from medina.store.writer import Writer
from medina.table.commands import Sit
from medina.table.decide import decide, open_table
from medina.table.options import Options
from medina.table.people import PersonInfo
from medina.table.wire import People

ANNA: People = {"anna": PersonInfo("Anna")}


class Watching:
    """Somebody at a table, and what they were told."""

    def __init__(self, user: str) -> None:
        self.user = user
        self.looking = True
        self.told: list[Any] = []

    def push(self, text: bytes) -> None:
        self.told.append(msgspec.json.decode(text))

    def close(self, code: int) -> None:
        raise AssertionError("nobody is turned out here")


class Place:
    """A process as far as its people are concerned; `others` hear what it says."""

    def __init__(self, folder: Path, origin: str) -> None:
        engine = open_engine(database_url(None, folder))
        self.hub = Hub(Reader(engine), Writer(engine, origin))
        self.dismissed: list[str] = []
        self.neighbours = Neighbours(self.hub, self.sockets, self.dismissed.append)
        self.hub.elsewhere, self.hub.looking_elsewhere = self.neighbours.at, self.neighbours.looking_at
        self.hub.more_elsewhere, self.hub.tell_elsewhere = self.neighbours.more_at, self.neighbours.changed

    def sockets(self) -> int:
        return sum(len(live.watchers) for live in self.hub.tables.values())

    def come(self, table: str, user: str) -> Watching:
        live = self.hub.tables.setdefault(table, Live(table, with_anna(), ANNA))
        watching = Watching(user)
        live.watchers.add(watching)
        self.neighbours.changed(table)
        return watching

    def speak(self, *others: Place) -> list[str]:
        said = [written(here) for here in self.neighbours.news()]
        for text in said:
            for other in others:
                other.neighbours.hear(text)
        return said


def with_anna() -> Any:
    return decide(open_table(Options(), "anna", 1).state, Sit(seat=0), "anna", 2).state


@pytest.fixture
def places(tmp_path: Path) -> tuple[Place, Place]:
    async def make() -> tuple[Place, Place]:
        return Place(tmp_path, "one"), Place(tmp_path, "two")

    return asyncio.run(make())


def test_people_at_another_process_come_and_go(places: tuple[Place, Place]) -> None:
    one, two = places
    ben = two.come("t", "ben")
    anna = one.come("t", "anna")
    one.speak(two)
    assert ben.told[-1] == {"type": "presence", "seats": [0], "watchers": 1, "away": []}
    assert two.neighbours.sockets == 1
    one.hub.tables["t"].watchers.discard(anna)
    one.neighbours.changed("t")
    one.speak(two)
    assert ben.told[-1] == {"type": "presence", "seats": [], "watchers": 1, "away": []}


def test_a_goodbye_and_a_long_silence_take_everybody_along(
    places: tuple[Place, Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = places
    ben = two.come("t", "ben")
    one.come("t", "anna")
    one.speak(two)
    two.neighbours.hear(written(one.neighbours.goodbye()))
    assert ben.told[-1]["seats"] == []
    one.neighbours.begin_again()
    one.speak(two)
    assert ben.told[-1]["seats"] == [0]
    monkeypatch.setattr(n, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(n, "BEAT_SECONDS", 0.01)

    async def beat() -> None:
        async def say(channel: str, notice: str) -> None:
            assert channel == n.CHANNEL

        task = asyncio.create_task(two.neighbours.run(say))
        while ben.told[-1]["seats"]:
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(asyncio.wait_for(beat(), 30))
    assert two.neighbours.sockets == 0


def test_who_asks_one_process_about_a_table_is_not_away_at_another(
    places: tuple[Place, Place], presence_clock: Clock
) -> None:
    one, two = places
    one.speak(two)
    ben = two.come("t", "ben")
    two.hub.away_seconds = 60
    two.hub.tell_presence(two.hub.tables["t"])
    presence_clock.now += 61
    two.hub.tell_absences()
    assert ben.told[-1]["away"] == [0]
    one.neighbours.seen("t", "anna")
    one.speak(two)
    assert ben.told[-1]["away"] == []
    assert one.speak(two) == [written(Here("one", 0))], "told once"


def test_whoever_is_dismissed_is_dismissed_everywhere(places: tuple[Place, Place]) -> None:
    one, two = places
    two.neighbours.hear(written(one.neighbours.dismissal("anna")))
    assert two.dismissed == ["anna"]
    one.speak(two)
    assert two.dismissed == ["anna"]


def test_who_is_new_hears_everything_and_who_was_missed_is_asked(places: tuple[Place, Place]) -> None:
    one, two = places
    one.come("t", "anna")
    one.speak()
    ben = two.come("t", "ben")
    # Two begins: one hears that, and tells all it has.
    two.speak(one)
    one.speak(two)
    assert ben.told[-1]["seats"] == [0]
    # Two has forgotten one and hears only that it lives: everybody begins again.
    two.neighbours.hear(written(one.neighbours.goodbye()))
    one.speak(two)
    two.speak(one)
    one.speak(two)
    assert ben.told[-1]["seats"] == [0]


def test_tables_that_nobody_looks_at_are_let_go(
    places: tuple[Place, Place], presence_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_IDLE", 3)
    one, _ = places
    one.come("watched", "anna")
    for age in range(6):
        live = one.hub.tables.setdefault(f"old{age}", Live(f"old{age}", with_anna(), ANNA))
        live.touched -= age
    one.hub.forget_idle(60, busy=["old5"])
    assert sorted(one.hub.tables) == ["old0", "old1", "old2", "old5", "watched"]
    one.hub.forget_idle(1.5)
    assert sorted(one.hub.tables) == ["old0", "old1", "watched"]


def test_many_tables_and_many_people_fit_into_notices(places: tuple[Place, Place]) -> None:
    one, two = places
    for number in range(1000):
        one.come(f"table{number}", f"user{number:08}")
    for number in range(400):
        one.come("full", f"watcher{number:017}")
    said = one.speak(two)
    assert len(said) > 1
    assert all(len(text.encode()) < 8000 for text in said)
    assert msgspec.json.decode(said[0], type=Here).new
    assert two.neighbours.at("table999") == {"user00000999"}
    assert len(two.neighbours.at("full")) == n.MOST_TOLD
    assert two.neighbours.more_at("full") == 400 - n.MOST_TOLD


def test_who_sits_at_a_table_is_told_of_however_many_look_on(
    places: tuple[Place, Place], presence_clock: Clock
) -> None:
    one, two = places
    ben = two.come("t", "ben")
    for number in range(600):  # by their ids they all come before anna
        one.come("t", f"a watcher {number:03}")
    anna = one.come("t", "anna")
    said = one.speak(two)
    assert all(len(text.encode()) < 8000 for text in said)
    assert ben.told[-1] == {"type": "presence", "seats": [0], "watchers": 601, "away": []}
    presence_clock.now += 1000
    assert two.hub.online(two.hub.tables["t"]).away == ()
    one.hub.tables["t"].watchers.discard(anna)
    one.neighbours.changed("t")
    one.speak(two)
    assert ben.told[-1]["seats"] == []
    for watching in list(one.hub.tables["t"].watchers):
        one.hub.tables["t"].watchers.discard(watching)
    one.neighbours.changed("t")
    one.speak(two)
    assert ben.told[-1]["watchers"] == 1


def test_an_onlooker_who_sits_down_is_told_of(places: tuple[Place, Place]) -> None:
    one, two = places
    ben = two.come("t", "ben")
    for number in range(600):
        one.come("t", f"a watcher {number:03}")
    one.come("t", "zoe")
    one.speak(two)
    for place in (two, one):
        live = place.hub.tables["t"]
        sitting = decide(live.state, Sit(seat=1), "zoe", 3)
        place.hub._publish(live, sitting.state, {**ANNA, "zoe": PersonInfo("Zoe")}, sitting.events)
    one.speak(two)
    assert ben.told[-1] == {"type": "presence", "seats": [1], "watchers": 601, "away": []}


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_frames_are_those_of_the_standard(size: int) -> None:
    from websockets.frames import Frame, Opcode

    text = b"x" * size
    assert frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_who_looks_away_at_one_process_is_known_at_the_other(places: tuple[Place, Place]) -> None:
    one, two = places
    watching = one.come("t", "anna")
    live = two.hub.tables.setdefault("t", Live("t", with_anna(), ANNA))
    one.speak(two)
    assert two.hub.is_looking(live, "anna")
    watching.looking = False
    one.neighbours.changed("t")
    one.speak(two)
    assert not two.hub.is_looking(live, "anna")
    assert two.neighbours.at("t") == {"anna"}, "there, but not looking"
    one.come("t", "anna")
    one.speak(two)
    assert two.hub.is_looking(live, "anna"), "on another screen"


def test_a_process_stops_at_the_moment_at_which_somebody_comes(tmp_path: Path) -> None:
    async def work() -> None:
        one = Place(tmp_path, "one")

        async def say(_channel: str, _text: str) -> None:
            """Nobody hears it."""

        task = asyncio.create_task(one.neighbours.run(say))
        await asyncio.sleep(0.01)
        one.come("t", "anna")
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=30)
        assert task.cancelled()

    asyncio.run(work())
