"""The deeds of the record in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import Sentence, names, tells
from games.matches.models import Event, Match

SENTENCES: dict[str, Sentence] = {
    "match_start": gettext_lazy("Match started: %(about)s"),
    "entry": gettext_lazy("Entered, %(about)s: entry %(number)s"),
    "entry_ruled": gettext_lazy("Entered with a ruling, %(about)s: entry %(number)s"),
    "entry_correct": gettext_lazy("Corrected, %(about)s: entry %(number)s"),
    "entry_undo": gettext_lazy("Undone, %(about)s: entry %(number)s"),
    "entry_mend": gettext_lazy("Fixed by the players, %(about)s: entry %(number)s"),
    "match_annul": gettext_lazy("Match annulled: %(about)s"),
    "match_annul_back": gettext_lazy("Match restored: %(about)s"),
    "game_confirm": gettext_lazy("Game confirmed, %(about)s: game %(game)s"),
    "flag_raise": gettext_lazy("Flagged: %(about)s"),
    "flag_settle": gettext_lazy("Flag closed: %(about)s"),
    "event_open": gettext_lazy("Season opened: %(about)s"),
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
    tells(SENTENCES)
    names("match", _matches)
    names("season", _events)
