"""Who moderates, and who may do what."""

from __future__ import annotations

from msgspec import Struct

from medina.server.errors import sorry
from medina.store.moderation import AuditEntry
from medina.store.people import User


class Moderator(Struct, frozen=True):
    """Who acts: an account, or whoever runs the site, at the machine (without an id)."""

    id: str | None
    host: bool

    @property
    def machine(self) -> bool:
        """Whoever can run commands where the site runs need not be asked for more."""
        return self.id is None


MACHINE = Moderator(None, True)


def only(allowed: bool) -> None:
    """Refuses everybody else."""
    if not allowed:
        raise sorry("not_allowed")


def check_over(who: Moderator, user: User) -> None:
    """Nobody acts on themselves, and on those who look after the site only hosts do."""
    only(user.id != who.id)
    only(user.role is None or who.host)


def may_undo(who: Moderator, entry: AuditEntry, by: str | None) -> bool:
    """What a host did (`by` is the role of who did it) is undone by hosts, and so is what only they can do."""
    theirs = entry.moderator is None or by == "host" or entry.action in ("give_role", "ban_address")
    return (who.host or not theirs) and (who.machine or entry.user_id != who.id)
