"""Which game is played: edition, number of players, gates and switches (sections 2 and 17)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from medina.rules.errors import BadRuleset

Edition = Literal["first", "second"]
Connection = Literal["tower", "row", "every"]
"""13.4: what a palace is newly connected to when it takes a tower tile again."""

COLOURS = "GPBO"
STOCK_PIECES = "GPBOSMWRND"
"""The order in which a stock counts a player's pieces."""
PUBLIC_PIECES = frozenset("RNT")
"""2.2: roofs and tea are public; everything else stays behind the screen."""
GREY, PURPLE, BROWN, ORANGE, STABLE, MERCHANT, WALL, ROOF, NEUTRAL_ROOF, GATE = range(10)


SwitchValue = bool | str
"""What a switch is set to: true or false, or one of a few words."""


class Switch(NamedTuple):
    """A rule that a table may choose."""

    rules: str
    """The numbers of the rules it changes."""
    first: SwitchValue
    """The value in the first edition's own game."""
    second: SwitchValue
    """The value in the second edition's own game."""
    values: tuple[SwitchValue, ...] = (False, True)
    """Every value it can have."""

    def usual(self, edition: str) -> SwitchValue:
        """The value in the edition's own game."""
        return self.first if edition == "first" else self.second


SWITCHES = {
    "well": Switch("3.1, 5.7, 11", first=False, second=True),
    "tea": Switch("10", first=False, second=True),
    "tower_merchants": Switch("3.2", first=False, second=True),
    "neutral_roofs": Switch("2", first=False, second=True),
    "short_first_turn": Switch("4.3", first=False, second=True),
    "last_player_roofs": Switch("4.6", first=True, second=False),
    "both_placements": Switch("4.8", first=True, second=False),
    "connection": Switch("13.4", first="row", second="tower", values=("tower", "row", "every")),
    "founding": Switch("3.3", first=True, second=False),
}
"""17: the one table of switches. Tags, options, bits, commands and forms are made from it."""

_BUILDINGS = {2: 8, 3: 6, 4: 5}
_STABLES = {2: 4, 3: 4, 4: 3}
_MERCHANTS = {2: 12, 3: 8, 4: 6}
_WALLS = {"first": {3: 10, 4: 8}, "second": {2: 15, 3: 12, 4: 9}}
PLAYERS = {edition: tuple(walls) for edition, walls in _WALLS.items()}
"""2: how many can play each edition."""
_NEUTRAL_ROOFS = {2: 2, 3: 1, 4: 0}
_GATES = {2: 2, 3: 1, 4: 1}


RULES_VERSION = 2
"""The version of rules.md that this package plays."""
VERSION_1: dict[str, SwitchValue] = {"last_player_roofs": False, "both_placements": False, "connection": "tower"}
"""The switches with which a game of version 1 is read: what was legal stays legal and scores stay the same."""


def read_switches(edition: str, switches: dict[str, SwitchValue], version: int) -> dict[str, SwitchValue]:
    """The switches of a game stored under a version of the rules; a missing one is as the edition has it."""
    return {**_edition_switches(edition), **switches, **(VERSION_1 if version == 1 else {})}


TEA_AFTER = (6, 3, 1, 0)
"""10.1: the tea tiles left after that many purple roofs."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game as section 17 describes it. Use `Ruleset.of`, which fills in what the edition says.

    >>> Ruleset.of("second", players=3).tea
    True
    >>> Ruleset.of("second", players=3, tea=False).tea
    False
    """

    edition: Edition
    players: int
    gates: bool
    well: bool
    tea: bool
    tower_merchants: bool
    neutral_roofs: bool
    short_first_turn: bool
    last_player_roofs: bool
    both_placements: bool
    connection: Connection
    founding: bool

    @staticmethod
    def of(edition: str = "second", players: int = 2, gates: bool = False, **switches: SwitchValue) -> Ruleset:
        """17: the edition's own game, but for the switches given."""
        _check(edition, players, gates, switches)
        choices: dict[str, Any] = {**_edition_switches(edition), **switches}
        return Ruleset(cast(Edition, edition), players, gates, **choices)

    @property
    def options(self) -> dict[str, SwitchValue]:
        """The switches of section 17."""
        return {name: getattr(self, name) for name in SWITCHES}

    @property
    def unusual_options(self) -> dict[str, SwitchValue]:
        """The switches that differ from what the edition says."""
        usual = _edition_switches(self.edition)
        return {name: value for name, value in self.options.items() if value != usual[name]}

    def stock(self) -> tuple[int, ...]:
        """2: what each player gets, in the order of `STOCK_PIECES`."""
        return _stock(self)

    def turn_size(self, seat: int, first_turn: bool) -> int:
        """4.2, 4.3: how many placements a turn has."""
        early_seats = 1 if self.players == 2 else 2
        return 1 if self.short_first_turn and first_turn and seat < early_seats else 2


def _check(edition: object, players: object, gates: object, switches: dict[str, SwitchValue]) -> None:
    if edition not in tuple(PLAYERS):
        raise BadRuleset.because("no_edition")
    if type(players) is not int or players not in _GATES:
        raise BadRuleset.because("no_players")
    if players not in PLAYERS[edition]:
        raise BadRuleset.because("no_two_players")
    if not isinstance(gates, bool):
        raise BadRuleset("Gates are either true or false.")
    for name, value in switches.items():
        if name not in SWITCHES:
            raise BadRuleset(f"There is no switch {name!r:.60}. The switches are {', '.join(SWITCHES)}.")
        values = SWITCHES[name].values
        if type(value) is not type(values[0]):
            raise BadRuleset(f"The switch {name} is {_alternatives(values)}.")
        if value not in values:
            raise BadRuleset(f"The switch {name} is {_alternatives(values)}, not {value!r:.60}.")


def _alternatives(values: tuple[SwitchValue, ...]) -> str:
    if values == (False, True):
        return "either true or false"
    return "one of " + ", ".join(str(value) for value in values)


def _edition_switches(edition: str) -> dict[str, SwitchValue]:
    return {name: switch.usual(edition) for name, switch in SWITCHES.items()}


@cache
def _stock(ruleset: Ruleset) -> tuple[int, ...]:
    players = ruleset.players
    neutral = _NEUTRAL_ROOFS[players] if ruleset.neutral_roofs else 0
    gates = _GATES[players] if ruleset.gates else 0
    walls = _WALLS[ruleset.edition][players]
    return (*[_BUILDINGS[players]] * 4, _STABLES[players], _MERCHANTS[players], walls, 4, neutral, gates)
