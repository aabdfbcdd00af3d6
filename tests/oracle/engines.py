"""The engines that the oracle is compared with: one behind the JSON-lines protocol, one through the Python API."""

import json
import subprocess
from collections.abc import Iterable
from typing import Any, Protocol

Message = dict[str, Any]


class Engine(Protocol):
    """Whatever answers the messages of the engine protocol."""

    def ask(self, messages: list[Message]) -> list[Message]:
        """The answers to the messages, in order."""
        ...


class EngineProcess:
    """A real engine process. Questions go out in bunches small enough never to fill both pipes."""

    BUNCH = 50

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, messages: list[Message]) -> list[Message]:
        """The answers to the messages, in order."""
        answers: list[Message] = []
        for start in range(0, len(messages), self.BUNCH):
            answers += self._ask_bunch(messages[start : start + self.BUNCH])
        return answers

    def _ask_bunch(self, messages: list[Message]) -> Iterable[Message]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
        self.process.stdin.flush()
        for _ in messages:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the engine ended (exit code {self.process.wait()})")
            yield json.loads(line)

    def close(self) -> None:
        """Ask the engine to end, and see that it does."""
        self.ask([{"cmd": "quit"}])
        self.process.communicate(timeout=60)


class PythonApi:
    """The same questions put to the `medina` package itself."""

    def __init__(self) -> None:
        import medina
        import medina.notation

        self.medina: Any = medina
        self.record: Any = None

    def ask(self, messages: list[Message]) -> list[Message]:
        """The answers to the messages, in order."""
        return [self._answer(dict(message)) for message in messages]

    def _answer(self, message: Message) -> Message:
        try:
            answer: Message = getattr(self, "_" + message.pop("cmd"))(**message)
        except self.medina.MedinaError as error:
            refusal = getattr(error, "refusal", None)
            rule = None if refusal is None else refusal.rule
            return {"ok": False, "error": {"code": error.code, "message": error.message, "rule": rule}}
        return {"ok": True, **answer}

    def _new(
        self,
        edition: str,
        players: int,
        gates: bool = False,
        options: dict[str, bool | str] | None = None,
        well: str | None = None,
        market: str | None = None,
        seed: int | None = None,
    ) -> Message:
        ruleset = self.medina.Ruleset.of(edition, players=players, gates=gates, **(options or {}))
        start = self.medina.new_game(ruleset, well=well, market=market, seed=seed)
        self.record = self.medina.Record.new(start)
        return self._position()

    def _set(self, position: Message) -> Message:
        self.record = self.medina.Record.new(self.medina.notation.position_from_json(position))
        return self._position()

    def _load(self, record: str) -> Message:
        self.record = self.medina.read_record(record)
        return self._position()

    def _position(self) -> Message:
        position = self.record.position
        as_json = json.loads(json.dumps(self.medina.notation.position_to_json(position)))
        again = self.medina.notation.position_from_json(as_json)
        assert again == position, "a position read back from its JSON differs"
        assert hash(again) == hash(position), "equal positions with different hashes"
        return {"position": as_json}

    def _legal(self) -> Message:
        return {"moves": [str(move) for move in self.record.position.legal_moves]}

    def _play(self, moves: list[str]) -> Message:
        record = self.record
        for move in moves:
            record = record.play(move)
        self.record = record
        return self._position()

    def _undo(self, count: int = 1) -> Message:
        self.record = self.record.undo(count)
        return self._position()

    def _why(self, move: str) -> Message:
        refusal = self.record.position.why(move)
        if refusal is None:
            return {"legal": True}
        return {"legal": False, "rule": refusal.rule, "message": refusal.message}

    def _score(self) -> Message:
        names = ("buildings", "stables", "walls", "merchants", "palace_tiles", "tower_tiles", "well", "total")
        sheet = self.record.position.score_sheet()
        return {"scores": [{name: getattr(score, name) for name in names} for score in sheet]}

    def _record(self) -> Message:
        return {"record": self.medina.write_record(self.record)}
