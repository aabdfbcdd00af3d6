"""What a searcher is like, and the strongest one's settings, chosen by measurement (docs/bots.md)."""

from __future__ import annotations

from dataclasses import astuple, dataclass


@dataclass(frozen=True, slots=True)
class Taste:
    """What a searcher is like; see `medina.bots.tree`."""

    curiosity: float = 3.5
    heat: float = 0.84
    noise: float = 0.1
    width: int = 32
    trust: float = 1.0
    attention: float = 1.0
    care: bool = True

    @property
    def values(self) -> tuple[float, ...]:
        """In the order in which the compiled search reads them."""
        return tuple(map(float, astuple(self)))


TASTE = Taste()
