"""JSON values as plain numbers and back."""

from __future__ import annotations

from typing import Any

import pytest

import medina
from medina import position_to_json
from medina.fast.forms import POSITION
from medina.notation.numbers import Form, numbers_of, value_of

COLOURS: Form = {"choice": ["G", "P", None]}
CASES: list[tuple[Form, Any, list[int]]] = [
    ("number", 7, [7]),
    (COLOURS, None, [2]),
    ({"maybe": "number"}, None, [0]),
    ({"maybe": "number"}, 5, [1, 5]),
    ({"list": COLOURS}, ["P", "G"], [2, 1, 0]),
    ({"map": "number", "keys": ["a1", "b1"]}, {"b1": 3}, [1, 1, 3]),
    ({"record": {"colour": COLOURS, "size": "number"}}, {"colour": "P", "size": 4}, [1, 4]),
]


@pytest.mark.parametrize(("form", "value", "numbers"), CASES)
def test_a_value_of_every_form_is_told_in_numbers_and_read_again(form: Form, value: Any, numbers: list[int]) -> None:
    assert list(numbers_of(form, value)) == numbers
    assert value_of(form, numbers) == value


@pytest.mark.parametrize(("edition", "players", "gates"), [("second", 2, False), ("first", 3, True)])
def test_a_position_comes_back_from_its_numbers(edition: str, players: int, gates: bool) -> None:
    written = position_to_json(medina.new_game(edition, players, gates, seed=3))
    assert value_of(POSITION, list(numbers_of(POSITION, written))) == written


def test_what_a_form_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="X"):
        list(numbers_of(COLOURS, "X"))
