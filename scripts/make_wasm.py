"""Build the compiled rules and the search as WebAssembly, from the very functions Numba compiles: `make wasm`.

Writes into src/medina/engine: `engine.wasm`, `engine.json` (its exports, how its arrays lie, forms, texts of moves,
bots) and the networks of beginners, `weights/*.bin`. client/src/generated/engine.ts is written from that description.
With --check nothing is written: the exit code says whether they belong to the sources; with --rebuild as well the
module is built again and compared byte by byte.

Numba writes unoptimised LLVM code for each function; retargeted to wasm32 it is optimised here and linked by wasm-ld
(Debian's lld, or PyPI's ziglang). The arrays the functions work on lie at fixed places of the module's memory: a caller
writes into them, calls a function that takes nothing but whole numbers, and reads the answer. Arrays as large as the
caller wants lie where it says.
"""

from __future__ import annotations

import os
import tempfile

# Before Numba is loaded: optimising is done here, for the true target, and nobody else may find such code in a cache.
os.environ["NUMBA_OPT"] = "0"
os.environ["MEDINA_CACHE_DIR"] = tempfile.mkdtemp(prefix="medina-wasm-")

import argparse
import ast
import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np

from medina.bots import finding
from medina.bots import tree as trees
from medina.bots.features import new_scratch
from medina.bots.ladder import MINDS, RUNGS
from medina.bots.network import PADDING, empty_network, pack, packed_bytes, simple_mind
from medina.bots.taste import TASTE
from medina.bots.utility import find_chances_behind
from medina.fast import convert, forms, layout, moves
from medina.fast._compile import inner, sources
from medina.fast.details import write_details
from medina.fast.flow import play
from medina.fast.greedy import weigh_turns
from medina.fast.listing import legal
from medina.fast.playout import play_out, try_moves
from medina.fast.scoring import score
from medina.notation.numbers import Form
from medina.study import thresholds

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "src" / "medina" / "engine"
MODULE, DESCRIPTION, WEIGHTS = ENGINE / "engine.wasm", ENGINE / "engine.json", ENGINE / "weights"
TABLES = ROOT / "client" / "src" / "generated" / "engine.ts"

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128"  # what else LLVM uses without being told, every browser has had since 2021
STACK = 256 * 1024

# Sizes a caller chooses. These values stand for them in the shapes of arrays, so each is one that no other size has.
UNITS, ROOM = 512, 100_003
SIZES = {
    "room": ROOM,
    "places": len(trees.new_tree(ROOM).keys),
    "units": UNITS,
    "row": UNITS + PADDING,
}

Arguments = tuple[tuple[str, Any], ...]


def exports() -> dict[str, tuple[Any, Arguments]]:
    """What the module offers: a function, and its arguments by name; `int` and `float` are given by the caller."""
    state, four = np.zeros(layout.STATE_SIZE, np.int64), np.zeros(4, np.int64)
    many = np.zeros(layout.MAX_MOVES, np.int32)
    here, points, listed = ("state", state), ("points", four), ("moves", many)
    chance, after, paper = ("chance", np.zeros(1, np.int64)), ("after", state), ("paper", convert.new_paper())
    tree, taste = ("tree", trees.new_tree(ROOM)), ("taste", trees.vector_of(TASTE))
    weights, scratch = ("weights", pack(empty_network(UNITS))), ("scratch", new_scratch(UNITS))
    values, totals = ("values", np.zeros(layout.MAX_MOVES, np.int64)), ("totals", np.zeros((len(many), 4), np.int64))
    wishes, finals, chances = (("wishes", np.zeros(4)), ("finals", np.zeros(4)), ("chances", np.zeros(4)))
    players, seat = ("players", int), ("seat", int)
    found = ("found", np.zeros((finding.FOUND_ROWS, finding.FOUND_COLUMNS)))
    desk, order = ("desk", trees.new_desk(state)), ("order", np.zeros(finding.FOUND_ROWS, np.int64))
    look, follow = (inner(function.py_func) for function in (trees.search, trees.follow))  # type: ignore[attr-defined]
    return {
        "read_position": (convert.read_position, (paper, here, listed, after)),
        "write_position": (convert.write_position, (here, paper, points)),
        "write_details": (write_details, (here, paper, after, points)),
        "list_moves": (legal, (here, listed, after)),
        "play_move": (play, (here, ("move", int))),
        "find_scores": (score, (here, points)),
        "try_moves": (try_moves, (here, listed, after, totals)),
        "weigh_turns": (
            weigh_turns,
            (here, listed, values, after, ("later", state), ("replies", many), points),
        ),
        "play_out": (play_out, (here, chance, listed, after)),
        "find_chances": (find_chances_behind, (players, wishes, finals, chances)),
        "value_of": (inner(thresholds.value_of), (players, seat, finals, chances)),
        "grade_of": (inner(thresholds.grade_of), (("loss", float),)),
        "clear": (trees.clear, (tree,)),
        "search": (look, (here, tree, taste, weights, scratch, desk, chance, ("rounds", int))),
        "follow": (follow, (here, tree, ("move", int), taste, weights, scratch, desk, chance)),
        "write_found": (finding.write_found, (tree, found)),
        "merge_found": (finding.merge_found, (players, ("count", int), found, order)),
    }


def is_given(value: Any) -> bool:
    """Is it a number that the caller gives?"""
    return value is int or value is float


def leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The arrays and numbers of an argument, as Numba passes them."""
    if isinstance(value, tuple):
        for field in value._fields:  # type: ignore[attr-defined]
            yield from leaves(f"{name}.{field}", getattr(value, field))
    else:
        yield name, value


def shape_of(array: Any) -> list[int | str]:
    """How many of everything; by name where the caller decides."""
    names = {value: name for name, value in SIZES.items()}
    return [names.get(length, length) for length in array.shape]


def is_loose(array: Any) -> bool:
    """Does the caller decide how large it is?"""
    return any(isinstance(length, str) for length in shape_of(array))


def arrays() -> dict[str, Any]:
    """Every array of the module by its name."""
    return {
        name: value
        for _, arguments in exports().values()
        for named in arguments
        for name, value in leaves(*named)
        if not is_given(value)
    }


# --- the module


def retarget(code: str, data_layout: str) -> str:
    """The same code for wasm32, where pointers have half the size."""
    code = re.sub(r'^target datalayout = ".*"$', f'target datalayout = "{data_layout}"', code, flags=re.M)
    code = re.sub(r'^target triple = ".*"$', f'target triple = "{TRIPLE}"', code, flags=re.M)
    return re.sub(r"^(.*\b(?:load|store) ptr\b.*), align 8$", r"\1, align 4", code, flags=re.M)


def compile_function(function: Any, arguments: Arguments) -> tuple[str, str, bool]:
    """The symbol and the code of a function, for the machine Numba runs on, and whether it answers with a fraction."""
    given = {int: numba.int64, float: numba.float64}
    signature = tuple(given[value] if is_given(value) else numba.typeof(value) for _, value in arguments)
    function.compile(signature)
    made = function.overloads[signature]
    fraction = made.signature.return_type == numba.float64
    return made.fndesc.llvm_func_name, function.inspect_llvm(signature), fraction


def wrap(name: str, symbol: str, arguments: Arguments, fraction: bool) -> str:
    """A function of plain numbers that calls one of Numba's with the arrays at their places.

    Numba passes an array as two pointers it does not need here, how many items, their size, the data, shape and
    strides.
    """
    outside: list[str] = []
    inside, lines = ["ptr %result", "ptr %error"], []
    for argument, value in (leaf for named in arguments for leaf in leaves(*named)):
        if value is float:
            outside.append(f"double %{argument}")
            inside.append(f"double %{argument}")
        elif value is int:
            outside.append(f"i32 %{argument}")
            lines.append(f"%{argument}.wide = sext i32 %{argument} to i64")
            inside.append(f"i64 %{argument}.wide")
        elif is_loose(value):
            loaded, passed = load_loose(argument, value)
            lines += loaded
            inside += passed
        else:
            numbers = [f"i64 {number}" for number in (*value.shape, *value.strides)]
            inside += [
                "ptr null",
                "ptr null",
                f"i64 {value.size}",
                f"i64 {value.itemsize}",
                f"ptr @{argument}",
                *numbers,
            ]
    body = "\n  ".join(lines)
    wide, kind = ("double", "double") if fraction else ("i64", "i32")
    answer = "%wide" if fraction else "%answer"
    cut = "" if fraction else "%answer = trunc i64 %wide to i32"
    return f"""
declare i32 @{symbol}({", ".join(item.split()[0] for item in inside)})
define {kind} @{name}({", ".join(outside)}) {{
  %result = alloca i64
  %error = alloca ptr
  store i64 0, ptr %result
  {body}
  %status = call i32 @{symbol}({", ".join(inside)})
  %failed = icmp sgt i32 %status, 0
  br i1 %failed, label %trap, label %done
trap:
  unreachable
done:
  %wide = load {wide}, ptr %result
  {cut}
  ret {kind} {answer}
}}"""


def load_loose(name: str, array: Any) -> tuple[list[str], list[str]]:
    """Where a caller's array lies and how large it is: the code that finds out, and what is passed on."""
    lines = [f"%{name}.data = load ptr, ptr @{name}"]
    lengths: list[str] = []
    for axis, length in enumerate(shape_of(array)):
        if isinstance(length, str):
            lines.append(f"%{name}.{axis}.short = load i32, ptr @size.{length}")
            lines.append(f"%{name}.{axis} = zext i32 %{name}.{axis}.short to i64")
            lengths.append(f"%{name}.{axis}")
        else:
            lengths.append(str(length))
    stride, strides = str(array.itemsize), []
    for axis in reversed(range(array.ndim)):
        strides.insert(0, stride)
        lines.append(f"%{name}.bytes.{axis} = mul i64 {stride}, {lengths[axis]}")
        stride = f"%{name}.bytes.{axis}"
    lines.append(f"%{name}.items = udiv i64 {stride}, {array.itemsize}")
    numbers = [f"i64 {number}" for number in (*lengths, *strides)]
    passed = ["ptr null", "ptr null", f"i64 %{name}.items", f"i64 {array.itemsize}", f"ptr %{name}.data", *numbers]
    return lines, passed


def collect(data_layout: str) -> tuple[list[str], list[str]]:
    """The code of everything, and the names of what is offered."""
    codes, wrappers = [], []
    for name, (function, arguments) in exports().items():
        symbol, code, fraction = compile_function(function, arguments)
        codes.append(retarget(code, data_layout))
        wrappers.append(wrap(name, symbol, arguments, fraction))
    places = [f"@size.{name} = global i32 0" for name in SIZES]
    for name, value in arrays().items():
        kind = "ptr null" if is_loose(value) else f"[{value.nbytes} x i8] zeroinitializer, align 16"
        places.append(f"@{name} = global {kind}")
    head = f'target datalayout = "{data_layout}"\ntarget triple = "{TRIPLE}"'
    names = [*exports(), *(f"size.{name}" for name in SIZES), *arrays()]
    return ["\n".join([head, *places, *wrappers]), *codes], names


def make_machine() -> Any:
    """What LLVM needs to know about the target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)


def emit(codes: list[str], machine: Any, kept: set[str]) -> bytes:
    """One object file of all the code. What is not offered is hidden, so that it can be inlined or dropped."""
    module, *others = map(llvm.parse_assembly, codes)
    for other in others:
        module.link_in(other)
    module.verify()
    for item in (*module.functions, *module.global_variables):
        if not item.is_declaration and item.name not in kept:
            item.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def find_linker() -> list[str] | None:
    """A wasm-ld: the system's, else the one in PyPI's ziglang."""
    found = next(
        filter(None, map(shutil.which, ("wasm-ld", *(f"wasm-ld-{number}" for number in range(30, 13, -1))))), None
    )
    if found:
        return [found]
    return [sys.executable, "-m", "ziglang", "wasm-ld"] if importlib.util.find_spec("ziglang") else None


def build() -> bytes:
    """The module."""
    linker = find_linker()
    if linker is None:
        sys.exit("No wasm-ld here. Install lld, or: .venv/bin/python -m pip install ziglang")
    machine = make_machine()
    codes, names = collect(str(machine.target_data))
    flags = ["--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}"]
    flags += [f"--export={name}" for name in ("__heap_base", *names)]
    with tempfile.TemporaryDirectory() as folder:
        compiled, linked = Path(folder) / "engine.o", Path(folder) / "engine.wasm"
        compiled.write_bytes(emit(codes, machine, set(names)))
        subprocess.run([*linker, *flags, "-o", linked, compiled], check=True)
        return linked.read_bytes()


# --- what lies beside it


def fingerprint() -> str:
    """Names the state of everything the module is made from, whatever its comments and docstrings say.

    That is what was loaded to make it: other compiled code may change without a new module.
    """
    loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    digest = hashlib.sha256()
    for path in (path for path in (*sources(), Path(thresholds.__file__)) if str(path) in loaded):
        digest.update(path.name.encode() + plain(path.read_text("utf-8")).encode())
    return digest.hexdigest()


def plain(source: str) -> str:
    """A source without comments, docstrings and layout."""
    program = ast.parse(source)
    for node in ast.walk(program):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [line for line in body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.unparse(program)


def networks() -> dict[str, bytes]:
    """The networks that are not learned, by the name of their file."""
    return {name: packed_bytes(pack(simple_mind(**opinions))) for name, opinions in MINDS.items()}


NODE = ("MOVE", "FIRST", "COUNT", "VISITS", "SEAT", "GLANCE", "FINALS", "PRIOR", "UNKNOWN", "ENTRIES_A_PLACE")
STATE = ("PLAYERS", "TURN", "LEFT", "TURN_SIZE", "HASH")
FOUND = ("MOVE", "VISITS", "WISHES", "FINALS", "CHANCES", "LINE")


def describe(module: bytes) -> dict[str, Any]:
    """What Python and browsers have to know of the module."""
    return {
        "sources": fingerprint(),
        "module": hashlib.sha256(module).hexdigest(),
        "calls": {
            name: [argument for argument, value in arguments if is_given(value)]
            for name, (_, arguments) in exports().items()
        },
        "sizes": list(SIZES),
        "padding": PADDING,
        "arrays": {name: {"type": str(value.dtype), "shape": shape_of(value)} for name, value in arrays().items()},
        "node": {name: getattr(trees, name) for name in NODE},
        "found": {name: getattr(finding, f"FOUND_{name}") for name in FOUND},
        "state": {name: getattr(layout, name) for name in STATE},
        "names": moves.NAMES,
        "runs": moves.MOVE_RUNS,
        "passages": layout.PASSAGE_MOVE,
        "fronts": layout.FRONT.tolist(),
        "position": describe_form(forms.POSITION),
        "details": describe_form(forms.DETAILS),
        "marks": thresholds.MARKS,
        "taste": trees.vector_of(TASTE).tolist(),
        "bots": {
            name: {"taste": trees.vector_of(rung.taste).tolist(), "nodes": rung.nodes, "mind": rung.mind}
            for name, rung in RUNGS.items()
        },
    }


def describe_form(form: Form) -> Any:
    """A form as JSON; long lists of names by their own name, and whether there may be nothing instead."""
    if isinstance(form, str):
        return form
    return {key: describe_part(key, value) for key, value in form.items()}


def describe_part(key: str, value: Any) -> Any:
    if key == "record":
        return {name: describe_form(field) for name, field in value.items()}
    if key not in ("choice", "keys"):
        return describe_form(value)
    for name, known in moves.NAMES.items():
        if value in (known, (None, *known)):
            return {"names": name, "none": value != known}
    return list(value)


# --- the same for browsers

TEXT = """// Generated by scripts/make_wasm.py from src/medina/engine/engine.json. Do not edit.

/** What can be called. Arrays are given and answered by their places. */
export type Calls = {calls}

/** Sizes a caller chooses: entries and places of a tree, units of a network, and a row of weights. */
export type Size = {sizes}
export const PADDING = {padding}

/** Arrays of the module; those with a size by name lie where the caller says. */
export const ARRAYS = {arrays} as const

/** Columns of a tree's nodes, and how large its table of positions is; columns of what a search found. */
export const NODE = {node} as const
export const FOUND = {found} as const

/** Places in a state. */
export const STATE = {state} as const

/** What can follow the letter of a piece. */
export const NAMES = {names} as const

/** Runs of move codes: where each begins, its letter and what follows it. */
export const MOVE_RUNS = {runs} as const

/** Passages: where their codes begin; then exit * 64 + entry. The fronts of wall cells, in the small city and the large
    one. */
export const PASSAGES = {passages}
export const FRONTS = {fronts} as const

/** How values are told in numbers. */
export type Form =
  | 'number'
  | {{ choice: readonly unknown[] }}
  | {{ maybe: Form }}
  | {{ list: Form }}
  | {{ map: Form; keys: readonly string[] }}
  | {{ record: Record<string, Form> }}
export const POSITION: Form = {position}
export const DETAILS: Form = {details}

/** What a move of each grade is called; the first is nothing, the second to be looked at twice. */
export const MARKS = {marks} as const

/** The taste of the strongest, and of every bot that thinks: how many positions it looks into at most, its own mind. */
export const TASTE = {taste}
export const BOTS: Record<string, {{ taste: number[]; nodes: number | null; mind: string | null }}> = {bots}
"""


def write_form(form: Any) -> str:
    """A described form in TypeScript."""
    if isinstance(form, str):
        return json.dumps(form)
    fields = []
    for key, value in form.items():
        if key in ("choice", "keys"):
            fields.append(f"{key}: {write_names(value)}")
        elif key == "record":
            inner_fields = ", ".join(f"{json.dumps(name)}: {write_form(field)}" for name, field in value.items())
            fields.append(f"record: {{ {inner_fields} }}")
        else:
            fields.append(f"{key}: {write_form(value)}")
    return f"{{ {', '.join(fields)} }}"


def write_names(values: Any) -> str:
    if isinstance(values, list):
        return json.dumps(values)
    return f"[null, ...NAMES.{values['names']}]" if values["none"] else f"NAMES.{values['names']}"


def lines(value: Mapping[str, Any]) -> str:
    """A record with a line for every field."""
    return "{\n" + "".join(f"  {json.dumps(key)}: {json.dumps(item)},\n" for key, item in value.items()) + "}"


def tables(described: dict[str, Any]) -> str:
    """The TypeScript file."""
    calls = {name: ", ".join(f"{argument}: number" for argument in given) for name, given in described["calls"].items()}
    written = {
        "calls": "{\n" + "".join(f"  {name}: ({given}) => number\n" for name, given in calls.items()) + "}",
        "sizes": " | ".join(f"'{name}'" for name in described["sizes"]),
        **{name: lines(described[name]) for name in ("arrays", "names", "bots")},
        **{name: write_form(described[name]) for name in ("position", "details")},
    }
    return TEXT.format(**{name: written.get(name) or json.dumps(value) for name, value in described.items()})


def files(module: bytes) -> dict[Path, bytes]:
    """What every file holds now."""
    described = describe(module)
    weights = {WEIGHTS / f"{name}.bin": network for name, network in networks().items()}
    text = lines(described) + "\n"
    plain_text = re.sub(r",\n}\n$", "\n}\n", text)
    return {MODULE: module, DESCRIPTION: plain_text.encode(), TABLES: tables(described).encode()} | weights


def main() -> int:
    """Write, or with --check compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rebuild", action="store_true")
    options = parser.parse_args()
    module = MODULE.read_bytes() if options.check and not options.rebuild else build()
    stale = {path: data for path, data in files(module).items() if not path.exists() or path.read_bytes() != data}
    if options.check:
        for path in stale:
            print(f"{path.name} is stale: run make wasm", file=sys.stderr)
        return 1 if stale else 0
    for path, data in stale.items():
        path.write_bytes(data)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        shutil.rmtree(os.environ["MEDINA_CACHE_DIR"], ignore_errors=True)
