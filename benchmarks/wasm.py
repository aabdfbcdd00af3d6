"""How fast the engine is in this process and in a browser, against native code on the same positions in the same run.

The three take turns, one thread each. A row for every position: nodes a CPU second, medians over the rounds, and their
ratios to native code. Then the time from wanting an evaluation to the first one, with the files already fetched once,
and what has to be loaded.

    python benchmarks/wasm.py [--rounds 5] [--nodes 8000]
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import shutil
import statistics
import tempfile
import time
from pathlib import Path

import engine_page
from playwright.sync_api import Browser, sync_playwright

import medina
from medina.bots.native import NativeSearch
from medina.bots.network import weights_for
from medina.bots.taste import TASTE
from medina.engine import Game, Search
from medina.engine.description import FOLDER
from medina.fast.game import from_position

GOAL, FIRST_LOOK_GOAL, MODULE_GOAL = 0.8, 300, 60
CASES = [("second", 2, 0), ("second", 2, 25), ("second", 2, 60), ("second", 3, 31), ("second", 4, 40), ("first", 4, 50)]


def after(edition: str, players: int, moves: int) -> medina.Position:
    """A position so many random moves later."""
    position, chance = medina.new_game(edition, players, seed=1), random.Random(moves)
    for _ in range(moves):
        position = position.play(chance.choice(position.legal_moves))
    return position


def native(position: medina.Position, nodes: int) -> float:
    """Nodes a CPU second of the search that Numba compiles for this machine."""
    rules = position.ruleset
    weights = weights_for(rules.edition, rules.players)
    return paced(NativeSearch(from_position(position), weights, TASTE, 1), nodes)


def module(position: medina.Position, nodes: int) -> float:
    """Nodes a CPU second of the engine in this process."""
    rules = position.ruleset
    return paced(Search(Game(position), f"{rules.edition}{rules.players}", TASTE.values, 1), nodes)


def paced(search: NativeSearch | Search, nodes: int) -> float:
    search.look_into(20)
    begin = time.process_time()
    search.look_into(nodes)
    return nodes / (time.process_time() - begin)


class Chromium:
    """A browser with the engine's page, and how much CPU its pages have taken."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.page = browser.new_page()
        self.page.goto(address)
        self.page.wait_for_function("window.medina")
        self._system = browser.new_browser_cdp_session()

    def _seconds(self) -> float:
        processes = self._system.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(process["cpuTime"] for process in processes if process["type"] == "renderer"))

    def rate(self, position: medina.Position, nodes: int) -> float:
        """Nodes a CPU second of the search in the page."""
        self.page.evaluate("at => medina.begin(at)", medina.position_to_json(position))
        begin = self._seconds()
        self.page.evaluate("nodes => medina.search(nodes)", nodes)
        return nodes / (self._seconds() - begin)

    def first_look(self, position: medina.Position) -> float:
        """Milliseconds until there is something to see."""
        return float(self.page.evaluate("at => medina.firstLook(at)", medina.position_to_json(position)))


def sizes() -> None:
    """What a browser loads, packed."""
    packed = {path.name: len(gzip.compress(path.read_bytes(), 9)) / 1024 for path in sorted(FOLDER.rglob("*.*"))}
    networks = {name: size for name, size in packed.items() if name.endswith(".bin")}
    print(
        f"module {packed['engine.wasm']:.0f} KB packed (goal {MODULE_GOAL}), networks {sum(networks.values()):.0f} KB"
    )


def compare(chromium: Chromium, case: tuple[str, int, int], rounds: int, nodes: int) -> None:
    """Prints the row of one position."""
    position = after(*case)
    chromium.rate(position, nodes)  # by then the browser has optimised what is called often
    rates = [(chromium.rate(position, nodes), module(position, nodes), native(position, nodes)) for _ in range(rounds)]
    there, here, best = (statistics.median(column) for column in zip(*rates, strict=True))
    browser, engine = (statistics.median(row[column] / row[2] for row in rates) for column in (0, 1))
    name = "{} {} after {:2}".format(*case)
    shares = f"Chromium / native {browser:.2f}  engine / native {engine:.2f} (goal {GOAL})"
    print(f"{name}: Chromium {there:8,.0f}  engine {here:8,.0f}  native {best:8,.0f}  {shares}", flush=True)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=8000)
    options = parser.parse_args()
    browser_path = os.environ.get("MEDINA_BROWSER") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        engine_page.build(Path(folder))
        with engine_page.served(Path(folder)) as address:
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            chromium = Chromium(browser, address)
            for case in CASES:
                compare(chromium, case, options.rounds, options.nodes)
            looks = [chromium.first_look(after(*CASES[1])) for _ in range(options.rounds)]
            print(f"first evaluation: {statistics.median(looks):.0f} ms (goal {FIRST_LOOK_GOAL})")
            browser.close()
    sizes()


if __name__ == "__main__":
    main()
