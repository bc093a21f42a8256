"""The deeds of a club in words, and how the things they speak of are called."""

from collections.abc import Iterable
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import Sentence, names, tells
from ecarte_club.clubs.models import Club, HouseRules, Player, User
from ecarte_club.clubs.permissions import Role, role_name
from ecarte_club.clubs.selectors.audit_log import SAYERS

SENTENCES: dict[str, Sentence] = {
    "player_add": _("Player added: %(about)s"),
    "player_rename": _("Player renamed: %(about)s"),
    "player_leave": _("Player left: %(about)s, %(on)s"),
    "player_return": _("Player came back: %(about)s"),
    "players_merge": _("Players merged: %(gone)s, now %(about)s"),
    "player_anonymise": _("Player made anonymous: %(about)s"),
    "choices_make": _("Choice of what the public sees: %(about)s"),
    "calendar_renew": _("Calendar addresses renewed: %(about)s"),
    "invitation_make": _("Invitation created: %(to)s"),
    "invitation_revoke": _("Invitation withdrawn: %(to)s"),
    "invitation_accept": _("Invitation accepted: %(to)s"),
    "role_give": _("Role given: %(about)s, %(role)s"),
    "role_take": _("Role removed: %(about)s, %(role)s"),
    "second_factor_set": _("Two-step sign-in required: %(wanted)s"),
    "club_set": _("Settings changed: %(fields)s"),
    "rules_make": _("Club rules made: %(about)s"),
    "rules_retire": _("Club rules retired: %(about)s"),
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
    return ", ".join(str(FIELDS.get(one, one)) for one in value)


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
    tells(SENTENCES)
    names("player", _players)
    names("user", _users)
    names("rules", _rules)
    names("club", _clubs)
    SAYERS.update(role=_role, on=_day, fields=_fields, wanted=_wanted)
