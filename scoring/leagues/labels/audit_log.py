"""Seasons and their fixtures in the audit log."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import Sentence, names, tells
from scoring.leagues.models import Fixture

SENTENCES: dict[str, Sentence] = {
    "season_plan": gettext_lazy("Fixtures made, %(rounds)s rounds: %(about)s"),
    "entrant_join": gettext_lazy("Came into a season, %(player)s: %(about)s"),
    "entrant_withdraw": gettext_lazy("Left a season, %(player)s: %(about)s"),
    "entrant_return": gettext_lazy("Withdrawal taken back, %(player)s: %(about)s"),
    "fixture_postpone": gettext_lazy("Postponed to %(on)s: %(about)s"),
    "fixture_award": gettext_lazy("Awarded without play: %(about)s"),
    "fixture_award_back": gettext_lazy("Award taken back: %(about)s"),
    "division_set": gettext_lazy("Division changed: %(about)s"),
    "division_open": gettext_lazy("Division opened, level %(level)s: %(about)s"),
    "adjustment_give": gettext_lazy("Points given or taken, %(points)s for %(player)s: %(about)s"),
    "adjustment_end": gettext_lazy("Ruling ended, of %(player)s: %(about)s"),
}


def _fixtures(ids: set[int]) -> dict[int, str]:
    found = Fixture.objects.filter(pk__in=ids).order_by()
    return {
        one.pk: _("%(a)s against %(b)s") % {"a": one.home, "b": one.away or "–"}
        for one in found.select_related("home", "away")
    }


def register() -> None:
    tells(SENTENCES)
    names("fixture", _fixtures)
