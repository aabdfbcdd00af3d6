"""What others do, as the screen follows it: a bot's turn piece by piece, another name at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby
from typing import Any

from browser_support import Person, Server, expect

Newcomer = Callable[..., Person]

NOTE = """() => {
  window.seen = []
  const note = () => {
    const now = {
      pieces: document.querySelectorAll('[data-city] [data-piece]').length,
      turns: document.querySelectorAll('[data-moves] li').length,
      drafted: document.querySelector('.bar .small')?.textContent.split(' · ') ?? [],
      said: document.querySelector('[data-voice]').textContent.trim(),
      mine: document.querySelector('[data-turn=mine]') !== null,
    }
    const last = window.seen.at(-1)
    if (JSON.stringify({ ...now, at: 0 }) !== JSON.stringify({ ...last, at: 0 }))
      window.seen.push({ ...now, at: performance.now() })
    requestAnimationFrame(note)
  }
  note()
}"""
"""Notes on every frame what is shown and said, as often as it changes."""

SLOW_MS = 1600
"""The slow pace of bots, as `settings.svelte.ts` has it."""


def watched_game(person: Person, bots: int = 1) -> None:
    """A game against bots that are shown slowly."""
    person.page.add_init_script("localStorage.setItem('medina.pace', '\"slow\"')")
    tags = f'[Edition "second"]\n[Players "{bots + 1}"]\n[Well "j5"]\n[Market "c3"]\n\n*\n'
    person.play_on(tags, bots=bots)
    person.wait_turn()


def place_two(person: Person) -> None:
    """Two pieces, or the one of a first turn."""
    for _ in range(2):
        if person.confirm_button.is_disabled():
            person.take("W")
            n = person.n()
            person.page.mouse.click(*person.point(person.targets()[0]))
            person.wait_past(n)


def snapshot(person: Person) -> Any:
    address = f"{person.server.address}/api/v1/tables/{person.page.url.rpartition('/')[2]}"
    return person.context.request.get(address).json()


def test_a_bots_turn_is_shown_placement_by_placement(newcomer: Newcomer, server: Server) -> None:
    person = newcomer(server, reduced_motion="no-preference")
    watched_game(person)
    for _ in range(2):
        place_two(person)
        before = len(snapshot(person)["turns"])
        person.page.evaluate(NOTE)
        person.end_turn()
    frames = person.page.evaluate("window.seen")
    (turn,) = [turn for turn in snapshot(person)["turns"][before:] if turn[0] == 1]
    assert len(turn[1]) == 2
    # Its first placement stands in the bar, and its turn in the list only with the second.
    theirs = [frame for frame in frames if not frame["mine"] and frame["turns"] == before + 1]
    drafts = [draft for draft, _ in groupby(frame["drafted"] for frame in theirs)]
    assert [len(draft) for draft in drafts if draft] == [1]
    begun = next(frame for frame in theirs if frame["drafted"])
    ended = next(frame for frame in frames if frame["at"] > begun["at"] and frame["mine"])
    assert ended["turns"] == before + 2
    assert ended["at"] - begun["at"] > SLOW_MS * 0.8
    words = person.page.locator("[data-moves] li").last.inner_text()
    assert drafts[-1][0] in words
    # Each is said when it is shown, not before.
    bot = person.page.locator("[data-player='1'] .name").inner_text()
    placed = [said for said, _ in groupby(frame["said"] for frame in frames) if bot in said]
    assert len(placed) == 2, placed
    assert drafts[-1][0] in placed[0]
    assert words.rpartition(", ")[2] in placed[1]


def test_whoever_acts_sees_the_end_of_a_turn_at_once(newcomer: Newcomer, server: Server) -> None:
    person = newcomer(server, reduced_motion="no-preference")
    watched_game(person, bots=2)
    place_two(person)
    person.end_turn()
    place_two(person)
    person.confirm()
    person.page.locator(".bar:has([data-turn=theirs]) .small").wait_for()
    shown = person.n()
    person.page.locator("[data-player='1'] .score").click()
    person.wait_turn()
    assert person.n() > shown
    now = snapshot(person)
    assert person.n() == now["n"]
    expect(person.page.locator("[data-city] [data-piece]")).to_have_count(pieces(now["position"]))
    assert all(person.piece_at(wall).count() == 1 for wall in now["position"]["walls"])
    place_two(person)
    assert snapshot(person)["draft"]["complete"]


def pieces(position: Any) -> int:
    """How many things the board draws: everything in cells, walls and roofs, and the four towers."""
    roofs = sum(palace["roof"] is not None for palace in position["palaces"])
    return len(position["cells"]) + len(position["walls"]) + roofs + 4


def test_another_name_shows_at_an_open_table_and_in_its_chat(newcomer: Newcomer, server: Server) -> None:
    host, guest = newcomer(server), newcomer(server)
    path = host.open_table(options={"players": 2, "starts": "host"}, sit=True)
    guest.goto(path)
    guest.page.get_by_role("button", name="Sit here").click()
    guest.page.locator("summary", has_text="Chat").click()
    guest.page.get_by_label("Say something").fill("Hello there")
    guest.page.get_by_label("Say something").press("Enter")
    host.page.locator("summary", has_text="Chat").click()
    line = host.page.locator("[data-line]")
    expect(line).to_contain_text("Hello there")
    host.page.evaluate("window.same = true")
    rename(guest, "Zeynep")
    expect(line.locator("b")).to_have_text("Zeynep")
    expect(host.page.locator("[data-seat='1']")).to_contain_text("Zeynep")
    host.page.get_by_role("button", name="Start the game").click()
    seat = host.page.locator("[data-player='1'] .name")
    expect(seat).to_have_text("Zeynep")
    host.page.locator("summary", has_text="Chat").click()
    voice = host.page.locator("[data-voice]")
    expect(voice).to_have_text("It is your turn.")
    rename(guest, "Zeynep the Second")
    expect(seat).to_have_text("Zeynep the Second")
    expect(line.locator("b")).to_have_text("Zeynep the Second")
    assert host.page.evaluate("window.same")
    expect(voice).to_have_text("It is your turn.")


def rename(person: Person, name: str) -> None:
    headers = {"Origin": person.server.address, "Content-Type": "application/json"}
    answer = person.context.request.patch(
        f"{person.server.address}/api/v1/me", data=json.dumps({"name": name}), headers=headers
    )
    assert answer.ok, answer.text()
