"""Puzzles: right, wrong with a reason, two right orders, today's, a streak, without a network, by keys alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from browser_support import Person, Server, expect, kept
from test_e2e_axe import violations

from medina import MedinaError, Position
from medina.puzzles import SHIPPED, Puzzle, Step, pack, read_puzzles
from medina.study import reasons_text, why_worse
from medina.study.given import Promise

PUZZLES = {puzzle.id: puzzle for puzzle in read_puzzles(SHIPPED)}


def after(position: Position, moves: Sequence[str]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def is_plain(puzzle: Puzzle) -> bool:
    """One turn to find, of pieces that go on cells, with one of them free to come first or second."""
    step = puzzle.steps[0]
    if (
        len(puzzle.steps) > 1
        or len(step.turn) != 2
        or any("/" in move or move == "T" for move in step.turn + step.rival)
    ):
        return False
    try:
        after(puzzle.start, step.turn[::-1])
    except MedinaError:
        return False
    return not set(step.turn) & set(step.rival)


PLAIN = next(puzzle for puzzle in PUZZLES.values() if is_plain(puzzle))
STEP = PLAIN.steps[0]


def make(person: Person, turn: Sequence[str]) -> None:
    """Place the pieces of a turn, and confirm it."""
    for move in turn:
        person.place(move[0], move[1:])
    person.confirm()


def stage(person: Person, name: str) -> None:
    person.page.locator(f"[data-guide={name}]").wait_for()


def press(person: Person, name: str) -> None:
    person.page.locator("[data-guide]").get_by_role("button", name=name).click()


def covered(person: Person) -> float:
    """How much of the board's height the guide lies over, in pixels."""
    board = person.page.locator("[role=application]").bounding_box()
    guide = person.page.locator("[data-guide]").bounding_box()
    assert board is not None
    assert guide is not None
    return board["y"] + board["height"] - guide["y"]


def test_wrong_with_the_reason_and_right_in_another_order(person: Person) -> None:
    person.goto(f"/puzzles/{PLAIN.id}")
    stage(person, "asked")
    expect(person.page.locator("[data-guide]")).to_contain_text("Find the best turn")
    make(person, STEP.rival)
    stage(person, "wrong")
    even = Promise([0.0] * PLAIN.start.ruleset.players, [1 / PLAIN.start.ruleset.players] * PLAIN.start.ruleset.players)
    _, faults = why_worse(PLAIN.start, STEP.rival, STEP.key, even, even)
    if not faults[0].key.startswith("analysis.bad.d"):  # which depends on what the engine found
        said = reasons_text(faults[:1], "en", ["Red", "Blue", "Green", "Yellow"])
        expect(person.page.locator("[data-why]")).to_contain_text(said.split(" (")[0][:20])
    expect(person.page.locator("[data-why]")).to_contain_text("of the chance to win")
    assert violations(person) == []
    press(person, "Try again")
    make(person, STEP.turn[::-1])
    stage(person, "solved")
    press(person, "Why?")
    proofs = person.page.locator("[data-proofs] li")
    expect(proofs).to_have_count(3)
    href = person.page.get_by_role("link", name="On the analysis board").get_attribute("href") or ""
    assert href.startswith("/study#p=")
    assert len(href) > 100
    assert violations(person) == []


def test_the_puzzle_of_the_day_is_everybodys_and_a_first_try_counts(
    newcomer: Callable[..., Person], server: Server
) -> None:
    one, other = newcomer(server), newcomer(server)
    for who in (one, other):
        who.goto("/puzzles/daily")
        stage(who, "asked")
    assert one.page.locator("[data-puzzle]").get_attribute("data-puzzle") == (
        other.page.locator("[data-puzzle]").get_attribute("data-puzzle")
    )
    press(one, "Show the solution")
    stage(one, "shown")
    one.goto("/puzzles")
    expect(one.page.get_by_text("Missed today.")).to_be_visible()
    # Somebody with an account: the server hears of it, once.
    other.register("Solver of puzzles")
    other.goto(f"/puzzles/{PLAIN.id}")
    stage(other, "asked")
    with other.page.expect_response(
        lambda answer: answer.url.endswith("/me/puzzles") and answer.request.method == "POST"
    ) as told:
        make(other, STEP.turn)
    assert told.value.json()["tries"] == {PLAIN.id: True}
    stage(other, "solved")
    other.goto("/puzzles")
    other.page.wait_for_function("() => Number(document.querySelector('[data-level]')?.dataset.level) > 1500")
    assert server.get("/api/v1/puzzles")["learned"][PLAIN.id]


def test_a_streak_by_keys_alone_ends_with_a_miss(person: Person) -> None:
    person.goto("/puzzles")
    person.page.evaluate("id => sessionStorage.setItem('medina.puzzle', JSON.stringify({ streak: id }))", PLAIN.id)
    person.goto("/puzzles/streak")
    stage(person, "asked")
    cursor = ""
    for move in STEP.turn:
        before, cell = person.n(), move[1:]
        person.page.keyboard.press(move[0])
        person.page.locator(f'[data-target="{cell}"]').wait_for()
        lit = person.targets()
        for _ in range((lit.index(cell) - (lit.index(cursor) if cursor in lit else 0)) % len(lit)):
            person.page.keyboard.press("PageDown")
        person.page.keyboard.press("Enter")
        person.wait_past(before)
        cursor = cell
    person.page.keyboard.press("Enter")
    stage(person, "solved")
    expect(person.page.locator("[data-streak]")).to_have_text("Streak: 1")
    press(person, "Next puzzle")
    stage(person, "asked")
    assert person.page.locator("[data-puzzle]").get_attribute("data-puzzle") != PLAIN.id
    press(person, "Hint")
    expect(person.page.locator("[data-hinted]")).to_contain_text("It takes:")
    expect(person.page.locator("[data-streak]")).to_have_text("Streak: 0")
    person.goto("/puzzles")
    expect(person.page.get_by_text("Longest so far: 1.")).to_be_visible()


def test_on_a_phone_in_german_without_a_network(newcomer: Callable[..., Person], server: Server) -> None:
    size = {"width": 360, "height": 740}
    person = newcomer(server, viewport=size, has_touch=True, locale="de-DE", service_workers="allow")
    person.goto("/")
    person.page.evaluate("navigator.serviceWorker.ready")
    person.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    person.context.set_offline(True)
    person.goto("/puzzles")
    expect(person.page.locator("h1")).to_have_text("Aufgaben")
    assert violations(person) == []
    person.page.evaluate("id => sessionStorage.setItem('medina.puzzle', JSON.stringify({ next: id }))", PLAIN.id)
    person.page.get_by_role("link", name="Eine lösen, die zu mir passt").click()
    stage(person, "asked")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert covered(person) <= 0
    press(person, "Tipp")
    press(person, "Tipp")
    assert covered(person) <= 0
    make(person, STEP.rival)
    stage(person, "wrong")
    expect(person.page.locator("[data-why]")).to_contain_text("Was zu finden ist")
    expect(person.page.locator("[data-why]")).to_contain_text("Gewinnchance")
    assert covered(person) < 90
    assert violations(person) == []
    press(person, "Lösung zeigen")
    stage(person, "shown")
    person.page.reload()
    stage(person, "asked")
    person.goto("/puzzles/daily")
    stage(person, "asked")
    person.goto("/puzzles")
    assert kept(person, "tries") == [{"puzzle": PLAIN.id, "solved": False, "waits": True}]
    assert kept(person, "level")[0]["level"] < 1500


def doubtful() -> Puzzle:
    """One that asks for a blunder."""
    other = next(puzzle for puzzle in PUZZLES.values() if puzzle is not PLAIN)
    step = other.steps[0]
    return replace(other, steps=(replace(step, key=step.rival, turn=step.rival, rival=step.turn, replies=()),))


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Puzzle]]:
    """A site with a puzzle of its own: two turns to find, with the others' replies between them."""
    end = after(PLAIN.start, STEP.turn)
    replies: list[tuple[str, ...]] = []
    while end.turn != PLAIN.start.turn:
        moves, seat = [], end.turn
        while end.turn == seat and (not moves or end.is_mid_turn):
            moves.append(next(move.text for move in end.legal_moves if move.piece == "W"))
            end = end.play(moves[-1])
        replies.append(tuple(moves))
    walls = [move.text for move in end.legal_moves if move.piece == "W"]
    second = (walls[0], next(move.text for move in end.play(walls[0]).legal_moves if move.piece == "M"))
    last = Step((walls[0],), second, (second[1],), STEP.proofs)
    puzzle = replace(PLAIN, steps=(replace(STEP, replies=tuple(replies)), last), start=PLAIN.start)
    pack([puzzle, doubtful()], tmp_path / "own")
    monkeypatch.setenv("MEDINA_PUZZLES", str(tmp_path / "own"))
    server = Server(tmp_path / "data")
    server.start()
    yield server, puzzle
    server.stop()


def test_right_turns_are_answered_until_the_point_is_made(
    newcomer: Callable[..., Person], hosts: tuple[Server, Puzzle]
) -> None:
    server, puzzle = hosts
    person = newcomer(server)
    person.goto(f"/puzzles/{puzzle.id}")
    stage(person, "asked")
    expect(person.page.locator("[data-guide]")).to_contain_text("Turn 1 of 2")
    first, second = puzzle.steps
    make(person, first.turn)
    expect(person.page.locator("[data-guide]")).to_contain_text("Turn 2 of 2")
    stage(person, "asked")
    placed = person.page.locator("[data-moves]").inner_text()
    assert placed.count("wall") == len([move for reply in first.replies for move in reply]), json.dumps(placed)
    make(person, second.turn)
    stage(person, "solved")

    # The engine of this device would never ask for a blunder: that can be told.
    person.goto(f"/puzzles/{doubtful().id}")
    stage(person, "asked")
    press(person, "Show the solution")
    stage(person, "shown")
    press(person, "Why?")
    person.page.get_by_role("button", name="What does this device’s engine say?").click()
    person.page.get_by_role("button", name="Report this puzzle").click()
    expect(person.page.get_by_text("Thank you.")).to_be_visible()
