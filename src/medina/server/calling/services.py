"""Push services: which addresses are taken for one, and delivering to them.

An address comes from whoever ticked a box, so it is taken for what a stranger wrote: only the services that the host
named, only over HTTPS, never a machine of the host's own network, and never for long.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Iterable, Mapping
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

import structlog

SECONDS = 10.0
"""A push service that has not answered by then is given up."""
ANSWER_BYTES = 1024
AT_ONCE = 16
HTTPS = 443
ENDPOINT = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+/[\x21-\x7e]*")
"""What can stand in the first line of a request."""
TRANSLATED = IPv6Network("64:ff9b::/32")
"""Addresses of IPv4 in the clothes of IPv6."""
ANY = "*"
log = structlog.get_logger("push")

Address = IPv4Address | IPv6Address


class Services:
    """Those that the host named: by name (with every name below it), `*` for any, or by a whole origin such as
    http://127.0.0.1:9000, which is then trusted as it stands."""

    def __init__(self, named: Iterable[str]) -> None:
        entries = [entry.strip().rstrip("/").lower() for entry in named if entry.strip()]
        self._origins = {entry for entry in entries if "://" in entry}
        self._names = [entry for entry in entries if "://" not in entry]
        self._places = asyncio.Semaphore(AT_ONCE)

    def takes(self, endpoint: str) -> bool:
        """Is this the address of a service that may be asked?"""
        if not ENDPOINT.fullmatch(endpoint):
            return False
        try:
            where = urlsplit(endpoint)
            port = where.port
        except ValueError:
            return False
        if origin_of(where) in self._origins:
            return True
        host = where.hostname or ""
        known = any(name == ANY or host == name or host.endswith(f".{name}") for name in self._names)
        return known and where.scheme == "https" and port in (None, HTTPS) and "." in host

    async def deliver(self, endpoint: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status that the service answers; 0 when it cannot be reached, or may not be."""
        try:
            async with self._places, asyncio.timeout(SECONDS):
                return await self._ask(urlsplit(endpoint), headers, body)
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            log.info("a push service was not reached", error=type(error).__name__)
            return 0

    async def _ask(self, where: SplitResult, headers: Mapping[str, str], body: bytes) -> int:
        secure, host = where.scheme == "https", where.hostname or ""
        port = where.port or (HTTPS if secure else 80)
        address = await self._address(where, host, port)
        reader, writer = await asyncio.open_connection(
            address,
            port,
            ssl=self._trust if secure else None,
            server_hostname=host if secure else None,
            limit=ANSWER_BYTES,
        )
        try:
            path = where.path + (f"?{where.query}" if where.query else "")
            lines = [f"POST {path} HTTP/1.1", f"Host: {where.netloc}", "Connection: close"]
            lines += [f"{name}: {value}" for name, value in {**headers, "Content-Length": len(body)}.items()]
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
            return int((await reader.readuntil(b"\r\n")).split()[1])
        except IndexError:
            return 0
        finally:
            writer.close()

    async def _address(self, where: SplitResult, host: str, port: int) -> str:
        """Where to connect to. It is asked for once and connected to as it is: a name that leads elsewhere a moment
        later leads nowhere."""
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
        addresses = [str(each[4][0]) for each in found]
        if origin_of(where) not in self._origins and not all(map(is_public, addresses)):
            raise ValueError("an address of a private network")
        return addresses[0]

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        return ssl.create_default_context()


def origin_of(where: SplitResult) -> str:
    return f"{where.scheme}://{where.netloc}".lower()


def is_public(text: str) -> bool:
    """Is this an address of the open internet?"""
    try:
        address: Address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        within = address.ipv4_mapped or address.sixtofour
        if within is not None:
            address = within
        elif address in TRANSLATED:
            return False
    return address.is_global and not address.is_multicast
