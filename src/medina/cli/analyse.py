"""`medina analyse`: where a game was won and lost."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import TemporaryFile

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

from medina.bots import make_bot
from medina.cli.extras import require
from medina.cli.stopping import stoppable
from medina.notation import Record, write_record
from medina.study import (
    GameStudy,
    analyse_game,
    annotated,
    graph_png,
    graph_svg,
    mistake_text,
    mistakes_markdown,
    study_data,
)
from medina.study.game import check
from medina.terminal.files import read_file
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", type=Path, metavar="GAME.mgn", help=say("analysis.help.record"))
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=float, help=say("analysis.help.seconds"))
    budget.add_argument("--nodes", type=int, help=say("analysis.help.nodes"))
    parser.add_argument("--seed", type=int, default=0, help=say("analysis.help.seed"))
    parser.add_argument("--threads", type=int, default=1, help=say("analysis.help.threads"))
    parser.add_argument("--most", type=int, default=10, help=say("analysis.help.most"))
    parser.add_argument("--out", type=Path, help=say("analysis.help.out"))


def run(args: argparse.Namespace) -> int:
    """Analyse, write what was found, and print the biggest mistakes."""
    console = Console()
    record = read_file(args.record)
    check(record, args.seconds, args.nodes)
    folder = args.out or Path(f"{args.record.stem}-analysis")
    prepare(folder)
    with console.status(say("match.preparing")):
        make_bot("architect")
    with stoppable():
        study, whole = analyse(console, record, args)
    write(study, folder, args.record.stem, args.most)
    for mistake in study.worst[: args.most]:
        console.print("• " + mistake_text(study, mistake), markup=False, highlight=False, soft_wrap=True)
    if not study.mistakes:
        console.print(say("analysis.none"))
    if not whole:
        console.print(say("analysis.partial", done=study.done, total=study.total))
    console.print(say("analysis.written", folder=folder), markup=False, highlight=False, soft_wrap=True)
    return 0 if whole else 130


def prepare(folder: Path) -> None:
    """Check what writing the results needs, before the search takes its time: the libraries and the folder."""
    require("wasmtime", "resvg_py")
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder):
        pass


def analyse(console: Console, record: Record, args: argparse.Namespace) -> tuple[GameStudy, bool]:
    """The study, and whether it is whole: Ctrl-C keeps what there is."""
    study = GameStudy(record)
    growing = analyse_game(record, seconds=args.seconds, nodes=args.nodes, seed=args.seed, threads=args.threads)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=study.total)
        try:
            for study in growing:
                progress.update(task, completed=study.done)
        except KeyboardInterrupt:
            return study, False
        finally:
            growing.close()
    return study, True


def write(study: GameStudy, folder: Path, stem: str, most: int) -> None:
    """The annotated record, the graph twice, the list of mistakes, and everything as data."""
    texts = {
        f"{stem}.mgn": write_record(annotated(study)),
        f"{stem}.svg": graph_svg(study),
        f"{stem}.md": mistakes_markdown(study, most),
        f"{stem}.json": json.dumps(study_data(study), indent=2, ensure_ascii=False) + "\n",
    }
    for name, content in texts.items():
        (folder / name).write_text(content, "utf-8", newline="\n")
    (folder / f"{stem}.png").write_bytes(graph_png(study))
