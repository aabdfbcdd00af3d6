"""Containers, services, proxies: what cannot be run here is read and checked, and their commands are run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from deploying import DEPLOY, IMAGE, ROOT, environment_of_image, instructions, last, sources_of, stages
from hosting import NO_LIMITS, Process, Serve, Visitor

from medina.server.settings import PREFIX, load_settings

sys.path.insert(0, str(ROOT / "scripts"))
from rehearse import rehearse

UNITS = ("medina.service", "medina-worker.service")
INSTRUCTIONS = {
    "FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT",
    "CMD",
}  # fmt: skip
PLAIN_IMAGE = re.compile(r"[a-z]+:\d[\w.-]*")
"""A name without an address, and a version."""
SERVICE_FIELDS = {
    "image", "build", "restart", "depends_on", "networks", "security_opt", "cap_drop", "environment", "volumes",
    "command", "healthcheck", "ports",
}  # fmt: skip


def compose() -> dict[str, Any]:
    """The compose file, with what a host would write into .env."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    for name, value in {"MEDINA_SITE": "medina.example", "POSTGRES_PASSWORD": "secret"}.items():
        text = re.sub(rf"\$\{{{name}:\?[^}}]*\}}", value, text)
    assert "${" not in text
    parsed = yaml.safe_load(text)
    assert isinstance(parsed, dict)
    return parsed


def test_the_image_is_built_from_what_there_is_and_runs_as_nobody_special() -> None:
    made = stages()
    assert list(made) == ["client", "package", IMAGE]
    assert {name for name, _ in instructions()} <= INSTRUCTIONS
    wanted = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for stage, lines in made.items():
        assert PLAIN_IMAGE.fullmatch(lines[0][1].partition(" AS ")[0]), lines[0]
        for origin, sources, _ in (sources_of(rest) for name, rest in lines if name == "COPY"):
            assert origin in made or (origin is None and stage != IMAGE)
            for source in sources if origin is None else []:
                assert (ROOT / source).exists(), source
                assert any(f"!{source}".startswith(line) for line in wanted if line.startswith("!")), source
    assert last("USER") == "medina"
    assert "/ready" in last("HEALTHCHECK")
    known = load_settings({name: value for name, value in environment_of_image().items() if name.startswith(PREFIX)})
    assert known.host == "0.0.0.0"


def test_the_compose_file_says_nothing_that_is_not_there() -> None:
    made = compose()
    services, volumes, networks = made["services"], made["volumes"], made["networks"]
    assert set(services) == {"db", "site-1", "site-2", "worker", "caddy"}
    for name, service in services.items():
        assert set(service) <= SERVICE_FIELDS, name
        assert service["image"] == "medina" or PLAIN_IMAGE.fullmatch(service["image"]), name
        assert set(service.get("depends_on", [])) <= set(services)
        assert set(service["networks"]) <= set(networks)
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in volumes or (DEPLOY / source).exists(), volume
        if service["image"] == "medina":
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
            settings = load_settings(service["environment"])
            assert settings.trusted_proxies == networks["inside"]["ipam"]["config"][0]["subnet"]
    assert services["site-1"] == services["site-2"]
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "reverse_proxy site-1:8000 site-2:8000" in caddy
    assert caddy.count("{") == caddy.count("}")


@pytest.mark.postgres
@pytest.mark.processes
def test_two_servers_and_a_worker_run_as_the_compose_file_starts_them(tmp_path: Path, pg: str) -> None:
    services = compose()["services"]
    entry, default = json.loads(last("ENTRYPOINT")), json.loads(last("CMD"))
    assert entry == ["medina"]

    def settings(name: str) -> dict[str, Any]:
        """As they stand, but for the database, the folder and limits on one address, where all of these people live."""
        image = {key: value for key, value in environment_of_image().items() if key not in HERE}
        given = image | services[name]["environment"] | {"MEDINA_BOT_SECONDS": "0.1"}
        chosen = {key.removeprefix(PREFIX).lower(): value for key, value in given.items() if key.startswith(PREFIX)}
        return {**chosen, "url": pg, "database_url": pg, "data": tmp_path, "port": 0, **NO_LIMITS}

    servers = []
    for name in ("site-1", "site-2"):
        assert services[name].get("command", default) == ["serve"]
        servers.append(Serve(tmp_path, **{**settings(name), "host": "127.0.0.1"}))
    worker = Process(*services["worker"]["command"], folder=tmp_path, **settings("worker"))
    try:
        healthy = last("HEALTHCHECK")
        check = json.loads(healthy[healthy.index("CMD") + 3 :])
        for server in servers:
            command = [sys.executable, *check[1:-1], check[-1].replace("8000", str(server.port))]
            assert subprocess.run(command, check=False).returncode == 0
        anna = Visitor(servers[0])
        table = anna.open_table(options={"starts": "seated", "auto_confirm": True}, bots=["greedy"], start=True)
        anna.serve = servers[1]
        seat = anna.join(table)
        seat.ask(do="place", move=seat.moves[0], n=seat.n)
        while not any(event["type"] == "turn_played" and event["seat"] == 1 for event in seat.events):
            seat.take_in(120)  # nobody but the worker moves for the bot
    finally:
        for process in (*servers, worker):
            assert process.stop() == 0


HERE = {"MEDINA_DATA", "MEDINA_HOST"}
"""What the image says about its own folders."""


@pytest.mark.postgres
@pytest.mark.processes
def test_a_small_rehearsal_of_growth_loses_nothing(tmp_path: Path, pg: str) -> None:
    """Servers and workers killed in turn; scripts/rehearse.py does it with 5,000 tables."""
    assert rehearse(pg, tmp_path, tables=200, servers=2, workers=1, people=2, seconds=1) == []


@pytest.mark.parametrize("unit", UNITS)
def test_the_services_are_well_formed_and_shut_in(tmp_path: Path, unit: str) -> None:
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    found = re.search(r"^ExecStart=/opt/medina/bin/medina (\w+)$", text, re.M)
    assert found is not None
    assert found[1] == ("worker" if "worker" in unit else "serve")
    given = dict(item.split("=", 1) for item in re.findall(r"MEDINA_\w+=\S+", text))
    load_settings(given)
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    copy = tmp_path / unit
    copy.write_text(text.replace("/opt/medina/bin/medina", f'"{sys.executable}"'), encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(copy)],
        capture_output=True,
        text=True,
        check=False,
    )
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", rated.stdout)
    assert exposure is not None, rated.stderr
    assert float(exposure[1]) <= 2.0


def certificate(folder: Path) -> None:
    """One of our own, for a server that only reads it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "medina.example")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    dated = builder.serial_number(1).not_valid_before(now).not_valid_after(now + timedelta(days=1))
    made = dated.sign(key, hashes.SHA256())
    plain = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    (folder / "fullchain.pem").write_bytes(made.public_bytes(pem))
    (folder / "privkey.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))


def test_nginx_takes_its_example(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    for needed in (
        "proxy_set_header Upgrade $http_upgrade",
        "X-Forwarded-For $remote_addr",
        "X-Forwarded-Proto $scheme",
    ):
        assert needed in text
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    certificate(tmp_path)
    site = re.sub(r"/etc/letsencrypt/live/medina\.example", str(tmp_path), text)
    site = re.sub(r"listen (80|443)", r"listen 127.0.0.1:6\1", site)
    temporary = " ".join(
        f"{kind}_temp_path {tmp_path};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {temporary} {site} }}"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    command = [program, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr


def test_caddy_takes_its_example() -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("caddy is not installed")
    command = [program, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    tried = subprocess.run(
        command, env=os.environ | {"MEDINA_SITE": "medina.example"}, capture_output=True, text=True, check=False
    )
    assert tried.returncode == 0, tried.stderr
