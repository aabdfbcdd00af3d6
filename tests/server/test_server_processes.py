"""Several processes on one PostgreSQL act as one site; any may die at any moment, a worker in mid-thought too."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hosting import API, Clock, Process, Seat, Serve, Visitor, browser, id_of, site, wait_until_ready
from test_server_tables import (
    ask_for_vacation_twice,
    closed_with,
    command,
    join,
    make_private,
    open_table,
    refused_socket,
    two_seated,
)

from medina import Position
from medina.server.live import neighbours
from medina.server.run import MOST_FILES
from medina.store.notices import CHANNEL
from medina.table.decide import BotPlays
from medina.table.state import bot_to_move
from patience import wait_until

pytestmark = [pytest.mark.postgres, pytest.mark.processes]


def test_players_on_different_processes_and_one_process_killed(tmp_path: Path, pg: str) -> None:
    rng = random.Random(3)
    with Serve(tmp_path / "a", pg, bot_threads=0) as first, Serve(tmp_path / "b", pg, bot_threads=0) as second:
        anna, ben = Visitor(first), Visitor(second)
        # A cookie made by one process is good at the other: they share the key.
        assert anna.http.get(f"{second.url}{API}/me").json()["id"] == anna.me["id"]
        table = anna.open_table(options={"players": 2, "auto_confirm": True, "starts": "seated"})
        theirs = ben.join(table)
        theirs.ask(do="sit")
        mine = anna.join(table)
        mine.ask(do="start")
        theirs.until("started")
        for seat in (mine, theirs):
            wait_for_presence(seat, [0, 1])
        assert ben.get("/home")["online"] == anna.get("/home")["online"] == 2
        for _ in range(12):
            mover, other = (mine, theirs) if mine.moves else (theirs, mine)
            mover.play(rng)
            other.catch_up(mover.n)
        first.kill()
        # Nobody said goodbye, and still she is seen to be gone.
        wait_for_presence(theirs, [1])
        # Anna's process is gone: she goes on at the other one from the last number she saw.
        anna.serve = second
        again = anna.join(table, since=mine.seq)
        assert (again.snapshot["seq"], again.snapshot["n"]) == (mine.seq, mine.n)
        assert again.snapshot["your_seat"] == 0
        for _ in range(10):
            mover, other = (again, theirs) if again.moves else (theirs, again)
            mover.play(rng)
            other.catch_up(mover.n)
        assert (theirs.seq, theirs.n) == (again.seq, again.n)
        with Serve(tmp_path / "c", pg, bot_threads=0) as third:
            assert third.process.poll() is None
            ben.serve = third
            assert ben.get(f"/tables/{table}")["n"] == again.n


def test_a_process_that_has_not_heard_yet_looks_before_it_refuses(tmp_path: Path, pg: str) -> None:
    with (
        site(tmp_path, database_url=pg, bot_threads=0) as first,
        site(tmp_path, database_url=pg, bot_threads=0) as second,
    ):
        for client in (first, second):
            running: Any = client.app
            running.state.site.listener._hear[CHANNEL] = lambda text: None
        sides = itertools.cycle((first, second, second, first, second, first, first))
        cookies = [client.get(f"{API}/me").headers["set-cookie"].partition(";")[0] for client in (first, second)]

        def ask(who: int, method: str, path: str, body: object = None) -> Any:
            answer = next(sides).request(method, f"{API}{path}", json=body, headers={"Cookie": cookies[who]})
            assert answer.status_code < 300, answer.text
            return answer.json()

        table = ask(0, "POST", "/tables", {"options": {"starts": "seated", "auto_confirm": True}})["id"]
        ask(1, "POST", f"/tables/{table}/commands", {"do": "sit"})
        ask(0, "POST", f"/tables/{table}/commands", {"do": "start"})
        seq, n, rng = 0, 0, random.Random(5)
        for _ in range(20):
            seen = ask(0, "GET", f"/tables/{table}?since={seq}")
            assert (seen["seq"], seen["n"]) >= (seq, n)
            mover = seen["acting"]
            move = rng.choice(ask(mover, "GET", f"/tables/{table}")["moves"])
            place = {"do": "place", "move": move, "n": seen["n"]}
            done = ask(mover, "POST", f"/tables/{table}/commands", place)
            seq, n = done["seq"], done["n"]


def test_a_table_that_becomes_private_turns_onlookers_out_at_every_process(tmp_path: Path, pg: str) -> None:
    with (
        site(tmp_path / "a", database_url=pg, bot_threads=0) as first,
        site(tmp_path / "b", database_url=pg, bot_threads=0) as second,
    ):
        wait_until_ready(first, second)
        eve, late = browser(second), browser(second)
        table = open_table(first, options={"public": True, "players": 2})
        second.get(f"{API}/me")
        command(second, table, do="sit")
        with join(second, table) as seated, join(eve, table) as onlooker:
            link = seated.snapshot["table"]
            make_private(first, table)
            command(first, table, do="chat", text="now we are alone")
            heard, code = closed_with(onlooker.socket)
            assert code == 1012
            assert {message["type"] for message in heard} <= {"presence"}
            assert seated.until_said()["text"] == "now we are alone"
        assert refused_socket(eve, table) == 4404
        with join(late, link) as back:
            assert back.snapshot["table"] == link


def test_a_process_that_has_not_heard_that_a_table_is_private_lets_nobody_in(tmp_path: Path, pg: str) -> None:
    with (
        site(tmp_path / "a", database_url=pg, bot_threads=0) as first,
        site(tmp_path / "b", database_url=pg, bot_threads=0) as second,
    ):
        wait_until_ready(first, second)
        deaf: Any = second.app
        deaf.state.site.listener._hear[CHANNEL] = lambda text: None
        eve, late = browser(second), browser(second)
        table = open_table(first, options={"public": True, "players": 3})
        with join(first, table) as host, join(eve, table) as onlooker:
            link = host.snapshot["table"]
            with join(late, table) as waiting:
                make_private(first, table)
                waiting.socket.send_text('{"do":"sit","id":1}')
                for watching in (onlooker, waiting):
                    heard, code = closed_with(watching.socket)
                    assert code == 1012
                    assert link not in str(heard)
        private = open_table(first, options={"public": True, "players": 3})
        assert eve.get(f"{API}/tables/{private}").status_code == 200
        make_private(first, private)
        assert eve.get(f"{API}/tables/{private}").status_code == 404
        late_table = open_table(first, options={"public": True, "players": 3})
        assert eve.get(f"{API}/tables/{late_table}").status_code == 200
        make_private(first, late_table)
        with join(eve, late_table) as early:
            assert early.snapshot["table"] == late_table, "not the link"
            heard, code = closed_with(early.socket)
            assert code == 1012
            assert {message["type"] for message in heard} <= {"presence"}
        seats = first.get(f"{API}/tables/{table}").json()["seats"]
        assert [seat["user"] for seat in seats if "user" in seat] == [host.snapshot["you"]]


def wait_for_presence(seat: Seat, seats: list[int]) -> None:
    """Take messages in until just these seats' people are said to be there, if they are not yet."""
    until = time.monotonic() + 60
    while seat.present != seats:
        assert time.monotonic() < until, "nobody told"
        seat.take_in(30)


def test_the_same_moment_at_two_processes_is_decided_once(tmp_path: Path, pg: str) -> None:
    with Serve(tmp_path / "a", pg, bot_threads=0) as first, Serve(tmp_path / "b", pg, bot_threads=0) as second:
        anna = Visitor(first)
        table = anna.open_table(bots=["greedy"], start=True, options={"auto_confirm": False, "starts": "host"})
        here = anna.join(table)
        anna.serve = second
        there = anna.join(table)
        for round_ in range(6):
            n, moves = here.n, here.moves
            for number, tab in enumerate((here, there)):
                tab.socket.send(f'{{"do":"place","move":"{moves[number]}","n":{n},"id":{1000 + round_}}}')
            answers = [answer_to(tab, 1000 + round_)["type"] for tab in (here, there)]
            assert sorted(answers) == ["refused", "update"]
            for tab in (here, there):
                tab.catch_up(n + 1)
            here.ask(do="take_back", n=here.n)
            there.catch_up(here.n)


def test_a_turn_is_not_confirmed_at_one_process_and_taken_back_at_the_other(tmp_path: Path, pg: str) -> None:
    rng, won = random.Random(6), Counter[str]()
    with Serve(tmp_path / "a", pg, bot_threads=0) as first, Serve(tmp_path / "b", pg, bot_threads=0) as second:
        anna, ben = Visitor(first), Visitor(second)
        table = anna.open_table(options={"players": 2, "auto_confirm": False, "starts": "seated"})
        ben.post(f"/tables/{table}/commands", {"do": "sit"})
        anna.post(f"/tables/{table}/commands", {"do": "start"})
        tabs = []
        for player, serve in itertools.product((anna, ben), (first, second)):
            player.serve = serve
            tabs.append(player.join(table))
        for round_ in range(60):
            mine = tabs[:2] if tabs[0].moves or (tabs[0].draft or {}).get("seat") == 0 else tabs[2:]
            while not (mine[0].draft and mine[0].draft["complete"]):
                assert mine[0].play(rng)["type"] == "update"
            mine[1].catch_up(mine[0].n)
            assert mine[1].draft == mine[0].draft
            n, moves = mine[0].n, mine[0].draft["moves"]
            asked = [*zip(rng.sample(mine, 2), ("confirm", "take_back"), strict=True)]
            rng.shuffle(asked)
            for tab, what in asked:
                tab.socket.send(f'{{"do":"{what}","n":{n},"id":{1000 + round_}}}')
            answers = {what: answer_to(tab, 1000 + round_) for tab, what in asked}
            [done] = [what for what, answer in answers.items() if answer["type"] == "update"]
            [refused] = [answer["refusal"]["code"] for answer in answers.values() if answer["type"] == "refused"]
            assert refused in ("stale", "not_your_turn")
            won[done] += 1
            for tab in tabs:
                tab.catch_up(n + 1)
            head, last = stored(pg, table)
            turn = {"type": "turn_played", "seat": tabs.index(mine[0]) // 2, "moves": moves}
            assert (last.items() >= turn.items()) == (done == "confirm")
            left = [] if done == "confirm" else moves[:-1]
            assert head == (last["seq"], n + 1, " ".join(left))
            for tab in tabs:
                assert (tab.seq, tab.n, tab.draft["moves"] if tab.draft else []) == (head[0], head[1], left)
        assert min(won["confirm"], won["take_back"]) > 3, "each is the faster one now and then"


def answer_to(seat: Seat, id: int) -> Any:
    """Take messages in until the answer to this request."""
    while (message := seat.take_in()).get("id") != id:
        pass
    return message


def stored(url: str, link: str) -> tuple[tuple[int, int, str], Any]:
    """Where a table is on disk, (seq, n, draft), and its last event."""
    with psycopg.connect(url) as connection:
        head = connection.execute("SELECT seq, n, moves FROM drafts WHERE table_id = %s", [id_of(link)]).fetchone()
        query = "SELECT body FROM table_events WHERE table_id = %s ORDER BY seq DESC LIMIT 1"
        last = connection.execute(query, [id_of(link)]).fetchone()
    assert head is not None
    assert last is not None
    return head, json.loads(last[0])


def test_vacation_asked_for_at_two_processes_at_once_is_granted_once(tmp_path: Path, pg: str) -> None:
    with (
        site(tmp_path, database_url=pg, bot_threads=0) as first,
        site(tmp_path, database_url=pg, bot_threads=0) as second,
    ):
        ask_for_vacation_twice(first, second)


def test_every_process_knows_who_made_a_bots_turn_due(tmp_path: Path, pg: str) -> None:
    with (
        site(tmp_path, database_url=pg, bot_threads=0) as first,
        site(tmp_path, database_url=pg, bot_threads=0) as second,
    ):
        wait_until_ready(first, second)
        anna = browser(first)
        table = open_table(first, bots=["greedy", "greedy"], options={"players": 4, "starts": "seated"})
        assert command(anna, table, do="sit").status_code == 200
        assert command(first, table, do="start").status_code == 200
        running: Any = second.app
        hub = running.state.site.hub
        assert second.portal is not None
        live = second.portal.call(hub.table, id_of(table))
        seats = [seat.user for seat in live.state.seats]
        guest = anna.get(f"{API}/me").json()["id"]
        while bot_to_move(live.state) is None:
            client = anna if seats[live.state.acting] == guest else first
            seen = client.get(f"{API}/tables/{table}").json()
            complete = seen["draft"] and seen["draft"]["complete"]
            doing = {"do": "confirm"} if complete else {"do": "place", "move": seen["moves"][0]}
            n = command(client, table, **doing, n=seen["n"]).json()["n"]
            wait_until(lambda n=n: live.state.n == n, "the other process never heard of it")
        last = seats[live.state.turns[-1][0]]
        due = [(live.state.n, bot_due(pg, table))]
        while bot_to_move(live.state) is not None and len(due) < 3:
            plays = BotPlays(live.state.acting, a_turn(live.state.position), live.state.n)
            assert second.portal.call(hub.command, live, plays, None).refusal is None
            due.append((live.state.n, bot_due(pg, table)))
        origin = due[0][1][2]
        assert origin is not None
        assert [row for _, row in due[:-1]] == [(n, last, origin) for n, _ in due[:-1]], "inherited by the bot after it"
        assert due[-1][1] == (None, None, None), "a person's turn: nothing is kept of the address"


def a_turn(position: Position) -> tuple[str, ...]:
    """Placements that end a turn."""
    moves = list[str]()
    while not moves or position.is_mid_turn:
        moves.append(position.legal_moves[0].text)
        position = position.play(moves[-1])
    return tuple(moves)


def bot_due(url: str, link: str) -> Any:
    """(n, person, origin) of the bot whose turn it is."""
    with psycopg.connect(url) as connection:
        query = "SELECT bot_n, bot_person, bot_origin FROM tables WHERE id = %s"
        return connection.execute(query, [id_of(link)]).fetchone()


def test_lines_of_chat_that_were_not_heard_of_are_read(tmp_path: Path, pg: str) -> None:
    with (
        site(tmp_path, database_url=pg, bot_threads=0) as first,
        site(tmp_path, database_url=pg, bot_threads=0) as second,
    ):
        wait_until_ready(first, second)
        deaf: Any = second.app
        hear, deaf.state.site.listener._hear[CHANNEL] = deaf.state.site.listener._hear[CHANNEL], lambda text: None
        table = open_table(first, options={"public": True})
        with join(second, table) as onlooker:
            assert command(first, table, do="chat", text="Is anybody there?").status_code == 200
            deaf.state.site.listener._hear[CHANNEL] = hear
            assert second.portal is not None
            second.portal.call(deaf.state.site.hub.catch_up_all)
            assert onlooker.until_said()["text"] == "Is anybody there?"
            assert command(first, table, do="chat", text="Well?").status_code == 200
            while len(onlooker.lines) < 2:
                onlooker.take_in()
            said = [line["text"] for line in second.get(f"{API}/tables/{table}").json()["chat"]]
            assert said == [line["text"] for line in onlooker.lines] == ["Is anybody there?", "Well?"]


def test_who_asks_one_process_about_a_table_is_there_for_all(
    tmp_path: Path, pg: str, monkeypatch: pytest.MonkeyPatch, presence_clock: Clock
) -> None:
    monkeypatch.setattr(neighbours, "BEAT_SECONDS", 0.1)
    chosen: Any = {"database_url": pg, "bot_threads": 0, "away_seconds": 60}
    with site(tmp_path, **chosen) as first, site(tmp_path, **chosen) as second:
        wait_until_ready(first, second)
        other = browser(first)
        table = two_seated(first, other)
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in other.cookies.items())}

        def away() -> list[int]:
            seats: list[int] = second.get(f"{API}/tables/{table}", headers=cookie).json()["away"]
            return seats

        until = time.monotonic() + 60
        while away() != [0]:
            assert time.monotonic() < until, "news of what was asked before still comes"
            presence_clock.now += 61
            time.sleep(0.05)
        first.get(f"{API}/tables/{table}")
        while away():
            assert time.monotonic() < until, "nobody told"
            time.sleep(0.05)


def test_a_player_whom_many_watch_is_not_absent_at_another_process(
    tmp_path: Path, pg: str, monkeypatch: pytest.MonkeyPatch, presence_clock: Clock
) -> None:
    monkeypatch.setattr(neighbours, "MOST_TOLD", 1)
    chosen: Any = {"database_url": pg, "bot_threads": 0, "away_seconds": 60}
    with site(tmp_path, **chosen) as first, site(tmp_path, **chosen) as second, contextlib.ExitStack() as stack:
        wait_until_ready(first, second)
        table = open_table(first, options={"players": 2, "starts": "seated", "public": True})
        command(second, table, do="sit")
        command(first, table, do="start")
        me = first.get(f"{API}/me").json()["id"]
        while (eve := browser(first)).get(f"{API}/me").json()["id"] > me:
            pass
        for watching, number in ((second, 0), (eve, 1), (first, 1)):
            stack.enter_context(join(watching, table))
            wait_until(lambda n=number: second.get(f"{API}/tables/{table}").json()["watchers"] == n, "nobody told")
        wait_until(lambda: second.get(f"{API}/tables/{table}").json()["online"] == [0, 1], "she is not told of")
        presence_clock.now += 61
        claim = command(second, table, do="propose", what="claim", seat=0)
        assert claim.json()["error"]["reason"] == "not_absent"


def test_a_worker_killed_in_mid_thought_is_replaced_by_another(tmp_path: Path, pg: str) -> None:
    slow = {"bot_seconds": 0.1, "bot_pause": 3.0}
    with Serve(tmp_path / "a", pg, bot_threads=0, **slow) as serve:
        anna = Visitor(serve)
        table = anna.open_table(bots=["greedy"], start=True, options={"auto_confirm": True, "starts": "host"})
        seat = anna.join(table)
        with Process("worker", folder=tmp_path / "w1", url=pg, bot_threads=1, **slow) as worker:
            worker.wait_for("Waiting for bots")
            seat.ask(do="place", move=seat.moves[0], n=seat.n)
            wait_until_thinking(pg)
            worker.kill()
        assert not any(event["type"] == "turn_played" and event["seat"] == 1 for event in seat.events)
        with Process("worker", folder=tmp_path / "w2", url=pg, bot_threads=1, bot_pause=0) as worker:
            worker.wait_for("Waiting for bots")
            while not seat.moves:
                seat.take_in(60)
            turns = [event for event in seat.events if event["type"] == "turn_played" and event["seat"] == 1]
            assert [len(turn["moves"]) for turn in turns] == [2]
            assert worker.stop() == 0


def wait_until_thinking(url: str) -> None:
    """A worker has taken the turn and not played it."""
    with psycopg.connect(url, autocommit=True) as connection:
        taken = "SELECT 1 FROM tables WHERE bot_lease IS NOT NULL"
        wait_until(lambda: connection.execute(taken).fetchone(), "nobody took the turn")


def test_a_server_alone_on_postgresql_lets_its_bots_think_itself(tmp_path: Path, pg: str) -> None:
    with Serve(tmp_path, pg, bot_seconds=0.1) as serve:
        anna = Visitor(serve)
        table = anna.open_table(bots=["greedy"], start=True, options={"auto_confirm": True, "starts": "host"})
        seat = anna.join(table)
        seat.ask(do="place", move=seat.moves[0], n=seat.n)
        while not seat.moves:
            seat.take_in(60)
        assert anna.http.get(f"{serve.url}/ready").text == "ready\n"
        with contextlib.suppress(ProcessLookupError):
            os.kill(serve.process.pid, signal.SIGTERM)
        assert serve.process.wait(30) == 0


def test_a_game_of_bots_leaves_room_for_others(tmp_path: Path, pg: str) -> None:
    with Serve(tmp_path, pg, bot_threads=1, bot_pause=0.3) as serve:
        anna = Visitor(serve)
        shows = [anna.open_table(bots=["greedy", "greedy"], sit=False, start=True) for _ in range(3)]
        table = anna.open_table(bots=["greedy"], start=True, options={"auto_confirm": True, "starts": "host"})
        seat = anna.join(table)
        for _ in range(2):
            while seat.moves:
                seat.ask(do="place", move=seat.moves[0], n=seat.n)
            while not seat.moves:
                seat.take_in(60)
        assert [anna.get(f"/tables/{show}")["phase"] for show in shows] == ["playing"] * 3


def test_a_database_that_hangs_up_on_everybody_is_called_again(tmp_path: Path, pg: str) -> None:
    with Serve(tmp_path / "a", pg, bot_threads=1) as first, Serve(tmp_path / "b", pg, bot_threads=0) as second:
        anna, ben = Visitor(first), Visitor(second)
        table = anna.open_table(bots=["greedy"], start=True, options={"auto_confirm": True, "starts": "host"})
        mine, lobby = anna.join(table), ben.lobby()
        lobby.recv(60)
        for _ in range(3):
            with psycopg.connect(pg, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            time.sleep(2.5)  # whoever takes turns has looked for some in each pause
        wait_until_ready_again(anna, first)
        wait_until_ready_again(ben, second)
        watching = ben.join(table)
        while mine.moves:
            mine.ask(do="place", move=mine.moves[0], n=mine.n)
        while not mine.moves:
            mine.take_in(60)
        watching.catch_up(mine.n)
        shown = anna.open_table(options={"public": True})
        while shown not in str(lobby.recv(60)):
            pass


def test_a_process_that_hears_nothing_looks_for_itself(tmp_path: Path, pg: str) -> None:
    with site(tmp_path / "a", database_url=pg) as anna, site(tmp_path / "b", database_url=pg) as ben:
        table = anna.post(f"{API}/tables", json={"options": {"public": True}}).json()["id"]
        ben.get(f"{API}/me")
        with ben.websocket_connect(f"{API}/tables/{table}/socket") as socket:
            seq = socket.receive_json()["seq"]
            deaf: Any = ben.app
            assert ben.portal is not None
            ben.portal.call(deaf.state.site.listener.stop)
            said = {"do": "chat", "text": "Is anybody there?"}
            assert anna.post(f"{API}/tables/{table}/commands", json=said).status_code == 200
            while (message := socket.receive_json())["type"] != "chat":
                pass
            assert [line["text"] for line in message["lines"]] == [said["text"]]
            assert anna.post(f"{API}/tables/{table}/commands", json={"do": "stand"}).status_code == 200
            while (message := socket.receive_json())["type"] != "update":
                pass
            assert message["seq"] == seq + 1


def wait_until_ready_again(visitor: Visitor, serve: Serve) -> None:
    wait_until(lambda: visitor.http.get(f"{serve.url}/ready").status_code == 200, "never ready again")


def test_a_database_by_the_address_that_hosters_hand_out(tmp_path: Path, pg: str) -> None:
    extras = "sslmode=prefer&channel_binding=prefer&connect_timeout=10&application_name=club"
    with site(tmp_path, database_url=f"{pg}&{extras}", bot_threads=1) as client:
        wait_until_ready(client)
        assert client.post(f"{API}/tables", json={}).status_code == 201
        with psycopg.connect(pg) as connection:
            names = connection.execute("SELECT application_name FROM pg_stat_activity").fetchall()
        assert ("club",) in names


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://h:port/d", "is no address"),
        ("postgresql://nobody@127.0.0.1:9/none", "cannot be reached"),
        ("mysql://h/d", "no database Medina can use"),
    ],
)
def test_a_database_that_is_none_is_a_sentence(tmp_path: Path, url: str, said: str) -> None:
    with Process("serve", folder=tmp_path, url=url) as serve:
        assert serve.process.wait(60) == 2
        serve.wait_for(said, 5)
        assert "Traceback" not in "".join(serve.lines)


def test_an_operator_reads_json_and_need_not_think_of_file_limits(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    try:
        serve = Serve(tmp_path, log_format="json", log_level="debug")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with serve:
        assert resource.prlimit(serve.process.pid, resource.RLIMIT_NOFILE)[0] == min(hard, MOST_FILES)
        Visitor(serve).close()
        assert serve.stop() == 0
    lines = [json.loads(line) for line in serve.lines if line.startswith("{")]
    assert [line["event"] for line in lines] == ["serving", "answered", "stopping", "stopped"]
    assert lines[1]["route"] == "/me"


def test_what_libraries_have_to_say_is_json_too() -> None:
    script = (
        "import logging, warnings; from medina.server.logs import set_up_logs;"
        "from medina.server.settings import Settings; set_up_logs(Settings(log_format='json'));"
        "logging.getLogger('asyncpg').warning('gone %s', 1); warnings.warn('old')"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60).stderr
    lines = [json.loads(line) for line in said.splitlines()]
    assert [line["level"] for line in lines] == ["warning", "warning"]
    assert lines[0]["event"] == "gone 1"


def test_a_taken_port_and_a_taken_folder_are_sentences(tmp_path: Path) -> None:
    with Serve(tmp_path / "a") as first:
        with Process("serve", folder=tmp_path / "b", port=first.port) as second:
            assert second.process.wait(60) == 2
            second.wait_for(f"Port {first.port} is taken", 5)
        with Process("serve", folder=tmp_path / "a") as third:
            assert third.process.wait(60) == 2
            third.wait_for("already uses this data folder", 5)
        with Process("serve", folder=tmp_path / "d", host="203.0.113.1") as fourth:
            assert fourth.process.wait(60) == 2
            fourth.wait_for("cannot listen on 203.0.113.1", 5)
        with Process("worker", folder=tmp_path / "c") as worker:
            assert worker.process.wait(60) == 2
            worker.wait_for("Workers need PostgreSQL", 5)
