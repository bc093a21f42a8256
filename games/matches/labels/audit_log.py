"""What the audit log says about matches."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import register_acts, register_names
from games.matches.models import Event, Match

# Translators: of matches, %(about)s is “Ann against Bob”; of seasons, the name.
ACTS = {
    "match_start": (_("Match started"), _("Match started: %(about)s")),
    "entry": (_("Entry made"), _("Entry %(number)s made: %(about)s")),
    "entry_ruled": (
        _("Entry made with a ruling"),
        _("Entry %(number)s made with a ruling: %(about)s"),
    ),
    "entry_correct": (
        _("Entry corrected"),
        _("Entry %(number)s corrected: %(about)s"),
    ),
    "entry_insert": (
        _("Forgotten entry inserted"),
        _("Entry %(number)s inserted: %(about)s"),
    ),
    "entry_undo": (
        _("Entry undone"),
        _("Entry %(number)s undone: %(about)s"),
    ),
    "entry_mend": (
        _("Entry fixed by the players"),
        _("Entry %(number)s fixed by the players: %(about)s"),
    ),
    "match_annul": (_("Match annulled"), _("Match annulled: %(about)s")),
    "match_annul_back": (_("Match restored"), _("Match restored: %(about)s")),
    "match_abandoned": (_("Match abandoned"), _("Match abandoned: %(about)s")),
    "match_adjourned": (_("Match adjourned"), _("Match adjourned: %(about)s")),
    "match_resume": (_("Match resumed"), _("Match resumed: %(about)s")),
    "match_change_players": (
        _("Players of a match changed"),
        _("Players changed: %(about)s; entered again as match %(match)s"),
    ),
    "match_enter_again": (
        _("Match entered again for other players"),
        _("Entered again for other players: %(about)s; annulled: match %(match)s"),
    ),
    "match_change_table": (
        _("Table of a match changed"),
        _("Table changed to %(table)s: %(about)s"),
    ),
    "game_confirm": (
        _("Game confirmed"),
        _("Game %(game)s confirmed: %(about)s"),
    ),
    "flag_raise": (_("Result flagged"), _("Result flagged: %(about)s")),
    "flag_settle": (_("Result flag closed"), _("Result flag closed: %(about)s")),
    "event_open": (_("Season opened"), _("Season opened: %(about)s")),
}


def _matches(ids: set[int]) -> dict[int, str]:
    found = Match.objects.filter(pk__in=ids).select_related("player_a", "player_b").order_by()
    return {
        one.pk: gettext("%(a)s against %(b)s") % {"a": one.player_a.name, "b": one.player_b.name}
        for one in found
    }


def _events(ids: set[int]) -> dict[int, str]:
    return dict(Event.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))


def register() -> None:
    register_acts(ACTS)
    register_names("match", _matches)
    register_names("season", _events)
