"""Seasons and their fixtures in the audit log."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import FORMATTERS, register_acts, register_names
from scoring.leagues.models import Fixture
from scoring.leagues.templatetags.signed_numbers import signed

ACTS = {
    "season_plan": (
        gettext_lazy("Fixtures made"),
        gettext_lazy("Fixtures made: %(about)s (rounds: %(rounds)s)"),
    ),
    "entrant_join": (
        gettext_lazy("Late player added to a season"),
        gettext_lazy("Late player added to a season: %(player)s, %(about)s"),
    ),
    "entrant_withdraw": (
        gettext_lazy("Player withdrawn from a season"),
        gettext_lazy("Player withdrawn from a season: %(player)s, %(about)s"),
    ),
    "entrant_return": (
        gettext_lazy("Withdrawal from a season undone"),
        gettext_lazy("Withdrawal from a season undone: %(player)s, %(about)s"),
    ),
    "fixture_postpone": (
        gettext_lazy("Fixture moved to another day"),
        gettext_lazy("Fixture moved to another day: %(about)s, %(on)s"),
    ),
    "fixture_award": (
        gettext_lazy("Fixture decided without play"),
        gettext_lazy("Fixture decided without play: %(about)s"),
    ),
    "fixture_award_back": (
        gettext_lazy("Decision on a fixture withdrawn"),
        gettext_lazy("Decision on a fixture withdrawn: %(about)s"),
    ),
    "division_set": (gettext_lazy("Division changed"), gettext_lazy("Division changed: %(about)s")),
    "division_open": (
        gettext_lazy("Division opened"),
        gettext_lazy("Division opened: %(about)s, level %(level)s"),
    ),
    "adjustment_give": (
        gettext_lazy("Points adjusted"),
        gettext_lazy("Points adjusted: %(player)s, %(about)s, %(points)s"),
    ),
    "adjustment_end": (
        gettext_lazy("Points adjustment withdrawn"),
        gettext_lazy("Points adjustment withdrawn: %(player)s, %(about)s"),
    ),
}


def _fixtures(ids: set[int]) -> dict[int, str]:
    found = Fixture.objects.filter(pk__in=ids).order_by()
    return {
        one.pk: _("%(a)s against %(b)s") % {"a": one.home, "b": one.away or "–"}
        for one in found.select_related("home", "away")
    }


def register() -> None:
    register_acts(ACTS)
    register_names("fixture", _fixtures)
    FORMATTERS["points"] = signed
