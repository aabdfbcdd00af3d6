"""For a move that may not be made: every rule it breaks, the one a person would mention first in front."""

import re

from .duties import asks_for_roof, barred_moves
from .game import canonical, may_use_tea, otherwise_legal_moves
from .places import Places
from .state import COLOURS, State


class NotAMove(Exception):
    """Not a move at all, or a cell that is not on this board."""


FORM = re.compile(r"[GPBOSRN]([a-p][0-9]+)|M([a-p][0-9]+)(/[NSEW][a-p0-9]+)?|[WD]([NSEW][a-p0-9]+)|T")


def check_form(state: State, text: str) -> None:
    """Raise NotAMove unless the text is one of the forms of the notation with cells of this board."""
    match = FORM.fullmatch(text)
    if match is None:
        raise NotAMove(text)
    city = match[1] or match[2]
    wall = match[4] or (match[3] or "").removeprefix("/")
    if (city and city not in state.board.order) or (wall and wall not in state.board.front):
        raise NotAMove(text)


def broken_rules(state: State, text: str) -> list[str]:
    """All the rules the move breaks, best first; empty for a legal move. The game must not be over."""
    return Judge(state).broken(text)


class Judge:
    """Everything about one position that judging its moves takes, found once."""

    def __init__(self, state: State) -> None:
        assert state.phase != "over"
        assert state.turn is not None
        self.state = state
        self.seat = state.turn
        self.board = state.board
        self.otherwise_legal = otherwise_legal_moves(state)
        self.barred = barred_moves(state, self.otherwise_legal)
        self.places = Places(state)
        self.roof_due = self._is_roof_due()
        self.open = {colour: self.places.open_palace(colour) for colour in COLOURS}
        self.beside = [(palace, self.places.beside(palace)) for palace in self.places.palaces]
        self.extensions = self.places.extension_cells()
        self.passages = self.places.passages()
        self.new_streets = self.places.new_street_cells()
        self.wall_places = self.places.wall_places()
        self.gate_places = self.places.gate_places()

    def _is_roof_due(self) -> bool:
        """4.6: must the placement that is due be an own roof?"""
        if self.state.placements_left != 1 or not asks_for_roof(self.state):
            return False
        return any(move[0] == "R" for move in self.otherwise_legal)

    def broken(self, text: str) -> list[str]:
        """All the rules the move breaks, best first; 4.6 and 4.8 are asked about a move that is otherwise legal."""
        check_form(self.state, text)
        move = canonical(self.state, text)
        if move in self.otherwise_legal:
            return [self.barred[move]] if move in self.barred else []
        if self.state.phase == "founding":
            return self._founding(text)
        broken = self._not_held(text) + self._by_piece(text[0], text[1:])
        if self.roof_due and text[0] != "R":
            broken.append("4.6")
        assert broken, text
        return list(dict.fromkeys(broken))

    def _founding(self, text: str) -> list[str]:
        """3.3: nothing but a merchant on an inner cell; that the cell must be empty is also said by 8."""
        if text[0] == "M" and "/" in text:
            return ["3.3", "16.4"]
        if text[0] == "M" and text[1:] in self.state.cells:
            return ["3.3", "8.2", "8.3"]
        return ["3.3"]

    def _not_held(self, text: str) -> list[str]:
        """4.2, and for a finished colour 5.8. Tea is no piece, so for it 10.3 comes first."""
        if text == "T" or self.state.stock[self.seat][text[0]] > 0:
            return []
        owners = {mark.roof for mark in self.state.palaces if mark.colour == text[0]}
        finished = text[0] in COLOURS and owners >= set(self.state.seats)
        return ["4.2", "5.8"] if finished else ["4.2"]

    def _by_piece(self, piece: str, target: str) -> list[str]:
        if piece in COLOURS:
            return self._building(piece, target)
        if piece == "S":
            return self._stable(target)
        if piece == "M":
            cell, _, gate = target.partition("/")
            return self._passage(cell, gate) if gate else self._merchant(cell)
        if piece == "W":
            return self._wall(target)
        if piece == "D":
            return [] if target in self.gate_places else ["16.1"]
        if piece in "RN":
            return self._roof(piece, target)
        if may_use_tea(self.state):
            return []
        return ["10.3"] if self.state.stock[self.seat]["T"] else ["10.3", "4.2"]

    def _building(self, colour: str, cell: str) -> list[str]:
        places, palace = self.places, self.open[colour]
        added = palace is not None and cell in places.beside(palace)
        broken = []
        if not places.is_empty(cell):
            broken.append("5.2")
        if palace is not None and not added:
            broken.append("5.4")
        if cell in places.gate_of_front:
            broken.append("16.3")
        if self._touches_roofed(colour, cell):
            broken.append("6.1")
        if places.near_other_palace(cell, palace if added else None):
            broken.append("5.6")
        if places.near_well(cell):
            broken.append("5.7")
        return broken

    def _touches_roofed(self, colour: str, cell: str) -> bool:
        return any(p.colour == colour and p.roof is not None and cell in beside for p, beside in self.beside)

    def _stable(self, cell: str) -> list[str]:
        places = self.places
        palaces = [palace for palace, beside in self.beside if cell in beside]
        broken = []
        if not places.is_empty(cell) or not palaces:
            broken.append("7.1")
        if cell in places.gate_of_front:
            broken.append("16.3")
        if places.near_other_palace(cell, palaces[0] if palaces else None):
            broken += ["5.6", "7.2"]
        if places.near_well(cell):
            broken += ["5.7", "7.2"]
        return broken

    def _merchant(self, cell: str) -> list[str]:
        if cell in self.extensions | self.new_streets:
            return []
        extendable = bool(self.extensions or self.passages)
        beside = self.places.merchants_touching(cell)
        broken = ["8.2"] if extendable else ["8.3"]
        if not self.places.is_empty(cell) or len(beside) > 1:
            broken += ["8.2", "8.3"]
        elif extendable:
            broken.append("8.3")  # it would start a new street while one can be extended
        if any(cell == into for into, _ in self.passages):
            broken.append("16.4")  # the gate it leaves by is not named
        return broken

    def _passage(self, cell: str, gate: str) -> list[str]:
        if (cell, gate) in self.passages:
            return []
        places = self.places
        into = places.gate_of_front.get(cell)
        broken = []
        if (
            gate not in places.gates
            or into in (None, gate)
            or self.board.front[gate] not in places.street_ends()
            or not places.is_empty(cell)
            or places.merchants_touching(cell)
        ):
            broken.append("16.4")
        if {gate, into} & self.state.used_gates:
            broken.append("16.5")
        return broken

    def _wall(self, wall: str) -> list[str]:
        if wall in self.wall_places:
            return []
        if wall in self.state.walls:
            return ["9.1"]
        if self.board.tower_beside(wall) is None and not self.places.touches_wall(wall):
            beside = [self.state.walls.get(other) for other in self.board.side_neighbours[wall]]
            return ["16.2", "9.1"] if "gate" in beside else ["9.1"]
        return ["9.2"]

    def _roof(self, piece: str, cell: str) -> list[str]:
        palace = self.places.palace_at.get(cell)
        no_place = ["6.1"] if piece == "R" else ["6.1", "6.3"]
        if palace is None or cell not in palace.buildings:
            return no_place
        broken = [] if palace.roof is None else no_place
        same_colour = [other for other in self.places.palaces if other.colour == palace.colour]
        if piece == "R" and any(other.roof == self.seat for other in same_colour):
            broken = [*broken, "6.2"]
        return broken
