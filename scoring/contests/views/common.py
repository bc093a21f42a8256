"""A contest by its address, for whoever may see its evening, and the names of those in it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors.player_names import veil
from ecarte_club.core.exceptions import Absent
from games.evenings import selectors as evenings
from games.matches.models import Match
from games.matches.selectors.matches import matches_in
from scoring.contests.labels import chronicle
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules.events import NAME, GameWon, name_of
from scoring.contests.selectors.courses import Course


def contest_of(request: HttpRequest, slug: str, pk: int) -> tuple[Contest, Person]:
    """Raises: Absent also when the address names another club."""
    found = Contest.objects.select_related("club", "table").filter(pk=pk).first()
    if found is None or found.club.slug != slug:
        raise Absent
    found.evening, person = evenings.evening(actor_of(request), found.evening_id)
    return found, person


def sees_all(contest: Contest, person: Person) -> bool:
    """Names, and what everybody has: the club's own people, and phones at its tables."""
    return evenings.sees_names(contest.evening, person)


def names_of(
    contest: Contest, person: Person, found: Course, *more: Iterable[int]
) -> dict[int, str]:
    ids = chronicle.people(found) | {pk for each in more for pk in each}
    players = list(Player.objects.filter(pk__in=ids))
    if not sees_all(contest, person):
        veil(players, contest.club)
    return {player.pk: player.name for player in players}


def seen_matches(found: Course, person: Person) -> frozenset[int]:
    """Of the games of a contest, those that he may look at as matches."""
    contest = found.contest
    ids = {entry.match for entry in found.entries if entry.match}
    every = Match.objects if is_own_table(contest, person) else matches_in(contest.club, person)
    return frozenset(every.filter(pk__in=ids).values_list("pk", flat=True))


def is_own_table(contest: Contest, person: Person) -> bool:
    return person.table_id is not None and person.table_id == contest.table_id


def own_player(contest: Contest, person: Person) -> int | None:
    """Who he plays as here: by his sign-in, or by what he said on a phone at this table."""
    known = person.user_id is not None or is_own_table(contest, person)
    return person.player_id if known and person.may(Act.PLAY_OWN) else None


@dataclass(frozen=True, slots=True)
class Line:
    """`on_pad`: it was told by a match, which is corrected there. `match`: the one whose end it is,
    if he may look at it."""

    place: int
    number: int
    text: str
    when: datetime
    who: str
    reason: str
    stands: bool
    on_pad: bool
    match: int | None


def history(
    course: Course, names: Mapping[int, str], *, with_people: bool, seen: Collection[int]
) -> list[Line]:
    """`with_people`: says who entered it, which only the club is told. `seen`: matches that he may
    look at."""
    texts = chronicle.texts(course, chronicle.wording(course.contest, names))
    standing = {one.entry.pk for one in course.happened}
    return [
        Line(
            entry.place,
            entry.number,
            texts[entry.pk],
            entry.at,
            chronicle.entered_by(entry) if with_people else "",
            entry.reason,
            stands=entry.pk in standing,
            on_pad=entry.match is not None,
            match=entry.match if entry.match in seen and _is_end(entry) else None,
        )
        for entry in sorted(course.entries, key=lambda one: (one.place, one.number), reverse=True)
        if entry.data is not None
    ]


def _is_end(entry: ContestEntry) -> bool:
    return (entry.data or {}).get(NAME) == name_of(GameWon)
