"""Seasons, fixtures and teams in the audit log."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import FORMATTERS, register_acts, register_names
from scoring.leagues.models import Fixture, Meeting, Team
from scoring.leagues.templatetags.signed_numbers import signed

ACTS = {
    "season_plan": (_("Fixtures made"), _("Fixtures made: %(about)s (rounds: %(rounds)s)")),
    "entrant_join": (
        _("Late player added to a season"),
        _("Late player added to a season: %(player)s, %(about)s"),
    ),
    "entrant_withdraw": (
        _("Player withdrawn from a season"),
        _("Player withdrawn from a season: %(player)s, %(about)s"),
    ),
    "entrant_return": (
        _("Withdrawal from a season undone"),
        _("Withdrawal from a season undone: %(player)s, %(about)s"),
    ),
    "fixture_postpone": (
        _("Fixture moved to another day"),
        _("Fixture moved to another day: %(about)s, %(on)s"),
    ),
    "fixture_award": (
        _("Fixture decided without play"),
        _("Fixture decided without play: %(about)s"),
    ),
    "fixture_award_back": (
        _("Decision on a fixture withdrawn"),
        _("Decision on a fixture withdrawn: %(about)s"),
    ),
    "division_set": (_("Division changed"), _("Division changed: %(about)s")),
    "division_open": (_("Division opened"), _("Division opened: %(about)s, level %(level)s")),
    "adjustment_give": (
        _("Points adjusted"),
        _("Points adjusted: %(player)s, %(about)s, %(points)s"),
    ),
    "adjustment_end": (
        _("Points adjustment withdrawn"),
        _("Points adjustment withdrawn: %(player)s, %(about)s"),
    ),
    "manual_order_decide": (
        _("Order decided by the committee"),
        _("Order decided by the committee: %(about)s (places: %(number)s)"),
    ),
    "manual_order_end": (
        _("Order of the committee withdrawn"),
        _("Order of the committee withdrawn: %(about)s (places: %(number)s)"),
    ),
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


def _fixtures(ids: set[int]) -> dict[int, str]:
    rows = Fixture.objects.filter(pk__in=ids).order_by().select_related("home", "away")
    return {row.pk: _against(row) for row in rows}


def _meetings(ids: set[int]) -> dict[int, str]:
    rows = Meeting.objects.filter(pk__in=ids).order_by().select_related("home", "away")
    return {row.pk: _against(row) for row in rows}


def _against(row: Fixture | Meeting) -> str:
    return gettext("%(a)s against %(b)s") % {"a": row.home, "b": row.away or "–"}


def _teams(ids: set[int]) -> dict[int, str]:
    return dict(Team.objects.filter(pk__in=ids).order_by().values_list("pk", "name"))


def register() -> None:
    register_acts(ACTS)
    register_names("fixture", _fixtures)
    register_names("meeting", _meetings)
    register_names("team", _teams)
    FORMATTERS["points"] = signed
