"""A position of the game: immutable, and everything one can ask of it."""

from __future__ import annotations

from typing import Any

from medina.rules.effects import place
from medina.rules.errors import GameOver, IllegalMove
from medina.rules.listing import legal_moves
from medina.rules.move import Move
from medina.rules.palace import Owner, Palace
from medina.rules.reasons import astray, check_on_board, lengthens, name_of, refusal
from medina.rules.refusals import Refusal
from medina.rules.ruleset import COLOURS, ROOF, STOCK_PIECES, Ruleset
from medina.rules.scoring import Score, palace_tile_owners, palaces, score_sheet, well_cells
from medina.rules.state import State
from medina.rules.targets import Targets
from medina.rules.turns import is_mid_turn, move_on


class Position:
    """All that the rest of a game depends on. Playing a move gives a new position; the old one stays.

    >>> from medina import new_game
    >>> start = new_game("second", players=2, well="f6", market="c3")
    >>> len(start.legal_moves), start.turn, start.placements_left
    (532, 0, 1)
    >>> after = start.play("Ge8")
    >>> after.turn, after.palaces[0].buildings
    (1, ('e8',))
    >>> str(after.why("Of9"))
    'f9 is near the grey palace at e8 (rule 5.6)'
    """

    __slots__ = ("_hash", "_moves", "_scores", "_state", "_targets")

    _state: State
    _targets: Targets
    _moves: tuple[Move, ...] | None
    _scores: tuple[int, ...] | None
    _hash: int | None

    def __init__(self, state: State, targets: Targets | None = None) -> None:
        put = object.__setattr__
        put(self, "_state", state)
        put(self, "_targets", targets or Targets(state))
        put(self, "_moves", None)
        put(self, "_scores", None)
        put(self, "_hash", None)

    # Playing

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted by their text; none when the game is over."""
        if self._moves is None:
            object.__setattr__(self, "_moves", legal_moves(self._state, self._targets))
        return self._moves or ()

    def play(self, move: Move | str) -> Position:
        """The position after a move. Raises `BadMove`, `IllegalMove` or `GameOver`."""
        move = self._checked(move)
        broken = refusal(self._state, self._targets, move)
        if broken is not None:
            raise IllegalMove(broken)
        state = self._state.copy()
        place(state, move)
        return Position(state, move_on(state))

    def why(self, move: Move | str) -> Refusal | None:
        """Why a move is illegal, or None if it is legal. Raises `BadMove` or `GameOver`."""
        return refusal(self._state, self._targets, self._checked(move))

    def is_legal(self, move: Move | str) -> bool:
        """May this move be played? A roof may be named by any building of its palace."""
        return self.phase != "over" and self.why(move) is None

    def canonical(self, move: Move | str) -> Move:
        """The move as the program writes it: a roof by the first building of its palace."""
        move = self._checked(move)
        if move.piece in "RN":
            cell = 1 << self._state.board.number[name_of(move)]
            for palace in self._state.palaces:
                if palace.building_cells & cell:
                    return Move(move.piece, palace.first)
        return move

    def meant(self, text: str) -> Move:
        """The move meant by a hand that puts this piece there, as the program writes it.

        Raises `IllegalMove` for a piece off its ground, such as `"Wa1"`, a wall in the city: not a move that could be
        written, but one that a person can make. Raises `BadMove` or `GameOver` like `why`.
        """
        broken = None if self.phase == "over" else astray(self._state, text)
        if broken is not None:
            raise IllegalMove(broken)
        return self.canonical(text)

    def can_place(self, seat: int) -> bool:
        """4.4, 4.7: is the seat still in and could it place a piece, were it its turn?"""
        return self.phase != "founding" and not self.out[seat] and self._targets.serve(self._state, seat)

    def may_claim(self, seat: int, palace: Palace) -> bool:
        """6.1, 6.2: could the seat put a roof of its own on this palace, were it its turn?"""
        state = self._state
        claimed = state.claimed[seat] >> COLOURS.index(palace.colour) & 1
        return palace.roof is None and not claimed and bool(state.stocks[seat][ROOF])

    def claiming(self, seat: int, palace: Palace) -> tuple[int, ...]:
        """6.1, 12.3, 13.3: how the seat's own roof on this palace would change everybody's points, were it its turn."""
        state = self._state.copy()
        state.turn = seat
        place(state, Move("R", palace.buildings[0]))
        return tuple(then.total - now for then, now in zip(score_sheet(state), self.scores, strict=True))

    def _checked(self, move: Move | str) -> Move:
        if isinstance(move, str):
            move = Move.parse(move)
        check_on_board(self._state.board, move)
        if self.phase == "over":
            raise GameOver
        return move

    @property
    def state(self) -> State:
        """All that the position consists of, to be read and never changed.

        A position and the one it was played from share the parts that the move did not touch.
        """
        return self._state

    # Turns

    @property
    def ruleset(self) -> Ruleset:
        """Which game this is."""
        return self._state.rules

    @property
    def phase(self) -> str:
        """`"founding"`, `"play"` or `"over"`."""
        return self._state.phase

    @property
    def turn(self) -> int | None:
        """The seat to place next; None when the game is over."""
        return self._state.turn

    @property
    def placements_left(self) -> int:
        """How many placements this turn still has, 0 when the game is over."""
        return self._state.placements_left

    @property
    def turn_size(self) -> int:
        """How many placements this turn has in all, 0 when the game is over."""
        return self._state.turn_size

    @property
    def is_mid_turn(self) -> bool:
        """4.2: does this turn go on, with a part of it played? If not, a turn has just ended and the next begins."""
        return is_mid_turn(self._state)

    @property
    def roofed_this_turn(self) -> bool:
        """4.6: has the player placed an own roof in this turn?"""
        return self._state.roofed_this_turn

    @property
    def first_turn_done(self) -> tuple[bool, ...]:
        """4.3: for each seat, is its first turn behind it?"""
        return self._state.first_turn_done

    @property
    def out(self) -> tuple[bool, ...]:
        """4.5: for each seat, is it out of the game?"""
        return self._state.out

    # The city

    @property
    def columns(self) -> int:
        """1.1: how many columns the city has."""
        return self._state.board.columns

    @property
    def rows(self) -> int:
        """1.1: how many rows the city has."""
        return self._state.board.rows

    @property
    def well(self) -> str | None:
        """3.1: where the well is."""
        return None if self._state.well is None else self._state.board.names[self._state.well]

    @property
    def well_cells(self) -> tuple[str, ...]:
        """11.1: the cells that score for the well."""
        return self._state.board.names_of(well_cells(self._state))

    @property
    def cells(self) -> dict[str, str]:
        """What stands on each city cell that is not empty: a piece's letter or `"well"`."""
        board = self._state.board
        cells = {} if self.well is None else {self.well: "well"}
        for palace in self._state.palaces:
            colour = palace.colour
            for name in palace.buildings:
                cells[name] = colour
            for name in palace.stables:
                cells[name] = "S"
        for street in self._state.streets:
            for number in street:
                cells[board.names[number]] = "M"
        return cells

    @property
    def walls(self) -> dict[str, str]:
        """What stands on each wall cell that is not empty: `"wall"` or `"gate"`."""
        return self._state.walls()

    @property
    def palaces(self) -> tuple[Palace, ...]:
        """5.1: the palaces in the order they were started, each with what makes up its points."""
        return palaces(self._state)

    @property
    def streets(self) -> tuple[tuple[str, ...], ...]:
        """8.1: the market streets from end to end, oldest first."""
        names = self._state.board.names
        return tuple(tuple(names[number] for number in street) for street in self._state.streets)

    @property
    def are_streets_blocked(self) -> bool:
        """8.3: can no street be extended within the city, so that the next merchant starts a new one?"""
        return bool(self._state.streets) and not lengthens(self._state, self._targets.merchants)

    @property
    def used_gates(self) -> tuple[str, ...]:
        """16.5: the gates that have carried a street, sorted."""
        return tuple(sorted(self._state.used_gates))

    @property
    def spare_gate(self) -> bool:
        """16.6: does the fourth gate still lie beside the board?"""
        return self._state.spare_gate

    # Pieces and tiles

    @property
    def stocks(self) -> tuple[dict[str, int], ...]:
        """2: what each seat still has, by letter; T counts tea tiles."""
        return tuple(
            {**dict(zip(STOCK_PIECES, stock, strict=True)), "T": tea}
            for stock, tea in zip(self._state.stocks, self._state.tea, strict=True)
        )

    @property
    def tea_left(self) -> int:
        """10.1: the tea tiles that nobody has won yet."""
        return self._state.tea_left

    @property
    def palace_tiles(self) -> dict[str, Owner]:
        """12.4: who has each colour's tile."""
        return dict(zip(COLOURS, palace_tile_owners(self._state), strict=True))

    @property
    def palace_tile_palaces(self) -> dict[str, str | None]:
        """12.3: the first building of the palace that holds each colour's tile."""
        state = self._state
        return {
            colour: None if number is None else state.palaces[number].first
            for colour, number in zip(COLOURS, state.tile_palaces, strict=True)
        }

    @property
    def tower_tiles(self) -> dict[int, Owner]:
        """13.1: who has each tower's tile."""
        return dict(enumerate(self._state.tower_tiles, 1))

    @property
    def tower_merchants(self) -> dict[int, int]:
        """3.2: the merchants lying on each tower's tile."""
        return dict(enumerate(self._state.tower_merchants, 1))

    # Scores

    @property
    def scores(self) -> tuple[int, ...]:
        """15: everybody's points as the position stands."""
        if self._scores is None:
            object.__setattr__(self, "_scores", tuple([score.total for score in self.score_sheet()]))
        return self._scores or ()

    def score_sheet(self) -> tuple[Score, ...]:
        """15: everybody's points by where they come from."""
        return score_sheet(self._state)

    # Drawing

    def svg(self, **options: Any) -> str:
        """The position as a drawing; see `medina.draw.svg` for the options."""
        from medina.draw import svg
        from medina.notation import position_to_json

        return svg(position_to_json(self), **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    # Being a value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position cannot be changed; play() gives a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a position cannot be changed; play() gives a new one")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._state.key() == other._state.key()

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(self._state.key()))
        return self._hash or 0

    def __reduce__(self) -> tuple[type[Position], tuple[State]]:
        return Position, (self._state,)

    def __repr__(self) -> str:
        rules = self.ruleset
        gates = " with gates" if rules.gates else ""
        game = f"{rules.edition} edition, {rules.players} players{gates}"
        return f"<Medina position: {game}, {self.phase}, turn {self.turn}>"
