"""A position in the engine, and what the rules say of it, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from medina.engine.core import Core
from medina.engine.description import DETAILS, POSITION, STATE, move_texts
from medina.notation import position_from_json, position_to_json
from medina.notation.numbers import Form, numbers_of, value_of
from medina.rules import Position

if TYPE_CHECKING:
    from medina.notation import PositionJson


class Game:
    """A position that moves are played on. It belongs to one thread at a time.

    A JSON form is read and judged as a record's is: one that no game comes to is a `BadPosition`.
    """

    def __init__(self, position: Position | PositionJson) -> None:
        if not isinstance(position, Position):
            position = position_from_json(position)
        self._core = Core()
        paper = self._core.view("paper")
        for place, number in enumerate(numbers_of(POSITION, position_to_json(position)), 1):
            paper[place] = number
        if not self._core.call("read_position"):
            raise ValueError("The engine knows no such position.")

    @property
    def state(self) -> bytes:
        """The whole position as the module has it."""
        return self._core.view("state").tobytes()

    @state.setter
    def state(self, state: bytes) -> None:
        self._core.view("state").cast("B")[:] = state

    @property
    def players(self) -> int:
        return int(self._core.view("state")[STATE["PLAYERS"]])

    @property
    def turn(self) -> int | None:
        """The seat to place; None when the game is over."""
        turn = int(self._core.view("state")[STATE["TURN"]])
        return turn if turn >= 0 else None

    @property
    def codes(self) -> list[int]:
        """The codes of all legal moves."""
        return self._listed(self._core.call("list_moves"))

    @property
    def moves(self) -> list[str]:
        """All legal moves as they are written, sorted."""
        texts = move_texts(self.players)
        return sorted(texts[code] for code in self.codes)

    def play(self, move: str) -> None:
        """Play a legal move; any other is a `ValueError`."""
        texts = move_texts(self.players)
        code = next((code for code in self.codes if texts[code] == move), None)
        if code is None:
            raise ValueError(f"{move} is not legal here.")
        self._core.call("play_move", code)

    @property
    def scores(self) -> list[int]:
        """Live totals in seat order."""
        self._core.call("find_scores")
        return self._core.view("points")[: self.players].tolist()

    @property
    def position(self) -> PositionJson:
        """The JSON form of the position."""
        self._core.call("write_position")
        return cast("PositionJson", self._told(POSITION))

    @property
    def details(self) -> dict[str, Any]:
        """Everybody's score sheet, and every palace with what makes up its points."""
        self._core.call("write_details")
        return cast("dict[str, Any]", self._told(DETAILS))

    @property
    def previews(self) -> dict[str, list[int]]:
        """The score change per seat of each legal move that changes any."""
        now, players, texts = self.scores, self.players, move_texts(self.players)
        codes, totals = self._listed(self._core.call("try_moves")), self._core.view("totals")
        found = {}
        for index, code in enumerate(codes):
            after = totals[4 * index : 4 * index + players]
            changes = [total - before for total, before in zip(after, now, strict=True)]
            if any(changes):
                found[texts[code]] = changes
        return found

    @property
    def greediest(self) -> list[str]:
        """The first moves of the turns that improve the standing most at once, sorted."""
        texts, codes = move_texts(self.players), self._listed(self._core.call("weigh_turns"))
        values = self._core.view("values")[: len(codes)].tolist()
        best = max(values, default=0)
        return sorted(texts[code] for code, value in zip(codes, values, strict=True) if value == best)

    def random_games(self, games: int, seed: int) -> list[list[int]]:
        """Everybody's points at the end of so many random games from here, which stays as it is."""
        begin, ends = self.state, []
        self._core.view("chance")[0] = seed
        for _ in range(games):
            self._core.call("play_out")
            ends.append(self.scores)
            self.state = begin
        return ends

    def random_placements(self, seed: int) -> int:
        """How many placements a random game from here takes; the position stays as it is."""
        begin = self.state
        self._core.view("chance")[0] = seed
        count = int(self._core.call("play_out"))
        self.state = begin
        return count

    def _listed(self, count: int) -> list[int]:
        return self._core.view("moves")[:count].tolist()

    def _told(self, form: Form) -> Any:
        paper = self._core.view("paper")
        return value_of(form, paper[1 : 1 + paper[0]].tolist())
