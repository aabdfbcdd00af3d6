"""Records with variations as the browser reads, grows and writes them: the same texts as the package's, both ways."""

from __future__ import annotations

import json
import random
import subprocess
from functools import cache
from typing import Any

import pytest
from test_solo import ROOT, question, rulesets

import medina
from medina import Marks, Record
from medina.notation.marks import SIGNS

BROKEN = 150
"""How many texts have something wrong with them, mostly."""
HEAD = '[Edition "second"]\n[Players "2"]\n[Gates "no"]\n[Well "k6"]\n[Market "c3"]\n\n'
BY_HAND = [
    "Ge5 ! {one}(\nPe5\n(Oe5 {x} )WNa,WNb ){two} ( Md3 ) ?\n 1. Oh3 < Nc  e5-h3 e5 Nc > *",
    "1. Ge5 Oh3,Oh4 2. Ge6 , Re6 (2. Re5,WNa) *",
    "\n*",
]
REFUSED = [
    *("(Ge5) *", "Ge5 ((Pe5)) *", "Ge5 () *", "Ge5 ) *", "Ge5 (Pe5 *", "Ge5 (Pe5", "Ge5 * (Pe5)", "Ge5 * !"),
    *("Ge5 ({x} Pe5) *", "! Ge5 *", "Ge5 (<e5> Pe5) *", "Ge5!!! *", "Ge5! ! ! *", "Ge5<> *", "Ge5<e5><e6> *"),
    *("Ge5<e5-e6-e7> *", "Ge5<e5-e5> *", "Ge5<e5 z9> *", "Ge5<e5-> *", "Ge5<e5 *", "Ge5!,Ge6 *", "Ge5 (2. Pe5) *"),
    *("Ge5 (Pe5 Of6,WNa) *", "Ge5 (Pe5,Pe6) *", "Ge5 (Pe5 Oh3) Oh3 (Ge6) Ge6,Ge7 *", "Ge5", "Ge5 0 0", "2. Ge5 *"),
    *("Ge5<e05> *", "Ge5<5> *", "Ge5{a{b}} *", "Zz9 *", "Ge5 " + "Oh3,WNa (" * 60),
]
TAGS = [
    *('[Edition "third"]\n[Players "2"]\n*\n', '[Edition "first"]\n[Players "2"]\n*\n', '[Players "2"]\n*\n', "*\n"),
    *(HEAD.replace("k6", "a1") + "*\n", HEAD.replace("k6", "c3") + "*\n", HEAD.replace('"no"', '"maybe"') + "*\n"),
    *(HEAD.replace("[Well", "[Welt") + "*\n", HEAD.replace("Market", "Event") + "*\n", HEAD + '[Event "x"]\n*\n'),
    *('[Rules "2"]\n' + HEAD + "*\n", '[Rules "3"]\n' + HEAD + "*\n", '[Connection "wall"]\n' + HEAD + "*\n"),
    *('[Rules "2"]\n[Connection "every"]\n' + HEAD + "*\n", '[Connection "every"]\n' + HEAD + "*\n"),
    *('[Event "x"]\n[Event "y"]\n' + HEAD + "*\n", HEAD.replace("]\n", "\n", 1) + "*\n"),
]


def grown(rng: random.Random) -> Record:
    """A tree by chance, of any edition and number."""
    edition, players = rng.choice([("second", 2), ("second", 3), ("second", 4), ("first", 3), ("first", 4)])
    tree = played_on(Record.new(medina.new_game(edition, players, rng.random() < 0.5, seed=rng.randrange(99))), rng)
    for _ in range(rng.randrange(6)):
        path, line = rng.choice(list(tree.lines()))
        word = rng.randrange(len(line.turns))
        tree = tree.edited(path, lambda own, at=word: own.with_variation(at, played_on(own.instead_of(at), rng)))
    return tree


def played_on(line: Record, rng: random.Random) -> Record:
    for _ in range(rng.randint(1, 12)):
        line = line.play(rng.choice(line.position.legal_moves))
    word = rng.randrange(len(line.turns))
    drawn = Marks(rng.choice(["", *SIGNS]), rng.choice([(), ("e5", "Nc")]), rng.choice([(), (("a1", "E5"),)]))
    return line.with_marks(word, drawn).with_comment(word, rng.choice(["", "größer (1. Ge5)", "so"]))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Everything is asked in one run of Node."""
    folder = tmp_path_factory.mktemp("trees")
    games = [
        question(number, ruleset) | {"changes": 60} for number, ruleset in enumerate(rulesets()) if number % 11 == 0
    ]
    (folder / "asked.json").write_text(json.dumps({"texts": texts(), "games": games}))
    program = folder / "trees.mjs"
    bundler = ROOT / "client/node_modules/.bin/rolldown"
    bundle = [bundler, "client/tests/engine/trees.ts", "--platform", "node", "--format", "esm", "-o", program]
    subprocess.run(bundle, cwd=ROOT, check=True, capture_output=True)
    module = ROOT / "src/medina/engine/engine.wasm"
    ran = subprocess.run(["node", program, folder / "asked.json", module], check=True, capture_output=True)
    answers: dict[str, Any] = json.loads(ran.stdout)
    return answers


@cache
def texts() -> list[str]:
    rng = random.Random(13)
    whole = [medina.write_record(grown(rng)) for _ in range(40)]
    golden = [path.read_text() for path in sorted((ROOT / "tests/data").rglob("*.mgn"))[:20]]
    written = [HEAD + text for text in (*BY_HAND, *REFUSED)]
    return [*whole, *golden, *written, *TAGS, *(broken(rng.choice(whole), rng) for _ in range(BROKEN))]


def broken(text: str, rng: random.Random) -> str:
    """The text with something of its moves left out, doubled or put elsewhere."""
    head, moves = text.split("\n\n", 1)
    words = moves.split(" ")
    first, second = rng.randrange(len(words)), rng.randrange(len(words))
    if rng.random() < 0.5:
        words[first], words[second] = words[second], words[first]
    else:
        words[first] = rng.choice(["", "(", ")", "*", words[second], words[first] + rng.choice("!?{<(,).")])
    return f"{head}\n\n{' '.join(words)}"


def by_the_package(text: str) -> str | None:
    try:
        return medina.write_record(medina.read_record(text))
    except medina.BadRecord:
        return None


def test_a_text_is_read_or_refused_as_by_the_package(told: dict[str, Any]) -> None:
    ours = [by_the_package(text) for text in texts()]
    assert len(set(ours[-BROKEN:])) > BROKEN // 10
    assert ours.count(None) > len(REFUSED) + len(TAGS) - 4
    for text, own, theirs in zip(texts(), ours, told["texts"], strict=True):
        assert sorted_position(theirs) == sorted_position(own), text


def sorted_position(text: str | None) -> str | None:
    """The record with the maps of its position in one order: any is right."""
    lines = (text or "").split("\n")
    for number, line in enumerate(lines):
        if line.startswith("[Position "):
            position = json.loads(json.loads(line.removeprefix("[Position ").removesuffix("]")))
            lines[number] = json.dumps(position, sort_keys=True)
    return text and "\n".join(lines)


def test_what_the_browser_grew_is_a_record(told: dict[str, Any]) -> None:
    assert max(tree["depth"] for tree in told["grown"]) >= 3
    for tree in told["grown"]:
        record = medina.read_record(tree["text"])
        assert medina.write_record(record) == tree["text"] == tree["again"]
        assert (record.depth, record.placements) == (tree["depth"], tree["placements"])
        assert tree["back"] == tree["at"]
