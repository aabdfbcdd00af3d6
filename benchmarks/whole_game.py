"""What the analysis of a whole game costs, and whom: in a browser, as the site does it, and on the server.

A real server and a real Chromium. The game is gone through in the browser with its 1,000 nodes a position, the findings
are put into words by the server, then the same game is analysed by the server itself with as many nodes. CPU seconds
everywhere, so that a busy machine changes little. The longest task of the page's thread is CPU time, too. The browser
has two searchers, each with positions of its own, so that half of its CPU seconds are what two quiet cores need.

    python benchmarks/whole_game.py [--plies 110]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "e2e"))
from browser_support import FLAGS, Person, Server

import medina

NODES = 1000
GOAL_SECONDS, GOAL_HELD = 25, 50
WORKERS = 2
LONG = 900_000
TICK = os.sysconf("SC_CLK_TCK")


def game(plies: int) -> str:
    """A game for two of so many placements, by players who at least take what is offered."""
    record, chance = medina.Record.new(medina.new_game("second", 2, seed=7)), random.Random(7)
    while len(record.moves) < plies and record.position.legal_moves:
        moves = record.position.legal_moves
        record = record.play(chance.choice([move for move in moves if move.piece not in "RN"] or moves))
    return medina.write_record(record)


def cpu_of(pid: int) -> float:
    """CPU seconds of a process and of everything it started that still runs."""
    return sum(_seconds(each) for each in _family(pid))


def _family(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _family(int(child))


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def renderers(browser: Browser) -> float:
    """CPU seconds of the browser's pages, with their workers."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in processes if process["type"] == "renderer"))


def longest_task(trace: bytes) -> float:
    """Milliseconds of CPU that the longest task of a page's own thread took."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    names = [event for event in events if event["name"] == "thread_name"]
    pages = {(event["pid"], event["tid"]) for event in names if event["args"]["name"] == "CrRendererMain"}
    tasks = [event for event in events if event.get("ph") == "X" and (event["pid"], event["tid"]) in pages]
    return max((task.get("tdur", 0) for task in tasks), default=0) / 1000


def open_game(page: Page, record: str, plies: int) -> None:
    page.locator("textarea").fill(record)
    page.locator("form button").click()
    page.locator("output", has_text=f"0 / {plies}").wait_for()


def in_browser(browser: Browser, person: Person, server: int, record: str, plies: int) -> None:
    page = person.page
    person.goto("/replay")
    page.evaluate("localStorage.setItem('medina.live', 'off')")
    assert page.evaluate("navigator.hardwareConcurrency") == WORKERS, "measure with two cores (taskset -c 0,1)"
    open_game(page, record, plies)
    browser.start_tracing(page=page, categories=["toplevel"])
    before, served, begin = renderers(browser), cpu_of(server), time.perf_counter()
    with page.expect_response("**/analyses/given", timeout=LONG):
        page.locator(".more .primary").click()
        page.locator("[data-live]").click()  # the work of these two alone is counted
        page.locator("[data-analysis=done]").wait_for(timeout=LONG)
        wall, spent = time.perf_counter() - begin, renderers(browser) - before
    print(f"browser: {spent:.1f} CPU s for {plies} placements at {NODES} nodes ({wall:.0f} s on this machine now)")
    print(f"  {spent / WORKERS:.1f} s on {WORKERS} cores of one's own (goal {GOAL_SECONDS})")
    print(f"  server meanwhile, words and keeping: {cpu_of(server) - served:.2f} CPU s")
    held = longest_task(browser.stop_tracing())
    print(f"  longest task of the page's own thread: {held:.0f} ms of CPU (goal {GOAL_HELD})", flush=True)


def on_server(person: Person, server: int, record: str) -> None:
    headers = {"Origin": person.server.address}
    address = f"{person.server.address}/api/v1/analyses"

    def analysed(text: str, nodes: int) -> float:
        body = {"record": text, "seconds": 600, "nodes": nodes}
        before = cpu_of(server)
        id = person.context.request.post(address, data=body, headers=headers).json()["id"]
        while person.context.request.get(f"{address}/{id}?since=1000").json()["state"] in ("queued", "running"):
            time.sleep(0.5)
        return cpu_of(server) - before

    ready = analysed(game(2), 10)
    print(f"server: {analysed(record, NODES):.1f} CPU s (and {ready:.1f} once, to get ready)")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=110)
    plies = parser.parse_args().plies
    record = game(plies)
    browser_path = os.environ.get("MEDINA_BROWSER") or shutil.which("chromium")
    os.environ["MEDINA_ANALYSIS_SECONDS"] = "600"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        assert server.process is not None
        browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
        person = Person(browser, server)
        in_browser(browser, person, server.process.pid, record, plies)
        on_server(person, server.process.pid, record)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
