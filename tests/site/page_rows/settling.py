"""Accounts of evenings, settling, and statements."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from scoring.ledger.models import Book
from tests.support.scene import Scene
from tests.support.settlings import all_play, owed, owed_tonight, paid_tonight

from .kinds import Page


def _seen(_scene: Scene) -> Mapping[str, Any]:
    book = Book.objects.get(name="Owed")
    return {"books": f"{book.pk}:{book.version}"}


OWN = Act.SEE_OWN_ACCOUNT
LIMITS = {"most_staked": "5", "most_owed": ""}
PAGES: dict[str, Page] = {
    "evening_accounts": Page("evenings/{evening}/accounts/", Act.SEE_ACCOUNTS, own=OWN),
    "evening_accounts_csv": Page("evenings/{evening}/accounts.csv", Act.SEE_ACCOUNTS, own=OWN),
    "evening_cash": Page(
        "evenings/{evening}/accounts/payments/",
        Act.PAY_ANY,
        sent=lambda here: {
            "payer": str(here.house.players["ann"].pk),
            "payee": "club",
            "amount": "5",
        },
    ),
    "cash_settle": Page(
        "evenings/{evening}/accounts/payments/settle/{player}/",
        Act.PAY_ANY,
        sent=lambda here: {"version": str(here.ids["book_version"])},
        reads=False,
        before=owed_tonight,
    ),
    "cash_undo": Page(
        "evenings/{evening}/accounts/payments/{posting}/undo/",
        Act.PAY_ANY,
        sent=lambda _: {},
        reads=False,
        before=paid_tonight,
    ),
    "accounts": Page("accounts/", OWN),
    "settle": Page("accounts/settle/", Act.SETTLE, sent=_seen, before=owed),
    "settlement": Page("settlements/{settlement}/", Act.SEE_ACCOUNTS, own=OWN),
    "settlement_csv": Page("settlements/{settlement}/accounts.csv", Act.SEE_ACCOUNTS, own=OWN),
    "payment_mark": Page(
        "payments/{payment}/",
        Act.PAY_ANY,
        own=Act.PAY_OWN,
        sent=lambda _: {"made": "yes"},
        reads=False,
    ),
    "statement": Page("players/{player}/statement/", Act.SEE_ACCOUNTS, own=OWN),
    "club_limits": Page("settings/limits/", Act.SET_CLUB, sent=lambda _: LIMITS),
    "own_limits": Page("me/limits/", Act.CHOOSE_OWN, sent=lambda _: LIMITS, before=all_play),
    "statement_letter": Page(
        "players/{player}/statement/letter/",
        Act.SETTLE,
        own=Act.CHOOSE_OWN,
        sent=lambda _: {"starts_on": "", "ends_on": ""},
        reads=False,
    ),
    "statement_csv": Page("players/{player}/statement.csv", Act.SEE_ACCOUNTS, own=OWN),
}
