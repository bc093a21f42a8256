"""A withdrawal taken back: as if he had never left.

What his leaving changed is kept with him, as it was. What was made since, and would be otherwise
had he stayed, forbids it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from ecarte_club.clubs.deeds import note
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.faults import Invalid
from games.models import Match
from scoring.models import Entrant, Fixture, Season
from scoring.planning.due import to_play
from scoring.planning.plans import plan_of
from scoring.planning.reasons import refused
from scoring.planning.states import State, state_of
from scoring.rules.fixtures.refusals import Refusal, Why
from scoring.services.outbox_acts import entrant_back_told

from .locking import known_names, names_of, players_held, season_held

BYE_COLUMNS = ("pk", "round_id", "number", "table", "day", "version")
Award = Fixture.Award


def before_left(season: Season, rest: Sequence[Fixture], byes: Iterable[Fixture]) -> dict[str, Any]:
    """What a withdrawal is about to change: reasons of the fixtures that it decides, by their ids;
    byes that it takes out; and up to where people and matches were there before it."""
    last = Entrant.objects.filter(event=season.pk).aggregate(last=Max("place"))["last"]
    match = Match.objects.filter(event=season.pk).aggregate(last=Max("pk"))["last"]
    return {
        "reasons": {str(one.pk): one.reason for one in rest},
        "byes": [_bye_kept(one) for one in byes],
        "place": last,
        "match": match or 0,
    }


def _bye_kept(bye: Fixture) -> dict[str, Any]:
    kept = {name: getattr(bye, name) for name in BYE_COLUMNS}
    return {**kept, "day": bye.day.isoformat() if bye.day else None}


@dataclass(frozen=True, slots=True)
class Returning:
    """`rest`: fixtures that are open again; `byes`: how many rounds he sits out again. `settled`:
    what he has played, which counts again where `struck`. `matches`: of those that the two have
    begun since, by the fixture that each plays."""

    entrant: Entrant
    struck: bool
    rest: tuple[Fixture, ...]
    settled: tuple[Fixture, ...]
    byes: int
    matches: Mapping[int, Match]


def return_foreseen(*, by: Person, season: Season, player: int) -> Returning:
    """What entrant_return would come to. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    entrant = _gone(season, player)
    known_names(by.club_id, [player], field="player")
    return _returning(season, entrant)


@transaction.atomic(savepoint=False)
def entrant_return(*, by: Person, season: Season, player: int, version: int) -> Returning:
    """Raises: Denied; Stale; Invalid, naming the field, when he has not left, or something that
    was made since would be otherwise."""
    require(by, Act.RUN_SEASON)
    _gone(season, player)
    players_held(by.club_id, [player], field="player")
    moved = season_held(by, season, version)
    found = _returning(moved, _gone(moved, player))
    for fixture in found.rest:
        _open_again(moved, fixture, found)
    Fixture.objects.bulk_create(_bye(found.entrant, kept) for kept in _kept(found, "byes"))
    Entrant.objects.filter(pk=found.entrant.pk).update(
        left_round=None, struck=False, before_left={}
    )
    note(by, "entrant_return", kind="season", about=moved.pk, player=player)
    entrant_back_told(moved, player, [one.pk for one in found.rest])
    return found


def _kept(found: Returning, name: str) -> Any:
    return found.entrant.before_left[name]


def _open_again(season: Season, fixture: Fixture, found: Returning) -> None:
    fixture.award, fixture.reason = "", _kept(found, "reasons")[str(fixture.pk)]
    fixture.match = found.matches.get(fixture.pk)
    fixture.table = _table(season, fixture)
    fixture.version += 1
    fixture.save(update_fields=["award", "reason", "match", "table", "version"])


def _table(season: Season, fixture: Fixture) -> str:
    """Its own, unless another has it since; then one that is free, or none."""
    if not fixture.table or fixture.match is not None:
        return fixture.table
    others = Fixture.objects.filter(event=season.pk, day=fixture.day, award="")
    taken = set(others.exclude(pk=fixture.pk).values_list("table", flat=True))
    wanted = (fixture.table, *plan_of(season).tables)
    return next((table for table in wanted if table not in taken), "")


def _bye(entrant: Entrant, kept: Mapping[str, Any]) -> Fixture:
    day = date.fromisoformat(kept["day"]) if kept["day"] else None
    more = {"event_id": entrant.event_id, "home_id": entrant.player_id, "award": Award.BYE}
    return Fixture(**{**kept, "day": day}, **more)


def _gone(season: Season, player: int) -> Entrant:
    left = Entrant.objects.filter(event=season.pk, player=player, left_round__isnull=False)
    entrant = left.select_related("player").first()
    if entrant is None:
        text = _("Has not left this season.")
        raise Invalid("not_left", text, errors={"player": text})
    if not entrant.before_left:
        text = _("What this withdrawal changed was not kept, so it cannot be taken back.")
        raise Invalid("not_kept", text, errors={"player": text})
    return entrant


def _returning(season: Season, entrant: Entrant) -> Returning:
    kept = entrant.before_left
    his = Fixture.objects.filter(event=season.pk, away__isnull=False)
    his = his.filter(Q(home=entrant.player_id) | Q(away=entrant.player_id))
    his = his.select_related("round", "match", "home", "away")
    rows = list(his.order_by("round__number", "number"))
    rest = tuple(one for one in rows if str(one.pk) in kept["reasons"])
    others = {_other(one, entrant.player_id): one for one in rest}
    _check_still_here(season, others)
    _check_nobody_came(season, kept["place"])
    matches = _begun_since(entrant, rest, kept["match"])
    _check_days(season, [one for one in rest if one.pk not in matches], entrant)
    played = (State.PLAYED, State.WALK_OVER, State.BOTH_ABSENT)
    return Returning(
        entrant=entrant,
        struck=entrant.struck,
        rest=rest,
        settled=tuple(one for one in rows if one not in rest and state_of(one) in played),
        byes=len(kept["byes"]),
        matches=matches,
    )


def _other(fixture: Fixture, player: int) -> int:
    pair = (fixture.home_id, fixture.away_id)
    return next(one for one in pair if one is not None and one != player)


def _check_still_here(season: Season, others: Collection[int]) -> None:
    """Who left after him left fixtures undecided that he would have decided."""
    left = Entrant.objects.filter(event=season.pk, player__in=others, left_round__isnull=False)
    if (one := left.select_related("player").first()) is not None:
        text = _("%(name)s has left since: take that back first.") % {"name": one.player.name}
        raise Invalid("left_since", text, errors={"player": text})


def _check_nobody_came(season: Season, place: int) -> None:
    """Who came after him has no fixture against him."""
    came = Entrant.objects.filter(event=season.pk, place__gt=place)
    if (one := came.select_related("player").first()) is not None:
        text = _("%(name)s has come since, and the two have no fixture: it stays as it is.")
        text %= {"name": one.player.name}
        raise Invalid("joined_since", text, errors={"player": text})


def _begun_since(entrant: Entrant, rest: Sequence[Fixture], match: int) -> Mapping[int, Match]:
    """Each would have played the earliest fixture of the two that was open."""
    since = Match.objects.filter(event=entrant.event_id, pk__gt=match, fixture=None)
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


def _check_days(season: Season, rest: Sequence[Fixture], entrant: Entrant) -> None:
    """Nobody is to play twice on a day: one of the others may have been moved there since."""
    on_them = to_play().filter(event=season.pk, day__in=[one.day for one in rest])
    plays = {(who, one.day) for one in on_them for who in (one.home_id, one.away_id)}
    for one in rest:
        other = _other(one, entrant.player_id)
        if one.day is not None and (other, one.day) in plays:
            refusal = Refusal(Why.PLAYS_ALREADY, {"entrant": other, "day": one.day})
            raise refused(refusal, names_of([other]), field="player")
