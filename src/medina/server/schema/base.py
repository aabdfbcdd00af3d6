"""What every body is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from medina.table.wire import RefusalInfo

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
Label = Annotated[str, Meta(min_length=1, max_length=60)]
State = Annotated[str, Meta(min_length=1, max_length=400)]
RECORD_CHARACTERS = 100_000
RecordText = Annotated[str, Meta(max_length=RECORD_CHARACTERS)]
Endpoint = Annotated[str, Meta(min_length=1, max_length=2000)]
PuzzleId = Annotated[str, Meta(pattern="^[0-9a-f]{12}$")]
Ply = Annotated[int, Meta(ge=0, le=10_000)]
GivenPosition = Annotated[
    Mapping[str, Any], Meta(description="a PositionJson; what its readers do without may be missing")
]
"""Read by the notation alone: a shape would demand fields that may be missing and drop unknown ones unseen."""


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request body: unknown fields are refused, so a misspelt one is noticed."""


class Answer(Struct, frozen=True, kw_only=True):
    """An answer's body."""


class ErrorAnswer(Answer, frozen=True, kw_only=True):
    """Every status of 400 and above carries this."""

    error: RefusalInfo


class Gone(Answer, frozen=True, kw_only=True):
    """Done, and nothing to tell."""

    ok: bool = True
