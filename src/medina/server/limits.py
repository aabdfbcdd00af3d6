"""So much and no more: token buckets by whatever key."""

from __future__ import annotations

from collections import OrderedDict

MOST_KEYS = 50_000
"""Buckets remembered; the longest unused are forgotten first."""


class Bucket:
    """Lets `rate` a second through, and `burst` at once."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, now

    def take(self, now: float, cost: float = 1) -> bool:
        """One more, or so much more; False when there has been too much."""
        self._fill(now)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def spend(self, now: float, cost: float) -> float:
        """What has come already cannot be refused: how many seconds to wait before there may be more."""
        self._fill(now)
        self.left = max(self.left - cost, -self.burst)
        return -self.left / self.rate if self.left < 0 else 0.0

    def _fill(self, now: float) -> None:
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now


class Limiter:
    """A bucket for each key; a rate of 0 limits nothing."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float, cost: float = 1) -> bool:
        """One more for this key, or so much more; False when there has been too much."""
        return not self.rate or self.bucket(key, now).take(now, cost)

    def bucket(self, key: str, now: float) -> Bucket:
        """The bucket of this key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket
