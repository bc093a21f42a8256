"""What the audit log says about tournaments."""

from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import register_acts, register_names
from games.matches.models import Event

ACTS = {
    "tournament_open": (
        gettext_lazy("Tournament opened"),
        gettext_lazy("Tournament opened: %(about)s"),
    ),
    "tournament_replan": (
        gettext_lazy("Tournament format changed"),
        gettext_lazy("Tournament format changed: %(about)s"),
    ),
    "players_enter": (gettext_lazy("Players entered"), gettext_lazy("Players entered: %(about)s")),
    "tournament_order": (
        gettext_lazy("Seeding changed"),
        gettext_lazy("Seeding changed: %(about)s"),
    ),
    "tournament_withdraw": (
        gettext_lazy("Player withdrawn from a tournament"),
        gettext_lazy("Player withdrawn from a tournament: %(about)s"),
    ),
    "tournament_back": (
        gettext_lazy("Withdrawal from a tournament undone"),
        gettext_lazy("Withdrawal from a tournament undone: %(about)s"),
    ),
    "round_off_ask": (
        gettext_lazy("Half bye requested"),
        gettext_lazy("Half bye requested: %(about)s, round %(round)s"),
    ),
    "round_off_drop": (
        gettext_lazy("Request for a half bye withdrawn"),
        gettext_lazy("Request for a half bye withdrawn: %(about)s, round %(round)s"),
    ),
    "pair_keep_apart": (
        gettext_lazy("Two players kept apart"),
        gettext_lazy("Two players kept apart: %(about)s"),
    ),
    "pair_let_meet": (
        gettext_lazy("Two players no longer kept apart"),
        gettext_lazy("Two players no longer kept apart: %(about)s"),
    ),
    "round_draw": (
        gettext_lazy("Round drawn"),
        gettext_lazy("Round drawn: %(about)s, round %(number)s, draw key %(seed)s"),
    ),
    "round_not_drawn": (
        gettext_lazy("Scheduled draw failed"),
        gettext_lazy("Scheduled draw failed: %(about)s, round %(number)s"),
    ),
    "round_publish": (
        gettext_lazy("Round published"),
        gettext_lazy("Round published: %(about)s, round %(number)s"),
    ),
    "round_take_back": (
        gettext_lazy("Round undone"),
        gettext_lazy("Round undone: %(about)s, round %(number)s"),
    ),
    "round_schedule": (
        gettext_lazy("Time of a draw changed"),
        gettext_lazy("Time of a draw changed: %(about)s, round %(number)s"),
    ),
    "meeting_start_back": (
        gettext_lazy("Start of a match undone"),
        gettext_lazy("Start of a match undone: %(about)s"),
    ),
    "tournament_award": (
        gettext_lazy("Tournament match decided without play"),
        gettext_lazy("Tournament match decided without play: %(about)s"),
    ),
    "pool_award": (
        gettext_lazy("Pool decided without play"),
        gettext_lazy("Pool decided without play: %(about)s"),
    ),
    "pool_award_back": (
        gettext_lazy("Decision on a pool withdrawn"),
        gettext_lazy("Decision on a pool withdrawn: %(about)s"),
    ),
    "tournament_award_back": (
        gettext_lazy("Decision on a tournament match withdrawn"),
        gettext_lazy("Decision on a tournament match withdrawn: %(about)s"),
    ),
}


def register() -> None:
    register_acts(ACTS)
    register_names("tournament", _names)


def _names(ids: set[int]) -> dict[int, str]:
    return dict(Event.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))
