"""The switches of rules section 17 as text: tags of records, options of commands."""

from __future__ import annotations

from medina.rules.ruleset import SWITCHES, SwitchValue

SWITCH_TAGS = {name.title().replace("_", ""): name for name in SWITCHES if name != "well"}
"""The tag of every switch but the well's, whose tag also says where the well is."""


def switch_text(value: SwitchValue) -> str:
    """The value of a switch as text: "yes" or "no", or its word."""
    if isinstance(value, str):
        return value
    return "yes" if value else "no"


def switch_texts(name: str) -> dict[str, SwitchValue]:
    """The values of a switch by their texts."""
    return {switch_text(value): value for value in SWITCHES[name].values}
