"""The comparison itself: it finds nothing where there is nothing, and each kind of wrong answer is noticed."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from oracle import (
    IllegalMove,
    NotAMove,
    Rules,
    State,
    legal_moves,
    new_game,
    play,
    position_json,
    record_text,
    replay,
    state_from_json,
)
from oracle.compare import Comparison
from oracle.engines import Message
from oracle.game import otherwise_legal_moves
from oracle.made import KINDS, compare_made
from oracle.rare_names import ALL_EVENTS
from oracle.refusals import broken_rules
from oracle.row_positions import second_rows
from oracle.scoring import score_sheet
from oracle.state import Switch
from oracle.tally import Effort, Tally


class OracleEngine:
    """The oracle behind the protocol, with one kind of answer spoilt if wanted."""

    def __init__(self, command: str = "", spoil: Callable[[Message], Any] = lambda answer: None) -> None:
        self.command = command
        self.spoil = spoil
        self.states: list[State] = []

    def ask(self, messages: list[Message]) -> list[Message]:
        return [self._answer(dict(message)) for message in messages]

    def _answer(self, message: Message) -> Message:
        command = message.pop("cmd")
        try:
            answer: Message = {"ok": True, **getattr(self, "_" + command)(**message)}
        except NotAMove:
            return {"ok": False, "error": {"code": "bad_move", "message": "no move"}}
        except IllegalMove as error:
            return {"ok": False, "error": {"code": "illegal_move", "rule": str(error), "message": "illegal"}}
        except AssertionError:
            return {"ok": False, "error": {"code": "game_over", "message": "over"}}
        if command == self.command:
            self.spoil(answer)
        return answer

    def _position(self) -> Message:
        return {"position": position_json(self.states[-1])}

    def _new(self, options: dict[str, Switch] | None = None, **game: Any) -> Message:
        well, market = game.pop("well", None), game.pop("market", None)
        game.update(options or {})
        self.states = [new_game(Rules.of(**game), well, market)]
        return self._position()

    def _set(self, position: Message) -> Message:
        self.states = [state_from_json(position)]
        return self._position()

    def _load(self, record: str) -> Message:
        self.states = replay(record)
        return self._position()

    def _legal(self) -> Message:
        return {"moves": legal_moves(self.states[-1])}

    def _score(self) -> Message:
        return {"scores": score_sheet(self.states[-1])}

    def _record(self) -> Message:
        return {"record": record_text(self.states[-1])}

    def _why(self, move: str) -> Message:
        broken = broken_rules(self.states[-1], move)
        return {"legal": False, "rule": broken[0], "message": "so"} if broken else {"legal": True}

    def _play(self, moves: list[str]) -> Message:
        states = list(self.states)
        for move in moves:
            broken = broken_rules(states[-1], move)
            if broken:
                raise IllegalMove(broken[0])
            states.append(play(states[-1], move))
        self.states = states
        return self._position()

    def _undo(self, count: int) -> Message:
        self.states = self.states[:-count]
        return self._position()


def compare(engine: OracleEngine, edition: str = "second", players: int = 2, gates: bool = True) -> Tally:
    rules = Rules.of(edition, players, gates)
    effort = Effort(full_whys=0, whys=6, probes=0.1)
    return Comparison(engine, rules, ["any kind"] * players, random.Random(5), effort).run()


def test_the_oracle_agrees_with_itself() -> None:
    tally = compare(OracleEngine())
    assert tally.differences == []
    assert tally.plies > 60
    assert min(tally.refusals, tally.malformed, tally.undone, tally.loaded) > 0
    assert set(tally.hits) <= set(ALL_EVENTS)


SPOILT: dict[str, tuple[str, Callable[[Message], Any]]] = {
    "legal moves": ("legal", lambda answer: answer["moves"].pop()),
    "legal moves in another order": ("legal", lambda answer: answer["moves"].reverse()),
    "position after a move": ("play", lambda answer: answer["position"]["stock"][1].update(M=99)),
    "position of a new game": ("new", lambda answer: answer["position"].update(spare_gate=0)),
    "scores": ("score", lambda answer: answer["scores"][0].update(total=-1)),
    "why: rule": ("why", lambda answer: answer.update(rule="1.1")),
    "why: legal or not": ("why", lambda answer: answer.update(legal=True)),
    "position after undo": ("undo", lambda answer: answer["position"].update(tea_left=5)),
    "record moves": ("record", lambda answer: answer.update(record=answer["record"].replace(",", " "))),
    "record tags": ("record", lambda answer: answer.update(record=answer["record"].replace("second", "first"))),
    "position of a loaded record": ("load", lambda answer: answer["position"]["cells"].clear()),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_wrong_answer_is_noticed(what: str) -> None:
    tally = compare(OracleEngine(*SPOILT[what]))
    assert what.partition(" in ")[0] in {difference.what for difference in tally.differences}


def test_a_difference_tells_how_to_see_it_again() -> None:
    tally = compare(OracleEngine("legal", lambda answer: answer["moves"].pop()))
    (difference,) = tally.differences
    assert difference.plies == 0
    assert replay(difference.record)[-1].phase == "play"
    assert difference.oracle == {"only the oracle": [legal_moves(replay(difference.record)[-1])[-1]]}
    assert difference.engine == {"only the engine": []}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("edition", "players"), [("first", 3), ("second", 2), ("second", 4)])
def test_made_positions_show_their_rule(kind: str, edition: str, players: int) -> None:
    rng = random.Random(f"{kind} {edition} {players}")
    tally = compare_made(OracleEngine(), kind, (edition, players, True), rng, Effort(full_whys=0, whys=3), count=2)
    assert tally.differences == []
    assert tally.made[kind] == 2


@pytest.mark.parametrize("kind", ["4.8", "4.6 first", "4.6 last"])
def test_an_engine_that_bars_nothing_is_noticed(kind: str) -> None:
    class Lenient(OracleEngine):
        def _legal(self) -> Message:
            return {"moves": sorted(otherwise_legal_moves(self.states[-1]))}

    tally = compare_made(Lenient(), kind, ("first", 3, False), random.Random(kind), Effort(full_whys=0, whys=0), 2)
    assert [difference.what for difference in tally.differences] == ["legal moves"] * 2
    (only_ours,) = {str(difference.oracle) for difference in tally.differences}
    assert only_ours == "{'only the oracle': []}"


def test_an_engine_that_connects_by_tower_is_noticed() -> None:
    class ByTower(OracleEngine):
        def _play(self, moves: list[str]) -> Message:
            state = self.states[-1]
            self.states[-1] = replace(state, rules=replace(state.rules, connection="tower"))
            answer = super()._play(moves)
            answer["position"]["options"]["connection"] = state.rules.connection
            return answer

    rules = Rules.of("first", 3)
    noticed = 0
    for start, moves in islice(second_rows(rules, random.Random(1)), 20):
        comparison = Comparison(ByTower(), rules, ["any kind"] * 3, random.Random(1), Effort(0, 0, 0.0))
        noticed += bool(comparison.run_from(start, moves).differences)
    assert noticed >= 8
