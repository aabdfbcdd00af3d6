"""Section 11: the well."""

import pytest

from support import all_cells, city, near


def well_points(item, well="f6"):
    return [score.well for score in city("second", 3, f"well {well}; {item}").score_sheet()]


@pytest.mark.parametrize("cell", ["f8", "f4", "d6", "h6"])
def test_11_1_four_points_two_cells_away_in_a_straight_line(cell):
    assert well_points(f"G {cell} @1") == [0, 4, 0]


def test_11_1_nowhere_else():
    position = city("second", 3, "well f6")
    for cell in set(all_cells(position)) - near("f6") - {"f8", "f4", "d6", "h6", "k3"}:
        assert well_points(f"G {cell} @0") == [0, 0, 0], cell


def test_11_1_stables_too_and_every_cell_counts():
    assert well_points("G d7 e8 d8 + f8 d6 @0") == [8, 0, 0]
    assert well_points("G g8 f8 + h8 @2; B g4 + f4 @2") == [0, 0, 8]


@pytest.mark.parametrize("between", ["M f7", "G f4 @0"])
def test_11_1_what_stands_between_does_not_matter(between):
    assert well_points(f"O f8 @1; {between}")[1] == 4


def test_11_1_for_the_owner_only():
    assert well_points("G f8 @n; B f4; O d6 @1") == [0, 4, 0]


@pytest.mark.parametrize(("well", "cells"), [("b2", "b4 d2"), ("o10", "o8 m10"), ("b10", "b8 d10"), ("o2", "o4 m2")])
def test_11_1_at_the_rim_the_city_ends(well, cells):
    """Beyond the edge there is nothing, and no cell of another row or column is taken for it."""
    position = city("second", 3, f"well {well}")
    scoring = [c for c in all_cells(position) if c not in near(well) | {"k3"} and well_points(f"G {c} @0", well)[0]]
    assert sorted(scoring) == sorted(cells.split()) == sorted(position.well_cells)


def test_11_1_no_well_no_points():
    position = city("second", 3, "G f8 @0; G f4 @1", well=False)
    assert [score.well for score in position.score_sheet()] == [0, 0, 0]
    assert position.well_cells == ()
