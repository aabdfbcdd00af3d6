"""What passkeys are made of, by the `webauthn` library. It takes long to load, so this is imported when the first one
comes."""

from __future__ import annotations

import json
from typing import Any

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from medina.store.passkeys import Passkey
from medina.store.people import User

NAME = "Medina"
WRONG = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError)
"""What the library raises at something that is no proof, or no credential at all."""


class NoProof(Exception):
    """The device did not show what it should have."""


def creation(user: User, host: str, challenge: bytes, known: list[Passkey]) -> dict[str, Any]:
    """What a browser needs to make a passkey that lets this person in without a name."""
    made = webauthn.generate_registration_options(
        rp_id=host,
        rp_name=NAME,
        user_id=user.id.encode(),
        user_name=user.name,
        challenge=challenge,
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(each.credential)) for each in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
    )
    return _plain(webauthn.options_to_json(made))


def request(host: str, challenge: bytes) -> dict[str, Any]:
    """What a browser needs to ask for any passkey of this site."""
    made = webauthn.generate_authentication_options(
        rp_id=host, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return _plain(webauthn.options_to_json(made))


def made(credential: dict[str, Any], host: str, origin: str, challenge: bytes) -> tuple[str, str, int]:
    """(credential, public key, count of signatures) of a new passkey; raises NoProof."""
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=host,
            expected_origin=origin,
            require_user_verification=True,
        )
    except WRONG:
        raise NoProof from None
    key = bytes_to_base64url(found.credential_public_key)
    return bytes_to_base64url(found.credential_id), key, found.sign_count


def proven(credential: dict[str, Any], passkey: Passkey, host: str, origin: str, challenge: bytes) -> int:
    """The new count of signatures of a passkey that signed the challenge; raises NoProof."""
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=host,
            expected_origin=origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except WRONG:
        raise NoProof from None
    return found.new_sign_count


def _plain(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found
