"""Does every element keep its place? Boxes of words and controls compared, with texts and names as long as they get."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser_support import Person, Server
from playwright.sync_api import Browser, Page, Route

CLIENT = Path(__file__).resolve().parents[2] / "client" / "src"
BOXES = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
SIZES = [(320, 640), (360, 740), (390, 844), (768, 1024), (1024, 768), (1366, 650), (1440, 900), (1920, 1080)]
ZOOMED = (683, 384)
"""A screen of 1366 by 768 pixels at 200 %."""
NAMES = ["W" * 30, "Maximiliane-Friederike-Anna-Lena", "Zed 🏰🕌🌴🐪🧕🕌🌴🐪🏰", "محمد عبد الرحمن بن عبد العزيز"]
"""As wide as thirty letters get, a realistic double name, pictures, and a script from right to left."""
TEXT = (100, 200)
"""Percent of the usual size."""
LONGER = 0.6
"""How much more room the longest language takes."""


def lengthened(text: str) -> str:
    """Every word more than half as long again, placeholders left alone."""

    def stretch(word: re.Match[str]) -> str:
        letters = word[0]
        return letters + letters[: math.ceil(len(letters) * LONGER)].lower()

    parts = re.split(r"(\{\w+\})", text)
    return "".join(part if part.startswith("{") else re.sub(r"[^\W\d_]+", stretch, part) for part in parts)


def speak_longest(person: Person) -> None:
    """Put the language "longest" in the place of German, in this tab only; nothing of it is shipped."""
    for pattern, file in (("**/de-*.js", "i18n/en.json"), ("**/words.de-*.js", "generated/words.en.json")):
        texts = json.loads((CLIENT / file).read_text(encoding="utf-8"))
        body = f"export default {json.dumps({key: lengthened(text) for key, text in texts.items()})}"
        person.page.route(pattern, answering(body))
    person.page.add_init_script("localStorage.setItem('medina.language', 'de')")


def answering(body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=body, content_type="text/javascript")


def table_of_long_names(browser: Browser, server: Server, record: str, **options: Any) -> list[Person]:
    """Four people with the longest names at one table that goes on from a record; the first of them looks at it."""
    people = [Person(browser, server) for _ in NAMES]
    for person, name in zip(people, NAMES, strict=True):
        call(person, "GET", "/me")
        call(person, "PATCH", "/me", {"name": name[:30]})
    body = {"options": {"players": 4, "starts": "seated", **options}, "sit": True, "record": record}
    table = call(people[0], "POST", "/tables", body)["id"]
    for seat, person in enumerate(people[1:], 1):
        call(person, "POST", f"/tables/{table}/commands", {"do": "sit", "seat": seat})
    call(people[0], "POST", f"/tables/{table}/commands", {"do": "start"})
    speak_longest(people[0])
    people[0].goto(f"/t/{table}")
    return people


def call(person: Person, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    headers = {"Origin": person.server.address}
    url = f"{person.server.address}/api/v1{path}"
    answer = person.context.request.fetch(url, method=method, data=body, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def troubles(page: Page) -> list[str]:
    """What leaves the screen, is cut off, lies over something else, or is too small to be read; a line each."""
    found: list[str] = page.evaluate(BOXES)
    return found


LAID_OUT = """percent => {
  document.documentElement.style.fontSize = `${percent}%`
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
}"""
"""Text as large as the browser's setting would make it, and everything in its place."""


def measured(person: Person, what: str, width: int, height: int, percent: int = 100) -> list[str]:
    """The troubles of what is shown now, in a window of this size with text of this size."""
    person.page.set_viewport_size({"width": width, "height": height})
    person.page.evaluate(LAID_OUT, percent)
    return [f"{what}, {width}×{height}, text {percent} %: {trouble}" for trouble in troubles(person.page)]
