"""The only code that writes a contest: entries, what they come to, and what they move."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.composed import Composed
from ecarte_club.core.composed_writes import ComposedUpdate
from ecarte_club.core.exceptions import Invalid, Stale
from ecarte_club.core.live import announce
from ecarte_club.core.outbox import Kind, write_message
from games.evenings.models import Evening
from games.evenings.services.evenings import bump_evening_version
from scoring.contests.changes import contest_moved
from scoring.contests.labels import kinds, texts
from scoring.contests.models import Acceptance, Contest, ContestEntry
from scoring.contests.rules import machine
from scoring.contests.rules.events import AGREEMENT, Refusal, Why, dump
from scoring.contests.rules.machine import ContestState
from scoring.contests.selectors import courses
from scoring.contests.selectors.courses import BrokenCourse, Course
from scoring.ledger.services.posting import book_for, postings_synchronise

EVENTS_MOST = 5_000


@dataclass(frozen=True, slots=True)
class Entered:
    """What was just entered: the contest with it, and as it was before."""

    contest: Contest
    before: Course
    course: Course
    places: tuple[int, ...]


def lock_course(contest: Contest, *, correcting: bool = False) -> Course:
    """Locked at its evening until the end of the transaction, and read only then.

    Raises: Invalid when the evening is signed off.
    """
    bump_evening_version(contest.evening_id, correcting=correcting)
    return current_course(contest)


_current = Composed(
    lambda pk: (
        Contest.objects.filter(pk=pk).order_by().values_list("version", "over", "games_won")
    ),
    pk=int,
)


def current_course(contest: Contest) -> Course:
    """Of a contest whose evening is locked."""
    contest.version, contest.over, contest.games_won = _current.tuples(pk=contest.pk)[0]
    return courses.read(contest)


def check_version(course: Course, version: int | None) -> None:
    """Raises: Stale when something was entered since `version`; None takes whatever there is."""
    current = course.contest.version
    if version is not None and version != current:
        raise Stale(sent=version, current=current)


def check_same_game(course: Course, version: int | None) -> None:
    """Raises: Stale when another game is due than at `version`, or others sit: others may have bet
    on it meanwhile, but who bets has a player in mind."""
    current = course.contest.version
    if version is None or version == current:
        return
    earlier = [entry for entry in course.entries if entry.number <= version]
    then, now = courses.course(course.contest, earlier).state, course.state
    if version > current or _due(then) != _due(now):
        raise Stale(sent=version, current=current)


def check_same_deal(course: Course, version: int) -> None:
    """Raises: Stale when another game is due than at `version`, or it is dealt. A bet that was laid
    meanwhile stands, and does not stop the deal that closes the bets."""
    check_same_game(course, version)
    current = course.contest.version
    if version != current and course.state.dealt:
        raise Stale(sent=version, current=current)


def _due(now: ContestState) -> tuple[int, tuple[int, int] | None]:
    return now.number, machine.seats(now)


def acceptance_store(by: Person, contest: Contest, player: int) -> None:
    """The player's yes to the terms, once; who told it first stays."""
    Acceptance.objects.get_or_create(
        contest=contest,
        player_id=player,
        defaults={"by_id": by.user_id, "phone_id": by.phone_id, "at": timezone.now()},
    )


def append_events(by: Person, course: Course, *events: Any, match: int | None = None) -> Entered:
    """Events after all that stands."""
    first = course.next_place
    changes = {first + index: event for index, event in enumerate(events)}
    return entries_write(by, course, changes, match=match)


def entries_write(
    by: Person,
    course: Course,
    changes: Mapping[int, Any],
    *,
    match: int | None = None,
    reason: str = "",
    gave_way: Mapping[int, Any] | None = None,
) -> Entered:
    """`changes`: what stands at each place from now on; None takes out what stood there. What is
    entered anew is of `match`, what is corrected of the match that it was of. `gave_way`: what
    would stand at places that these changes leave no other choice.

    `course` was read with its evening locked. Raises: Invalid, with the source.
    """
    matches = {entry.place: entry.match for entry in course.entries if entry.match}
    contest, now = course.contest, timezone.now()
    if course.next_place + len(changes) > EVENTS_MOST:
        text = str(kinds.TOO_LONG[contest.kind])
        raise Invalid("contest_too_long", text, field="contest")
    entries = [
        ContestEntry(
            contest=contest,
            number=contest.version + 1,
            place=place,
            data=None if event is None else dump(event),
            gave_way=dump(gave_way[place]) if gave_way and place in gave_way else None,
            match=None if event is None else matches.get(place, match),
            reason=reason,
            by_id=by.user_id,
            phone_id=by.phone_id,
            at=now,
        )
        for place, event in sorted(changes.items())
    ]
    check_events(contest, changes.values())
    after = _replay(contest, (*course.entries, *entries), changes)
    _check_same_players(course, after)
    _check_reopening(course, after)
    ContestEntry.objects.bulk_create(entries)
    _update_contest(contest, after)
    first = min(changes)
    dues = [(place, one) for place, made in after.moved.items() if place >= first for one in made]
    postings_synchronise(
        by=by,
        book=book_for(contest.evening),
        contest=contest.pk,
        since=first,
        transfers=dues,
    )
    act = "contest_correct" if reason else "contest_tell"
    what = [name for event in changes.values() if event is not None for name in [_name(event)]]
    log_act(by, act, kind="contest", about=contest.pk, events=", ".join(what))
    announce(f"contest:{contest.pk}", contest.version)
    contest_moved.send(contest=contest, before=course, after=after, by=by)
    return Entered(contest, course, after, tuple(sorted(changes)))


def _name(event: Any) -> str:
    return str(dump(event)["event"])


def check_events(contest: Contest, events: Iterable[Any]) -> None:
    """Raises: Invalid for what happens in other kinds of contest alone."""
    kinds = tuple(courses.events_of(contest).values())
    if not all(event is None or isinstance(event, kinds) for event in events):
        raise texts.refused_event(Refusal(Why.NOT_AN_EVENT, AGREEMENT, "event"), contest)


def _replay(
    contest: Contest, entries: tuple[ContestEntry, ...], changes: Mapping[int, Any]
) -> Course:
    try:
        return courses.course(contest, entries)
    except BrokenCourse as broken:
        raise texts.refused(broken, contest, is_new=broken.happened.place in changes) from broken


def _check_same_players(before: Course, after: Course) -> None:
    """Raises: Invalid where the game in play, and its match, would be of others than play it."""
    dealt, still = before.dealt, after.dealt
    if dealt is None or still is None or dealt.place != still.place:
        return
    sat, sit = machine.seats(before.state), machine.seats(after.state)
    if sat and sit and set(sat) != set(sit):
        text = _("This would change the players of the game in play. Undo its deal first.")
        raise Invalid("game_in_play", text, field="changes")


def _check_reopening(before: Course, after: Course) -> None:
    """Raises: Invalid where a contest that was over would go on, and nobody could play it on."""
    if not before.state.over or after.state.over:
        return
    contest = after.contest
    if Evening.objects.filter(pk=contest.evening_id).exclude(signed_off_at=None).exists():
        text = str(kinds.REOPENED_TOO_LATE[contest.kind])
        raise Invalid("contest_running", text, field="changes")
    running = Contest.objects.filter(table=contest.table_id, over=False).first()
    if running is not None:
        reopened = str(kinds.REOPENED[contest.kind])
        text = f"{reopened} {kinds.RUNS_AT_TABLE[running.kind]}"
        raise Invalid("contest_running", text, field="changes")


_update = ComposedUpdate(
    lambda pk: Contest.objects.filter(pk=pk),
    {"version": F("version") + 1},
    ("over", "games_won"),
    pk=int,
)


def _update_contest(contest: Contest, after: Course) -> None:
    over, games = after.state.over, after.state.number - 1
    _update.run({"over": over, "games_won": games}, pk=contest.pk)
    was = contest.over
    contest.version += 1
    contest.over, contest.games_won = over, games
    if over != was:
        kind = Kind.CONTEST_CLOSED if over else Kind.CONTEST_REOPENED
        contest_message(kind, contest, contest.tournament_id)


def contest_message(kind: Kind, contest: Contest, tournament: int | None) -> None:
    """`tournament`: whose pool it is, or is to be."""
    ids: dict[str, object] = {
        "contest": contest.pk,
        "evening": contest.evening_id,
        "tournament": tournament,
    }
    figures: dict[str, object] = {"kind": contest.kind, "version": contest.version}
    write_message(kind, club=contest.club_id, ids=ids, figures=figures)
