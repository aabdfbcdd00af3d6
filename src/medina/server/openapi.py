"""The API's description, made from the endpoints and the Structs that travel, over HTTP and on the sockets."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from medina import __version__
from medina.server.calling.message import Notice
from medina.server.endpoints.call import Endpoint
from medina.server.schema import ErrorAnswer, LobbyMessage
from medina.table.commands import Request, TableCommand
from medina.table.events import TableEvent
from medina.table.wire import ServerMessage

REFERENCE = "#/components/schemas/{name}"
SPOKEN: dict[str, Any] = {
    "ServerMessage": ServerMessage,
    "Request": Request,
    "TableCommand": TableCommand,
    "TableEvent": TableEvent,
    "LobbySocketMessage": LobbyMessage,
    "PushMessage": Notice,
}
"""What travels on the sockets, and by push, by the name the documents give it."""


def document(endpoints: list[Endpoint]) -> dict[str, Any]:
    kinds = _kinds(endpoints)
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    by_kind = {_key(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(f"/api/v1{endpoint.path}", {})[endpoint.method.lower()] = _operation(endpoint, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Medina", "version": __version__, "description": "See docs/api.md for the prose."},
        "paths": paths,
        "components": {
            "schemas": components | _spoken(REFERENCE),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "medina"},
            },
        },
        "security": [{"token": []}, {"cookie": []}, {}],
    }


@cache
def socket_schemas() -> dict[str, Any]:
    """JSON Schemas of what travels on the sockets."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": _spoken("#/$defs/{name}")}


def _spoken(template: str) -> dict[str, Any]:
    schemas, components = msgspec.json.schema_components(SPOKEN.values(), ref_template=template)
    return components | dict(zip(SPOKEN, schemas, strict=True))


def _key(kind: Any) -> str:
    return repr(kind)


def _kinds(endpoints: list[Endpoint]) -> list[Any]:
    kinds: dict[str, Any] = {_key(ErrorAnswer): ErrorAnswer}
    for endpoint in endpoints:
        for kind in (endpoint.body, endpoint.answer, *(query.type for query in endpoint.query)):
            if kind is not None:
                kinds[_key(kind)] = kind
    return list(kinds.values())


def _operation(endpoint: Endpoint, by_kind: dict[str, Any]) -> dict[str, Any]:
    text = (endpoint.work.__doc__ or "").strip()
    answer: dict[str, Any] = {"description": text}
    if not 300 <= endpoint.status < 400:  # who is sent elsewhere is told nothing here
        answer["content"] = {endpoint.media: {"schema": by_kind[_key(endpoint.answer)]} if endpoint.answer else {}}
    error = {"description": "Not granted", "content": {"application/json": {"schema": by_kind[_key(ErrorAnswer)]}}}
    operation: dict[str, Any] = {
        "summary": text,
        "operationId": f"{endpoint.method.lower()}{endpoint.path.replace('/', '_').replace('{', '').replace('}', '')}",
        "parameters": _parameters(endpoint, by_kind),
        "responses": {str(endpoint.status): answer, "default": error},
    }
    if endpoint.body is not None:
        body = {"application/json": {"schema": by_kind[_key(endpoint.body)]}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation


def _parameters(endpoint: Endpoint, by_kind: dict[str, Any]) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
    parts = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    return parts + [
        {"name": query.name, "in": "query", "description": query.text, "schema": by_kind[_key(query.type)]}
        for query in endpoint.query
    ]
