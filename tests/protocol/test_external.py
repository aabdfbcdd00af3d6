"""Other people's programs: whatever they do, a game with them ends soon, with a reason, and nothing is left running."""

from __future__ import annotations

import shlex
import sys
import uuid
from pathlib import Path

import psutil
import pytest

import medina
from medina.bots import Budget
from medina.protocol.external import ExternalBot, Patience
from medina.protocol.process import Fault
from patience import wait_until

pytestmark = pytest.mark.processes

PROGRAMS = Path(__file__).parent.parent / "match" / "programs.py"
CALM = Patience(start=60, reply=60, grace=60)
HASTE = Patience(start=60, reply=60, grace=0.3)
"""Only for programs that will not answer `go`: the others must not fail because this machine is busy."""
START = medina.new_game("second", players=2, well="f6", market="c3")


def command(kind: str, mark: str = "") -> str:
    return shlex.join([sys.executable, str(PROGRAMS), kind, *mark.split()])


def first_move(kind: str, mark: str = "", patience: Patience = CALM) -> medina.Move:
    with ExternalBot(command(kind, mark), patience) as bot:
        bot.begin(START)
        return bot.choose(medina.Record.new(START), Budget(seconds=0.1), seed=1)


def running(mark: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if any(mark in word for word in process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.mark.parametrize(
    ("kind", "fault", "patience"),
    [
        ("crash", "crash", CALM),
        ("hang", "hang", HASTE),
        ("hang_at_start", "hang", Patience(start=0.5)),
        ("nonsense", "nonsense", CALM),
        ("no_move", "nonsense", CALM),
        ("illegal", "illegal", CALM),
        ("refuse", "refused", CALM),
        ("flood", "flood", CALM),
        ("babble", "nonsense", CALM),
        ("close_stdin", "closed", CALM),
        ("close_stdout", "closed", CALM),
    ],
)
def test_misbehaviour_is_a_fault_and_soon(kind: str, fault: str, patience: Patience) -> None:
    """Soon, since a program that is waited for until patience ends would be one that hangs."""
    with pytest.raises(Fault) as caught:
        first_move(kind, patience=patience)
    assert caught.value.kind == fault


def test_a_crash_tells_the_exit_code_and_the_last_words() -> None:
    with pytest.raises(Fault) as caught:
        first_move("crash")
    assert caught.value.details == {"code": 3, "said": "no idea what to play"}


def test_a_crash_at_the_start_tells_more_than_the_last_line() -> None:
    """The reason stands before the traceback that it led to."""
    with pytest.raises(Fault) as caught:
        first_move("crash_at_start")
    assert caught.value.details["code"] == 1
    reason, error = caught.value.details["said"].split(" | ")
    assert reason == "no module named medina"
    assert error.startswith("json.decoder.JSONDecodeError")


def test_an_illegal_move_names_the_rule() -> None:
    with pytest.raises(Fault) as caught:
        first_move("illegal")
    assert (caught.value.details["move"], caught.value.details["rule"]) == ("T", "10.3")


@pytest.mark.parametrize("kind", ["hang", "escape", "orphan"])
def test_children_of_a_program_end_with_it(kind: str) -> None:
    mark = uuid.uuid4().hex
    with pytest.raises(Fault):
        first_move(kind, mark, HASTE)
    wait_until(lambda: not running(mark), "somebody goes on")


def test_a_program_that_cannot_be_started_is_a_fault() -> None:
    for wrong in ("./there-is-no-such-program", "", "'unfinished"):
        with pytest.raises(Fault) as caught:
            ExternalBot(wrong)
        assert caught.value.kind == "start"


def test_our_own_engine_plays_a_whole_game_as_a_program() -> None:
    record = medina.Record.new(medina.new_game("first", players=3, gates=True, tea=True, seed=4))
    with ExternalBot("medina engine --bot random") as bot:
        bot.begin(record.start)
        while record.position.phase != "over":
            record = record.play(bot.choose(record, Budget(nodes=1), seed=len(record.moves)))
    assert medina.read_record(medina.write_record(record)) == record


def test_what_a_program_is_told_is_the_game() -> None:
    with ExternalBot(command("polite")) as bot:
        bot.begin(START)
        record = medina.Record.new(START)
        for text in ("Ge8", "WNa", "WNb"):
            record = record.play(text)
        move = bot.choose(record, Budget(nodes=1), seed=2)
    assert record.position.is_legal(move)
