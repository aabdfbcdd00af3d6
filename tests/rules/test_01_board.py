"""Section 1: the board."""

import pytest

from support import all_cells, all_walls, city, front, near, places, rule, start, touching

CORNERS = [("Na", "a11", 1), ("W11", "a11", 1), ("Sp", "p1", 2), ("E1", "p1", 2)]
CORNERS += [("Np", "p11", 3), ("E11", "p11", 3), ("Sa", "a1", 4), ("W1", "a1", 4)]


@pytest.mark.parametrize(("players", "columns", "rows"), [(2, 14, 10), (3, 16, 11), (4, 16, 11)])
def test_1_1_size_of_the_city(players, columns, rows):
    position = start(players=players, well=False, market_cell="c3")
    assert (position.columns, position.rows) == (columns, rows)
    assert places(position, "G") == set(all_cells(position)) - {"c3"}
    assert len(all_cells(position)) == columns * rows


@pytest.mark.parametrize(
    ("players", "walls"),
    [
        (2, "Na Nn Sa Sn W1 W10 E1 E10"),
        (3, "Na Np Sa Sp W1 W11 E1 E11"),
        (4, "Na Np Sa Sp W1 W11 E1 E11"),
    ],
)
def test_1_2_a_tower_at_each_end_of_each_side(players, walls):
    assert places(start(players=players), "W") == set(walls.split())


@pytest.mark.parametrize(("wall", "cell", "tower"), CORNERS)
def test_1_2_which_tower_is_where(wall, cell, tower):
    position = city("second", 3, f"G {cell} @1").play(f"W{wall}")
    assert position.tower_tiles == dict.fromkeys((1, 2, 3, 4)) | {tower: 1}


@pytest.mark.parametrize(
    ("wall", "cell", "tower"), [("Nn", "n10", 3), ("Sn", "n1", 2), ("W10", "a10", 1), ("E10", "n10", 3)]
)
def test_1_2_which_tower_is_where_in_the_smaller_city(wall, cell, tower):
    position = city("second", 2, f"well f6; G {cell} @1").play(f"W{wall}")
    assert position.tower_tiles[tower] == 1


def test_1_3_a1_is_in_the_south_west():
    """The walls of tower 4, which is south-west, touch a1; columns go east, rows go north."""
    position = city("second", 3, "G a1 @0; W Sa Sb W1 W2")
    assert position.score_sheet()[0].walls == 2
    assert city("second", 3, "G b1 @0; W Sa Sb W1 W2").score_sheet()[0].walls == 1
    assert city("second", 3, "G a2 @0; W Sa Sb W1 W2").score_sheet()[0].walls == 1


@pytest.mark.parametrize("name", ["Gq1", "Ga12", "Ga0", "GA1", "Ga01", "WNq", "WW12", "WW0", "WEa", "WN1", "WXa"])
def test_1_3_there_are_no_other_names(name):
    from medina import BadMove

    with pytest.raises(BadMove):
        start().why(name)


@pytest.mark.parametrize("name", ["Go1", "Ga11", "WNo", "WSo", "WW11", "WE11", "DNo", "Ma1/No", "Ma1/W11", "Mo1/Na"])
def test_1_3_the_smaller_city_has_fewer_names(name):
    from medina import BadMove

    assert start(players=3).why(name) is not None or start(players=3).is_legal(name)
    with pytest.raises(BadMove, match="14 by 10"):
        start(players=2).why(name)


@pytest.mark.parametrize("players", [2, 3])
def test_1_4_the_front_of_each_wall_cell(players):
    """A lone palace touches exactly the walls whose front it stands on."""
    blank = start(players=players)
    for wall in all_walls(blank):
        side = [other for other in all_walls(blank) if other[0] == wall[0]]
        row = side[: side.index(wall) + 1] if wall != side[-1] else [wall]
        position = city("second", players, f"G {front(blank, wall)} @0; W {' '.join(row)}", well=False)
        assert position.score_sheet()[0].walls == 1, wall
        shorter = city("second", players, f"G {front(blank, wall)} @0; W {' '.join(row[:-1])}", well=False)
        assert shorter.score_sheet()[0].walls == 0, wall


@pytest.mark.parametrize("cell", ["e5", "a1", "p11", "a5", "h11"])
def test_1_4_touching_cells_share_a_side(cell):
    position = city("second", 3, f"G {cell}")
    assert places(position, "S") == touching(cell) & set(all_cells(position))


@pytest.mark.parametrize("cell", ["e5", "a1", "p11", "a5", "h11"])
def test_1_4_near_cells_share_a_side_or_a_corner(cell):
    position = city("second", 3, f"G {cell}", well=False)
    assert places(position, "B") == set(all_cells(position)) - near(cell) - {"k3"}


def test_1_4_the_edge_is_what_touches_the_ring():
    position = start("first", 3)
    edge = {cell for cell in all_cells(position) if cell[0] in "ap" or cell[1:] in ("1", "11")}
    assert places(position, "M") == set(all_cells(position)) - edge
    assert {rule(position, f"M{cell}") for cell in edge} == {"3.3"}
