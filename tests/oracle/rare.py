"""Which rare events of the rules a move brought about, told from the positions before and after it.

The counts say how much a run of comparisons has really seen.
"""

from collections.abc import Iterator
from itertools import pairwise

from .duties import asks_for_roof, asks_for_two, barred_moves
from .game import otherwise_legal_moves
from .places import Places
from .rare_names import ALL_EVENTS
from .rare_tiles import Step, palace_tile_events, tower_tile_events
from .scoring import scores, well_cells_of
from .state import COLOURS, State


def events(before: State, text: str, after: State) -> set[str]:
    """The rare events of one move."""
    step = Step(before, text, after)
    if before.phase == "founding":
        return {"3.3 founding"}
    was, now = Places(before), Places(after)
    found = {
        *_turns(step),
        *_duties(step, was),
        *_walls_and_gates(step, was, now),
        *_streets(step, was, now),
        *_tea(step),
        *_the_end(step),
    }
    if text != "T":
        found |= {*_palaces(step, was, now), *palace_tile_events(step, now), *tower_tile_events(step, was, now)}
        found |= {*_finished_colours(step), *_outs(step)}
    assert found <= set(ALL_EVENTS), found - set(ALL_EVENTS)
    return found


def _turns(step: Step) -> Iterator[str]:
    before, after, seat = step.before, step.after, step.seat
    if before.turn_size == 1:
        yield "4.3 one-placement first turn"
    ended = after.phase == "play" and after.turn_number > before.turn_number
    if not ended:
        return
    early = before.placements_left == 2
    if early and after.out[seat] and not _discarded(step, seat):
        yield "4.5 out with the turn's first placement"
    if early and not after.out[seat]:
        yield "4.4 turn ended after one placement"
        if after.stock[seat]["T"]:
            yield "4.4 turn ended early, tea kept"
    if after.turn == seat:
        yield "4.4 same player twice running"
    passed = _passed_over(before, after, seat)
    if any(not after.out[other] for other in passed):
        yield "4.4 player skipped"
    for other in passed:
        if _discarded(step, other):
            yield "16.7 gates discarded, first placement due"
            yield from _discard_details(before, other)
    if _discarded(step, seat) and seat not in passed:
        yield "16.7 gates discarded, second placement due"
        yield from _discard_details(before, seat)


def _passed_over(before: State, after: State, seat: int) -> list[int]:
    players = before.rules.players
    passed = []
    other = (seat + 1) % players
    while other != after.turn:
        if not before.out[other]:
            passed.append(other)
        other = (other + 1) % players
    return passed


def _discarded(step: Step, seat: int) -> bool:
    placed = step.text[0] == "D" and seat == step.seat
    return step.after.out[seat] and step.after.stock[seat]["D"] < step.before.stock[seat]["D"] - placed


def _discard_details(before: State, seat: int) -> Iterator[str]:
    if before.stock[seat]["D"] > 1:
        yield "16.7 several gates discarded"
    if before.stock[seat]["T"]:
        yield "16.7 gates discarded by a player with tea"


def _duties(step: Step, was: Places) -> Iterator[str]:
    before = step.before
    everybody = was.placements()
    roofs = any(move[0] == "R" for move in everybody[step.seat])
    others = [seat for seat in before.seats if seat != step.seat]
    if asks_for_roof(before) or asks_for_two(before):
        barred = barred_moves(before, otherwise_legal_moves(before))
        yield from _roof_due(before, barred, roofs)
        yield from _two_due(before, barred)
    if not before.rules.last_player_roofs or any(everybody[seat] for seat in others):
        return
    if not all(before.out[seat] for seat in others):
        if roofs and not before.roofed_this_turn:
            yield "4.6 others are stuck, not out: no roof is due"
    elif before.placements_left == 1 and before.roofed_this_turn:
        yield "4.6 satisfied by the turn's first placement"


def _roof_due(before: State, barred: dict[str, str], roofs: bool) -> Iterator[str]:
    if not asks_for_roof(before):
        return
    kinds = {move[0] for move, rule in barred.items() if rule == "4.6"}
    if before.placements_left == 1:
        if not roofs:
            yield "4.6 lifted: no roof can be placed"
        if kinds - {"T"}:
            yield "4.6 only roofs allowed where other moves were possible"
        if "T" in kinds:
            yield "4.6 tea refused"
    elif kinds:
        yield "4.6 first placement barred"
        yield (
            "4.6 first placement must not cover the roof's palace"
            if roofs
            else "4.6 first placement must make a palace"
        )


def _two_due(before: State, barred: dict[str, str]) -> Iterator[str]:
    if not asks_for_two(before):
        return
    kinds = {move[0] for move, rule in barred.items() if rule == "4.8"}
    if kinds:
        yield "4.8 first placement barred"
        if before.stock[before.turn or 0]["T"]:
            yield "4.8 first placement barred although there is tea"
        if "4.6" in barred.values():
            yield "4.8 and 4.6 both bar placements"
    for kind in kinds:
        yield f"4.8 {KIND_NAMES.get(kind, 'building')} barred"


KIND_NAMES = {"S": "stable", "M": "merchant", "W": "wall", "D": "gate", "R": "own roof", "N": "neutral roof"}


def _palaces(step: Step, was: Places, now: Places) -> Iterator[str]:
    piece = step.text[0]
    for old in was.palaces:
        new = now.palaces[old.index]
        if was.is_open(old) and new.roof is None and not now.is_open(new):
            yield "5.3 palace boxed in without a roof"
            names = {"S": "a stable", "M": "a merchant", "D": "a gate"}
            if piece in names:
                yield f"5.3 boxed in by {names[piece]}"
            elif piece in COLOURS and len(new.buildings) == len(old.buildings):
                yield "5.3 boxed in by another palace"
        if old.roof is None and new.roof is not None and not was.is_open(old):
            yield "5.3 boxed-in palace gets a roof"
    if len(now.palaces) > len(was.palaces):
        if not now.is_open(now.palaces[-1]):
            yield "5.5 palace born closed"
        if any(old.colour == piece and old.roof is None for old in was.palaces):
            yield "5.5 new palace beside a boxed-in one of its colour"
    if piece == "N":
        yield "6.3 neutral roof"
    if piece == "S":
        roof = now.palace_at[step.text[1:]].roof
        if roof == "neutral":
            yield "7.1 stable on a neutral palace"
        elif roof is not None and roof != step.seat:
            yield "7.1 stable on a palace of another player"


def _finished_colours(step: Step) -> Iterator[str]:
    if step.text[0] not in "RN":
        return
    before, after, seats = step.before, step.after, set(step.before.seats)
    for colour in COLOURS:
        was = {mark.roof for mark in before.palaces if mark.colour == colour}
        now = {mark.roof for mark in after.palaces if mark.colour == colour}
        roofs = [mark.roof for mark in after.palaces if mark.colour == colour and mark.roof is not None]
        if was != now and len(roofs) >= len(seats) and not now >= seats and "neutral" in now:
            yield "5.8 not by a neutral roof"
        if now >= seats and not was >= seats:
            yield "5.8 colour finished"
            if any(stock[colour] for stock in before.stock):
                yield "5.8 buildings boxed"
            for seat in seats:
                if before.stock[seat][colour] and after.pieces_left(seat) == 0:
                    mover = seat == step.seat
                    yield "5.8 puts the mover out" if mover else "5.8 puts another player out"


def _outs(step: Step) -> Iterator[str]:
    before, after, seat = step.before, step.after, step.seat
    if before.pieces_left(seat) == 1 and after.stock[seat]["M"] > before.stock[seat]["M"]:
        yield "4.5 last piece placed, tower merchants keep the player in"
    for other in before.seats:
        if after.out[other] and not before.out[other] and after.stock[other]["T"]:
            yield "10.4 out with tea left"


def _streets(step: Step, was: Places, now: Places) -> Iterator[str]:
    before, after, text = step.before, step.after, step.text
    passages = was.passages()
    if passages and before.stock[step.seat]["M"]:
        cells = [cell for cell, _ in passages]
        if len(set(cells)) < len(cells):
            yield "16.4 two exits for one cell"
        if len(cells) >= 4:
            yield "16.4 four or more passages to choose from"
        if not was.extension_cells():
            yield "16.4 passage is the only way to extend"
    if _used_gate_forbids(before, was):
        yield "16.5 a used gate forbids a passage"
    extendable_was = bool(was.extension_cells() or passages)
    extendable_now = bool(now.extension_cells() or now.passages())
    if extendable_was and not extendable_now:
        yield "8.3 street blocked at both ends"
    if text[0] == "D" and not extendable_was and extendable_now:
        yield "8.3 old blocked street freed by a gate"
    if text[0] != "M":
        return
    cell = text[1:].partition("/")[0]
    if cell in was.gate_of_front:
        yield "16.3 merchant on the front of a gate"
    if "/" in text:
        yield "16.4 passage"
        if any(street == [before.board.front[text.partition("/")[2]]] for street in before.streets):
            yield "16.4 passage of a one-merchant street"
        if len(after.used_gates) == 4:
            yield "16.5 all four gates used"
    if len(after.streets) > len(before.streets):
        yield "8.3 new street"
        if was.merchants_touching(cell):
            yield "8.3 new street beside an old one"
        if cell in before.board.edge:
            yield "8.3 new street on the edge"
    elif cell not in after.streets[-1]:
        yield "8.3 extended a street that is not the newest"


def _used_gate_forbids(before: State, was: Places) -> bool:
    ends = was.street_ends()
    return any(
        before.board.front[out] in ends
        and was.is_empty(before.board.front[into])
        and not was.merchants_touching(before.board.front[into])
        and {out, into} & before.used_gates
        for out in was.gates
        for into in was.gates
    )


def _walls_and_gates(step: Step, was: Places, now: Places) -> Iterator[str]:
    before, after, piece, target = step.before, step.after, step.text[0], step.text[1:]
    if piece not in ("W", "D"):
        return
    board = before.board
    side = board.sides[target[0]]
    empty = [wall for wall in side if wall not in after.walls]
    if not empty:
        yield "16.2 side without an empty cell"
    if len(empty) == 1 and not now.side_has_gate(target):
        yield "9.2 side full but for one cell"
        if board.tower_beside(empty[0]):
            yield "9.2 the empty cell is beside a tower"
    if piece == "W":
        if any(after.walls.get(other) == "gate" for other in board.side_neighbours[target]):
            yield "16.2 wall built up to a gate"
        return
    if board.front[target] in before.cells:
        yield "16.1 gate in front of a merchant"
    if all(before.walls.get(other) == "wall" for other in board.side_neighbours[target]):
        yield "16.2 gate touching both rows"
    if before.spare_gate:
        yield "16.6 fourth gate taken"
        if before.pieces_left(step.seat) == 1:
            yield "16.6 fourth gate to a player who had no other piece"
    elif before.rules.players == 3 and len(was.gates) == 1 and _second_gate_of_the_turn(before):
        yield "16.6 fourth gate placed in the same turn"


def _second_gate_of_the_turn(before: State) -> bool:
    return before.turn_size == 2 and before.placements_left == 1 and before.log[-1].text[0] == "D"


def _tea(step: Step) -> Iterator[str]:
    before, after, text = step.before, step.after, step.text
    if text == "T":
        yield "10.3 tea handed in"
        if _won_all_tea_this_turn(before, step.seat):
            yield "10.3 tea handed in that was won this turn"
        return
    if text[0] not in "RN" or not before.rules.tea:
        return
    claims = [mark.roof for mark in after.palaces if mark.colour == "P" and mark.roof is not None]
    if claims == [mark.roof for mark in before.palaces if mark.colour == "P" and mark.roof is not None]:
        return
    if len(claims) == 2:
        yield "10.1 second tea claim"
    if len(claims) == 3:
        yield "10.1 third tea claim"
    if len(claims) > 3:
        yield "10.1 fourth purple roof, no tea"
    if text[0] == "N" and after.tea_left < before.tea_left:
        yield "10.2 neutral tea boxed"


def _won_all_tea_this_turn(before: State, seat: int) -> bool:
    """Is what the seat holds exactly what the roof just placed brought?"""
    last = before.log[-1].text
    if last[0] != "R" or before.cells[last[1:]] != "P":
        return False
    claims = sum(mark.colour == "P" and mark.roof is not None for mark in before.palaces)
    return before.stock[seat]["T"] == {1: 3, 2: 2, 3: 1}.get(claims)


def _the_end(step: Step) -> Iterator[str]:
    after = step.after
    if after.phase != "over":
        return
    if any(after.pieces_left(seat) for seat in after.seats):
        yield "4.7 over with pieces in hand"
    if step.before.placements_left == 2:
        yield "4.7 over in the middle of a turn"
    if any(after.stock[seat]["D"] for seat in after.seats):
        yield "4.7 over with gates in hand, none discarded"
    final = scores(after)
    if final.count(max(final)) > 1:
        yield "15.4 shared first place"
    if any(p.roof in after.seats and well_cells_of(after, p) for p in Places(after).palaces):
        yield "11.1 well points for an owner"


def skips_that_ended(states: list[State]) -> int:
    """4.4: how often a player who had been skipped placed again later in this game."""
    waiting: set[int] = set()
    count = 0
    for before, after in pairwise(states):
        seat = before.turn
        if seat is None or before.phase == "founding":
            continue
        if seat in waiting:
            waiting.discard(seat)
            count += 1
        if after.phase == "play" and after.turn_number > before.turn_number:
            waiting |= {other for other in _passed_over(before, after, seat) if not after.out[other]}
    return count
