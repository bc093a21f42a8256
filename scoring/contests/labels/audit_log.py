"""Pools and chouettes in the audit log."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import register_acts, register_names
from scoring.contests.models import Contest

ACTS = {
    "contest_open": (
        gettext_lazy("Pool or chouette opened"),
        gettext_lazy("Pool or chouette opened: %(about)s"),
    ),
    "contest_accept": (
        gettext_lazy("Terms of a pool or chouette accepted"),
        gettext_lazy("Terms of a pool or chouette accepted: %(about)s"),
    ),
    "contest_tell": (
        gettext_lazy("Entry in a pool or chouette"),
        gettext_lazy("Entry in a pool or chouette: %(about)s"),
    ),
    "contest_correct": (
        gettext_lazy("Pool or chouette corrected"),
        gettext_lazy("Pool or chouette corrected: %(about)s"),
    ),
    "contest_draw": (
        gettext_lazy("Places drawn by lot"),
        gettext_lazy("Places drawn by lot: %(about)s, draw key %(seed)s"),
    ),
}


def _contests(ids: set[int]) -> dict[int, str]:
    found = Contest.objects.filter(pk__in=ids).select_related("table", "evening").order_by()
    return {one.pk: _("%(contest)s, table %(table)s, %(evening)s") % _said(one) for one in found}


def _said(contest: Contest) -> dict[str, object]:
    kind = contest.get_kind_display()
    return {"contest": kind, "table": contest.table, "evening": contest.evening}


def register() -> None:
    register_acts(ACTS)
    register_names("contest", _contests)
