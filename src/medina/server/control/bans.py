"""Who is kept out: looked up in memory, because it is asked of every request before anything else is."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any

from medina.server.errors import ApiError, sorry
from medina.server.security import HOUSEHOLD_BITS, household
from medina.server.settings import Settings
from medina.store.moderation import Ban

Network = IPv4Network | IPv6Network
WIDEST = {4: 8, 6: 20}
"""The shortest prefix of a network that can be banned: a slip of the finger should not shut the world out."""
MOST_KNOWN = 10_000


class Bans:
    """All bans that hold."""

    def __init__(self, settings: Settings) -> None:
        self._contact = settings.contact
        self._users: dict[str, Ban] = {}
        self._networks: dict[tuple[int, int], dict[int, Ban]] = {}
        self._known: dict[str, Ban | None] = {}

    def replace(self, bans: list[Ban]) -> None:
        """These and no others."""
        self._users = {ban.user_id: ban for ban in bans if ban.user_id is not None}
        self._networks, self._known = {}, {}
        for ban in bans:
            if ban.network is not None:
                network = ip_network(ban.network)
                self._networks.setdefault((network.version, network.prefixlen), {})[_number(network)] = ban

    def of_user(self, user: str) -> Ban | None:
        """Why a person is kept out."""
        return _holding(self._users.get(user))

    def of_address(self, address: str) -> Ban | None:
        """Why whoever comes from there is kept out; `security.address` says how addresses are written."""
        if not self._networks:
            return None
        if address not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[address] = self._find(address)
        return _holding(self._known[address])

    def _find(self, address: str) -> Ban | None:
        try:
            network = ip_network(address)
        except ValueError:  # a socket on this machine has none
            return None
        for (version, length), bans in self._networks.items():
            if version == network.version and length <= network.prefixlen:
                ban = bans.get(_number(network) >> network.max_prefixlen - length << network.max_prefixlen - length)
                if ban is not None:
                    return ban
        return None

    def refusal(self, ban: Ban) -> ApiError:
        """What somebody who is kept out is told: why, how long, and whom to ask."""
        contact = "_contact" if self._contact else ""
        if ban.until is None:
            return sorry(f"banned{contact}", why=ban.reason, contact=self._contact)
        day = datetime.fromtimestamp(ban.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        return sorry(f"banned_until{contact}", why=ban.reason, until=day, contact=self._contact)


def bannable(text: str) -> Network | None:
    """The network that an address or a range stands for; None when it is neither. A household has one network."""
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if network.version == 6 and network.prefixlen > HOUSEHOLD_BITS:
        return ip_network(household(str(network.network_address)))
    return network


def is_proxy(network: Network, settings: Settings) -> bool:
    """Everybody seems to come from a proxy that forgets to say from where."""
    named = (bannable(proxy) for proxy in settings.trusted_proxies.split(","))
    return any(proxy is not None and _overlap(proxy, network) for proxy in named)


def _overlap(one: Any, other: Any) -> bool:
    return bool(one.version == other.version and one.overlaps(other))


def _number(network: Network) -> int:
    return int(network.network_address)


def _holding(ban: Ban | None) -> Ban | None:
    return ban if ban is not None and (ban.until is None or ban.until > time.time() * 1000) else None
