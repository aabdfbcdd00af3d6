"""One contract that every game keeps at every placement of random play, whatever its edition, players and switches."""

from __future__ import annotations

import json
import pickle
import random
from itertools import pairwise

import pytest

import medina
from medina import Move, Position, Record
from support import COMBINATIONS, city, conceivable, front, near, random_switches, touching

COLOURS = "GPBO"


def eager(seed: int) -> dict[str, float]:
    """How fond of each kind of piece the players of a game are, so that games differ."""
    chance = random.Random(seed)
    return {piece: chance.choice([0.05, 1, 1, 5]) for piece in "GPBOSMWRNDT/"}


def pick(position: Position, fondness: dict[str, float], chance: random.Random) -> Move:
    """By kind first, so that buildings do not drown the rest."""
    by_kind: dict[str, list[Move]] = {}
    for move in position.legal_moves:
        by_kind.setdefault("/" if move.exit else move.piece, []).append(move)
    kinds = sorted(by_kind)
    return chance.choice(by_kind[chance.choices(kinds, [fondness[kind] for kind in kinds])[0]])


def games(edition: str, players: int, gates: bool, seed: int) -> Position:
    """A first position: by the edition's rules, or with random switches."""
    chance = random.Random(seed)
    switches = {} if seed % 2 else random_switches(chance)
    return medina.new_game(medina.Ruleset.of(edition, players, gates, **switches), seed=seed)


# What is on the board and in hands


def on_board(position: Position) -> dict[str, int]:
    """How many of each piece have been placed."""
    values = [*position.cells.values(), *position.walls.values()]
    counts = {piece: values.count(piece) for piece in (*COLOURS, "S", "M")}
    roofs = [palace.roof for palace in position.palaces]
    return counts | {
        "W": values.count("wall"),
        "D": values.count("gate"),
        "R": sum(isinstance(roof, int) for roof in roofs),
        "N": roofs.count("neutral"),
    }


def everything(position: Position) -> dict[str, int]:
    """How many of each piece are in the game: placed, in hand, on tower tiles or beside the board."""
    placed = on_board(position)
    total = {piece: placed[piece] + sum(stock[piece] for stock in position.stocks) for piece in placed}
    total["M"] += sum(position.tower_merchants.values())
    total["D"] += position.spare_gate
    total["T"] = position.tea_left + sum(stock["T"] for stock in position.stocks)
    return total


def finished(position: Position, colour: str) -> bool:
    """5.8: does every player own a palace of the colour?"""
    owners = {palace.roof for palace in position.palaces if palace.colour == colour}
    return owners >= set(range(position.ruleset.players))


def check_conservation(before: Position, move: Move, after: Position) -> None:
    """Nothing appears, and only what the rules say goes to the box."""
    was, now = everything(before), everything(after)
    if before.phase == "founding":
        was["M"] += 1
    lost = {piece: was[piece] - now[piece] for piece in was}
    assert all(count >= 0 for count in lost.values()), lost
    assert lost["S"] == lost["W"] == lost["R"] == lost["N"] == 0
    for colour in COLOURS:
        if lost[colour]:
            assert finished(after, colour)
            assert not finished(before, colour)
        if finished(after, colour):
            assert not any(stock[colour] for stock in after.stocks)
    if lost["M"]:
        taken = [tower for tower, count in before.tower_merchants.items() if count > after.tower_merchants[tower]]
        owners = [after.tower_tiles[tower] for tower in taken]
        assert all(owner == "neutral" or before.out[owner] for owner in owners)
    if lost["D"]:
        assert any(out and not was_out for out, was_out in zip(after.out, before.out, strict=True))
    purple_neutral = move.piece == "N" and before.cells[move.cell] == "P"
    assert lost["T"] == 0 or move.piece == "T" or purple_neutral
    assert all(count >= 0 for stock in after.stocks for count in stock.values())


# What the city looks like


def check_city(position: Position) -> None:
    """Palaces keep their distance, stables touch their palace, streets are paths, one piece a cell."""
    cells = [cell for palace in position.palaces for cell in (*palace.buildings, *palace.stables)]
    merchants = [cell for street in position.streets for cell in street]
    standing = cells + merchants + ([position.well] if position.well else [])
    assert len(set(standing)) == len(standing)
    assert set(standing) == set(position.cells)
    fronts = {front(position, wall) for wall, what in position.walls.items() if what == "gate"}
    assert not fronts & set(cells)
    around: set[str] = set(near(position.well)) if position.well else set()
    for palace in position.palaces:
        own = {*palace.buildings, *palace.stables}
        assert not around & own
        around |= {other for cell in own for other in near(cell)}
        assert all(touching(stable) & set(palace.buildings) for stable in palace.stables)
        assert reached(palace.buildings) == set(palace.buildings)
    for street in position.streets:
        for one, other in pairwise(street):
            assert other in touching(one) or {one, other} <= {front(position, gate) for gate in position.used_gates}


def reached(buildings: tuple[str, ...]) -> set[str]:
    """The buildings one can walk to from the first."""
    found, waiting = {buildings[0]}, [buildings[0]]
    while waiting:
        step = (touching(waiting.pop()) & set(buildings)) - found
        found |= step
        waiting += step
    return found


def check_turn(position: Position) -> None:
    """Whoever is to place can, and has the right number of placements left."""
    if position.phase == "over":
        assert (position.turn, position.placements_left, position.turn_size) == (None, 0, 0)
        assert not position.legal_moves
        assert not any(position.can_place(seat) for seat in range(position.ruleset.players))
        return
    assert position.legal_moves
    assert 1 <= position.placements_left <= position.turn_size <= 2
    assert not position.out[position.turn]
    for seat, out in enumerate(position.out):
        held = sum(count for piece, count in position.stocks[seat].items() if piece != "T")
        assert out == (held == 0)


# Values


def check_moves(position: Position) -> None:
    """Sorted, each once, each legal, in the program's writing."""
    texts = [move.text for move in position.legal_moves]
    assert texts == sorted(set(texts))
    for move in position.legal_moves[:: max(1, len(texts) // 12)]:
        assert Move.parse(move.text) is move
        assert pickle.loads(pickle.dumps(move)) == move
        assert position.why(move) is None
        assert position.canonical(move) == move


def check_values(position: Position) -> None:
    """JSON and pickle give the same position back, with the same hash and the same moves."""
    written = json.dumps(medina.position_to_json(position))
    for again in (medina.position_from_json(json.loads(written)), pickle.loads(pickle.dumps(position))):
        assert again == position
        assert hash(again) == hash(position)
        assert again.legal_moves == position.legal_moves
        assert again.scores == position.scores
        assert json.dumps(medina.position_to_json(again)) == written


def check_why(position: Position, chance: random.Random) -> None:
    """`why` and the legal moves say the same of every conceivable move, and a refusal is a whole sentence."""
    legal = set(position.legal_moves)
    gates = [wall for wall, what in position.walls.items() if what == "gate"]
    exits = sorted({*gates, *chance.sample(sorted(position.walls), min(2, len(position.walls))), "Na", "W5"})
    for move in conceivable(position, exits):
        refusal = position.why(move)
        if refusal is None:
            assert position.canonical(move) in legal, move
        else:
            assert position.canonical(move) not in legal, move
            assert str(refusal).endswith(f"(rule {refusal.rule})")
            assert "{" not in refusal.message
    assert legal <= set(conceivable(position, gates))


@pytest.mark.parametrize("game", range(4))
@pytest.mark.parametrize(("edition", "players", "gates"), COMBINATIONS)
def test_random_play_keeps_the_contract(edition, players, gates, game):
    chance = random.Random(game)
    position = games(edition, players, gates, game)
    fondness = eager(game)
    record = Record.new(position)
    asked = set(chance.sample(range(110), 10))
    while position.phase != "over":
        written = medina.position_to_json(position)
        check_moves(position)
        if len(record.moves) in asked:
            check_why(position, chance)
        move = pick(position, fondness, chance)
        after = position.play(move)
        assert medina.position_to_json(position) == written, "playing changed the position before"
        check_conservation(position, move, after)
        check_city(after)
        check_turn(after)
        if len(record.moves) % 8 == 0 or after.phase == "over":
            check_values(after)
        assert after != position
        record = record.play(move)
        assert record.position == after
        position = after
    check_record(record)


def check_record(record: Record) -> None:
    """A record says the same when it is read again, pickled, or taken back and played again."""
    text = medina.write_record(record)
    again = medina.read_record(text)
    assert again == record
    assert again.positions == record.positions
    assert medina.write_record(again) == text
    assert pickle.loads(pickle.dumps(record)) == record
    half = record.undo(len(record.moves) // 2)
    assert half.position == record.positions[len(half.moves)]
    for move in record.moves[len(half.moves) :]:
        half = half.play(move)
    assert half == record
    assert medina.write_record(medina.read_record(medina.write_record(record.undo(3)))) == medina.write_record(
        record.undo(3)
    )


def test_every_passage_is_asked_about_once():
    """All 9504 merchants through all wall cells, in a position with two passages and a used gate."""
    board = "W Na Sa E1 W11; D Nb Sb E2 W10; used E2; M a10 a11 b11; M p2 p3 p4"
    position = city("second", 3, board, gates=True)
    legal = set(position.legal_moves)
    assert [move.text for move in position.legal_moves if move.exit] == ["Mb1/Nb", "Mb1/W10"]
    for move in conceivable(position):
        assert (position.why(move) is None) == (position.canonical(move) in legal)
