"""The async face of programs that speak the engine protocol."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import medina
from medina.bots import Budget
from medina.client import ClientError, Engine
from medina.protocol.external import Patience

START = medina.new_game("second", players=2, well="f6", market="c3")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


def program(folder: Path, body: str, first: str = "") -> str:
    """The command of a program that answers every line by an expression of `request`."""
    path = folder / "program.py"
    path.write_text(
        f"import json, os, pathlib, sys, time\n{first}for line in sys.stdin:\n    request = json.loads(line)\n"
        f"    print(json.dumps({body}), flush=True)\n"
    )
    return shlex.join([sys.executable, str(path)])


def test_our_engine_plays_refuses_and_answers() -> None:
    async def story() -> None:
        async with Engine("medina engine --bot greedy") as engine:
            assert engine.about["name"] == "medina"
            await engine.new(START)
            await engine.play("Ge8", "Gf8")
            move = await engine.go(Budget(seconds=1.0), seed=1)
            await engine.play(move)
            assert engine.record.moves[-1] == move
            assert (await engine.ask("score"))["scores"][0]["total"] == engine.record.position.scores[0]
            with pytest.raises(medina.IllegalMove):
                await engine.play("Gf6")
            with pytest.raises(ClientError) as refused:
                await engine.ask("play", moves=["Gf6"])
            assert (refused.value.code, refused.value.rule) == ("illegal_move", "5.2")
            assert refused.value.message == "f6 is not empty"
            assert (await engine.ask("position"))["position"] == medina.position_to_json(engine.record.position)

    run(story())


MEET = """
def meet(folder):
    (folder / str(os.getpid())).touch()
    while len(list(folder.iterdir())) < 2:
        time.sleep(0.01)
"""
"""Waits until another process has come to the same place."""


def test_two_engines_think_at_the_same_time(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    body = f"(request['cmd'] == 'go' and meet(pathlib.Path({str(place)!r}))) or {{'ok': True, 'move': 'Ge8'}}"
    patient = program(tmp_path, body, MEET)

    async def story() -> None:
        async with Engine(patient) as one, Engine(patient) as other:
            await asyncio.gather(one.new(START), other.new(START))
            moves = await asyncio.gather(one.go(), other.go())
            assert [move.text for move in moves] == ["Ge8", "Ge8"]

    run(story())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("{'ok': True, 'move': 'Gf6'}", "illegal"),
        ("{'ok': True} if request['cmd'] != 'go' else sys.exit(3)", "crash"),
        ("{'ok': True} if request['cmd'] != 'go' else time.sleep(60)", "hang"),
        ("{'ok': True} if request['cmd'] != 'go' else 7", "nonsense"),
    ],
)
def test_a_program_that_fails_says_so_once_and_is_not_asked_again(tmp_path: Path, body: str, said: str) -> None:
    patience = Patience(grace=0.2 if said == "hang" else 60)

    async def story() -> None:
        async with Engine(program(tmp_path, body), patience) as engine:
            await engine.new(START)
            with pytest.raises(ClientError, match=said) as failed:
                await engine.go(Budget(seconds=0.1))
            assert failed.value.code == "bad_program"
            with pytest.raises(ClientError, match="failed before"):
                await engine.ask("legal")

    run(story())


def test_there_must_be_a_program_and_a_game() -> None:
    async def story() -> None:
        with pytest.raises(ClientError, match="start"):
            async with Engine("/nowhere/at/all"):
                pass
        async with Engine("medina engine") as engine:
            with pytest.raises(ClientError, match="no game yet"):
                await engine.go()

    run(story())
