"""What a push message is made of: sealed for one browser (RFC 8291), signed by this site (RFC 8292, VAPID).

A push service is the browser maker's machine; it learns that something was sent, and nothing of what.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256 (FIPS 186): a private key is a number below it."""
POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES = 4096
"""Every push service takes a message of one record of this size."""
SIGNED_SECONDS = 12 * 3600
"""A signature is good for at most a day by the standard."""
FRESH_SECONDS = 3600


class BadKeys(ValueError):
    """No browser has such keys."""


def encoded(data: bytes) -> str:
    """Base64 as the web writes it, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadKeys from None


class Reader:
    """The browser that can read a message: its public key and the secret it shares with us."""

    def __init__(self, p256dh: str, auth: str) -> None:
        self.point, self.auth = decoded(p256dh), decoded(auth)
        if len(self.point) != POINT_BYTES or len(self.auth) != AUTH_BYTES:
            raise BadKeys
        try:
            self.key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, self.point)
        except ValueError:
            raise BadKeys from None


def seal(message: bytes, reader: Reader, key: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b"") -> bytes:
    """The body of a push, for this reader only; key and salt are new each time, unless a test knows better."""
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    own = _point(key.public_key())
    shared = key.exchange(ec.ECDH(), reader.key)
    secret = _derived(shared, reader.auth, b"WebPush: info\0" + reader.point + own, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4) + len(own).to_bytes(1) + own
    return head + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Signer:
    """This site towards push services. Its key follows from the site's secret, which is made at the first start and
    shared by all processes: nothing more has to be kept, and a restored backup still reaches everybody."""

    def __init__(self, secret: str, contact: str) -> None:
        number = int.from_bytes(_derived(secret.encode(), b"", b"medina push", 48))
        self._key = ec.derive_private_key(number % (ORDER - 1) + 1, CURVE)
        self._contact = contact
        self._made: dict[str, tuple[float, str]] = {}
        self.public = encoded(_point(self._key.public_key()))

    def authorization(self, origin: str) -> str:
        """The header for a push service, made anew every hour."""
        now = time.time()
        made, text = self._made.get(origin, (0.0, ""))
        if not made <= now < made + FRESH_SECONDS:
            text = self._sign(origin, int(now) + SIGNED_SECONDS)
            self._made[origin] = (now, text)
        return text

    def _sign(self, origin: str, until: int) -> str:
        claims = {"aud": origin, "exp": until} | ({"sub": self._contact} if self._contact else {})
        parts = [encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        text = ".".join(parts)
        r, s = utils.decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={text}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"
