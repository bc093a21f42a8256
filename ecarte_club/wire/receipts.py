"""Writes that are safe to repeat: a key answers once, and then always the same."""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from .faults import Fault, Invalid, KeyReused
from .models import Receipt

KEY = re.compile(r"[!-~]{1,200}")


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: object
    repeated: bool = False


def fingerprint(*parts: object) -> str:
    """The same for the same content, whatever the order of its fields."""
    text = json.dumps(parts, sort_keys=True, cls=DjangoJSONEncoder, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def once(*, who: str, key: str, content: str, act: Callable[[], Answer]) -> Answer:
    """Do `act` in one transaction with its receipt, or answer as the first time.

    Two requests with one key may run side by side; the loser is rolled back whole and then finds
    the winner's receipt, which is why a fault looks for one before it is let out.

    Raises: KeyReused when the key came before with other content; what `act` raises.
    """
    check_key(key)
    try:
        with transaction.atomic():
            known = _receipt(who, key, content)
            if known:
                return known
            answer = act()
            receipt = Receipt.objects.create(
                who=who,
                key=key,
                print=content,
                status=answer.status,
                body=json.dumps(answer.body, cls=DjangoJSONEncoder, ensure_ascii=False),
                at=timezone.now(),
            )
            return _answer(receipt)
    except (Fault, IntegrityError):
        known = _receipt(who, key, content)
        if known is None:
            raise
        return known


def check_key(key: str) -> None:
    if not KEY.fullmatch(key):
        detail = _(
            "Send a new Idempotency-Key with each write: "
            "1 to 200 printable ASCII characters, no space."
        )
        raise Invalid("idempotency_key", detail, errors={"Idempotency-Key": detail})


def _receipt(who: str, key: str, content: str) -> Answer | None:
    receipt = Receipt.objects.filter(who=who, key=key).first()
    if receipt is None:
        return None
    if receipt.print != content:
        raise KeyReused
    return replace(_answer(receipt), repeated=True)


def _answer(receipt: Receipt) -> Answer:
    return Answer(receipt.status, json.loads(receipt.body))
