"""The HTTP API holds what its OpenAPI document says, whatever is sent to it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import pytest
import requests
import schemathesis
from hosting import Serve, Visitor
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from medina.server.app import ENDPOINTS
from medina.server.openapi import document

schema = schemathesis.openapi.from_dict(document(ENDPOINTS))


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with tempfile.TemporaryDirectory() as folder, Serve(Path(folder)) as serve:
        made = Visitor(serve)
        yield made
        made.close()


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """One line for thousands of requests. It keeps no cookies: whatever is asked, the same visitor asks."""
    with requests.Session() as made:
        made.trust_env = False
        made.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield made


@pytest.mark.processes
@schema.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_the_api_keeps_its_word(case: schemathesis.Case, visitor: Visitor, session: requests.Session) -> None:
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    headers = {"Cookie": visitor.cookie}
    case.call_and_validate(base_url=visitor.serve.url, session=session, headers=headers, checks=checks)
