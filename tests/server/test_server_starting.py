"""A careless operator, and a first start on a bad day: sentences instead of tracebacks, and nothing half-made."""

from __future__ import annotations

import asyncio
import lzma
import os
from pathlib import Path

import pytest
from hosting import Process

from medina.server.security import site_secret
from medina.server.settings import BadSetting, load_settings, threads_of
from medina.store import durable
from medina.store.database import BadDatabase, database_url, open_engine
from medina.store.migrate import migrate, newest
from medina.store.people import SECRET, People

EARLIER = Path(__file__).parents[1] / "data" / "earlier" / "databases"


def secret_of(folder: Path, given: str = "", restored: str | None = None) -> str:
    """The key a server that starts in this folder signs with."""

    async def work() -> str:
        engine = open_engine(database_url(None, folder))
        try:
            await migrate(engine)
            people = People(engine)
            if restored is not None:
                await people.keep_setting(SECRET, restored)
            found = await site_secret(given, folder, people, shared=False)
            assert await people.setting(SECRET) is None
            return found
        finally:
            await engine.dispose()

    return asyncio.run(work())


def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    made = secret_of(tmp_path)
    assert len(made) >= 64
    assert secret_of(tmp_path) == made
    assert os.stat(tmp_path / "secret").st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("content", ["", "\n", "a" * 31])
def test_a_key_that_is_too_short_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "secret").write_text(content)
    with pytest.raises(BadSetting, match="too short"):
        secret_of(tmp_path)
    assert (tmp_path / "secret").read_text() == content
    with pytest.raises(BadSetting, match="MEDINA_SECRET"):
        secret_of(tmp_path, given=content.strip() or "x")


def test_a_disk_that_is_full_at_the_first_start_leaves_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(durable.os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            secret_of(tmp_path)
    assert not (tmp_path / "secret").exists()
    assert len(secret_of(tmp_path)) >= 64


def test_a_restored_key_moves_to_its_place_at_the_next_start(tmp_path: Path) -> None:
    secret_of(tmp_path)
    assert secret_of(tmp_path, restored="r" * 64) == "r" * 64
    assert secret_of(tmp_path) == "r" * 64


def test_a_server_with_an_empty_key_says_so_and_ends(tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    with Process("serve", folder=tmp_path) as process:
        assert process.process.wait(60) == 2
        process.wait_for("too short")
    assert "Traceback" not in "".join(process.lines)


@pytest.mark.parametrize("command", ["migrate", "serve"])
def test_who_upgrades_a_site_reads_where_its_copy_is_and_how_far_it_is(tmp_path: Path, command: str) -> None:
    database = tmp_path / "medina.sqlite3"
    database.write_bytes(lzma.decompress((EARLIER / "0009.sqlite3.xz").read_bytes()))
    with Process(command, folder=tmp_path) as process:
        process.wait_for(f"A copy of the database as it was is in {database}.before-0010")
        process.wait_for("6 of 6 tables")
        process.wait_for(f"revision {newest()}" if command == "migrate" else "http://")
    assert (tmp_path / "medina.sqlite3.before-0010").exists()


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "postgresql://u:p@127.0.0.1:99999/x",
        "postgresql://u@127.0.0.1:1/x?port=abc",
        "postgresql://u:p@[::1/x",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite://host/x",
        "mysql://h/d",
    ],
)
def test_an_address_that_is_none_is_told_in_a_sentence(address: str) -> None:
    with pytest.raises(BadDatabase):
        open_engine(database_url(address, Path()))


def test_a_misspelt_setting_is_no_silent_default() -> None:
    with pytest.raises(BadSetting, match=r"no setting MEDINA_SECURE_COOKIE\. Did you mean MEDINA_SECURE_COOKIES\?"):
        load_settings({"MEDINA_SECURE_COOKIE": "true"})
    with pytest.raises(BadSetting, match="no setting MEDINA_XYLOPHONE"):
        load_settings({"MEDINA_XYLOPHONE": ""})
    others = {"MEDINA_LANG": "fr", "MEDINA_CACHE_DIR": "/tmp", "MEDINA_BROWSER": "/usr/bin/chromium", "PATH": "/bin"}
    assert load_settings({**others, "MEDINA_PORT": "81"}).port == 81


@pytest.mark.parametrize("proxies", ["proxy.example", "127.0.0.1 10.0.0.1", "10.0.0.0/33", "127.0.0.1,none", "yes"])
def test_a_proxy_that_is_no_address_is_refused(proxies: str) -> None:
    with pytest.raises(BadSetting, match="MEDINA_TRUSTED_PROXIES"):
        load_settings({"MEDINA_TRUSTED_PROXIES": proxies})


@pytest.mark.parametrize("proxies", ["*", "", "127.0.0.1", "10.0.0.0/8, ::1", "fd00::/8"])
def test_proxies_by_address_or_network(proxies: str) -> None:
    assert load_settings({"MEDINA_TRUSTED_PROXIES": proxies}).trusted_proxies == (proxies or "127.0.0.1")


def test_settings_of_earlier_versions_are_told_apart() -> None:
    assert load_settings({"MEDINA_BOT_PROCESSES": "3"}).bot_threads == 3
    assert load_settings({"MEDINA_BOT_PROCESSES": "3", "MEDINA_BOT_THREADS": "0"}).bot_threads == 0
    assert threads_of(load_settings({"MEDINA_BOT_THREADS": "cores"})) == os.cpu_count()
    with pytest.raises(BadSetting, match="no setting MEDINA_BOT_WARMUP any more: bots are ready at once"):
        load_settings({"MEDINA_BOT_WARMUP": "false"})
