"""The matches of a round: started, decided without play, both undone, and what they come to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, get_or_absent
from ecarte_club.core.live import announce
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.evenings.models import Evening
from games.evenings.services.evenings import bump_evening_version
from games.matches.changes import EnteredMatch
from games.matches.models import Entry, Match
from games.matches.services.matches import matches_start
from games.matches.services.seating import Start
from games.online.selectors.tables import of_match
from scoring.leagues.models import Fixture
from scoring.leagues.services.standings import result_write, results_write, standing_follow
from scoring.tables.results import Scheme, share, share_of
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors.berger import A_PART, ALL_MEET, dealer_in, rounds_of_groups
from scoring.tournaments.selectors.stage_states import is_awarded

from .locking import (
    draft_drop,
    last_published,
    qualifiers_follow,
    state_settle,
    tournament_lock,
    tournament_lock_for,
    walkovers_write,
)
from .messages import meeting_award_message

Award = Fixture.Award
AWARDS = (Award.HOME, Award.AWAY, Award.BOTH_ABSENT)
REASON_MOST = 200


@transaction.atomic(savepoint=False)
def meeting_award(
    *, by: Person, tournament: Tournament, fixture: int, award: str, reason: str
) -> Fixture:
    """`award`: one of AWARDS. A fixture whose match has begun is not awarded.

    Raises: Denied; Invalid naming the field.
    """
    found = tournament_lock_for(by, tournament)
    row = _fixture(found, fixture)
    errors = {}
    if award not in AWARDS:
        errors["award"] = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(AWARDS)}
    if not 1 <= len(reason.strip()) <= REASON_MOST:
        text = _("Give a reason of at most %(most)s characters.") % {"most": REASON_MOST}
        errors["reason"] = text
    if errors:
        raise Invalid("invalid_award", _("The result was not saved."), errors=errors)
    if row.award or row.away_id is None or row.match_id is not None:
        text = _("This match is already decided or in play. Correct the result in the match.")
        raise Invalid("fixture_decided", text, field="fixture")
    row.award, row.reason = award, reason.strip()
    row.save(update_fields=["award", "reason"])
    meeting_award_message(found, row)
    state_settle(found)
    log_act(by, "tournament_award", kind="tournament", about=found.pk, fixture=row.pk, award=award)
    return row


@transaction.atomic(savepoint=False)
def meeting_award_back(*, by: Person, tournament: Tournament, fixture: int) -> Fixture:
    """To be played again. Raises: Denied; Invalid when nothing was awarded, or a later round is
    published."""
    found = tournament_lock_for(by, tournament)
    row = _fixture(found, fixture)
    if row.award not in AWARDS or not is_awarded(row):
        raise Invalid("not_awarded", _("There is no decision to withdraw here."), field="fixture")
    last = last_published(found)
    is_swiss = found.kind == Kind.SWISS
    if is_swiss and last is not None and last.number != row.round.number:
        text = _("The next round is published, so this decision can no longer be withdrawn.")
        raise Invalid("next_begun", text, field="fixture")
    row.award = row.reason = ""
    row.save(update_fields=["award", "reason"])
    meeting_award_message(found, row)
    draft_drop(found)
    if found.kind in ALL_MEET:
        walkovers_write(found)
    if row.round.number <= rounds_of_groups(found):
        qualifiers_follow(found)
    state_settle(found)
    log_act(by, "tournament_award_back", kind="tournament", about=found.pk, fixture=row.pk)
    return row


def _fixture(found: Tournament, pk: int) -> Fixture:
    """Of a round that is published. Raises: Absent; Invalid."""
    get_or_absent(found.event.fixtures.all(), pk)
    rows = found.event.fixtures.filter(pk=pk, round__published_at__isnull=False)
    row = rows.select_related("round").first()
    if row is None:
        raise Invalid("no_such_fixture", _("Must be a match of this tournament."), field="fixture")
    return row


@dataclass(frozen=True, slots=True)
class Seated:
    """A fixture, by its id, and a table of the evening."""

    fixture: int
    table: int


@transaction.atomic(savepoint=False)
def round_start(
    *,
    by: Person,
    tournament: Tournament,
    evening: Evening,
    seated: Sequence[Seated],
    seat_anyway: bool = False,
) -> list[Match]:
    """All of them or none; each takes its fixture when it begins (`tournament_enter`).
    `seat_anyway`: also players who are not free.

    Raises: Denied; Invalid where a fixture is not to be played, and as matches_start.
    """
    require(by, Act.START_ANY)
    rows = _to_play(tournament, [one.fixture for one in seated])
    starts = [Start(one.table, *rows[one.fixture], fixture_id=one.fixture) for one in seated]
    return matches_start(
        by=by, evening=evening, starts=starts, event_id=tournament.pk, seat_anyway=seat_anyway
    )


def _to_play(
    tournament: Tournament, ids: Sequence[int]
) -> Mapping[int, tuple[int, int, Seat | None]]:
    """The two, and who deals first."""
    open_ = Fixture.objects.filter(
        event_id=tournament.pk,
        round__published_at__isnull=False,
        match=None,
        award="",
        away__isnull=False,
        pk__in=ids,
    )
    found = {one.pk: one for one in open_.select_related("round")}
    errors = {
        f"matches.{number}.fixture": _("Must be a match of this tournament that is to be played.")
        for number, pk in enumerate(ids)
        if pk not in found or ids.index(pk) < number
    }
    if errors:
        text = _("No match was started: some of them cannot start.")
        raise Invalid("cannot_start", text, errors=errors)
    groups = rounds_of_groups(tournament)
    return {
        pk: (one.home_id, one.away_id, dealer_in(tournament, one, groups))
        for pk, one in found.items()
        if one.away_id is not None
    }


@transaction.atomic(savepoint=False)
def meeting_start_back(*, by: Person, tournament: Tournament, fixture: int) -> Fixture:
    """Its match is there no more, and it is to be played.

    Raises: Denied; Absent; Invalid when none was begun, or something was entered in it.
    """
    require(by, Act.RUN_SEASON)
    # A match is locked before what it is a part of.
    here = Fixture.objects.filter(event_id=tournament.pk, pk=fixture)
    pk = here.values_list("match_id", flat=True).first()
    match = Match.objects.select_for_update().filter(pk=pk or 0).first()
    if match is not None and match.evening_table is not None:
        bump_evening_version(match.evening_table.evening_id)
    found = tournament_lock_for(by, tournament)
    row = get_or_absent(found.event.fixtures.select_related("round"), fixture)
    if match is None or row.match_id != match.pk:
        raise Invalid("not_begun", _("This match has not started."), field="fixture")
    if match.version or match.flags.exists() or of_match(match) is not None:
        text = _(
            "Something was already entered in this match, so its start can no longer be undone."
        )
        raise Invalid("match_begun", text, field="fixture")
    row.match = None
    row.save(update_fields=["match"])
    announce(f"match:{match.pk}", match.version + 1)
    match.delete()
    state_settle(found)
    log_act(by, "meeting_start_back", kind="tournament", about=found.pk, fixture=row.pk)
    return row


def tournament_enter(*, match: Match, fixture: int | None = None, **_signal: Any) -> None:
    """A match begun takes the fixture that was chosen, or else that of its two players, whoever
    began it. Raises: Invalid for a match that nobody drew: the table of a tournament has no other.
    """
    if match.event_id is None or (found := tournament_lock(match.event_id)) is None:
        return
    _take(found, match.pk, match.player_ids, match.table, fixture)


def _take(
    found: Tournament,
    match: int,
    pair: tuple[int, int],
    table: str,
    fixture: int | None = None,
) -> None:
    one, other = pair
    here = Q(home=one, away=other) | Q(home=other, away=one)
    rows = list(_waiting(found).filter(here))
    if fixture is not None:
        rows = [row for row in rows if row.pk == fixture]
        if not rows:
            text = _("Must be a match of this tournament that is to be played.")
            raise Invalid("fixture_not_open", text, field="fixture")
    row = _taken(rows, match, pair, table)
    row.save(update_fields=["match", "table"])


def _waiting(found: Tournament) -> QuerySet[Fixture]:
    published = Q(round__published_at__isnull=False)
    return found.event.fixtures.filter(published, match=None, award="").order_by("round__number")


def _taken(rows: list[Fixture], match: int, pair: tuple[int, int], table: str) -> Fixture:
    """The fixture that the match takes, which no longer waits. `rows`: those of the pair that do.

    Raises: Invalid where there is none.
    """
    if not rows:
        text = _("These two have no match to play in this tournament now.")
        raise Invalid("not_drawn", text, field="player_b")
    # Two who meet twice: who is named first deals first, and is at home in one of the two.
    row = next((drawn for drawn in rows if drawn.home_id == pair[0]), rows[0])
    rows.remove(row)
    row.match_id, row.table = match, table or row.table
    return row


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
    waiting: dict[frozenset[int | None], list[Fixture]] = {}
    for row in _waiting(found).exclude(away=None):
        waiting.setdefault(frozenset((row.home_id, row.away_id)), []).append(row)
    rows = [
        _taken(
            waiting.get(frozenset(one.player_ids), []),
            one.match_id,
            one.player_ids,
            tables[one.match_id],
        )
        for one in entered
    ]
    Fixture.objects.bulk_update(rows, ["match", "table"], batch_size=500)
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
    """A match that is annulled or abandoned leaves its fixture, and takes it back when it counts
    again or is resumed.

    Raises: Invalid when something else rests on the match.
    """
    if match.event_id is None or entry is None or not (entry.releases or entry.reclaims):
        return
    if (tournament := tournament_lock(match.event_id)) is not None:
        (meeting_let_go if entry.releases else meeting_again)(tournament, match)
