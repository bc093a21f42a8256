"""What the audit log says about matches."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import register_acts, register_names
from games.matches.models import Event, Match

ACTS = {
    "match_start": (gettext_lazy("Match started"), gettext_lazy("Match started: %(about)s")),
    "entry": (gettext_lazy("Entry made"), gettext_lazy("Entered, %(about)s: entry %(number)s")),
    "entry_ruled": (
        gettext_lazy("Entry made with a ruling"),
        gettext_lazy("Entered with a ruling, %(about)s: entry %(number)s"),
    ),
    "entry_correct": (
        gettext_lazy("Entry corrected"),
        gettext_lazy("Corrected, %(about)s: entry %(number)s"),
    ),
    "entry_undo": (
        gettext_lazy("Entry undone"),
        gettext_lazy("Undone, %(about)s: entry %(number)s"),
    ),
    "entry_mend": (
        gettext_lazy("Entry fixed by the players"),
        gettext_lazy("Fixed by the players, %(about)s: entry %(number)s"),
    ),
    "match_annul": (gettext_lazy("Match annulled"), gettext_lazy("Match annulled: %(about)s")),
    "match_annul_back": (gettext_lazy("Match restored"), gettext_lazy("Match restored: %(about)s")),
    "game_confirm": (
        gettext_lazy("Game confirmed"),
        gettext_lazy("Game confirmed, %(about)s: game %(game)s"),
    ),
    "flag_raise": (gettext_lazy("Result flagged"), gettext_lazy("Flagged: %(about)s")),
    "flag_settle": (gettext_lazy("Result flag closed"), gettext_lazy("Flag closed: %(about)s")),
    "event_open": (gettext_lazy("Season opened"), gettext_lazy("Season opened: %(about)s")),
}


def _matches(ids: set[int]) -> dict[int, str]:
    found = Match.objects.filter(pk__in=ids).select_related("player_a", "player_b").order_by()
    return {
        one.pk: _("%(a)s against %(b)s") % {"a": one.player_a.name, "b": one.player_b.name}
        for one in found
    }


def _events(ids: set[int]) -> dict[int, str]:
    return dict(Event.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))


def register() -> None:
    register_acts(ACTS)
    register_names("match", _matches)
    register_names("season", _events)
