"""A position's JSON object as a state that nobody has judged yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from medina.notation.errors import BadPosition
from medina.notation.shapes import FIELDS, Untrusted
from medina.rules import BadRuleset, Ruleset
from medina.rules.ruleset import RULES_VERSION, read_switches
from medina.rules.state import State, blank_state


@contextmanager
def readable() -> Iterator[None]:
    """Whatever reading stumbles over is a `BadPosition`."""
    try:
        yield
    except BadRuleset as error:
        bad = BadPosition(error.message)
        bad.problem, bad.given = error.problem, error.given
        raise bad from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise BadPosition.because("position_field", detail=f"{error!s:.80}") from None


def load_rules(data: Untrusted) -> Ruleset:
    """The game that the position is of, under the version of the rules that it names (none: 1)."""
    version = data.get("rules", 1)
    if type(version) is not int or not 1 <= version <= RULES_VERSION:
        raise BadPosition.because("position_version", version=f"{version!r:.20}", newest=RULES_VERSION)
    options = read_switches(data["edition"], data.get("options", {}), version)
    return Ruleset.of(data["edition"], data["players"], data["gates"], **options)


def load_state(data: object) -> State:
    """The state that the object says; what follows from the rest is not worked out yet."""
    if not isinstance(data, dict):
        raise BadPosition.because("position_object")
    state = blank_state(load_rules(data))
    for field in FIELDS.values():
        if field.read is not None:
            field.read(state, data)
    return state
