"""What a correction leaves as it was: who sat down was a fact, whoever had won.

Only what is owed is worked out again. Where a later event can no longer be, as the money now is
other, it gives way: a bet behind the bank is made smaller, and what follows a pool that was won
earlier is taken out. It stands again as it was entered once a correction leaves it possible.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from scoring.contests.labels import texts
from scoring.contests.models import ContestEntry
from scoring.contests.rules import bank, machine
from scoring.contests.rules.events import BankAfter, Dealt, GameWon, dump
from scoring.contests.rules.stakes import of
from scoring.contests.selectors import courses
from scoring.contests.selectors.courses import BrokenCourse, Course, Happened

from .entries import check_events

Events = dict[int, Any]


@dataclass(frozen=True, slots=True)
class Following:
    """By place. `changes`: what is to be entered; `gave_way`: what would stand there otherwise."""

    changes: Events
    gave_way: Events


def changes_keeping_facts(course: Course, wanted: Mapping[int, Any]) -> Following:
    """`wanted`, with who kept the seat where nobody says otherwise, and all that has to follow.

    Raises: Invalid, naming the place that can no longer be.
    """
    corrected = {
        place: with_keeper(course, place, event) if isinstance(event, GameWon) else event
        for place, event in wanted.items()
    }
    check_events(course.contest, corrected.values())
    entered = course.entered | corrected
    events = dict(entered)
    while True:
        try:
            replay(course, events)
        except BrokenCourse as broken:
            more = _giving_way(events, wanted, broken)
            if more is None:
                is_new = broken.happened.place in wanted
                raise texts.refused(broken, course.contest, is_new=is_new) from broken
            events |= more
        else:
            return _following(course, wanted, entered, events)


def changes_without(course: Course, place: int) -> Following:
    """Without that, and all that happened since, also where it gave way to a correction. A bank
    that was put up again only because of this is as the last game left it."""
    removed = {
        at: None for at, event in course.entered.items() if at >= place and event is not None
    }
    return changes_keeping_facts(course, removed)


def _following(
    course: Course, wanted: Mapping[int, Any], entered: Events, events: Events
) -> Following:
    stands = {one.place: one.event for one in course.happened}
    changes = {
        place: event
        for place, event in events.items()
        if place in wanted or event != stands.get(place)
    }
    gave_way = {
        place: entered[place] for place, event in changes.items() if event != entered[place]
    }
    return Following(changes, gave_way)


def with_keeper(course: Course, place: int, event: GameWon) -> GameWon:
    """As they sat, once something has happened that presumes it."""
    entered = course.entered
    stood = entered.get(place)
    is_fact = any(
        isinstance(one, machine.BY_SEATS) for later, one in entered.items() if later > place
    )
    stays = event.stays
    if not stays and is_fact and isinstance(stood, GameWon):
        stays = stood.keeper
    return replace(event, stays=0 if stays == event.winner else stays)


def replay(course: Course, events: Mapping[int, Any]) -> Course:
    """Raises: BrokenCourse."""
    entries = [
        ContestEntry(place=place, data=None if event is None else dump(event))
        for place, event in events.items()
    ]
    return courses.course(course.contest, (*course.entries, *entries))


def _giving_way(events: Events, wanted: Mapping[int, Any], broken: BrokenCourse) -> Events | None:
    """Other events, by which the one that is refused is possible or gone; None where it has to
    stand."""
    place, state = broken.happened.place, broken.state
    if place in wanted:
        return None
    if state.over:
        return {at: None for at, event in events.items() if at >= place and event is not None}
    if isinstance(state.contest, bank.State):
        return _at_bank(events, state.contest, broken.happened)
    return None


def _at_bank(events: Events, state: bank.State, happened: Happened) -> Events | None:
    place, event = happened.place, happened.event
    match state.phase, event:
        case bank.Phase.STAKES, bank.Backed(player, amount):
            most = _most_behind(state, player, amount)
            return {place: bank.Backed(player, most) if most else None}
        case bank.Phase.STAKES, bank.Punted(player) if of(state.behind, player):
            return {_place_behind(events, place, player): None}
        case bank.Phase.STAKES, bank.TookBack() | bank.Renewed():
            return {place: None}
        case bank.Phase.STAKES, bank.NotRenewed():
            return {place: bank.GaveUp()}
        case bank.Phase.STAKES | bank.Phase.RENEWAL, bank.Bid() | bank.Adjudged():
            return _after_last_game(events, place, BankAfter.GIVEN_UP)
        case bank.Phase.RENEWAL, bank.GaveUp():
            return {place: bank.NotRenewed()}
        case bank.Phase.AUCTION, bank.GaveUp() | bank.NotRenewed():
            return {place: None}
        case bank.Phase.RENEWAL | bank.Phase.AUCTION, _:
            return _after_last_game(events, place, BankAfter.GOES_ON)
    return None


def _most_behind(state: bank.State, player: int, amount: int) -> int:
    """What they may still lay with the bank, of what they laid."""
    possible = (most for most in range(amount - 1, 0, -1))
    return next((m for m in possible if not bank.refusal(state, bank.Backed(player, m))), 0)


def _place_behind(events: Events, place: int, player: int) -> int:
    """Of the stake behind the bank that had given way when they laid against it."""
    return max(
        at
        for at, event in events.items()
        if at < place and isinstance(event, bank.Backed) and event.player == player
    )


def _after_last_game(events: Events, place: int, after: BankAfter) -> Events | None:
    """What became of the bank in fact, said with the game that broke it, or no longer does."""
    won = [at for at, event in events.items() if at < place and isinstance(event, GameWon)]
    if not won:
        return None
    last = max(won)
    if events[last].bank is not BankAfter.BY_RULES:
        return None
    return {last: replace(events[last], bank=after)}


def check_games_on_pads(before: Course, after: Course) -> None:
    """Raises: Invalid where a game would be of others than those who scored it on the pad."""
    sat, sit = _pairs(before), _pairs(after)
    matches = Match.objects.in_bulk([match for match, _pair in sit.values() if match])
    for number, (place, (match, pair)) in enumerate(sit.items(), 1):
        on_pad = matches.get(match or 0)
        if on_pad is None:
            continue
        fact = sat[place][1] if place in sat else on_pad.player_ids
        if set(pair) != set(fact):
            text = _(
                "This would change who played game %(number)s, which was scored on the pad. "
                "Keep the seats as the players sat."
            ) % {"number": number}
            raise Invalid("other_players", text, field="changes")


def _pairs(course: Course) -> dict[int, tuple[int | None, tuple[int, ...]]]:
    """By the place of each game that was dealt: its match, and the two who played it."""
    befores = (course.begun, *course.states)
    return {
        one.place: (one.entry.match, machine.seats(state) or ())
        for one, state in zip(course.happened, befores, strict=False)
        if isinstance(one.event, Dealt)
    }
