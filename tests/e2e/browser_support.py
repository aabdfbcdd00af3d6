"""A real server process, real browsers, and how a person plays in them."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import medina
from medina.table.rated import LEAST_PLACEMENTS

NOT_WANTED = [
    # Two renderers a window, for the address bar that nobody types in: half of what a person's page costs.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # A renderer held ready for a page that nobody opens.
    "SpareRendererForSitePerProcess",
    # Playwright's own list, since the last list given is the one that counts.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "SkipListAccountsWithoutGaiaCookies",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    f"--disable-features={','.join(NOT_WANTED)}",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 60_000
"""How long anything may take on a machine that others keep busy, too."""
expect.set_options(timeout=PATIENCE_MS)
Answer = TypeVar("Answer")
QUICK = {
    "MEDINA_BOT_PAUSE": "0",
    "MEDINA_BOT_PAUSE_CLOCKED": "0",
    "MEDINA_BOT_SECONDS": "0.05",
    "MEDINA_REQUEST_RATE": "0",
    "MEDINA_SOCKET_RATE": "0",
    "MEDINA_GUEST_RATE": "0",
    "MEDINA_LOGIN_RATE": "0",
}
"""Bots in a hurry, and no limits on one address: all of these people live at it."""
NEAR = [sys.executable, "-m", "medina"]
FAR_AWAY = [sys.executable, str(Path(__file__).with_name("slow_line.py"))]


class Server:
    """`medina serve` as a process of its own, with its own data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.program = FAR_AWAY if os.environ.get("SLOW_LINE") else NEAR

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        env = os.environ | QUICK | {"MEDINA_DATA": str(self.data), "MEDINA_PORT": str(self.port)}
        self.process = subprocess.Popen(
            [*self.program, "serve"],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                # Whoever is not listened to stops in mid-sentence once the pipe is full.
                threading.Thread(target=self.process.stdout.read, daemon=True).start()
                return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return json.loads(answer.read())

    def open_page(self) -> None:
        """Without a browser: the first page is there, and so is its script."""
        with urllib.request.urlopen(self.address, timeout=60) as page:
            (script,) = re.findall(r'<script type="module"[^>]* src="([^"]+)"', page.read().decode())
        with urllib.request.urlopen(self.address + script, timeout=60) as answer:
            assert answer.headers["Content-Type"].startswith("text/javascript")


def new_context(browser: Browser, **settings: Any) -> BrowserContext:
    """A browser of somebody who was never here."""
    defaults = {
        "viewport": {"width": 1280, "height": 860},
        "locale": "en-GB",
        "reduced_motion": "reduce",
        # It would fetch every file beside what a test watches; those that are about it ask for it.
        "service_workers": "block",
    }
    context = browser.new_context(**(defaults | settings))
    for name, value in (("bot", "random"), ("pace", '"quick"')):
        key = f"medina.{name}"
        context.add_init_script(f"localStorage.getItem('{key}') ?? localStorage.setItem('{key}', '{value}')")
    return context


class Person:
    """One person with a browser window, whose every error is noted."""

    def __init__(self, browser: Browser, server: Server, left: BrowserContext | None = None, **settings: Any) -> None:
        """In a browser that somebody has left, or in a new one with these settings."""
        self.server = server
        self.context = left or new_context(browser, **settings)
        self.troubles: list[str] = []
        self.page = self._watch(self.context.pages[0]) if left else self.tab()

    def tab(self) -> Page:
        """A further tab of the same browser."""
        return self._watch(self.context.new_page())

    def _watch(self, page: Page) -> Page:
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda m: self._note(f"console: {m.text}") if m.type == "error" else None)
        page.on("pageerror", lambda error: self._note(f"page: {error}"))
        page.on("request", self._check_host)
        return page

    def _note(self, trouble: str) -> None:
        self.troubles.append(trouble)

    def _check_host(self, request: Any) -> None:
        if not request.url.startswith(
            (self.server.address, "data:", "blob:", self.server.address.replace("http", "ws"))
        ):
            self._note(f"request to another host: {request.url}")

    def close(self) -> None:
        self.context.close()

    def leave(self) -> None:
        """Leave the browser as one finds it at first, but for files of the site that it need not fetch again.

        Scripts that were added to the context itself would stay: tests add theirs to a page.
        """
        used = self.context.pages
        session = self.context.new_cdp_session(self.context.new_page())
        for page in used:
            page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.clear_cookies()
        session.send("Storage.clearDataForOrigin", {"origin": self.server.address, "storageTypes": "all"})
        session.detach()

    # Getting to a table

    def goto(self, path: str) -> None:
        self.page.goto(self.server.address + path)

    def open_table(self, **body: Any) -> str:
        """Make a table as the home page does, by the API, with this browser's cookie."""
        headers = {"Origin": self.server.address}
        self._be_known()
        answer = self.context.request.post(f"{self.server.address}/api/v1/tables", data=body, headers=headers)
        assert answer.status == 201, answer.text()
        path: str = answer.json()["path"]
        self.goto(path)
        return path

    def quick_game(self) -> None:
        """A game for two against a bot, with the well and the market where they disturb nobody."""
        self.play_on('[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "h8"]\n\n*\n')
        self.wait_turn()

    def _be_known(self) -> None:
        """Be recognised by a cookie. A loading page asks for one itself; asking beside it would make two guests."""
        if self.page.url != "about:blank":
            wait_until(
                self.page,
                lambda: any(cookie["name"] == "medina" for cookie in self.context.cookies()),
                "nobody is known by a cookie",
            )
        else:
            self.context.request.get(f"{self.server.address}/api/v1/me")

    def register(self, name: str) -> None:
        """Make an account of this browser's guest, by the API."""
        self._be_known()
        body = {"name": name, "password": "eleven camels"}
        headers = {"Origin": self.server.address}
        answer = self.context.request.post(f"{self.server.address}/api/v1/accounts", data=body, headers=headers)
        assert answer.status == 201, answer.text()

    def play_on(self, record: str, bots: int = 1, **options: Any) -> str:
        """Sit down on seat 0 of a game that goes on from a record."""
        return self.open_table(
            options={"starts": "seated", **options}, bots=["random"] * bots, sit=True, start=True, record=record
        )

    # Looking

    @property
    def bar(self) -> Locator:
        return self.page.locator("[data-n]")

    def n(self) -> int:
        return int(self.bar.get_attribute("data-n") or "0")

    def is_my_turn(self) -> bool:
        return self.page.locator('[data-turn="mine"]').count() > 0

    def wait_turn(self) -> None:
        self.page.locator('[data-turn="mine"]').wait_for()

    def is_over(self) -> bool:
        return self.page.locator("[data-result]").count() > 0

    def piece_at(self, at: str) -> Locator:
        return self.page.locator(f'[data-piece="{at}"]')

    def targets(self) -> list[str]:
        lit: list[str] = self.page.eval_on_selector_all("[data-target]", "all => all.map(e => e.dataset.target)")
        return lit

    def fitting(self) -> list[str]:
        """Letters of the pieces in the tray that fit somewhere."""
        letters: list[str] = self.page.eval_on_selector_all(".slot.fits", "all => all.map(e => e.dataset.tray)")
        return letters

    # Placing

    def take(self, piece: str) -> None:
        slot = self.page.locator(f'[data-tray="{piece}"]')
        if slot.get_attribute("aria-pressed") != "true":
            slot.click()

    def point(self, at: str) -> tuple[float, float]:
        """The middle of a lit cell on the screen."""
        box = self.page.locator(f'[data-target="{at}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click_cell(self, at: str) -> None:
        x, y = self.page.evaluate(POINT_OF_CELL, at)
        self.page.mouse.click(x, y)

    def place(self, piece: str, at: str) -> None:
        """Pick up a piece and click a lit cell, then wait until the server has it."""
        before = self.n()
        self.take(piece)
        self.page.locator(f'[data-target="{at}"]').wait_for()
        self.page.mouse.click(*self.point(at))
        self.wait_past(before)

    def wait_past(self, n: int) -> None:
        self.page.wait_for_function(
            """n => document.querySelector('[data-result]')
              || Number(document.querySelector('[data-n]')?.dataset.n) > n""",
            arg=n,
            polling=20,
        )

    @property
    def confirm_button(self) -> Locator:
        return self.page.locator(".bar .button.primary")

    def confirm(self) -> None:
        self.confirm_button.click()

    def end_turn(self) -> None:
        """Confirm, and wait until the others have placed."""
        before = self.n()
        self.confirm()
        self.wait_past(before)
        self.wait_turn()

    def play_something(self, rng: random.Random) -> bool:
        """One placement, chosen by chance among the lit ones, or the confirmation of a full turn; false if not due."""
        due = self.page.evaluate(PICK_AND_POINT, rng.random())
        if due is None:
            return False
        if due["at"] is None:
            self.confirm()
        else:
            self.page.mouse.click(*due["at"])
        if self._settled(due["n"]) == "choice":
            # Several ways may fit one cell; take the first.
            self.page.locator("[data-choice]").first.click()
            self.wait_past(due["n"])
        return True

    def _settled(self, n: int) -> str:
        """Wait until the server has it, or until the page asks which way."""
        settled: str = self.page.wait_for_function(SETTLED, arg=n, polling=16).json_value()
        return settled


POINT_OF_CELL = """at => {
  const svg = document.querySelector('[data-board]')
  const rows = document.querySelectorAll('.names text')
  const columns = [...rows].filter(t => /[a-p]/.test(t.textContent)).length
  const height = rows.length - columns
  const side = /^[NSWE]/.test(at) ? at[0] : ''
  const rest = side ? at.slice(1) : at
  const letter = /^[a-p]/.test(rest) ? rest.charCodeAt(0) - 97 : side === 'W' ? -1 : columns
  const digits = rest.match(/\\d+/)
  const row = digits ? Number(digits[0]) - 1 : side === 'N' ? height : -1
  const middle = (n, count) => n < 0 ? 50 : n >= count ? 70 + count * 46 + 20 : 70 + n * 46 + 23
  const x = middle(letter, columns)
  const y = row < 0 ? 70 + height * 46 + 20 : row >= height ? 50 : 70 + (height - 1 - row) * 46 + 23
  const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM())
  return [p.x, p.y]
}"""

PICK_AND_POINT = """async chance => {
  if (document.querySelector('[data-result]') || !document.querySelector('[data-turn="mine"]')) return null
  const n = Number(document.querySelector('[data-n]').dataset.n)
  const confirm = document.querySelector('.bar .button.primary')
  if (confirm && !confirm.disabled) return { n, at: null }
  const slots = [...document.querySelectorAll('.slot.fits')].filter(s => s.dataset.tray !== 'T')
  if (!slots.length) return null
  const slot = slots[Math.floor(chance * slots.length)]
  if (slot.getAttribute('aria-pressed') !== 'true') slot.click()
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const lit = [...document.querySelectorAll('[data-target]')]
  if (!lit.length) return null
  const box = lit[Math.floor(chance * 7919) % lit.length].getBoundingClientRect()
  return { n, at: [box.x + box.width / 2, box.y + box.height / 2] }
}"""

SETTLED = """n => document.querySelector('[data-choice]') ? 'choice'
  : document.querySelector('[data-result]') ? 'over'
  : Number(document.querySelector('[data-n]')?.dataset.n) > n ? 'moved' : false"""


def wait_until(page: Page, ask: Callable[[], Answer], trouble: str) -> Answer:
    """Ask again and again until the answer is anything but no, for as long as anything may take."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while not (answer := ask()):
        assert time.monotonic() < until, trouble
        page.wait_for_timeout(20)
    return answer


KEPT = """async name => {
  const opened = request => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
  const database = await opened(indexedDB.open('medina'))
  const rows = await opened(database.transaction(name).objectStore(name).getAll())
  database.close()
  return rows
}"""


def kept(person: Person, name: str) -> list[dict[str, Any]]:
    """The rows of an object store of the device, as they are on disk; a page of the site has opened it before."""
    rows: list[dict[str, Any]] = person.page.evaluate(KEPT, name)
    return rows


def play_until(person: Person, there: Callable[[], bool], rng: random.Random) -> None:
    """Place something whenever it is due, until it is so or the game is over."""
    while not person.is_over() and not there():
        wait_until(
            person.page,
            lambda: person.play_something(rng) or person.is_over() or there(),
            "the game did not go on",
        )


def play_turns(person: Person, turns: int, rng: random.Random) -> None:
    """Until so many turns are in the list of moves, or the game is over."""
    play_until(person, lambda: person.page.locator("[data-moves] li").count() >= turns, rng)


def play_to_the_end(people: list[Person], rng: random.Random) -> None:
    """Let whoever is to move place something, until the result is shown to everybody."""

    def goes_on() -> str:
        if any(person.play_something(rng) for person in people):
            return "placed"
        return "over" if all(person.is_over() for person in people) else ""

    while wait_until(people[0].page, goes_on, "the game did not go on") == "placed":
        pass


def place_some(people: tuple[Person, ...], path: str) -> None:
    """As many placements as make a game of two count, made behind the pages' back."""
    table = f"{people[0].server.address}/api/v1/tables/{path.removeprefix('/t/')}"
    for person in people:
        person.page.request.post(f"{table}/commands", data={"do": "auto_confirm", "on": True})
    count = 2 * LEAST_PLACEMENTS + 4
    while count > 0:
        for person in people:
            seen = person.page.request.get(table).json()
            if seen["moves"]:
                placing = {"do": "place", "move": seen["moves"][0], "n": seen["n"]}
                assert person.page.request.post(f"{table}/commands", data=placing).ok
                count -= 1


__all__ = ["FLAGS", "Person", "Server", "expect", "play_to_the_end", "play_turns"]


def nearly_finished(rng: random.Random, missing: int) -> str:
    """The record of a random game up to a turn of seat 0 from which at least so many placements are missing."""
    record = medina.Record.new(medina.new_game(medina.Ruleset.of("second", players=2), seed=5))
    while record.position.phase != "over":
        record = record.play(rng.choice(record.position.legal_moves))
    record = record.undo(missing)
    while record.position.turn != 0 or record.position.placements_left != record.position.turn_size:
        record = record.undo()
    return medina.write_record(record)
