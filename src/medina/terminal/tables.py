"""The parts of the screen that are no board: players, pieces, last moves, score sheets, lists to pick from."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from medina.draw.colours import SEATS, TURQUOISE
from medina.rules import Move, Position, Score
from medina.words import say
from medina.words.moves import move_words

from .news import news
from .session import Seat, Session
from .speech import PIECES, piece_word, signed

ACCENT = TURQUOISE


def seat_number(number: int) -> Text:
    """A seat's number in its colour."""
    return Text.assemble((f" {number + 1} ", f"bold {_ink(number)} on {SEATS[number]}"))


def seat_text(number: int, seat: Seat) -> Text:
    """A player's name behind the number in the seat's colour."""
    return seat_number(number).append(f" {seat.name}", "not bold default on default")


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
    headers = ["total", *Score._fields, "roofs", *(["tea"] if position.ruleset.tea else [])]
    for header in headers:
        table.add_column(say(f"terminal.short.{header}"), justify="right", no_wrap=True)
    table.add_column(say("terminal.short.tiles"), no_wrap=True)
    for number, (seat, score) in enumerate(zip(session.seats, position.score_sheet(), strict=True)):
        table.add_row(*_player_row(position, number, seat, score))
    return table


def _player_row(position: Position, number: int, seat: Seat, score: Score) -> list[RenderableType]:
    stock = position.stocks[number]
    pointer = Text(">" if number == position.turn else " ", f"bold {ACCENT}")
    name = seat_text(number, seat)
    if position.out[number]:
        name.append(f" ({say('terminal.out')})", "dim")
    roofs = str(stock["R"]) + (f"+{stock['N']}" if stock["N"] else "")
    tea = [str(stock["T"])] if position.ruleset.tea else []
    row: list[RenderableType] = [pointer, name, Text(str(score.total), "bold")]
    points = [Text(str(points) if points else "-", "" if points else "dim") for points in score]
    return [*row, *points, roofs, *tea, _tiles(position, number)]


def pieces_line(position: Position, seat: int, width: int) -> Text:
    """One's own pieces with their letters and counts; those that fit nowhere now are dim."""
    stock = position.stocks[seat]
    placeable = {move.piece for move in position.legal_moves}
    lines = [Text(say("terminal.your_pieces"))]
    for piece in PIECES:
        if not stock[piece]:
            continue
        fits = piece in placeable
        item = Text.assemble((f"  {piece}", f"bold {ACCENT}" if fits else "dim"))
        item.append(f" {piece_word(piece)} {stock[piece]}", "" if fits else "dim")
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


def last_lines(session: Session, *, brief: bool = False) -> list[Text]:
    """What was placed since one's last turn, one line a player, and what it changed; brief is the notation alone."""
    return [_turn_text(session, mover, numbers, brief) for mover, numbers in session.last_turns()]


def _turn_text(session: Session, mover: int, numbers: list[int], brief: bool) -> Text:
    positions, moves = session.record.positions, session.record.moves
    change = positions[numbers[-1] + 1].scores[mover] - positions[numbers[0]].scores[mover]
    line = seat_number(mover) if brief else seat_text(mover, session.seats[mover]).append(":")
    words = [moves[n].text if brief else f"{moves[n].text} {move_words(moves[n])}" for n in numbers]
    line.append(f" {(' ' if brief else ', ').join(words)}")
    if change:
        line.append(f" {signed(change)}", f"bold {ACCENT}")
    if not brief:
        names = [seat.name for seat in session.seats]
        changes = [item for n in numbers for item in news(positions[n], positions[n + 1], names)]
        line.append("".join(f"  {item}" for item in changes), "dim")
    return line


def brief_players(session: Session, width: int) -> list[Text]:
    """Players for small terminals: name and points, below them roofs, tea and tiles."""
    position, lines = session.position, []
    for number, seat in enumerate(session.seats):
        stock = position.stocks[number]
        mark = ">" if number == position.turn else " "
        points = str(position.scores[number])
        head = Text.assemble((mark, f"bold {ACCENT}"), seat_number(number), " ")
        name = Text(seat.name)
        name.truncate(max(1, width - head.cell_len - len(points) - 1), pad=True)
        lines.append(head.append_text(name).append(f" {points}", "bold"))
        tea = f" T{stock['T']}" if stock["T"] else ""
        neutral = f" N{stock['N']}" if stock["N"] else ""
        lines.append(Text(f"   R{stock['R']}{neutral}{tea} {_tiles(position, number)}".rstrip(), "dim"))
    return lines


def brief_pieces(position: Position, seat: int) -> Text:
    """One's own pieces in one line: letters and counts."""
    stock = position.stocks[seat]
    placeable = {move.piece for move in position.legal_moves}
    line = Text()
    for piece in PIECES:
        if stock[piece]:
            line.append(f"{piece}", f"bold {ACCENT}" if piece in placeable else "dim").append(f"{stock[piece]}  ")
    return line


def score_sheet(session: Session) -> Table:
    """The score sheet with a column a player."""
    sheet = session.position.score_sheet()
    table = Table(title=say("terminal.score_sheet"), title_style="bold", title_justify="left")
    table.add_column("")
    for number, seat in enumerate(session.seats):
        table.add_column(seat_text(number, seat), justify="right")
    for name in Score._fields:
        table.add_row(say(f"terminal.score.{name}"), *(str(getattr(score, name)) for score in sheet))
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
    return Text(say(key, name=names, points=max(scores)), f"bold {ACCENT}")


def options_table(options: Sequence[tuple[int, Move, str]]) -> Table:
    """Numbered moves to pick from, each with what it brings."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for number, move, gain in options:
        table.add_row(Text(str(number), f"bold {ACCENT}"), Text(move.text, "bold"), move_words(move), Text(gain, "dim"))
    return table
