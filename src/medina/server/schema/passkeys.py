"""Passkeys: made, named and used for logging in."""

from __future__ import annotations

from typing import Any

from medina.server.schema.base import Answer, Body, Label, Password, State


class BeginPasskey(Body, frozen=True, kw_only=True):
    """Making a passkey takes the password."""

    password: Password


class PasskeyOptions(Answer, frozen=True, kw_only=True):
    """`options` is what `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads;
    `state` comes back with what the device made of it, within five minutes."""

    options: dict[str, Any]
    state: str


class NewPasskey(Body, frozen=True, kw_only=True):
    """`credential` is a new credential's `toJSON()`."""

    state: State
    credential: dict[str, Any]
    label: Label


class RenamePasskey(Body, frozen=True, kw_only=True):
    label: Label


class PasskeyLogIn(Body, frozen=True, kw_only=True):
    """`credential` is the answering credential's `toJSON()`. `take_games` as for logging in by name."""

    state: State
    credential: dict[str, Any]
    take_games: bool = False


class PasskeyInfo(Answer, frozen=True, kw_only=True):
    id: str
    label: str
    created: int
    used: int | None


class Passkeys(Answer, frozen=True, kw_only=True):
    passkeys: list[PasskeyInfo]
