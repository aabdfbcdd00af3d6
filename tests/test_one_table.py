"""One table of switches and one of languages: a line in each, and texts, are all that a new one needs.

What a switch then does is the matter of its rule; here nothing asks for it. A further switch, a further field of
positions and a further version of the rules leave everything readable that earlier versions wrote.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from medina.notation import game_key, read_record

ROOT = Path(__file__).resolve().parents[1]
SOURCES = {".py", ".ts", ".svelte", ".json"}
PROGRAM = """
import json, sys
import medina, msgspec
from medina.cli import main
from medina.fast import bits, listing
from medina.fast.convert import from_json, to_json
from medina.table.commands import Speak
from medina.table.options import Options
from medina.table.state import ruleset_of
from medina.words import say

listing.lowest = bits.lowest = lambda word: (int(word) & -int(word)).bit_length() - 1  # there only when compiled
options = msgspec.json.decode(b'{"switches": {"siesta": false}}', type=Options)
rules = ruleset_of(options)
assert medina.Ruleset.of().siesta and not medina.Ruleset.of("first", 3).siesta and not rules.siesta
start = medina.new_game(rules, seed=1)
text = medina.write_record(medina.Record.new(start))
assert '[Siesta "no"]' in text and medina.read_record(text).start == start
position = medina.position_to_json(start)
assert to_json(from_json(position))["options"] == position["options"] | {"siesta": False}

assert say("switch.siesta", "xx") == "nap" and medina.words.decimal(0.5, lang="xx") == "0;5"
msgspec.convert({"do": "speak", "language": "xx"}, Speak)
main(["play", "--help", "--lang", "xx"])
"""

EARLIER = """
import asyncio, base64, json, lzma, sys, tempfile, zlib
from pathlib import Path
import medina
from medina.data import read_dataset
from medina.puzzles import read_puzzles
from medina.store.database import database_url, open_engine
from medina.store.migrate import migrate
from medina.store.reading import Reader
from medina.table.fold import drafted, fold

def check(position):
    rules = position.ruleset
    assert rules.siesta is (rules.edition == "second"), rules
    written = json.loads(json.dumps(medina.position_to_json(position)))
    assert written["naps"] == 0 and written["options"]["siesta"] is rules.siesta
    assert medina.position_from_json(written) == position
    return 1

def stored(value):
    if isinstance(value, list):
        return [one for item in value for one in stored(item)]
    if not isinstance(value, dict):
        return []
    return [value] if "placements_left" in value else [one for item in value.values() for one in stored(item)]

async def tables(folder):
    engine = open_engine(database_url(None, folder))
    try:
        await migrate(engine)
        async with engine.connect() as connection:
            ids = [row[0] for row in await connection.exec_driver_sql("SELECT id FROM tables ORDER BY id")]
        return [await Reader(engine).load(id) for id in ids[:: max(1, len(ids) // 40)]]
    finally:
        await engine.dispose()

def read(file):
    if file.suffix == ".xz":
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "medina.sqlite3").write_bytes(lzma.decompress(file.read_bytes()))
            found = asyncio.run(tables(Path(folder)))
        states = [drafted(fold(table.events), table.head.moves, table.head.n) for table in found]
        return sum(check(state.position) for state in states if state.position is not None)
    if file.suffix == ".mgn":
        record = medina.read_record(file.read_text("utf-8"))
        assert medina.read_record(medina.write_record(record)) == record
        return check(record.start) + check(record.position)
    if file.suffix == ".parquet":
        return sum(check(game.record.start) for game in read_dataset(file))
    if file.name.startswith("puzzles"):
        puzzles, lines = list(read_puzzles(file)), file.read_text("utf-8").splitlines()
        assert [puzzle.to_json()["id"] for puzzle in puzzles] == [json.loads(line)["id"] for line in lines]
        return sum(check(puzzle.start) for puzzle in puzzles)
    if file.suffix == ".txt":
        packed = file.read_text("utf-8").strip().partition("=")[2]
        text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
        return check(medina.position_from_json(json.loads(text)))
    return sum(check(medina.position_from_json(one)) for one in stored(json.loads(file.read_text("utf-8"))))

for name in sys.argv[1:]:
    assert read(Path(name)) > 0, name
    print(Path(name).name)
"""

KEYS = """
import sys
from pathlib import Path
import medina
from medina.notation import game_key

for name in sys.argv[1:]:
    print(game_key(medina.read_record(Path(name).read_text("utf-8"))))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with another switch, field of positions, language and version of the rules."""
    root = tmp_path_factory.mktemp("house")
    leave_out = shutil.ignore_patterns("static", "__pycache__", "*.bin")
    shutil.copytree(ROOT / "src", root / "src", ignore=leave_out)
    (root / "client/src/generated").mkdir(parents=True)
    (root / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/generate_words.py", root / "scripts")
    rules, words = root / "src/medina/rules/ruleset.py", root / "src/medina/words"
    _put(rules, "before", '    "founding": Switch(', '    "siesta": Switch("4.2", first=False, second=True),\n')
    _put(rules, "before", "    founding: bool\n", "    siesta: bool\n")
    _put(rules, "after", "RULES_VERSION = 2\n", "RULES_VERSION = 3\n")
    _add_field(root / "src/medina")
    shutil.copytree(words / "fr", words / "xx")
    _put(words / "__init__.py", "after", "LANGUAGES = {\n", '    "xx": Language("Xish", ";"),\n')
    for file in words.glob("*/switch.json"):
        file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"switch.siesta": "nap"}), "utf-8")
    return root


def _add_field(package: Path) -> None:
    """Add `naps`, 0 where nothing is said of it, to the state and to the JSON form of positions."""
    state = package / "rules/state.py"
    _put(state, "after", '        "tower_merchants",\n', '        "naps",\n')
    _put(state, "after", "    tower_merchants: tuple[int, ...]\n", "    naps: int\n")
    _put(state, "after", "    state.tower_tiles = (None,) * 4\n", "    state.naps = 0\n")
    shapes = package / "notation/shapes.py"
    _put(shapes, "after", "    spare_gate: bool\n", "    naps: int\n")
    read = 'lambda state, data: setattr(state, "naps", data.get("naps", 0))'
    line = f'    "naps": _field("naps", lambda position: position.state.naps, {read}),\n'
    _put(shapes, "after", '    "spare_gate": _same("spare_gate"),\n', line)


def _put(file: Path, where: str, mark: str, line: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(mark) == 1
    file.write_text(text.replace(mark, line + mark if where == "before" else mark + line), "utf-8")


def _run(house: Path, *arguments: str) -> str:
    # Nothing is compiled for this: the same functions run as plain Python.
    env = {**os.environ, "PYTHONPATH": str(house / "src"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, *arguments], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_follows_from_the_tables(house: Path) -> None:
    assert "--no-siesta  nap (4.2)" in re.sub(r"\s*\n\s+|(?<=siesta)\s+", "  ", _run(house, "-c", PROGRAM))


def test_everything_that_earlier_versions_wrote_is_still_read(house: Path) -> None:
    about = {".md", ".py", ".gz"}  # what says or makes the files, and what the code of then said of them
    files = [path for path in (ROOT / "tests/data/earlier").rglob("*") if path.is_file() and path.suffix not in about]
    assert len(files) >= 22
    assert _run(house, "-c", EARLIER, *map(str, files)).split() == [path.name for path in files]


def test_a_game_keeps_the_key_that_copies_and_analyses_of_it_are_found_by(house: Path) -> None:
    files = [*(ROOT / "tests/data/earlier").rglob("*.mgn"), *(ROOT / "tests/data/golden").glob("*.mgn")]
    assert len(files) > 20
    assert _run(house, "-c", KEYS, *map(str, files)).split() == [
        game_key(read_record(file.read_text())) for file in files
    ]


def test_the_client_gets_them_too(house: Path) -> None:
    _run(house, str(house / "scripts/generate_words.py"))
    made = house / "client/src/generated"
    tables = (made / "tables.ts").read_text("utf-8")
    assert '"siesta", "founding"' in tables
    assert '"xx": "Xish"' in tables
    assert json.loads((made / "words.xx.json").read_text("utf-8"))["switch.siesta"] == "nap"


def test_nobody_else_names_a_language() -> None:
    """English is what remains where nothing else is known; other codes stand in the table alone."""
    sources = [*(ROOT / "src/medina").rglob("*.py"), *(ROOT / "client/src").rglob("*.ts")]
    sources += (ROOT / "client/src").rglob("*.svelte")
    naming = {
        str(source.relative_to(ROOT))
        for source in sources
        if "generated" not in source.parts and re.search(r"""(["'`])(fr|de)\1""", source.read_text("utf-8"))
    }
    assert naming == {"src/medina/words/__init__.py"}


def test_files_that_name_a_switch_are_those_that_contributing_lists() -> None:
    folders = [ROOT / "src/medina", ROOT / "scripts", ROOT / "client/src"]
    files = [path for folder in folders for path in folder.rglob("*.*") if path.suffix in SOURCES]
    files = [path for path in files if not {"generated", "static", "shipped_puzzles", "engine.json"} & set(path.parts)]
    naming = [path for path in files if re.search("both_placements", path.read_text("utf-8"), re.IGNORECASE)]
    names = [path.relative_to(ROOT).as_posix() for path in naming]
    recipe = re.search(r"^\*\*A switch\*\*.*?\n\n", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M | re.S)
    assert recipe is not None
    listed = re.findall(r"`((?:src|client|scripts)/[^`]+)`", recipe[0])
    patterns = [re.escape(path).replace("<language>", r"\w+") + (".*" if path.endswith("/") else "") for path in listed]
    assert [name for name in names if not any(re.fullmatch(pattern, name) for pattern in patterns)] == []
    texts = sum(name.endswith(".json") for name in names)
    assert (len(names) - texts, texts) == (6, 6), "CONTRIBUTING says how many there are"
