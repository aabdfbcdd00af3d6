"""Draw the rooms of the code and the arrows between them: `python scripts/make_rooms.py` writes docs/rooms/*.svg.

The arrows are read from the imports, relative ones and those inside functions too. One that follows from others is
left out. `--check` writes nothing and says which picture is stale.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "medina"
CLIENT = ROOT / "client" / "src"
FOLDER = ROOT / "docs" / "rooms"

Rooms = dict[str, set[str]]
"""Each room with those it uses."""


def python_imports(source: Path) -> Iterator[str]:
    """The modules that a file imports, in full; but for what `position.svg()` fetches when it is called."""
    package = ("medina", *source.relative_to(PACKAGE).parts[:-1])
    for node in _walk(ast.parse(source.read_text("utf-8")), late="svg" if source.name == "position.py" else ""):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _walk(node: ast.AST, late: str) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.FunctionDef) and child.name == late):
            yield child
            yield from _walk(child, late)


def client_imports(source: Path) -> Iterator[Path]:
    """The files of our own that a file of the client imports, without their endings."""
    said = source.read_text("utf-8")
    for path in re.findall(r"""(?:\bfrom|\bimport\(?)\s*['"](\.{1,2}/[^'"]+)['"]""", said):
        yield (source.parent / path).resolve()


def python_rooms() -> Rooms:
    """The parts of the package. What is imported from `medina` itself belongs to the part it comes from."""
    parts = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists()}
    face = {name.rsplit(".", 1)[1]: name.split(".")[1] for name in python_imports(PACKAGE / "__init__.py")}
    rooms: Rooms = {}
    for part in sorted(parts):
        names = [name.split(".") for source in (PACKAGE / part).rglob("*.py") for name in python_imports(source)]
        used = {face.get(name[1], name[1]) for name in names if name[0] == "medina" and len(name) > 1}
        rooms[part] = used & parts - {part}
    return rooms


def client_rooms() -> Rooms:
    """The folders of the client that hold code."""
    rooms: Rooms = {}
    for source in sorted(source for source in CLIENT.glob("*/**/*") if source.suffix in (".ts", ".svelte")):
        here = source.relative_to(CLIENT).parts[0]
        used = {path.relative_to(CLIENT).parts[0] for path in client_imports(source) if path.is_relative_to(CLIENT)}
        rooms[here] = rooms.get(here, set()) | used - {here}
    return rooms


def plain(rooms: Rooms) -> Rooms:
    """Only the arrows that do not follow from others."""

    def reached(room: str) -> set[str]:
        return rooms[room] | {far for near in rooms[room] for far in reached(near)}

    return {room: used - {far for near in used for far in reached(near)} for room, used in rooms.items()}


# The drawing: rooms in rows, each above all it uses; a long arrow has a place of its own in every row it crosses.

WIDE, HIGH, GAP, ROW = 96, 34, 22, 84
Node = tuple[str, ...]
"""A room, or the place where the arrow between two rooms crosses a row: (from, to, row)."""


def draw(rooms: Rooms, title: str) -> str:
    """The rooms and their arrows as SVG."""
    TopologicalSorter(rooms).prepare()  # tells a circle, which cannot be drawn in rows
    arrows = plain(rooms)
    level = _levels(arrows)
    chains = [_chain(room, used, level) for room in arrows for used in sorted(arrows[room])]
    rows = _ordered(
        [[(room,) for room in sorted(rooms) if level[room] == row] for row in range(max(level.values()) + 1)], chains
    )
    width = max(sum(map(_width, row)) for row in rows) + GAP
    height = ROW * len(rows)
    place = {}
    for number, row in enumerate(rows):
        x = (width - sum(map(_width, row))) / 2
        for node in row:
            place[node] = (x + _width(node) / 2, height - ROW * number - ROW / 2)
            x += _width(node)
    lines = [_curve([place[node] for node in chain]) for chain in chains]
    boxes = [_box(room, *place[room,]) for room in sorted(rooms)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}">',
            f"<title>{title}</title>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="#7a5c3a"/></marker></defs>',
            '<rect width="100%" height="100%" fill="#fbf5e9"/>',
            *lines,
            *boxes,
            "</svg>\n",
        ]
    )


def _width(node: Node) -> int:
    return (WIDE if len(node) == 1 else 0) + GAP


def _levels(arrows: Rooms) -> dict[str, int]:
    """How many rooms stand below each, at most."""

    def level(room: str) -> int:
        return max((level(used) + 1 for used in arrows[room]), default=0)

    return {room: level(room) for room in arrows}


def _chain(room: str, used: str, level: dict[str, int]) -> list[Node]:
    crossed: list[Node] = [(room, used, str(row)) for row in range(level[room] - 1, level[used], -1)]
    return [(room,), *crossed, (used,)]


def _ordered(rows: list[list[Node]], chains: list[list[Node]]) -> list[list[Node]]:
    """The rows with the places of long arrows, each sorted by where its neighbours are, which untangles most."""
    near: dict[Node, list[Node]] = {}
    for chain in chains:
        for node in chain[1:-1]:
            rows[int(node[2])].append(node)
        for upper, lower in pairwise(chain):
            near.setdefault(upper, []).append(lower)
            near.setdefault(lower, []).append(upper)
    for number in [*range(1, len(rows)), *range(len(rows) - 2, -1, -1)] * 4:
        where = {node: (index + 0.5) / len(row) for row in rows for index, node in enumerate(row)}
        middle = {node: sum(where[other] for other in near[node]) / len(near[node]) for node in near}
        rows[number].sort(key=lambda node: (middle.get(node, 0.5), node))
    return rows


def _curve(points: list[tuple[float, float]]) -> str:
    """From the bottom of the first place to the top of the last."""
    (x, y), (end, bottom) = points[0], points[-1]
    points = [(x, y + HIGH / 2), *points[1:-1], (end, bottom - HIGH / 2)]
    bends = "".join(
        f"C{x:g} {(y + below) / 2:g} {to:g} {(y + below) / 2:g} {to:g} {below:g}"
        for (x, y), (to, below) in pairwise(points)
    )
    start = f"M{points[0][0]:g} {points[0][1]:g}"
    return f'<path d="{start}{bends}" fill="none" stroke="#7a5c3a" stroke-width="1.4" marker-end="url(#tip)"/>'


def _box(room: str, x: float, y: float) -> str:
    left, top = x - WIDE / 2, y - HIGH / 2
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{WIDE}" height="{HIGH}" rx="6" fill="#fff" stroke="#7a5c3a"/>'
        f'<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" font-family="sans-serif" font-size="14">{room}</text>'
    )


def pictures() -> dict[Path, str]:
    """Both pictures as they should be."""
    return {
        FOLDER / "package.svg": draw(python_rooms(), "The parts of the package and what each uses"),
        FOLDER / "client.svg": draw(client_rooms(), "The folders of the client and what each uses"),
    }


def main() -> int:
    """Write, or with --check compare."""
    stale = {path: text for path, text in pictures().items() if not path.exists() or path.read_text("utf-8") != text}
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.name} is stale: run scripts/make_rooms.py", file=sys.stderr)
        return 1 if stale else 0
    for path, text in stale.items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
