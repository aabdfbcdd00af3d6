"""Other people's bots: programs that speak the engine protocol and are asked for moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from medina.bots import Budget
from medina.notation import Record
from medina.protocol.process import Fault, Program, shown
from medina.rules import BadMove, Move, Position


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds a program may take: to start, for a command that needs no thought, and beyond its budget.

    `nodes` is for a move with a budget of nodes, which says nothing about time.
    """

    start: float = 60.0
    reply: float = 10.0
    grace: float = 1.0
    nodes: float = 120.0

    def for_move(self, budget: Budget) -> float:
        """How long to wait for a move."""
        return self.nodes if budget.seconds is None else budget.seconds + self.grace


class ExternalBot:
    """A program in one seat of one game. Use it as a context manager: leaving it ends the program and its children."""

    def __init__(self, command: str, patience: Patience | None = None) -> None:
        self.command = command
        self.patience = patience or Patience()
        self._told = 0
        self._well = True
        self._program = Program(command)

    def __enter__(self) -> ExternalBot:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def begin(self, start: Position) -> None:
        """Tell it which game is played. Raises `Fault`."""
        self._ask({"cmd": "hello"}, self.patience.start)
        self._obey(new_request(start), self.patience.reply)

    def choose(self, record: Record, budget: Budget, seed: int) -> Move:
        """Its move in the position at the end of the record, which it is told first. Raises `Fault`."""
        news = [move.text for move in record.moves[self._told :]]
        if news:
            self._obey({"cmd": "play", "moves": news}, self.patience.reply)
            self._told = len(record.moves)
        answer = self._obey(go_request(budget, seed), self.patience.for_move(budget))
        return legal_move(record.position, answer)

    def close(self) -> None:
        """End the program: politely if it behaved."""
        self._program.end(politely=self._well)

    def _obey(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Ask for what it may not refuse."""
        answer = self._ask(request, seconds)
        if answer.get("ok") is not True:
            self._well = False
            raise Fault("refused", command=request["cmd"], said=complaint(answer))
        return answer

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            return self._program.ask(request, seconds)
        except Fault:
            self._well = False
            raise


def new_request(start: Position) -> dict[str, Any]:
    """The command that sets up the same game."""
    rules = start.ruleset
    request: dict[str, Any] = {"cmd": "new", "edition": rules.edition, "players": rules.players, "gates": rules.gates}
    if rules.unusual_options:
        request["options"] = rules.unusual_options
    if rules.well:
        request["well"] = start.well
    if not rules.founding:
        request["market"] = start.streets[0][0]
    return request


def go_request(budget: Budget, seed: int) -> dict[str, Any]:
    """The command that asks for a move within a budget."""
    request: dict[str, Any] = {"cmd": "go", "seed": seed}
    if budget.seconds is not None:
        request["seconds"] = budget.seconds
    if budget.nodes is not None:
        request["nodes"] = budget.nodes
    return request


def complaint(answer: Mapping[str, Any]) -> str:
    """What a program says about why it refuses."""
    error = answer.get("error")
    message = error.get("message") if isinstance(error, dict) else None
    return shown(message) if isinstance(message, str) else shown(dict(answer))


def legal_move(position: Position, answer: Mapping[str, Any]) -> Move:
    """The move of an answer, as the program writes it. Raises `Fault` if it is none, or against the rules."""
    text = answer.get("move")
    try:
        refusal = position.why(str(text))
        if refusal is None:
            return position.canonical(str(text))
    except BadMove:
        raise Fault("nonsense", answer=shown(dict(answer))) from None
    raise Fault("illegal", move=text, rule=refusal.rule, reason=refusal.reason, args=dict(refusal.args))
