"""`medina show`: a position of a recorded game in the terminal, as SVG or as PNG."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from medina.draw import png, svg
from medina.notation import BadRecord, Record, position_to_json
from medina.rules import MedinaError
from medina.terminal.files import read_file
from medina.words import failure, say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help=say("terminal.option.record"))
    parser.add_argument("--at", type=int, metavar="N", help=say("terminal.option.at"))
    parser.add_argument("--svg", metavar="FILE", help=say("terminal.option.svg"))
    parser.add_argument("--png", metavar="FILE", help=say("terminal.option.png"))
    parser.add_argument("--width", type=int, default=1200, help=say("terminal.option.width"))
    parser.add_argument("--no-coordinates", action="store_true", help=say("terminal.option.no_coordinates"))


def move_number(record: Record, at: int | None) -> int:
    """How many moves have been played at the position asked for; negative numbers count from the end."""
    count = len(record.moves)
    number = count if at is None else at if at >= 0 else count + at
    if not 0 <= number <= count:
        raise BadRecord(failure(MedinaError, "terminal.no_such_move", at=at, count=count))
    return number


def _drawing(record: Record, number: int, args: argparse.Namespace) -> str:
    from medina.terminal.screen import move_cells

    position = record.positions[number]
    last = move_cells(position, record.moves[max(0, number - 1) : number])
    return svg(position_to_json(position), last=last, coordinates=not args.no_coordinates, size=args.width)


def _write(name: str, content: bytes) -> None:
    if name == "-":
        sys.stdout.buffer.write(content)
    else:
        Path(name).write_bytes(content)
        print(say("terminal.written_to", file=name), file=sys.stderr)


def run(args: argparse.Namespace) -> int:
    """Print the position, or write its drawing."""
    record = read_file(args.file)
    number = move_number(record, args.at)
    if not 50 <= args.width <= 10000:
        raise BadRecord(failure(MedinaError, "terminal.bad_width"))
    if args.svg or args.png:
        drawing = _drawing(record, number, args)
        if args.svg:
            _write(args.svg, drawing.encode())
        if args.png:
            _write(args.png, png(drawing, args.width))
        return 0
    from medina.terminal.screen import make_console
    from medina.terminal.viewer import position_view

    console = make_console()
    console.print(position_view(console, record, number))
    return 0
