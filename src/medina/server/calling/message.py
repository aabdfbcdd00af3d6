"""What travels by push, and what people can be called for."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["turn", "invite", "rematch", "end"]
KINDS: tuple[Kind, ...] = ("turn", "invite", "rematch", "end")


class Notice(Struct, frozen=True, omit_defaults=True):
    """What the service worker gets. With `tag`, a notice takes the place of the one before; `over` takes it away."""

    kind: Kind | Literal["over"]
    tag: str
    path: str = ""
    title: str = ""
    body: str = ""
    lang: str = ""
    open: str = ""
    off: str = ""
