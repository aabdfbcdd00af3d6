"""So much and no more: what is limited, for whom and how. Connections and bytes are counted at the `door`."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator

from medina.server.errors import sorry
from medina.server.settings import Settings

NO_LIMIT = 1e9
REFUSAL_SECONDS = 1.0
MOST_KEYS = 50_000
"""Buckets remembered; the longest unused are forgotten first."""

clock = time.monotonic
"""What every pace is counted by. It has no other use, so tests can let it stand still."""


class Bucket:
    """Lets `rate` a second through, and `burst` at once."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, clock()

    def take(self, cost: float = 1) -> bool:
        """One more, or so much more; False when there has been too much."""
        self._fill()
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def spend(self, cost: float) -> float:
        """What has come already cannot be refused: how many seconds to wait before there may be more."""
        self._fill()
        self.left = max(self.left - cost, -self.burst)
        return -self.left / self.rate if self.left < 0 else 0.0

    def _fill(self) -> None:
        now = clock()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now


class Limiter:
    """A bucket for each key; a rate of 0 limits nothing."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> bool:
        """One more for this key, or so much more; False when there has been too much."""
        return not self.rate or self.bucket(key).take(cost)

    def check(self, key: str, cost: float = 1, reason: str = "too_many") -> None:
        """One more for this key, or so much more, or the refusal of that reason."""
        if not self.take(key, cost):
            raise sorry(reason)

    def bucket(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate or NO_LIMIT, self.burst or NO_LIMIT)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


class AtOnce:
    """So many at the same time for each key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._places: Counter[str] = Counter()

    @contextlib.contextmanager
    def place(self, key: str) -> Iterator[None]:
        """While one more is under way, or the refusal."""
        if self._places[key] >= self.most:
            raise sorry("too_many")
        self._places[key] += 1
        try:
            yield
        finally:
            self._places[key] -= 1
            if not self._places[key]:
                del self._places[key]


class Limits:
    """What people may ask for: so much a second, so much at once. A setting of 0 lifts its limits."""

    def __init__(self, settings: Settings) -> None:
        requests, guests, logins = settings.request_rate, settings.guest_rate, settings.login_rate
        messages, some, talk = settings.socket_rate, bool(requests), bool(settings.socket_rate)
        # By address
        self.requests = Limiter(requests, 4 * requests)
        self.files = Limiter(requests, 4 * requests)
        self.refusals = Limiter(requests, 4 * requests)  # above this, who is refused waits for it
        self.guests = Limiter(guests / 60, guests)
        self.logins = Limiter(logins / 60, logins)
        self.work = Limiter(2 * some, 120)  # what keeps the server busy: guests are made faster than bots think
        self.seconds = Limiter(0.05 * some, 2)  # of thinking about positions and games
        self.thoughts = AtOnce(4 if some else 1_000)
        # By name; looser, lest anybody keeps somebody else out by trying wrong passwords
        self.login_names = Limiter(5 * logins / 60, 5 * logins)
        # By name and address: when all the world tries a name, its owner still has these
        self.first_tries = Limiter(3 / 3600 if logins else 0, 3)
        # By person
        self.chats = Limiter(talk, 10)
        self.openings = Limiter(0.5 * some, 30)
        self.tries = Limiter(some, 200)  # at puzzles
        self.exports = Limiter(0.1 * some, 5)
        self.deeds = Limiter(some, 60)  # of moderators
        self.reports = Limiter(10 / 3600 * some, 10)
        self.invitations = Limiter(20 / 3600 * some, 20)
        self.gifts = Limiter(30 / 3600 * some, 30)  # studies that are kept for others
        self.names = Limiter(5 / 86_400 * some, 5)  # new names; each is told at all tables of the person
        self.letters = Limiter(3 / 3600, 3)  # nobody fills somebody else's letter-box
        # By person and table
        self.proposals = Limiter(2 / 60 * talk, 5)  # those that somebody else has to answer
        # By person, on all their sockets
        self.messages = Limiter(messages, 4 * messages)
        self.control = Limiter(settings.control_rate, 4 * settings.control_rate)
        self.bytes = Limiter(settings.bytes_rate, 4 * settings.bytes_rate)

    async def slow_down(self, address: str) -> None:
        """Somebody is refused. Whoever only asks the faster gets their refusals the slower."""
        if not self.refusals.take(address):
            await asyncio.sleep(REFUSAL_SECONDS)
