"""Divisions of a season: seasons of one league with one name, the highest of level 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Entrant, Season
from scoring.leagues.selectors.next_divisions import Asked, Proposed, divisions_of, proposal
from scoring.leagues.services.seasons import SeasonPlan, season_open, team_terms_of

from .locking import known_names, players_held, season_held
from .next_teams import members_held, teams_enter, teams_proposed

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
        for field in ("goes_up", "goes_down"):
            if not 0 <= getattr(self, field) <= NUMBER_MOST:
                errors[field] = _("Must be from 0 to %(most)s.") % {"most": NUMBER_MOST}
        if errors:
            raise Invalid("invalid_division", _("The division was not saved."), errors=errors)

    def written(self) -> dict[str, object]:
        name = self.name.strip()
        return {"division": name, "goes_up": self.goes_up, "goes_down": self.goes_down}


@transaction.atomic(savepoint=False)
def division_set(*, by: Person, season: Season, division: Division, version: int) -> Season:
    """Its name, and how many go up from it and down. Raises: Denied; Stale; Invalid."""
    moved = season_held(by, season, version, Act.OPEN_SEASON)
    division.check()
    for name, value in division.written().items():
        setattr(moved, name, value)
    moved.save(update_fields=["division", "goes_up", "goes_down"])
    log_act(by, "division_set", kind="season", about=moved.pk)
    return moved


@transaction.atomic(savepoint=False)
def division_add(*, by: Person, season: Season, division: Division, version: int) -> Season:
    """Below the lowest there is, with the days, terms and points of `season`.

    Raises: Denied; Stale; Invalid, naming the field, also where a division has this name.
    """
    moved = season_held(by, season, version, Act.OPEN_SEASON)
    division.check()
    own = divisions_of(moved)
    if division.name.strip() in {one.division for one in own}:
        text = _("There is already a division with this name.")
        raise Invalid("division_twice", text, errors={"division": text})
    plan = _like(moved, moved.event.name, moved.starts_on, moved.ends_on)
    level = max(one.level for one in own) + 1
    return _opened(by, moved, plan, division, level)


def divisions_foreseen(*, by: Person, season: Season, asked: Asked) -> Sequence[Proposed]:
    """Who would play in which. Raises: Denied; Invalid, naming the field."""
    require(by, Act.OPEN_SEASON)
    if season.boards:
        return teams_proposed(season, asked)
    known_names(by.club_id, asked.newcomers, "newcomers")
    return proposal(season, asked)


@transaction.atomic(savepoint=False)
def divisions_open(
    *, by: Person, season: Season, asked: Asked, name: str, days: tuple[date, date], version: int
) -> list[Season]:
    """The divisions of the next season, each with who is to play in it; fixtures are made later.
    Of teams, each with its captain and who plays for it now.

    Raises: Denied; Stale, of this division's season; Invalid, naming the field.
    """
    require(by, Act.OPEN_SEASON)
    if season.boards:
        members_held(by.club_id, season)
    else:
        players_held(by.club_id, asked.newcomers, field="newcomers")
    moved = season_held(by, season, version, Act.OPEN_SEASON)
    if Season.objects.filter(league=moved.league_id, event__name=name.strip()).exists():
        text = _("The league has a season of this name already.")
        raise Invalid("season_twice", text, errors={"name": text})
    proposed = teams_proposed(moved, asked) if moved.boards else proposal(moved, asked)
    return [_next(by, one, name, days) for one in proposed]


def _next(by: Person, proposed: Proposed, name: str, days: tuple[date, date]) -> Season:
    before = proposed.season
    division = Division(before.division, before.goes_up, before.goes_down)
    made = _opened(by, before, _like(before, name, *days), division, before.level)
    if before.boards:
        teams_enter(made, proposed.entrants)
    else:
        _enter(made, proposed.entrants)
    return made


def _enter(season: Season, players: Sequence[int]) -> None:
    Entrant.objects.bulk_create(
        Entrant(event_id=season.pk, player_id=player, place=place)
        for place, player in enumerate(players, start=1)
    )


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
    for name, value in division.written().items():
        setattr(made, name, value)
    made.save(update_fields=["level", "points_else", "seed", "division", "goes_up", "goes_down"])
    log_act(by, "division_open", kind="season", about=made.pk, level=level)
    return made
