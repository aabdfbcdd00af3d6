"""Every setting of the server: from the environment (MEDINA_…), else from a file, else the default."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from medina import MedinaError

PREFIX = "MEDINA_"
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Bytes = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Port = Annotated[int, Meta(ge=0, le=65_535)]
Seconds = Annotated[float, Meta(ge=0, le=86_400)]


class BadSetting(MedinaError):
    """A setting that cannot be used."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a host may choose; `DESCRIPTIONS` says what each does."""

    data: str = "medina-data"
    database_url: str = ""
    host: str = "127.0.0.1"
    port: Port = 8000
    public_url: Annotated[str, Meta(pattern="^(https?://[^/ ]+/?)?$")] = ""
    trusted_proxies: str = "127.0.0.1"
    secret: str = ""
    secure_cookies: bool = False
    bot_processes: Count = 1
    bot_seconds: Seconds = 1.0
    bot_pause: Seconds = 0.4
    bot_warmup: bool = True
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
    analysis_seconds: Seconds = 120.0
    stop_seconds: Seconds = 10.0
    metrics: bool = True
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"


DESCRIPTIONS = {
    "data": "server.setting.data",
    "database_url": "server.setting.database_url",
    "host": "server.setting.host",
    "port": "server.setting.port",
    "public_url": "server.setting.public_url",
    "trusted_proxies": "server.setting.trusted_proxies",
    "secret": "server.setting.secret",
    "secure_cookies": "server.setting.secure_cookies",
    "bot_processes": "server.setting.bot_processes",
    "bot_seconds": "server.setting.bot_seconds",
    "bot_pause": "server.setting.bot_pause",
    "bot_warmup": "server.setting.bot_warmup",
    "request_rate": "server.setting.request_rate",
    "socket_rate": "server.setting.socket_rate",
    "guest_rate": "server.setting.guest_rate",
    "login_rate": "server.setting.login_rate",
    "connections_per_address": "server.setting.connections_per_address",
    "sockets_per_address": "server.setting.sockets_per_address",
    "sockets_per_person": "server.setting.sockets_per_person",
    "bytes_rate": "server.setting.bytes_rate",
    "control_rate": "server.setting.control_rate",
    "header_bytes": "server.setting.header_bytes",
    "header_seconds": "server.setting.header_seconds",
    "body_bytes": "server.setting.body_bytes",
    "body_seconds": "server.setting.body_seconds",
    "frame_bytes": "server.setting.frame_bytes",
    "keep_alive_seconds": "server.setting.keep_alive_seconds",
    "idle_minutes": "server.setting.idle_minutes",
    "open_hours": "server.setting.open_hours",
    "analysis_seconds": "server.setting.analysis_seconds",
    "stop_seconds": "server.setting.stop_seconds",
    "metrics": "server.setting.metrics",
    "log_format": "server.setting.log_format",
    "log_level": "server.setting.log_level",
}
"""The words key that describes each setting."""


def load_settings(environment: Mapping[str, str] | None = None, **chosen: Any) -> Settings:
    """What is given here counts first, then the environment, the file named by MEDINA_SETTINGS, the defaults."""
    environment = os.environ if environment is None else environment
    values = _from_file(environment.get(f"{PREFIX}SETTINGS", ""))
    values |= _from_environment(environment)
    values |= {name: value for name, value in chosen.items() if value is not None}
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(f"A setting cannot be used: {error}. See `medina settings`.") from None


def data_folder(settings: Settings) -> Path:
    """The data folder, made for its owner only."""
    folder = Path(settings.data).expanduser()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = {f"{PREFIX}{name.upper()}": name for name in Settings.__struct_fields__}
    return {names[key]: value for key, value in environment.items() if key in names and value != ""}


def _from_file(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"The settings file {path} is not TOML: {error}.") from None
