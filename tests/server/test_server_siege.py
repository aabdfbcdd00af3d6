"""Half a minute under attack; `scripts/besiege.py` does it for an hour."""

from __future__ import annotations

from pathlib import Path

import pytest
from siege import besiege

pytestmark = pytest.mark.processes


def test_half_a_minute_under_attack_costs_little_and_lets_nobody_in(tmp_path: Path) -> None:
    outcome = besiege(tmp_path, seconds=30, seed=1)
    print(outcome)
    assert outcome.broken() == []
    assert len(outcome.latencies) > 100
