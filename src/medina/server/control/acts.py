"""What a moderator may ask for. On the wire each is an object whose `do` names it; the commands say the same."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=60)]
Why = Annotated[str, Meta(min_length=1, max_length=500)]
Role = Literal["moderator", "host"]
MOST_DAYS = 3650


class Deed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", omit_defaults=True, kw_only=True):
    """`why` is kept in the log; whoever is banned reads it, too."""


class BanPerson(Deed, tag="ban", frozen=True, kw_only=True):
    """Keep somebody out for so many days, or for good; with `addresses` also the address they come from next."""

    user: Id
    why: Why
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] | None = None
    addresses: bool = False


class BanAddress(Deed, tag="ban_address", frozen=True, kw_only=True):
    """Hosts only: keep everybody out who comes from an address, or from a range such as 192.0.2.0/24."""

    network: Annotated[str, Meta(min_length=1, max_length=60)]
    why: Why
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] | None = None


class Unban(Deed, tag="unban", frozen=True, kw_only=True):
    """Let in again, by the ban's id."""

    ban: Id
    why: str = ""


class RemoveLine(Deed, tag="remove_line", frozen=True, kw_only=True):
    """Take the words of a line of chat away."""

    table: Id
    seq: Annotated[int, Meta(ge=1, le=2**53)]
    why: Why


class RemoveName(Deed, tag="remove_name", frozen=True, kw_only=True):
    """Take somebody's name away, everywhere; they log in as before and choose another."""

    user: Id
    why: Why


class RemovePuzzle(Deed, tag="remove_puzzle", frozen=True, kw_only=True):
    """Take a puzzle away: nobody is offered it any more."""

    puzzle: Id
    why: Why


class EndTable(Deed, tag="end_table", frozen=True, kw_only=True):
    """Close a table that has not started, abort one where a game is played: nobody wins, nothing is rated."""

    table: Id
    why: Why


class GiveRole(Deed, tag="give_role", frozen=True, kw_only=True):
    """Hosts only: let an account moderate, or not any more. Hosts are made on the machine."""

    user: Id
    role: Role | None = None
    why: str = ""


class Settle(Deed, tag="settle", frozen=True, kw_only=True):
    """A report is dealt with."""

    report: Id
    why: str = ""


class PasswordLink(Deed, tag="password_link", frozen=True, kw_only=True):
    """Hosts only: a link by which an account's owner chooses a new password."""

    user: Id
    why: str = ""


class Undo(Deed, tag="undo", frozen=True, kw_only=True):
    """Take an act of the log back, where that can be done."""

    act: Annotated[int, Meta(ge=1, le=2**53)]
    why: str = ""


AnyDeed = (
    BanPerson | BanAddress | Unban | RemoveLine | RemoveName | RemovePuzzle | EndTable | GiveRole | Settle
    | PasswordLink | Undo
)  # fmt: skip
