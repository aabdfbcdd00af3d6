"""Walls and gates on the ring (sections 9 and 16)."""

from __future__ import annotations

from typing import NamedTuple

from medina.rules.board import HIGH, LOW


class Side(NamedTuple):
    """One side of the ring: how long its two rows of walls are, and where its gate stands."""

    length: int
    low: int = 0
    high: int = 0
    gate: int | None = None

    @property
    def next_low(self) -> int:
        """The place the row from the low tower would grow to."""
        return self.low

    @property
    def next_high(self) -> int:
        """The place the row from the high tower would grow to."""
        return self.length - 1 - self.high

    @property
    def wall_places(self) -> tuple[int, ...]:
        """9.1, 9.2, 16.2: where a wall may go."""
        if self.gate is not None:
            low = (self.next_low,) if self.next_low < self.gate else ()
            high = (self.next_high,) if self.next_high > self.gate else ()
            return low + high
        return (self.next_low, self.next_high) if self.next_low < self.next_high else ()

    @property
    def gate_places(self) -> tuple[int, ...]:
        """16.1: where a gate may go as far as the ring says: beside a wall, away from the towers, one a side."""
        if self.gate is not None:
            return ()
        places = {self.next_low} if self.low else set()
        if self.high:
            places.add(self.next_high)
        return tuple(sorted(place for place in places if 0 < place < self.length - 1 and self.is_empty(place)))

    def row(self, end: int) -> range:
        """The places of the walls from one end, its tower first."""
        return range(self.low) if end == LOW else range(self.length - 1, self.next_high, -1)

    def is_empty(self, place: int) -> bool:
        """Is there neither a wall nor a gate?"""
        return self.next_low <= place <= self.next_high and place != self.gate

    def end_of(self, place: int) -> int:
        """9.1: the end of the side whose row of walls a wall on this place would belong to."""
        return LOW if place == self.next_low else HIGH

    def with_wall(self, place: int) -> Side:
        if self.end_of(place) == LOW:
            return Side(self.length, self.low + 1, self.high, self.gate)
        return Side(self.length, self.low, self.high + 1, self.gate)
