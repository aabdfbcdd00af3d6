"""Records that the site is asked to read: why one of them is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hosting import API
from starlette.testclient import TestClient

import medina

TAGS = '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'


def refused(client: TestClient, record: str, lang: str = "en") -> dict[str, Any]:
    answer = client.post(f"{API}/replay", json={"record": record}, headers={"Accept-Language": lang})
    assert answer.status_code == 400
    error: dict[str, Any] = answer.json()["error"]
    assert error["code"] == "bad_record"
    return error


@pytest.mark.parametrize(
    ("lang", "sentence", "message"),
    [
        ("en", "line 6, word 'Pi5': i5 is near the well at j5", " (rule 5.7)"),
        ("de", "Zeile 6, Wort 'Pi5': i5 liegt zu nah am Brunnen auf j5", " (Regel 5.7)"),
    ],
)
def test_an_illegal_move_is_refused_with_its_rule(client: TestClient, lang: str, sentence: str, message: str) -> None:
    error = refused(client, TAGS + "1. Pi5\n*\n", lang)
    assert error["rule"] == "5.7"
    assert error["sentence"].replace("\N{NO-BREAK SPACE}", " ") == f"{sentence}."
    assert error["message"].replace("\N{NO-BREAK SPACE}", " ") == sentence + message


def test_an_impossible_position_is_refused_with_its_rule(client: TestClient) -> None:
    start = medina.position_to_json(medina.new_game("second", 2, well="j5", market="c3"))
    palaces = [
        {"colour": colour, "buildings": [cell], "stables": [], "roof": None}
        for colour, cell in (("G", "e5"), ("P", "e6"))
    ]
    packed = json.dumps({**start, "palaces": palaces, "cells": {**start["cells"], "e5": "G", "e6": "P"}})
    error = refused(client, '[Position "{}"]\n\n*\n'.format(packed.replace('"', r"\"")))
    assert error["rule"] == "5.6"


@pytest.mark.parametrize("text", ["hello world", "1. Pd8 *", '[Event "Friday"]\n\n1. e4 e5', '{"edition": "second"}'])
def test_another_text_is_said_to_be_no_record(client: TestClient, text: str) -> None:
    error = refused(client, text)
    assert "This is not a game record of Medina" in error["message"]
    assert "rule" not in error
