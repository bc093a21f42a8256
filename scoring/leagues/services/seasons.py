"""Opening a season; and its lock: one act at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from secrets import token_hex
from types import MappingProxyType
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Invalid, Stale, get_or_absent
from ecarte_club.core.names import unseen_refusal
from games.matches.services.matches import MatchTerms, event_open
from scoring.leagues.messages import season_opened_message
from scoring.leagues.models import Fixture, League, Meeting, Season, Team
from scoring.tables.criteria import TEAM_TIE_BREAKS, TIE_BREAKS, USUAL, USUAL_OF_TEAMS
from scoring.tables.results import Scheme

from .standings import season_bump

POINTS_MOST = 100
USUAL_SCHEME = Scheme()
# What forms and programs call what a scheme has beside the points of a match.
ELSE: Mapping[str, str] = MappingProxyType(
    {
        "walkover": "points_walkover",
        "walkover_games": "walkover_games",
        "forfeit": "points_forfeit",
        "bye": "points_bye",
        "half_bye": "points_half_bye",
        "treble_bonus": "treble_bonus",
        "game_bonus": "game_bonus",
        "value_bonus": "value_bonus",
    }
)
NAMES = MappingProxyType({**{name: f"points_{name}" for name in ("win", "draw", "loss")}, **ELSE})
SEED_MOST = 80
BOARDS_MOST = 12


def _tie_break_errors(field: str, chosen: Sequence[str], allowed: Sequence[str]) -> dict[str, str]:
    if not set(chosen) <= set(allowed):
        return {field: _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(allowed)}}
    if len(set(chosen)) < len(chosen):
        return {field: _("Choose each tie-break only once.")}
    return {}


@dataclass(frozen=True, slots=True)
class TeamTerms:
    """For a season of teams: at how many boards they meet, what a meeting is worth, and what parts
    teams with equal match points. `forfeit`: for a team that did not come; None: as for a loss."""

    boards: int
    win: int = USUAL_SCHEME.win
    draw: int = USUAL_SCHEME.draw
    loss: int = USUAL_SCHEME.loss
    tie_breaks: tuple[str, ...] = USUAL_OF_TEAMS
    forfeit: int | None = None

    def errors(self) -> dict[str, str]:
        """By the names of a season's columns."""
        errors = {}
        if not 1 <= self.boards <= BOARDS_MOST:
            errors["boards"] = _("Must be from 1 to %(most)s.") % {"most": BOARDS_MOST}
        for name in ("win", "draw", "loss"):
            if not 0 <= getattr(self, name) <= POINTS_MOST:
                text = _("Must be from 0 to %(most)s.") % {"most": POINTS_MOST}
                errors[f"meeting_{name}"] = text
        if self.forfeit is not None and not -POINTS_MOST <= self.forfeit <= POINTS_MOST:
            text = _("Must be from %(least)s to %(most)s.")
            errors["meeting_forfeit"] = text % {"least": -POINTS_MOST, "most": POINTS_MOST}
        return errors | _tie_break_errors("team_breaks", self.tie_breaks, TEAM_TIE_BREAKS)

    def columns(self) -> dict[str, Any]:
        """As the columns of a season have it."""
        return {
            "boards": self.boards,
            "meeting_win": self.win,
            "meeting_draw": self.draw,
            "meeting_loss": self.loss,
            "meeting_forfeit": self.forfeit,
            "team_breaks": list(self.tie_breaks),
        }


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    name: str
    starts_on: date
    ends_on: date
    terms: MatchTerms
    scheme: Scheme = USUAL_SCHEME
    tie_breaks: tuple[str, ...] = USUAL
    public: bool = True
    # From which lots are drawn; one is made where there is none.
    seed: str = ""
    # None: single players play it.
    teams: TeamTerms | None = None

    def check(self) -> None:
        errors = {}
        if not self.name.strip():
            errors["name"] = _("Give a name.")
        elif text := unseen_refusal(self.name.strip()):
            errors["name"] = text
        if self.ends_on < self.starts_on:
            errors["ends_on"] = _("Must not be before the first day.")
        errors |= _tie_break_errors("tie_breaks", self.tie_breaks, TIE_BREAKS)
        for name, field in NAMES.items():
            given = getattr(self.scheme, name)
            least = -POINTS_MOST if name == "forfeit" else 0
            if given is not None and not least <= given <= POINTS_MOST:
                text = _("Must be from %(least)s to %(most)s.")
                errors[field] = text % {"least": least, "most": POINTS_MOST}
        if self.teams is not None:
            errors |= self.teams.errors()
        if len(self.seed) > SEED_MOST:
            errors["seed"] = _("Must be %(most)s characters at most.") % {"most": SEED_MOST}
        if errors:
            raise Invalid("invalid_season", _("The season was not opened."), errors=errors)


@transaction.atomic(savepoint=False)
def season_open(*, by: Person, league: str, plan: SeasonPlan) -> Season:
    """Raises: Invalid naming the field; Denied."""
    require(by, Act.OPEN_SEASON)
    plan.check()
    if not league.strip():
        raise Invalid("invalid_season", _("Give a name."), field="league")
    if text := unseen_refusal(league.strip()):
        raise Invalid("invalid_season", text, field="league")
    event = event_open(
        by=by,
        name=plan.name.strip(),
        public=plan.public,
        terms=plan.terms,
        of_teams=plan.teams is not None,
    )
    found, _made = League.objects.get_or_create(club_id=by.club_id, name=league.strip())
    season = Season.objects.create(
        league=found,
        event=event,
        starts_on=plan.starts_on,
        ends_on=plan.ends_on,
        points_win=plan.scheme.win,
        points_draw=plan.scheme.draw,
        points_loss=plan.scheme.loss,
        points_else=points_else(plan.scheme),
        seed=plan.seed.strip() or token_hex(8),
        tie_breaks=list(plan.tie_breaks),
        **(plan.teams.columns() if plan.teams else {}),
    )
    season_opened_message(season)
    return season


def points_else(scheme: Scheme) -> dict[str, int]:
    """What is not as usual, by the names of Scheme."""
    given = {name: getattr(scheme, name) for name in ELSE}
    return {name: worth for name, worth in given.items() if worth != getattr(USUAL_SCHEME, name)}


def team_terms_of(season: Season) -> TeamTerms | None:
    """None where single players play it."""
    if not season.boards:
        return None
    points = (season.meeting_win, season.meeting_draw, season.meeting_loss)
    order = tuple(season.team_order)
    return TeamTerms(season.boards, *points, order, season.meeting_forfeit)


REASON_MOST = 200
Row = TypeVar("Row", bound=Fixture | Meeting | Team)
RELATED: Mapping[type[Model], tuple[str, ...]] = {
    Fixture: ("round", "match"),
    Meeting: ("round", "home", "away"),
    Team: (),
}


def season_lock(by: Person, season: Season, version: int, act: Act = Act.RUN_SEASON) -> Season:
    """At its next version. Raises: Denied; Absent; Stale for a `version` that is not the newest."""
    require(by, act)
    locked = own_season_lock(by, season.pk)
    if locked.version - 1 != version:
        raise Stale(sent=version, current=locked.version - 1)
    return locked


def row_lock(by: Person, row: Row, version: int) -> tuple[Season, Row]:
    """Its season, and the row as it is now, at its next version.

    Raises: Absent; Stale, of the row.
    """
    season = own_season_lock(by, row.event_id if isinstance(row, Fixture) else row.season_id)
    model = type(row)
    rows: QuerySet[Row] = model._default_manager.all()  # type: ignore[assignment]  # of any of the three models
    now = get_or_absent(rows.select_related(*RELATED[model]), row.pk)
    if now.version != version:
        raise Stale(sent=version, current=now.version)
    now.version += 1
    return season, now


def own_season_lock(by: Person, season_id: int) -> Season:
    """At its next version. Raises: Absent for one of another club too."""
    season = season_bump(season_id)
    if season is None or season.league.club_id != by.club_id:
        raise Absent
    return season


def checked_reason(text: str) -> str:
    """Raises: Invalid where there is none, or too much of it."""
    reason = " ".join(text.replace("\x00", "").split())
    if not reason:
        raise Invalid("reason_needed", _("Give a reason: everybody can read it."), field="reason")
    if len(reason) > REASON_MOST:
        wrong = _("Must be %(most)s characters at most.") % {"most": REASON_MOST}
        raise Invalid("reason_long", wrong, field="reason")
    return reason
