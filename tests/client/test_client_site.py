"""The client against a real server: accounts, tables, games, events, analyses, refusals, interruptions."""

from __future__ import annotations

import asyncio
import importlib.util
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hosting import Serve
from msgspec.structs import replace

import medina
from medina.client import Client, ClientError, RealTime, Table
from medina.client.socket import Line
from medina.server.schema import Languages
from medina.table.events import Ended, TurnPlayed
from medina.table.wire import Snapshot
from medina.words import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0


def run(work: Coroutine[Any, Any, None]) -> None:
    """To the end, but not for ever."""
    asyncio.run(asyncio.wait_for(work, PATIENCE))


def guest(served: Serve, **chosen: Any) -> Client:
    return Client(served.url, trust_env=False, **chosen)


async def play_on(table: Table, seed: int) -> None:
    """Place at random until the game is over."""
    rng = random.Random(seed)
    async for position in table.my_turns():
        await table.place(rng.choice(position.legal_moves))


@asynccontextmanager
async def at_a_table(served: Serve, language: str = "en", **chosen: Any) -> AsyncIterator[tuple[Table, Table]]:
    """Two people who have begun a game."""
    async with guest(served, language=language) as one, guest(served) as other:
        made = await one.open_table(players=2, starts="host", **chosen)
        async with one.table(made.id) as mine, other.table(made.id) as theirs:
            await theirs.sit()
            await mine.start()
            await theirs.until(lambda view: view.phase == "playing")
            yield mine, theirs


def test_an_account_makes_a_token_and_a_program_is_that_account(served: Serve) -> None:
    async def story() -> None:
        async with guest(served) as site:
            nobody = await site.me()
            anna = await site.sign_up("Anna", "a long password")
            assert (nobody.account, anna.account, anna.id) == (False, True, nobody.id)
            made = await site.make_token("my bot")
            async with guest(served, token=made.token) as program:
                assert (await program.me()).id == anna.id
                assert [token.label for token in await program.tokens()] == ["my bot"]
                await site.drop_token(made.id)
                with pytest.raises(ClientError) as refused:
                    await program.me()
                assert (refused.value.code, refused.value.status) == ("not_recognised", 401)
            await site.log_out()
            assert (await site.log_in("Anna", "a long password")).id == anna.id

    run(story())


def test_a_refusal_has_the_servers_sentence_and_rule(served: Serve) -> None:
    async def story() -> None:
        async with at_a_table(served, "de") as (mine, theirs):
            assert mine.view.position is not None
            well = next(cell for cell, piece in mine.view.position["cells"].items() if piece == "well")
            with pytest.raises(ClientError) as refused:
                await mine.place(f"G{well}")
            assert (refused.value.code, refused.value.rule) == ("illegal_move", "5.2")
            assert refused.value.message == f"{well} ist nicht leer (Regel 5.2)"
            assert refused.value.sentence == f"{well} ist nicht leer."
            assert (await mine.why(f"G{well}")).legal is False
            with pytest.raises(ClientError) as refused:
                await theirs.place("Ga1")
            assert (refused.value.code, refused.value.rule) == ("not_your_turn", None)
            with pytest.raises(ClientError, match="nothing here") as unknown:
                await theirs.site.snapshot("nosuchtable1")
            assert unknown.value.code == "not_found"

    run(story())


def test_a_wrong_option_is_noticed_before_anything_is_sent() -> None:
    async def story() -> None:
        async with Client("http://127.0.0.1:9", trust_env=False) as site:
            with pytest.raises(ClientError, match="plyers") as wrong:
                await site.open_table(plyers=3)
            assert wrong.value.code == "bad_request"
            with pytest.raises(ClientError, match="cannot be reached") as away:
                await site.open_table(players=3, clock=RealTime(initial_s=60))
            assert away.value.code == "unreachable"

    run(story())


def test_what_a_client_keeps_is_what_the_server_would_tell_it(served: Serve) -> None:
    async def story() -> None:
        async with at_a_table(served, gates=True) as (mine, theirs):
            await theirs.say("Good luck!")
            playing = asyncio.gather(play_on(mine, 1), play_on(theirs, 2))
            await mine.until(lambda view: len(view.turns) > 12)
            playing.cancel()
            await asyncio.wait([playing])
            for table in (mine, theirs):
                told = await table.site.snapshot(table.id)
                view = await table.until(lambda view, n=told.n: view.n >= n)  # type: ignore[misc]
                for name in told.__struct_fields__:
                    if name not in ("events", "now", "online", "watchers", "away"):
                        assert getattr(view, name) == getattr(told, name), name
                assert [(line.room, line.text) for line in view.chat] == [("players", "Good luck!")]
            record = await mine.record()
            assert mine.view.position is not None
            assert record.position.scores == tuple(mine.view.position["scores"])

    run(story())


def test_a_server_that_dies_is_waited_for_and_nothing_is_missed(tmp_path: Path) -> None:
    async def story() -> None:
        first = await asyncio.to_thread(Serve, tmp_path)
        async with at_a_table(first, auto_confirm=True) as (mine, theirs):
            heard: list[int] = []

            async def listen() -> None:
                async for event in theirs.events():
                    heard.append(event.seq)
                    if isinstance(event, Ended):
                        return

            listening = asyncio.create_task(listen())
            playing = asyncio.gather(play_on(mine, 1), play_on(theirs, 2))
            await theirs.until(lambda view: len(view.turns) > 5)
            first.kill()
            await asyncio.sleep(0.2)
            with await asyncio.to_thread(Serve, tmp_path, port=first.port):
                await playing
                await listening
                assert heard == list(range(heard[0], heard[-1] + 1))
                assert mine.view.result == theirs.view.result
                assert (await mine.site.record(mine.id)).position.phase == "over"

    run(story())


def test_events_that_one_answer_has_no_room_for_are_asked_for(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose answers hold two events."""
    heard, asked = Line._heard, Client.snapshot
    pages: list[int] = []

    def page(view: Snapshot) -> Snapshot:
        pages.append(len(view.events[:2]))
        return replace(view, events=view.events[:2])

    async def hear(line: Line) -> AsyncIterator[Any]:
        async for message in heard(line):
            yield page(message) if isinstance(message, Snapshot) else message

    async def ask(site: Client, id: str, since: int | None = None) -> Snapshot:
        return page(await asked(site, id, since))

    monkeypatch.setattr(Line, "_heard", hear)
    monkeypatch.setattr(Client, "snapshot", ask)

    async def story() -> None:
        async with guest(served) as site:
            made = await site.open_table(players=2)
            async with site.table(made.id) as table:
                for _ in range(3):
                    await table.stand()
                    await table.sit()
            pages.clear()
            async with site.table(made.id, since=0) as table:
                told = []
                async for event in table.events():
                    told.append(event.seq)
                    if event.seq == table.view.seq:
                        break
            assert told == list(range(1, table.view.seq + 1))
            assert len(pages) > 1

    run(story())


def test_two_of_our_bots_play_a_whole_game_over_the_api(served: Serve) -> None:
    spec = importlib.util.spec_from_file_location("bot_account", ROOT / "examples" / "bot_account.py")
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)

    async def story() -> None:
        tokens = []
        for name in ("Greta Greedy", "Rudi Random"):
            async with guest(served) as site:
                await site.sign_up(name, "a long password")
                tokens.append((await site.make_token("bot")).token)
        async with guest(served) as watcher:
            opening = asyncio.create_task(example.play(served.url, tokens[0], "greedy"))
            async for message in watcher.follow_lobby():
                if message.lobby.open:
                    table = message.lobby.open[0].id
                    break
            scores = await example.play(served.url, tokens[1], "random", table)
            assert await opening == scores
            assert {tuple(card.scores or ()) async for card in watcher.archive(player="Greta Greedy")} == {scores}
            record = await watcher.record(table)
            assert record.position.phase == "over"
            assert record.position.scores == scores
            assert set(record.tags.values()) >= {"Greta Greedy", "Rudi Random"}
            replay = await watcher.replay(table)
            assert [replay.first, replay.last] == [
                medina.position_to_json(end) for end in (record.start, record.position)
            ]
            assert [tuple(turn.moves) for turn in replay.turns] == [
                tuple(move.text for move in turn.moves) for turn in record.turns
            ]
            assert replay.turns[-1].scores[-1] == list(scores)
            async with watcher.table(table, since=0) as looked_at:
                turns = [event.moves for event in looked_at._events if isinstance(event, TurnPlayed)]
            assert [move for moves in turns for move in moves] == [move.text for move in record.moves]

    run(story())


def test_a_game_is_handed_in_and_an_analysis_comes_back(served: Serve) -> None:
    async def story() -> None:
        record = medina.Record.new(medina.new_game(players=2, well="f6", market="c3")).play("Ge8")
        async with guest(served) as site:
            asked = await site.analyse(record=record, moments="last", nodes=20)
            made = await site.finished(asked.id)
            assert [moment.ply for moment in made.moments] == [1]
            assert made.moments[0].best[0].move in {move.text for move in record.position.legal_moves}

    run(story())


def test_what_has_no_method_of_its_own_can_be_called(served: Serve) -> None:
    async def story() -> None:
        async with guest(served) as site:
            known = await site.call("GET", "/languages", Languages)
            assert [language.code for language in known.languages] == list(LANGUAGES)

    run(story())


def test_the_client_needs_no_server_and_no_compiler() -> None:
    heavy = "{'numba', 'numpy', 'starlette', 'sqlalchemy', 'uvicorn'}"
    code = f"import sys, medina.client; print(sorted({{name.split('.')[0] for name in sys.modules}} & {heavy}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
