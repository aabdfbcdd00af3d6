"""One game played by the oracle and an engine side by side, every answer compared."""

import contextlib
import random
from collections.abc import Iterator, Sequence
from typing import Any

from .engines import Engine, Message
from .game import legal_moves, new_game, play
from .policies import choose
from .positions import position_json
from .rare import events, skips_that_ended
from .record import move_lines, record_tags, record_text, split_record
from .refusals import Judge, NotAMove, check_form
from .scoring import score_sheet
from .state import COLOURS, Rules, State, Switch, values_of
from .tally import Difference, Effort, Tally

MALFORMED = (
    *("", " ", "x", "ge5", "GE5", "Ge", "Ge0", "Ge05", "Ge12", "Gq1", "Gz9", " Ge5", "Ge5 ", "Ge5\n", "Ge5,Ge6"),
    *("Ge\u0665", "Ge5/Nc", "Me5/", "Me5/e5", "Me5/Nz", "Me5/N1", "Me5/Wc", "Me5/W0", "Me5/W12", "/Nc", "We5", "WN"),
    *(
        "WNq",
        "WN1",
        "WW0",
        "WW12",
        "WEa",
        "D",
        "De5",
        "DNn1",
        "R",
        "RNc",
        "N",
        "NNc",
        "T1",
        "TT",
        "t",
        "Te5",
        "S",
        "SNc",
    ),
    *("M", "MNc", "M/Nc", "Ae5", "Xe5", "G5e", "G-e5", "e5", "Ge5{x}", "*", "1.", "W\u00d15", "Ge5" * 200),
)


class Stop(Exception):
    """The two have drifted apart: nothing more to learn from this game."""


class Comparison:
    """One game."""

    def __init__(
        self, engine: Engine, rules: Rules, policies: list[str], rng: random.Random, effort: Effort | None = None
    ) -> None:
        self.engine = engine
        self.rules = rules
        self.policies = policies
        self.rng = rng
        self.effort = effort or Effort()
        self.tally = Tally(games=1)
        self.states: list[State] = []
        self.has_record = True

    @property
    def state(self) -> State:
        """The oracle's present position."""
        return self.states[-1]

    # Telling differences

    def differ(self, what: str, oracle: Any, engine: Any, move: str | None = None, fatal: bool = True) -> None:
        """Note a difference; a fatal one ends the game."""
        self.tally.differences.append(
            Difference(
                what,
                self.rules,
                self.policies,
                len(self.state.log),
                record_text(self.state),
                move,
                oracle,
                engine,
                fatal,
            )
        )
        if fatal:
            raise Stop

    def expect(self, what: str, oracle: Any, engine: Any, move: str | None = None) -> None:
        """The two answers must be the same."""
        if oracle == engine and not _bools_differ(oracle, engine):
            return
        if isinstance(oracle, dict) and isinstance(engine, dict):
            keys = [k for k in {**oracle, **engine} if oracle.get(k, "absent") != engine.get(k, "absent")]
            oracle = {key: oracle.get(key, "absent") for key in keys}
            engine = {key: engine.get(key, "absent") for key in keys}
        elif isinstance(oracle, list) and isinstance(engine, list) and what == "legal moves":
            oracle, engine = _list_difference(oracle, engine)
        self.differ(what, oracle, engine, move)

    def ask(self, **message: Any) -> Message:
        """One question."""
        return self.engine.ask([message])[0]

    # The course of the comparison

    def run(self) -> Tally:
        """Play the game to its end, or to the first difference that matters."""
        full = set(self.rng.sample(range(130), self.effort.full_whys))
        with contextlib.suppress(Stop):
            self._start(new_game(self.rules, seed=self.rng.randrange(10**9)))
            self._on_to_the_end(full)
        self._count()
        return self.tally

    def run_from(self, start: State, moves: Sequence[str] = (), at_once: bool = False) -> Tally:
        """Play on from any position, for engines that can be put into one. Such a game has no record.

        The moves are played first. With `at_once` the refusals of the start itself are compared.
        """
        self.has_record = False
        self.states = [start]
        full = {1 if at_once else self.rng.randint(1, 4)} if self.effort.full_whys else set()
        with contextlib.suppress(Stop):
            answer = self.ask(cmd="set", position=position_json(start))
            self._check_position("position put up", answer)
            if at_once and not full:
                self._whys(full=False)
            for move in moves:
                self._move(move, self._look(len(self.states) in full))
            self._on_to_the_end(full)
        self._count()
        return self.tally

    def follow(self, start: State, moves: list[str]) -> Tally:
        """Play these moves, asking about every conceivable move at the end."""
        with contextlib.suppress(Stop):
            self._start(start)
            for move in moves:
                self._move(move, self._look(full=False))
            if self.state.phase == "over":
                self._over()
            else:
                self._look(full=True)
                self._record()
        self._count()
        return self.tally

    def _on_to_the_end(self, full_whys_at: set[int]) -> None:
        while self.state.phase != "over":
            legal = self._look(len(self.states) in full_whys_at)
            self._move(choose(self.state, legal, self.policies, self.rng), legal)
        self._over()

    def _start(self, state: State) -> None:
        self.states = [state]
        message: Message = {"cmd": "new", "edition": self.rules.edition, "players": self.rules.players}
        if self.rules.gates or self.rng.random() < 0.5:
            message["gates"] = self.rules.gates
        changed = self.rules.changed_switches()
        if changed or self.rng.random() < 0.5:
            message["options"] = changed if self.rng.random() < 0.5 else self.rules.switches()
        if state.well:
            message["well"] = state.well
        if state.market:
            message["market"] = state.market
        self._check_position("position of a new game", self.ask(**message))

    def _look(self, full: bool) -> list[str]:
        """Everything about the present position."""
        state = self.state
        legal = legal_moves(state)
        self.tally.legal_moves += len(legal)
        answers = self.engine.ask([{"cmd": "legal"}, {"cmd": "score"}])
        self.expect("legal moves", legal, answers[0].get("moves"))
        self.expect("scores", score_sheet(state), answers[1].get("scores"))
        if full or self.rng.random() < 1 / 3:
            self._whys(full)
        if self.rng.random() < self.effort.probes:
            self._refused_play(legal)
            self._malformed()
        return legal

    def _move(self, move: str, legal: list[str]) -> None:
        """One move in both, and what it leads to."""
        state = self.state
        self.states.append(play(state, move, legal))
        self.tally.plies += 1
        self.tally.hits.update(events(state, move, self.state))
        written = self._other_writing(state, move)
        self._check_position("position after a move", self.ask(cmd="play", moves=[written]), move)
        if self.rng.random() < self.effort.probes:
            self._undo()
        if self.rng.random() < self.effort.probes / 4:
            self._record()

    def _check_position(self, what: str, answer: Message, move: str | None = None) -> None:
        if not answer.get("ok"):
            self.differ(what, "ok", answer, move)
        self.expect(what, position_json(self.state), answer["position"], move)

    def _other_writing(self, state: State, move: str) -> str:
        """Sometimes a roof by another building of its palace."""
        if move[0] not in "RN" or self.rng.random() < 0.5:
            return move
        palace = next(p for p in position_json(state)["palaces"] if move[1:] in p["buildings"])
        return move[0] + str(self.rng.choice(palace["buildings"]))

    # Refusals

    def _whys(self, full: bool) -> None:
        judge = Judge(self.state)
        moves = list(conceivable_moves(self.state, self.rng))
        if not full:
            barred = sorted(judge.barred)
            moves = self.rng.sample(moves, self.effort.whys) + self.rng.sample(barred, min(len(barred), 6))
        answers = self.engine.ask([{"cmd": "why", "move": move} for move in moves])
        for move, answer in zip(moves, answers, strict=True):
            self._check_why(move, judge.broken(move), answer)

    def _check_why(self, move: str, broken: list[str], answer: Message) -> None:
        self.tally.refusals += bool(broken)
        if not answer.get("ok") or answer.get("legal") is not (not broken):
            self.differ("why: legal or not", broken, answer, move)
        if broken:
            self._check_rule("why", move, broken, answer)
            message = answer.get("message")
            if not isinstance(message, str) or not message.strip():
                self.differ("why: no message", "a sentence", answer, move, fatal=False)

    def _check_rule(self, what: str, move: str, broken: list[str], answer: Message) -> None:
        rule = answer.get("rule")
        self.tally.rules_named[str(rule)] += 1
        if rule not in broken:
            self.differ(f"{what}: rule", broken, rule, move, fatal=False)
        elif rule != broken[0]:
            self.tally.not_preferred[f"{move[0]}: oracle {' '.join(broken)}, engine {rule}"] += 1

    def _refused_play(self, legal: list[str]) -> None:
        """An illegal move, alone or after legal ones, is refused and changes nothing."""
        first = self.rng.choice(legal)
        then = play(self.state, first, legal)
        leading: list[str] = []
        base = self.state
        if self.rng.random() < 0.5 and then.phase != "over":
            leading, base = [first], then
        pool = list(conceivable_moves(base, self.rng))
        judge = Judge(base)
        for move in self.rng.sample(pool, 10):
            broken = judge.broken(move)
            if broken:
                break
        else:
            return
        error = self.ask(cmd="play", moves=[*leading, move]).get("error") or {}
        if error.get("code") != "illegal_move" or error.get("rule") not in broken:
            self.differ("refused play", ["illegal_move", *broken], error, " ".join([*leading, move]), fatal=False)
        self.tally.refusals += 1
        self._check_position("position after a refused move", self.ask(cmd="position"), move)

    def _malformed(self) -> None:
        for text in self.rng.sample(MALFORMED, 6):
            if _well_formed(self.state, text):
                continue
            self.tally.malformed += 1
            for answer in self.engine.ask([{"cmd": "why", "move": text}, {"cmd": "play", "moves": [text]}]):
                code = (answer.get("error") or {}).get("code")
                if answer.get("ok") is not False or code != "bad_move":
                    self.differ("malformed move", "bad_move", answer, text, fatal=False)
        self._check_position("position after malformed moves", self.ask(cmd="position"))

    # Undo, records, the end

    def _undo(self) -> None:
        """Back some moves, the position of then, and forth again."""
        count = self.rng.randint(1, min(12, len(self.states) - 1))
        self.tally.undone += count
        forth = [entry.text for entry in self.state.log[-count:]]
        back = position_json(self.states[-1 - count])
        answer = self.ask(cmd="undo", count=count)
        self.expect("position after undo", back, answer.get("position"), f"undo {count}")
        legal = self.ask(cmd="legal").get("moves")
        self.expect("legal moves", legal_moves(self.states[-1 - count]), legal, f"undo {count}")
        self._check_position("position after playing again", self.ask(cmd="play", moves=forth))

    def _record(self) -> None:
        """What the engine wrote says the same as the oracle, and comes out the same when read and written again."""
        if not self.has_record:
            return
        self.tally.loaded += 1
        text = self.ask(cmd="record").get("record")
        if not isinstance(text, str):
            self.differ("record", "a text", text)
        assert isinstance(text, str)
        self._check_record(text)
        self._check_position("position of a loaded record", self.ask(cmd="load", record=text))
        self.expect("record written again", text, self.ask(cmd="record").get("record"))
        own = record_text(self.state)
        self._check_position("position of the oracle's record", self.ask(cmd="load", record=own))
        self._check_record(self.ask(cmd="record").get("record") or "")
        self._check_position("position of a loaded record", self.ask(cmd="load", record=text))

    def _check_record(self, text: str) -> None:
        tags, lines = split_record(text)
        expected = record_tags(self.state)
        people = {tag for tag in tags if tag in ("Event", "Date") or tag.startswith("Seat")}
        self.expect("record tags", expected, {name: tags[name] for name in tags if name not in people})
        if [*tags].index("Rules") != [*tags].index("Edition") + 1:
            self.differ("record: Rules follows Edition", [*expected], [*tags])
        self.expect("record moves", move_lines(self.state), lines)
        if not text.endswith("\n") or text.endswith("\n\n"):
            self.differ("record's last line end", "one", text[-20:])

    def _over(self) -> None:
        answers = self.engine.ask([{"cmd": "legal"}, {"cmd": "score"}])
        self.expect("legal moves", [], answers[0].get("moves"))
        self.expect("scores", score_sheet(self.state), answers[1].get("scores"))
        for message in ({"cmd": "why", "move": "Ge5"}, {"cmd": "play", "moves": ["Ge5"]}):
            code = (self.ask(**message).get("error") or {}).get("code")
            self.expect("move after the end", "game_over", code, str(message["cmd"]))
        self._record()
        self._undo()

    def _count(self) -> None:
        tally = self.tally
        again = skips_that_ended(self.states)
        if again:
            tally.hits["4.4 skipped player placed again later"] += again
        tally.games_with.update(tally.hits.keys())
        gates = "gates" if self.rules.gates else "no gates"
        tally.games_of[f"{self.rules.edition} edition, {self.rules.players} players, {gates}"] += 1
        tally.games_by_policy.update(set(self.policies))


def _bools_differ(oracle: Any, engine: Any) -> bool:
    """Python takes True for 1; JSON does not."""
    return repr(_sorted_maps(oracle)) != repr(_sorted_maps(engine))


def _sorted_maps(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted((key, _sorted_maps(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return [_sorted_maps(inner) for inner in value]
    return value


def _list_difference(oracle: list[str], engine: list[str]) -> tuple[Any, Any]:
    if sorted(oracle) == sorted(engine):
        return ("in this order", oracle), ("in this order", engine)
    return (
        {"only the oracle": [move for move in oracle if move not in engine]},
        {"only the engine": [move for move in engine if move not in oracle]},
    )


def _well_formed(state: State, text: str) -> bool:
    try:
        check_form(state, text)
    except NotAMove:
        return False
    return True


def conceivable_moves(state: State, rng: random.Random) -> Iterator[str]:
    """Every piece on every cell; of the many passages those between gates, and some senseless ones."""
    board = state.board
    for piece in (*COLOURS, "S", "M", "R", "N"):
        for cell in board.cells:
            yield piece + cell
    for wall in board.wall_cells:
        yield f"W{wall}"
        yield f"D{wall}"
    yield "T"
    gates = [wall for wall, what in state.walls.items() if what == "gate"]
    fronts = [board.front[gate] for gate in gates]
    cells = sorted({*fronts, *rng.sample(board.cells, 3)})
    exits = sorted({*gates, *rng.sample(board.wall_cells, 3)})
    for cell in cells:
        for gate in exits:
            yield f"M{cell}/{gate}"


def random_rules(edition: str, players: int, gates: bool, rng: random.Random) -> Rules:
    """Half the games by the edition's defaults, the others with any switches thrown."""
    default = Rules.of(edition, players, gates).switches()
    chance = rng.choice([0.0, 0.0, 0.15, 0.5])
    thrown = {name: _other_value(name, value, rng) for name, value in default.items() if rng.random() < chance}
    return Rules.of(edition, players, gates, **thrown)


def _other_value(switch: str, value: Switch, rng: random.Random) -> Switch:
    return rng.choice([other for other in values_of(switch) if other != value])
