"""One conversation of the engine protocol: a request in, an answer out, the game in between."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import medina
from medina.notation import BadRecord, Record, position_to_json, read_record, write_record
from medina.protocol.fields import BadRequest, Fields
from medina.rules import GameOver, IllegalMove, MedinaError, Refusal, Ruleset, new_game

Answer = dict[str, Any]
PROTOCOL = 1


class Session:
    """Holds the game that the commands speak of. `handle` never raises for whatever it is given.

    `bot` answers a `go` that names none.
    """

    def __init__(self, bot: str = "greedy") -> None:
        self._bot = bot
        self._record: Record | None = None
        self.ended = False
        self._commands: dict[str, Callable[[Fields], Answer]] = {
            "hello": self._hello,
            "new": self._new,
            "load": self._load,
            "position": self._position,
            "legal": self._legal,
            "play": self._play,
            "undo": self._undo,
            "why": self._why,
            "score": self._score,
            "record": self._write,
            "go": self._go,
            "quit": self._quit,
        }

    def handle(self, request: object) -> Answer:
        try:
            if not isinstance(request, dict):
                raise BadRequest('A request is a JSON object such as {"cmd": "hello"}.')
            fields = Fields(request)
            command = self._commands.get(fields.text("cmd"))
            if command is None:
                raise BadRequest(f"There is no such command. The commands are {', '.join(self._commands)}.")
            return {"ok": True, **command(fields)}
        except MedinaError as error:
            return {"ok": False, "error": error_answer(error)}

    @property
    def record(self) -> Record:
        if self._record is None:
            raise BadRequest('There is no game yet. Send "new" or "load" first.')
        return self._record

    def _position_answer(self) -> Answer:
        return {"position": position_to_json(self.record.position)}

    def _hello(self, fields: Fields) -> Answer:
        from medina.bots import BOTS

        fields.end()
        return {"name": "medina", "version": medina.__version__, "protocol": PROTOCOL, "bots": list(BOTS)}

    def _new(self, fields: Fields) -> Answer:
        options = fields.mapping("options", {})
        ruleset = Ruleset.of(
            fields.text("edition"), fields.integer("players"), fields.flag("gates", False), **_switches(options)
        )
        well, market, seed = fields.text_or_none("well"), fields.text_or_none("market"), fields.integer_or_none("seed")
        fields.end()
        self._record = Record.new(new_game(ruleset, well=well, market=market, seed=seed))
        return self._position_answer()

    def _load(self, fields: Fields) -> Answer:
        text = fields.text("record")
        fields.end()
        self._record = read_record(text)
        return self._position_answer()

    def _position(self, fields: Fields) -> Answer:
        fields.end()
        return self._position_answer()

    def _legal(self, fields: Fields) -> Answer:
        fields.end()
        return {"moves": [move.text for move in self.record.position.legal_moves]}

    def _play(self, fields: Fields) -> Answer:
        moves = fields.texts("moves")
        fields.end()
        record = self.record
        for move in moves:
            record = record.play(move)
        self._record = record
        return self._position_answer()

    def _undo(self, fields: Fields) -> Answer:
        count = fields.integer("count", 1)
        fields.end()
        if not 0 <= count <= len(self.record.moves):
            raise BadRequest(f"As many moves can be taken back as were played: {len(self.record.moves)}.")
        self._record = self.record.undo(count)
        return self._position_answer()

    def _why(self, fields: Fields) -> Answer:
        move = fields.text("move")
        fields.end()
        refusal = self.record.position.why(move)
        return {"legal": True} if refusal is None else {"legal": False, **refusal_answer(refusal)}

    def _score(self, fields: Fields) -> Answer:
        fields.end()
        sheet = self.record.position.score_sheet()
        return {"scores": [{**score._asdict(), "total": score.total} for score in sheet]}

    def _write(self, fields: Fields) -> Answer:
        fields.end()
        return {"record": write_record(self.record)}

    def _go(self, fields: Fields) -> Answer:
        from medina.bots import Budget, make_bot

        name = fields.text("bot", self._bot)
        seconds = fields.number("seconds", 1.0)
        nodes, threads, seed = (fields.integer_or_none(field) for field in ("nodes", "threads", "seed"))
        fields.end()
        if not (math.isfinite(seconds) and seconds > 0):
            raise BadRequest("A bot needs a number of seconds greater than 0.")
        if (nodes is not None and nodes < 1) or (threads is not None and threads < 1):
            raise BadRequest("nodes and threads are whole numbers from 1.")
        budget = Budget(seconds=None if nodes else seconds, nodes=nodes, threads=threads or 1)
        try:
            bot = make_bot(name)
            if self.record.position.phase == "over":
                raise GameOver
            move = bot.choose(self.record.position, budget, random.Random(seed))
        except ModuleNotFoundError as error:
            raise BadRequest(f"The bot {name} needs the Python package {error.name}, which is not installed.") from None
        return {"move": move.text, "bot": name}

    def _quit(self, fields: Fields) -> Answer:
        fields.end()
        self.ended = True
        return {}


def _switches(options: dict[str, Any]) -> dict[str, Any]:
    """Switches are checked by the ruleset, but they must not clash with the names of its other arguments."""
    for name in ("edition", "players", "gates"):
        if name in options:
            raise BadRequest(f"{name} is a field of the command, not one of its options.")
    return options


def refusal_answer(refusal: Refusal) -> Answer:
    return {"rule": refusal.rule, "message": refusal.message}


def error_answer(error: MedinaError) -> Answer:
    """An error as the protocol writes it."""
    if isinstance(error, IllegalMove):
        return {"code": error.code, **refusal_answer(error.refusal)}
    answer: Answer = {"code": error.code, "message": error.message}
    if isinstance(error, BadRecord):
        answer |= {"line": error.line, "word": error.word, "rule": error.rule}
    return answer
