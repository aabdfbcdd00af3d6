"""The examples run: an agent that learns, a bot in another language, and the notebooks."""

from __future__ import annotations

import ast
import json
import shlex
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from medina.match import MatchPlan, play_match
from medina.match.report import forfeit_line

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ROUNDS = 24


@pytest.fixture(scope="module", autouse=True)
def ppo(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The agent that learns; its networks are compiled once for the test and the notebook."""
    jax = pytest.importorskip("jax")
    pytest.importorskip("skrl")
    jax.config.update("jax_compilation_cache_dir", str(tmp_path_factory.mktemp("jax")))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    sys.path.insert(0, str(EXAMPLES))
    import ppo

    return ppo


def test_the_agent_learns_and_is_kept(ppo: ModuleType, tmp_path: Path) -> None:
    beginner, _ = ppo.new_networks()
    trained, _ = ppo.train(ROUNDS)
    trained.save(str(tmp_path / "agent.flax"))
    again = ppo.load(tmp_path / "agent.flax")
    observations, _ = ppo.new_games(8).reset(seed=3)
    assert ppo.ask(again, observations).tolist() == ppo.ask(trained, observations).tolist()
    share, lead = ppo.against_random(again, 200)
    assert share > 0.6
    assert lead > max(5, ppo.against_random(beginner, 200)[1])


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
@pytest.mark.processes
def test_a_bot_in_another_language_plays_ours() -> None:
    """It plays to the end, in every seat, without a fault."""
    command = shlex.join(["node", str(EXAMPLES / "bot.mjs"), sys.executable, "-m", "medina", "engine"])
    plan = MatchPlan((f"cmd:{command}", "random"), 2, seconds=20.0, seed=2)
    results = list(play_match(plan))
    assert [forfeit_line(result) for result in results if result.forfeit] == []
    assert [result.placements > 80 for result in results] == [True, True]


@pytest.mark.parametrize("name", ["explore", "train"])
def test_a_notebook_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Cell by cell, in one namespace, and what Jupyter would show of the last line can be shown."""
    notebook = json.loads((EXAMPLES / f"{name}.ipynb").read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    shown = [run(f"{name}.ipynb, cell {number}", "".join(cell["source"]), names) for number, cell in enumerate(cells)]
    assert sum(text.startswith("<svg") for text in shown) >= 1
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells), "keep outputs out of it"
    assert capsys.readouterr().out


def run(where: str, source: str, names: dict[str, Any]) -> str:
    """Runs a cell; says what its last expression shows."""
    body = ast.parse(source, where).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), where, "exec"), names)
    if last is None:
        return ""
    value = eval(compile(ast.Expression(last.value), where, "eval"), names)
    drawn: str = value._repr_svg_() if hasattr(value, "_repr_svg_") else repr(value)
    return drawn
