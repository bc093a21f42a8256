"""What a match says to its fixture: that it has begun, and what it comes to."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.matches.changes import EnteredMatch
from games.matches.models import Entry, Match
from scoring.leagues.models import Fixture
from scoring.leagues.services.standings import result_write, results_write, standing_follow
from scoring.tables.points import Scheme, share, share_of
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors.berger import A_PART, ALL_MEET

from .derived import qualifiers_follow, walkovers_write
from .locking import draft_drop, state_settle, tournament_lock


def tournament_enter(*, match: Match, **_signal: Any) -> None:
    """A match begun takes its fixture, whoever began it. Raises: Invalid for a match that nobody
    drew: the table of a tournament has no other."""
    if match.event_id is None or (found := tournament_lock(match.event_id)) is None:
        return
    _take(found, match.pk, match.player_ids, match.table)


def _take(found: Tournament, match: int, pair: tuple[int, int], table: str) -> None:
    one, other = pair
    waiting = found.event.fixtures.filter(
        Q(home=one, away=other) | Q(home=other, away=one),
        round__published_at__isnull=False,
        match=None,
        award="",
    )
    # Two who meet twice: who is named first deals first, and is at home in one of the two.
    rows = list(waiting.order_by("round__number"))
    rows.sort(key=lambda drawn: drawn.home_id != one)
    row = next(iter(rows), None)
    if row is None:
        text = _("These two have no match to play in this tournament now.")
        raise Invalid("not_drawn", text, errors={"player_b": text})
    row.match_id, row.table = match, table or row.table
    row.save(update_fields=["match", "table"])


def meeting_let_go(found: Tournament, match: Match) -> None:
    """Of a match that is annulled, within the lock: drawn as it was, and to be played again.

    Raises: Invalid naming what has begun or was decided upon its result.
    """
    row = Fixture.objects.filter(match=match.pk).first()
    if row is None:
        return
    row.match = None
    row.save(update_fields=["match"])
    if found.kind in ALL_MEET:
        walkovers_write(found)
    draft_drop(found)
    if found.kind == Kind.GROUPS and row.number >= A_PART:
        qualifiers_follow(found)
    state_settle(found)


def meeting_again(found: Tournament, match: Match) -> None:
    """Of a match that counts again; what its result comes to follows (`tournament_follow`).

    Raises: Invalid where the two are not to meet any more.
    """
    _take(found, match.pk, match.player_ids, match.table)
    if not match.over:
        state_settle(found)


def tournament_follow(
    *, match: Match, before: MatchState, after: MatchState, **_signal: Any
) -> None:
    """A result that is corrected stands in the table; rounds drawn after it stay as they are.

    The season is asked first, which most events are: no question more for these.
    """
    if standing_follow(match=match, before=before, after=after) or match.event_id is None:
        return
    found = tournament_lock(match.event_id)
    if found is None:
        return
    # Read after the lock: who plays may have become another while this entry waited.
    now = Match.objects.select_related("evening_table__evening").get(pk=match.pk)
    worth = (share(after, Seat.A, found.points), share(after, Seat.B, found.points))
    result_write(found.pk, now, worth if after.over else None)
    draft_drop(found)
    _of_group(found, match.pk)
    state_settle(found)


def _of_group(found: Tournament, match: int) -> None:
    """Main matches of the tree, which have numbers below it, ask nothing of the groups."""
    if found.kind == Kind.GROUPS:
        row = Fixture.objects.filter(match=match).first()
        if row is not None and row.number >= A_PART:
            qualifiers_follow(found)


def tournament_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """Matches that were entered whole, many at once."""
    for event_id in sorted({one.event_id for one in entered if one.event_id is not None}):
        found = tournament_lock(event_id)
        if found is not None:
            _gather(found, [one for one in entered if one.event_id == event_id])


def _gather(found: Tournament, entered: Sequence[EnteredMatch]) -> None:
    tables = dict(
        Match.objects.filter(pk__in=[one.match_id for one in entered]).values_list("pk", "table")
    )
    for one in entered:
        _take(found, one.match_id, one.player_ids, tables[one.match_id])
    scheme = found.points
    results_write(found.pk, {one.match_id: _worth(one, scheme) for one in entered if one.over})
    draft_drop(found)
    state_settle(found)


def _worth(one: EnteredMatch, scheme: Scheme) -> Any:
    return tuple(
        share_of(own, seat, one.winner, scheme) for seat, own in zip(Seat, one.tallies, strict=True)
    )


def tournament_annulment_follow(
    *, match: Match, entry: Entry | None = None, **_signal: Any
) -> None:
    """A match that is annulled leaves its fixture, and takes it back when it counts again.

    Raises: Invalid when something else rests on the match.
    """
    if match.event_id is None or entry is None or not (entry.annuls or entry.reinstates):
        return
    if (tournament := tournament_lock(match.event_id)) is not None:
        (meeting_let_go if entry.annuls else meeting_again)(tournament, match)
