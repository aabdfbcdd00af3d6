"""Why a move is good or bad, on positions where a person would say so too."""

from __future__ import annotations

from pathlib import Path

import pytest

import medina
from medina import Position
from medina.study import reason_for
from medina.study.reasons import faults, merits
from medina.study.sights import palace_at
from support import city

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
SIX = "O e3 e4 e5 e6 f6 g6"
"""An orange palace of six."""


def keys(position: Position, move: str, better: str | None = None, line: str = "", better_line: str = "") -> list[str]:
    """The reasons for a move, or against it beside a better one, weightiest first."""
    played = medina.Move.parse(move)
    if better is None:
        return [reason.key.split(".")[-1] for reason in merits(position, played, as_line(move, line))]
    found = faults(position, played, medina.Move.parse(better), as_line(move, line), as_line(better, better_line))
    return [reason.key.split(".")[-1] for reason in found]


def as_line(move: str, more: str) -> tuple[medina.Move, ...]:
    return tuple(map(medina.Move.parse, [move, *more.split()]))


# The example of the issue: an orange palace of six is there for the taking.


@pytest.mark.parametrize(
    ("lang", "against", "for_it"),
    [
        ("en", "leaves the orange palace, 6 cells, to Blue", "claims the orange palace, 6 cells, before Blue can"),
        ("fr", "laisse le palais orange (6 cases) à Bleu", "avant Bleu"),
        ("de", "überlässt Blau den orangen Palast (6 Felder)", "bevor Blau es kann"),
    ],
)
def test_a_palace_left_to_the_next_player(lang: str, against: str, for_it: str) -> None:
    position = city("second", 2, SIX, left=1)
    assert against in reason_for(position, "WNa", "Re3", lang)
    assert for_it in reason_for(position, "Re3", lang=lang)


def test_who_owns_the_colour_is_no_rival_and_the_next_one_is_named() -> None:
    position = city("second", 3, f"{SIX}; O n6 @1", left=1)
    assert "6 cells, to Green" in reason_for(position, "WNa", "Re3", "en")


def test_nothing_is_left_while_the_turn_goes_on() -> None:
    position = city("second", 2, SIX, left=2)
    assert "leaves_claim" not in keys(position, "WNa", "Re3")


def test_the_expected_reply_shows_what_is_left() -> None:
    position = city("second", 2, SIX, left=1)
    assert keys(position, "Oe7", "WNa", line="Re3", better_line="WNb")[0] == "leaves_claim"
    assert "leaves_claim" not in keys(position, "WNa", "WSa", line="Re3", better_line="Re3")


def test_a_palace_nobody_else_can_claim_is_only_put_off() -> None:
    position = city("second", 2, f"{SIX}; O n6 @1", left=1)
    assert {"misses_claim", "misses_tile"} <= set(keys(position, "WNa", "Re3"))
    assert keys(position, "Re3")[0] == "claims"


def test_a_neutral_roof_keeps_a_palace_from_the_others() -> None:
    position = city("second", 2, f"{SIX}; O n6 @0", left=1)
    assert keys(position, "Ne3")[0] == "neutralises_before"
    assert keys(position, "WNa", "Ne3")[0] == "leaves_claim"


def test_building_what_only_others_can_claim() -> None:
    position = city("second", 2, f"{SIX}; O n6 @0", left=1)
    assert "builds_for_others" in keys(position, "Oe7", "WNa")


def test_a_roof_too_early_and_a_roof_on_the_lesser_palace() -> None:
    position = city("second", 2, f"{SIX}; G j9", left=1)
    assert "claims_early" in keys(position, "Rj9", "Gj8")
    assert "claims_lesser" in keys(position, "Rj9", "Re3")


# Tiles, towers, the well and tea


def test_taking_a_tile_and_letting_it_go() -> None:
    position = city("second", 2, "O e3 e4 @1; O j3 j4 @0; G b9", left=1, holders={"O": "e3"})
    assert keys(position, "Sj5")[0] == "takes_tile"
    assert "misses_tile" in keys(position, "WNa", "Sj5")
    mine = city("second", 2, "O e3 e4 @1; O j3 j4 @0; G b9", left=1, holders={"O": "j3"})
    assert keys(mine, "WNa", "Sj5", line="Se5", better_line="WNa")[0] == "lets_tile"


def test_tower_tiles_won_given_and_left() -> None:
    mine = city("second", 2, "G b10 @0", left=1, lying={1: 0})
    assert keys(mine, "WNa") == ["quiet"]
    beside = city("second", 2, "G b10 @0; W Na", left=1)
    assert "tower" in keys(beside, "WNb")
    assert "misses_tower" in keys(beside, "WSa", "WNb")
    theirs = city("second", 2, "G b10 @1; W Na", left=1)
    assert keys(theirs, "WNb", "WSa")[:2] == ["gives_tower", "gives_points"]
    assert "lets_tower" in keys(theirs, "WSa", "Sb9", line="WNb", better_line="WSa")


def test_the_well() -> None:
    position = city("second", 2, "well f6; G c6 @0", left=1)
    assert keys(position, "Sd6")[0] == "well"
    assert "misses_well" in keys(position, "WNa", "Sd6")


def test_tea_won_missed_spent_and_kept() -> None:
    position = city("second", 2, "P e3 e4; G j3", left=1)
    assert "tea" in keys(position, "Re3")
    assert "misses_tea" in keys(position, "Rj3", "Re3")
    thirsty = city("second", 2, "P e3 e4 @0; G j3", left=1, hands={0: "G3 W3 M2 R2 T2"})
    assert keys(thirsty, "T") == ["waits"]
    assert "spends_tea" in keys(thirsty, "T", "WNa")
    assert "spends_piece" in keys(thirsty, "WNa", "T")


def test_finishing_a_colour() -> None:
    position = city("second", 2, "G e3 @1; G j3 j4; O b9", left=1)
    assert "finishes" in keys(position, "Rj3")
    assert "misses_finish" in keys(position, "WNa", "Rj3")


# Points, streets and palaces


def test_points_at_once_for_oneself_and_for_others() -> None:
    position = city("second", 2, "G c5 @0; G j5 @1; M d3 d4", left=1)
    assert keys(position, "Md5")[0] == "points"
    assert "scores 1 fewer at once" in reason_for(position, "Mc4", "Md5", "en") or "Mc4" not in position.legal_moves
    assert "gives_points" in keys(position, "Sj6", "WNa")


def test_closing_and_growing_a_palace() -> None:
    position = city("second", 2, "G b9", left=1)
    assert "grows" in keys(position, "Gb8")
    assert "starts" in keys(position, "Oh3")


def test_a_first_placement_that_prepares_the_second() -> None:
    position = city("second", 2, SIX, left=2)
    assert keys(position, "Oe7", line="Re3 WNa")[0] == "prepares"


def test_a_quiet_move_has_a_sentence_too() -> None:
    assert reason_for(city("second", 2, "", left=1), "WNa", lang="en") == "gives nothing away"
    assert reason_for(city("second", 2, "", left=1), "WNa", "WSa", "en") == "leads to a worse game in the long run"


# What the sentences are built on agrees with the rules


@pytest.mark.parametrize("name", ["04-second-2", "01-second-4", "05-first-3-gates"])
def test_what_a_palace_is_worth_is_what_its_roof_scores(name: str) -> None:
    record = medina.read_record((GOLDEN / f"{name}.mgn").read_text("utf-8"))
    seen = 0
    for position in record.positions[::7]:
        for move in position.legal_moves:
            if move.piece == "R":
                after = position.play(move)
                sheets = zip(
                    position.score_sheet()[position.turn or 0], after.score_sheet()[position.turn or 0], strict=True
                )
                buildings, stables, walls, merchants, _, _, well = (new - old for old, new in sheets)
                palace = palace_at(after, move.cell)
                assert palace is not None
                assert palace.points == buildings + stables + walls + merchants + well
                seen += 1
    assert seen > 5


def test_a_blocked_street_is_one_that_the_rules_let_nobody_extend() -> None:
    record = medina.read_record((GOLDEN / "01-second-4.mgn").read_text("utf-8"))
    for position in record.positions[::3]:
        spots = [move.cell for move in position.legal_moves if move.piece == "M" and move.cell]
        if spots:
            ends = {cell for street in position.streets for cell in (street[0], street[-1])}
            extends = all(any(touch(spot, end) for end in ends) for spot in spots)
            assert position.are_streets_blocked == (not extends) or len(spots) == 1


def touch(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) == 1
