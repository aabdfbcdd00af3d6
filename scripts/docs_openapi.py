"""The API's own description as a page: every request, and every shape that travels."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]


def api_page(document: Schema) -> str:
    """The whole page."""
    return "\n".join([*_head(document), *_requests(document["paths"]), *_shapes(document["components"]["schemas"])])


def _head(document: Schema) -> Iterator[str]:
    yield f"# The API in full\n\nVersion {document['info']['version']}, made from `/api/v1/openapi.json` of a site."
    yield "[The web API](../api.md) tells how it is used; from Python there is [a client](../client.md).\n"


def _requests(paths: Schema) -> Iterator[str]:
    yield "## Requests\n"
    for path, methods in paths.items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "responses" in operation:
                yield from _request(f"{method.upper()} {path}", operation)


def _request(title: str, operation: Schema) -> Iterator[str]:
    yield f"### `{title}`\n\n{operation.get('summary', '')}\n"
    rows = [
        _row(given["name"], given["schema"], given.get("required", False), given.get("description", ""))
        for given in operation.get("parameters", [])
    ]
    if rows:
        yield from ("| parameter | | |", "|---|---|---|", *rows, "")
    body = _content(operation.get("requestBody", {}))
    if body:
        yield f"Body: {body}\n"
    for status, response in operation["responses"].items():
        if status != "default":
            yield f"Answer {status}: {_content(response) or 'text'}\n"


def _content(holder: Schema) -> str:
    contents = holder.get("content", {}).values()
    return " or ".join(_kind(content["schema"]) for content in contents if "schema" in content)


def _shapes(schemas: Schema) -> Iterator[str]:
    yield "## Shapes\n\nA field with an asterisk is always there. `do` names a command, `type` an event or a message.\n"
    for name, schema in sorted(schemas.items()):
        yield f"### {name} {{ #{_anchor(name)} }}\n\n{inspect.cleandoc(schema.get('description', ''))}\n"
        yield from _fields(schema) if "properties" in schema else (f"{_kind(schema)}\n",)


def _fields(schema: Schema) -> Iterator[str]:
    yield from ("| field | | |", "|---|---|---|")
    for name, kind in schema["properties"].items():
        yield _row(name, kind, name in schema.get("required", []), _default(kind))
    yield ""


def _row(name: str, schema: Schema, required: bool, text: str) -> str:
    star = r"\*" if required else ""
    return f"| `{name}`{star} | {_cell(_kind(schema))} | {_cell(text)} |"


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def _default(schema: Schema) -> str:
    return f"`{_json(schema['default'])}` unless given" if "default" in schema else ""


def _json(value: Any) -> str:
    return json.dumps(value)


def _anchor(shape: str) -> str:
    """Of two shapes with one name the document calls each by its whole path."""
    return f"shape-{shape.replace('.', '-')}"


def _kind(schema: Schema) -> str:
    """A schema in a few words, other shapes as links."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{_anchor(name)})"
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{_json(value)}`" for value in schema["enum"])
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"list of {', '.join(_kind(each) for each in schema['prefixItems'])}"
        return f"list of {_kind(schema['items'])}" if schema.get("items") else "list"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    return str(schema.get("type", "anything")) + _bounds(schema)


def _bounds(schema: Schema) -> str:
    names = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "minLength": "at least", "maxLength": "at most"}
    said = [f"{word} {schema[name]}" for name, word in names.items() if name in schema]
    letters = " characters" if {"minLength", "maxLength"} & set(schema) else ""
    return f" ({', '.join(said)}{letters})" if said else ""
