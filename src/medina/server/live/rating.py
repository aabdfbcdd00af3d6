"""Rated games that ended are counted, once. Which is decided in `table.rated`, how in `store.rating`."""

from __future__ import annotations

from medina.server.live.hub import Hub, Live
from medina.store.rating import Game, Ratings
from medina.table import events as ev
from medina.table.events import TableEvent


class Rater:
    """Follows the tables to the end of their games."""

    def __init__(self, hub: Hub, ratings: Ratings) -> None:
        self._hub = hub
        self._ratings = ratings

    def follow(self, live: Live, events: tuple[TableEvent, ...]) -> None:
        """Look whether a rated game has ended."""
        if live.state.options.rated and any(isinstance(event, ev.Ended) for event in events):
            self._hub.background(self._count(live))

    async def resume(self) -> None:
        """Count the games that a process which died left uncounted."""
        for table in await self._hub.reader.unrated():
            if (live := await self._hub.table(table)) is not None:
                await self._count(live)

    async def _count(self, live: Live) -> None:
        state = live.state
        users = tuple(seat.user for seat in state.seats if seat.user is not None)
        if state.result is None or not state.result.places or len(users) != len(state.seats):
            return
        game = Game(
            table=live.id,
            edition=state.options.edition,
            users=users,
            places=state.result.places,
            placements=len(state.moves),
            at=state.updated,
        )
        await self._ratings.count(game)
