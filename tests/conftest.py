"""The longest files of tests begin first; and a second try for tests that drive processes or browsers.

These starve each other now and then, so a second try is made with everything fresh, servers and browsers too; no others
have one. Tests that needed one are named at the end of the run, with what went wrong at first.
"""

from __future__ import annotations

from typing import Any

import pytest
from _pytest.runner import runtestprotocol

TWICE = ("processes", "e2e")
FIRST_TRY = "first try"
LONGEST = (
    "test_server_processes.py",
    "test_server_siege.py",
    "test_server_crash.py",
    "test_server_schemathesis.py",
    "test_server_deploy.py",
    "test_server_calls.py",
    "test_store_killed.py",
    "test_server_kills.py",
    "test_server_door.py",
    "test_e2e_axe.py",
    "test_e2e_long_game.py",
    "test_e2e_games.py",
    "test_e2e_live.py",
    "test_e2e_together.py",
    "test_e2e_puzzles.py",
    "test_e2e_device.py",
    "test_e2e_package.py",
    "test_e2e_boxes.py",
    "test_equal.py",
    "test_examples.py",
    "test_oracle.py",
    "test_extras.py",
    "test_benchmarks.py",
    "test_contract.py",
    "test_learning.py",
)
"""Nothing depends on it but that no worker is left alone at the end with one of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


@pytest.hookimpl
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if not any(item.get_closest_marker(mark) for mark in TWICE):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    failures = [report.longreprtext for report in reports if report.failed]
    if failures:
        pytest.CallInfo.from_call(lambda: item.session._setupstate.teardown_exact(None), "teardown")
        item.user_properties.append((FIRST_TRY, "\n".join(failures)))
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = [report for kind in ("passed", "failed", "error") for report in terminalreporter.getreports(kind)]
    troubles = {
        report.nodeid: trouble
        for report in reports
        for name, trouble in getattr(report, "user_properties", [])  # what could not be collected has none
        if name == FIRST_TRY
    }
    if troubles:
        terminalreporter.section("needed a second try")
        for test, trouble in troubles.items():
            terminalreporter.write_line(f"{test}\n{trouble}\n")
        terminalreporter.write_line("Needed a second try: " + ", ".join(troubles))
