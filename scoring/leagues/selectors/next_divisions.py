"""The divisions of the next season, from the final tables of this one's."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.models import Season
from scoring.leagues.rules import divisions as rules
from scoring.leagues.rules.refusals import Refusal, Why
from scoring.tables.ranking import lot

from . import seasons
from .competitors import competitors_of
from .standings import season_table_now
from .team_standings import team_table_now as teams_now

FIELDS = {Why.NOT_AN_ENTRANT: "withdrawn", Why.ENTRANT_TWICE: "newcomers"}


@dataclass(frozen=True, slots=True)
class NextSeasonQuery:
    """`newcomers` in the order of their places; `seed`: of the lots that part who is level."""

    newcomers: tuple[int, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a division becomes; `season` is this one's."""

    season: Season
    next: rules.Next

    @property
    def entrants(self) -> tuple[int, ...]:
        return self.next.entrants


def divisions_of(season: Season) -> list[Season]:
    """From the highest; a season that knows no divisions is the only one."""
    found = Season.objects.filter(league=season.league_id, event__name=season.event.name)
    return list(found.select_related("event__club", "league").order_by("level", "pk"))


def visible_divisions(actor: Actor, season: Season) -> list[Season]:
    """Those of them that the actor may read."""
    seen = set(seasons.visible_seasons(actor).order_by().values_list("pk", flat=True))
    return [one for one in divisions_of(season) if one.pk in seen]


def proposal(season: Season, query: NextSeasonQuery) -> Sequence[Proposed]:
    """Entrants are players or, where these play it, teams. Who has left the club leaves the league.

    Raises: Invalid, naming the field.
    """
    own = divisions_of(season)
    _check_alike(season, own, query)
    tables = [
        rules.Division(tuple(final_places(one, query.seed)), one.goes_up, one.goes_down)
        for one in own
    ]
    ids = {place.entrant for one in tables for place in one.table}
    withdrawn = query.withdrawn | (frozenset() if season.boards else _gone(ids))
    found = rules.next_season(tables, newcomers=query.newcomers, withdrawn=withdrawn)
    if isinstance(found, Refusal):
        names = competitors_of(season).names({*ids, *query.newcomers, *query.withdrawn})
        raise refused(found, names, field=FIELDS.get(found.why, ""))
    return [Proposed(one, to) for one, to in zip(own, found, strict=True)]


def _check_alike(season: Season, own: Sequence[Season], query: NextSeasonQuery) -> None:
    if len({bool(one.boards) for one in own}) > 1:
        text = _("One of its divisions is for teams and another for individual players.")
        raise Invalid("not_alike", text, field="divisions")
    if season.boards and query.newcomers:
        text = _("A new team enters the next season once it is opened.")
        raise Invalid("of_teams", text, field="newcomers")


def final_places(season: Season, seed: str) -> list[rules.Place]:
    """Who was struck out has no line, and is the last. With a seed nobody shares a rank."""
    found = teams_now(season.pk) if season.boards else season_table_now(season.pk)
    places = [rules.Place(line.rank, line.entrant) for line in found.table.lines]
    known = {one.entrant for one in places}
    competitors = competitors_of(season)
    entered = [competitors.id_of(one) for one in competitors.entered]
    ids = [pk for pk in entered if pk not in known]
    places += [rules.Place(rank, pk) for rank, pk in enumerate(ids, start=len(places) + 1)]
    if not seed:
        return places
    by_lot = sorted(places, key=lambda one: (one.rank, lot(one.entrant, seed)))
    return [rules.Place(rank, one.entrant) for rank, one in enumerate(by_lot, start=1)]


def _gone(ids: set[int]) -> frozenset[int]:
    left = Q(left_on__isnull=False) | Q(anonymised_at__isnull=False)
    return frozenset(Player.objects.filter(left, pk__in=ids).values_list("pk", flat=True))
