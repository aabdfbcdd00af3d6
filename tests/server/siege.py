"""A server under attack, with an honest player at it: what it cost, what was lost, who was let in."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from adversary import OWNER
from hosting import NO_LIMITS, Seat, Serve, Visitor

from medina.server.settings import Settings

MOST_MEGABYTES = 240.0
"""The server with two searches in it."""
MOST_MILLISECONDS = 250.0
"""An honest placement, at the 99th percentile."""
LOG_BYTES = 20_000
"""What the log may grow by in a minute."""
SPARE_FILES = 40
"""Files that may be open after an attack and were not before it."""
DEFAULTS = {name: getattr(Settings(), name) for name in NO_LIMITS if name.endswith("_rate")} | {"bot_seconds": 0.1}
"""The limits of a site as it comes; other tests have none."""


@dataclass
class Outcome:
    """What an attack led to."""

    seconds: float
    latencies: list[float] = field(default_factory=list)
    megabytes: float = 0.0
    most_files: int = 0
    files_before: int = 0
    files_after: int = 0
    games: int = 0
    faults: list[str] = field(default_factory=list)
    attacks: str = ""
    log: list[str] = field(default_factory=list)

    @property
    def log_bytes(self) -> int:
        """How much was written to the log."""
        return sum(map(len, self.log))

    def percentile(self, share: float) -> float:
        """Milliseconds that so many of the placements took at most."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    def broken(self) -> list[str]:
        """Every promise that was not kept."""
        late = self.percentile(0.99)
        promises = {
            f"memory grew to {self.megabytes:.0f} MB": self.megabytes < MOST_MEGABYTES,
            f"an honest placement took {late:.0f} ms (99 %)": late < MOST_MILLISECONDS,
            f"{self.files_after} files are open, {self.files_before} were": (
                self.files_after <= self.files_before + SPARE_FILES
            ),
            f"{self.log_bytes} bytes of log": self.log_bytes < LOG_BYTES * (1 + self.seconds / 60),
        }
        return [what for what, kept in promises.items() if not kept] + self.faults

    def __str__(self) -> str:
        return (
            f"{self.seconds:.0f} s, {len(self.latencies)} honest placements in {self.games} games: "
            f"p50 {self.percentile(0.5):.1f} ms, p99 {self.percentile(0.99):.1f} ms, most {self.percentile(1):.0f} ms; "
            f"memory {self.megabytes:.0f} MB; files {self.files_before} to {self.most_files} to {self.files_after}; "
            f"log {self.log_bytes} bytes; attacks {self.attacks}"
        )


class Honest:
    """Plays against a bot at the table that is attacked, and remembers all that it was told is stored."""

    def __init__(self, visitor: Visitor, rng: random.Random) -> None:
        self.visitor, self.rng = visitor, rng
        self.told: dict[str, list[Any]] = {}
        self.open()

    def open(self) -> None:
        """A new game."""
        self.table = self.visitor.open_table(bots=["random"], start=True, options={"players": 2, "auto_confirm": True})
        self.seat = self.visitor.join(self.table)
        self.told[self.table] = self.seat.events

    def place(self) -> float:
        """One placement of ours: the seconds from asking to being told, less those in which the server was not let."""
        while not self.seat.moves and not self.seat.over:
            self.seat.take_in()
        if self.seat.over:
            return 0.0
        began, waited = time.perf_counter(), kept_waiting(self.visitor.serve)
        answer = self.seat.play(self.rng)
        took = time.perf_counter() - began - (kept_waiting(self.visitor.serve) - waited)
        assert answer["type"] == "update", answer
        return max(took, 0.0001)  # nothing at all would say that the game is over

    def check(self, serve: Serve) -> list[str]:
        """What we were told and is not there."""
        self.visitor.serve = serve
        return [f"events of {table} are lost" for table, told in self.told.items() if not self._kept(table, told)]

    def _kept(self, table: str, told: list[Any]) -> bool:
        seat: Seat = self.visitor.join(table, since=0)
        seat.close()
        stored = {event["seq"]: event for event in seat.snapshot["events"]}
        return all(stored.get(event["seq"]) == event for event in told)


def besiege(folder: Path, seconds: float, seed: int) -> Outcome:
    """Attack a fresh server for so long while somebody plays on it; then look whether all is still there."""
    outcome = Outcome(seconds)
    with Serve(folder, **DEFAULTS) as serve:
        honest = _settle(serve, seed)
        outcome.files_before = files(serve)
        _fight(serve, honest, outcome, seconds, seed)
        outcome.faults += _owner_gets_in(serve)
        outcome.log = list(serve.lines)
        outcome.faults += [
            f"logged: {line.rstrip()}" for line in outcome.log if re.match(r"\w+(Error|Exception)\b", line)
        ]
        outcome.files_after = _calm(serve, outcome.files_before)
        serve.kill()
    with Serve(folder) as again:  # nobody attacks it, and hundreds of tables are looked at one after the other
        outcome.faults += honest.check(again)
    return outcome


def _settle(serve: Serve, seed: int) -> Honest:
    owner = Visitor(serve)
    owner.post("/accounts", {"name": OWNER[0], "password": OWNER[1]})
    owner.close()
    return Honest(Visitor(serve), random.Random(seed))


def _fight(serve: Serve, honest: Honest, outcome: Outcome, seconds: float, seed: int) -> None:
    program = str(Path(__file__).parent / "adversary.py")
    until, table = time.monotonic() + seconds, honest.table
    adversary = subprocess.Popen(
        [sys.executable, program, str(serve.port), table, str(seconds), str(seed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with adversary:
        while time.monotonic() < until:
            _play_on(honest, outcome)
            outcome.megabytes = max(outcome.megabytes, memory(serve))
            outcome.most_files = max(outcome.most_files, files(serve))
            time.sleep(0.03)
        said, counts = adversary.communicate(timeout=60)
    outcome.faults += [f"{count} times: {line}" for line, count in Counter(said.splitlines()).items()]
    outcome.attacks = counts.strip()


def _play_on(honest: Honest, outcome: Outcome) -> None:
    if honest.seat.over:
        outcome.games += 1
        honest.seat.close()
        honest.open()
    if took := honest.place():
        outcome.latencies.append(took)


def _owner_gets_in(serve: Serve) -> list[str]:
    """From an address that has tried nothing, with the right password."""
    owner = Visitor(serve)
    answer = owner.http.post(f"{serve.url}/api/v1/sessions", json={"name": OWNER[0], "password": OWNER[1]})
    owner.close()
    return [] if answer.status_code == 200 else [f"the owner is locked out: {answer.status_code}"]


def _calm(serve: Serve, before: int) -> int:
    """Open files once everybody's patience is over."""
    until = time.monotonic() + 45
    while files(serve) > before + SPARE_FILES and time.monotonic() < until:
        time.sleep(0.5)
    return files(serve)


def memory(serve: Serve) -> float:
    """Resident megabytes."""
    text = Path(f"/proc/{serve.process.pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) / 1024


def kept_waiting(serve: Serve) -> float:
    """Seconds in which its event loop could have gone on while other programs had the cores, where Linux tells."""
    told = Path(f"/proc/{serve.process.pid}/schedstat")
    return int(told.read_text().split()[1]) / 1e9 if told.exists() else 0.0


def cpu(serve: Serve) -> float:
    """Seconds the server has computed. Unlike those of a clock they do not count what else the machine does."""
    times = psutil.Process(serve.process.pid).cpu_times()
    return float(times.user + times.system)


def files(serve: Serve) -> int:
    """Open files."""
    return len(list(Path(f"/proc/{serve.process.pid}/fd").iterdir()))
