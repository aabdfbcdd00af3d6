"""What the terminal game shows: board, players, pieces, messages, score sheets. Drawn with rich."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from medina.draw import ansi, roof_cells
from medina.draw.colours import SEATS, TURQUOISE
from medina.notation import position_to_json
from medina.rules import Move, Position, Score
from medina.words import say

from .session import Seat, Session
from .speech import PIECE_KEYS, SCORE_KEYS, move_words, signed

_ACCENT = TURQUOISE
_SIDE_BY_SIDE = 122
"""From this many columns on the players stand beside the board."""


def make_console() -> Console:
    """The console of this process; characters its encoding lacks become question marks instead of errors."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False, soft_wrap=False)


def can_unicode(console: Console) -> bool:
    """Does the output know more than ASCII?"""
    return console.encoding.lower().replace("-", "").startswith("utf")


def has_colour(console: Console) -> bool:
    """May colours be used (a terminal, and no NO_COLOR)?"""
    return console.is_terminal and not console.no_color and console.color_system is not None


def move_cells(position: Position, moves: Iterable[Move]) -> list[str]:
    """The cells to mark for moves already played; a roof is where its dome stands."""
    domes = roof_cells(position_to_json(position))
    return [domes.get(move.cell, move.cell) if move.piece in "RN" else move.cell for move in moves if move.cell]


def board(console: Console, position: Position, *, highlights: Sequence[str] = (), last: Sequence[str] = ()) -> Text:
    """The board as text of the console's abilities."""
    drawn = ansi(
        position_to_json(position),
        colour=has_colour(console),
        unicode=can_unicode(console),
        highlights=highlights,
        last=last,
    )
    text = Text.from_ansi(drawn)
    text.no_wrap = True
    return text


def seat_text(number: int, seat: Seat) -> Text:
    """A player's name behind the number in the seat's colour."""
    return Text.assemble((f" {number + 1} ", f"bold {_ink(number)} on {SEATS[number]}"), " ", seat.name)


def _ink(number: int) -> str:
    return "#2a1a08" if number == 3 else "#ffffff"


def _tiles(position: Position, seat: int) -> str:
    """A seat's tiles: palace tiles by colour, tower tiles by number."""
    palaces = [colour for colour, owner in position.palace_tiles.items() if owner == seat]
    towers = [str(tower) for tower, owner in position.tower_tiles.items() if owner == seat]
    return " ".join([*palaces, *towers])


def players_table(session: Session) -> Table:
    """Everybody's points by origin, and what is public of their pieces (rule 2.2)."""
    position = session.position
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
    table.add_column("")
    table.add_column("")
    headers = ["terminal.short.total", *_SHORT_KEYS, "terminal.short.roofs"]
    if position.ruleset.tea:
        headers.append("terminal.short.tea")
    for key in headers:
        table.add_column(say(key), justify="right", no_wrap=True)
    table.add_column(say("terminal.short.tiles"), no_wrap=True)
    for number, (seat, score) in enumerate(zip(session.seats, position.score_sheet(), strict=True)):
        table.add_row(*_player_row(position, number, seat, score))
    return table


_SHORT_KEYS = (
    "terminal.short.buildings",
    "terminal.short.stables",
    "terminal.short.walls",
    "terminal.short.merchants",
    "terminal.short.palace_tiles",
    "terminal.short.tower_tiles",
    "terminal.short.well",
)


def _player_row(position: Position, number: int, seat: Seat, score: Score) -> list[RenderableType]:
    stock = position.stocks[number]
    pointer = Text(">" if number == position.turn else " ", f"bold {_ACCENT}")
    name = seat_text(number, seat)
    if position.out[number]:
        name.append(f" ({say('terminal.out')})", "dim")
    roofs = str(stock["R"]) + (f"+{stock['N']}" if stock["N"] else "")
    tea = [str(stock["T"])] if position.ruleset.tea else []
    row: list[RenderableType] = [pointer, name, Text(str(score.total), "bold")]
    points = [Text(str(points) if points else "·", "" if points else "dim") for points in score]
    return [*row, *points, roofs, *tea, _tiles(position, number)]


def pieces_line(position: Position, seat: int, width: int) -> Text:
    """One's own pieces with their letters and counts; those that fit nowhere now are dim."""
    stock = position.stocks[seat]
    placeable = {move.piece for move in position.legal_moves}
    lines = [Text(say("terminal.your_pieces"))]
    for piece, key in PIECE_KEYS.items():
        if not stock[piece]:
            continue
        fits = piece in placeable
        item = Text.assemble((f"  {piece}", f"bold {_ACCENT}" if fits else "dim"))
        item.append(f" {say(key)} {stock[piece]}", "" if fits else "dim")
        if lines[-1].cell_len + item.cell_len > width:
            lines.append(Text())
        lines[-1].append_text(item)
    return Text("\n").join(lines)


def turn_line(session: Session) -> Text:
    """Whose placement it is, and which of the turn."""
    position = session.position
    if position.turn is None:
        return Text(say("terminal.over"), "bold")
    if position.phase == "founding":
        return Text(say("terminal.found"), "bold")
    if position.turn_size == 1:
        key = "terminal.only_piece"
    else:
        key = "terminal.first_piece" if position.placements_left == 2 else "terminal.second_piece"
    if key == "terminal.second_piece" and any(move.piece == "T" for move in position.legal_moves):
        key = "terminal.second_piece_or_tea"
    return Text(say(key), "bold")


def last_lines(session: Session) -> list[Text]:
    """What the others just did, one line a player, with what it changed for them."""
    turns: list[tuple[int, list[int]]] = []
    for number, _ in session.last_seen():
        mover = session.record.positions[number].turn or 0
        if turns and turns[-1][0] == mover:
            turns[-1][1].append(number)
        else:
            turns.append((mover, [number]))
    return [_turn_text(session, mover, numbers) for mover, numbers in turns]


def _turn_text(session: Session, mover: int, numbers: list[int]) -> Text:
    positions, moves = session.record.positions, session.record.moves
    change = positions[numbers[-1] + 1].scores[mover] - positions[numbers[0]].scores[mover]
    words = ", ".join(f"{moves[number].text} {move_words(moves[number])}" for number in numbers)
    line = seat_text(mover, session.seats[mover])
    line.append(f": {words}")
    return line.append(f"  {signed(change)}", f"bold {_ACCENT}") if change else line


def game_screen(
    console: Console, session: Session, *, highlights: Sequence[str] = (), message: RenderableType | None = None
) -> Group:
    """Everything a player sees before typing."""
    last = [move for _, move in session.last_seen()]
    city = board(console, session.position, highlights=highlights, last=move_cells(session.position, last))
    parts: list[RenderableType] = []
    if console.width >= _SIDE_BY_SIDE:
        beside = Table.grid(padding=(0, 3))
        beside.add_row(city, Group(Text(), players_table(session), Text(), *last_lines(session)))
        parts.append(beside)
    else:
        parts += [city, players_table(session), *last_lines(session)]
    turn = session.position.turn
    if turn is not None and session.human_to_move:
        parts += [pieces_line(session.position, turn, console.width)]
    return Group(*parts, *([message] if message else []))


def score_sheet(session: Session) -> Table:
    """The score sheet with a column a player."""
    sheet = session.position.score_sheet()
    table = Table(title=say("terminal.score_sheet"), title_style="bold", title_justify="left")
    table.add_column("")
    for number, seat in enumerate(session.seats):
        table.add_column(seat_text(number, seat), justify="right")
    for name, key in SCORE_KEYS.items():
        table.add_row(say(key), *(str(getattr(score, name)) for score in sheet))
    table.add_section()
    table.add_row(Text(say("terminal.score.total"), "bold"), *(Text(str(score.total), "bold") for score in sheet))
    return table


def winners_line(session: Session) -> Text:
    """Who won (rule 15.4); those with the same points share the place."""
    scores = session.position.scores
    best = [number for number, score in enumerate(scores) if score == max(scores)]
    names = " & ".join(session.seats[number].name for number in best)
    key = "terminal.won" if len(best) == 1 else "terminal.shared"
    if len(best) == 1 and session.seats[best[0]].name == say("terminal.you"):
        key = "terminal.you_won"
    return Text(say(key, name=names, points=max(scores)), f"bold {_ACCENT}")


def options_table(options: Sequence[tuple[int, Move, str]]) -> Table:
    """Numbered moves to pick from, each with what it brings."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for number, move, gain in options:
        table.add_row(
            Text(str(number), f"bold {_ACCENT}"), Text(move.text, "bold"), move_words(move), Text(gain, "dim")
        )
    return table
