"""The messages that webhooks and the events of a league send: their content, and signatures."""

import base64
import hashlib
import hmac
import json
from datetime import datetime
from typing import Any

from django.conf import settings

from ecarte_club.core.models import Outgoing
from ecarte_club.core.outbox import Kind

from .models import TEST, Subscription

SECRET_PREFIX = "whsec_"  # noqa: S105  (how such secrets begin, not one of them)
LINKS = {
    "match": "matches/{}",
    "season": "seasons/{}",
    "league": "leagues/{}",
    "evening": "evenings/{}",
    "fixture": "fixtures/{}",
    "tournament": "tournaments/{}",
    "contest": "contests/{}",
    "settlement": "settlements/{}",
    "player": "players/{}",
    "kept": "players/{}",
}
# Further links, of what no id names.
MORE = {
    Kind.STANDINGS_CHANGED: ("standings", "seasons/{season}/standings"),
    Kind.FIXTURES_PLANNED: ("fixtures", "seasons/{season}/fixtures"),
    Kind.ROUND_PUBLISHED: ("round", "tournaments/{tournament}/rounds/{round}"),
    Kind.ROUND_CHANGED: ("round", "tournaments/{tournament}/rounds/{round}"),
}


def message_of(one: Outgoing) -> dict[str, Any]:
    """Ids, figures and links, but no names: a reader who may see a name finds it by the link."""
    ids = {**_of_event(one), **one.ids}
    return {
        "type": one.kind,
        "timestamp": one.at.isoformat(),
        "number": one.number,
        "club": one.club.slug,
        "data": {**ids, **one.figures},
        "links": _links(one, ids),
    }


def _of_event(one: Outgoing) -> dict[str, Any]:
    season = getattr(one.event, "season", None)
    ids = {"season": season.pk, "league": season.league_id} if season else {}
    if one.kind.startswith("match."):
        tournament = getattr(one.event, "tournament", None)
        ids["tournament"] = tournament.pk if tournament else None
    return ids


def _links(one: Outgoing, ids: dict[str, Any]) -> dict[str, str]:
    shown = {name: pk for name, pk in ids.items() if name in LINKS and pk is not None}
    if "tournament" in ids:
        # Its fixtures are read with their rounds.
        shown.pop("fixture", None)
    links = {name: _address(LINKS[name].format(pk)) for name, pk in shown.items()}
    if one.kind in MORE:
        name, path = MORE[Kind(one.kind)]
        links[name] = _address(path.format(**ids, **one.figures))
    return links


def _address(path: str) -> str:
    return f"{settings.SITE_URL}api/v1/{path}"


def test_message(subscription: Subscription, at: datetime) -> dict[str, Any]:
    return {
        "type": TEST,
        "timestamp": at.isoformat(),
        "number": None,
        "club": subscription.club.slug,
        "data": {"hook": subscription.pk},
        "links": {"hook": _address(f"hooks/{subscription.pk}")},
    }


def body_of(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def secret_of(subscription: Subscription, key: str = "") -> str:
    """Made of the row's salt and the site's own key, so that neither a copy of the database nor
    a kept answer gives it away. `key`: one that the site had before."""
    text = f"hook:{subscription.salt}".encode()
    made = hmac.digest((key or settings.SECRET_KEY).encode(), text, hashlib.sha256)
    return SECRET_PREFIX + base64.b64encode(made).decode()


def signatures(subscription: Subscription, identity: str, timestamp: int, body: bytes) -> str:
    """By the key of the site and by those that it had, divided by blanks as Standard Webhooks
    says: a receiver goes on with the secret that it has."""
    secrets = [secret_of(subscription, key) for key in ("", *settings.SECRET_KEY_FALLBACKS)]
    return " ".join(signature(secret, identity, timestamp, body) for secret in secrets)


def signature(secret: str, identity: str, timestamp: int, body: bytes) -> str:
    """As Standard Webhooks 1.0.0 says (standard-webhooks/spec, "Signature scheme"): HMAC-SHA256
    over id.timestamp.body, the key being what the secret holds after its prefix, in base64."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    content = b".".join((identity.encode(), str(timestamp).encode(), body))
    return "v1," + base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()
