"""The line breaks, the server dies, tabs go stale: the game goes on."""

from __future__ import annotations

import json
from collections.abc import Callable

from browser_support import Person, Server, expect
from test_e2e_ratings import with_account

Newcomer = Callable[..., Person]
NET = "console: "


def forgive_lost_line(person: Person) -> None:
    """The browser itself reports every connection that fails; that is what these tests are about."""
    ours = [t for t in person.troubles if not (t.startswith(NET) and ("WebSocket" in t or "ERR_" in t))]
    person.troubles[:] = ours


def test_the_server_is_killed_and_comes_back_mid_game(newcomer: Newcomer, own_server: Server) -> None:
    person = newcomer(own_server)
    person.quick_game()
    person.place("O", "c3")
    own_server.kill()
    expect(person.page.locator(".link")).to_contain_text("Connection lost")
    person.take("M")
    own_server.start()
    expect(person.page.locator('[data-link="open"]')).to_be_attached()
    expect(person.piece_at("c3")).to_be_attached()
    expect(person.bar).to_contain_text("Confirm your turn")
    person.end_turn()
    person.place("M", person_merchant_cell(person))
    forgive_lost_line(person)


def test_on_a_slow_line_nothing_moves_and_one_stays_who_one_is(newcomer: Newcomer, far_server: Server) -> None:
    person = newcomer(far_server, viewport={"width": 360, "height": 740})
    person.quick_game()
    board = person.page.locator("[data-board]").bounding_box()
    # What the points come from is asked for once the board is there.
    person.page.locator(".scorebar").first.wait_for()
    assert person.page.locator("[data-board]").bounding_box() == board
    # Whatever was asked for as a guest is answered while the account is made, and afterwards.
    with_account(person, "Far Away")
    for _ in range(2):
        person.page.reload()
        expect(person.page.get_by_text("Logged in as Far Away.")).to_be_visible()


def test_offline_and_back_without_a_reload(person: Person) -> None:
    person.quick_game()
    person.page.evaluate("window.kept = true")
    person.context.set_offline(True)
    expect(person.page.locator(".link")).to_contain_text("Connection lost")
    person.take("O")
    person.click_cell("c3")
    expect(person.page.locator("[data-refusal]")).to_contain_text("Not sent")
    person.context.set_offline(False)
    expect(person.page.locator('[data-link="open"]')).to_be_attached()
    person.place("O", "c3")
    expect(person.piece_at("c3")).to_be_attached()
    assert person.page.evaluate("window.kept") is True
    forgive_lost_line(person)


def test_two_tabs_show_the_same_game_and_do_no_harm(person: Person) -> None:
    person.quick_game()
    second = person.tab()
    second.goto(person.page.url)
    second.locator('[data-turn="mine"]').wait_for()
    person.place("O", "c3")
    expect(second.locator('[data-piece="c3"]')).to_be_attached()
    second.get_by_role("button", name="Take back").click()
    expect(person.piece_at("c3")).not_to_be_attached()
    person.place("B", "e5")
    expect(second.locator('[data-piece="e5"]')).to_be_attached()


def test_a_stale_command_is_refused_and_changes_nothing(person: Person, server: Server) -> None:
    person.quick_game()
    table = person.page.url.rsplit("/", 1)[1]
    stale = person.n()
    person.place("O", "c3")
    answer = person.context.request.post(
        f"{server.address}/api/v1/tables/{table}/commands",
        data={"do": "take_back", "n": stale},
        headers={"Origin": server.address},
    )
    assert answer.status >= 400
    assert json.loads(answer.text())["error"]["code"] == "stale"
    expect(person.piece_at("c3")).to_be_attached()


def test_back_button_and_titles(person: Person) -> None:
    person.goto("/")
    expect(person.page).to_have_title("Medina: play in your browser")
    person.page.get_by_role("button", name="Play now").click()
    person.wait_turn()
    expect(person.page).to_have_title("● Your turn, Medina")
    person.page.go_back()
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(person.page.get_by_text("Your turn").first).to_be_visible()
    person.page.go_forward()
    person.wait_turn()


def test_markup_in_chat_and_names_stays_text(newcomer: Newcomer, server: Server) -> None:
    person = newcomer(server)
    person.open_table(options={"players": 2, "starts": "host"}, bots=["random"], sit=True, start=True)
    person.wait_turn()
    person.page.get_by_text("Chat", exact=True).click()
    person.page.get_by_label("Say something").fill("<img src=x onerror=alert(1)><b>hi</b>")
    person.page.get_by_role("button", name="Send").click()
    line = person.page.locator(".chat li").first
    expect(line).to_contain_text("<b>hi</b>")
    assert line.locator("img").count() == 0


def person_merchant_cell(person: Person) -> str:
    person.take("M")
    person.page.locator("[data-target]").first.wait_for()
    return person.targets()[0]
