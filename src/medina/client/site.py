"""The client of a site's API."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from typing import Any, Literal, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from medina.client.errors import ClientError, failed
from medina.client.socket import Line
from medina.client.table import Table
from medina.notation import Record, position_to_json, read_record, write_record
from medina.rules import Move, Position
from medina.server import schema as s
from medina.table import commands as do
from medina.table.options import Options
from medina.table.wire import Snapshot

API = "/api/v1"
PATIENCE = 300.0
"""Seconds for which a broken socket tries to connect again."""
CARRIED = ("authorization", "accept-language")
"""Headers that a socket has in common with requests."""
BETWEEN_LOOKS = 0.5
"""Seconds between two looks at an analysis that is being made."""

Kind = TypeVar("Kind")


class Client:
    """One person at one site: an account by its token, or a guest, who is made at the first `me`, socket or change.

    Use it as a context manager. Every method can raise `ClientError`, with the server's sentence in `language`.
    `trust_env` false leaves the proxies that the environment names aside.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str = "en",
        timeout: float = 30.0,
        patience: float = PATIENCE,
        trust_env: bool = True,
    ) -> None:
        self.url = url.rstrip("/")
        self._patience = patience
        self._trust_env = trust_env
        headers = {"Accept-Language": language} | ({} if token is None else {"Authorization": f"Bearer {token}"})
        self._http = httpx.AsyncClient(base_url=self.url + API, headers=headers, timeout=timeout, trust_env=trust_env)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._http.aclose()

    # Who one is

    async def me(self) -> s.Me:
        """Who I am; a guest is made if nobody was recognised."""
        return await self.call("GET", "/me", s.Me)

    async def change_me(self, name: str | None = None, language: str | None = None) -> s.Me:
        """Another name (for a guest), another language."""
        return await self.call("PATCH", "/me", s.Me, s.ChangeMe(name=name, language=language))

    async def sign_up(self, name: str, password: str) -> s.Me:
        """Make the present guest an account."""
        return await self.call("POST", "/accounts", s.Me, s.NewAccount(name=name, password=password))

    async def log_in(self, name: str, password: str) -> s.Me:
        """Be this account from now on."""
        return await self.call("POST", "/sessions", s.Me, s.LogIn(name=name, password=password))

    async def log_out(self) -> None:
        """End every session of this person; tokens go on."""
        await self.call("DELETE", "/sessions", s.Gone)

    async def tokens(self) -> list[s.TokenInfo]:
        """The tokens of this account."""
        return (await self.call("GET", "/me/tokens", s.Tokens)).tokens

    async def make_token(self, label: str) -> s.TokenMade:
        """A new token, which is shown this once; for accounts."""
        return await self.call("POST", "/me/tokens", s.TokenMade, s.NewToken(label=label))

    async def drop_token(self, id: str) -> None:
        """End a token."""
        await self.call("DELETE", f"/me/tokens/{quote(id, safe='')}", s.Gone)

    # Other people, and bots

    async def user(self, name: str) -> s.UserInfo:
        """Somebody's profile, by account name or id."""
        return await self.call("GET", f"/users/{quote(name, safe='')}", s.UserInfo)

    async def leaders(self, edition: str = "second", players: int = 2) -> list[s.Leader]:
        """The best, by rating."""
        return (await self.call("GET", "/ratings", s.Leaders, query={"edition": edition, "players": players})).leaders

    async def bots(self) -> list[s.BotCard]:
        """The site's bots, weakest first."""
        return (await self.call("GET", "/bots", s.Bots)).bots

    # Tables

    async def lobby(self) -> s.Lobby:
        """The public tables that are open or being played at."""
        return await self.call("GET", "/lobby", s.Lobby)

    async def follow_lobby(self) -> AsyncIterator[s.LobbyMessage]:
        """The lobby and one's own tables, at once and whenever they change."""
        line = await self.line(lambda: "/lobby/socket", s.LobbyMessage)
        await line.open()
        try:
            async with aclosing(line.messages()) as messages:
                async for message in messages:
                    if message is not None:
                        yield message
        finally:
            await line.close()

    async def my_tables(self) -> s.MyTables:
        """One's own open and running tables, and where one is to move."""
        return await self.call("GET", "/me/tables", s.MyTables)

    async def open_table(
        self,
        options: Options | None = None,
        *,
        bots: Sequence[str] = (),
        sit: bool = True,
        start: bool = False,
        record: Record | str | None = None,
        ply: int | None = None,
        **chosen: Any,
    ) -> s.TableMade:
        """Make a table: with `Options`, or with some of their fields by name (`players=3, gates=True, public=True`).

        `bots` sit on the last seats; with `start` the game begins at once. `record` (and `ply`) goes on with a game.
        """
        body = s.OpenTable(
            options=_options(options, chosen), bots=list(bots), sit=sit, start=start, record=_text(record), ply=ply
        )
        return await self.call("POST", "/tables", s.TableMade, body)

    def table(self, id: str, since: int | None = None) -> Table:
        """A table to sit at or to watch, by what `open_table` gave or its link ends in: `async with site.table(id)`.

        With `since` it also tells what happened after that number.
        """
        return Table(self, id, since)

    async def snapshot(self, id: str, since: int | None = None) -> Snapshot:
        """A table as it is now, without staying."""
        return await self.call("GET", _table(id), Snapshot, query={} if since is None else {"since": since})

    async def command(self, id: str, command: do.TableCommand) -> int:
        """One command of `medina.table.commands` without staying; gives the table's number after it."""
        return (await self.call("POST", f"{_table(id)}/commands", s.CommandDone, command)).seq

    # Games

    async def record(self, id: str) -> Record:
        """A table's game, as far as it is confirmed."""
        return read_record(await self.record_text(id))

    async def record_text(self, id: str) -> str:
        """The same as `.mgn`."""
        return (await self._send("GET", f"{_table(id)}/record")).decode("utf-8")

    async def replay(self, id: str) -> s.Replay:
        """A table's game: first and last position, the turns between, and the id of an analysis if there is one."""
        return await self.call("GET", f"{_table(id)}/replay", s.Replay)

    async def archive(
        self,
        *,
        player: str | None = None,
        edition: str | None = None,
        players: int | None = None,
        gates: bool | None = None,
        bot: str | None = None,
        after: int | None = None,
        before: int | None = None,
    ) -> AsyncIterator[s.TableCard]:
        """Finished games, newest first, page after page; `after` and `before` are milliseconds since 1970."""
        given = {"player": player, "edition": edition, "players": players, "gates": gates, "bot": bot}
        wanted = given | {"from": after, "to": before, "limit": 50}
        cursor: str | None = None
        while True:
            page = await self.call("GET", "/archive", s.Archive, query=wanted | {"cursor": cursor})
            for card in page.games:
                yield card
            if page.next is None:
                return
            cursor = page.next

    # Analyses and questions about positions

    async def analyse(
        self,
        *,
        table: str | None = None,
        record: Record | str | None = None,
        position: Position | None = None,
        moments: Literal["all", "last"] = "all",
        seconds: float = 30.0,
        nodes: int | None = None,
    ) -> s.Analysis:
        """Hand in a game or a position to be analysed; `finished` waits for what comes of it."""
        body = s.AskAnalysis(
            table=table,
            record=_text(record),
            position=None if position is None else position_to_json(position),
            moments=moments,
            seconds=seconds,
            nodes=nodes,
        )
        return await self.call("POST", "/analyses", s.Analysis, body)

    async def analysis(self, id: str, since: int = 0) -> s.Analysis:
        """How far an analysis is."""
        return await self.call("GET", f"/analyses/{quote(id, safe='')}", s.Analysis, query={"since": since})

    async def finished(self, id: str) -> s.Analysis:
        """An analysis when it is done. Raises `ClientError` if it failed or was cancelled."""
        while True:
            made = await self.analysis(id)
            if made.state == "done":
                return made
            if made.state in ("failed", "cancelled"):
                raise ClientError(made.error) if made.error is not None else failed(made.state, "No analysis was made.")
            await asyncio.sleep(BETWEEN_LOOKS)

    async def cancel_analysis(self, id: str) -> None:
        """Stop an analysis."""
        await self.call("DELETE", f"/analyses/{quote(id, safe='')}", s.Gone)

    async def why(self, position: Position, move: Move | str) -> s.WhyNot:
        """May a move be played there, and if not, why not? In the client's language."""
        body = s.AskWhy(position=position_to_json(position), move=str(move))
        return await self.call("POST", "/why", s.WhyNot, body)

    # Everything else

    async def call(
        self, method: str, path: str, answer: type[Kind], body: object = None, query: dict[str, Any] | None = None
    ) -> Kind:
        """Any endpoint of the API, by its address below `/api/v1`: its answer, decoded as the given type."""
        content = await self._send(method, path, body, query)
        try:
            return msgspec.json.decode(content, type=answer)
        except msgspec.MsgspecError as error:
            raise failed(
                "bad_answer", f"The server answered something that this version does not know: {error}"
            ) from None

    async def line(self, path: Callable[[], str], kind: Any) -> Line:
        """A socket of the site, as the same person; not open yet."""
        if "authorization" not in self._http.headers and not self._http.cookies:
            await self.me()
        headers = {name: self._http.headers[name] for name in CARRIED if name in self._http.headers}
        if self._http.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        start = "ws" + self.url.removeprefix("http") + API
        return Line(lambda: start + path(), headers, self._patience, self._trust_env, kind)

    async def _send(self, method: str, path: str, body: object = None, query: dict[str, Any] | None = None) -> bytes:
        wanted = {name: _as_text(value) for name, value in (query or {}).items() if value is not None}
        content = None if body is None else msgspec.json.encode(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        try:
            answer = await self._http.request(method, path, content=content, params=wanted, headers=headers)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise failed("unreachable", f"The server cannot be reached: {error or type(error).__name__}") from None
        if answer.status_code >= 400:
            raise _error(answer)
        return answer.content


def _error(answer: httpx.Response) -> ClientError:
    try:
        return ClientError(msgspec.json.decode(answer.content, type=s.ErrorAnswer).error, answer.status_code)
    except msgspec.MsgspecError:
        return failed("unreachable", f"The server answered with status {answer.status_code}.", answer.status_code)


def _options(options: Options | None, chosen: dict[str, Any]) -> Options:
    """Options from their fields, too: an unknown one is an error here and not only at the server."""
    if not chosen:
        return options or Options()
    given = msgspec.to_builtins(options) if options is not None else {}
    try:
        return msgspec.convert({**given, **msgspec.to_builtins(chosen)}, Options)
    except msgspec.ValidationError as error:
        raise failed("bad_request", f"There is no such table: {error}") from None


def _text(record: Record | str | None) -> str | None:
    return write_record(record) if isinstance(record, Record) else record


def _table(id: str) -> str:
    return f"/tables/{quote(id, safe='')}"


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
