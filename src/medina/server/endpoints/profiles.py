"""Endpoints about anybody: profiles and ratings. What is only for oneself is in `me`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint, Query
from medina.server.errors import sorry
from medina.store.people import User
from medina.store.rating import shown
from medina.table.rated import provisional
from medina.table.text import name_key

Edition = Literal["first", "second"]
MOST_FAVOURITES = 3
Players = Annotated[int, Meta(ge=2, le=4)]


async def user(call: Call) -> s.UserInfo:
    """Somebody's profile."""
    found = await find_user(call, call.path("user"))
    games, wins = await call.site.hub.reader.counts(found.id)
    return s.UserInfo(
        id=found.id,
        name=found.name,
        account=found.account,
        since=found.created,
        games=games,
        wins=wins,
        ratings=await ratings_of(call, found.id),
        favourites=[s.Setup(**row) for row in await call.site.hub.reader.favourites(found.id, MOST_FAVOURITES)],
    )


async def find_user(call: Call, text: str) -> User:
    """By id, else by name."""
    found = await call.site.people.by_id(text) or await call.site.people.by_name(name_key(text) or "?")
    if found is None:
        raise sorry("not_found")
    return found


async def ratings_of(call: Call, user: str) -> list[s.RatingInfo]:
    """A person's ratings, one for each edition and number of players."""
    return [
        s.RatingInfo(
            edition=row["edition"],
            players=row["players"],
            rating=shown(row["mean"], row["deviation"]),
            mean=round(row["mean"], 3),
            deviation=round(row["deviation"], 3),
            games=row["games"],
            provisional=provisional(row["opponents"]),
        )
        for row in await call.site.ratings.of(user)
    ]


async def rating_history(call: Call) -> s.RatingHistory:
    """How somebody's rating went; which table it was, where the asker may know."""
    found = await find_user(call, call.path("user"))
    edition, players = call.query.get("edition", "second"), call.query.get("players", 2)
    rows = await call.site.ratings.history(found.id, edition, players)
    known = await call.site.hub.reader.visible([row["table_id"] for row in rows], call.user.id if call.user else None)
    points = [
        s.RatingPoint(at=row["at"], table=row["table_id"] if row["table_id"] in known else None, rating=row["rating"])
        for row in rows
    ]
    return s.RatingHistory(edition=edition, players=players, history=points)


async def leaders(call: Call) -> s.Leaders:
    """The best of an edition and player count."""
    edition, players = call.query.get("edition", "second"), call.query.get("players", 2)
    rows = await call.site.ratings.best(edition, players)
    found = [
        s.Leader(
            place=place,
            user=row["user_id"],
            name=row["name"],
            rating=shown(row["mean"], row["deviation"]),
            games=row["games"],
            provisional=provisional(row["opponents"]),
        )
        for place, row in enumerate(rows, 1)
    ]
    return s.Leaders(edition=edition, players=players, leaders=found)


WHICH = (
    Query("edition", Edition, "edition; second unless given"),
    Query("players", Players, "number of players; 2 unless given"),
)

ENDPOINTS = [
    Endpoint(method="GET", path="/users/{user}", work=user, answer=s.UserInfo, who=False),
    Endpoint(
        method="GET", path="/users/{user}/ratings", work=rating_history, answer=s.RatingHistory, who=False, query=WHICH
    ),
    Endpoint(method="GET", path="/ratings", work=leaders, answer=s.Leaders, who=False, query=WHICH),
]
