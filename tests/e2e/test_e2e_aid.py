"""The player aid and how to play: on every page, for the game on the page, on one sheet, without a network."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from browser_support import Person, Server, expect
from test_e2e_app import WITH_WORKER, forgive, offline, settle

from medina.rules import Ruleset
from medina.rules.ruleset import PLAYERS

Newcomer = Callable[..., Person]
LANGUAGES = ("en", "fr", "de")
GAMES = [(edition, players) for edition, numbers in PLAYERS.items() for players in numbers]
EVERYTHING = "&founding=yes&last_player_roofs=yes&both_placements=yes&connection=row"
"""What the second edition's own game leaves out: with it, the aid is as long as it can be."""


def aid_dialog(person: Person) -> None:
    person.page.get_by_role("dialog", name="Player aid").locator("[data-aid]").wait_for()


def open_aid(person: Person, address: str, language: str) -> None:
    person.goto(address)
    person.page.locator("h1").wait_for()
    person.page.locator("header select").select_option(language)
    person.page.locator(f"html[lang={language}]").wait_for()
    person.page.locator("[data-aid]").wait_for()


def sheets(person: Person) -> Iterator[tuple[str, int]]:
    """The pages that the aid takes, by the size of the paper."""
    for paper in ("A4", "Letter"):
        yield paper, len(re.findall(rb"/Type\s*/Page\b", person.page.pdf(format=paper)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aid_of_every_game_prints_on_one_sheet(person: Person, language: str) -> None:
    open_aid(person, "/aid", language)
    found = {}
    for (edition, players), gates in product(GAMES, (False, True)):
        person.page.locator("main [data-edition]").select_option(edition)
        person.page.locator("main [data-players]").select_option(str(players))
        person.page.locator("main [data-gates]").set_checked(gates)
        person.page.locator(f"[data-aid={edition}{players}{'gates' if gates else ''}]").wait_for()
        found |= {(edition, players, gates, paper): pages for paper, pages in sheets(person)}
    for players in PLAYERS["second"]:
        open_aid(person, f"/aid?edition=second&players={players}&gates=yes{EVERYTHING}", language)
        found |= {("everything", players, paper): pages for paper, pages in sheets(person)}
    assert {what: pages for what, pages in found.items() if pages != 1} == {}
    assert len(found) == 2 * (2 * len(GAMES) + len(PLAYERS["second"]))


def test_paper_has_the_aid_and_nothing_else_in_dark_colours_too(person: Person) -> None:
    person.goto("/aid")
    person.page.get_by_role("button", name="Dark colours").click()
    person.page.emulate_media(media="print")
    for gone in ("header", "[data-edition]", "main button"):
        expect(person.page.locator(gone).first).to_be_hidden()
    ink = person.page.locator("[data-aid] li").first.evaluate("e => getComputedStyle(e).color")
    assert max(map(int, re.findall(r"\d+", ink)[:3])) < 100, "white paper needs dark letters"


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_the_aid_has_the_pieces_of_the_game(person: Person, edition: str, players: int) -> None:
    person.goto(f"/aid?edition={edition}&players={players}&gates=yes")
    person.page.locator("[data-aid]").wait_for()
    stock = Ruleset.of(edition, players, True).stock()
    pieces = dict(zip("GPBOSMWRND", stock, strict=True))
    shown = {
        str(row.get_attribute("data-aid-piece")): row.locator("td").nth(1).inner_text()
        for row in person.page.locator("[data-aid-piece]").all()
    }
    expected = {piece: str(pieces[piece]) for piece in "SMWRND" if pieces[piece]} | {"G": f"4 × {pieces['G']}"}
    assert shown == expected


def test_a_question_mark_opens_the_aid_everywhere_but_where_somebody_writes(person: Person) -> None:
    for path in ("/", "/rules", "/how-to-play", "/me", "/ratings", "/nowhere", "/device"):
        person.goto(path)
        person.page.locator("h1").first.wait_for()
        person.page.keyboard.press("?")
        aid_dialog(person)
        person.page.keyboard.press("?")
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        assert person.page.url.endswith(path)
    person.goto("/replay")
    person.page.get_by_label("Paste a game record").press_sequentially("what?")
    expect(person.page.get_by_label("Paste a game record")).to_have_value("what?")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_the_menu_opens_the_aid_and_its_page_shows_it_already(person: Person) -> None:
    person.goto("/rules")
    menu = person.page.locator("header").get_by_role("link", name="Player aid")
    menu.click()
    aid_dialog(person)
    dialog = person.page.get_by_role("dialog")
    dialog.locator("[data-edition]").select_option("first")
    expect(dialog.locator("[data-aid=first3]")).to_be_visible()
    person.page.go_back()
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert person.page.url.endswith("/rules")
    person.goto("/aid?edition=first&players=4&gates=yes")
    expect(person.page.locator("[data-aid=first4gates]")).to_be_visible()
    person.page.keyboard.press("?")
    person.page.locator("header").get_by_role("link", name="Player aid").click()
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_the_address_of_the_aid_names_the_game(person: Person) -> None:
    person.goto("/aid?edition=first&players=2&gates=perhaps&well=yes&tea=perhaps")
    sheet = person.page.locator("[data-aid]")
    # The first edition is for three or four; what makes no sense is as the edition has it.
    expect(sheet).to_have_attribute("data-aid", "first3")
    expect(sheet).to_contain_text("The well")
    expect(sheet).not_to_contain_text("Tea scores nothing")
    expect(person.page).to_have_url(re.compile(r"/aid\?edition=first&players=3&gates=no&well=yes$"))
    person.page.locator("main [data-players]").select_option("4")
    person.page.reload()
    expect(sheet).to_have_attribute("data-aid", "first4")
    expect(sheet).to_contain_text("The well")
    # Another edition is another game, with its own switches.
    person.page.locator("main [data-edition]").select_option("second")
    expect(person.page).to_have_url(re.compile(r"/aid\?edition=second&players=4&gates=no$"))


def test_at_a_table_the_aid_is_that_of_its_options(person: Person) -> None:
    switches = {"well": False, "tower_merchants": False, "last_player_roofs": True}
    options = {"players": 3, "gates": True, "switches": switches, "starts": "host"}
    person.open_table(options=options, bots=["random"] * 2, sit=True)
    person.page.locator("[data-seat]").first.wait_for()
    dialog = person.page.get_by_role("dialog")
    person.page.keyboard.press("?")
    expect(dialog.locator("[data-aid=second3gates]")).not_to_contain_text("The well")
    person.page.keyboard.press("Escape")
    person.page.get_by_role("button", name="Start the game").click()
    person.wait_turn()
    person.page.keyboard.press("?")
    sheet = dialog.locator("[data-aid=second3gates]")
    expect(sheet).to_contain_text("When all others are out, place at least one own roof")
    expect(sheet).to_contain_text("Tea scores nothing")
    for gone in ("The well", "Merchants wait on the tower tiles", "their merchants go to the box"):
        expect(sheet).not_to_contain_text(gone)
    expect(dialog.locator("[data-edition]")).to_have_count(0)
    expect(dialog).to_contain_text("Page down")
    address = dialog.get_by_role("link", name="This aid as a page").get_attribute("href")
    said = sheet.locator("section").all_inner_texts()
    person.goto(str(address))
    expect(person.page.locator("[data-aid]")).to_be_visible()
    assert person.page.locator("[data-aid] section").all_inner_texts() == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_play_shows_its_diagrams_and_its_links_lead_somewhere(person: Person, language: str) -> None:
    person.goto("/rules")
    person.page.locator("header select").select_option(language)
    person.page.locator(f"html[lang={language}]").wait_for()
    person.page.locator("main section p[id]").first.wait_for()
    rules = person.page.evaluate("[...document.querySelectorAll('main [id]')].map(each => each.id)")
    person.page.locator("main a[href='/how-to-play']").click()
    article = person.page.locator("article")
    article.locator("h2").first.wait_for()
    pictures = article.locator("img")
    assert pictures.count() >= 13
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        assert picture.get_attribute("alt")
        person.page.wait_for_function("picture => picture.complete", arg=picture.element_handle())
        assert picture.evaluate("picture => picture.naturalWidth") > 0
    links = person.page.evaluate("[...document.querySelectorAll('main a')].map(each => each.getAttribute('href'))")
    here = person.page.evaluate("[...document.querySelectorAll('article [id]')].map(each => each.id)")
    places = {f"/rules#{rule}" for rule in rules} | {f"#{place}" for place in here} | {"/rules", "/learn", "/aid"}
    assert len(links) > 60
    assert set(links) <= places
    # A place of the page has an address, which its contents and its own links lead to.
    person.page.locator("nav a[href^='#']").last.click()
    expect(article.locator("h2").last).to_be_in_viewport()


def test_how_to_play_is_in_the_menu_and_beside_the_lesson(person: Person) -> None:
    person.goto("/learn")
    person.page.locator("main").get_by_role("link", name="How to play").click()
    expect(person.page.get_by_role("heading", level=1, name="How to play Medina")).to_be_visible()
    person.goto("/")
    person.page.locator("header").get_by_role("link", name="How to play").click()
    expect(person.page.get_by_role("heading", level=1, name="How to play Medina")).to_be_visible()


def test_aid_and_how_to_play_open_without_a_network(newcomer: Newcomer, server: Server) -> None:
    person = newcomer(server, **WITH_WORKER)
    person.goto("/")
    settle(person)
    offline(person)
    person.goto("/how-to-play")
    picture = person.page.locator("article img").last
    picture.scroll_into_view_if_needed()
    person.page.wait_for_function("picture => picture.complete", arg=picture.element_handle())
    assert picture.evaluate("picture => picture.naturalWidth") > 0
    person.goto("/aid?edition=first&players=4&gates=no")
    expect(person.page.locator("[data-aid=first4]")).to_be_visible()
    forgive(person, "ERR_INTERNET_DISCONNECTED")
