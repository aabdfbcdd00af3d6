"""Two people and a watcher: leaving, waiting, claiming, a bot, coming back, pausing, taking back, resigning, again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from browser_support import Person, Server, expect
from test_e2e_phone import PHONE

Newcomer = Callable[..., Person]


def seated(newcomer: Newcomer, server: Server, people: int = 2, **options: Any) -> list[Person]:
    """Some people at a table of their own, and one who watches."""
    everybody = [newcomer(server) for _ in range(people)] + [newcomer(server, **PHONE)]
    host = everybody[0]
    wanted = {"players": 2, "starts": "seated", **options}
    path = host.open_table(options=wanted, bots=["random"] * (wanted["players"] - people), sit=True)
    for guest in everybody[1:people]:
        guest.goto(path)
        guest.page.get_by_role("button", name="Sit here").first.click()
    everybody[-1].goto(path)
    host.page.get_by_role("button", name="Start the game").click()
    for one in everybody:
        one.bar.wait_for()
    return everybody


def panel(person: Person) -> Any:
    return person.page.locator("[data-together]")


def press(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()


def stop(person: Person, how: str) -> None:
    press(person, "Leave the game")
    press(person, how)
    # The box that asked is gone.
    expect(person.page.get_by_role("group", name="Leave the game")).to_have_count(0)


def whole_turn(person: Person) -> None:
    """Two pieces, wherever they may go, and the confirmation."""
    person.wait_turn()
    for _ in range(2):
        if person.confirm_button.is_enabled():
            break
        person.take("S" if "S" in person.fitting() else "G")
        n = person.n()
        person.page.mouse.click(*person.point(person.targets()[0]))
        person.wait_past(n)
    person.confirm()


def test_leaving_waiting_a_bot_and_coming_back(newcomer: Newcomer, server: Server) -> None:
    anna, ben, watcher = seated(newcomer, server)
    anna.wait_turn()
    press(anna, "Leave the game")
    # What will happen is said before.
    expect(anna.page.get_by_role("group", name="Leave the game")).to_contain_text("your seat is kept")
    press(anna, "Leave")
    # My own screen has no turn and no tray, but one large way back.
    expect(anna.page.locator("[data-gone]")).to_contain_text("You have left")
    expect(anna.page.locator("[data-tray]")).to_have_count(0)
    assert not anna.is_my_turn()
    expect(watcher.page.locator("[data-player='0']")).to_contain_text("has left")
    expect(panel(watcher)).to_contain_text("has left")
    expect(panel(watcher).get_by_role("button")).to_have_count(0)
    press(ben, "Wait")
    expect(panel(ben)).to_contain_text("Waiting for")
    press(ben, "Decide otherwise")
    ben.page.get_by_label("Which bot").select_option("random")
    press(ben, "Let a bot play on")
    for one in (anna, ben, watcher):
        expect(one.page.locator("[data-player='0'] .name")).to_contain_text("Wanderer plays on")
    ben.wait_turn()
    expect(anna.page.locator("[data-gone]")).to_contain_text("Wanderer is playing for you")
    press(anna, "Come back to my seat")
    expect(anna.page.locator("[data-tray]").first).to_be_visible()
    whole_turn(ben)
    anna.wait_turn()
    # Gone again, and this time the game is claimed.
    stop(anna, "Leave")
    press(ben, "Claim the game")
    for one in (anna, ben, watcher):
        expect(one.page.get_by_role("dialog")).to_contain_text("Did not come back:")
    expect(ben.page.get_by_role("dialog")).to_contain_text("You win!")


def test_taking_back_pausing_resigning_and_playing_again(newcomer: Newcomer, server: Server) -> None:
    anna, ben, watcher = seated(newcomer, server, clock={"kind": "days", "days": 3})
    whole_turn(anna)
    ben.wait_turn()
    for answer in ("No", "I agree"):
        press(anna, "Ask to take my turn back")
        expect(panel(watcher)).to_contain_text("asks to take the last turn back")
        press(ben, answer)
        if answer == "No":
            for one in (anna, watcher):
                expect(one.page.locator("[data-told]")).to_contain_text("does not agree")
        expect(panel(watcher)).to_have_count(0)
        expect(watcher.page.locator("[data-moves] button")).to_have_count(1 if answer == "No" else 0)
    anna.wait_turn()
    press(ben, "Propose a pause")
    press(anna, "I agree")
    for one in (anna, ben, watcher):
        expect(panel(one)).to_contain_text("The game is paused")
    assert not anna.is_my_turn()
    press(ben, "Go on")
    anna.wait_turn()
    press(anna, "Take vacation")
    expect(watcher.page.locator("[data-player='0']")).to_contain_text("on vacation")
    stop(anna, "Resign")
    for one in (anna, ben, watcher):
        expect(one.page.get_by_role("dialog")).to_contain_text("Resigned:")
    old = ben.page.url
    press(ben, "Rematch")
    press(anna, "Yes, a rematch")
    for one in (anna, ben):
        one.page.wait_for_url(lambda url: url != old)
        one.bar.wait_for()
    watcher.page.get_by_role("link", name="To the rematch").click()
    watcher.page.wait_for_url(anna.page.url.rsplit("/", 1)[0] + "/**")
    watcher.bar.wait_for()


def test_resigning_among_four_and_a_rematch_with_bots_by_one_click(newcomer: Newcomer, server: Server) -> None:
    anna, ben, watcher = seated(newcomer, server, players=4, absent="bot", substitute="random")
    press(ben, "Leave the game")
    expect(ben.page.get_by_role("group", name="Leave the game")).to_contain_text("you come last for good")
    press(ben, "Resign")
    for one in (anna, watcher):
        expect(one.page.locator("[data-player='1']")).to_contain_text("resigned")
    expect(ben.page.locator("[data-gone]")).to_contain_text("You have resigned")
    press(anna, "Leave the game")
    expect(anna.page.get_by_role("group", name="Leave the game")).to_contain_text("nobody wins")
    press(anna, "Resign")
    alone = newcomer(server)
    alone.quick_game()
    stop(alone, "Resign")
    old = alone.page.url
    press(alone, "Rematch")
    alone.page.wait_for_url(lambda url: url != old)
    alone.bar.wait_for()
    # In the list it is no 0 : 0 against the winner.
    alone.goto("/me")
    expect(alone.page.get_by_text("Wanderer won by resignation")).to_be_visible()


def test_who_is_away_for_long_at_an_untimed_table_is_decided_about(newcomer: Newcomer, quick_server: Server) -> None:
    anna, ben, watcher = seated(newcomer, quick_server)
    ben.page.set_viewport_size({"width": 360, "height": 740})
    ben.page.locator(".scorebar").first.wait_for()
    board = ben.page.locator("[data-board]").bounding_box()
    anna.goto("/rules")
    expect(ben.page.locator("[data-player='0']")).to_contain_text("away")
    assert ben.page.locator("[data-board]").bounding_box() == board, "who is about to tap a cell taps that one"
    expect(panel(ben)).to_contain_text("has been away for a while")
    expect(panel(watcher)).to_contain_text("has been away for a while")
    anna.page.go_back()
    anna.wait_turn()
    expect(panel(ben)).to_have_count(0)
    anna.goto("/rules")
    press(ben, "Call it off")
    for one in (ben, watcher):
        expect(one.page.get_by_role("dialog")).to_contain_text("called off by agreement")


def test_the_waiting_room_says_who_hosts_by_which_rules_and_who_was_sent_away(
    newcomer: Newcomer, server: Server
) -> None:
    host, ben = newcomer(server), newcomer(server, **PHONE)
    path = host.open_table(options={"players": 3, "starts": "random", "switches": {"tea": False}}, sit=True)
    ben.goto(path)
    ben.page.get_by_role("button", name="Sit here").first.tap()
    expect(ben.page.locator("main")).to_contain_text("tea: off")
    expect(ben.page.locator("[data-host]")).to_contain_text("Host:")
    reader = newcomer(server, locale="fr-FR")
    reader.goto(path)
    expect(reader.page.locator("[data-host]")).to_contain_text("Hôte : Invité")
    expect(ben.page.locator("[data-seat='0']")).to_contain_text("host")
    # Colours are those of the turns, which are not drawn yet.
    expect(ben.page.locator(".seats .drawn-later")).to_have_count(3)
    expect(ben.page.locator("main")).to_contain_text("drawn by lot")
    host.page.get_by_text("Options", exact=True).click()
    host.page.get_by_text("Individual rules").click()
    expect(host.page.locator("label", has_text="Well").locator("option").first).to_have_text("as the edition: on")
    host.page.get_by_label("Who starts").select_option("seated")
    expect(ben.page.locator(".seats .drawn-later")).to_have_count(0)
    press(host, "Free this seat")
    expect(ben.page.locator("[data-news]")).to_contain_text("given your seat free")
    ben.page.get_by_role("button", name="Sit here").first.tap()
    press(host, "Make host")
    expect(ben.page.locator("[data-host]")).to_have_text("You are the host.")
    press(ben, "Close the table")
    ben.page.get_by_role("group", name="Close the table").get_by_role("button").first.tap()
    for one in (host, ben):
        expect(one.page.get_by_role("heading", name="This table was closed")).to_be_visible()
