"""Being called with the browser closed: one tick, a notice by Chromium's own push, taken back, and off by one click."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from browser_support import Person, Server, expect
from test_e2e_axe import check_themes

from push_service import Device, PushService

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
def calling(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Server]:
    """A server that calls at once, by the push service of the test."""
    patch = pytest.MonkeyPatch()
    for name, value in service.settings.items():
        patch.setenv(f"MEDINA_{name.upper()}", str(value))
    server = Server(tmp_path_factory.mktemp("calling"))
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
    assert found
    chromium.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": person.server.address, "registrationId": found[0]["registrationId"], "data": json.dumps(message)},
    )
    chromium.detach()


def shown(person: Person) -> list[dict[str, Any]]:
    notices: list[dict[str, Any]] = person.page.evaluate(SHOWN)
    return notices


def wait_shown(person: Person, count: int) -> list[dict[str, Any]]:
    for _ in range(200):
        if len(notices := shown(person)) == count:
            break
        person.page.wait_for_timeout(20)
    return notices


class Friend:
    """The other one at the table, without a page."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.Client(base_url=f"{server.address}/api/v1", timeout=20, trust_env=False)
        self.name: str = self.http.get("/me").json()["name"]

    def ask(self, path: str, **body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def take_turn(self, table: str) -> None:
        while (seen := self.http.get(f"/tables/{table}").json())["moves"]:
            self.ask(f"/tables/{table}/commands", do="place", move=seen["moves"][0], seq=seen["seq"])


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
