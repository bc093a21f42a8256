"""Evenings in the audit log."""

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import Sentence, names, tells
from games.evenings.models import Evening, Phone

SENTENCES: dict[str, Sentence] = {
    "evening_open": _("Evening opened: %(about)s"),
    "evening_change": _("Evening changed: %(about)s"),
    "evening_sign_off": _("Evening signed off: %(about)s"),
    "table_add": _("Table added, %(about)s: %(table)s"),
    "table_rename": _("Table renamed, %(about)s: %(table)s"),
    "code_renew": _("Table code renewed, %(about)s: %(table)s"),
    "phone_open": _("Phone connected, %(about)s: table %(table)s"),
    "player_arrive": _("Marked as present, %(about)s: %(player)s"),
    "player_go": _("Marked as gone home, %(about)s: %(player)s"),
    "letters_send": _("Remaining result e-mails sent, %(about)s: %(letters)s"),
}


def _evenings(ids: set[int]) -> dict[int, str]:
    found = Evening.objects.filter(pk__in=ids).order_by()
    return {one.pk: one.name or date_format(one.held_on, "DATE_FORMAT") for one in found}


def _phones(ids: set[int]) -> dict[int, str]:
    found = Phone.objects.filter(pk__in=ids).select_related("player", "table")
    return {phone.pk: _phone(phone) for phone in found.order_by()}


def _phone(phone: Phone) -> str:
    if phone.player is not None:
        return gettext("%(name)s, with a table code") % {"name": phone.player.name}
    return gettext("Somebody at table %(table)s") % {"table": phone.table.name}


def register() -> None:
    tells(SENTENCES)
    names("evening", _evenings)
    names("phone", _phones)
