"""Pictures of every screen at three widths in both themes, to be looked at: screenshots/<screen>-<width>-<theme>.png.

python scripts/screenshots.py [folder] [--only NAME]
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from browser_support import FLAGS, Person, Server, place_some  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

import medina  # noqa: E402

WIDTHS = {360: 740, 768: 1024, 1440: 900}
THEMES = ("light", "dark")
SEED = 11
CLOCK = {"kind": "realtime", "initial_s": 600, "increment_s": 15}


def game(players: int, share: float, *, gates: bool = False, edition: str = "second") -> str:
    """The record of a game some way on, at the start of seat 0's turn; palaces are let grow before they are claimed."""
    rng = random.Random(SEED)
    record = medina.Record.new(medina.new_game(medina.Ruleset.of(edition, players=players, gates=gates), seed=SEED))
    while record.position.phase != "over":
        record = record.play(pick(record.position, rng))
    keep = int(len(record.moves) * share)
    record = record.undo(len(record.moves) - keep) if keep < len(record.moves) else record
    while record.moves and not (record.position.turn == 0 and not record.position.is_mid_turn):
        record = record.undo()
    return medina.write_record(record)


def pick(position: medina.Position, rng: random.Random) -> medina.Move:
    large = {palace.buildings[0] for palace in position.palaces if palace.size >= 4}
    moves = [m for m in position.legal_moves if m.piece not in "RNT" or m.cell in large] or position.legal_moves
    kind = rng.choice(sorted({move.piece for move in moves}))
    return rng.choice([move for move in moves if move.piece == kind])


def home(person: Person) -> None:
    person.goto("/")


def waiting(person: Person) -> None:
    person.open_table(options={"players": 3, "gates": True}, sit=True)
    person.page.locator("[data-seat]").first.wait_for()
    person.page.get_by_text("Options").first.click()


def playing(person: Person) -> None:
    person.play_on(game(4, 0.55, gates=True), bots=3, players=4, gates=True, stocks="open")
    person.wait_turn()
    person.take(next(piece for piece in "OBPGM" if piece in person.fitting()))
    lit = person.targets()
    person.page.mouse.move(*person.point(lit[len(lit) // 2]))


def two_players(person: Person) -> None:
    person.play_on(game(2, 0.7), players=2)
    person.wait_turn()
    person.take("R" if "R" in person.fitting() else "M")


def refused(person: Person) -> None:
    person.play_on(game(3, 0.4), bots=2, players=3)
    person.wait_turn()
    person.take("G" if "G" in person.fitting() else "M")
    person.click_cell("a1" if "a1" not in person.targets() else "p11")


def first(person: Person) -> None:
    person.play_on(game(3, 0.1, edition="first"), bots=2, players=3, edition="first")
    person.wait_turn()
    person.take("S" if "S" in person.fitting() else "M")


def palace(person: Person) -> None:
    person.play_on(game(3, 0.7), bots=2, players=3)
    person.wait_turn()
    box = person.page.locator('[data-piece^="roof-"]').first.bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"])


def aid(person: Person) -> None:
    person.play_on(game(2, 0.3), players=2)
    person.wait_turn()
    person.page.keyboard.press("?")


def aid_page(person: Person) -> None:
    person.goto("/aid?edition=second&players=3&gates=yes")
    person.page.locator("[data-aid]").wait_for()


def how_to_play(person: Person) -> None:
    person.goto("/how-to-play")
    person.page.locator("article h2").first.wait_for()


def result(person: Person) -> None:
    person.play_on(game(3, 0.97), bots=2, players=3, auto_confirm=True)
    person.wait_turn()
    rng = random.Random(SEED)
    while not person.is_over():
        if person.is_my_turn():
            person.play_something(rng)
        person.page.wait_for_timeout(50)


def moment(person: Person) -> None:
    """A finished table, looked back at."""
    result(person)
    person.page.locator("[data-result] [data-lookback]").click()
    person.page.locator("[data-aside] [data-best]").first.wait_for(timeout=60_000)
    person.page.locator("[data-aside] [data-map-piece]").first.click()
    person.page.locator("[data-worth]").first.wait_for()


def replay(person: Person) -> None:
    person.goto("/replay")
    person.page.locator("textarea").fill(game(3, 1.0))
    person.page.locator("form .button").click()
    person.page.locator("input[type=range]").fill("80")


def analysis(person: Person) -> None:
    person.goto("/replay")
    person.page.locator("textarea").fill(game(4, 0.12))
    person.page.locator("form .button").click()
    person.page.locator("output").wait_for()
    person.page.wait_for_load_state("networkidle")
    # Whoever comes second finds it done already.
    if person.page.get_by_role("button", name="Analyse").is_visible():
        person.page.get_by_role("button", name="Analyse").click()
    person.page.locator("[data-analysis=done]").wait_for(timeout=120_000)
    person.page.locator("[data-best]").first.click()


def ratings(person: Person) -> None:
    person.goto("/ratings")
    person.page.locator("[data-leaders]").wait_for()


def puzzles(person: Person) -> None:
    person.goto("/puzzles")
    person.page.locator("[data-level]").wait_for()


def puzzle(person: Person) -> None:
    person.goto("/puzzles/daily")
    person.page.locator("[data-guide=asked]").wait_for()


def device(person: Person) -> None:
    person.goto("/device")
    person.page.locator("[data-start]").wait_for()


def device_game(person: Person) -> None:
    device(person)
    person.page.locator("[data-start]").click()
    person.wait_turn()


def editor(person: Person) -> None:
    person.goto("/editor")
    person.page.locator("[data-judge=judged]").wait_for()
    for tool, cells in (("G", "k8 k9"), ("R0", "k8"), ("O", "b2 l10"), ("M", "d3 e3")):
        person.page.locator(f'[data-tool="{tool}"]').click()
        for cell in cells.split():
            person.click_cell(cell)
    person.page.locator("[data-problem]").first.wait_for()


def progress(person: Person) -> None:
    person.goto("/progress")
    person.page.locator("main p:not(.lead)").first.wait_for()


def learn(person: Person) -> None:
    person.goto("/learn")


def lesson(person: Person) -> None:
    person.goto("/learn")
    person.page.locator(".button.primary").click()
    person.wait_turn()


def rules(person: Person) -> None:
    person.goto("/rules#5.6")
    person.page.locator('[id="5.6"]').wait_for()


def decisions(person: Person) -> None:
    person.goto("/rules/decisions#new_street")
    person.page.locator("#new_street").wait_for()


def about(person: Person) -> None:
    person.goto("/about")


def paste(person: Person) -> None:
    person.goto("/replay")


def me(person: Person) -> None:
    person.goto("/me")
    person.page.locator("[data-rating]").wait_for()


def standing(person: Person) -> None:
    me(person)
    person.page.locator("[data-rating]").scroll_into_view_if_needed()


def recover(person: Person) -> None:
    person.goto("/recover")
    person.page.get_by_text("Whoever runs this site").wait_for()


def new_password(person: Person) -> None:
    person.goto("/recover#a-key")
    person.page.get_by_label("New password").wait_for()


def profile(person: Person) -> None:
    ratings(person)
    person.page.locator("[data-leaders] a").nth(1).click()
    person.page.locator("[data-rating]").wait_for()


def invited(person: Person) -> None:
    person.goto("/")
    person.page.locator("[data-invitations]").wait_for()


def inviting(person: Person) -> None:
    person.open_table(options={"players": 3}, sit=True)
    person.page.locator("details summary").first.click()


def moderation(person: Person) -> None:
    person.goto("/moderation")
    person.page.get_by_role("listitem").first.wait_for()


def moderated_people(person: Person) -> None:
    person.goto("/moderation#people")
    person.page.get_by_role("searchbox").wait_for()
    person.page.get_by_role("listitem").first.wait_for()


def unsubscribe(person: Person) -> None:
    person.goto("/unsubscribe")
    person.page.locator(".short-page a").wait_for()


def nowhere(person: Person) -> None:
    person.goto("/nowhere")


SCREENS: dict[str, Callable[[Person], None]] = {
    made.__name__: made
    for made in (
        home,
        waiting,
        playing,
        two_players,
        refused,
        first,
        palace,
        aid,
        aid_page,
        how_to_play,
        result,
        moment,
        replay,
        paste,
        learn,
        lesson,
        rules,
        decisions,
        about,
        me,
        standing,
        analysis,
        ratings,
        puzzles,
        puzzle,
        device,
        device_game,
        editor,
        progress,
        profile,
        invited,
        inviting,
        moderation,
        moderated_people,
        unsubscribe,
        nowhere,
        recover,
        new_password,
    )
}


MEMBERS = ("Amina", "Bashir", "Chadia", "Driss", "Elham", "Farouk")


def club(browser: Browser, server: Server, names: Sequence[str] = MEMBERS) -> Any:
    """People with accounts who have played rated games; what the browser of the first of them remembers, who looks
    after the site, has something to look after, and is invited to a table."""
    people = [Person(browser, server) for _ in names]
    for person, name in zip(people, names, strict=True):
        ask(person, "/accounts", {"name": name, "password": f"{name} of the club"})
    rng = random.Random(SEED)
    for _ in range(14):
        first, second = rng.sample(range(len(people)), 2)
        # The earlier in the list, the stronger; now and then it is the other way round.
        host, guest = (people[n] for n in (sorted((first, second)) if rng.random() < 0.75 else (second, first)))
        table = ask(host, "/tables", {"options": {"players": 2, "rated": True, "clock": CLOCK}})["id"]
        for who, command in ((guest, "sit"), (host, "start")):
            ask(who, f"/tables/{table}/commands", {"do": command})
        place_some((host, guest), table)
        ask(guest, f"/tables/{table}/commands", {"do": "resign"})
    amina, bashir = people[:2]
    command = [sys.executable, "-m", "medina", "admin", "host", names[0], "--data", str(server.data)]
    subprocess.run(command, check=True, capture_output=True)
    table = ask(bashir, "/tables", {"options": {"players": 3, "public": True}})["id"]
    said = ask(bashir, f"/tables/{table}/commands", {"do": "chat", "text": "Who dares?"})
    ask(amina, "/reports", {"table": table, "seq": said["line"], "note": "I do not."})
    me = amina.context.request.get(f"{server.address}/api/v1/me").json()["id"]
    ask(bashir, f"/tables/{table}/invitations", {"user": me})
    state = amina.context.storage_state()
    for person in people:
        person.close()
    return state


def ask(person: Person, path: str, body: dict[str, Any]) -> Any:
    person.context.request.get(f"{person.server.address}/api/v1/me")
    headers = {"Origin": person.server.address}
    answer = person.context.request.post(f"{person.server.address}/api/v1{path}", data=body, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


CLUB = {"me", "standing", "ratings", "profile", "invited", "inviting", "moderation", "moderated_people"}
"""Screens of somebody who has played rated games."""


def shoot(browser: Browser, server: Server, folder: Path, names: list[str]) -> None:
    member = club(browser, server) if CLUB.intersection(names) else None
    for width, height in WIDTHS.items():
        touch = width < 1000
        for theme in THEMES:
            for name in names:
                person = Person(
                    browser,
                    server,
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    has_touch=touch,
                    device_scale_factor=1.5 if touch else 1,
                    storage_state=member if name in CLUB else None,
                )
                SCREENS[name](person)
                person.page.wait_for_timeout(700)
                target = folder / f"{name}-{width}-{theme}.png"
                person.page.screenshot(path=target)
                print(target, *person.troubles)
                person.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="screenshots", type=Path)
    parser.add_argument("--only", action="append", choices=sorted(SCREENS))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("MEDINA_BROWSER") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        shoot(browser, server, args.folder, args.only or list(SCREENS))
        browser.close()
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
