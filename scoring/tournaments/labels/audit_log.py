"""The deeds of tournaments in words."""

from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import Sentence, names, tells
from games.matches.models import Event

SENTENCES: dict[str, Sentence] = {
    "tournament_open": gettext_lazy("Tournament opened: %(about)s"),
    "tournament_replan": gettext_lazy("Plan changed: %(about)s"),
    "players_enter": gettext_lazy("Players entered: %(about)s"),
    "tournament_order": gettext_lazy("Order of seeds changed: %(about)s"),
    "tournament_withdraw": gettext_lazy("A player withdrawn: %(about)s"),
    "tournament_back": gettext_lazy("A withdrawal taken back: %(about)s"),
    "round_off_ask": gettext_lazy("Half a bye asked for in round %(round)s: %(about)s"),
    "round_off_drop": gettext_lazy("Half a bye in round %(round)s taken back: %(about)s"),
    "pair_keep_apart": gettext_lazy("Two players kept apart: %(about)s"),
    "pair_let_meet": gettext_lazy("Two players not kept apart any more: %(about)s"),
    "round_draw": gettext_lazy("Drawn: round %(number)s, seed %(seed)s, %(about)s"),
    "round_not_drawn": gettext_lazy("Could not be drawn on schedule: round %(number)s, %(about)s"),
    "round_publish": gettext_lazy("Published: round %(number)s, %(about)s"),
    "round_take_back": gettext_lazy("Taken back: round %(number)s, %(about)s"),
    "round_schedule": gettext_lazy("Time of the draw changed: round %(number)s, %(about)s"),
    "meeting_start_back": gettext_lazy("The start of a match taken back: %(about)s"),
    "meeting_award": gettext_lazy("A match awarded: %(about)s"),
    "pool_award": gettext_lazy("A pool awarded: %(about)s"),
    "pool_award_back": gettext_lazy("An award of a pool taken back: %(about)s"),
    "meeting_award_back": gettext_lazy("An award taken back: %(about)s"),
}


def register() -> None:
    tells(SENTENCES)
    names("tournament", _names)


def _names(ids: set[int]) -> dict[int, str]:
    return dict(Event.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))
