"""Programs that speak the engine protocol, asked without standing in the way of anything else."""

from __future__ import annotations

import asyncio
from typing import Any

from medina.bots import Budget
from medina.client.errors import ClientError, failed
from medina.notation import Record
from medina.protocol.external import Patience, go_request, legal_move, new_request
from medina.protocol.process import Fault, Program
from medina.rules import Move, Position
from medina.table.wire import RefusalInfo


class Engine:
    """A running program, ours (`medina engine`) or anybody's, and a game it plays. Leaving the context ends it.

        async with Engine("medina engine --bot mason") as engine:
            await engine.new(medina.new_game("second", players=2, seed=1))
            await engine.play(await engine.go(Budget(seconds=1.0)))

    Every question can raise `ClientError`: with the program's own code, sentence and rule where it refuses, and with
    the code `bad_program` where it crashes, hangs or talks nonsense. Then it is of no more use.
    """

    def __init__(self, command: str, patience: Patience | None = None) -> None:
        self.command = command
        self.patience = patience or Patience()
        self.about: dict[str, Any] = {}
        """What it said to `hello`: its name, its version, its bots."""
        self._record: Record | None = None
        self._program: Program | None = None
        self._well = True
        self._one_at_a_time = asyncio.Lock()

    async def __aenter__(self) -> Engine:
        try:
            self._program = await asyncio.to_thread(Program, self.command)
        except Fault as fault:
            raise _told(fault) from None
        try:
            self.about = await self._answer({"cmd": "hello"}, self.patience.start)
        except ClientError:
            await self.close()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the program and its children: politely if it behaved."""
        program, self._program = self._program, None
        if program is not None:
            await asyncio.to_thread(program.end, self._well)

    @property
    def record(self) -> Record:
        """The game so far."""
        if self._record is None:
            raise failed("bad_request", "There is no game yet: begin one with new().")
        return self._record

    async def new(self, start: Position) -> None:
        """Begin a game."""
        await self._obey(new_request(start), self.patience.reply)
        self._record = Record.new(start)

    async def play(self, *moves: Move | str) -> None:
        """Play moves, whoever is to place. Raises `IllegalMove` or `BadMove` before the program hears of them."""
        record = self.record
        for move in moves:
            record = record.play(move)
        await self.ask("play", moves=[move.text for move in record.moves[len(self.record.moves) :]])
        self._record = record

    async def go(self, budget: Budget | None = None, seed: int = 0) -> Move:
        """Its move for whoever is to place, checked against the rules; it is not played yet."""
        position, budget = self.record.position, budget or Budget()
        answer = await self._obey(go_request(budget, seed), self.patience.for_move(budget))
        try:
            return legal_move(position, answer)
        except Fault as fault:
            self._well = False
            raise _told(fault) from None

    async def ask(self, command: str, **given: Any) -> dict[str, Any]:
        """The answer to any other command of the protocol, such as `legal`, `why` or `score`."""
        return await self._obey({"cmd": command, **given}, self.patience.reply)

    async def _obey(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        answer = await self._answer(request, seconds)
        if answer.get("ok") is not True:
            raise _refused(answer)
        return answer

    async def _answer(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        async with self._one_at_a_time:
            if self._program is None or not self._well:
                raise failed("bad_program", "The program is not running, or has failed before.")
            self._well = False  # until it has answered: an answer that nobody waited for must not pass for the next
            try:
                answer = await asyncio.to_thread(self._program.ask, request, seconds)
            except Fault as fault:
                raise _told(fault) from None
            self._well = True
            return answer


def _told(fault: Fault) -> ClientError:
    return failed("bad_program", fault.message)


def _refused(answer: dict[str, Any]) -> ClientError:
    """What a program says about why it refuses, whatever shape it says it in."""
    said = answer.get("error")
    error = said if isinstance(said, dict) else {}
    message = str(error.get("message", "The program refused without a word."))
    rule = None if error.get("rule") is None else str(error["rule"])
    return ClientError(RefusalInfo(code=str(error.get("code", "bad_program")), message=message, rule=rule))
