"""The compiled engine in a real browser, with real workers and under the site's own policy."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import medina
from medina.bots.analysis import analyse
from parity import differences, questions

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
import engine_page


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    engine_page.build(folder)
    with engine_page.served(folder) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(address)
    page.wait_for_function("() => window.medina")
    yield page
    page.close()
    assert troubles == []


def test_chromium_answers_as_native_code(page: Page) -> None:
    asked = questions(games=12, looks=6, searches=4)
    assert differences(asked, page.evaluate("asked => medina.answers(asked)", asked)) == []


def test_workers_find_what_a_team_of_threads_finds(page: Page) -> None:
    position = medina.new_game("second", 2, gates=True, seed=3)
    position = position.play(position.legal_moves[0])
    native = analyse(position, nodes=500, threads=2, seed=5, lines=3)
    found = page.evaluate(
        """async position => {
            const engine = await medina.load()
            engine.open(position)
            const told = []
            const last = await engine.think({ nodes: 500, workers: 2, seed: 5, lines: 3 }, one => told.push(one.nodes))
            engine.close()
            return { last, told }
        }""",
        medina.position_to_json(position),
    )
    last = found["last"]
    assert (last["nodes"], last["done"], found["told"][-1]) == (native.nodes, True, native.nodes)
    assert [best["move"] for best in last["best"]] == [line.move.text for line in native.lines]
    for best, line in zip(last["best"], native.lines, strict=True):
        assert best["win"] == pytest.approx(line.chances, abs=1e-6)
        assert best["score"] == pytest.approx(line.scores, abs=1e-4)
        assert best["share"] == pytest.approx(line.share)
        assert best["line"] == [move.text for move in line.continuation]


def test_stopping_maps_and_bots(page: Page) -> None:
    start = medina.new_game("second", 3, seed=4)
    told = page.evaluate(
        """async start => {
            const engine = await medina.load()
            engine.open(start)
            const map = await engine.map('W')
            const endless = engine.think({ workers: 2 })
            setTimeout(() => engine.stop(), 400)
            await endless
            const moves = []
            for (const bot of ['random', 'greedy', 'visitor', 'vizier', 'architect']) {
                moves.push(await engine.choose(bot, { seconds: 0.3 }))
                engine.play(moves.at(-1))
            }
            const end = engine.position
            engine.close()
            return { map, moves, end }
        }""",
        medina.position_to_json(start),
    )
    walls = {move.text for move in start.legal_moves if move.piece == "W"}
    assert {glance["move"] for glance in told["map"]} == walls
    assert all(sum(glance["win"]) == pytest.approx(1) for glance in told["map"])
    position = start
    for move in told["moves"]:
        position = position.play(move)
    assert told["end"] == medina.position_to_json(position)
