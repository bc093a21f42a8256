"""Where a rule is written, said as a reader expects it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.codes import AGREEMENT, EB, ENQUIRE, FOSTER, MODERN

WORKS: Mapping[str, str | Promise] = {
    EB: gettext_lazy("Britannica 1911"),
    MODERN: gettext_lazy("modern rules"),
    ENQUIRE: gettext_lazy("Enquire Within"),
    FOSTER: gettext_lazy("Foster"),
    AGREEMENT: gettext_lazy("by agreement"),
    "Hoyle Improved": gettext_lazy("Hoyle’s Games Improved"),
    "modern rotation": gettext_lazy("modern rotation"),
}


def law(citation: str) -> str:
    """`law 42, law 49`, `art. 63` or the name of a work, in the reader's language."""
    return ", ".join(_cited(one) for one in citation.split(", "))


def _cited(one: str) -> str:
    kind, _space, number = one.partition(" ")
    if kind == "law":
        return _("law %(number)s") % {"number": number}
    if kind == "art.":
        return _("article %(number)s") % {"number": number}
    return str(WORKS[one])
