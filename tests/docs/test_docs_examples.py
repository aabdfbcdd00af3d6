"""What the documentation shows is what the program does."""

from __future__ import annotations

import doctest
import json
import re

import pytest

import medina
from medina.protocol import Session

from .pages import DOCS, NAMES, PAGES, ROOT

WITH_EXAMPLES = sorted(
    {"README.md", "docs/python.md"}
    | {name for page, name in zip(PAGES, NAMES, strict=True) if "\n>>> " in page.read_text(encoding="utf-8")}
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_python_examples_run(name: str) -> None:
    text = re.sub(r"^```\w*$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
    results = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(text, {}, name, name, 0))
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_python_examples_stand_in_fences(name: str) -> None:
    """Outside of one, Markdown takes `>>>` for a quotation."""
    outside = re.sub(r"^```.*?^```$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"^>>>.*$", outside, flags=re.MULTILINE) == []


def test_the_library_page_names_everything_public() -> None:
    page = (DOCS / "python.md").read_text(encoding="utf-8")
    assert [name for name in medina.__all__ if f"`{name}`" not in page] == []
    public = [name for name in dir(medina.Position) if not name.startswith("_")]
    assert [name for name in public if not re.search(rf"`{name}\b", page)] == []


def test_the_record_of_the_notation_page_can_be_read() -> None:
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    shown = re.search(r"^    \[Event.*?^    \*$", page, flags=re.MULTILINE | re.DOTALL)
    assert shown is not None
    text = re.sub(r"^    ", "", shown.group(), flags=re.MULTILINE) + "\n"
    assert medina.write_record(medina.read_record(text)) == text


def test_the_conversation_of_the_notation_page_goes_as_shown() -> None:
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    exchanges = re.findall(r"^> (.+)\n< (.+)$", page, flags=re.MULTILINE)
    session = Session()
    assert len(exchanges) > 5
    for request, shown in exchanges:
        answer = session.handle(json.loads(request))
        if "position" in answer:
            answer = {**answer, "position": {}}
        assert answer == json.loads(shown.replace("{…}", "{}"))


def test_the_position_of_the_notation_page_has_every_field() -> None:
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    shown = page.split("## Positions")[1].split("- `palaces` in the order")[0]
    for field in medina.position_to_json(medina.new_game(seed=1)):
        assert f'"{field}"' in shown


def test_the_bot_of_the_client_page_is_the_one_that_is_tested() -> None:
    page = (DOCS / "client.md").read_text(encoding="utf-8")
    shown = re.search(r"^```python\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert shown.group(1) in (ROOT / "examples" / "bot_account.py").read_text(encoding="utf-8")
    assert len(shown.group(1).splitlines()) <= 20
