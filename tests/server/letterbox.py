"""A mail server for tests: real SMTP on a real port, and every letter is kept."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from email.message import EmailMessage
from typing import Any

from patience import wait_until


class _Postman(socketserver.StreamRequestHandler):
    server: LetterBox

    def handle(self) -> None:
        """RFC 5321 as far as somebody who only delivers needs it."""
        self._say("220 letterbox")
        while word := self.rfile.readline():
            match word[:4].upper():
                case b"DATA":
                    self._say("354 go on")
                    self.server.letters.append(self._letter())
                    self._say("250 kept")
                case b"QUIT":
                    self._say("221 goodbye")
                    return
                case _:
                    self._say("250 fine")

    def _letter(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        letter: Any = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        return letter

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class LetterBox(socketserver.ThreadingTCPServer):
    """Where letters arrive."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Postman)
        self.letters: list[EmailMessage] = []
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def settings(self) -> dict[str, Any]:
        """A site's settings that lead here."""
        host, port = self.server_address[:2]
        return {
            "smtp_host": host,
            "smtp_port": port,
            "smtp_security": "none",
            "mail_from": "medina@club.example",
            "public_url": "https://medina.example",
        }

    def wait_for(self, count: int) -> EmailMessage:
        """The newest letter, once there are so many."""
        wait_until(lambda: len(self.letters) >= count, "no letter came")
        assert len(self.letters) == count
        return self.letters[-1]
