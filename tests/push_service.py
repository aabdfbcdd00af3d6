"""A push service for tests, and browsers that read what it got: real HTTP on a real port, decrypted by RFC 8291."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from patience import wait_until


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser that has subscribed: its keys, and reading what was sealed with them."""

    def __init__(self, service: PushService, name: str) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.path = f"/push/{name}"
        self.subscription = {
            "endpoint": f"{service.origin}{self.path}",
            "p256dh": b64(self.point),
            "auth": b64(self.auth),
        }
        self.service = service

    @property
    def got(self) -> list[dict[str, Any]]:
        """Every message so far, as this browser reads it."""
        return [self.read(body) for path, _, body in list(self.service.requests) if path == self.path]

    def wait_for(self, count: int) -> dict[str, Any]:
        """The newest message, once there are so many."""
        wait_until(lambda: len(self.got) >= count, "no push came")
        assert len(self.got) == count, self.got
        return self.got[-1]

    def read(self, body: bytes) -> dict[str, Any]:
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert (size, length) == (4096, 65)
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        secret = derived(shared, self.auth, b"WebPush: info\0" + self.point + theirs, 32)
        key, nonce = (
            derived(secret, salt, b"Content-Encoding: " + what + b"\0", n)
            for what, n in ((b"aes128gcm", 16), (b"nonce", 12))
        )
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        read: dict[str, Any] = json.loads(text[:-1])
        return read


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class _Handler(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.answers.pop(self.path, 201)
        if status == 201:
            self.server.requests.append((self.path, dict(self.headers.items()), body))
        self.send_response(status)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


class PushService(ThreadingHTTPServer):
    """Takes every message and keeps it; `answers` refuses the next to a path."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int] = {}
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def settings(self) -> dict[str, Any]:
        """A site's settings that lead here, at once."""
        return {"push_services": self.origin, "call_seconds": 0.0}


def check_signature(header: str, origin: str, key: str) -> dict[str, Any]:
    """The claims of a VAPID header, if the site of this key signed them for this push service."""
    assert header.startswith("vapid t=")
    token, _, named = header.removeprefix("vapid t=").partition(", k=")
    assert named == key
    text, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(half) for half in (unb64(signature)[:32], unb64(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(key))
    public.verify(utils.encode_dss_signature(r, s), text.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(unb64(text.split(".")[1]))
    assert claims["aud"] == origin
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    return claims
