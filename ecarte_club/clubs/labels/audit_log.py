"""What the audit log says about people, roles and rules, and the names of what it mentions."""

from collections.abc import Iterable
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import register_acts, register_names
from ecarte_club.clubs.models import Club, HouseRules, Player, User
from ecarte_club.clubs.permissions import Role, role_name
from ecarte_club.clubs.selectors.audit_log import FORMATTERS

ACTS = {
    "player_add": (_("Player added"), _("Player added: %(about)s")),
    "player_rename": (_("Player renamed"), _("Player renamed: %(about)s")),
    "player_leave": (_("Player left"), _("Player left: %(about)s, %(on)s")),
    "player_return": (_("Player came back"), _("Player came back: %(about)s")),
    "players_merge": (_("Players merged"), _("Players merged: %(gone)s, now %(about)s")),
    "player_anonymise": (_("Player made anonymous"), _("Player made anonymous: %(about)s")),
    "choices_make": (
        _("Choice of what the public sees"),
        _("Choice of what the public sees: %(about)s"),
    ),
    "calendar_renew": (_("Calendar addresses renewed"), _("Calendar addresses renewed: %(about)s")),
    "invitation_make": (_("Invitation created"), _("Invitation created: %(to)s")),
    "invitation_revoke": (_("Invitation withdrawn"), _("Invitation withdrawn: %(to)s")),
    "invitation_accept": (_("Invitation accepted"), _("Invitation accepted: %(to)s")),
    "role_give": (_("Role given"), _("Role given: %(about)s, %(role)s")),
    "role_take": (_("Role removed"), _("Role removed: %(about)s, %(role)s")),
    "second_factor_set": (
        _("Two-step sign-in required"),
        _("Two-step sign-in required: %(wanted)s"),
    ),
    "club_set": (_("Settings changed"), _("Settings changed: %(fields)s")),
    "rules_make": (_("Club rules made"), _("Club rules made: %(about)s")),
    "rules_retire": (_("Club rules retired"), _("Club rules retired: %(about)s")),
}
FIELDS = {
    "name": _("name"),
    "place": _("place"),
    "public": _("public"),
    "code": _("code of laws"),
    "rules": _("club rules"),
    "confirms": _("the opponent confirms each game"),
    "names_shown": _("players’ names for the public"),
    "shows_odds": _("odds beside matches in play"),
    "unit": _("what is played for"),
}


def _role(value: str) -> str:
    return str(role_name(Role(value))) if value in list(Role) else value


def _day(value: str) -> str:
    return date_format(date.fromisoformat(value), "DATE_FORMAT")


def _fields(value: Iterable[str]) -> str:
    return ", ".join(str(FIELDS.get(name, name)) for name in value)


def _wanted(value: bool) -> str:
    return str(_("yes") if value else _("no"))


def _players(ids: set[int]) -> dict[int, str]:
    return dict(Player.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))


def _users(ids: set[int]) -> dict[int, str]:
    return {user.pk: str(user) for user in User.objects.filter(pk__in=ids)}


def _rules(ids: set[int]) -> dict[int, str]:
    return dict(HouseRules.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))


def _clubs(ids: set[int]) -> dict[int, str]:
    return dict(Club.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))


def register() -> None:
    register_acts(ACTS)
    register_names("player", _players)
    register_names("user", _users)
    register_names("rules", _rules)
    register_names("club", _clubs)
    FORMATTERS.update(role=_role, on=_day, fields=_fields, wanted=_wanted)
