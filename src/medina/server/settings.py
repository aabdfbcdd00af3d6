"""Every setting of the server: from the environment (MEDINA_…), else from a file, else the default."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from medina import MedinaError
from medina.store.database import database_url
from medina.words import failure, say

PREFIX = "MEDINA_"
OTHERS = frozenset({"MEDINA_SETTINGS", "MEDINA_LANG", "MEDINA_CACHE_DIR", "MEDINA_BROWSER", "MEDINA_SERVER"})
"""Variables of ours that are no settings of the server: which file to read, languages, caches, tests."""
RENAMED = {"bot_processes": "bot_threads"}
"""Names that settings had in earlier versions, and which still set them."""
GONE = {"bot_warmup": "server.gone_warmup"}
"""Settings of earlier versions that set nothing any more, and the sentence that says why."""
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Bytes = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Port = Annotated[int, Meta(ge=0, le=65_535)]
Seconds = Annotated[float, Meta(ge=0, le=86_400)]


class BadSetting(MedinaError):
    """A setting that cannot be used."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a host may choose; `description` says what each does."""

    data: str = "medina-data"
    database_url: str = ""
    host: str = "127.0.0.1"
    port: Port = 8000
    public_url: Annotated[str, Meta(pattern="^(https?://[^/ ]+/?)?$")] = ""
    contact: str = ""
    trusted_proxies: str = "127.0.0.1"
    secret: str = ""
    secure_cookies: bool = False
    bot_threads: Literal["cores"] | Count = "cores"
    bot_seconds: Seconds = 1.0
    bot_pause: Seconds = 0.3
    bot_pause_clocked: Seconds = 0.8
    request_rate: Count = 50
    socket_rate: Count = 30
    guest_rate: Count = 60
    login_rate: Count = 10
    connections_per_address: Count = 400
    sockets_per_address: Count = 200
    sockets_per_person: Count = 50
    bytes_rate: Bytes = 524_288
    control_rate: Count = 20
    header_bytes: Count = 65_536
    header_seconds: Seconds = 10.0
    body_bytes: Count = 262_144
    body_seconds: Seconds = 30.0
    frame_bytes: Count = 16_384
    keep_alive_seconds: Seconds = 30.0
    idle_minutes: Count = 10
    open_hours: Count = 48
    away_seconds: Seconds = 60.0
    guest_days: Count = 90
    table_days: Count = 30
    chat_days: Count = 0
    analysis_days: Count = 180
    analysis_seconds: Seconds = 120.0
    analyses_per_address: Count = 4
    stop_seconds: Seconds = 10.0
    smtp_host: str = ""
    smtp_port: Port = 587
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""
    puzzles: str = ""
    push: bool = True
    push_services: str = "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com"
    call_seconds: Seconds = 5.0
    call_by_mail: bool = True
    letter_minutes: Count = 10
    metrics: bool = True
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"


def description(setting: str) -> str:
    """What a setting does, in words."""
    return say(f"server.setting.{setting}")


def load_settings(environment: Mapping[str, str] | None = None, **chosen: Any) -> Settings:
    """What is given here counts first, then the environment, the file named by MEDINA_SETTINGS, the defaults."""
    environment = os.environ if environment is None else environment
    values = _present(_from_file(environment.get(f"{PREFIX}SETTINGS", "")))
    values |= _from_environment(environment)
    values |= {name: value for name, value in chosen.items() if value is not None}
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise failure(BadSetting, "server.bad_setting", detail=error) from None
    for proxy in settings.trusted_proxies.split(","):
        _check_proxy(proxy.strip())
    if settings.smtp_host and not (settings.public_url and settings.mail_from):
        raise failure(BadSetting, "server.mail_needs")
    return settings


def _check_proxy(proxy: str) -> None:
    """What is no address would never be anybody's, and every visitor would seem to come from the proxy."""
    if proxy in ("", "*"):
        return
    try:
        ip_network(proxy, strict=False)
    except ValueError:
        raise failure(BadSetting, "server.bad_proxy", proxy=proxy[:60]) from None


def folder_of(settings: Settings) -> Path:
    """The path of the data folder, which may not exist yet."""
    return Path(settings.data).expanduser()


def data_folder(settings: Settings) -> Path:
    """The data folder, made for its owner only."""
    folder = folder_of(settings)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def threads_of(settings: Settings) -> int:
    """How many threads this server lets bots think in."""
    return (os.cpu_count() or 1) if settings.bot_threads == "cores" else settings.bot_threads


def database_of(settings: Settings) -> str:
    """The database's address: the one given, else SQLite in the data folder."""
    return database_url(settings.database_url, folder_of(settings))


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = {f"{PREFIX}{name.upper()}": name for name in (*Settings.__struct_fields__, *RENAMED, *GONE)}
    for key in environment:
        if key.startswith(PREFIX) and key not in names and key not in OTHERS:
            raise _unknown(key, [*names, *OTHERS])
    return _present({names[key]: value for key, value in environment.items() if key in names and value != ""})


def _present(values: dict[str, Any]) -> dict[str, Any]:
    """What is set, by the present names; where a setting has its old name too, the new one counts."""
    for name in GONE.keys() & values.keys():
        raise failure(BadSetting, GONE[name], name=f"{PREFIX}{name.upper()}")
    renamed = {RENAMED[name]: value for name, value in values.items() if name in RENAMED}
    return renamed | {name: value for name, value in values.items() if name not in RENAMED}


def _unknown(key: str, names: list[str]) -> BadSetting:
    """Whoever misspelt a setting wanted something that would silently not be so."""
    near = get_close_matches(key, names, n=1)
    if near:
        return failure(BadSetting, "server.unknown_setting_near", name=key[:60], near=near[0])
    return failure(BadSetting, "server.unknown_setting", name=key[:60])


def _from_file(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise failure(BadSetting, "server.no_settings_file", file=path, detail=error.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise failure(BadSetting, "server.not_toml", file=path, detail=error) from None
