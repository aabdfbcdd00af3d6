"""Letters, where the host has set a mail server up. What is in them, and who gets one, is decided elsewhere."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

import structlog

from medina.server.settings import Settings

SECONDS = 30
"""A mail server that does not answer for so long is given up."""
log = structlog.get_logger("mail")


class Mailer:
    """Sends one letter after the other, beside everything else."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._postman = ThreadPoolExecutor(1, thread_name_prefix="mail")

    @property
    def ready(self) -> bool:
        """Is there a mail server?"""
        return bool(self._settings.smtp_host)

    async def send(self, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None) -> None:
        """A letter that cannot be sent is a line in the log, without the address."""
        letter = EmailMessage()
        for name, value in (headers or {}).items():
            letter[name] = value
        letter["From"], letter["To"], letter["Subject"] = self._settings.mail_from, to, subject
        letter.set_content(text)
        try:
            await asyncio.get_running_loop().run_in_executor(self._postman, self._post, letter)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("a letter was not sent", error=type(error).__name__)

    def _post(self, letter: EmailMessage) -> None:
        chosen = self._settings
        trust = ssl.create_default_context()
        if chosen.smtp_security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(chosen.smtp_host, chosen.smtp_port, timeout=SECONDS, context=trust)
        else:
            server = smtplib.SMTP(chosen.smtp_host, chosen.smtp_port, timeout=SECONDS)
        with server:
            if chosen.smtp_security == "starttls":
                server.starttls(context=trust)
            if chosen.smtp_user:
                server.login(chosen.smtp_user, chosen.smtp_password)
            server.send_message(letter)
