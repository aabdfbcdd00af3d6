"""Being called: by push to a service that reads as a browser does, and by letter through a real mail server."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hosting import API, browser, site, wait_until_ready
from letterbox import LetterBox
from starlette.testclient import TestClient
from test_server_people import NAME, register, stored
from test_server_recovery import ADDRESS, key_in, with_address
from test_server_tables import command, join, open_table

from medina.server.calling import caller
from medina.server.calling.sealing import BadKeys, Reader, seal
from medina.server.calling.services import Services, is_public
from medina.store import tables as t
from patience import wait_until
from push_service import Device, PushService, b64, check_signature, unb64

PAUSE = 0.4
"""Longer than anything takes that should not happen: rounds come every twentieth of a second here."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "ROUND_SECONDS", 0.05)
    monkeypatch.setattr(caller, "AGAIN_SECONDS", (0.05,))


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as made:
        yield made
        made.shutdown()


@pytest.fixture
def post() -> Iterator[LetterBox]:
    with LetterBox() as box:
        yield box
        box.shutdown()


def subscribe(client: TestClient, device: Device, lang: str = "en") -> Any:
    answer = client.post(f"{API}/me/browsers", json=device.subscription, headers={"Accept-Language": lang})
    assert answer.status_code == 201, answer.text
    return answer.json()


def wait_for_browsers(client: TestClient, count: int) -> None:
    """Each is called beside the others, and one that is gone may be forgotten after another has heard."""
    wait_until(lambda: client.get(f"{API}/me/calls").json()["browsers"] == count, f"there are not {count} browsers")


def wait_until_reached(client: TestClient, user: str) -> None:
    """A server hears a moment later of a phone that another server has noted."""
    running: Any = client.app
    wait_until(lambda: running.state.site.caller.reaches(user), "the phone is not known")


def wait_until_told(client: TestClient) -> None:
    """Nothing is left to tell anybody."""
    wait_until(lambda: not stored(client, t.notifications), "somebody is still to be told")


def wait_until_looking(client: TestClient, table: str, user: str) -> None:
    """A server hears a moment later who looks at a table at another server."""
    running: Any = client.app
    hub = running.state.site.hub
    wait_until(lambda: hub.is_looking(hub.tables[table[:12]], user), "nobody is seen to look")


def two_at_a_table(first: TestClient, second: TestClient, **options: Any) -> str:
    """Of two people; the first to sit begins."""
    chosen = {"players": 2, "starts": "seated", "auto_confirm": True, "public": False, **options}
    table = open_table(first, options=chosen)
    assert command(second, table, do="sit").status_code == 200
    assert command(first, table, do="start").status_code == 200
    return table


def take_turn(client: TestClient, table: str) -> None:
    while (seen := client.get(f"{API}/tables/{table}").json())["moves"]:
        assert command(client, table, do="place", move=seen["moves"][0], n=seen["n"]).status_code == 200


def test_a_message_is_sealed_as_the_standard_shows() -> None:
    """RFC 8291, appendix A."""
    number = int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    reader = Reader(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    made = seal(
        b"When I grow up, I want to be a watermelon",
        reader,
        ec.derive_private_key(number, ec.SECP256R1()),
        unb64("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert b64(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
        "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_turn_is_told_to_a_closed_browser_and_taken_back(tmp_path: Path, service: PushService) -> None:
    with site(tmp_path, **service.settings, public_url="https://medina.example") as anna:
        ben, phone, tablet = browser(anna), Device(service, "phone"), Device(service, "tablet")
        key = subscribe(ben, phone, "de")["key"]
        assert subscribe(ben, tablet, "fr")["browsers"] == 2
        table = two_at_a_table(anna, ben)
        assert phone.got == []
        take_turn(anna, table)
        notice = phone.wait_for(1)
        name = anna.get(f"{API}/me").json()["name"]
        assert notice == {
            "kind": "turn",
            "tag": f"medina-{table[:12]}",
            "path": f"/t/{table}",
            "title": "Du bist am Zug",
            "body": f"Mit {name.replace('Guest', 'Gast')}",
            "lang": "de",
            "open": "Zum Tisch",
            "off": "Ausschalten",
        }
        assert tablet.wait_for(1)["title"] == "À vous de jouer"
        _, headers, body = service.requests[0]
        assert {name: headers[name] for name in ("TTL", "Urgency", "Topic", "Content-Encoding")} == {
            "TTL": "259200",
            "Urgency": "high",
            "Topic": table[:12],
            "Content-Encoding": "aes128gcm",
        }
        claims = check_signature(headers["Authorization"], service.origin, key)
        assert claims["sub"] == "https://medina.example"
        assert table[:12].encode() not in body
        take_turn(ben, table)
        for device in (phone, tablet):
            assert device.wait_for(2) == {"kind": "over", "tag": f"medina-{table[:12]}"}
        wait_until_told(anna)
        time.sleep(PAUSE)
        assert len(service.requests) == 4


def test_who_looks_at_the_table_is_not_called(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caller, "SEEN_MS", 200)
    with site(tmp_path, **service.settings) as anna:
        ben, phone = browser(anna), Device(service, "phone")
        subscribe(ben, phone)
        table = two_at_a_table(anna, ben)
        with join(ben, table) as socket:
            take_turn(anna, table)
            time.sleep(PAUSE)
            assert phone.got == []
        time.sleep(PAUSE)
        assert phone.got == [], "it was seen"
        take_turn(ben, table)
        with join(ben, table) as socket:
            socket.ask(do="look", visible=False)
            take_turn(anna, table)
            assert phone.wait_for(1)["kind"] == "turn"


def test_an_end_a_rematch_and_what_one_does_not_want(tmp_path: Path, service: PushService) -> None:
    with site(tmp_path, **service.settings) as anna:
        ben, phone = browser(anna), Device(service, "phone")
        subscribe(ben, phone)
        wishes = ben.patch(f"{API}/me/calls", json={"push": ["end", "rematch"]}).json()
        assert (wishes["push"], wishes["letter"], wishes["letters"]) == (["rematch", "end"], [], False)
        table = two_at_a_table(anna, ben)
        take_turn(anna, table)
        time.sleep(PAUSE)
        assert phone.got == [], "turns are not wanted"
        assert command(anna, table, do="resign").status_code == 200
        assert phone.wait_for(1)["title"] == "The game is over"
        command(anna, table, do="rematch")
        name = anna.get(f"{API}/me").json()["name"]
        assert phone.wait_for(2)["title"] == f"{name} wants a rematch"
        command(anna, table, do="rematch", yes=False)
        assert phone.wait_for(3)["kind"] == "over"
        command(anna, table, do="rematch")
        assert phone.wait_for(4)["kind"] == "rematch"
        assert ben.patch(f"{API}/me/calls", json={"push": ["turn"]}).status_code == 200
        command(ben, table, do="rematch")
        assert phone.wait_for(5)["kind"] == "over", "the question is answered"
        following = anna.get(f"{API}/tables/{table}").json()["rematch"]
        for _ in range(2):
            if not anna.get(f"{API}/tables/{following}").json()["moves"]:
                break
            take_turn(anna, following)
        notice = phone.wait_for(6)
        assert (notice["kind"], notice["path"]) == ("turn", f"/t/{following}")


def test_somebody_one_has_played_with_is_invited(tmp_path: Path, service: PushService) -> None:
    with site(tmp_path, **service.settings) as anna:
        ben, cleo, phone = browser(anna), browser(anna), Device(service, "phone")
        subscribe(ben, phone)
        two_at_a_table(anna, ben)
        names = {who: who.get(f"{API}/me").json() for who in (anna, ben, cleo)}
        assert anna.get(f"{API}/me/partners").json()["people"] == [
            {"user": names[ben]["id"], "name": names[ben]["name"]}
        ]
        table = open_table(anna, options={"players": 2, "public": False}, sit=True)
        asked = {"user": names[ben]["id"]}
        assert cleo.post(f"{API}/tables/{table}/invitations", json=asked).json()["error"]["code"] == "not_seated"
        stranger = anna.post(f"{API}/tables/{table}/invitations", json={"user": names[cleo]["id"]})
        assert stranger.status_code == 404
        assert anna.post(f"{API}/tables/{table}/invitations", json=asked).status_code == 201
        notice = phone.wait_for(1)
        assert (notice["title"], notice["path"]) == (f"{names[anna]['name']} invites you to a game", f"/t/{table}")
        (invitation,) = ben.get(f"{API}/me/invitations").json()["invitations"]
        assert (invitation["table"], invitation["name"]) == (table, names[anna]["name"])
        command(ben, table, do="sit")
        assert ben.get(f"{API}/me/invitations").json()["invitations"] == []
        assert command(anna, table, do="start").status_code == 200
        phone.wait_for(2)
        ben.put(f"{API}/me/bonds/{names[anna]['id']}", json={"kind": "block"})
        other = open_table(anna, options={"players": 2}, sit=True)
        assert anna.post(f"{API}/tables/{other}/invitations", json=asked).status_code == 201
        time.sleep(PAUSE)
        assert not [each for each in phone.got[2:] if each["kind"] == "invite"], (
            "who blocks somebody is not called by them"
        )


def test_browsers_go_when_they_are_gone_or_their_person_is(tmp_path: Path, service: PushService) -> None:
    with site(tmp_path, **service.settings) as anna:
        ben, dead, live = browser(anna), Device(service, "dead"), Device(service, "live")
        me = register(ben)["id"]
        for device in (dead, live):
            subscribe(ben, device)
        service.answers = {dead.path: 410, live.path: 503}
        table = two_at_a_table(anna, ben)
        take_turn(anna, table)
        assert live.wait_for(1)["kind"] == "turn", "a busy service is asked again"
        wait_for_browsers(ben, 1)
        for many in range(12):
            subscribe(ben, Device(service, str(many)))
        assert ben.get(f"{API}/me/calls").json()["browsers"] == 10
        shared = Device(service, "11")
        shared.subscription["endpoint"] = f"{service.origin}/push/11"
        subscribe(anna, shared)
        assert ben.get(f"{API}/me/calls").json()["browsers"] == 9, "one browser is one person's"
        off = browser(anna).request("DELETE", f"{API}/browsers", json={"endpoint": shared.subscription["endpoint"]})
        assert off.status_code == 200
        assert anna.get(f"{API}/me/calls").json()["browsers"] == 0
        ben.put(f"{API}/me/password", json={"old": NAME["password"], "new": "battery staple"})
        assert ben.get(f"{API}/me/calls").json()["browsers"] == 0
        subscribe(ben, live)
        ben.delete(f"{API}/sessions")
        assert stored(anna, t.push_subscriptions) == []
        ben.post(f"{API}/sessions", json={**NAME, "password": "battery staple"})
        subscribe(ben, live)
        assert live.subscription["endpoint"] in ben.get(f"{API}/me/export").text
        ben.request("DELETE", f"{API}/me", json={"password": "battery staple"})
        kept = [
            row
            for table in (t.push_subscriptions, t.notification_preferences, t.notifications)
            for row in stored(anna, table)
        ]
        assert [row for row in kept if row["user_id"] == me] == []


REFUSED = [
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilfcm.googleapis.com.example/x",
    "https://user@fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://fcm.googleapis.com/x y",
    "https://fcm.googleapis.com/x\r\nHost: evil",
    "https://[::1/x",
    "file:///etc/passwd",
    "",
]


def test_only_named_services_are_asked(tmp_path: Path) -> None:
    with site(tmp_path) as client:
        device = {"p256dh": b64(b"\x04" + bytes(64)), "auth": b64(bytes(16))}
        good = Device(PushService(), "x").subscription
        for endpoint in filter(None, REFUSED):
            answer = client.post(f"{API}/me/browsers", json={**good, "endpoint": endpoint})
            assert answer.json()["error"]["code"] == "bad_service", endpoint
        real = "https://fcm.googleapis.com/fcm/send/abc:def"
        assert client.post(f"{API}/me/browsers", json={**device, "endpoint": real}).status_code == 400, "no such point"
        assert client.post(f"{API}/me/browsers", json={**good, "endpoint": real}).status_code == 201
        with pytest.raises(BadKeys):
            Reader("%%%", good["auth"])
    with site(tmp_path, push=False) as client:
        assert client.get(f"{API}/me/calls").json()["key"] is None
        assert client.post(f"{API}/me/browsers", json={**good, "endpoint": real}).status_code == 400


def test_no_machine_of_the_hosts_own_network_is_asked(service: PushService) -> None:
    anything = Services(["*"])
    port = service.server_address[1]
    for endpoint in (f"https://127.0.0.1:{port}/x", f"http://127.0.0.1:{port}/x"):
        assert not anything.takes(endpoint)
        assert asyncio.run(Services(["*"]).deliver(endpoint, {}, b"")) == 0
    assert asyncio.run(Services(["*"]).deliver("https://localhost/x", {}, b"")) == 0
    assert service.requests == []
    assert asyncio.run(Services([service.origin]).deliver(f"{service.origin}/x", {"TTL": "0"}, b"y")) == 201
    private = "10.0.0.1 127.0.0.1 169.254.169.254 192.168.1.1 100.64.0.1 0.0.0.0 224.0.0.1 ::1 fe80::1%eth0 fd00::1"
    disguised = "::ffff:10.0.0.1 2002:7f00:1:: 64:ff9b::a00:1 nonsense"
    assert not any(map(is_public, f"{private} {disguised}".split()))
    assert all(map(is_public, ("142.250.0.1", "2a00:1450:4001::1", "::ffff:142.250.0.1")))


@pytest.mark.postgres
def test_two_servers_call_once(tmp_path: Path, pg: str, service: PushService) -> None:
    chosen = {"database_url": pg, "bot_threads": 0, **service.settings}
    with site(tmp_path, **chosen) as first, site(tmp_path, **chosen) as second:
        wait_until_ready(first, second)
        ben, phone = browser(second), Device(service, "phone")
        subscribe(ben, phone)
        wait_until_reached(first, ben.get(f"{API}/me").json()["id"])
        table = two_at_a_table(first, ben)
        for turns in range(1, 4):
            take_turn(first, table)
            assert phone.wait_for(2 * turns - 1)["kind"] == "turn"
            take_turn(ben, table)
            assert phone.wait_for(2 * turns)["kind"] == "over"
        with join(ben, table):
            wait_until_looking(first, table, ben.get(f"{API}/me").json()["id"])
            take_turn(first, table)
            time.sleep(PAUSE)
        assert len(phone.got) == 6, "who looks at it at one server is not called by another"


def hurry(client: TestClient, **values: Any) -> None:
    """Whatever is to be told is due now."""

    async def work() -> None:
        running: Any = client.app
        async with running.state.site.engine.begin() as connection:
            await connection.execute(t.notifications.update().values(due=1, **values))

    assert client.portal is not None
    client.portal.call(work)


def test_a_call_outlives_the_server(tmp_path: Path, service: PushService) -> None:
    later = service.settings | {"call_seconds": 60.0}
    with site(tmp_path, **later) as anna:
        ben, phone = browser(anna), Device(service, "phone")
        subscribe(ben, phone)
        table = two_at_a_table(anna, ben)
        take_turn(anna, table)
    assert phone.got == []
    with site(tmp_path, **later) as anna:
        hurry(anna)
        assert phone.wait_for(1)["kind"] == "turn"
        time.sleep(PAUSE)
        assert len(phone.got) == 1, "it was told, and nobody tells it again"
        hurry(anna, shown=True)
        assert phone.wait_for(2)["tag"] == phone.got[0]["tag"], "whoever took it may have died"


def test_one_letter_a_table_until_one_returns(tmp_path: Path, post: LetterBox) -> None:
    with site(tmp_path, **post.settings, call_seconds=0.0, letter_minutes=0) as anna:
        ben = browser(anna)
        everything = {"letter": ["turn", "end"]}
        assert anna.patch(f"{API}/me/calls", json=everything).json()["error"]["code"] == "no_address"
        with_address(ben, post)
        table = two_at_a_table(anna, ben)
        take_turn(anna, table)
        time.sleep(PAUSE)
        assert len(post.letters) == 1, "nobody is written to who did not ask for it"
        take_turn(ben, table)
        assert ben.patch(f"{API}/me/calls", json=everything, headers={"Accept-Language": "de"}).status_code == 200
        take_turn(anna, table)
        letter = post.wait_for(2)
        text = letter.get_content()
        assert (letter["To"], letter["Subject"]) == (ADDRESS, "Medina: Du bist am Zug")
        assert f"https://medina.example/t/{table}" in text
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        command(anna, table, do="resign")
        time.sleep(PAUSE)
        assert len(post.letters) == 2, "one letter, until they return"
        with join(ben, table) as socket:
            socket.ask(do="look", visible=True)
            following = two_at_a_table(anna, ben)
            take_turn(anna, following)
            assert f"/t/{following}" in post.wait_for(3).get_content(), "another table, another letter"
        one_click = re.fullmatch(r"<https://medina\.example(/\S+)>", post.letters[-1]["List-Unsubscribe"])
        assert one_click is not None
        key = key_in(post.letters[-1].get_content())
        assert one_click[1].endswith(f"/{key}")
        shown = browser(anna).get(one_click[1], follow_redirects=False)
        assert (shown.status_code, shown.headers["location"]) == (303, f"/unsubscribe#{key}")
        machine = browser(anna)
        said = machine.post(one_click[1], data={"List-Unsubscribe": "One-Click"})
        assert said.status_code == 200
        assert machine.cookies == {}, "the link lets nobody in"
        assert machine.post(f"{API}/unsubscriptions/x{key}").status_code == 400
        assert ben.get(f"{API}/me/calls").json()["letter"] == []
        third = two_at_a_table(anna, ben)
        take_turn(anna, third)
        time.sleep(PAUSE)
        assert len(post.letters) == 3


def test_the_next_letter_comes_after_one_returned(tmp_path: Path, post: LetterBox) -> None:
    with site(tmp_path, **post.settings, call_seconds=0.0, letter_minutes=0) as anna:
        ben = browser(anna)
        with_address(ben, post)
        ben.patch(f"{API}/me/calls", json={"letter": ["turn"]})
        table = two_at_a_table(anna, ben)
        take_turn(anna, table)
        post.wait_for(2)
        take_turn(ben, table)
        take_turn(anna, table)
        post.wait_for(3)
