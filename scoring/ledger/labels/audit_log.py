"""Accounts and settlements in the audit log."""

from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import register_acts, register_names
from scoring.ledger.models import Book, Settlement

ACTS = {
    "book_open": (
        gettext_lazy("Evening accounts opened"),
        gettext_lazy("Evening accounts opened: %(about)s"),
    ),
    "book_settle": (gettext_lazy("Evening settled"), gettext_lazy("Evening settled: %(about)s")),
    "club_limits_set": (
        gettext_lazy("Betting limits changed"),
        gettext_lazy("Betting limits changed"),
    ),
    "player_limits_set": (
        gettext_lazy("Own betting limits changed"),
        gettext_lazy("Own betting limits changed: %(about)s"),
    ),
    "books_settle": (
        gettext_lazy("Evenings settled together"),
        gettext_lazy("Evenings settled together: %(about)s (evenings: %(books)s)"),
    ),
    "statement_ask": (
        gettext_lazy("Statement requested by e-mail"),
        gettext_lazy("Statement requested by e-mail: %(about)s"),
    ),
    "payment_made": (
        gettext_lazy("Transfer marked as made"),
        gettext_lazy("Transfer marked as made: %(about)s"),
    ),
    "payment_not_made": (
        gettext_lazy("Transfer marked as not made"),
        gettext_lazy("Transfer marked as not made: %(about)s"),
    ),
}


def _books(ids: set[int]) -> dict[int, str]:
    found = Book.objects.filter(pk__in=ids).select_related("evening").order_by()
    return {one.pk: str(one) for one in found}


def _settlements(ids: set[int]) -> dict[int, str]:
    return {one.pk: str(one) for one in Settlement.objects.filter(pk__in=ids).order_by()}


def register() -> None:
    register_acts(ACTS)
    register_names("book", _books)
    register_names("settlement", _settlements)
