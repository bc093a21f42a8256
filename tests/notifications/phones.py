"""Phones that get notifications. What comes is read as RFC 8291 and RFC 8292 say, without the
libraries that wrote it."""

import hashlib
import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from scoring.notifications.models import Device
from scoring.notifications.services.devices import device_add, kinds_choose
from scoring.notifications.services.sending import device_send
from tests.support.clubhouse import House
from tests.support.receiver import Heard, Receiver

Private = ec.EllipticCurvePrivateKey


def b64(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def un64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private_key(text: str) -> Private:
    return ec.derive_private_key(int.from_bytes(un64(text)), ec.SECP256R1())


def point(key: Private) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869, for no more than one block."""
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, info + b"\x01", hashlib.sha256)[:length]


def decrypted(body: bytes, key: Private, auth: bytes) -> bytes:
    """Of one record. Raises: InvalidTag, unless it is for this key."""
    salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    shared = key.exchange(ec.ECDH(), known)
    info = b"WebPush: info\x00" + point(key) + sender
    keying = _hkdf(auth, shared, info, 32)
    content = _hkdf(salt, keying, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _hkdf(salt, keying, b"Content-Encoding: nonce\x00", 12)
    text = AESGCM(content).decrypt(nonce, sealed, None)
    assert text.rstrip(b"\x00")[-1:] == b"\x02", "The last record."
    return text.rstrip(b"\x00")[:-1]


def verified(authorization: str, site_key: str) -> dict[str, Any]:
    """The claims of a VAPID token, whose signature (ES256) must be that of the site's key."""
    scheme, _space, rest = authorization.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", site_key)
    signed, _dot, signature = fields["t"].rpartition(".")
    raw = un64(signature)
    assert len(raw) == 64
    pair = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), un64(site_key))
    key.verify(utils.encode_dss_signature(*pair), signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(un64(part)) for part in signed.split("."))
    assert head["alg"] == "ES256"
    found: dict[str, Any] = claims
    return found


SOMEBODY = ec.derive_private_key(7, ec.SECP256R1())


def subscription(endpoint: str, key: Private = SOMEBODY, auth: bytes = b"s" * 16) -> dict[str, str]:
    """As a browser has it."""
    return {"endpoint": endpoint, "p256dh": b64(point(key)), "auth": b64(auth)}


@dataclass(slots=True)
class Phone:
    """One of somebody's devices, whose push service is `there`."""

    device: Device
    there: Receiver
    key: Private
    auth: bytes = field(default=b"s" * 16)

    def send(self) -> list[dict[str, str]]:
        """What arrives of what is due."""
        had = len(self.there.heard)
        device_send(self.device.pk)
        return [self.read(heard) for heard in self.there.heard[had:]]

    def read(self, heard: Heard) -> dict[str, str]:
        found: dict[str, str] = json.loads(decrypted(heard.body, self.key, self.auth))
        return found


def phone(user: Any, there: Receiver, *kinds: str) -> Phone:
    """Of its own key, with an address of its own at the receiver."""
    kinds_choose(user=user, kinds=dict.fromkeys(kinds, True))
    key = ec.generate_private_key(ec.SECP256R1())
    number = Device.objects.count()
    fields = subscription(f"{there.url}&device={number}", key)
    return Phone(device_add(user=user, name=f"Phone {number}", **fields), there, key)


def phones(house: House, there: Receiver, who: str, *kinds: str) -> Mapping[str, Phone]:
    """Of each of `who`, all of whom chose these kinds."""
    return {name: phone(house.users[name], there, *kinds) for name in who.split()}


def device_of(house: House, who: str) -> Device:
    """Nothing is sent to it: no kind was chosen."""
    user = house.users[who]
    fields = subscription(f"https://push.example/phones/{user.pk}")
    return device_add(user=user, name="Phone", **fields)
