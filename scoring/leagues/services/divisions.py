"""Divisions of a season: seasons of one league with one name, the highest of level 1. Teams go on
to the next season with their captains and players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.names import unseen_refusal
from games.matches.services.matches import MatchTerms
from games.sheets.changes import SeasonPlace
from scoring.leagues.models import Season, Team, TeamPlayer
from scoring.leagues.selectors.competitors import active_players, check_players, players_lock
from scoring.leagues.selectors.next_divisions import (
    NextSeasonQuery,
    Proposed,
    divisions_of,
    proposal,
)

from .planning import entrants_enter
from .seasons import SeasonPlan, season_lock, season_open, team_terms_of

NAME_MOST = 80
NUMBER_MOST = 60


@dataclass(frozen=True, slots=True)
class Division:
    name: str
    goes_up: int = 0
    goes_down: int = 0

    def check(self) -> None:
        errors = {}
        if not self.name.strip():
            errors["division"] = _("Give a name.")
        elif len(self.name) > NAME_MOST:
            errors["division"] = _("Must be %(most)s characters at most.") % {"most": NAME_MOST}
        elif text := unseen_refusal(self.name.strip()):
            errors["division"] = text
        for field in ("goes_up", "goes_down"):
            if not 0 <= getattr(self, field) <= NUMBER_MOST:
                errors[field] = _("Must be from 0 to %(most)s.") % {"most": NUMBER_MOST}
        if errors:
            raise Invalid("invalid_division", _("The division was not saved."), errors=errors)

    def columns(self) -> dict[str, object]:
        name = self.name.strip()
        return {"division": name, "goes_up": self.goes_up, "goes_down": self.goes_down}


@transaction.atomic(savepoint=False)
def division_set(*, by: Person, season: Season, division: Division, version: int) -> Season:
    """Its name, and how many are promoted and relegated. Raises: Denied; Stale; Invalid."""
    season = season_lock(by, season, version, Act.OPEN_SEASON)
    division.check()
    for name, value in division.columns().items():
        setattr(season, name, value)
    season.save(update_fields=["division", "goes_up", "goes_down"])
    log_act(by, "division_set", kind="season", about=season.pk)
    return season


def season_import(
    *,
    by: Person,
    name: str,
    place: SeasonPlace,
    public: bool,
    terms: MatchTerms,
    days: tuple[date, date],
) -> Season:
    """A season with the usual points, of a league of the same name where the file names none.

    Raises: Denied; Invalid.
    """
    plan = SeasonPlan(name, *days, terms, public=public)
    season = season_open(by=by, league=place.league or name, plan=plan)
    if place.division:
        division = Division(place.division)
        division.check()
        season.division, season.level = division.name, place.level
        season.save(update_fields=["division", "level"])
    return season


@transaction.atomic(savepoint=False)
def division_add(*, by: Person, season: Season, division: Division, version: int) -> Season:
    """Below the lowest there is, with the days, terms and points of `season`.

    Raises: Denied; Stale; Invalid, naming the field, also where a division has this name.
    """
    season = season_lock(by, season, version, Act.OPEN_SEASON)
    division.check()
    own = divisions_of(season)
    if division.name.strip() in {other.division for other in own}:
        text = _("There is already a division with this name. Choose another name.")
        raise Invalid("division_twice", text, field="division")
    plan = _like(season, season.event.name, season.starts_on, season.ends_on)
    level = max(other.level for other in own) + 1
    return _opened(by, season, plan, division, level)


def divisions_preview(*, by: Person, season: Season, query: NextSeasonQuery) -> Sequence[Proposed]:
    """The entrants of each. Raises: Denied; Invalid, naming the field."""
    require(by, Act.OPEN_SEASON)
    if season.boards:
        return _teams_proposed(season, query)
    check_players(by.club_id, query.newcomers, "newcomers")
    return proposal(season, query)


@transaction.atomic(savepoint=False)
def divisions_open(
    *,
    by: Person,
    season: Season,
    query: NextSeasonQuery,
    name: str,
    days: tuple[date, date],
    version: int,
) -> list[Season]:
    """The divisions of the next season, each with its entrants; fixtures are made later. Teams keep
    their captains and the players of today.

    Raises: Denied; Stale, of this division's season; Invalid, naming the field.
    """
    require(by, Act.OPEN_SEASON)
    if season.boards:
        _members_lock(by.club_id, season)
    else:
        players_lock(by.club_id, query.newcomers, field="newcomers")
    season = season_lock(by, season, version, Act.OPEN_SEASON)
    if Season.objects.filter(league=season.league_id, event__name=name.strip()).exists():
        text = _("The league already has a season of this name. Choose another name.")
        raise Invalid("season_twice", text, field="name")
    proposed = _teams_proposed(season, query) if season.boards else proposal(season, query)
    return [_next(by, one, name, days) for one in proposed]


def _next(by: Person, proposed: Proposed, name: str, days: tuple[date, date]) -> Season:
    before = proposed.season
    division = Division(before.division, before.goes_up, before.goes_down)
    made = _opened(by, before, _like(before, name, *days), division, before.level)
    if before.boards:
        _teams_enter(made, proposed.entrants)
    else:
        entrants_enter(made, proposed.entrants)
    return made


def _like(season: Season, name: str, first: date, last: date) -> SeasonPlan:
    event = season.event
    own = {field: getattr(event, field) for field in MatchTerms().fields()}
    return SeasonPlan(
        name=name,
        starts_on=first,
        ends_on=last,
        terms=MatchTerms(**own),
        scheme=season.scheme,
        tie_breaks=tuple(season.tie_breaks),
        public=event.public,
        teams=team_terms_of(season),
    )


def _opened(by: Person, like: Season, plan: SeasonPlan, division: Division, level: int) -> Season:
    made = season_open(by=by, league=like.league.name, plan=plan)
    made.level, made.points_else, made.seed = level, like.points_else, like.seed
    for name, value in division.columns().items():
        setattr(made, name, value)
    made.save(update_fields=["level", "points_else", "seed", "division", "goes_up", "goes_down"])
    log_act(by, "division_open", kind="season", about=made.pk, level=level)
    return made


def _teams_proposed(season: Season, query: NextSeasonQuery) -> Sequence[Proposed]:
    """Raises: Invalid, naming the field, also where those of a division could not be in one."""
    found = proposal(season, query)
    for one in found:
        _check_together(one)
    return found


def _check_together(proposed: Proposed) -> None:
    """Teams that were in two divisions may have one name, or a player in common."""
    teams = Team.objects.filter(pk__in=proposed.entrants)
    division = proposed.season.division or proposed.season.level
    (name, times), *_more = Counter(teams.values_list("name", flat=True)).most_common(1)
    if times > 1:
        text = _("Two teams of division %(division)s would be called %(name)s: rename one first.")
        text %= {"division": division, "name": name}
        raise Invalid("team_twice", text, field="divisions")
    members = _members(proposed.entrants).select_related("player")
    times_of = Counter(members.values_list("player", flat=True))
    both = next((one for one in members if times_of[one.player_id] > 1), None)
    if both is not None:
        text = _(
            "%(name)s would play for two teams of division %(division)s. Change "
            "one of the teams first."
        )
        text %= {"division": division, "name": both.player.name}
        raise Invalid("in_a_team", text, field="divisions")


def _members(teams: Sequence[int]) -> QuerySet[TeamPlayer]:
    """Players of today who have not left the club."""
    rows = TeamPlayer.objects.filter(team__in=teams, left_on=None)
    return rows.filter(player__left_on=None, player__anonymised_at=None).order_by("pk")


def _members_lock(club_id: int, season: Season) -> None:
    """None of them can be merged away before the next season is open."""
    own = TeamPlayer.objects.filter(season__in=divisions_of(season), left_on=None)
    players = active_players(club_id).filter(pk__in=own.values("player"))
    list(players.select_for_update(no_key=True).values_list("pk", flat=True))


def _teams_enter(season: Season, teams: Sequence[int]) -> None:
    """In this order; their players play from the first day of the season on."""
    before = {one.pk: one for one in Team.objects.filter(pk__in=teams)}
    members: dict[int, list[int]] = {}
    for team, player in _members(teams).values_list("team", "player"):
        members.setdefault(team, []).append(player)
    for place, pk in enumerate(teams, start=1):
        own, here = before[pk], members.get(pk, [])
        captain = own.captain_id if own.captain_id in here else None
        made = Team.objects.create(season=season, name=own.name, captain_id=captain, place=place)
        TeamPlayer.objects.bulk_create(
            TeamPlayer(season=season, team=made, player_id=one, joined_on=season.starts_on)
            for one in here
        )
