"""My play: where points are lost, over games of the site and of the device, and the puzzles that fit."""

from __future__ import annotations

import random
from typing import Any

from browser_support import PATIENCE_MS, Person, expect
from test_e2e_axe import check_themes

import medina

COST = 12
"""Points of the lead that each mistake of these studies costs."""


def played(seed: int, bot: str) -> medina.Record:
    """A finished game of seat 0 against a bot."""
    rng = random.Random(seed)
    record = medina.Record.new(medina.new_game("second", players=2, seed=seed), {"Seat0": "?", "Seat1": f"bot:{bot}"})
    while record.position.phase != "over":
        record = record.play(rng.choice(record.position.legal_moves))
    return record


def missed_roofs(record: medina.Record) -> list[tuple[int, str]]:
    """Where seat 0 could have claimed a palace and placed something else."""
    return [
        (ply, next(legal.text for legal in before.legal_moves if legal.piece == "R"))
        for ply, (before, move) in enumerate(zip(record.positions, record.moves, strict=False))
        if before.turn == 0 and move.piece != "R" and any(legal.piece == "R" for legal in before.legal_moves)
    ]


def findings(record: medina.Record, mistakes: list[tuple[int, str]]) -> list[dict[str, Any]]:
    """An even game all along, but for these."""
    even = {"win": [0.5, 0.5], "score": [50, 50]}
    moments: list[dict[str, Any]] = [
        {**even, "best": [{"move": move.text, **even}] if move else []} for move in (*record.moves, None)
    ]
    for ply, better in mistakes:
        promise = {"win": [0.95, 0.05], "score": [50 + COST, 50]}
        moments[ply] |= {"best": [{"move": better, **promise}], "better": promise}
    return moments


def keep(person: Person, record: medina.Record, mistakes: list[tuple[int, str]]) -> None:
    post = person.context.request.post
    headers = {"Origin": person.server.address}
    api = f"{person.server.address}/api/v1"
    made = post(f"{api}/archive", data={"record": medina.write_record(record)}, headers=headers)
    assert made.status == 201, made.text()
    study = {"table": made.json()["id"], "nodes": 1000, "moments": findings(record, mistakes)}
    given = post(f"{api}/analyses/given", data=study, headers=headers, timeout=PATIENCE_MS)
    assert given.ok, given.text()
    assert given.json()["kept"]
    marked = {moment["ply"]: moment["themes"] for moment in given.json()["moments"] if moment["mark"]}
    assert marked.keys() == {ply for ply, _ in mistakes}
    assert all("claim" in themes for themes in marked.values())


def test_where_points_are_lost_and_what_helps(person: Person) -> None:
    person.goto("/me")
    person.register("Zoe")
    one, other = played(3, "visitor"), played(4, "architect")
    first, second = missed_roofs(one), missed_roofs(other)
    early, late = first[0], first[-1]
    assert late[0] >= 2 * len(one.moves) / 3
    keep(person, one, [early, late])
    keep(person, other, [second[0]])

    # A game of this device that was given up, which nobody has gone through.
    person.goto("/device")
    person.page.locator("[data-bot]").select_option("random")
    person.page.locator("[data-start]").click()
    person.wait_turn()
    person.place("W", "Na")
    person.page.get_by_role("button", name="Resign").click()
    person.page.get_by_role("button", name="Resign").click()

    person.goto("/me")
    person.page.get_by_role("link", name="My play").click()
    expect(person.page.locator("[data-summary]")).to_contain_text(
        f"2 games, in each of which mistakes cost {3 * COST // 2}"
    )
    claim = person.page.locator('[data-row="claim"]')
    expect(claim).to_contain_text(f"{3 * COST} points")
    expect(claim).to_contain_text("3 mistakes")
    expect(person.page.locator('[data-row="end"]')).to_contain_text("1 mistake")
    expect(person.page.locator('[data-row="Visitor"]')).to_contain_text(f"{2 * COST} points")
    expect(person.page.locator('[data-row="Architect"]')).to_contain_text(f"{COST} points")
    expect(person.page.locator("[data-weakest]")).to_have_attribute("href", "/puzzles/claim")

    # The engine of this device goes through the rest; what was found once is remembered, without the site, too.
    person.page.locator("[data-left]").get_by_role("button", name="Go through it here").click()
    expect(person.page.locator("[data-left]")).to_have_count(0)
    expect(person.page.locator("[data-summary]")).to_contain_text("3 games")
    check_themes(person, "my play")
    person.page.route("**/api/v1/archive*", lambda route: route.abort())
    person.page.reload()
    expect(person.page.locator("[data-summary]")).to_contain_text("3 games")
    expect(person.page.get_by_role("status")).to_contain_text("games this device remembers")
    person.page.locator('[aria-label="Language"]').select_option("de")
    expect(person.page.get_by_role("heading", name="Mein Spiel")).to_be_visible()
    person.troubles = [line for line in person.troubles if "ERR_FAILED" not in line]
