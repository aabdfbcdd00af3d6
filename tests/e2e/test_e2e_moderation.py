"""The page of those who look after the site: from a report to a ban and back, by keys, and what the banned see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from box_support import call
from browser_support import Person, Server, expect
from test_e2e_axe import check, check_themes
from test_e2e_people import medina

from medina.server.puzzles import Puzzles


def account(person: Person, name: str) -> str:
    call(person, "GET", "/me")
    return str(call(person, "POST", "/accounts", {"name": name, "password": "a long password"})["id"])


def test_a_report_becomes_a_ban_and_is_undone(newcomer: Callable[..., Person], own_server: Server) -> None:
    server = own_server
    mod, anna, rude = newcomer(server), newcomer(server), newcomer(server)
    for person in (mod, anna, rude):
        person.goto("/rules")
    account(mod, "Mona Moderates")
    account(anna, "Anna Reports")
    user = account(rude, "Rude Rudolf")
    medina("admin", "host", "Mona Moderates", "--data", str(server.data))
    options: dict[str, Any] = {"players": 3, "public": True}
    table = call(anna, "POST", "/tables", {"options": options, "bots": ["greedy"]})["id"]
    call(anna, "POST", f"/tables/{table}/commands", {"do": "chat", "text": "Good luck everybody!"})
    call(rude, "POST", f"/tables/{table}/commands", {"do": "chat", "text": "What a daft city."})
    line = call(anna, "GET", f"/tables/{table}")["chat"][-1]["n"]
    call(anna, "POST", "/reports", {"table": table, "seq": line, "note": "Nobody should say that."})
    page = mod.page
    anna.goto("/moderation")
    expect(anna.page.get_by_text("This page is for those who look after the site.")).to_be_visible()
    mod.goto("/me")
    page.get_by_role("link", name="Look after the site").click()
    expect(page.get_by_text("What a daft city.")).to_be_visible()
    expect(page.get_by_text("Good luck everybody!")).to_be_visible()
    # By keys: ask, say why, do it.
    page.get_by_role("button", name="Remove the line").press("Enter")
    check(mod, "a report with a question")
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_label("Reason").fill("an insult")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Done. It is in the log.")).to_be_visible()
    page.get_by_role("button", name="Dealt with").click()
    expect(page.get_by_text("Nothing to deal with.")).to_be_visible()
    page.get_by_role("link", name="People").click()
    page.get_by_role("searchbox").fill("rudolf")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Ban", exact=True).click()
    page.get_by_label("Reason").fill("Insults")
    check_themes(mod, "people")
    page.get_by_role("button", name="Ban", exact=True).last.click()
    expect(page.get_by_text("Banned until")).to_be_visible()
    rude.goto("/")
    expect(rude.page.get_by_role("alert").first).to_contain_text("“Insults”")
    for part in ("Tables", "Bans", "Log"):
        page.get_by_role("link", name=part).click()
        expect(page.get_by_role("listitem").first).to_be_visible()
        check_themes(mod, part)
    for act in ("Banned", "Line removed"):
        entry = page.get_by_role("listitem").filter(has=page.get_by_text(act, exact=True))
        entry.get_by_role("button", name="Undo").click()
        entry.get_by_role("button", name="Undo").click()
        expect(entry.get_by_text("Undone", exact=False)).to_be_visible()
    assert call(rude, "GET", f"/users/{user}")["name"] == "Rude Rudolf"
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Moderation")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Whoever comes back is as welcome as before; the banned one's console has had its refusals.
    rude.troubles.clear()


def test_a_wrong_puzzle_is_withdrawn_and_comes_back(newcomer: Callable[..., Person], server: Server) -> None:
    mod = newcomer(server, viewport={"width": 360, "height": 740})
    puzzle = list(Puzzles("").first)[-1]
    mod.goto("/rules")
    account(mod, "Petra Puzzles")
    medina("admin", "moderator", "Petra Puzzles", "--data", str(server.data))
    call(mod, "POST", "/reports", {"puzzle": puzzle, "note": "Two turns are as good."})
    page = mod.page
    mod.goto("/moderation")
    page.get_by_role("button", name="Remove the puzzle").click()
    page.get_by_label("Reason").fill("not clear")
    check_themes(mod, "a puzzle that was reported")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Done. It is in the log.")).to_be_visible()
    mod.goto(f"/puzzles/{puzzle}")
    expect(page.get_by_role("alert")).to_contain_text("This puzzle was withdrawn")
    mod.goto("/moderation#log")
    entry = page.get_by_role("listitem").filter(has=page.get_by_text("Puzzle removed", exact=True))
    expect(entry).to_contain_text(puzzle)
    entry.get_by_role("button", name="Undo").click()
    entry.get_by_role("button", name="Undo").click()
    expect(entry.get_by_text("Undone", exact=False)).to_be_visible()
    mod.goto(f"/puzzles/{puzzle}")
    page.locator(f'[data-puzzle="{puzzle}"]').wait_for()
    # One that nobody has reported, by its link.
    mod.goto("/moderation")
    page.get_by_role("button", name="Remove a puzzle").click()
    page.get_by_label("Puzzle’s number or link").fill(f"https://medina.example/puzzles/{puzzle}")
    page.get_by_label("Reason").fill("once more")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Done. It is in the log.")).to_be_visible()
    assert call(mod, "GET", "/puzzles")["withdrawn"] == [puzzle]
    newest = call(mod, "GET", "/moderation/acts")["acts"][0]
    call(mod, "POST", "/moderation/acts", {"do": "undo", "act": newest["number"]})
