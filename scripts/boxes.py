"""Does every element keep its place on every screen? Every width, text at 100 and 200 %, by day and night, in the
longest language, with the longest names. The suite measures a share of it (tests/e2e/test_e2e_boxes.py).

python scripts/boxes.py [--only SCREEN] [--names N]
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from box_support import NAMES, SIZES, TEXT, ZOOMED, call, measured, speak_longest  # noqa: E402
from browser_support import FLAGS, Person, Server  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from screenshots import CLUB, MEMBERS, SCREENS, THEMES, club  # noqa: E402

LONG_CLUB = [f"{name[:29]}2" for name in NAMES] + list(MEMBERS[:2])
"""Whoever has played rated games, is invited or looks after the site meets all four kinds of names at once."""


def troubles(browser: Browser, server: Server, screen: str, name: str, state: object) -> Iterator[str]:
    """What is wrong with one screen for somebody of this name, a line each."""
    person = Person(browser, server, storage_state=state)
    call(person, "GET", "/me")
    if state is None:
        call(person, "PATCH", "/me", {"name": name[:30]})
    SCREENS[screen](person)
    # Found its way in English; from here on it speaks the longest language.
    speak_longest(person)
    person.page.locator("header select").select_option("de")
    person.page.locator("html[lang=de]").wait_for()
    for theme in THEMES:
        person.page.emulate_media(color_scheme=theme)
        for percent in TEXT:
            for width, height in [*SIZES, ZOOMED]:
                yield from measured(person, f"{screen}, {name}, {theme}", width, height, percent)
    yield from (f"{screen}: {trouble}" for trouble in person.troubles)
    person.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=sorted(SCREENS))
    parser.add_argument("--names", type=int, default=len(NAMES), help="how many of the long names")
    args = parser.parse_args()
    screens = args.only or list(SCREENS)
    path = os.environ.get("MEDINA_BROWSER") or shutil.which("chromium")
    found = 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        member = club(browser, server, LONG_CLUB) if CLUB.intersection(screens) else None
        for screen in screens:
            for name in NAMES[: 1 if screen in CLUB else args.names]:
                for trouble in troubles(browser, server, screen, name, member if screen in CLUB else None):
                    found += 1
                    print(trouble, flush=True)
        browser.close()
        server.stop()
    measured_at = len(THEMES) * len(TEXT) * (len(SIZES) + 1)
    print(f"{len(screens)} screens, each measured {measured_at} times for each name: {found} troubles")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
