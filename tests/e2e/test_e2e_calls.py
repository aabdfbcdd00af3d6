"""Being called with the browser closed: one tick, a notice by Chromium's own push, taken back, and off by one click."""

from __future__ import annotations

import json
import re
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser_support import Person, Server, expect, wait_until
from test_e2e_axe import check_themes

from push_service import Device, PushService

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server"))
from letterbox import LetterBox

Newcomer = Callable[..., Person]

SUBSCRIBE = """
const kept = 'test.subscription'
const bytes = key => Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
const made = given => given && {
  endpoint: given.endpoint,
  options: { applicationServerKey: bytes(given.key).buffer },
  toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
  unsubscribe: async () => { localStorage.removeItem(kept); return true },
}
PushManager.prototype.getSubscription = async () => made(JSON.parse(localStorage.getItem(kept)))
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
  if (!userVisibleOnly) throw new Error('nobody may be called in secret')
  localStorage.setItem(kept, JSON.stringify({ ...%s, key: applicationServerKey }))
  return made(JSON.parse(localStorage.getItem(kept)))
}
"""
"""A push service on this machine instead of the maker's, which a test cannot reach; keys and messages are real."""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag, lang, actions }) => ({ title, body, tag, lang, actions: actions.map(a => a.title) }))"""
STAND_IN = """endpoint => {
  PushManager.prototype.getSubscription = async () => ({ endpoint, unsubscribe: async () => true })
}"""
CLICK_OFF = """async () => {
  const [notification] = await self.registration.getNotifications()
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: 'off' }))
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService() as made:
        yield made
        made.shutdown()


@pytest.fixture(scope="module")
def post() -> Iterator[LetterBox]:
    with LetterBox() as box:
        yield box
        box.shutdown()


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory, service: PushService, post: LetterBox) -> Iterator[Server]:
    """A server that calls at once, by the push service of the test, and writes at once, to its letterbox."""
    patch = pytest.MonkeyPatch()
    server = Server(tmp_path_factory.mktemp("calling"))
    with socket.create_server(("127.0.0.1", 0)) as free:
        server.port = free.getsockname()[1]
    own = {"letter_minutes": 0, "public_url": server.address}
    for name, value in {**service.settings, **post.settings, **own}.items():
        patch.setenv(f"MEDINA_{name.upper()}", str(value))
    server.start()
    patch.undo()
    yield server
    server.stop()


def callable_person(newcomer: Newcomer, server: Server, device: Device, **settings: Any) -> Person:
    person = newcomer(server, service_workers="allow", permissions=["notifications"], **settings)
    person.context.add_init_script(SUBSCRIBE % json.dumps(device.subscription))
    return person


def deliver(person: Person, message: dict[str, Any]) -> None:
    """As Chromium's own push service would, to the worker of the site."""
    chromium = person.context.new_cdp_session(person.page)
    found: list[dict[str, Any]] = []
    chromium.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    chromium.send("ServiceWorker.enable")
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_until(person.page, lambda: found, "no worker is known")
    chromium.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": person.server.address, "registrationId": found[0]["registrationId"], "data": json.dumps(message)},
    )
    chromium.detach()


def shown(person: Person) -> list[dict[str, Any]]:
    notices: list[dict[str, Any]] = person.page.evaluate(SHOWN)
    return notices


def wait_shown(person: Person, count: int) -> list[dict[str, Any]]:
    """What is shown once there are so many; wrapped, since nothing is an answer, too."""
    (notices,) = wait_until(
        person.page, lambda: [now] if len(now := shown(person)) == count else [], f"there are not {count} notices"
    )
    return notices


class Friend:
    """The other one at the table, without a page."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.Client(base_url=f"{server.address}/api/v1", timeout=60, trust_env=False)
        self.name: str = self.http.get("/me").json()["name"]

    def ask(self, path: str, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def take_turn(self, table: str) -> None:
        while (seen := self.http.get(f"/tables/{table}").json())["moves"]:
            self.ask(f"/tables/{table}/commands", do="place", move=seen["moves"][0], n=seen["n"])


def test_a_call_is_shown_taken_back_and_turned_off(newcomer: Newcomer, calling: Server, service: PushService) -> None:
    phone, anna = Device(service, "phone"), Friend(calling)
    ben = callable_person(newcomer, calling, phone, locale="de-DE")
    ben.goto("/me")
    tick = ben.page.get_by_label("Benachrichtigen")
    tick.check()
    expect(ben.page.locator("[data-called=true]")).to_be_visible()
    expect(ben.page.get_by_label("Eine Revanche")).to_be_checked()
    check_themes(ben, "what one is called for")
    table = anna.ask("/tables", options={"players": 2, "starts": "host", "auto_confirm": True}, sit=True)["id"]
    ben.goto(f"/t/{table}")
    ben.page.get_by_role("button", name="Platz nehmen").click()
    expect(ben.page.get_by_role("button", name="Aufstehen")).to_be_visible()
    anna.ask(f"/tables/{table}/commands", do="start")
    ben.bar.wait_for()
    ben.goto("/rules")
    anna.take_turn(table)
    message = phone.wait_for(1)
    deliver(ben, message)
    tag = f"medina-{table[:12]}"
    (notice,) = wait_shown(ben, 1)
    assert notice == {
        "title": "Du bist am Zug",
        "body": f"Mit {anna.name.replace('Guest', 'Gast')}",
        "tag": tag,
        "lang": "de",
        "actions": ["Zum Tisch", "Ausschalten"],
    }
    deliver(ben, message)
    assert len(wait_shown(ben, 1)) == 1, "a later notice takes the place of the earlier"
    deliver(ben, {"kind": "over", "tag": tag})
    assert wait_shown(ben, 0) == []
    deliver(ben, message)
    wait_shown(ben, 1)
    ben.goto(f"/t/{table}")
    ben.wait_turn()
    assert wait_shown(ben, 0) == [], "who opens the table needs no notice"
    deliver(ben, message)
    ben.page.wait_for_timeout(300)
    assert shown(ben) == [], "nor who looks at it"
    ben.goto("/rules")
    deliver(ben, message)
    wait_shown(ben, 1)
    worker = ben.context.service_workers[0]
    worker.evaluate(STAND_IN, phone.subscription["endpoint"])
    worker.evaluate(CLICK_OFF)
    assert wait_shown(ben, 0) == []
    ben.page.wait_for_function("() => localStorage.getItem('medina.notify') === 'false'")
    ben.goto("/me")
    expect(tick).not_to_be_checked()
    assert ben.page.evaluate("fetch('/api/v1/me/calls').then(a => a.json())")["browsers"] == 0


def test_who_one_has_played_with_is_invited_by_a_click(newcomer: Newcomer, calling: Server) -> None:
    anna, ben = newcomer(calling), newcomer(calling)
    path = anna.open_table(options={"players": 2}, sit=True)
    ben.goto(path)
    ben.page.get_by_role("button", name="Sit here").click()
    expect(anna.page.get_by_role("button", name="Start")).to_be_enabled()
    ben.goto("/")
    expect(ben.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(ben.page.locator("[data-invitations]")).to_have_count(0)
    anna.open_table(options={"players": 2, "public": False}, sit=True)
    anna.page.get_by_text("Invite somebody you have played with").click()
    invite = anna.page.get_by_role("button", name=re.compile("^Invite: "))
    invite.click()
    expect(invite).to_be_disabled()
    # The first page of the other one says so without being asked again, and no longer once the table is gone.
    seat = ben.page.locator("[data-invitations] a")
    expect(seat).to_be_visible()
    ben.context.new_page().goto(calling.address + (seat.get_attribute("href") or ""))
    ben.context.pages[1].get_by_role("button", name="Sit here").click()
    expect(ben.page.locator("[data-invitations]")).to_have_count(0)


def test_the_link_under_a_letter_ends_letters(newcomer: Newcomer, calling: Server, post: LetterBox) -> None:
    ben, anna = newcomer(calling), Friend(calling)
    ben.goto("/me")
    ben.register("Ben")
    address = f"{calling.address}/api/v1"
    given = {"email": "ben@club.example", "password": "eleven camels"}
    assert ben.page.request.put(f"{address}/me/email", data=given).ok
    key = link_in(post.wait_for(1)).partition("#")[2]
    assert ben.page.request.post(f"{address}/confirmations", data={"key": key}).ok
    assert ben.page.request.patch(f"{address}/me/calls", data={"letter": ["turn"]}).ok
    table = anna.ask("/tables", options={"players": 2, "starts": "host", "auto_confirm": True}, sit=True)["id"]
    assert ben.page.request.post(f"{address}/tables/{table}/commands", data={"do": "sit"}).ok
    anna.ask(f"/tables/{table}/commands", do="start")
    anna.take_turn(table)
    reader = newcomer(calling, locale="de-DE", viewport={"width": 360, "height": 740})
    reader.page.goto(link_in(post.wait_for(2), "unsubscribe"))
    expect(reader.page.get_by_role("status")).to_contain_text("keine E-Mails")
    assert "#" not in reader.page.url, "the key does not stay in the address"
    assert ben.page.request.get(f"{address}/me/calls").json()["letter"] == []


def link_in(letter: Any, page: str = "") -> str:
    """Where a letter leads."""
    found = re.search(rf"http\S+/{page}\S*#\S+", letter.get_content())
    assert found is not None, letter.get_content()
    return found[0]
