"""The engine of this device looks along: chances, best moves and maps. The server thinks nothing and is not asked."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser_support import Person, Server, expect
from playwright.sync_api import Browser
from test_e2e_analysis import LONG, marks
from test_e2e_axe import check

import medina
from medina.study import analyse_game

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from whole_game import longest_task

GAME = (
    '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'
    "1. Pd8 Rd8,Gf2\n2. Gg2,Rf2 Oh8,Rh8\n3. WNa,WNb Md3,Me3\n*\n"
)
PLIES = 11
MIDDLE = "g5"
WORTH_COLOURS = """all => all.map(worth => {
  const [rect, text] = [...worth.children].map(part => getComputedStyle(part))
  return [[rect.fill, text.fill], rect.strokeWidth]
})"""
MOST_HELD_MS = 50
OF_OPENING = 0.75
"""As much on a slow machine: the share that 50 ms are of the longest task of opening the page on a usual one."""


@pytest.fixture(scope="module")
def idle_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots have no process to think in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEDINA_BOT_THREADS", "0")
        server = Server(tmp_path_factory.mktemp("idle"))
        server.start()
    yield server
    server.stop()


@pytest.fixture
def looker(newcomer: Callable[..., Person], idle_server: Server) -> Person:
    """Somebody to whom the server's analysis is closed."""
    person = newcomer(idle_server)
    person.page.route(re.compile("/api/v1/analyses"), lambda route: route.abort())
    return person


def show(person: Person, record: str = GAME, plies: int = PLIES) -> None:
    person.goto("/replay")
    person.page.locator("textarea").fill(record)
    person.page.locator("form button").click()
    expect(person.page.locator("output")).to_have_text(f"0 / {plies}")


def switch_on(person: Person) -> None:
    person.page.locator(".more .primary").click()
    person.page.locator("[data-depth]").wait_for()


def look_away(person: Person) -> None:
    """The engine rests in a hidden tab; all that it has found stays on the screen."""
    person.page.evaluate("""() => {
        Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true })
        window.away = true
        document.dispatchEvent(new Event('visibilitychange'))
    }""")
    person.page.locator("[data-lens=resting]").wait_for()


def depth(person: Person) -> int:
    return int(person.page.locator("[data-depth]").get_attribute("data-depth") or 0)


def go(person: Person, ply: int) -> None:
    person.page.locator("input[type=range]").fill(str(ply))
    expect(person.page.locator("output")).to_have_text(re.compile(f"^{ply} /"))
    person.page.locator(f'[data-moment="{ply}"] [data-depth]').wait_for()


def legal(record: str, ply: int) -> set[str]:
    return {move.text for move in medina.read_record(record).positions[ply].legal_moves}


def test_it_deepens_while_one_looks_and_draws_the_best_moves(looker: Person) -> None:
    page = looker.page
    show(looker)
    switch_on(looker)
    go(looker, 5)
    shown = page.locator('[data-moment="5"]')
    shares = [int(text) for text in re.findall(r"(\d+)%", shown.locator("ul").inner_text())]
    assert len(shares) == 2
    assert 99 <= sum(shares) <= 101
    # There are three from the first moment on: what nobody has looked into yet is shown as it looks at first sight.
    assert shown.locator("[data-best]").count() == 3
    best = [item.get_attribute("data-best") for item in shown.locator("[data-best]").all()]
    assert set(best) <= legal(GAME, 5)
    numbers = [item.get_attribute("data-idea") or "" for item in page.locator("[data-idea]").all()]
    assert sorted("".join(numbers).replace(" ", "")) == ["1", "2", "3"]
    before = depth(looker)
    page.wait_for_function("n => Number(document.querySelector('[data-depth]').dataset.depth) > 2 * n", arg=before)

    # A hidden tab rests, and goes on when it is seen again.
    look_away(looker)
    reached = depth(looker)
    page.wait_for_timeout(300)
    assert depth(looker) == reached
    page.evaluate("() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')) }")
    page.wait_for_function("n => Number(document.querySelector('[data-depth]').dataset.depth) > n", arg=reached)

    # A chosen move stands alone; switched off nothing is drawn, and that is remembered.
    shown.locator("[data-best]").first.click()
    expect(page.locator(".ghost")).to_be_attached()
    expect(page.locator("[data-idea]")).to_have_count(0)
    page.locator("[data-live]").click()
    expect(page.locator("[data-depth]")).to_have_count(0)
    page.locator("[data-live]").click()
    page.locator("[data-depth]").wait_for()
    page.reload()
    page.locator("[data-depth]").wait_for()
    go(looker, PLIES)
    looker.troubles = [line for line in looker.troubles if "ERR_FAILED" not in line]


def test_a_map_shows_what_each_cell_is_worth(looker: Person) -> None:
    page = looker.page
    show(looker)
    switch_on(looker)
    go(looker, 8)
    page.locator('[data-map-piece="O"]').click()
    page.locator("[data-worth]").first.wait_for()
    cells = {item.get_attribute("data-worth") or "" for item in page.locator("[data-worth]").all()}
    assert {f"O{cell}" for cell in cells} == {move for move in legal(GAME, 8) if move.startswith("O")}
    numbers = [float(text) for text in page.locator("[data-worth] text").all_text_contents()]
    assert all(0 <= number <= 100 for number in numbers)
    expect(page.locator("[data-worth].best text").first).to_have_text(f"{max(numbers):.1f}")
    expect(page.locator("[data-idea]")).to_have_count(0)

    # By keys: the piece is pressed, the board walked over from its middle, and what a cell is worth is said.
    page.locator('[data-map-piece="O"]').press("Enter")
    expect(page.locator("[data-worth]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator("[data-worth]").first.wait_for()
    page.keyboard.press("Tab")
    page.locator("[role=application]").focus()
    cell = min(cells)
    east, north = ord(cell[0]) - ord(MIDDLE[0]), int(cell[1:]) - int(MIDDLE[1:])
    page.keyboard.press("ArrowUp")  # puts the keyboard on the middle
    for key in [("ArrowLeft", "ArrowRight")[east > 0]] * abs(east) + [("ArrowDown", "ArrowUp")[north > 0]] * abs(north):
        page.keyboard.press(key)
    expect(page.locator("[data-voice]")).to_contain_text("Worth")
    page.get_by_text("All cells as a list").click()
    assert page.locator("[data-map] li").count() == page.locator("[data-worth]").count()

    # The map is the moment's: another moment has another.
    go(looker, 9)
    page.locator("[data-worth]").first.wait_for()

    # Whoever has the system choose the colours reads the numbers, and sees which cell is best.
    page.emulate_media(forced_colors="active")
    worths = page.locator("[data-worth]").evaluate_all(WORTH_COLOURS)
    assert {tuple(sorted(colours)) for colours, _ in worths} == {("rgb(0, 0, 0)", "rgb(255, 255, 255)")}
    assert len({width for _, width in worths}) == 2
    page.emulate_media(forced_colors="none")

    look_away(looker)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for language, words in (("de", "Gewinnchance"), ("fr", "chances de gagner"), ("en", "chance of")):
        page.locator("header select").select_option(language)
        expect(page.locator("[data-map]")).to_contain_text(words)
    check(looker, "map")
    looker.troubles = [line for line in looker.troubles if "ERR_FAILED" not in line]


def test_a_finished_table_shows_what_each_moment_was_worth(looker: Person) -> None:
    page = looker.page
    path = looker.play_on(GAME)
    looker.bar.wait_for()
    expect(page.locator("[data-aside]")).to_have_count(0)
    resigning = f"{looker.server.address}/api/v1/tables/{path.removeprefix('/t/')}/commands"
    assert page.request.post(resigning, data={"do": "resign"}).ok
    page.locator("[data-result] [data-lookback]").click()
    moment = page.locator(f'[data-aside="{PLIES - 1}"]')
    moment.locator("[data-depth]").wait_for()
    expect(moment.locator("[data-best]")).to_have_count(3)
    best = [item.get_attribute("data-best") for item in moment.locator("[data-best]").all()]
    assert set(best) <= legal(GAME, PLIES - 1)
    expect(page.locator("[data-idea]").first).to_be_attached()
    page.get_by_role("button", name="One back").click()
    page.locator(f'[data-aside="{PLIES - 2}"] [data-best]').first.click()
    expect(page.locator(".ghost")).to_be_attached()
    page.locator("[data-map-piece]").first.click()
    page.locator("[data-worth]").first.wait_for()
    look_away(looker)
    page.set_viewport_size({"width": 360, "height": 780})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check(looker, "a moment of a finished game")
    page.locator("[data-aside] [data-live]").click()
    expect(page.locator("[data-worth], [data-idea], [data-depth]")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    page.locator("[data-aside=now] [data-lookback]").wait_for()
    looker.troubles = [line for line in looker.troubles if "ERR_FAILED" not in line]


def test_the_page_is_never_held_up(looker: Person, browser: Browser, rng: random.Random) -> None:
    """In CPU time, and compared with how long the same machine takes to open the page: how long somebody else's work
    held the page up says nothing about ours."""
    record = medina.Record.new(medina.new_game("second", 4, gates=True, seed=5))
    while len(record.moves) < 40:
        record = record.play(rng.choice(record.position.legal_moves))
    browser.start_tracing(page=looker.page, categories=["toplevel"])
    show(looker, medina.write_record(record), 40)
    opening = longest_task(browser.stop_tracing())
    browser.start_tracing(page=looker.page, categories=["toplevel"])
    switch_on(looker)
    for number, ply in enumerate((10, 20, 30)):
        go(looker, ply)
        looker.page.locator("[data-map-piece]").nth(number).click()
        looker.page.locator("[data-worth]").first.wait_for()
    assert 0 < longest_task(browser.stop_tracing()) < max(MOST_HELD_MS, OF_OPENING * opening)
    looker.troubles = [line for line in looker.troubles if "ERR_FAILED" not in line]


def test_a_whole_game_is_gone_through_without_the_server(looker: Person) -> None:
    page = looker.page
    show(looker)
    switch_on(looker)
    page.locator("[data-live]").click()  # the game is gone through whether or not one looks along
    page.locator("[data-analysis=done]").wait_for(timeout=LONG)
    page.locator("[data-wordless]").wait_for()
    expect(page.locator("[data-by]")).to_contain_text("on this device, 1,000 positions")
    found = marks(looker)
    *_, study = analyse_game(medina.read_record(GAME), nodes=1000)
    expected = [(str(mistake.number - 1), mistake.mark) for mistake in study.worst]
    assert found[0] == expected[0]
    assert [mark for mark in expected if mark in found] == found, "the same roof missed again is told once"
    mistake = page.locator("[data-mistake]").first
    expect(mistake).to_contain_text("Better:")
    mistake.click()
    expect(page.locator(".ghost")).to_be_attached()
    looker.troubles = [line for line in looker.troubles if "ERR_FAILED" not in line]


def test_a_browser_without_the_engine_asks_the_server_and_says_so(person: Person) -> None:
    person.page.add_init_script("delete globalThis.WebAssembly")
    # A game that nobody has had analysed: with another there would be nothing left to ask for.
    show(person, GAME.replace("j5", "j6"))
    person.page.locator(".more .primary").click()
    expect(person.page.locator("[data-absent]")).to_be_visible()
    expect(person.page.locator("[data-by]")).to_contain_text("The server analyses instead")
    person.page.locator("[data-analysis=done]").wait_for(timeout=LONG)
    assert len(marks(person)) > 0


def pieces_at(ply: int, record: str = GAME) -> int:
    """How many pieces are drawn of that position: all that lie there, and in a city of two, four towers."""
    position = medina.read_record(record).positions[ply]
    roofs = sum(palace.roof is not None for palace in position.palaces)
    return len(position.cells) + len(position.walls) + roofs + 4


def expect_moment(person: Person, ply: int, record: str = GAME) -> None:
    expect(person.page.locator("output")).to_have_text(re.compile(f"^{ply} /"))
    expect(person.page.locator("[data-city] [data-piece]")).to_have_count(pieces_at(ply, record))


def test_once_loaded_a_replay_asks_for_nothing(person: Person) -> None:
    with person.page.expect_response(re.compile(r"engine-.*\.wasm$")):
        show(person)
    person.page.wait_for_load_state("networkidle")
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    for ply in (6, 3, PLIES, 1):
        person.page.locator("input[type=range]").fill(str(ply))
        expect_moment(person, ply)
    person.page.keyboard.press("ArrowRight")
    expect_moment(person, 2)
    # Chromium looks at the icon again whenever the address changes.
    assert {url.rpartition("/")[2] for url in asked} <= {"icon.svg"}


def test_a_moment_waits_for_no_engine(person: Person) -> None:
    """Neither in a browser that fetches it slowly, nor in one that cannot run it; the server tells each position."""
    page = person.page
    page.route(re.compile(r"engine-.*\.wasm$"), lambda _: None)  # never answered
    show(person)
    page.locator("input[type=range]").fill("7")
    expect_moment(person, 7)
    page.reload()
    expect_moment(person, 7)
    page.add_init_script("delete globalThis.WebAssembly")
    page.reload()
    expect_moment(person, 7)
    for ply in (8, 9):
        page.keyboard.press("ArrowRight")
        expect_moment(person, ply)
    page.keyboard.press("End")
    expect_moment(person, PLIES)
    scores = medina.read_record(GAME).position.scores
    graph = page.get_by_role("slider", name="Scores over the game")
    for points in scores:
        expect(graph).to_have_attribute("aria-valuetext", re.compile(rf"\b{points}\b"))


def test_without_the_engine_a_table_tells_its_positions(person: Person) -> None:
    page = person.page
    page.add_init_script("delete globalThis.WebAssembly")
    path = person.play_on(GAME)
    person.goto(path)
    person.bar.wait_for()
    resigning = f"{person.server.address}/api/v1/tables/{path.removeprefix('/t/')}/commands"
    assert page.request.post(resigning, data={"do": "resign"}).ok
    page.locator("[data-result] [data-lookback]").click()
    page.locator(f'[data-looking="{PLIES - 1}"]').wait_for()
    expect(page.locator("[data-city] [data-piece]")).to_have_count(pieces_at(PLIES - 1))
    with page.expect_response(re.compile(f"/positions/{PLIES - 2}$")) as answer:
        page.get_by_role("button", name="One back").click()
    assert answer.value.ok
    page.locator(f'[data-looking="{PLIES - 2}"]').wait_for()
    with page.expect_response(re.compile("/positions/4$")):
        person.goto(f"/replay/{path.removeprefix('/t/')}#4")
    expect_moment(person, 4)
