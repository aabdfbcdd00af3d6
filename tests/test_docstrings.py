"""The examples in the docstrings of the library run."""

import doctest
import importlib
import pkgutil

import pytest

import medina
import medina.notation
import medina.rules

MODULES = ["medina"] + [
    module.name
    for package in (medina.rules, medina.notation)
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + ".")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    found = {name for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples}
    assert {
        "medina",
        "medina.rules.position",
        "medina.rules.move",
        "medina.rules.setup",
        "medina.notation.records",
    } <= found
