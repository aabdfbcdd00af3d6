"""What the site offers: itself, languages, bots."""

from __future__ import annotations

from medina.server.schema.base import Answer


class About(Answer, frozen=True, kw_only=True):
    """`mail` says whether the site can send letters, `contact` how people reach whoever runs it ("" if not set)."""

    name: str
    version: str
    api: int
    rules_version: int
    mail: bool
    contact: str


class LanguageInfo(Answer, frozen=True, kw_only=True):
    code: str
    name: str


class Languages(Answer, frozen=True, kw_only=True):
    languages: list[LanguageInfo]


class BotCard(Answer, frozen=True, kw_only=True):
    name: str
    character: str
    rating: int | None


class Bots(Answer, frozen=True, kw_only=True):
    bots: list[BotCard]
