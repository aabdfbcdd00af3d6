"""Who asks, and in which language: from headers to a stored person. What they may do is decided elsewhere."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from medina.server.live.hub import now_ms
from medina.server.security import COOKIE, Cookies, digest
from medina.store.people import People, User
from medina.table.people import Person
from medina.words import LANGUAGES, say


class Visitors:
    """Knows people by their tokens and cookies."""

    def __init__(self, people: People, cookies: Cookies) -> None:
        self._people = people
        self._cookies = cookies

    async def by_token(self, header: str) -> User | None:
        """Whom `Authorization: Bearer …` stands for."""
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not token:
            return None
        return await self._people.by_token(digest(token.strip()), now_ms())

    async def by_cookie(self, connection: HTTPConnection) -> tuple[User | None, bool]:
        """Whom the cookie stands for, and whether it is so old that they should get a new one."""
        value = connection.cookies.get(COOKIE)
        read = self._cookies.read(value) if value else None
        if read is None:
            return None, False
        id, stamp, old = read
        user = await self._people.by_id(id)
        return (user, old) if user is not None and self._cookies.fits(user, stamp) else (None, False)


def person_of(user: User, origin: str | None = None) -> Person:
    """A stored person as tables know them."""
    return Person(user.id, user.name, user.account, origin)


def guest_name(id: str, lang: str) -> str:
    """What a guest is called until they say how they want to be."""
    return say("server.guest", lang, number=id[:4])


def is_named(user: User) -> bool:
    """Is this person called something of their own, and not what they are called until they choose?"""
    return user.name not in {guest_name(user.id, lang) for lang in LANGUAGES}


def language_of(connection: HTTPConnection, user: User | None = None) -> str:
    """The first language of Accept-Language that we speak, else the person's own: the page that is open counts."""
    wishes = [part.strip()[:2].lower() for part in connection.headers.get("accept-language", "")[:200].split(",")]
    return next((code for code in (*wishes, user and user.language) if code and code in LANGUAGES), "en")
