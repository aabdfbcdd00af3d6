"""The whole screen of the terminal game, in the largest layout that fits the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from medina.draw import ansi, roof_cells
from medina.notation import position_to_json
from medina.rules import Move, Position
from medina.words import say

from .session import Session
from .tables import brief_pieces, brief_players, last_lines, pieces_line, players_table

_PANEL = 18
"""The narrowest panel that still holds a name and points."""


def make_console() -> Console:
    """The console of this process; characters its encoding lacks become question marks instead of errors."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)


def show(console: Console, content: RenderableType, *, anew: bool) -> None:
    """Print; `anew` writes over what the terminal shows, line by line, which does not flicker as clearing does."""
    if not anew or console.is_dumb_terminal:
        console.print(content, soft_wrap=not console.is_terminal)
        return
    with console.capture() as capture:
        console.print(content)
    console.file.write("\x1b[H" + capture.get().replace("\n", "\x1b[K\n") + "\x1b[J")
    console.file.flush()


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


def board(
    console: Console,
    position: Position,
    *,
    highlights: Sequence[str] = (),
    last: Sequence[str] = (),
    large: bool = False,
) -> Text:
    """The board as text of the console's abilities."""
    drawn = ansi(
        position_to_json(position),
        colour=has_colour(console),
        unicode=can_unicode(console),
        large=large,
        highlights=highlights,
        last=last,
    )
    text = Text.from_ansi(drawn)
    text.no_wrap = True
    text.overflow = "crop"
    return text


def without_upper_letters(city: Text) -> Text:
    """The board a line shorter: the letters of the columns are below it as well."""
    shorter = Text("\n").join(city.split("\n")[1:])
    shorter.no_wrap, shorter.overflow = True, "crop"
    return shorter


def board_width(text: Text) -> int:
    return max(line.cell_len for line in text.split("\n"))


@dataclass(frozen=True)
class View:
    """Everything a screen shows."""

    console: Console
    session: Session
    highlights: Sequence[str] = ()
    message: RenderableType | None = None
    footer: RenderableType | None = None

    def city(self, *, large: bool) -> Text:
        position = self.session.position
        last = move_cells(position, [move for _, move in self.session.last_seen()])
        return board(self.console, position, highlights=self.highlights, last=last, large=large)

    def foot(self, *, brief: bool) -> list[RenderableType]:
        """One's pieces, the message, the line above the prompt."""
        turn = self.session.position.turn
        parts: list[RenderableType] = []
        if turn is not None and self.session.human_to_move:
            position = self.session.position
            pieces = brief_pieces(position, turn) if brief else pieces_line(position, turn, self.console.width)
            parts.append(pieces)
        parts += [part for part in (self.message, self.footer) if part is not None]
        return parts

    def beside(self, *, large: bool) -> Group:
        """Players and last moves to the right of the board."""
        grid = Table.grid(padding=(0, 3))
        panel = Group(Text(), players_table(self.session), Text(), *last_lines(self.session))
        grid.add_row(self.city(large=large), panel)
        return Group(grid, *self.foot(brief=False))

    def below(self, *, large: bool) -> Group:
        """Players and last moves under the board."""
        city = self.city(large=large)
        return Group(city, players_table(self.session), *last_lines(self.session), *self.foot(brief=False))

    def brief(self) -> Group:
        """The small board without its upper letters, and a narrow panel where there is room for one."""
        city = without_upper_letters(self.city(large=False))
        width = self.console.width - board_width(city) - 1
        if width < _PANEL:
            scores = Text("  ").join(line for line in brief_players(self.session, 14)[::2])
            return Group(city, scores, *self.foot(brief=True))
        grid = Table.grid(padding=(0, 1, 0, 0))
        panel = [*brief_players(self.session, width), Text(), *last_lines(self.session, brief=True)]
        grid.add_row(city, Group(*panel))
        return Group(grid, *self.foot(brief=True))


def fits(console: Console, view: RenderableType, margin: int = 2) -> bool:
    """Does it fit the terminal, with room for the prompt?"""
    lines = console.render_lines(view, pad=False)
    widest = max((sum(segment.cell_length for segment in line) for line in lines), default=0)
    return len(lines) + margin <= console.height and widest <= console.width


def game_screen(view: View) -> Group:
    """The first layout that fits, the most generous first; the briefest if none does."""
    console = view.console
    wide = console.width - 1
    if not console.is_terminal:
        return view.below(large=False)
    large = has_colour(console) and can_unicode(console)
    small_board, large_board = board_width(view.city(large=False)), board_width(view.city(large=large))
    panel = console.measure(players_table(view.session)).maximum + 3
    layouts: list[tuple[int, Callable[[], Group]]] = [
        (large_board + max(panel, 56), lambda: view.beside(large=large)),
        (large_board, lambda: view.below(large=large)),
        (small_board + max(panel, 50), lambda: view.beside(large=False)),
        (small_board, lambda: view.below(large=False)),
    ]
    for needed, layout in layouts:
        if needed <= wide and fits(console, drawn := layout()):
            return drawn
    if small_board > console.width:
        view = replace(view, footer=Text(say("terminal.too_narrow", columns=small_board), "red"))
    return view.brief()
