"""The site as an app: it can be installed, opens without a network, and an upgrade disturbs nobody."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from browser_support import Person, Server, expect, wait_until

from conftest import STATIC

OTHER_FOLDER = """
import sys
from pathlib import Path
from medina.server import app, static
folder = Path(sys.argv.pop(1))
app.Client = lambda: static.Client(folder)
from medina.cli import main
main()
"""
NOTE_WORKER = "async () => { window.before = (await navigator.serviceWorker.getRegistration()).active }"
UPGRADED = """async () => {
  const { active } = await navigator.serviceWorker.getRegistration()
  const other = active !== window.before && active.state === 'activated'
  return other && (await caches.keys()).length === 2
}"""
"""Another worker is at work. New files are no sign: one that came in the middle of the upgrade left some behind."""
TOO_SMALL = 300
"""Bytes: a file below this hardly becomes smaller."""
WITH_WORKER = {"service_workers": "allow"}


class Upgradable(Server):
    """A server whose site can be exchanged while it runs."""

    def __init__(self, data: Path, folder: Path) -> None:
        super().__init__(data)
        self.folder = folder
        self.program = [sys.executable, "-c", OTHER_FOLDER, str(folder)]
        shutil.copytree(STATIC, folder)

    def upgrade(self) -> None:
        """The same site as another build has it: every script has another name, and the old ones are gone."""
        for path in [*self.folder.rglob("*.br"), *self.folder.rglob("*.gz")]:
            path.unlink()  # copies of what is changed here
        names = {path.name: f"{path.stem}0{path.suffix}" for path in (self.folder / "assets").iterdir()}
        for path in self.folder.rglob("*.*"):
            if path.suffix in (".js", ".html", ".css"):
                text = path.read_text("utf-8")
                for old, new in names.items():
                    text = text.replace(old, new)
                path.write_text(text.replace('id:"', 'id:"0').replace("id:`", "id:`0"), "utf-8")
        for old, new in names.items():
            (self.folder / "assets" / old).rename(self.folder / "assets" / new)


@pytest.fixture(scope="module")
def upgradable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgradable]:
    folder = tmp_path_factory.mktemp("upgradable")
    server = Upgradable(folder / "data", folder / "static")
    server.start()
    yield server
    server.stop()


def settle(person: Person) -> None:
    """Wait until the service worker has all files and this page."""
    person.page.evaluate("navigator.serviceWorker.ready")
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def script(person: Person) -> str:
    found: str = person.page.evaluate("document.querySelector('script[type=module]').src")
    return found


def heading(person: Person, text: str) -> None:
    expect(person.page.get_by_role("heading", level=1, name=text)).to_be_visible()


def to(person: Person, title: str) -> None:
    person.page.get_by_role("link", name=title, exact=True).click()
    heading(person, title)


def offline(person: Person) -> None:
    person.context.set_offline(True)
    assert person.page.evaluate("fetch('/health').then(() => 'there', () => 'gone')") == "gone"


def forgive(person: Person, trouble: str) -> None:
    """The console has a line for every request that found no network or no file."""
    person.troubles = [line for line in person.troubles if trouble not in line]


def test_it_can_be_installed(newcomer: Callable[..., Person], upgradable: Upgradable) -> None:
    person = newcomer(upgradable, **WITH_WORKER, locale="de-DE")
    person.goto("/rules")
    settle(person)
    chromium = person.context.new_cdp_session(person.page)
    manifest = chromium.send("Page.getAppManifest")
    assert manifest["url"].endswith("/app.de.webmanifest")
    assert manifest["errors"] == []
    problems = [error["errorId"] for error in chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # A test's window is always a private one.
    assert set(problems) <= {"in-incognito"}


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_everything_that_a_page_names_travels_compressed(server: Server, encoding: str) -> None:
    page = httpx.get(server.address)
    names = re.findall(r'(?:src|href)="(/assets/[^"]+[.](?:js|css))"', page.text)
    assert len(names) > 1
    for name in ["/", "/sw.js", "/robots.txt", "/app.de.webmanifest", *names]:
        answer = httpx.head(server.address + name, headers={"Accept-Encoding": encoding})
        plain = httpx.get(server.address + name, headers={"Accept-Encoding": "identity"})
        if len(plain.content) < TOO_SMALL and name.startswith("/assets/"):
            continue
        assert answer.headers.get("content-encoding") == encoding, name
        assert "content-encoding" not in plain.headers
        assert answer.headers["content-type"] == plain.headers["content-type"]
        assert int(answer.headers["content-length"]) < len(plain.content)


def test_robots_get_a_text_file(server: Server) -> None:
    answer = httpx.get(f"{server.address}/robots.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.startswith("#")
    assert "User-agent: *\nDisallow: /api/\n" in answer.text


def test_without_a_network_it_opens_at_any_address(newcomer: Callable[..., Person], upgradable: Upgradable) -> None:
    person = newcomer(upgradable, **WITH_WORKER)
    person.goto("/")
    settle(person)
    offline(person)
    for address, title in (
        ("/rules", "Rules"),
        ("/rules/decisions", "Decisions"),
        ("/about", "About the game"),
        ("/learn", "Learn"),
        ("/replay", "Replay"),
    ):
        person.goto(address)
        heading(person, title)
    forgive(person, "ERR_INTERNET_DISCONNECTED")


def test_an_upgrade_disturbs_no_open_page_and_no_old_page_comes_after_it(
    newcomer: Callable[..., Person], upgradable: Upgradable
) -> None:
    person = newcomer(upgradable, **WITH_WORKER)
    person.goto("/rules")
    heading(person, "Rules")
    settle(person)
    old = script(person)
    person.page.evaluate(NOTE_WORKER)
    upgradable.upgrade()
    # Screens that were never open before come from the files of the old build.
    to(person, "Learn")
    assert script(person) == old
    person.page.evaluate("dispatchEvent(new Event('online'))")
    expect(person.page.locator("[data-new-version]")).to_be_visible()
    wait_until(person.page, lambda: person.page.evaluate(UPGRADED), "the new worker does not come")
    to(person, "Replay")
    assert script(person) != old
    assert person.page.locator("[data-new-version]").count() == 0
    offline(person)
    person.goto("/rules")
    heading(person, "Rules")
    assert script(person) != old
    forgive(person, "ERR_INTERNET_DISCONNECTED")


def test_without_a_worker_an_old_page_loads_the_new_one(
    newcomer: Callable[..., Person], upgradable: Upgradable
) -> None:
    person = newcomer(upgradable)
    person.goto("/rules")
    heading(person, "Rules")
    old = script(person)
    upgradable.upgrade()
    to(person, "Learn")
    assert script(person) != old
    person.troubles = [line for line in person.troubles if "/assets/" not in line and "404" not in line]
