"""The deeds of the ledger in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.deeds import Sentence, names, tells

from .models import Book

SENTENCES: dict[str, Sentence] = {
    "book_open": gettext_lazy("Book opened: %(about)s"),
    "book_settle": gettext_lazy("Book settled: %(about)s"),
    "club_limits_set": gettext_lazy("Limits of stakes changed"),
    "player_limits_set": gettext_lazy("Own limits of stakes changed: %(about)s"),
}


def _books(ids: set[int]) -> dict[int, str]:
    found = Book.objects.filter(pk__in=ids).select_related("evening").order_by()
    return {one.pk: _("the book of %(name)s") % {"name": one} for one in found}


def register() -> None:
    tells(SENTENCES)
    names("book", _books)
