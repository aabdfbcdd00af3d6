"""Who one is: accounts, passwords, tokens of programs, and everything kept about oneself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from medina.server.schema.base import Answer, Body, Label, Name, Password
from medina.server.schema.passkeys import PasskeyInfo
from medina.server.schema.people import Bond
from medina.server.schema.ratings import RatingInfo
from medina.server.schema.tables import TableCard
from medina.table.options import Language
from medina.table.wire import People


class Me(Answer, frozen=True, kw_only=True):
    """`named` is false while somebody is called what the server called them: a guest, or an account whose name was
    taken away. `role` is for those who look after the site; `banned` says why somebody may do nothing here."""

    id: str
    name: str
    account: bool
    named: bool
    email: str | None
    language: Language | None
    ratings: list[RatingInfo]
    role: Literal["moderator", "host"] | None = None
    banned: str | None = None


class ChangeMe(Body, frozen=True, kw_only=True):
    """A guest may change the name shown; anybody the language."""

    name: Name | None = None
    language: Language | None = None


class NewAccount(Body, frozen=True, kw_only=True):
    """Make the present guest an account: name 3 to 30 letters, password at least 8."""

    name: Name
    password: Password


class LogIn(Body, frozen=True, kw_only=True):
    """With `take_games` the games of the guest who asks are the account's from then on."""

    name: Name
    password: Password
    take_games: bool = False


class ChangePassword(Body, frozen=True, kw_only=True):
    old: Password
    new: Password


class ChangeEmail(Body, frozen=True, kw_only=True):
    """An address to send a link to when the password is forgotten; null for none."""

    email: Annotated[str, Meta(max_length=254)] | None
    password: Password


class AskForLink(Body, frozen=True, kw_only=True):
    name: Name


class NewPassword(Body, frozen=True, kw_only=True):
    """`key` is what the link ended in."""

    key: Annotated[str, Meta(max_length=100)]
    new: Password


class Confirmation(Body, frozen=True, kw_only=True):
    key: Annotated[str, Meta(max_length=100)]


class DeleteMe(Body, frozen=True, kw_only=True):
    """Accounts give their password; guests leave it out."""

    password: Password | None = None


class NewToken(Body, frozen=True, kw_only=True):
    label: Label


class TokenInfo(Answer, frozen=True, kw_only=True):
    id: str
    label: str
    created: int
    used: int | None


class Tokens(Answer, frozen=True, kw_only=True):
    tokens: list[TokenInfo]


class TokenMade(Answer, frozen=True, kw_only=True):
    """`token` is shown this once."""

    id: str
    label: str
    token: str


class Exported(Answer, frozen=True, kw_only=True):
    """Everything kept about me. `people` has the names of those who are at my games. `keys` are links that were sent
    and not opened yet, `calls` are the browsers I am called in, what I want to be called for, and what I was called
    for; `moderated` is what I did as a moderator, and `kept` of an act is what it takes to undo the act."""

    me: Me
    created: int
    tokens: list[TokenInfo]
    passkeys: list[PasskeyInfo]
    games: list[TableCard]
    people: People
    records: dict[str, str]
    chat: list[dict[str, Any]]
    vacations: list[dict[str, Any]]
    rating_history: list[dict[str, Any]]
    analyses: list[dict[str, Any]]
    bonds: list[Bond]
    reports: list[dict[str, Any]]
    calls: list[dict[str, Any]]
    acts: list[dict[str, Any]]
    moderated: list[dict[str, Any]]
    bans: list[dict[str, Any]]
    keys: list[dict[str, Any]]
    puzzle_tries: list[dict[str, Any]]
    puzzle_level: list[dict[str, Any]]
