"""Accounts of evenings, settling, statements and limits."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act, Scope
from scoring.ledger.models import Book
from tests.support.scene import Scene
from tests.support.settlings import all_play, owed, owed_tonight, paid_tonight

from .kinds import Read, Write

OWN = Act.SEE_OWN_ACCOUNT
LIMITS = {"most_staked": 5, "most_owed": 50}


def _seen(_scene: Scene) -> Mapping[str, Any]:
    books = Book.objects.filter(name="Owed")
    return {"books": [{"book": book.pk, "version": book.version} for book in books]}


READS: dict[str, Read] = {
    "evenings/{id}/accounts": Read("evenings/{evening}/accounts", Act.SEE_ACCOUNTS, own=OWN),
    "evenings/{id}/accounts.csv": Read(
        "evenings/{evening}/accounts.csv", Act.SEE_ACCOUNTS, own=OWN
    ),
    "evenings/{id}/payments": Read("evenings/{evening}/payments", Act.SEE_ACCOUNTS),
    "clubs/{slug}/books": Read("clubs/{slug}/books", OWN),
    "clubs/{slug}/settlements": Read("clubs/{slug}/settlements", OWN),
    "clubs/{slug}/settlements/preview": Read(
        "clubs/{slug}/settlements/preview", Act.SETTLE, scope=Scope.MANAGE
    ),
    "settlements/{id}": Read("settlements/{settlement}", Act.SEE_ACCOUNTS, own=OWN),
    "payments/{id}": Read("payments/{payment}", Act.SEE_ACCOUNTS, own=OWN),
    "settlements/{id}/accounts.csv": Read(
        "settlements/{settlement}/accounts.csv", Act.SEE_ACCOUNTS, own=OWN
    ),
    "players/{id}/statement": Read("players/{player}/statement", Act.SEE_ACCOUNTS, own=OWN),
    "players/{id}/statement.csv": Read("players/{player}/statement.csv", Act.SEE_ACCOUNTS, own=OWN),
    "clubs/{slug}/limits": Read("clubs/{slug}/limits", Act.SEE_CLUB),
    "clubs/{slug}/me/limits": Read("clubs/{slug}/me/limits", OWN),
}
WRITES: dict[str, Write] = {
    "evenings/{id}/payments": Write(
        "evenings/{evening}/payments",
        Act.PAY_ANY,
        lambda here: {
            "payer": here.house.players["ann"].pk,
            "payee": here.house.players["bob"].pk,
            "amount": 5,
        },
        required=("payer", "payee", "amount"),
        nullable=("payer", "payee"),
    ),
    "evenings/{id}/payments/settle": Write(
        "evenings/{evening}/payments/settle",
        Act.PAY_ANY,
        lambda here: {
            "player": here.house.players["ann"].pk,
            "version": here.ids.get("book_version", 0),
        },
        required=("player", "version"),
        before=owed_tonight,
    ),
    "evenings/{id}/payments/{posting}/undo": Write(
        "evenings/{evening}/payments/{posting}/undo",
        Act.PAY_ANY,
        lambda _: {},
        before=paid_tonight,
    ),
    "clubs/{slug}/settlements": Write(
        "clubs/{slug}/settlements", Act.SETTLE, _seen, required=("books",), before=owed
    ),
    "payments/{id}": Write(
        "payments/{payment}",
        Act.PAY_ANY,
        lambda _: {"made": True},
        own=Act.PAY_OWN,
        status=200,
        required=("made",),
    ),
    "players/{id}/statement/letter": Write(
        "players/{player}/statement/letter",
        Act.SETTLE,
        lambda _: {"starts_on": "2026-11-01", "ends_on": "2026-11-30"},
        own=Act.CHOOSE_OWN,
        status=202,
        required=("starts_on", "ends_on"),
        nullable=("starts_on", "ends_on"),
    ),
    "clubs/{slug}/limits": Write(
        "clubs/{slug}/limits",
        Act.SET_CLUB,
        lambda _: LIMITS,
        status=200,
        required=("most_staked", "most_owed"),
        nullable=("most_staked", "most_owed"),
    ),
    "clubs/{slug}/me/limits": Write(
        "clubs/{slug}/me/limits",
        Act.CHOOSE_OWN,
        lambda _: LIMITS,
        status=200,
        required=("most_staked", "most_owed"),
        nullable=("most_staked", "most_owed"),
        before=all_play,
    ),
}
