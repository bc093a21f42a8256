"""What is done to teams, in words."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import register_acts, register_names
from scoring.leagues.models import Meeting, Team

ACTS = {
    "team_add": (_("Team entered"), _("Team entered: %(about)s (players: %(players)s)")),
    "team_change": (_("Team changed"), _("Team changed: %(about)s")),
    "team_player_join": (
        _("Player added to a team"),
        _("Player added to a team: %(player)s, %(about)s, from %(on)s"),
    ),
    "team_player_leave": (
        _("Player removed from a team"),
        _("Player removed from a team: %(player)s, %(about)s, from %(on)s"),
    ),
    "team_late": (
        _("Meetings added for a late team"),
        _("Meetings added for a late team: %(about)s (meetings: %(meetings)s)"),
    ),
    "team_withdraw": (
        _("Team withdrawn from its season"),
        _("Team withdrawn from its season: %(about)s"),
    ),
    "team_return": (_("Withdrawal of a team undone"), _("Withdrawal of a team undone: %(about)s")),
    "team_adjustment_give": (
        _("Match points adjusted"),
        _("Match points adjusted: %(about)s, %(points)s"),
    ),
    "team_adjustment_end": (
        _("Match points adjustment withdrawn"),
        _("Match points adjustment withdrawn: %(about)s"),
    ),
    "meetings_plan": (
        _("Team meetings made"),
        _("Team meetings made: %(about)s (rounds: %(rounds)s)"),
    ),
    "lineup_give": (_("Line-up given"), _("Line-up given: %(about)s")),
    "meeting_award": (
        _("Meeting decided without play"),
        _("Meeting decided without play: %(about)s"),
    ),
    "meeting_award_back": (
        _("Decision on a meeting withdrawn"),
        _("Decision on a meeting withdrawn: %(about)s"),
    ),
    "board_award": (
        _("Board decided without play"),
        _("Board decided without play: %(about)s, board %(number)s"),
    ),
    "board_award_back": (
        _("Decision on a board withdrawn"),
        _("Decision on a board withdrawn: %(about)s, board %(number)s"),
    ),
    "meeting_postpone": (
        _("Meeting moved to another day"),
        _("Meeting moved to another day: %(about)s, %(on)s"),
    ),
}


def _teams(ids: set[int]) -> dict[int, str]:
    return dict(Team.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))


def _meetings(ids: set[int]) -> dict[int, str]:
    found = Meeting.objects.filter(pk__in=ids).order_by().select_related("home", "away")
    return {
        one.pk: gettext("%(a)s against %(b)s") % {"a": one.home, "b": one.away or "–"}
        for one in found
    }


def register() -> None:
    register_acts(ACTS)
    register_names("team", _teams)
    register_names("meeting", _meetings)
