"""Lines of a table: moved by what happens in matches, or written anew from the entries."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.core.composed import Composed
from ecarte_club.core.composed_writes import version_bump
from ecarte_club.core.live import announce
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.matches.changes import EnteredMatch
from games.matches.models import Match
from scoring.leagues.messages import standings_changed_message
from scoring.leagues.models import (
    Adjustment,
    Entrant,
    ManualPlace,
    Result,
    Season,
    Standing,
)
from scoring.leagues.selectors.recount import batches
from scoring.tables.results import SHARE_FIELDS, Share, share, share_of

BATCH = 500
WRITTEN: Final = ("event", "opponent", "day", *SHARE_FIELDS)
# Of the first and of the second player.
Shares = tuple[Share, Share]


def standing_enter(*, match: Match, **_signal: Any) -> None:
    """Who begins a match of a season is in its table from then on."""
    # Held, so that nobody leaves the table meanwhile (`standing_leave`).
    season = _held.first(pk=match.event_id) if match.event_id else None
    if season is None:
        return
    players = (match.player_a_id, match.player_b_id)
    known = _known.tuples(season=season.pk, a=players[0], b=players[1])
    if len(known) < len(players):
        season_bump(season.pk)
        rows = [Standing(season=season, player_id=player) for player in players]
        Standing.objects.bulk_create(rows, ignore_conflicts=True)


_held = Composed(
    lambda pk: Season.objects.select_for_update(no_key=True).filter(pk=pk).order_by(), pk=int
)
_known = Composed(
    lambda season, a, b: (
        Standing.objects.filter(season=season, player_id__in=(a, b)).order_by().values_list("pk")
    ),
    season=int,
    a=int,
    b=int,
)


def standing_leave(season: Season, match: Match) -> None:
    """Whose only match of the season this was is not in its table any more; within its lock."""
    for player in match.player_ids:
        of_his = Q(player_a=player) | Q(player_b=player)
        others = Match.objects.filter(of_his, event=match.event_id, annulled_at=None)
        if not others.exists():
            Standing.objects.filter(season=season, player=player).delete()


def standing_follow(*, match: Match, before: MatchState, after: MatchState, **_signal: Any) -> bool:
    """Add to both lines what the entry changed. The cost knows nothing of other matches.

    False where there is something to follow, and its event is no season.
    """
    if before == after or not (before.over or after.over) or match.event_id is None:
        return True
    if not _bump(match.event_id):
        return False
    # Read after the lock: a player may have been merged while this entry waited.
    found = _match.get(pk=match.pk)
    season: Season = found.event.season  # type: ignore[union-attr]  # it was moved just now
    _announce(season)
    was, worth = _shares(before, season), _shares(after, season)
    a, b = map(Share.__sub__, worth, was)
    _add(season, found.player_ids, (a, b))
    result_write(season.pk, found, worth if after.over else None)
    return True


_match = Composed(
    lambda pk: (
        Match.objects.select_related("event__season__league", "evening_table__evening")
        .filter(pk=pk)
        .order_by()
    ),
    pk=int,
)


def names_follow(*, player: Player, **_signal: Any) -> None:
    """Gives every table with this player a new version, as it reads differently now."""
    played = Standing.objects.filter(player=player).values_list("season_id", flat=True)
    entered = Entrant.objects.filter(player=player).values_list("event_id", flat=True)
    for season_id in sorted({*played, *entered}):
        season_bump(season_id)


def _shares(state: MatchState, season: Season) -> tuple[Share, Share]:
    return share(state, Seat.A, season.scheme), share(state, Seat.B, season.scheme)


def _add(season: Season, pair: tuple[int, int], changes: tuple[Share, Share]) -> None:
    """To both lines at once."""
    one, other = changes
    sums = {
        name: F(name) + Case(When(player=pair[0], then=Value(more)), default=Value(less))
        for name, more, less in zip(SHARE_FIELDS, one, other, strict=True)
        if more or less
    }
    if sums:
        Standing.objects.filter(season=season, player__in=pair).update(**sums)


def season_bump(season_id: int) -> Season | None:
    """At its next version, which live pages are told of; None when there is none.

    The season is written first, and so locked: all that change its standings pass here one by one,
    none can wait for another in a circle, and the version read is the one that will be seen.
    """
    if not _bump(season_id):
        return None
    season = _season.get(pk=season_id)
    _announce(season)
    return season


def _bump(season_id: int) -> bool:
    return bool(_season_bump.run(pk=season_id))


_season = Composed(
    lambda pk: Season.objects.select_related("league").filter(pk=pk).order_by(), pk=int
)
_season_bump = version_bump(Season)


def _announce(season: Season) -> None:
    announce(f"season:{season.pk}", season.version)
    standings_changed_message(season)


def standings_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """What many matches come to: each season moves once, each line of it is changed once."""
    by_season: dict[int, list[EnteredMatch]] = {}
    for one in entered:
        if one.event_id is not None:
            by_season.setdefault(one.event_id, []).append(one)
    for season_id in sorted(by_season):
        season = season_bump(season_id)
        if season is not None:
            _gather(season, by_season[season_id])


def _gather(season: Season, entered: Sequence[EnteredMatch]) -> None:
    changes: dict[int, Share] = {}
    for one in entered:
        worth = _worth(one, season) if one.over else (Share(), Share())
        for player, more in zip(one.player_ids, worth, strict=True):
            changes[player] = changes.get(player, Share()) + more
    rows = [Standing(season=season, player_id=player) for player in changes]
    Standing.objects.bulk_create(rows, ignore_conflicts=True)
    for player, change in changes.items():
        sums = {name: F(name) + more for name, more in change._asdict().items() if more}
        if sums:
            Standing.objects.filter(season=season, player=player).update(**sums)
    results_write(season.pk, {one.match_id: _worth(one, season) for one in entered if one.over})


def _worth(one: EnteredMatch, season: Season) -> tuple[Share, Share]:
    a, b = (
        share_of(own, seat, one.winner, season.scheme)
        for seat, own in zip(Seat, one.tallies, strict=True)
    )
    return a, b


def result_write(event: int, match: Match, shares: Shares | None) -> None:
    """What a match of an event comes to now; None: it is not over, and adds nothing.

    Within the lock of what the event is; `match` as it was read after that.
    """
    if shares is None:
        Result.objects.filter(match=match).delete()
    else:
        _write(results_of(event, match, shares))


def results_write(event: int, shares: Mapping[int, Shares]) -> None:
    """By match, whatever there was of them before."""
    ids = list(shares)
    for start in range(0, len(ids), BATCH):
        matches = Match.objects.select_related("evening_table__evening")
        batch = matches.filter(pk__in=ids[start : start + BATCH])
        _write([row for match in batch for row in results_of(event, match, shares[match.pk])])


def _write(rows: list[Result]) -> None:
    Result.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["match", "player"], update_fields=WRITTEN
    )


def results_of(event: int, match: Match, shares: Shares) -> list[Result]:
    """Not saved: both sides. A match is of its evening's day, and else of that it began on."""
    table = match.evening_table
    day = table.evening.held_on if table else timezone.localdate(match.started_at)
    pair = match.player_ids
    return [
        Result(
            event_id=event,
            match_id=match.pk,
            player_id=player,
            opponent_id=opponent,
            day=day,
            **share._asdict(),
        )
        for player, opponent, share in zip(pair, pair[::-1], shares, strict=True)
    ]


def results_move(event: int, kept: Player, gone: Player) -> None:
    """Two players who are one, and what was ruled of either; they never met, so no match has two
    rows of one player."""
    mine = Result.objects.filter(event=event)
    mine.filter(player=gone).update(player=kept)
    mine.filter(opponent=gone).update(opponent=kept)
    Adjustment.objects.filter(event=event, player=gone).update(player=kept)
    manual_places_move(ManualPlace.objects.filter(order__event=event), kept, gone)


def manual_places_move(places: QuerySet[ManualPlace], kept: Player, gone: Player) -> None:
    """Where both were ranked, the place of the player who stays counts."""
    own = places.filter(player=gone)
    own.filter(order__in=places.filter(player=kept).values("order")).delete()
    own.update(player=kept)


@transaction.atomic(savepoint=False)
def season_mend(season_id: int) -> None:
    """For sites that have results of before they were kept, and for what a recount has found.

    Whoever enters a result of the season waits until it is done.
    """
    season = season_bump(season_id)
    if season is None:
        return
    sums: dict[int, Share] = {}
    Result.objects.filter(event=season_id).delete()
    for batch in batches(season):
        for worth in batch:
            for player, own in worth.shares.items():
                sums[player] = sums.get(player, Share()) + own
        results_write(season_id, {one.match.pk: one.pair for one in batch if one.over})
    Standing.objects.filter(season=season).exclude(player__in=sums).delete()
    Standing.objects.bulk_create(
        [Standing(season=season, player_id=pk, **sum_._asdict()) for pk, sum_ in sums.items()],
        update_conflicts=True,
        unique_fields=["season", "player"],
        update_fields=SHARE_FIELDS,
        batch_size=500,
    )
