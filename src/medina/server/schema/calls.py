"""Being called by push and by letter, and inviting others."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from medina.server.calling.message import KINDS, Kind
from medina.server.schema.base import Answer, Body, Endpoint

Kinds = Annotated[list[Kind], Meta(max_length=len(KINDS))]


class Calls(Answer, frozen=True, kw_only=True):
    """How I am called when I am not looking. `key` is the site's, to subscribe a browser with; null without push.

    `browsers` counts mine. `push` and `letter` are what I wish to be called for; `letters` says whether any are sent.
    """

    key: str | None
    browsers: int
    push: list[Kind]
    letters: bool
    letter: list[Kind]


class ChangeCalls(Body, frozen=True, kw_only=True):
    """What to be called for, on the screen and by letter; what is left out stays as it is."""

    push: Kinds | None = None
    letter: Kinds | None = None


class NewBrowser(Body, frozen=True, kw_only=True):
    """What the browser's `PushSubscription` says: where to call it, and the keys it reads with."""

    endpoint: Endpoint
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class DropBrowser(Body, frozen=True, kw_only=True):
    endpoint: Endpoint


class Invite(Body, frozen=True, kw_only=True):
    user: Annotated[str, Meta(max_length=24)]


class Partner(Answer, frozen=True, kw_only=True):
    user: str
    name: str


class Partners(Answer, frozen=True, kw_only=True):
    """People I have played with, the latest first."""

    people: list[Partner]


class Invitation(Answer, frozen=True, kw_only=True):
    """Somebody has a seat for me at the table of this link."""

    table: str
    name: str
    at: int


class Invitations(Answer, frozen=True, kw_only=True):
    invitations: list[Invitation]
