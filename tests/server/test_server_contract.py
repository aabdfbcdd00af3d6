"""What is published is what is served: samples, schemas, TypeScript types, settings, documents."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import fields

from medina.client.following import said, updated
from medina.server.app import ENDPOINTS
from medina.server.errors import STATUS
from medina.server.openapi import document, socket_schemas
from medina.server.schema import ErrorAnswer, LobbyMessage, Replay
from medina.server.settings import PREFIX, BadSetting, Settings, load_settings
from medina.table.bulletin import changes
from medina.table.commands import Request
from medina.table.events import TableEvent
from medina.table.refusal import CODES
from medina.table.wire import ChatMessage, ServerMessage, Snapshot, Update
from medina.words import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent.parent
SAMPLES = sorted((ROOT / "tests" / "data" / "wire").glob("*.json"))
TRIPLES = {
    path.stem: msgspec.json.decode(path.read_bytes())
    for path in sorted((ROOT / "tests" / "data" / "wire" / "updates").glob("*.json"))
}
UPDATES = {name: triple for name, triple in TRIPLES.items() if triple["update"]["type"] == "update"}
CHATS = {name: triple for name, triple in TRIPLES.items() if triple["update"]["type"] == "chat"}
OWN = {"lobby": LobbyMessage, "error": ErrorAnswer, "replay": Replay}


def script(name: str) -> int:
    return subprocess.run([sys.executable, str(ROOT / "scripts" / name), "--check"], check=False).returncode


def test_the_typescript_types_are_those_of_the_structs() -> None:
    assert script("generate_api.py") == 0, "run scripts/generate_api.py"


def test_the_samples_are_what_the_server_sends() -> None:
    assert script("make_wire_samples.py") == 0, "run scripts/make_wire_samples.py and look at what changed"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_fits_the_published_schema(path: Path) -> None:
    data = msgspec.json.decode(path.read_bytes())
    if path.stem in OWN:
        kind: Any = OWN[path.stem]
        (schema,), defs = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
        schema = {**schema, "$defs": defs}
    else:
        kind = ServerMessage
        schema = {"$ref": "#/$defs/ServerMessage", **socket_schemas()}
    assert list(Draft202012Validator(schema).iter_errors(data)) == []
    msgspec.convert(data, kind)


@pytest.mark.parametrize("name", TRIPLES)
def test_what_leads_from_one_snapshot_to_another_fits_the_published_schema(name: str) -> None:
    message = "Update" if name in UPDATES else "ChatMessage"
    for part, kind in (("snapshot", "Snapshot"), ("update", message), ("result", "Snapshot")):
        schema = {"$ref": f"#/$defs/{kind}", **socket_schemas()}
        assert list(Draft202012Validator(schema).iter_errors(TRIPLES[name][part])) == []


@pytest.mark.parametrize("name", CHATS)
def test_lines_of_chat_lead_from_one_snapshot_to_the_other(name: str) -> None:
    before, result = (msgspec.convert(CHATS[name][part], Snapshot) for part in ("snapshot", "result"))
    assert said(before, msgspec.convert(CHATS[name]["update"], ChatMessage)) == result


@pytest.mark.parametrize("data", UPDATES.values(), ids=UPDATES)
def test_an_update_is_made_from_two_snapshots_and_leads_from_one_to_the_other(data: Any) -> None:
    before, result = (msgspec.convert(data[name], Snapshot) for name in ("snapshot", "result"))
    update = msgspec.convert(data["update"], Update)
    always = {"seq": result.seq, "n": result.n, "events": result.events, "now": result.now}
    names = {field.name for field in fields(Snapshot)} & {field.name for field in fields(Update)} - always.keys()
    told = ({name: getattr(snapshot, name) for name in names} for snapshot in (before, result))
    assert Update(**always, **changes(*told)) == update
    assert updated(before, update) == result


@pytest.mark.parametrize("data", UPDATES.values(), ids=UPDATES)
def test_the_merge_of_the_api_page_is_right(data: Any) -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], names)
    assert names["merged"](data["snapshot"], data["update"]) == data["result"]


def test_the_triples_show_whatever_can_change() -> None:
    shown = {field for triple in UPDATES.values() for field in triple["update"]}
    rare = {"table", "rules_version", "options", "host", "rematch", "analysis"}
    assert {field.name for field in fields(Update)} - rare - {"id"} == shown - {"type"}


def test_the_samples_show_every_message() -> None:
    shown = {msgspec.json.decode(path.read_bytes()).get("type") for path in SAMPLES}
    assert {kind.__struct_config__.tag for kind in get_args(ServerMessage)} <= shown


def test_the_api_document_names_every_endpoint_command_event_and_code() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    paths = {re.sub(r"\{\w+\}", "{}", endpoint.path) for endpoint in ENDPOINTS} - {"/schemas.json"}
    named = re.sub(r"\{[^}|`]*\}", "{}", text)
    assert {path for path in paths if f" {path}" not in named and f"`{path}" not in named} == set()
    for union, mark in ((Request, '"{}"'), (TableEvent, "`{}")):
        tags = {kind.__struct_config__.tag for kind in get_args(union)}
        assert {tag for tag in tags if mark.format(tag) not in text} == set()
    reasons = {key.removeprefix("server.refusal.") for key in catalogue("en") if key.startswith("server.refusal.")}
    codes = {CODES.get(reason, reason) for reason in reasons}
    assert {code for code in {*STATUS, *codes} if f"`{code}`" not in text} == set()


def test_the_openapi_document_is_whole() -> None:
    made = document(ENDPOINTS)
    known = made["components"]["schemas"]
    references = set(re.findall(r'"#/components/schemas/(\w+)"', msgspec.json.encode(made).decode()))
    assert references <= set(known)
    operations = [operation for path in made["paths"].values() for operation in path.values()]
    assert len(operations) == len(ENDPOINTS)
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert all(operation["summary"] for operation in operations)


def test_every_setting_is_documented_with_its_default() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `MEDINA_(\w+)` \| (?:`([^`]*)` )?\|", text, re.MULTILINE)
    listed = {name.lower(): default for name, default in rows}
    defaults = Settings()
    expected = {name: str(getattr(defaults, name)) for name in Settings.__struct_fields__}
    expected = {name: value.lower() if value in ("True", "False") else value for name, value in expected.items()}
    assert listed == expected
    described = {key.removeprefix("server.setting.") for key in catalogue("en") if key.startswith("server.setting.")}
    assert described == set(Settings.__struct_fields__)


def test_settings_come_from_the_environment_the_file_and_the_command(tmp_path: Path) -> None:
    file = tmp_path / "medina.toml"
    file.write_text('port = 9001\nhost = "0.0.0.0"\nbot_seconds = 2.5\n', encoding="utf-8")
    environment = {f"{PREFIX}SETTINGS": str(file), f"{PREFIX}PORT": "9002", f"{PREFIX}METRICS": "false"}
    settings = load_settings(environment, host="127.0.0.1")
    assert (settings.port, settings.host, settings.bot_seconds, settings.metrics) == (9002, "127.0.0.1", 2.5, False)


@pytest.mark.parametrize(
    "environment",
    [
        {"MEDINA_PORT": "x"},
        {"MEDINA_PORT": "70000"},
        {"MEDINA_SETTINGS": "/nowhere"},
        {"MEDINA_LOG_FORMAT": "jsn"},
        {"MEDINA_LOG_LEVEL": "loud"},
        {"MEDINA_PUBLIC_URL": "medina.example"},
    ],
)
def test_a_setting_that_cannot_be_used_is_a_sentence(environment: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match=r"[a-z]+"):
        load_settings(environment)


def test_every_refusal_speaks_every_language() -> None:
    keys = {key for key in catalogue("en") if key.startswith("server.refusal.")}
    for lang in LANGUAGES:
        assert keys == {key for key in catalogue(lang) if key.startswith("server.refusal.")}
    reasons = {*CODES, *STATUS} - {"illegal_move", "stopping"}
    assert {f"server.refusal.{reason}" for reason in reasons} <= keys
