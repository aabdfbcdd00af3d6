"""Accessibility of every screen in both themes, and the budgets, measured and printed."""

from __future__ import annotations

import gzip
import os
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser_support import Person, Server, expect, play_turns

AXE = Path(__file__).resolve().parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SCREENS = ["/", "/learn", "/rules", "/replay", "/me"]
RECORD = (
    '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'
    "1. Pd8 Ge2,Gf2\n2. Pd9,WSa WNa,WNb\n3. Rd8,T WNc,Md3\n4. Me3,Mf3 Og6,Oh6\n*\n"
)
JS_BUDGET = 120 * 1024
FIRST_BOARD_SECONDS = 1.0
CLICK_SECONDS = 0.1


def room() -> float:
    """Budgets of time are for a machine of one's own; on one that others keep busy there is as much more room."""
    return 1.5 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


ALL_STILL = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().iterations !== Infinity).map(each => each.finished))"""
"""Words that are still fading in are too pale for a moment, and axe would measure that moment."""


def violations(person: Person) -> list[str]:
    """What axe-core finds, a line each. The script is handed over by the debugger: the policy allows no other way."""
    person.page.evaluate(ALL_STILL)
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{v['id']}: {node['target']} {node['failureSummary']}" for v in found["violations"] for node in v["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(newcomer: Callable[..., Person], server: Server, scheme: str) -> None:
    person = newcomer(server, color_scheme=scheme)
    for path in SCREENS:
        person.goto(path)
        person.page.locator("h1").first.wait_for()
        person.page.wait_for_timeout(300)
        assert violations(person) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_table(newcomer: Callable[..., Person], server: Server, scheme: str) -> None:
    person = newcomer(server, color_scheme=scheme)
    person.open_table(options={"players": 3}, sit=True)
    person.page.locator("[data-seat]").first.wait_for()
    assert violations(person) == [], "waiting"
    person.play_on(RECORD)
    person.wait_turn()
    person.take("O")
    person.click_cell("a1")
    person.page.locator("[data-refusal]").wait_for()
    assert violations(person) == [], "playing"
    person.page.keyboard.press("Escape")
    person.click_cell("f6")
    person.page.locator("[data-choice]").first.wait_for()
    assert violations(person) == [], "choosing"
    person.page.keyboard.press("Escape")
    person.page.get_by_role("button", name="Player aid").click()
    assert violations(person) == [], "player aid"
    table = person.page.url.rsplit("/", 1)[1]
    person.goto(f"/replay/{table}#5")
    person.page.get_by_role("slider").wait_for()
    assert violations(person) == [], "replay"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_result(newcomer: Callable[..., Person], server: Server, scheme: str) -> None:
    person = newcomer(server, color_scheme=scheme)
    person.play_on(RECORD, auto_confirm=True)
    person.wait_turn()
    person.page.get_by_role("button", name="Leave the game").click()
    person.page.get_by_role("button", name="Resign").click()
    person.page.locator("[data-result]").wait_for()
    person.page.locator("[data-result] figure").first.wait_for()
    assert violations(person) == []


def test_budget_of_script(person: Person, budget: Callable[[str], None]) -> None:
    sizes: dict[str, int] = {}

    def weigh(response: Any) -> None:
        if response.url.endswith(".js"):
            sizes[response.url.rsplit("/", 1)[1]] = len(gzip.compress(response.body(), 6))

    path = person.open_table(options={"players": 2, "starts": "host"}, bots=["random"], sit=True, start=True)
    person.wait_turn()
    fresh = person.tab()
    fresh.on("response", weigh)
    fresh.goto(person.server.address + path)
    fresh.locator("[data-board]").wait_for()
    fresh.wait_for_timeout(300)
    total = sum(sizes.values())
    budget(f"script for the table {total / 1024:.1f} KB compressed (most {JS_BUDGET // 1024})")
    assert 0 < total <= JS_BUDGET


def test_budget_of_the_first_board(person: Person, budget: Callable[[str], None]) -> None:
    path = person.open_table(options={"players": 2, "starts": "host"}, bots=["random"], sit=True, start=True)
    person.wait_turn()
    client = person.context.new_cdp_session(person.page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    times = []
    for _ in range(3):
        person.goto(path)
        person.page.locator("[data-board] [data-piece]").first.wait_for()
        times.append(person.page.evaluate("performance.now()") / 1000)
    best = min(times)
    budget(f"first board after {best:.2f} s with the processor slowed 4 times (goal {FIRST_BOARD_SECONDS} s)")
    assert best < FIRST_BOARD_SECONDS * room()


CLICK_TO_DRAWN = """async () => {
  const slots = [...document.querySelectorAll('.slot.fits')].filter(s => s.dataset.tray !== 'T')
  slots[Math.floor(Math.random() * slots.length)].click()
  const frame = () => new Promise(done => requestAnimationFrame(done))
  await frame(); await frame()
  const lit = document.querySelector('[data-target]')
  const box = lit.getBoundingClientRect()
  const svg = document.querySelector('[data-board]')
  const before = document.querySelectorAll('[data-piece]').length
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2]
  const place = { bubbles: true, clientX, clientY, pointerType: 'mouse', button: 0 }
  const start = performance.now()
  svg.dispatchEvent(new PointerEvent('pointerdown', place))
  svg.dispatchEvent(new PointerEvent('pointerup', place))
  while (document.querySelectorAll('[data-piece]').length === before && performance.now() - start < 3000) await frame()
  return performance.now() - start
}"""


def test_budgets_of_a_long_game(
    newcomer: Callable[..., Person], server: Server, rng: random.Random, budget: Callable[[str], None]
) -> None:
    """Click to drawn piece, frames while pieces move, and memory, over a whole game."""
    person = newcomer(server, reduced_motion="no-preference")
    person.open_table(
        options={"players": 2, "starts": "host", "auto_confirm": True}, bots=["random"], sit=True, start=True
    )
    person.wait_turn()
    client = person.context.new_cdp_session(person.page)
    waits: list[float] = []
    heap = [used_heap(client)]
    person.page.evaluate(COUNT_FRAMES)
    started = time.monotonic()
    while len(waits) < 30 and not person.is_over():
        person.wait_turn()
        if person.fitting():
            waits.append(person.page.evaluate(CLICK_TO_DRAWN))
    seconds = time.monotonic() - started
    frames = person.page.evaluate("window.frames60.length")
    slow = person.page.evaluate("window.frames60.filter(ms => ms > 34).length")
    heap.append(used_heap(client))
    play_turns(person, 60, rng)
    heap.append(used_heap(client))
    waits.sort()
    p95 = waits[int(len(waits) * 0.95) - 1] / 1000
    budget(f"click to drawn piece p50 {statistics.median(waits):.0f} ms, p95 {p95 * 1000:.0f} ms (goal 100)")
    budget(f"{frames / seconds:.0f} frames a second while playing, {100 * slow / frames:.0f} % late (goal 60)")
    budget(f"memory {', '.join(f'{size / 1e6:.1f}' for size in heap)} MB: start, {len(waits)} placements, later")
    assert p95 < CLICK_SECONDS * room()
    assert heap[-1] < heap[0] + 12e6


COUNT_FRAMES = """() => {
  window.frames60 = []
  let before = performance.now()
  const tick = now => { window.frames60.push(now - before); before = now; requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
}"""


def used_heap(client: Any) -> float:
    client.send("HeapProfiler.collectGarbage")
    return float(client.send("Runtime.getHeapUsage")["usedSize"])


def test_refusals_of_the_client_are_those_of_the_rules(person: Person) -> None:
    import subprocess
    import sys

    root = Path(__file__).resolve().parents[2]
    checked = subprocess.run(
        [sys.executable, root / "scripts" / "generate_refusals.py", "--check"], cwd=root, check=False
    )
    assert checked.returncode == 0
    person.goto("/")
    expect(person.page.locator("h1")).to_have_text("Medina")
