"""A message as a push service takes it: encrypted to the device (RFC 8291), signed by the site
(RFC 8292). Nothing is sent from here."""

import base64
import json
import time
from collections.abc import Mapping
from email.utils import parseaddr
from functools import lru_cache
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac
from py_vapid import Vapid02

PADDED = 512
"""Bytes of every message, so that its length says nothing."""
SIGNED_FOR = 12 * 3600
POINT, SECRET = 65, 16


def decoded(text: str) -> bytes:
    """Of base64url without padding. Raises: ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def is_point(text: str) -> bool:
    """Whether it is a public key that something can be encrypted to."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(text))
    except ValueError:
        return False
    return len(decoded(text)) == POINT


def is_secret(text: str) -> bool:
    try:
        return len(decoded(text)) == SECRET
    except ValueError:
        return False


@lru_cache(maxsize=4)
def _signer(key: str) -> Vapid02:
    return Vapid02.from_raw(key.encode())


def site_key() -> str:
    """The public key that devices are bound to, as browsers take it."""
    public = _signer(settings.PUSH_KEY).public_key
    return encoded(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def signature(endpoint: str) -> Mapping[str, str]:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    signed: dict[str, str] = _signer(settings.PUSH_KEY).sign(claims)
    return signed


def opaque(topic: str) -> str:
    """Push services see topics: the same for the same, and nothing else."""
    return encoded(salted_hmac("notifications", topic, algorithm="sha256").digest())[:32]


def sealed(
    content: Mapping[str, str],
    p256dh: str,
    auth: str,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """JSON with blanks up to the length of all. `key` and `salt`: new ones, but for tests."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return encrypted(text.ljust(PADDED), p256dh, auth, key=key, salt=salt)


def encrypted(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    made: bytes = http_ece.encrypt(
        text,
        salt=salt,
        private_key=key or ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(p256dh),
        auth_secret=decoded(auth),
        version="aes128gcm",
    )
    return made
