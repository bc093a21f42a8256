"""What a correction leaves as it was: who sat down was a fact, whoever had won.

Only what is owed is worked out again. Where a later event can no longer be, as the money now is
other, it gives way: a bet behind the bank is made smaller, and what follows a pool that was won
earlier is taken out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from scoring.contests.labels import texts
from scoring.contests.models import ContestEntry
from scoring.contests.rules import bank, machine
from scoring.contests.rules.bets import BetLaid
from scoring.contests.rules.events import BankAfter, Dealt, GameWon, dump
from scoring.contests.selectors import courses
from scoring.contests.selectors.courses import BrokenCourse, Course, Happened

from .entries import check_events

Changes = dict[int, Any]


def changes_keeping_facts(course: Course, wanted: Mapping[int, Any]) -> Changes:
    """`wanted`, with who kept the seat where nobody says otherwise, and all that has to follow.

    Raises: Invalid, naming the place that can no longer be.
    """
    changes = {
        place: with_keeper(course, place, event) if isinstance(event, GameWon) else event
        for place, event in wanted.items()
    }
    check_events(course.contest, changes.values())
    while True:
        try:
            replay(course, changes)
        except BrokenCourse as broken:
            more = _giving_way(course, changes, wanted, broken)
            if more is None:
                is_new = broken.happened.place in wanted
                raise texts.refused(broken, course.contest, is_new=is_new) from broken
            changes |= more
        else:
            return changes


def with_keeper(course: Course, place: int, event: GameWon) -> GameWon:
    """As they sat, once a later game was dealt, or bet on."""
    stood = next((one.event for one in course.happened if one.place == place), None)
    later = [one.event for one in course.happened if one.place > place]
    is_fact = any(isinstance(one, (Dealt, BetLaid, bank.Punted)) for one in later)
    stays = event.stays
    if not stays and is_fact and isinstance(stood, GameWon):
        stays = stood.keeper
    return replace(event, stays=0 if stays == event.winner else stays)


def replay(course: Course, changes: Mapping[int, Any]) -> Course:
    """Raises: BrokenCourse."""
    entries = [
        ContestEntry(place=place, data=None if event is None else dump(event))
        for place, event in changes.items()
    ]
    return courses.course(course.contest, (*course.entries, *entries))


def _giving_way(
    course: Course, changes: Changes, wanted: Mapping[int, Any], broken: BrokenCourse
) -> Changes | None:
    """More changes, by which the event is possible or gone; None where it has to stand."""
    place, state = broken.happened.place, broken.state
    if place in wanted:
        return None
    if state.over:
        return {one.place: None for one in course.happened if one.place >= place}
    if isinstance(state.contest, bank.State):
        return _at_bank(course, changes, state.contest, broken.happened)
    return None


def _at_bank(
    course: Course, changes: Changes, state: bank.State, happened: Happened
) -> Changes | None:
    place, event = happened.place, happened.event
    match state.phase, event:
        case bank.Phase.STAKES, bank.Backed(player, amount):
            most = _most_behind(state, player, amount)
            return {place: bank.Backed(player, most) if most else None}
        case bank.Phase.STAKES, bank.TookBack() | bank.Renewed():
            return {place: None}
        case bank.Phase.STAKES, bank.NotRenewed():
            return {place: bank.GaveUp()}
        case bank.Phase.STAKES, bank.Bid() | bank.Adjudged():
            return _after_last_game(course, changes, place, BankAfter.GIVEN_UP)
        case bank.Phase.RENEWAL, bank.GaveUp():
            return {place: bank.NotRenewed()}
        case bank.Phase.RENEWAL | bank.Phase.AUCTION, _:
            return _after_last_game(course, changes, place, BankAfter.GOES_ON)
    return None


def _most_behind(state: bank.State, player: int, amount: int) -> int:
    """What they may still lay with the bank, of what they laid."""
    possible = (most for most in range(amount - 1, 0, -1))
    return next((m for m in possible if not bank.refusal(state, bank.Backed(player, m))), 0)


def _after_last_game(
    course: Course, changes: Changes, place: int, after: BankAfter
) -> Changes | None:
    """What became of the bank in fact, said with the game that broke it, or no longer does."""
    won = [
        (one.place, changes.get(one.place, one.event))
        for one in course.happened
        if one.place < place and isinstance(changes.get(one.place, one.event), GameWon)
    ]
    if not won:
        return None
    last, event = won[-1]
    if last in changes and event.bank is not BankAfter.BY_RULES:
        return None
    return {last: replace(event, bank=after)}


def check_games_on_pads(before: Course, after: Course) -> None:
    """Raises: Invalid where a game would be of others than those who scored it on the pad."""
    sat, sit = dict(_pairs(before)), dict(_pairs(after))
    on_pads = Match.objects.filter(pk__in=[one.entry.match for one in sat if one.entry.match])
    kept = set(on_pads.values_list("pk", flat=True))
    places = {one.place: pair for one, pair in sit.items()}
    for number, (one, pair) in enumerate(sat.items(), 1):
        now = places.get(one.place, pair)
        if one.entry.match in kept and set(now or ()) != set(pair or ()):
            text = _(
                "This would change who played game %(number)s, which was scored on the pad. "
                "Keep the seats as the players sat."
            ) % {"number": number}
            raise Invalid("other_players", text, field="changes")


def _pairs(course: Course) -> Iterator[tuple[Happened, tuple[int, int] | None]]:
    """Of each game that was dealt."""
    befores = (course.begun, *course.states)
    for one, state in zip(course.happened, befores, strict=False):
        if isinstance(one.event, Dealt):
            yield one, machine.seats(state)
