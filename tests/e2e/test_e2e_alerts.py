"""Told that it is one's turn: by the title, by a sound, by a notification."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from browser_support import Person, Server, expect

Newcomer = Callable[..., Person]

LISTEN = """
window.notes = []
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (...when) {
  window.notes.push({ pitch: Math.round(this.frequency.value), state: this.context.state })
  return start.apply(this, when)
}
window.notices = []
window.Notification = class extends window.Notification {
  constructor(title, options) {
    super(title, options)
    window.notices.push({ title, ...options })
  }
}
"""
"""The real sounds and notifications, written down as they come."""

LOOK_AWAY = """away => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => away })
  document.dispatchEvent(new Event('visibilitychange'))
}"""
"""A headless browser shows all its tabs at once, so looking elsewhere has to be said."""

MINE = "● Your turn, Medina"


def heard(person: Person) -> list[dict[str, Any]]:
    notes: list[dict[str, Any]] = person.page.evaluate("window.notes")
    return notes


def notices(person: Person) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = person.page.evaluate("window.notices")
    return shown


def listening(newcomer: Newcomer, server: Server) -> Person:
    person = newcomer(server)
    person.page.add_init_script(LISTEN)
    return person


def test_a_sound_only_for_those_who_want_it(newcomer: Newcomer, server: Server) -> None:
    person = listening(newcomer, server)
    person.quick_game()
    sound = person.page.get_by_label("Sound")
    expect(sound).not_to_be_checked()
    person.place("O", "c3")
    person.end_turn()
    assert heard(person) == []
    sound.check()
    person.place("W", "Na")
    person.place("M", person_lit(person, "M"))
    person.end_turn()
    person.page.wait_for_function("() => window.notes.length > 0")
    assert heard(person) == [{"pitch": 523, "state": "running"}, {"pitch": 784, "state": "running"}]
    person.page.reload()
    person.wait_turn()
    expect(person.page.get_by_label("Sound")).to_be_checked()
    assert heard(person) == [], "who opens the table on their turn is there already"


def test_title_and_notification_call_one_back(newcomer: Newcomer, server: Server) -> None:
    host, guest = newcomer(server), listening(newcomer, server)
    guest.context.grant_permissions(["notifications"], origin=server.address)
    path = host.open_table(options={"players": 2, "starts": "host"}, sit=True)
    guest.goto(path)
    guest.page.get_by_role("button", name="Sit here").click()
    host.page.get_by_role("button", name="Start the game").click()
    host.wait_turn()
    expect(host.page).to_have_title(MINE)
    guest.bar.wait_for()
    expect(guest.page).not_to_have_title(MINE)
    for person in (host, guest):
        expect(person.page.locator("[data-player]").filter(has_text="away")).to_have_count(0)
    guest.page.get_by_label("Notify me").check()
    take_turn(host, pieces=1)
    expect(guest.page).to_have_title(MINE)
    assert notices(guest) == [], "nobody is called who is there"
    take_turn(guest, pieces=2)
    guest.page.evaluate(LOOK_AWAY, True)
    host.wait_turn()
    take_turn(host, pieces=2)
    expect(guest.page).to_have_title(MINE)
    guest.page.wait_for_function("() => window.notices.length > 0")
    (notice,) = notices(guest)
    assert notice["title"] == MINE
    assert notice["icon"] == "/icon.svg"
    assert guest.context.request.get(server.address + notice["icon"]).ok


def test_no_notification_without_leave(newcomer: Newcomer, server: Server) -> None:
    person = listening(newcomer, server)
    person.quick_game()
    wish = person.page.get_by_label("Notify me")
    wish.click()
    expect(wish).not_to_be_checked()
    person.page.evaluate(LOOK_AWAY, True)
    person.place("O", "c3")
    person.end_turn()
    assert notices(person) == []


def take_turn(person: Person, pieces: int) -> None:
    """So many merchants, which always fit, and the confirmation."""
    for _ in range(pieces):
        person.place("M", person_lit(person, "M"))
    before = person.n()
    person.confirm()
    person.wait_past(before)


def person_lit(person: Person, piece: str) -> str:
    person.take(piece)
    person.page.locator("[data-target]").first.wait_for()
    return person.targets()[0]
