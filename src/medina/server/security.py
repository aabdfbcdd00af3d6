"""Who is asking: signed cookies, passwords, tokens, and where a request came from."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import string
import time
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv6Address, IPv6Network
from pathlib import Path
from urllib.parse import urlsplit

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection

from medina.server.settings import BadSetting, Settings
from medina.store.durable import written_aside
from medina.store.people import SECRET, People, User
from medina.words import failure

COOKIE = "medina"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers allow; who comes now and then gets a new one in time and stays who they are."""
RENEW_DAYS = 30
LETTERS = string.ascii_letters + string.digits
ID_LETTERS = 12
TOKEN_PREFIX = "mdn_"
HOUSEHOLD_BITS = 64
ADDRESS_LETTERS = 45
CHALLENGE_MS = 300_000
DAY_NS = 86_400_000_000_000
LEAST_SECRET = 32
"""Characters of the key that signs cookies; ours have 64."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_slow = ThreadPoolExecutor(2, thread_name_prefix="passwords")
"""Takes a while and 19 MB by design, so not many at once."""
_nobody = _hasher.hash("nobody has this password")


def new_id() -> str:
    """An id that nobody guesses."""
    return letters(secrets.randbits(256))


def letters(number: int) -> str:
    """As many letters and digits as an id has, from a large number."""
    made = ""
    while len(made) < ID_LETTERS:
        number, letter = divmod(number, len(LETTERS))
        made += LETTERS[letter]
    return made


async def hash_password(password: str) -> str:
    """For storing."""
    return await asyncio.get_running_loop().run_in_executor(_slow, _hasher.hash, password)


async def check_password(stored: str | None, password: str) -> bool:
    """Does the password fit? Takes as long when there is no such account."""
    return await asyncio.get_running_loop().run_in_executor(_slow, _fits, stored, password)


def _fits(stored: str | None, password: str) -> bool:
    """Does the password fit? Takes as long when there is no such account."""
    try:
        return _hasher.verify(stored or _nobody, password) and stored is not None
    except (Argon2Error, InvalidHashError):
        return False


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def new_key() -> str:
    """What a link that is sent to somebody ends in."""
    return secrets.token_urlsafe(32)


def link_with(settings: Settings, page: str, key: str) -> str:
    """The key stands behind the #, which browsers send nowhere: it is in no log. The address is the one the host has
    set, never one that a request brought along."""
    return f"{site_address(settings)}/{page}#{key}"


def site_address(settings: Settings) -> str:
    """The site's address as the host has set it."""
    return settings.public_url.rstrip("/") or f"http://{settings.host}:{settings.port}"


def digest(token: str) -> str:
    """What is stored of a token: its 256 random bits need no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()


class Cookies:
    """Signs who somebody is. Changing the password, and logging out, make older cookies worthless."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="medina-session", signer_kwargs={"digest_method": hashlib.sha256})

    def write(self, user: User) -> str:
        return str(self._signer.dumps([user.id, _stamp(user), _today()]))

    def read(self, value: str) -> tuple[str, str, bool] | None:
        """(user id, stamp, is it to be written anew?), if we signed it."""
        try:
            user, stamp, *day = self._signer.loads(value)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(user), str(stamp), not day or day[0] + RENEW_DAYS <= _today()

    def fits(self, user: User, stamp: str) -> bool:
        """Was the cookie written for the present password, and since the last log-out?"""
        return secrets.compare_digest(_stamp(user), stamp)


def _today() -> int:
    return int(time.time() // 86_400)


def _stamp(user: User) -> str:
    ended = f":{user.log_outs}" if user.log_outs else ""
    return hashlib.sha256(f"{user.password or ''}{ended}".encode()).hexdigest()[:12]


class Challenges:
    """What a device has to sign, and for whom, in a text of ours that the browser brings back: nothing is kept."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="medina-passkey", signer_kwargs={"digest_method": hashlib.sha256})

    def write(self, user: str, now: int) -> tuple[str, bytes]:
        challenge = secrets.token_bytes(32)
        return str(self._signer.dumps([user, challenge.hex(), now])), challenge

    def read(self, text: str, user: str, now: int) -> tuple[bytes, int] | None:
        """(challenge, when it was made), if we made it for this person and lately."""
        try:
            whose, challenge, made = self._signer.loads(text)
        except (BadSignature, ValueError, TypeError):
            return None
        return (bytes.fromhex(challenge), made) if whose == user and now - made < CHALLENGE_MS else None


class Unsubscriptions:
    """What the link under a letter ends in: it stops letters to one person, is good for nothing else, and for ever."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="medina-letters", signer_kwargs={"digest_method": hashlib.sha256})

    def write(self, user: str) -> str:
        return str(self._signer.dumps(user))

    def read(self, key: str) -> str | None:
        """Who wants no more letters, if we wrote it."""
        try:
            return str(self._signer.loads(key))
        except BadSignature:
            return None


async def site_secret(given: str, folder: Path, people: People, shared: bool) -> str:
    """The signing key: the one given, else one made at the first start; in the database where processes share it."""
    if given:
        return _long_enough(given, "MEDINA_SECRET")
    if shared:
        return await people.setting(SECRET) or await people.keep_setting(SECRET, _new_secret())
    await move_secret(folder, people)
    return kept_secret(folder) or _keep_secret(folder, _new_secret())


async def move_secret(folder: Path, people: People) -> None:
    """A restored backup leaves the key in the database, with the rows; with SQLite its place is the data folder."""
    restored = await people.setting(SECRET)
    if restored is not None:
        _keep_secret(folder, restored)
        await people.drop_setting(SECRET)


def kept_secret(folder: Path) -> str | None:
    """The key in the data folder; None where there is none."""
    path = folder / "secret"
    try:
        return _long_enough(path.read_text(encoding="ascii", errors="replace").strip(), path)
    except FileNotFoundError:
        return None


def _keep_secret(folder: Path, secret: str) -> str:
    with written_aside(folder / "secret") as file:
        file.write(secret.encode())
    return secret


def _new_secret() -> str:
    return secrets.token_urlsafe(48)


def _long_enough(secret: str, place: object) -> str:
    """Who can guess the key can be anybody."""
    if len(secret) < LEAST_SECRET:
        raise failure(BadSetting, "server.short_secret", place=place, least=LEAST_SECRET)
    return secret


def own_origin(connection: HTTPConnection, public_url: str, strict: bool = False) -> bool:
    """Does a browser's request come from our own pages? Programs send neither header, and no victim's cookie."""
    origin = connection.headers.get("origin")
    if origin is None:
        site = connection.headers.get("sec-fetch-site", "none")
        return not strict and site in ("same-origin", "none")
    try:
        where = urlsplit(origin)
    except ValueError:
        return False
    if public_url and (where.scheme, where.netloc) == tuple(urlsplit(public_url)[:2]):
        return True
    return bool(where.netloc) and where.netloc == connection.headers.get("host")


def address(connection: HTTPConnection) -> str:
    """Whose door to count at."""
    return household(connection.client.host if connection.client else "unknown")


def household(host: str) -> str:
    """An IPv6 household has a network of addresses to itself and counts as one. What a proxy calls an address may be
    any text, so it is cut."""
    if ":" not in host:
        return host[:ADDRESS_LETTERS]
    try:
        number = IPv6Address(host)
    except ValueError:
        return host[:ADDRESS_LETTERS]
    return str(number.ipv4_mapped or IPv6Network((number, HOUSEHOLD_BITS), strict=False))


class Origins:
    """Hashes of addresses, by which a queue of bots' turns is fair. The key changes every day: none lasts."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def of(self, connection: HTTPConnection) -> str:
        """The hash of the address that a connection comes from."""
        day = time.time_ns() // DAY_NS
        told = f"origin {day} {address(connection)}".encode()
        return hmac.digest(self._secret, told, hashlib.sha256).hex()[:32]
