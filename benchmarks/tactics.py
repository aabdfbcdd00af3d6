"""Looks for tactical positions with one clearly best move, checks each in two ways, and writes them as data.

    python benchmarks/tactics.py --out tests/data/tactics --each 6
    python benchmarks/tactics.py --out tests/data/tactics --themes gates --games 3000 --seed 20000

Positions come from games of the strongest bot against itself. One is kept if a full-width alpha-beta on the live
score, to the end of the next player's turn, finds one move better than every other by some points, and a long search
with the learned evaluation, which knows nothing of the first, prefers the same move clearly.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from alphabeta import new_stack, value_after

import medina
from medina import fast
from medina.bots import Budget, make_bot
from medina.bots.analysis import analyse
from medina.fast.moves import move_texts

GAMES = [("second", 2, True), ("second", 2, False), ("second", 2, True), ("second", 3, True), ("first", 3, False)]
GAPS = {"claim": 4, "steal": 3, "street": 1, "colour": 1, "tempo": 1, "gates": 1, "walls": 1}
WORDS = {
    "claim": "claim the palace now, or the next player does",
    "steal": "win a tile from another player",
    "street": "this merchant, here, before somebody else leads the street away",
    "colour": "this roof finishes the colour and empties everybody's hands of it",
    "tempo": "hardly a piece left: this is the order that loses nothing",
    "gates": "lead the street out through a gate and in through another",
    "walls": "this wall, before its place is gone",
}


def values_by_score(position: medina.Position, depth: int) -> dict[str, int]:
    """Every move's worth on the live score after `depth` more placements against the player."""
    state = fast.from_position(position)
    texts = move_texts(position.ruleset.players)
    seat = int(position.turn or 0)
    stack = new_stack(10**12)
    return {
        texts[code]: int(value_after(state, int(code), seat, depth, 10**6, stack)) for code in fast.legal_codes(state)
    }


def gap_of(values: dict[str, int]) -> tuple[str, int]:
    ordered = sorted(values, key=lambda text: -values[text])
    return ordered[0], values[ordered[0]] - values[ordered[1]]


def theme_of(position: medina.Position, text: str) -> str | None:
    """What kind of tactic a move is."""
    seat, after = position.turn, position.play(text)
    assert seat is not None
    if "/" in text:
        return "gates"
    if sum(count for piece, count in position.stocks[seat].items() if piece != "T") <= 3 or text == "T":
        return "tempo"
    if text[0] == "R" and any(
        sum(stock[c] for stock in after.stocks) == 0 < sum(stock[c] for stock in position.stocks) for c in "GPBO"
    ):
        return "colour"
    tiles = zip(
        [*position.palace_tiles.values(), *position.tower_tiles.values()],
        [*after.palace_tiles.values(), *after.tower_tiles.values()],
        strict=True,
    )
    if any(old not in (None, seat) and new == seat for old, new in tiles):
        return "steal"
    return {"R": "claim", "M": "street", "W": "walls"}.get(text[0])


def examine(position: medina.Position, wanted: set[str]) -> tuple[str, str, int] | None:
    """The theme, the move and the gap of a position with one clearly best move."""
    if position.placements_left != 1 or not 4 <= len(position.legal_moves) <= 90:
        return None
    at_once, gap = gap_of(values_by_score(position, 0))
    theme = theme_of(position, at_once)
    if theme not in wanted or gap < 1:
        return None
    text, gap = gap_of(values_by_score(position, 2))
    theme = theme_of(position, text)
    if theme is None or theme not in wanted or gap < GAPS[theme]:
        return None
    found = analyse(position, nodes=1000, seed=1)
    if found.lines[0].move.text != text or found.lines[0].share < 0.5:
        return None
    return theme, text, gap


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("tests/data/tactics"))
    parser.add_argument("--each", type=int, default=6, help="positions of each theme")
    parser.add_argument("--themes", default=",".join(GAPS), help="those to look for")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts = dict.fromkeys(options.themes.split(","), 0)
    bot = make_bot("architect")
    for game in range(options.seed, options.seed + options.games):
        if all(count >= options.each for count in counts.values()):
            break
        search_game(bot, game, counts, options)
        print(game, counts, flush=True)


def search_game(bot: medina.bots.Bot, game: int, counts: dict[str, int], options: argparse.Namespace) -> None:
    chance = random.Random(game)
    position = medina.new_game(*GAMES[game % len(GAMES)], seed=game)
    taken: set[str] = set()
    while position.phase != "over":
        # no two alike from one game
        wanted = {theme for theme, count in counts.items() if count < options.each} - taken
        found = examine(position, wanted)
        if found:
            theme, text, gap = found
            taken.add(theme)
            counts[theme] += 1
            save(options.out, f"{theme}-{options.seed}-{counts[theme]}", position, theme, text, gap)
        if chance.random() < 0.2:
            position = position.play(chance.choice(position.legal_moves))
        else:
            position = position.play(bot.choose(position, Budget(nodes=6), chance))


def save(folder: Path, name: str, position: medina.Position, theme: str, text: str, gap: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    content = {
        "theme": theme,
        "why": WORDS[theme],
        "best": text,
        "gap": gap,
        "position": medina.position_to_json(position),
    }
    (folder / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
