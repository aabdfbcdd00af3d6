"""Starting games over the protocol: what must be refused with nothing changed, and what is drawn from a seed."""

from collections.abc import Iterator

from .board import board_for
from .engines import Engine, Message

BAD_GAMES: tuple[Message, ...] = (
    {},
    {"edition": "second"},
    {"players": 3},
    {"edition": "first", "players": 2},
    {"edition": "second", "players": 1},
    {"edition": "second", "players": 5},
    {"edition": "second", "players": "3"},
    {"edition": "second", "players": 3.5},
    {"edition": "second", "players": True},
    {"edition": "third", "players": 3},
    {"edition": 2, "players": 3},
    {"edition": "second", "players": 3, "gates": "yes"},
    {"edition": "second", "players": 3, "gates": 1},
    {"edition": "second", "players": 3, "options": {"camels": True}},
    {"edition": "second", "players": 3, "options": {"tea": "no"}},
    {"edition": "second", "players": 3, "options": ["tea"]},
    {"edition": "first", "players": 3, "options": {"both_placements": "yes"}},
    {"edition": "first", "players": 3, "options": {"connection": "side"}},
    {"edition": "first", "players": 3, "options": {"connection": "Row"}},
    {"edition": "first", "players": 3, "options": {"connection": True}},
    {"edition": "first", "players": 3, "options": {"connection": None}},
    {"edition": "second", "players": 3, "well": "a5"},
    {"edition": "second", "players": 3, "well": "q5"},
    {"edition": "second", "players": 3, "well": "Nc"},
    {"edition": "second", "players": 2, "well": "n5"},
    {"edition": "second", "players": 2, "well": "f10"},
    {"edition": "second", "players": 3, "market": "f11"},
    {"edition": "second", "players": 3, "market": "f1"},
    {"edition": "second", "players": 3, "market": 7},
    {"edition": "second", "players": 3, "well": "f6", "market": "f6"},
    {"edition": "second", "players": 3, "options": {"well": False}, "well": "f6"},
    {"edition": "second", "players": 3, "options": {"founding": True}, "market": "f6"},
    {"edition": "first", "players": 3, "well": "f6"},
    {"edition": "first", "players": 3, "market": "f6"},
    {"edition": "second", "players": 3, "seed": "seven"},
)


def wrong_answers(engine: Engine) -> Iterator[str]:
    """A sentence for every answer that is not as it should be."""
    yield from _bad_games(engine)
    yield from _drawn(engine)
    yield from _bad_undos(engine)


def _bad_games(engine: Engine) -> Iterator[str]:
    good = {"cmd": "new", "edition": "second", "players": 4, "gates": True, "well": "f6", "market": "c3"}
    before = engine.ask([good])[0]["position"]
    for bad in BAD_GAMES:
        answer, after = engine.ask([{"cmd": "new", **bad}, {"cmd": "position"}])
        code = (answer.get("error") or {}).get("code")
        if answer.get("ok") is not False or code != "bad_request":
            yield f"new {bad}: a bad_request was due, not {answer}"
        if after.get("position") != before:
            yield f"new {bad}: the game before it is gone"
            engine.ask([good])


def _drawn(engine: Engine) -> Iterator[str]:
    """3.1: cells not given are drawn from the seed, never on the edge, never the same one."""
    seen = set()
    for seed in range(40):
        players = 2 + seed % 3
        message = {"cmd": "new", "edition": "second", "players": players, "seed": seed}
        one, other = (answer["position"]["cells"] for answer in engine.ask([message, message]))
        if one != other:
            yield f"seed {seed} gives {one} and {other}"
        if sorted(one.values()) != ["M", "well"] or set(one) & board_for(players).edge:
            yield f"seed {seed} gives {one}"
        seen.add(str(sorted(one.items())))
    if len(seen) < 35:
        yield f"40 seeds give only {len(seen)} different cities"


def _bad_undos(engine: Engine) -> Iterator[str]:
    new = {"cmd": "new", "edition": "second", "players": 4, "well": "f6", "market": "c3"}
    engine.ask([new, {"cmd": "play", "moves": ["WNa", "WNb"]}])
    before = engine.ask([{"cmd": "position"}])[0]
    for count in (3, 10**6, -1, 0.5, "1", None, True):
        answer, after = engine.ask([{"cmd": "undo", "count": count}, {"cmd": "position"}])
        if answer.get("ok") is not False or answer["error"]["code"] != "bad_request" or after != before:
            yield f"undo {count}: a bad_request was due and nothing changed, not {answer}"
    if engine.ask([{"cmd": "undo"}])[0]["position"]["walls"] != {"Na": "wall"}:
        yield "undo without a count is not one move"
