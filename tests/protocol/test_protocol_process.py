"""`medina engine` as a real process: a line in, a line out, whatever the line."""

import io
import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from medina.protocol import Session, converse
from medina.protocol.lines import LONGEST_LINE

fuzz = settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
CODES = {"bad_request", "bad_move", "illegal_move", "game_over", "bad_record", "unknown_bot"}
NEW = b'{"cmd": "new", "edition": "second", "players": 3, "well": "f6", "market": "c3"}'
ASK = b'{"cmd": "position"}'

NASTY = [
    b"\x00\x01\x02\xff\xfe",
    b"\xed\xa0\x80",
    b'{"cmd": "why", "move": "\xff"}',
    b'{"cmd": "why", "move": "\\ud800"}',
    b'{"cmd": "load", "record": "\\ud800\\udfff\\u0000"}',
    b"[" * 200_000,
    b'{"a":' * 100_000,
    b"[" * 90_000 + b"]" * 90_000,
    b'{"cmd": "play", "moves": ' + b"[" * 500 + b"]" * 500 + b"}",
    b'{"cmd": "new", "edition": "second", "players": NaN}',
    b'{"cmd": "go", "bot": "random", "seconds": Infinity}',
    b'{"cmd": "go", "bot": "random", "seconds": 1e999}',
    b'{"cmd": "undo", "count": ' + b"9" * 4000 + b"}",
    b'{"cmd": "undo", "count": ' + b"9" * 100_000 + b"}",
    b'{"cmd": "undo", "count": -' + b"9" * 400 + b"}",
    b'{"cmd": "new", "edition": "second", "players": 1e400}',
    b'{"cmd": "play", "moves": ["' + b"G" * 1_000_000 + b'"]}',
    b'{"cmd": "play", "moves": [' + b'"Ge9",' * 100_000 + b'"x"]}',
    b"x" * (LONGEST_LINE - 1),
    b"x" * LONGEST_LINE,
    b"x" * (2 * LONGEST_LINE + 17),
    b"null",
    b"true",
    b'"hello"',
    b"1",
    b"{}",
    b"{",
    b"}",
    b'{"cmd": "hello"',
    b'{"cmd": "hello"} {"cmd": "hello"}',
    b"{'cmd': 'hello'}",
    b'\xef\xbb\xbf{"cmd": "legal"}',
    b'{"cmd": ["legal"]}',
    b'{"cmd": {"cmd": "legal"}}',
    b'{"cmd": "LEGAL"}',
    b'{"cmd": "__class__"}',
    b'{"cmd": "legal", "": 1}',
]


def talk(lines):
    """The answers of a new engine, in this process, to these lines."""
    answers = io.BytesIO()
    converse(io.BytesIO(b"\n".join(lines) + b"\n"), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


@pytest.fixture(scope="module")
def process():
    """One real engine with a game under way for all the questions of this module."""
    engine = subprocess.Popen(
        [sys.executable, "-m", "medina", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    yield engine
    engine.stdin.write(b'{"cmd": "quit"}\n')
    engine.stdin.flush()
    assert engine.stdout.readline().strip() == b'{"ok": true}'
    assert engine.wait(20) == 0
    assert engine.stderr.read() == b""


def question(engine, line):
    engine.stdin.write(line + b"\n")
    engine.stdin.flush()
    return json.loads(engine.stdout.readline())


def check_error(answer):
    assert answer["ok"] is False
    assert answer["error"]["code"] in CODES
    assert 0 < len(answer["error"]["message"]) < 1000


def test_a_real_process_survives_everything(process):
    before = question(process, NEW)
    assert before["ok"]
    for line in NASTY:
        check_error(question(process, line))
        assert question(process, ASK) == before, line[:60]
    assert process.poll() is None


def test_blank_lines_are_passed_over(process):
    before = question(process, NEW)
    process.stdin.write(b"\n   \n\r\n\t\n")
    assert question(process, ASK) == before
    assert question(process, ASK + b"\r") == before


def test_the_end_of_input_ends_it():
    done = subprocess.run([sys.executable, "-m", "medina", "engine"], input=NEW, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["ok"]


def test_a_bot_whose_packages_are_missing_is_an_answer():
    """The rules and the simple bots need no package; the strong ones do."""
    program = "import sys; sys.modules['wasmtime'] = None; from medina.cli import main; main(['engine'])"
    go = b'{"cmd": "go", "bot": "architect", "nodes": 1}'
    lines = b"\n".join([NEW, go, b'{"cmd": "go", "bot": "greedy", "seed": 1}'])
    done = subprocess.run([sys.executable, "-c", program], input=lines, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    new, refused, answered = map(json.loads, done.stdout.splitlines())
    assert [new["ok"], answered["ok"]] == [True, True]
    check_error(refused)
    assert refused["error"]["message"] == "The bot architect needs the Python package wasmtime, which is not installed."


def test_after_quit_nothing_is_answered():
    assert len(talk([NEW, b'{"cmd": "quit"}', ASK])) == 2


def test_answers_are_plain_ascii_lines():
    answers = io.BytesIO()
    line = json.dumps({"cmd": "why", "move": "Gé\ud800\n"}).encode()
    converse(io.BytesIO(NEW + b"\n" + line + b"\n"), answers)
    assert answers.getvalue().isascii()
    assert answers.getvalue().count(b"\n") == 2


def test_a_line_of_just_the_greatest_length_is_read():
    padded = ASK + b" " * (LONGEST_LINE - len(ASK) - 1)
    new, first, second = talk([NEW, padded, padded + b"  "])
    assert first == new
    check_error(second)


@fuzz
@given(st.lists(st.binary(max_size=60), max_size=5))
def test_any_bytes(lines):
    lines = [line for line in lines if line.strip() and b"\n" not in line]
    answers = talk([NEW, *lines, ASK])
    assert len(answers) == len(lines) + 2
    assert answers[-1] == answers[0]
    for answer in answers[1:-1]:
        check_error(answer)


VALUE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["Ge9", "e5", "second"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("edition", "players", "gates", "options", "well", "market", "seed", "record", "moves", "count", "move", "bot")
COMMANDS = ("hello", "new", "load", "position", "legal", "play", "undo", "why", "score", "record", "go", "quit", "fly")


@fuzz
@given(st.sampled_from(COMMANDS), st.dictionaries(st.sampled_from(NAMES), VALUE, max_size=4))
def test_any_fields(command, fields):
    session = Session()
    session.handle(json.loads(NEW))
    before = session.handle({"cmd": "position"})
    answer = session.handle({"cmd": command, **fields})
    assert json.loads(json.dumps(answer))["ok"] in (True, False)
    if not answer["ok"]:
        check_error(answer)
    if not answer["ok"] or command not in ("new", "load", "play", "undo"):
        assert session.handle({"cmd": "position"}) == before


@fuzz
@given(VALUE)
def test_any_value_is_no_request(value):
    check_error(Session().handle(value))
