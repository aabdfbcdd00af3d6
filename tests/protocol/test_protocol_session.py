"""The engine protocol, command by command, as a conversation in this process."""

import json

import pytest

import medina
from medina.protocol import Session
from support import city

NEW = {"cmd": "new", "edition": "second", "players": 3, "well": "f6", "market": "c3"}


def ask(session, cmd, **fields):
    """One request; both ways must be JSON."""
    request = json.loads(json.dumps({"cmd": cmd, **fields}))
    return json.loads(json.dumps(session.handle(request)))


@pytest.fixture
def session():
    """A session with a game of three under way."""
    session = Session()
    assert session.handle(NEW)["ok"]
    assert ask(session, "play", moves=["Ge8", "Oh3"])["ok"]
    return session


def refused(session, code, cmd, **fields):
    """The error of a request that must be refused and must change nothing."""
    before = ask(session, "position")
    record = ask(session, "record")
    answer = ask(session, cmd, **fields)
    assert answer["ok"] is False
    assert set(answer) == {"ok", "error"}
    assert answer["error"]["code"] == code
    assert answer["error"]["message"]
    assert ask(session, "position") == before
    assert ask(session, "record") == record
    return answer["error"]


def test_hello():
    answer = ask(Session(), "hello")
    assert answer["ok"] is True
    assert (answer["name"], answer["protocol"], answer["version"]) == ("medina", 1, medina.__version__)
    assert {"random", "greedy"} <= set(answer["bots"])


def test_new_and_position():
    session = Session()
    answer = session.handle(NEW)
    assert answer == {"ok": True, "position": ask(session, "position")["position"]}
    expected = medina.new_game("second", 3, well="f6", market="c3")
    assert answer["position"] == medina.position_to_json(expected)


def test_new_with_everything():
    session = Session()
    answer = ask(
        session, "new", edition="first", players=4, gates=True, options={"tea": True, "founding": False}, seed=7
    )
    ruleset = medina.Ruleset.of("first", 4, True, tea=True, founding=False)
    assert answer["position"] == medina.position_to_json(medina.new_game(ruleset, seed=7))


def test_new_by_seed_is_the_same_and_without_is_drawn():
    positions = [ask(Session(), "new", edition="second", players=2, seed=5) for _ in range(2)]
    assert positions[0] == positions[1]
    drawn = {json.dumps(ask(Session(), "new", edition="second", players=2)) for _ in range(12)}
    assert len(drawn) > 1
    assert ask(Session(), "new", edition="second", players=2, seed=None, well=None, market=None)["ok"]


@pytest.mark.parametrize(
    "change",
    [
        {"edition": "third"},
        {"edition": None},
        {"players": 5},
        {"players": "3"},
        {"players": 3.0},
        {"players": True},
        {"gates": "yes"},
        {"gates": None},
        {"options": []},
        {"options": {"tea": 1}},
        {"options": {"milk": True}},
        {"options": {"players": 2}},
        {"options": {"self": True}},
        {"well": "a1"},
        {"well": 5},
        {"market": "f6"},
        {"market": ["c3"]},
        {"seed": "x"},
        {"seed": 1.5},
        {"edition": "first", "well": None},
        {"edition": "first", "market": None},
        {"edition": "first", "players": 2, "well": None, "market": None},
        {"colour": "red"},
    ],
)
def test_new_that_cannot_be(session, change):
    refused(session, "bad_request", **{**NEW, **change})


def test_load_and_record(session):
    text = ask(session, "record")["record"]
    other = Session()
    assert ask(other, "load", record=text)["position"] == ask(session, "position")["position"]
    assert ask(other, "record")["record"] == text


def test_load_what_is_no_record(session):
    error = refused(session, "bad_record", "load", record=ask(session, "record")["record"].replace("Oh3", "Of9"))
    assert (error["line"], error["word"], error["rule"]) == (8, "Of9", "5.6")
    assert refused(session, "bad_record", "load", record="")["rule"] is None
    refused(session, "bad_request", "load", record=5)
    refused(session, "bad_request", "load")


def test_legal_is_sorted(session):
    moves = ask(session, "legal")["moves"]
    assert moves == sorted(set(moves))
    position = medina.new_game("second", 3, well="f6", market="c3").play("Ge8").play("Oh3")
    assert moves == [move.text for move in position.legal_moves]


def test_play_is_all_or_nothing(session):
    error = refused(session, "illegal_move", "play", moves=["Ge9", "Sf9", "Oe11"])
    assert error["rule"] == "5.4"
    assert refused(session, "bad_move", "play", moves=["Ge9", "Xx"])
    assert refused(session, "bad_move", "play", moves=["Gq1"])
    refused(session, "bad_request", "play", moves="Ge9")
    refused(session, "bad_request", "play", moves=["Ge9", 5])
    refused(session, "bad_request", "play", moves=None)
    refused(session, "bad_request", "play")
    refused(session, "bad_request", "play", moves=["Ge9"], seat=1)
    assert ask(session, "play", moves=[])["position"] == ask(session, "position")["position"]
    answer = ask(session, "play", moves=["Ge9", "Sf9"])
    assert answer["position"]["turn"] == 0


def test_undo(session):
    start = ask(Session(), **NEW)["position"]
    assert ask(session, "undo", count=2)["position"] == start
    assert ask(session, "play", moves=["Ge8"])["ok"]
    assert ask(session, "undo")["position"] == start
    assert ask(session, "undo", count=0)["position"] == start
    for count in (1, -1, 10**30, "1", 1.0, True, None):
        refused(session, "bad_request", "undo", count=count)


def test_undo_counts_founding():
    session = Session()
    ask(session, "new", edition="first", players=3)
    ask(session, "play", moves=["Me5", "Ge7"])
    assert ask(session, "undo", count=2)["position"]["phase"] == "founding"


def test_why(session):
    assert ask(session, "why", move="Ge9") == {"ok": True, "legal": True}
    answer = ask(session, "why", move="Of9")
    assert answer.keys() == {"ok", "legal", "rule", "message"}
    assert (answer["legal"], answer["rule"]) == (False, "5.4")
    assert ask(session, "why", move="Pf9") == {
        "ok": True,
        "legal": False,
        "rule": "5.6",
        "message": "f9 is near the grey palace at e8",
    }
    refused(session, "bad_move", "why", move="nonsense")
    refused(session, "bad_move", "why", move="Ga12")
    refused(session, "bad_request", "why", move=None)


def test_score(session):
    ask(session, "play", moves=["Re8"])
    scores = ask(session, "score")["scores"]
    assert len(scores) == 3
    assert scores[2] == {
        "buildings": 1,
        "stables": 0,
        "walls": 0,
        "merchants": 0,
        "palace_tiles": 1,
        "tower_tiles": 0,
        "well": 0,
        "total": 2,
    }


def test_go_plays_nothing_by_itself(session):
    before = ask(session, "position")
    answer = ask(session, "go", bot="random", seconds=0.1, seed=1)
    assert answer["ok"]
    assert answer["move"] in ask(session, "legal")["moves"]
    assert ask(session, "go", bot="random", seconds=0.1, seed=1)["move"] == answer["move"]
    assert ask(session, "position") == before


def test_go_that_cannot_be(session):
    refused(session, "unknown_bot", "go", bot="nobody")
    for seconds in (0, -1, "1", None, True, 1e300, 10**400):
        refused(session, "bad_request", "go", bot="random", seconds=seconds)
    for name in ("nodes", "threads"):
        for value in (0, -1, "1", 1.5, True):
            refused(session, "bad_request", "go", bot="random", **{name: value})
    refused(session, "bad_request", "go", bot=5)
    refused(session, "bad_request", "go", bot="random", depth=5)
    assert not Session().handle({"cmd": "go", "bot": "random", "seconds": float("nan")})["ok"]


def test_a_finished_game():
    session = Session()
    ask(session, "new", edition="second", players=2, seed=1)
    while moves := ask(session, "legal")["moves"]:
        ask(session, "play", moves=[moves[0]])
    assert ask(session, "position")["position"]["phase"] == "over"
    refused(session, "game_over", "play", moves=["WNa"])
    refused(session, "game_over", "why", move="WNa")
    refused(session, "game_over", "go", bot="random", seconds=1)
    refused(session, "bad_move", "play", moves=["x"])
    assert ask(session, "undo")["position"]["phase"] == "play"


@pytest.mark.parametrize("cmd", ["position", "legal", "play", "undo", "why", "score", "record", "go"])
def test_without_a_game(cmd):
    fields = {"play": {"moves": ["Ge5"]}, "why": {"move": "Ge5"}, "go": {"bot": "random"}}.get(cmd, {})
    answer = ask(Session(), cmd, **fields)
    assert answer["error"]["code"] == "bad_request"
    assert "no game yet" in answer["error"]["message"]


@pytest.mark.parametrize("cmd", ["hello", "position", "legal", "score", "record", "quit"])
def test_fields_that_are_not_there(session, cmd):
    refused(session, "bad_request", cmd, extra=1)
    assert not session.ended


@pytest.mark.parametrize(
    "request_", [None, [], 5, "hello", True, {}, {"cmd": 5}, {"cmd": None}, {"cmd": "fly"}, {"cmd": ""}]
)
def test_what_is_no_request(session, request_):
    before = ask(session, "position")
    answer = session.handle(request_)
    assert answer["ok"] is False
    assert answer["error"]["code"] == "bad_request"
    assert ask(session, "position") == before


def test_quit(session):
    assert ask(session, "quit") == {"ok": True}
    assert session.ended


def test_why_names_what_a_turn_must_contain():
    """4.6 and 4.8: both refusals of either rule, each with what must still be possible."""
    last = {0: "G1 B1 R1 W3", 1: "", 2: ""}
    cases = [
        (city("first", 3, "G e5", hands=last, left=1), "WNa", "4.6", "needs a roof"),
        (city("first", 3, "G e5 @0", hands=last), "WNa", "4.6", "none could follow"),
        (city("first", 3, "G b10 @1; W Na", gates=True, hands={0: "D1 S1"}), "Sb11", "4.8", "leave room for a second"),
    ]
    for position, move, rule, message in cases:
        session = Session()
        assert ask(session, "load", record=medina.write_record(medina.Record.new(position)))["ok"]
        answer = ask(session, "why", move=move)
        assert (answer["legal"], answer["rule"]) == (False, rule)
        assert message in answer["message"]
