"""Acts in the audit log."""

from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import register_acts, register_names
from games.matches.models import Event

ACTS = {
    "tournament_open": (_("Tournament opened"), _("Tournament opened: %(about)s")),
    "tournament_replan": (
        _("Tournament format changed"),
        _("Tournament format changed: %(about)s"),
    ),
    "tournament_import": (
        _("Tournament imported from a file"),
        _("Tournament imported from a file: %(about)s"),
    ),
    "tournament_import_cancel": (
        _("Import of a file stopped"),
        _("Import of a file stopped: %(about)s"),
    ),
    "players_enter": (_("Players entered"), _("Players entered: %(about)s")),
    "tournament_order": (_("Seeding changed"), _("Seeding changed: %(about)s")),
    "tournament_order_decide": (
        _("Order decided by the committee"),
        _("Order decided by the committee: %(about)s (places: %(number)s)"),
    ),
    "tournament_order_end": (
        _("Order of the committee withdrawn"),
        _("Order of the committee withdrawn: %(about)s (places: %(number)s)"),
    ),
    "tournament_withdraw": (
        _("Player withdrawn from a tournament"),
        _("Player withdrawn from a tournament: %(about)s"),
    ),
    "tournament_back": (
        _("Withdrawal from a tournament undone"),
        _("Withdrawal from a tournament undone: %(about)s"),
    ),
    "round_off_ask": (_("Half bye requested"), _("Half bye requested: %(about)s, round %(round)s")),
    "round_off_drop": (
        _("Request for a half bye withdrawn"),
        _("Request for a half bye withdrawn: %(about)s, round %(round)s"),
    ),
    "pair_keep_apart": (_("Two players kept apart"), _("Two players kept apart: %(about)s")),
    "pair_let_meet": (
        _("Two players no longer kept apart"),
        _("Two players no longer kept apart: %(about)s"),
    ),
    "round_draw": (
        _("Round drawn"),
        _("Round drawn: %(about)s, round %(number)s, draw key %(seed)s"),
    ),
    "draw_cancel": (_("Draw cancelled"), _("Draw cancelled: %(about)s, round %(number)s")),
    "round_not_drawn": (
        _("Scheduled draw failed"),
        _("Scheduled draw failed: %(about)s, round %(number)s"),
    ),
    "pair_fix": (
        _("Pairing fixed by hand"),
        _("Pairing fixed by hand: %(about)s, round %(round)s"),
    ),
    "pair_release": (
        _("Pairing no longer fixed by hand"),
        _("Pairing no longer fixed by hand: %(about)s, round %(round)s"),
    ),
    "pairing_change": (
        _("Pairing changed by hand"),
        _("Pairing changed by hand: %(about)s, round %(round)s"),
    ),
    "pairing_change_back": (
        _("Change of a pairing undone"),
        _("Change of a pairing undone: %(about)s, round %(round)s"),
    ),
    "round_publish": (_("Round published"), _("Round published: %(about)s, round %(number)s")),
    "round_take_back": (_("Round undone"), _("Round undone: %(about)s, round %(number)s")),
    "round_schedule": (
        _("Time of a draw changed"),
        _("Time of a draw changed: %(about)s, round %(number)s"),
    ),
    "meeting_start_back": (_("Start of a match undone"), _("Start of a match undone: %(about)s")),
    "tournament_award": (
        _("Tournament match decided without play"),
        _("Tournament match decided without play: %(about)s"),
    ),
    "pool_award": (_("Pool decided without play"), _("Pool decided without play: %(about)s")),
    "pool_award_back": (
        _("Decision on a pool withdrawn"),
        _("Decision on a pool withdrawn: %(about)s"),
    ),
    "tournament_award_back": (
        _("Decision on a tournament match withdrawn"),
        _("Decision on a tournament match withdrawn: %(about)s"),
    ),
}


def register() -> None:
    register_acts(ACTS)
    register_names("tournament", _names)


def _names(ids: set[int]) -> dict[int, str]:
    return dict(Event.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))
