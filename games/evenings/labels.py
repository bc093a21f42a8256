"""Evenings in the audit log."""

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import register_acts, register_names
from games.evenings.models import Evening, Phone

# Translators: %(about)s is the evening, by its name or its date.
ACTS = {
    "evening_open": (_("Evening opened"), _("Evening opened: %(about)s")),
    "evening_change": (_("Evening changed"), _("Evening changed: %(about)s")),
    "evening_sign_off": (_("Evening signed off"), _("Evening signed off: %(about)s")),
    "table_add": (_("Table added"), _("Table %(table)s added: %(about)s")),
    "table_rename": (_("Table renamed"), _("Table renamed to %(table)s: %(about)s")),
    "code_renew": (_("Table code renewed"), _("Code of table %(table)s renewed: %(about)s")),
    "phone_open": (_("Phone connected"), _("Phone connected at table %(table)s: %(about)s")),
    "player_arrive": (_("Player marked as present"), _("%(player)s marked as present: %(about)s")),
    "arrival_undo": (
        _("Player no longer marked as present"),
        _("%(player)s no longer marked as present: %(about)s"),
    ),
    "player_go": (_("Player marked as gone home"), _("%(player)s marked as gone home: %(about)s")),
    "letters_send": (
        _("Remaining result e-mails sent"),
        ngettext_lazy(
            "%(letters)s remaining result e-mail sent: %(about)s",
            "%(letters)s remaining result e-mails sent: %(about)s",
            "letters",
        ),
    ),
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
    register_acts(ACTS)
    register_names("evening", _evenings)
    register_names("phone", _phones)
