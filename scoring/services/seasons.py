"""Opening a season."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.faults import Invalid
from games.services import MatchTerms, event_open
from scoring.models import League, Season
from scoring.rules.points import Scheme
from scoring.rules.table import USUAL, TieBreak

from .outbox import season_opened_told

POINTS_MOST = 100
USUAL_SCHEME = Scheme()


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    name: str
    starts_on: date
    ends_on: date
    terms: MatchTerms
    scheme: Scheme = USUAL_SCHEME
    tie_breaks: tuple[str, ...] = USUAL
    public: bool = True

    def check(self) -> None:
        errors = {}
        if not self.name.strip():
            errors["name"] = _("Give a name.")
        if self.ends_on < self.starts_on:
            errors["ends_on"] = _("Must not be before the first day.")
        if not set(self.tie_breaks) <= set(TieBreak):
            allowed = ", ".join(TieBreak)
            errors["tie_breaks"] = _("Must be among %(allowed)s.") % {"allowed": allowed}
        elif len(set(self.tie_breaks)) < len(self.tie_breaks):
            errors["tie_breaks"] = _("Must name each once.")
        for field in ("win", "draw", "loss"):
            if not 0 <= getattr(self.scheme, field) <= POINTS_MOST:
                text = _("Must be from 0 to %(most)s.") % {"most": POINTS_MOST}
                errors[f"points_{field}"] = text
        if errors:
            raise Invalid("invalid_season", _("A season cannot be so."), errors=errors)


@transaction.atomic(savepoint=False)
def season_open(*, by: Person, league: str, plan: SeasonPlan) -> Season:
    """Raises: Invalid naming the field; Denied."""
    require(by, Act.OPEN_SEASON)
    plan.check()
    if not league.strip():
        text = _("Give a name.")
        raise Invalid("invalid_season", text, errors={"league": text})
    event = event_open(by=by, name=plan.name.strip(), public=plan.public, terms=plan.terms)
    found, _made = League.objects.get_or_create(club_id=by.club_id, name=league.strip())
    season = Season.objects.create(
        league=found,
        event=event,
        starts_on=plan.starts_on,
        ends_on=plan.ends_on,
        points_win=plan.scheme.win,
        points_draw=plan.scheme.draw,
        points_loss=plan.scheme.loss,
        tie_breaks=list(plan.tie_breaks),
    )
    season_opened_told(season)
    return season
