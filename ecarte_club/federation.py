"""Settings of a site among others: single sign-on by OpenID Connect, and cells with one door."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from ecarte_club.env import WrongSetting, flag, listed

LOCAL = {"localhost", "127.0.0.1", "::1"}
ADDRESS = "must be an https:// address, as in https://id.example.org"
NAME_MOST = 40
OIDC_KEY_FILE = "oidc_key.pem"
KEY_BITS = 3072


@dataclass(frozen=True, slots=True)
class Provider:
    """The OpenID provider that accounts of this site may sign in with."""

    issuer: str
    client_id: str
    secret: str
    name: str

    @property
    def key(self) -> str:
        """In addresses, and beside the subjects of linked accounts: those of another issuer are
        other people."""
        parts = urlsplit(self.issuer)
        return f"{parts.netloc}{parts.path}".replace("/", "~")

    @property
    def origin(self) -> str:
        parts = urlsplit(self.issuer)
        return f"{parts.scheme}://{parts.netloc}"

    def as_app(self) -> dict[str, object]:
        """As django-allauth wants it."""
        return {
            "provider_id": self.key,
            "name": self.name,
            "client_id": self.client_id,
            "secret": self.secret,
            "settings": {"server_url": self.issuer, "oauth_pkce_enabled": True},
        }


def provider(env: Mapping[str, str]) -> Provider | None:
    """None when `OIDC_ISSUER` is empty."""
    values = {
        name: env.get(name, "").strip()
        for name in ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET")
    }
    if not any(values.values()):
        return None
    for name, value in values.items():
        if not value:
            raise WrongSetting(name, "must be set, as other settings of OIDC are")
    issuer = web_address(values["OIDC_ISSUER"], "OIDC_ISSUER")
    name = env.get("OIDC_NAME", "").strip() or str(urlsplit(issuer).hostname)
    if len(name) > NAME_MOST:
        raise WrongSetting("OIDC_NAME", f"must have at most {NAME_MOST} characters")
    return Provider(issuer, values["OIDC_CLIENT_ID"], values["OIDC_CLIENT_SECRET"], name)


def password_sign_in(env: Mapping[str, str], provider: Provider | None) -> bool:
    allowed = flag(env, "PASSWORD_SIGN_IN", default=True)
    if not allowed and provider is None:
        raise WrongSetting("PASSWORD_SIGN_IN", "can be no only when OIDC_ISSUER is set")
    return allowed


def cells(env: Mapping[str, str]) -> tuple[str, ...]:
    """Addresses of the other cells."""
    return tuple(web_address(one, "CELLS") for one in listed(env, "CELLS", ""))


def web_address(value: str, variable: str) -> str:
    """An https:// address without a slash at its end; http:// on this machine alone."""
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError as error:
        raise WrongSetting(variable, f"{ADDRESS} ({error})") from error
    is_local = parts.scheme == "http" and parts.hostname in LOCAL
    if not parts.hostname or not (parts.scheme == "https" or is_local):
        raise WrongSetting(variable, ADDRESS)
    if parts.query or parts.fragment or parts.username:
        raise WrongSetting(variable, ADDRESS)
    return value.rstrip("/")


def oidc_key(env: Mapping[str, str], data: Path) -> str:
    """The private key that a provider signs with, as PEM: the file that `OIDC_KEY_FILE` names, or
    one made at the first start."""
    named = env.get("OIDC_KEY_FILE", "").strip()
    path = Path(named) if named else data / OIDC_KEY_FILE
    if not named and not path.exists():
        _make_key(path)
    try:
        text = path.read_text()
    except OSError as error:
        raise WrongSetting("OIDC_KEY_FILE", f"cannot be read: {error}") from error
    if "PRIVATE KEY-----" not in text:
        raise WrongSetting("OIDC_KEY_FILE", f"must be a private RSA key in PEM: {path} is none")
    return text


def _make_key(path: Path) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    pem = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(0o600)
    draft.write_bytes(pem)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was first
    finally:
        draft.unlink()
