"""What screens and API read of leagues."""

import json
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from urllib.parse import urlencode

from django.db import connection
from django.db.models import Prefetch, Q, QuerySet

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, NameVisibility
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import own_club_ids, person
from ecarte_club.clubs.selectors.player_names import public_name
from ecarte_club.core.collation import sort_key
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import ID_MOST, Absent
from ecarte_club.core.shared_pages import read_at_once
from games.sheets.changes import SeasonPlace
from scoring.leagues.models import League, Season, Standing
from scoring.tables.criteria import AnyCriterion, Criterion
from scoring.tables.results import SHARE_FIELDS, Share

from .standings import Line, lines_of, ranked, season_table_now

VERSION_SQL = """
    SELECT s.version, e.public AND c.public, c.names_shown, c.id, s.tie_breaks,
        EXISTS (SELECT 1 FROM leagues_entrant n WHERE n.event_id = s.event_id)
        OR EXISTS (
            SELECT 1 FROM leagues_adjustment a
            WHERE a.event_id = s.event_id AND a.ended_at IS NULL
        )
        OR EXISTS (
            SELECT 1 FROM leagues_manualorder o
            WHERE o.event_id = s.event_id AND o.ended_at IS NULL
        )
    FROM leagues_season s
    JOIN matches_event e ON e.id = s.event_id
    JOIN clubs_club c ON c.id = e.club_id
    WHERE s.event_id = %s
"""
Row = tuple[int, bool, str, int, str, bool]


@dataclass(frozen=True, slots=True)
class Edition:
    """Which standings these are: equal editions have equal bytes.

    `names_shown`: the club's choice of what strangers see; empty in the edition for the club's
    own people, which has the names. `tie_breaks` as stored. `by_rules`: no sums make the table,
    as there are entrants, adjustments or orders of the committee.
    """

    season: int
    version: int
    public: bool
    names_shown: str = NameVisibility.NAME.value
    club: int = 0
    tie_breaks: str = field(default="[]", compare=False)
    by_rules: bool = field(default=False, compare=False)

    @property
    def order(self) -> tuple[Criterion, ...]:
        return tuple(map(Criterion, json.loads(self.tie_breaks)))

    @property
    def has_names(self) -> bool:
        return not self.names_shown

    def for_the_club(self) -> "Edition":
        return replace(self, names_shown="")


def edition(season_id: int) -> Edition:
    """One query, and by hand: it is all that an unchanged table costs. Raises: Absent."""
    row = read_at_once(lambda: _row(season_id)) if season_id <= ID_MOST else None
    if row is None:
        raise Absent
    version, public, names_shown, club, tie_breaks, by_rules = row
    return Edition(season_id, version, bool(public), names_shown, club, tie_breaks, bool(by_rules))


def _row(season_id: int) -> Row | None:
    with connection.cursor() as cursor:
        cursor.execute(VERSION_SQL, [season_id])
        found: Row | None = cursor.fetchone()
    return found


def seasons() -> QuerySet[Season]:
    return Season.objects.select_related("event__club", "league")


_season = Composed(lambda pk: seasons().filter(pk=pk).order_by(), pk=int)


def season(actor: Actor, season_id: int) -> tuple[Season, Person]:
    """Raises: Absent when there is none, or it is not public and not of their club."""
    found = _season.get(pk=season_id)
    somebody = person(actor, found.event.club_id)
    public = found.event.public and found.event.club.public
    require(somebody, Act.SEE_PUBLIC if public else Act.SEE_CLUB)
    return found, somebody


def visible_seasons(actor: Actor) -> QuerySet[Season]:
    public = Q(event__public=True, event__club__public=True)
    if not actor.reads_own:
        return seasons().filter(public)
    return seasons().filter(public | Q(event__club__in=list(own_club_ids(actor))))


def visible_leagues(actor: Actor) -> QuerySet[League]:
    """Leagues with at least one season that they may read, and only those seasons."""
    mine = visible_seasons(actor)
    return (
        League.objects.filter(pk__in=mine.values("league_id"))
        .select_related("club")
        .prefetch_related(Prefetch("seasons", queryset=mine))
    )


def season_places(*, event_ids: Collection[int], **_question: object) -> dict[int, SeasonPlace]:
    rows = Season.objects.filter(pk__in=event_ids).order_by()
    fields = ("pk", "league__name", "division", "level")
    return {pk: SeasonPlace(*place) for pk, *place in rows.values_list(*fields)}


def leagues_of(club: Club) -> QuerySet[League]:
    """All of them, for whoever opens a season."""
    return League.objects.filter(club=club)


def seasons_of(club: Club, actor: Actor) -> QuerySet[Season]:
    return visible_seasons(actor).filter(event__club=club)


@dataclass(frozen=True, slots=True)
class Table:
    """A season's standings at one version. `names_shown` as in their edition."""

    season: int
    version: int
    tie_breaks: tuple[AnyCriterion, ...]
    lines: tuple[Line, ...]
    names_shown: str = ""


@dataclass(frozen=True, slots=True)
class When:
    """What of a season is asked for: what had happened by a day, or a round."""

    as_of: date | None = None
    after_round: int | None = None

    def __bool__(self) -> bool:
        return self.as_of is not None or self.after_round is not None

    @property
    def query(self) -> str:
        """As the API asks for it; empty for now."""
        asked = {"as_of": self.as_of, "after_round": self.after_round}
        return urlencode({name: value for name, value in asked.items() if value is not None})


NOW = When()
NAMED = ("player__name", "player__sort_name", "player__name_shown")


def table(season_id: int, *, named: bool = False, when: When = NOW) -> Table:
    """`named`: with the names themselves, as its club sees it. Raises: Absent."""
    found = edition(season_id)
    return table_of(found.for_the_club() if named else found, when)


def table_of(asked: Edition, when: When = NOW) -> Table:
    """Of this edition, or of a newer one. One query where sums make the table, else a few more."""
    order = asked.order
    if when or asked.by_rules or not all(criterion.is_sum for criterion in order):
        return _by_rules(asked, when)
    standings = Standing.objects.filter(season=asked.season)
    rows = list(standings.values_list("season__version", "player_id", *NAMED, *SHARE_FIELDS))
    if rows and rows[0][0] != asked.version:
        return table(asked.season, named=asked.has_names, when=when)
    # Of those who are shown by their name the key is at hand; initials are shared by many.
    keys = {row[2]: row[3] for row in rows}
    other_key = cache(sort_key)
    named, club = asked.has_names, asked.names_shown
    players = (
        (pk, name if named else public_name(name, pk, club=club, own=own), Share._make(figures))
        for _version, pk, name, _key, own, *figures in rows
    )
    lines = ranked(players, order, lambda name: keys.get(name) or other_key(name))
    return Table(asked.season, asked.version, order, lines, club)


def _by_rules(asked: Edition, when: When) -> Table:
    """Of what was played, awarded and ruled, as nothing but all of it tells the places."""
    found, club = season_table_now(asked.season), asked.names_shown
    lines = lines_of(found, found.at(when.as_of, when.after_round), club)
    return Table(asked.season, found.version, found.order, lines, club)
