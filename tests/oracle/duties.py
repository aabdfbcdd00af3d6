"""Rules 4.6, 4.8 and 4.9: moves that are refused because of what the turn must still be able to hold.

Each placement is tried on a copy of the position. `independent` only spares trials whose result is certain.
"""

from .effects import place
from .places import Places
from .state import COLOURS, State


def barred_moves(state: State, moves: set[str]) -> dict[str, str]:
    """Return those of the otherwise legal moves that 4.6 or 4.8 forbids, each with the number of that rule."""
    placements = moves - {"T"}
    barred: dict[str, str] = {}
    if asks_for_two(state):
        samples = two_of_each_kind(placements)
        keeping = {move for move in placements if leaves_a_second(state, move, samples)}
        if keeping:
            barred.update(dict.fromkeys(placements - keeping, "4.8"))
    if asks_for_roof(state):
        keeping = {move for move in placements if keeps_the_roof(state, move, placements)}
        if keeping:
            barred.update(dict.fromkeys(placements - keeping, "4.6"))
            if "T" in moves:
                barred["T"] = "4.6"  # the turn has no roof yet, and tea would end it
    return barred


def asks_for_two(state: State) -> bool:
    """4.8: are two placements due, none of which has been made (4.3: a turn may be of one only)?"""
    return state.phase == "play" and state.rules.both_placements and state.placements_left == 2


def asks_for_roof(state: State) -> bool:
    """4.6: is everybody else out, and has the turn no own roof yet?"""
    return (
        state.phase == "play"
        and state.rules.last_player_roofs
        and all(state.out[seat] for seat in state.seats if seat != state.turn)
        and not state.roofed_this_turn
    )


def leaves_a_second(state: State, move: str, samples: list[str]) -> bool:
    """4.8: can the player place another piece after this first placement has taken full effect?"""
    return any(independent(move, other) for other in samples) or places_after(state, move).can_place(seat_of(state))


def keeps_the_roof(state: State, move: str, placements: set[str]) -> bool:
    """4.6: does the turn have an own roof after this placement, or a placement left that can be one?"""
    if move[0] == "R":
        return True
    if state.placements_left == 1:
        return False
    roofs = {other for other in placements if other[0] == "R"}
    if any(independent(move, roof) for roof in roofs):
        return True
    after = places_after(state, move)
    return "R" in after.held(seat_of(state)) and bool(after.roof_moves(seat_of(state)))


def places_after(state: State, move: str) -> Places:
    """The board after this placement with its full effect; what follows in section 4 (skips, the end) is left out."""
    following = state.copy()
    place(following, seat_of(state), move)
    return Places(following)


def seat_of(state: State) -> int:
    """The seat whose turn it is."""
    assert state.turn is not None
    return state.turn


def independent(first: str, second: str) -> bool:
    """Is it certain by their kinds and cells that the second of two legal placements stays legal after the first?

    Roofs ask for palaces and their roofs only, walls for walls and gates only. A merchant takes nothing but its cell
    from buildings and stables, and they take nothing but theirs from merchants.
    """
    one, two = first[0], second[0]
    apart = _cell(first) != _cell(second)
    if two == "W":
        return one not in {"W", "D"}
    if two in {"R", "N"}:
        return one not in {"R", "N"}
    if two == "M":
        return one in {"W", "R", "N"} or (one in {*COLOURS, "S"} and apart)
    if two == "S":
        return one in {"W", "R", "N"} or (one == "M" and apart)
    if two in COLOURS:
        return one == "W" or (one == "M" and apart)
    return False


def two_of_each_kind(placements: set[str]) -> list[str]:
    """Two placements on different cells of each kind, where there are two: all that `independent` can tell apart."""
    samples: list[str] = []
    for move in sorted(placements):
        alike = [other for other in samples if other[0] == move[0]]
        if len(alike) < 2 and all(_cell(other) != _cell(move) for other in alike):
            samples.append(move)
    return samples


def _cell(move: str) -> str:
    return move[1:].partition("/")[0]
