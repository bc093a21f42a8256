"""A withdrawal taken back: as if he had never left.

What was made since, and would be otherwise had he stayed, forbids it.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Q

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from games.matches.models import Match
from scoring.leagues.messages import entrant_back_message
from scoring.leagues.models import Entrant, Fixture, Season
from scoring.leagues.selectors.due import to_play
from scoring.leagues.selectors.fixture_states import state_of

from . import leaving
from .leaving import Returning
from .locking import known_names, names_of, players_held, season_held
from .places import table_on

FIELD = "player"
PlayerReturning = Returning[Entrant, Fixture]


def return_foreseen(*, by: Person, season: Season, player: int) -> PlayerReturning:
    """What entrant_return would come to. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    entrant = _gone(season, player)
    known_names(by.club_id, [player], field=FIELD)
    return _returning(season, entrant)


@transaction.atomic(savepoint=False)
def entrant_return(*, by: Person, season: Season, player: int, version: int) -> PlayerReturning:
    """Raises: Denied; Stale; Invalid, naming the field, when he has not left, or something that
    was made since would be otherwise."""
    require(by, Act.RUN_SEASON)
    _gone(season, player)
    players_held(by.club_id, [player], field=FIELD)
    moved = season_held(by, season, version)
    found = _returning(moved, _gone(moved, player))
    for fixture in found.rest:
        _open_again(moved, fixture, found)
    more = {"event_id": moved.pk, "home_id": player}
    Fixture.objects.bulk_create(Fixture(**kept, **more) for kept in leaving.byes_again(found))
    leaving.returned(found)
    log_act(by, "entrant_return", kind="season", about=moved.pk, player=player)
    entrant_back_message(moved, player, [one.pk for one in found.rest])
    return found


def _open_again(season: Season, fixture: Fixture, found: PlayerReturning) -> None:
    leaving.open_again(found, fixture)
    fixture.match = found.matches.get(fixture.pk)
    fixture.table = _table(season, fixture)
    fixture.save(update_fields=["award", "reason", "match", "table", "version"])


def _table(season: Season, fixture: Fixture) -> str:
    """What is played stays where it is."""
    if not fixture.table or fixture.match is not None:
        return fixture.table
    return table_on(season, fixture, fixture.day)


def _gone(season: Season, player: int) -> Entrant:
    his = Entrant.objects.filter(event=season.pk, player=player).select_related("player")
    return leaving.gone(his.first(), FIELD)


def _returning(season: Season, entrant: Entrant) -> PlayerReturning:
    player, kept = entrant.player_id, entrant.before_left
    his = Fixture.objects.filter(event=season.pk, away__isnull=False)
    his = his.filter(Q(home=player) | Q(away=player))
    his = his.select_related("round", "match", "home", "away")
    rows = list(his.order_by("round__number", "number"))
    rest = leaving.rest_of(entrant, rows)
    others = Entrant.objects.filter(event=season.pk).exclude(pk=entrant.pk)
    left = dict(others.filter(left_round__isnull=False).values_list("player", "player__name"))
    leaving.check_still_here(left, [leaving.other_of(one, player) for one in rest], FIELD)
    came = others.filter(place__gt=kept["place"]).values_list("player__name", flat=True)
    leaving.check_nobody_came(came, FIELD)
    matches = _begun_since(entrant, rest, kept["match"])
    unbegun = [one for one in rest if one.pk not in matches]
    there = to_play().filter(event=season.pk, day__in=[one.day for one in unbegun])
    leaving.check_days(player, unbegun, there, names_of, FIELD)
    return leaving.returning(entrant, rows, state_of, matches)


def _begun_since(entrant: Entrant, rest: Sequence[Fixture], match: int) -> Mapping[int, Match]:
    """Each would have played the earliest fixture of the two that was open."""
    counting = Match.objects.filter(event=entrant.event_id, annulled_at=None)
    since = counting.filter(pk__gt=match, fixture=None)
    player = entrant.player_id
    found: dict[int, Match] = {}
    for one in since.filter(Q(player_a=player) | Q(player_b=player)).order_by("pk"):
        open_ = [
            fixture
            for fixture in rest
            if fixture.pk not in found and {fixture.home_id, fixture.away_id} == {*one.player_ids}
        ]
        if open_:
            found[open_[0].pk] = one
    return found
