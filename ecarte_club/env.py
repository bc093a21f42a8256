"""What the environment says, read strictly: a wrong value stops the start, naming its variable."""

import base64
import binascii
import contextlib
import os
import secrets
import zoneinfo
from collections.abc import Callable, Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import Any, cast
from urllib.parse import SplitResult, unquote, urlsplit

import dj_database_url

PREPARED_AFTER = 5
"""Times that a statement is sent; those of ecarte_club.core.composed at once."""
DATABASE_WAIT = 5
"""Seconds for a connection."""
REPLICA_WAIT = 2
TRUE = frozenset({"1", "true", "yes", "on"})
KEY_LEAST, TOKEN_LEAST = 50, 20
KEY_FILE, OLD_KEYS_FILE, PUSH_KEY_FILE = "secret_key", "old_secret_keys", "push_key"
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
FALSE = frozenset({"0", "false", "no", "off", ""})


class WrongSetting(Exception):
    """An environment variable whose value cannot be used; the text says what can."""

    def __init__(self, variable: str, allowed: str) -> None:
        super().__init__(f"{variable}: {allowed}")
        self.variable = variable


def flag(env: Mapping[str, str], variable: str, default: bool = False) -> bool:
    value = env.get(variable, "yes" if default else "no").strip().lower()
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise WrongSetting(variable, "must be yes or no")


def whole_number(
    env: Mapping[str, str],
    variable: str,
    default: int,
    least: int = 0,
    most: int | None = None,
) -> int:
    value = env.get(variable, "").strip() or str(default)
    allowed = f"{least} or more" if most is None else f"{least} to {most}"
    is_number = value.isascii() and value.isdigit()
    if not is_number or int(value) < least or (most is not None and int(value) > most):
        raise WrongSetting(variable, f"must be a whole number, {allowed}")
    return int(value)


def listed(env: Mapping[str, str], variable: str, default: str) -> list[str]:
    return [item.strip() for item in env.get(variable, default).split(",") if item.strip()]


def choice(env: Mapping[str, str], variable: str, choices: tuple[str, ...]) -> str:
    """The first of the choices where nothing is said."""
    value = env.get(variable, "").strip().lower() or choices[0]
    if value not in choices:
        raise WrongSetting(variable, f"must be one of {', '.join(choices)}")
    return value


def address(env: Mapping[str, str], variable: str, default: str) -> str:
    """An http(s) address or a path on this site, as given; always ends with a slash."""
    value = env.get(variable, "").strip() or default
    allowed = "must be an http:// or https:// address, or a path like /live/"
    parts = _split(value, variable, allowed)
    on_site = not parts.scheme and not parts.netloc and value.startswith("/")
    if not on_site and (parts.scheme not in {"http", "https"} or not parts.hostname):
        raise WrongSetting(variable, allowed)
    return value if value.endswith("/") else value + "/"


def addresses(env: Mapping[str, str], variable: str, default: str = "") -> list[str]:
    """http(s) addresses, separated by commas."""
    found = listed(env, variable, "") or listed({}, variable, default)
    for value in found:
        allowed = "must be http:// or https:// addresses, separated by commas"
        parts = _split(value, variable, allowed)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query:
            raise WrongSetting(variable, allowed)
    return found


def shared_cache_urls(env: Mapping[str, str]) -> list[str]:
    """Where keys are purged."""
    variable = "SHARED_CACHE_URLS"
    found = addresses(env, variable)
    if found and not whole_number(env, "SHARED_CACHE_SECONDS", 0):
        raise WrongSetting(variable, "needs SHARED_CACHE_SECONDS: nothing is stored without it")
    return found


def redis_url(env: Mapping[str, str]) -> str:
    """Empty when no Redis is configured."""
    value = env.get("REDIS_URL", "").strip()
    allowed = "must look like redis://host:6379/0"
    if value and _split(value, "REDIS_URL", allowed).scheme not in {"redis", "rediss", "unix"}:
        raise WrongSetting("REDIS_URL", allowed)
    return value


def _split(value: str, variable: str, allowed: str) -> SplitResult:
    """The parts of an address, whose brackets and port are what they must be."""
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError as error:
        raise WrongSetting(variable, f"{allowed} ({error})") from error
    return parts


MAIL_SCHEMES = ("smtp", "smtps", "console")
MAIL_PORTS = {"smtp": 25, "smtps": 465}
MAIL_ALLOWED = (
    "must look like smtp://user:password@host:587/?tls=starttls, smtps://user:password@host/ "
    "or console:"
)
MAIL_WAIT = 10
"""Seconds; somebody may be waiting for the page that sends a letter."""


def mail(env: Mapping[str, str]) -> dict[str, object]:
    """Django's settings for sending; `console:`, which prints, when nothing is said.

    A user's name and password are percent-encoded, as in every address.
    """
    value = env.get("EMAIL_URL", "").strip() or "console:"
    parts = _split(value, "EMAIL_URL", MAIL_ALLOWED)
    if parts.scheme not in MAIL_SCHEMES:
        raise WrongSetting("EMAIL_URL", MAIL_ALLOWED)
    backend = "django.core.mail.backends"
    if parts.scheme == "console":
        if value.rstrip("/") != "console:":
            raise WrongSetting("EMAIL_URL", MAIL_ALLOWED)
        return {"EMAIL_BACKEND": f"{backend}.console.EmailBackend"}
    starttls = _starttls(parts)
    if not parts.hostname or parts.path.strip("/") or (starttls and parts.scheme == "smtps"):
        raise WrongSetting("EMAIL_URL", MAIL_ALLOWED)
    return {
        "EMAIL_BACKEND": f"{backend}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or MAIL_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": starttls,
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": MAIL_WAIT,
    }


def _starttls(parts: SplitResult) -> bool:
    """`?tls=starttls`, and nothing else, may stand in the query."""
    if parts.query not in {"", "tls=starttls"}:
        raise WrongSetting("EMAIL_URL", MAIL_ALLOWED)
    return bool(parts.query)


def mail_from(env: Mapping[str, str], site: str) -> str:
    """The sender of letters: an address, or a name with an address in pointed brackets."""
    host = urlsplit(site).hostname or "localhost"
    value = env.get("EMAIL_FROM", "").strip() or f"club@{host}"
    _name, found = parseaddr(value)
    local, _at, domain = found.rpartition("@")
    if not local or not domain or any(sign in value for sign in "\r\n,"):
        raise WrongSetting("EMAIL_FROM", "must be an address, as in Club <club@example.org>")
    return value


def time_zone(env: Mapping[str, str], default: str) -> str:
    value = env.get("TIME_ZONE", "").strip() or default
    if value not in zoneinfo.available_timezones():
        raise WrongSetting("TIME_ZONE", "must be a name like Europe/Paris")
    return value


def database(env: Mapping[str, str], data: Path) -> dict[str, object]:
    """Django's settings: PostgreSQL when `DATABASE_URL` says so, else SQLite in `data`."""
    value = env.get("DATABASE_URL", "").strip()
    is_postgresql = value.lower().startswith(("postgres:", "postgresql:"))
    if flag(env, "DATABASE_POOLED") and not is_postgresql:
        raise WrongSetting("DATABASE_POOLED", "must go with a DATABASE_URL of PostgreSQL")
    if not value:
        return sqlite(data / "club.sqlite3")
    allowed = "must look like postgresql://user:password@host/club or sqlite:////data/club.sqlite3"
    scheme = value.partition("://")[0].lower()
    if scheme in {"sqlite", "sqlite3"}:
        name = str(dj_database_url.parse(value)["NAME"])
        if not name or name == ":memory:":
            raise WrongSetting("DATABASE_URL", f"{allowed}: this one names no file")
        return sqlite(Path(name))
    if scheme not in {"postgres", "postgresql"}:
        raise WrongSetting("DATABASE_URL", allowed)
    return _postgresql(env, "DATABASE_URL", allowed)


def replica(env: Mapping[str, str]) -> dict[str, object] | None:
    """Django's settings of a copy of the database that PostgreSQL keeps up to date, to read from;
    None where there is none."""
    value = env.get("REPLICA_URL", "").strip()
    if not value:
        return None
    allowed = "must look like postgresql://user:password@host/club"
    if value.partition("://")[0].lower() not in {"postgres", "postgresql"}:
        raise WrongSetting("REPLICA_URL", allowed)
    if not env.get("DATABASE_URL", "").strip().lower().startswith("postgres"):
        raise WrongSetting("REPLICA_URL", "must go with a DATABASE_URL of PostgreSQL")
    found = _postgresql(env, "REPLICA_URL", allowed)
    # There is always the database itself: nobody waits long for its copy.
    options = {**cast(dict[str, object], found["OPTIONS"]), "connect_timeout": REPLICA_WAIT}
    return {**found, "OPTIONS": options, "TEST": {"MIRROR": "default"}}


def _postgresql(env: Mapping[str, str], variable: str, allowed: str) -> dict[str, object]:
    value = env[variable].strip()
    if not _split(value, variable, allowed).path.strip("/"):
        raise WrongSetting(variable, f"{allowed}: this one names no database")
    found: dict[str, Any] = {**dj_database_url.parse(value, conn_max_age=600)}
    given = found.get("OPTIONS", {})
    # In transaction mode each transaction may have another session: what is prepared in one, or
    # read with a cursor beyond a transaction, is not there in the next.
    is_pooled = flag(env, "DATABASE_POOLED")
    if is_pooled and "options" in given:
        text = "must have no `options`, which a pooler refuses: set them for the role, ALTER ROLE"
        raise WrongSetting(variable, text)
    is_prepared = flag(env, "PREPARED_STATEMENTS", default=not is_pooled)
    # A machine that is gone does not refuse: nobody waits for it until the system gives up. One
    # that is at work on a query confirms what arrives.
    options = {
        "prepare_threshold": PREPARED_AFTER if is_prepared else None,
        "connect_timeout": DATABASE_WAIT,
        "tcp_user_timeout": DATABASE_WAIT * 1000,
        "keepalives_idle": DATABASE_WAIT,
        "keepalives_interval": 1,
        **given,
    }
    return {
        **found,
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": is_pooled,
    }


def sqlite(path: Path) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A reader that turns writer half-way cannot wait for its turn; IMMEDIATE can.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def secret_key(env: Mapping[str, str], data: Path) -> str:
    """The key given, or one made at the first start and kept, readable by its owner only."""
    given = env.get("SECRET_KEY", "")
    if given:
        if len(given) < KEY_LEAST:
            raise WrongSetting("SECRET_KEY", f"must have at least {KEY_LEAST} characters")
        return given
    path = data / KEY_FILE
    kept = _stored(path, new_key)
    if len(kept) < KEY_LEAST:
        raise WrongSetting("SECRET_KEY", f"must be given, or {path} removed: it holds no key")
    return kept


def push_key(env: Mapping[str, str], data: Path) -> str:
    """The private key that notifications are signed with (P-256, 32 bytes in base64url): the one
    given, or one made at the first start. Devices are bound to it: it is no secret that rotates."""
    given, path = env.get("PUSH_KEY", "").strip(), data / PUSH_KEY_FILE
    key = given or _stored(path, _new_push_key)
    if not _is_push_key(key):
        where = "" if given else f", or {path} removed: it holds no key"
        raise WrongSetting("PUSH_KEY", f"must be 32 bytes of a P-256 key in base64url{where}")
    return key


def _new_push_key() -> str:
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")


def _is_push_key(text: str) -> bool:
    try:
        key = base64.b64decode(f"{text}=", altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        return False
    return len(key) == 32 and 0 < int.from_bytes(key) < P256_ORDER


def _stored(path: Path, new: Callable[[], str]) -> str:
    """What the file holds, which is made if there is none, readable by its owner only."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(0o600)
        draft.write_text(new())
        # Several processes may start at once: the first whole file stays.
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()


def old_secret_keys(env: Mapping[str, str], data: Path) -> list[str]:
    """By which nothing is signed any more, and what was is still good."""
    path = data / OLD_KEYS_FILE
    stored = path.read_text().split() if path.exists() else []
    keys = [*listed(env, "OLD_SECRET_KEYS", ""), *stored]
    if any(len(key) < KEY_LEAST for key in keys):
        raise WrongSetting("OLD_SECRET_KEYS", f"must each have at least {KEY_LEAST} characters")
    return keys


def key_is_given() -> bool:
    return bool(os.environ.get("SECRET_KEY"))


def new_key() -> str:
    return secrets.token_urlsafe(64)


def rotate_key(data: Path) -> None:
    """The old key is written down before it is replaced, each time as a whole file."""
    old, path = data / OLD_KEYS_FILE, data / KEY_FILE
    before = old.read_text() if old.exists() else ""
    _replace(old, f"{path.read_text().strip()}\n{before}")
    _replace(path, new_key())


def _replace(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(0o600)
    draft.write_text(text)
    draft.replace(path)


def token(env: Mapping[str, str], variable: str) -> str:
    """Empty when none is given."""
    value = env.get(variable, "").strip()
    if value and (len(value) < TOKEN_LEAST or not value.isascii() or not value.isprintable()):
        raise WrongSetting(variable, f"must have at least {TOKEN_LEAST} characters, all ASCII")
    return value


def sentry(env: Mapping[str, str]) -> None:
    """Errors go where `SENTRY_DSN` says; neither names, addresses nor what outages raise do."""
    dsn = env.get("SENTRY_DSN", "").strip()
    if not dsn:
        return
    try:
        import sentry_sdk
    except ImportError as missing:
        text = "needs the package sentry-sdk: pip install 'sentry-sdk[django]'"
        raise WrongSetting("SENTRY_DSN", text) from missing
    allowed = "must look like https://key@sentry.example/1"
    if _split(dsn, "SENTRY_DSN", allowed).scheme not in {"http", "https"}:
        raise WrongSetting("SENTRY_DSN", allowed)
    sentry_sdk.init(dsn=dsn, send_default_pii=False, before_send=_unless_outage)


def _unless_outage(event: Any, hint: Mapping[str, Any]) -> Any:
    from ecarte_club.core import outages  # when Django is set up

    error = (hint.get("exc_info") or (None, None, None))[1]
    return None if outages.kind_of(error) else event
