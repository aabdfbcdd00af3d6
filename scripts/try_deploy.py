#!/usr/bin/env python3
"""Follows the Containerfile without a container, plays at the site it gives, and does so again through each proxy.

Every stage gets a folder; COPY copies into it, and RUN runs as it stands but for the image's own paths, which lie in
the folder. What only a container has is left out: its operating system, and a user who may do nothing else. Then the
image's command is started with the image's settings, its health check is asked, and a visitor plays against a bot.
nginx and Caddy, where they are installed, then stand in front with the examples of `deploy/`, without certificates.

    python scripts/try_deploy.py
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT / "tests" / "server"))

from deploying import DEPLOY, IMAGE, last, sources_of, stages  # noqa: E402
from hosting import Visitor  # noqa: E402

IN_IMAGE = re.compile(r"(?<![\w./])/(?:medina|opt/medina|var/lib/medina)\b")
MAKES_A_USER = "useradd"
SECONDS = 90
BOT = "architect"
"""The one that would have to wait longest for its code."""


class Stage:
    """One stage as a folder, where `/medina` is. Other paths lie in one place for all stages: an environment that is
    copied from one to the next would not work under another name."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self._folder, self._at = name, folder, folder
        self.environment = {"PATH": f"{Path(sys.base_prefix) / 'bin'}:{os.environ['PATH']}"}

    def path(self, text: str) -> str:
        """Where the image's paths in this text are."""
        return IN_IMAGE.sub(
            lambda found: str(self._folder / (self.name if found[0] == "/medina" else IMAGE)) + found[0], text
        )

    def follow(self, instruction: str, rest: str, stages: dict[str, Stage]) -> None:
        if instruction == "WORKDIR":
            self._at = Path(self.path(rest))
            self._at.mkdir(parents=True, exist_ok=True)
        elif instruction == "ENV":
            for item in shlex.split(rest):
                name, value = item.split("=", 1)
                self.environment[name] = self.path(value).replace("$PATH", self.environment["PATH"])
        elif instruction == "COPY":
            origin, sources, target = sources_of(rest)
            for source in sources:
                found = Path(stages[origin].path(source)) if origin else ROOT / source
                copy(found, self._at / self.path(target), into=len(sources) > 1)
        elif instruction == "RUN" and not rest.startswith(MAKES_A_USER):
            run(["/bin/sh", "-c", self.path(rest)], cwd=self._at, env=os.environ | self.environment)

    def ask(self, command: list[str]) -> bool:
        return subprocess.run(command, env=os.environ | self.environment, capture_output=True).returncode == 0


def copy(source: Path, target: Path, into: bool) -> None:
    """As COPY does, without what `.dockerignore` keeps out."""
    if source.is_file():
        target = target / source.name if into or target.is_dir() else target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    elif source != target:
        shutil.copytree(source, target, dirs_exist_ok=True, symlinks=True, ignore=kept_out)


def kept_out(folder: str, names: list[str]) -> list[str]:
    patterns = (ROOT / ".dockerignore").read_text("utf-8").split()
    here = Path(folder)
    inside = here.relative_to(ROOT) if here.is_relative_to(ROOT) else None
    return [name for name in names if f"**/{name}" in patterns or (inside and str(inside / name) in patterns)]


def run(command: list[str], **options: Any) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def build(folder: Path) -> Stage:
    made: dict[str, Stage] = {}
    for name, instructions in stages().items():
        made[name] = Stage(name, folder)
        begin = time.monotonic()
        for instruction, rest in instructions:
            made[name].follow(instruction, rest, made)
        print(f"stage {name}: {time.monotonic() - begin:.0f} s", flush=True)
    return made[IMAGE]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def running(command: list[str], environment: dict[str, str], ready: Callable[[], bool]) -> Iterator[float]:
    """A process until it is no longer needed; gives the seconds until it was ready."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, env=os.environ | environment, stdout=said, stderr=said)
        try:
            while not ready():
                if process.poll() is not None or time.monotonic() - begin > SECONDS:
                    said.seek(0)
                    sys.exit(f"{' '.join(command)} did not come up:\n{said.read().decode()}")
                time.sleep(0.1)
            yield time.monotonic() - begin
        finally:
            process.terminate()
            process.wait(30)


def play(port: int) -> float:
    """A placement over a socket; how many seconds the bot's answer took."""
    visitor = Visitor(SimpleNamespace(url=f"http://127.0.0.1:{port}", port=port))
    table = visitor.open_table(options={"starts": "seated", "auto_confirm": True}, bots=[BOT], start=True)
    seat = visitor.join(table)
    while not any(event["type"] == "turn_played" and event["seat"] == 0 for event in seat.events):
        seat.ask(do="place", move=seat.moves[0], n=seat.n)
    begin = time.monotonic()
    while not any(event["type"] == "turn_played" and event["seat"] == 1 for event in seat.events):
        seat.take_in(SECONDS)
    seat.close()
    visitor.close()
    return time.monotonic() - begin


def listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def nginx(folder: Path, site: int, port: int) -> list[str]:
    text = (DEPLOY / "nginx.conf").read_text("utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    text = re.sub(r"server \{\s*listen 80;.*?\n\}\n", "", text, flags=re.S)
    text = re.sub(r"ssl_certificate.*\n", "", text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}"))
    kept = " ".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {kept} {text} }}"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, site: int, port: int) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text("utf-8").replace("site-1:8000 site-2:8000", f"127.0.0.1:{site}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{text}", "utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        image, site = build(folder), free_port()
        image.environment["MEDINA_PORT"] = str(site)
        health = last("HEALTHCHECK")
        check = [word.replace("8000", str(site)) for word in json.loads(health[health.index("CMD") + 3 :])]
        command = json.loads(last("ENTRYPOINT")) + json.loads(last("CMD"))
        command[0] = image.path(f"/opt/medina/bin/{command[0]}")
        check[0] = image.path(f"/opt/medina/bin/{check[0]}")
        with running(command, image.environment, lambda: image.ask(check)) as seconds:
            size = sum(path.stat().st_size for path in (folder / IMAGE).rglob("*") if path.is_file())
            print(f"{size / 1e6:.0f} MB beside Python")
            print(f"healthy after {seconds:.1f} s; a bot's first turn took {play(site):.1f} s", flush=True)
            for configure in (nginx, caddy):
                if shutil.which(configure.__name__, path=f"{os.environ['PATH']}:/usr/sbin") is None:
                    print(f"{configure.__name__}: not on this machine")
                    continue
                port = free_port()
                settings = {"MEDINA_SITE": f"http://127.0.0.1:{port}", "XDG_DATA_HOME": name, "XDG_CONFIG_HOME": name}
                with running(configure(folder, site, port), settings, lambda port=port: listens(port)):
                    print(f"{configure.__name__}: played through it; the bot took {play(port):.1f} s", flush=True)


if __name__ == "__main__":
    main()
