"""Writes that are safe to repeat: a key answers once, and then always the same."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from . import live
from .composed import Composed
from .composed_writes import ComposedInsert
from .exceptions import Fault, Invalid, KeyReused
from .models import IdempotencyRecord
from .parsing import replaced

KEY = re.compile(r"[!-~]{1,200}")
# What names people in answers; elsewhere only sentences do.
NAMING = {"name", "by", "player"}


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: object
    repeated: bool = False


def fingerprint(*parts: object) -> str:
    """The same for the same content, whatever the order of its fields."""
    text = json.dumps(parts, sort_keys=True, cls=DjangoJSONEncoder, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def actor_key(request: Any) -> str:
    """Names whoever writes in idempotency records; empty for nobody.

    It is the user who signed in, else the `actor` of `request.auth` or `request.phone`.
    """
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    for proof in (getattr(request, "auth", None), getattr(request, "phone", None)):
        if key := getattr(proof, "actor", ""):
            return str(key)
    return ""


new_receipt = ComposedInsert(IdempotencyRecord)


def once(*, who: str, key: str, content: str, act: Callable[[], Answer]) -> Answer:
    """Do `act` in one transaction with its receipt, or answer as the first time.

    Two requests with one key may run side by side; the loser is rolled back whole and then finds
    the winner's receipt, which is why a fault looks for one before it is let out.

    Raises: KeyReused when the key came before with other content; what `act` raises.
    """
    check_key(key)
    try:
        with transaction.atomic():
            known = _repeated(who, key, content)
            if known:
                return known
            with live.collected() as announced:
                answer = act()
            receipt = new_receipt.create(
                who=who,
                key=key,
                print=content,
                status=answer.status,
                body=json.dumps(answer.body, cls=DjangoJSONEncoder, ensure_ascii=False),
                announced=json.dumps(announced) if announced else "",
                at=timezone.now(),
            )
            return _answer(receipt)
    except (Fault, IntegrityError):
        known = _repeated(who, key, content)
        if known is None:
            raise
        return known


def is_answered(*, who: str, key: str, content: str) -> bool:
    """Whether `once` would answer as before. Raises: KeyReused; Invalid for a malformed key."""
    check_key(key)
    return _receipt(who, key, content) is not None


def forget(words: Mapping[str, str]) -> None:
    """Kept answers have these words no longer, but what stands for each; keys answer as before."""
    for word, instead in words.items():
        kept = json.dumps(word, ensure_ascii=False)[1:-1]
        for receipt in IdempotencyRecord.objects.filter(body__contains=kept):
            body = _without(json.loads(receipt.body), word, instead)
            receipt.body = json.dumps(body, ensure_ascii=False)
            receipt.save(update_fields=["body"])


def _without(body: object, word: str, instead: str, field: str = "") -> object:
    if isinstance(body, dict):
        return {name: _without(value, word, instead, name) for name, value in body.items()}
    if isinstance(body, list):
        return [_without(value, word, instead, field) for value in body]
    if isinstance(body, str) and (field in NAMING or " " in body):
        return replaced(body, word, instead)
    return body


def check_key(key: str) -> None:
    if not KEY.fullmatch(key):
        detail = _(
            "Send a new Idempotency-Key with each write: "
            "1 to 200 printable ASCII characters, no space."
        )
        raise Invalid("idempotency_key", detail, field="Idempotency-Key")


_receipts = Composed(
    lambda who, key: IdempotencyRecord.objects.filter(who=who, key=key).order_by(), who=str, key=str
)


def _receipt(who: str, key: str, content: str) -> IdempotencyRecord | None:
    receipt = _receipts.first(who=who, key=key)
    if receipt is not None and receipt.print != content:
        raise KeyReused
    return receipt


def _repeated(who: str, key: str, content: str) -> Answer | None:
    """The first answer again. The machine that gave it may have been cut off before it could tell
    those who watch, so they are told again; a version that they know changes nothing."""
    receipt = _receipt(who, key, content)
    if receipt is None:
        return None
    for topic, version in json.loads(receipt.announced or "{}").items():
        live.announce(topic, version)
    return replace(_answer(receipt), repeated=True)


def _answer(receipt: IdempotencyRecord) -> Answer:
    return Answer(receipt.status, json.loads(receipt.body))
