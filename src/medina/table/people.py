"""Who acts at a table. What is stored names people by id; names and accounts are looked up when somebody is shown."""

from __future__ import annotations

from msgspec import Struct


class Person(Struct, frozen=True):
    """A person who acts: the id, the name and account at this moment, and a hash of where the person comes from."""

    user: str
    name: str
    account: bool = False
    origin: str | None = None


class PersonInfo(Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a person whose id is named in a message."""

    name: str
    account: bool = False


def info_of(person: Person) -> PersonInfo:
    return PersonInfo(person.name, person.account)
