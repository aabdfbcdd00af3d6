"""What a host chooses when opening a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct

from medina.rules.ruleset import SWITCHES, Switch, SwitchValue
from medina.words import LANGUAGES

Seat = Annotated[int, Meta(ge=0, le=3)]
MoveText = Annotated[str, Meta(max_length=12)]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$", extra_json_schema={"enum": sorted(LANGUAGES)})]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]

Matter = Literal["bot", "claim", "abort", "take_back", "pause", "analysis"]
"""What the people at a table decide together."""
Reason = Literal["finished", "resigned", "abandoned", "claimed", "aborted"]
"""How a game ended."""

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
VACATION_DAYS = 28
"""Days of vacation a year that each person has for their games by correspondence."""


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Nobody is hurried."""


class RealTime(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="realtime"):
    """Each seat has `initial_s` seconds for the game and gets `increment_s` for every turn it ends."""

    initial_s: Annotated[int, Meta(ge=10, le=86_400)] = 600
    increment_s: Annotated[int, Meta(ge=0, le=3_600)] = 15


class Days(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """Each turn may take so many days."""

    days: Annotated[int, Meta(ge=1, le=30)] = 3


Clock = NoClock | RealTime | Days


def _type_of(switch: Switch) -> Any:
    """The type of a switch's value: bool, or a literal of its words."""
    return bool if isinstance(switch.values[0], bool) else Literal[switch.values]


_EverySwitch: Any = defstruct(
    "_EverySwitch",
    [(name, _type_of(switch) | None, None) for name, switch in SWITCHES.items()],
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
)


class Switches(_EverySwitch):  # type: ignore[misc]
    """The switches of rules section 17; null leaves what the edition says."""

    def chosen(self) -> dict[str, SwitchValue]:
        """The switches that were set."""
        return {name: getattr(self, name) for name in SWITCHES if getattr(self, name) is not None}


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything about a table that is settled before the game starts."""

    edition: Literal["first", "second"] = "second"
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    gates: bool = False
    switches: Switches = Switches()
    starts: Literal["random", "host", "seated"] = "random"
    public: bool = False
    stocks: Literal["hidden", "open"] = "hidden"
    clock: Clock = NoClock()
    absent: Literal["bot", "wait"] = "wait"
    substitute: BotName = "greedy"
    auto_confirm: bool = False
    watchers_chat: bool = True
    rated: bool = False
