"""Forgotten passwords: links from the host and by e-mail, and what they may not be used for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from hosting import API, browser, site
from letterbox import LetterBox
from starlette.testclient import TestClient
from test_server_people import NAME, register, stored

from medina.cli import main
from medina.server.settings import BadSetting, load_settings
from medina.store import tables as t

NEW = "battery staple"
ADDRESS = "anna@home.example"


@pytest.fixture
def post() -> Iterator[LetterBox]:
    with LetterBox() as box:
        yield box
        box.shutdown()


def key_in(text: str) -> str:
    found = re.search(r"#(\S+)", text)
    assert found is not None
    return found[1]


def link(folder: Path, capsys: pytest.CaptureFixture[str], name: str = "Anna") -> str:
    assert main(["admin", "password-link", name, "--data", str(folder)]) == 0
    return capsys.readouterr().out.splitlines()[-1]


def use(client: TestClient, key: str, new: str = NEW) -> int:
    return client.put(f"{API}/recoveries", json={"key": key, "new": new}).status_code


def test_a_link_from_the_host_opens_the_account_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with site(tmp_path) as client:
        me, thief, token = register(client), browser(client), client.post(f"{API}/me/tokens", json={"label": "bot"})
        thief.post(f"{API}/sessions", json=NAME)
        first, second = key_in(link(tmp_path, capsys)), key_in(link(tmp_path, capsys))
        assert second not in str(stored(client, t.email_tokens))
        other = browser(client)
        assert use(other, first) == 400, "a newer link has replaced it"
        assert use(other, second, "short") == 400, "a refused password does not use the link up"
        answer = other.put(f"{API}/recoveries", json={"key": second, "new": NEW})
        assert answer.json()["id"] == other.get(f"{API}/me").json()["id"] == me["id"]
        assert use(browser(client), second) == 400
        for device in (client, thief):
            assert device.get(f"{API}/me").json()["id"] != me["id"]
        program = {"Authorization": f"Bearer {token.json()['token']}"}
        assert browser(client).get(f"{API}/me", headers=program).status_code == 401
        assert browser(client).post(f"{API}/sessions", json=NAME).status_code == 401
        assert browser(client).post(f"{API}/sessions", json={**NAME, "password": NEW}).status_code == 200
    assert main(["admin", "password-link", "Nobody", "--data", str(tmp_path)]) == 2


def test_a_link_that_is_too_old_or_made_up_opens_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with site(tmp_path) as client:
        register(client)
        with monkeypatch.context() as yesterday:
            yesterday.setattr("medina.server.control.deeds.DAY_MS", -1)
            old = key_in(link(tmp_path, capsys))
        for key in (old, "", "x" * 43):
            answer = client.put(f"{API}/recoveries", json={"key": key, "new": NEW})
            assert answer.json()["error"]["code"] == "bad_key"


def with_address(client: TestClient, post: LetterBox) -> EmailMessage:
    register(client)
    body = {"email": ADDRESS, "password": NAME["password"]}
    assert client.put(f"{API}/me/email", json=body).json()["email"] is None, "an address counts once it was confirmed"
    letter = post.wait_for(1)
    assert client.post(f"{API}/confirmations", json={"key": key_in(letter.get_content())}).status_code == 200
    assert client.get(f"{API}/me").json()["email"] == ADDRESS
    return letter


def test_a_forgotten_password_is_replaced_by_e_mail(tmp_path: Path, post: LetterBox) -> None:
    with site(tmp_path, **post.settings) as client:
        assert client.get(f"{API}/").json()["mail"] is True
        confirmation = with_address(client, post)
        assert (confirmation["To"], confirmation["From"]) == (ADDRESS, "medina@club.example")
        stranger = browser(client)
        asked = [stranger.post(f"{API}/recoveries", json={"name": name}) for name in ("anna", "nobody")]
        assert [(answer.status_code, answer.json()) for answer in asked] == [(200, {"ok": True})] * 2
        letter = post.wait_for(2)
        assert letter["To"] == ADDRESS
        assert "https://medina.example/recover#" in letter.get_content()
        key = key_in(letter.get_content())
        assert stranger.post(f"{API}/confirmations", json={"key": key}).status_code == 400
        assert use(stranger, key_in(confirmation.get_content())) == 400
        assert use(stranger, key) == 200
        for _ in range(3):
            assert stranger.post(f"{API}/recoveries", json={"name": "Anna"}).status_code == 200
        assert len(post.letters) <= 3, "nobody's letter-box is filled"
        client.post(f"{API}/sessions", json={**NAME, "password": NEW})
        assert ADDRESS in client.get(f"{API}/me/export").text
        client.request("DELETE", f"{API}/me", json={"password": NEW})
        assert ADDRESS not in str(stored(client, t.users)) + str(stored(client, t.email_tokens))


def test_an_address_needs_the_password_and_is_one(tmp_path: Path, post: LetterBox) -> None:
    with site(tmp_path, **post.settings) as client:
        register(client)
        wrong = client.put(f"{API}/me/email", json={"email": ADDRESS, "password": "wrong horse"})
        assert wrong.status_code == 401
        for address in ("anna", "a@b\nBcc: c@d.example", "a@b, c@d.example", "<a@b>", "@", ""):
            refused = client.put(f"{API}/me/email", json={"email": address, "password": NAME["password"]})
            assert refused.json()["error"]["code"] == "bad_email"
        guest = browser(client)
        assert guest.put(f"{API}/me/email", json={"email": ADDRESS, "password": "x"}).status_code == 401
        assert post.letters == []


def test_a_site_says_how_to_reach_its_host(tmp_path: Path) -> None:
    with site(tmp_path, contact="host@club.example") as client:
        assert client.get(f"{API}/").json()["contact"] == "host@club.example"


def test_a_site_without_mail_says_so(client: TestClient) -> None:
    register(client)
    about = client.get(f"{API}/").json()
    assert (about["mail"], about["contact"]) == (False, "")
    assert client.post(f"{API}/recoveries", json={"name": "Anna"}).json()["error"]["code"] == "no_mail"
    body = {"email": ADDRESS, "password": NAME["password"]}
    assert client.put(f"{API}/me/email", json=body).json()["error"]["code"] == "no_mail"


def test_mail_needs_a_sender_and_an_address_for_its_links() -> None:
    with pytest.raises(BadSetting, match="MEDINA_MAIL_FROM"):
        load_settings({"MEDINA_SMTP_HOST": "mail.example"})
