"""What is done to teams, in words."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.audit_log import Sentence, names, tells
from scoring.leagues.models import Meeting, Team

SENTENCES: dict[str, Sentence] = {
    "team_add": _("Team entered, with %(players)s players: %(about)s"),
    "team_change": _("Team changed: %(about)s"),
    "team_player_join": _("Plays for a team from %(on)s on, %(player)s: %(about)s"),
    "team_player_leave": _("Plays for a team no more from %(on)s on, %(player)s: %(about)s"),
    "team_late": _("Meetings of a team that came late, %(meetings)s: %(about)s"),
    "team_withdraw": _("Team left its season: %(about)s"),
    "team_return": _("Withdrawal of a team taken back: %(about)s"),
    "team_adjustment_give": _("Match points given or taken, %(points)s: %(about)s"),
    "team_adjustment_end": _("Ruling ended, of a team: %(about)s"),
    "meetings_plan": _("Meetings of teams made, %(rounds)s rounds: %(about)s"),
    "lineup_give": _("Line-up given: %(about)s"),
    "meeting_award": _("Awarded without play: %(about)s"),
    "meeting_award_back": _("Award taken back: %(about)s"),
    "board_award": _("Board %(number)s awarded without play: %(about)s"),
    "board_award_back": _("Award of board %(number)s taken back: %(about)s"),
    "meeting_postpone": _("Postponed to %(on)s: %(about)s"),
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
    tells(SENTENCES)
    names("team", _teams)
    names("meeting", _meetings)
