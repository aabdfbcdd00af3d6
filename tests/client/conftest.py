"""A site as a process, for the client to talk to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
from hosting import Serve


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """A real server that all tests of the client share."""
    with Serve(tmp_path_factory.mktemp("served")) as server:
        yield server
