"""Whatever happens in a contest, refused or taken, taken back or corrected: the books are those of
the events that stand, as if nothing else had ever been entered."""

import re
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.db import transaction
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ecarte_club.core.exceptions import Fault, Invalid
from games.matches.models import Match
from games.matches.services.entries import entry_undo, play_record
from scoring.contests.models import ContestEntry
from scoring.contests.rules import machine
from scoring.contests.rules.bank import (
    Adjudged,
    Backed,
    Bid,
    GaveUp,
    NotRenewed,
    Renewed,
)
from scoring.contests.rules.bets import Side
from scoring.contests.rules.events import CameBack, Closed, Dealt, GameWon, Joined, Left, SatOut
from scoring.contests.rules.machine import ContestState
from scoring.contests.rules.pool import Seated
from scoring.contests.rules.social import StakeSet
from scoring.contests.selectors.courses import Course, Happened, events_of
from scoring.contests.services.events import contest_undo
from scoring.contests.services.facts import changes_keeping_facts
from scoring.contests.services.opening import terms_accept
from scoring.ledger.models import Posting
from tests.support.clubhouse import open_house
from tests.support.contest_evenings import (
    EVENINGS,
    NAMES,
    Agreed,
    Events,
    attempted,
    begun,
    come_to,
    corrected,
    from_the_start,
    possible,
    standing_sum,
    told,
    turned,
    won_by_hands,
    won_by_score,
)
from tests.support.depth import examples, times
from tests.support.nights import hand

pytestmark = [pytest.mark.slow, pytest.mark.any_database]
# As it was found: to make a story shorter takes minutes.
TOLD = (Phase.generate,)

# Entered just as well if others sat: who comes and goes, and what becomes of a bank. Everything
# else that a contest takes has two people in mind.
WHOEVER_SITS = (
    *(Joined, Left, SatOut, CameBack, Seated, Closed, GameWon, StakeSet),
    *(Bid, Adjudged, Renewed, NotRenewed, GaveUp),
)

picks = st.integers(0, 10**6)


def at(pick: int, things: Any) -> Any:
    found = list(things)
    return found[pick % len(found)]


@dataclass(frozen=True, slots=True)
class Read:
    """What the site says between two acts. `match` is None as well where the pad was not used."""

    course: Course
    match: Match | None
    possible: dict[str, list[Any]]


class Evening(RuleBasedStateMachine):
    """`events`: what stands, by the places of the log; `entered`: with what gave way to a
    correction, as it was entered. `known`: what the same events came to before. `read`: what was
    found since the last act, which many rules ask for. All within a transaction that is rolled
    back at the end of each story."""

    agreed: Agreed

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.house = open_house()
        self.club = begun(self.house, self.agreed)
        self.read: Read | None = None
        self.events: dict[int, Any] = self.stand()
        self.at_first = dict(self.events)
        self.entered = dict(self.events)
        self.known: dict[Events, tuple[ContestState, dict[str, int]]] = {}
        self.compared: set[Events] = set()
        self.rows = 0

    def teardown(self) -> None:
        try:
            self.as_from_the_start()
        finally:
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    # what is looked up

    def now(self) -> Read:
        if self.read is None:
            course = self.club.course()
            self.read = Read(course, in_play(course), possible(course.state, self.players()))
        return self.read

    def course(self) -> Course:
        return self.now().course

    def attempt(self, act: Any) -> Fault | None:
        self.read = None
        return attempted(act)

    def stand(self) -> dict[int, Any]:
        return {one.place: one.event for one in self.course().happened}

    def next_place(self) -> int:
        return max(ContestEntry.objects.values_list("place", flat=True), default=0) + 1

    def players(self) -> list[int]:
        return [self.club.pk(name) for name in NAMES]

    def state(self) -> ContestState:
        return self.course().state

    def dealt(self) -> bool:
        return self.course().dealt is not None and not self.state().over

    def in_play(self) -> Match | None:
        return self.now().match

    def on_the_pad(self) -> list[Happened]:
        """Games that were won on it."""
        happened = self.course().happened
        return [one for one in happened if isinstance(one.event, GameWon) and one.entry.match]

    def expect(self, act: Any, events: dict[int, Any], *, corrects: bool = False) -> bool:
        """Taken as the rules take these events, and refused as they refuse them."""
        found = come_to(self.club, [event for _place, event in sorted(events.items())])
        taken = found is not None and not (corrects and self.others_sit(found))
        fault = self.attempt(act)
        assert (fault is None) == taken, (fault, fault and fault.detail, events)
        if taken:
            self.entered |= {place: events[place] for place in events.keys() - self.events.keys()}
            self.events = events
        return taken

    def taken_back_from(self, first: int) -> None:
        self.events, self.entered = (
            {place: one for place, one in known.items() if place < first}
            for known in (self.events, self.entered)
        )

    def others_sit(self, found: ContestState) -> bool:
        """At the game in play, which is then not corrected into a game of theirs."""
        before, after = machine.seats(self.state()), machine.seats(found)
        return self.dealt() and bool(before and after) and set(before or ()) != set(after or ())

    # what happens

    @precondition(lambda self: self.events == self.at_first)
    @rule()
    def a_club_meets(self) -> None:
        """Nothing happens. Hypothesis first tries a story that repeats the rule whose name is the
        first: with this one that story is short, and the others are drawn at random."""

    @precondition(lambda self: bool(self.now().possible))
    @rule(kind=picks, which=picks)
    def something_happens(self, kind: int, which: int) -> None:
        found = self.now().possible
        self.happens(at(which, found[at(kind, found)]))

    @rule(amount=st.integers(-1, 9), who=picks, kind=picks)
    def somebody_tries(self, amount: int, who: int, kind: int) -> None:
        """Whether or not it may be."""
        player = at(who, self.players())
        values = {"player": player, "amount": amount, "side": Side.A, "order": (), "backers": ()}
        kinds = events_of(self.club.contest).values()
        found = at(kind, [one for one in kinds if one not in (Dealt, GameWon, Closed)])
        self.happens(found(**{name: values[name] for name in found.__match_args__}))

    def happens(self, event: Any) -> None:
        self.expect(lambda: told(self.club, event), self.events | {self.next_place(): event})

    @precondition(lambda self: not machine.refusal(self.state(), Dealt()))
    @rule(winner=st.integers(0, 3))
    def a_game(self, winner: int) -> None:
        """Sometimes it is not played to its end."""
        pair = machine.seats(self.state())
        place = self.next_place()
        assert self.expect(self.club.deals, self.events | {place: Dealt()})
        if pair and winner < 2:
            self.won(pair[winner])

    @precondition(lambda self: self.in_play())
    @rule(winner=st.integers(0, 1), by_hands=st.booleans())
    def the_game_is_won(self, winner: int, by_hands: bool) -> None:
        match = self.in_play()
        assert match
        self.won(match.player_ids[winner], by_hands=by_hands or match.version > 0)

    def won(self, winner: int, *, by_hands: bool = False) -> None:
        match = self.in_play()
        assert match
        ends = won_by_hands if by_hands else won_by_score
        after = self.events | {self.next_place(): GameWon(winner)}
        self.expect(lambda: ends(self.club, winner, match), after)

    @precondition(lambda self: self.dealt())
    @rule(winner=st.integers(0, 1))
    def who_won_is_told(self, winner: int) -> None:
        """Without the pad; refused when something was entered in it."""
        match, pair = self.in_play(), machine.seats(self.state()) or ()
        if match and match.version:
            assert self.attempt(lambda: told(self.club, GameWon(pair[winner])))
        else:
            self.happens(GameWon(pair[winner]))

    @precondition(lambda self: (match := self.in_play()) and match.version < 2)
    @rule()
    def a_hand_is_played(self) -> None:
        match = self.in_play()
        assert match
        by = self.house.person("scorer")
        play_record(by=by, match=match, what=hand(3), version=match.version)
        self.read = None

    @precondition(lambda self: len(self.events) > 15 and not self.state().over)
    @rule(maybe=st.integers(0, 5))
    def it_is_closed(self, maybe: int) -> None:
        if maybe == 0:
            self.happens(Closed())

    # what is taken back, and what was otherwise

    @rule(maybe=st.booleans())
    def undo(self, maybe: bool) -> None:
        """The deal, with its match annulled if something was entered; else the last game whole."""
        course = self.course()
        last = course.dealt or course.last(GameWon)
        if not maybe and not course.state.over:
            return
        by, version = self.house.person("director"), self.club.contest.version

        def act() -> None:
            contest_undo(by=by, contest=self.club.contest, version=version)

        dealt = course.dealt.entry.match if course.dealt else None
        played = Match.objects.filter(pk=dealt or 0, version__gt=0).exists()
        fault = self.attempt(act)
        if last is None:
            assert fault
            assert fault.code == "nothing_to_undo"
            return
        assert fault is None, fault
        left = Match.objects.filter(pk=dealt or 0)
        assert [match.annulled_at is not None for match in left] == ([True] if played else [])
        self.taken_back_from(last.place)

    @precondition(lambda self: self.on_the_pad())
    @rule(which=picks)
    def the_other_had_won(self, which: int) -> None:
        """Corrected on the pad; where that leaves nobody out of his seat, all follows anew."""
        found = at(which, self.on_the_pad())
        match = Match.objects.select_related("evening_table").get(pk=found.entry.match)
        log = [entry for entry in match.entries.all() if entry.data]
        if any(entry.kind == "hand" for entry in log):
            return
        other = next(pk for pk in match.player_ids if pk != found.event.winner)
        entered, after = self.followed({found.place: GameWon(other)})
        if self.expect(lambda: turned(self.club, match), after, corrects=True):
            self.entered = entered
            self.as_from_the_start()

    @precondition(lambda self: self.on_the_pad())
    @rule(which=picks)
    def a_pad_is_undone(self, which: int) -> None:
        """Only while no game was dealt that hangs on it."""
        found = at(which, self.on_the_pad())
        match = Match.objects.select_related("evening_table").get(pk=found.entry.match)
        later = [one for place, one in self.events.items() if place > found.place]
        scorer = self.house.person("director")
        corrections = match.entries.filter(supersedes__isnull=False).exists()
        if corrections:
            return
        fault = self.attempt(lambda: entry_undo(by=scorer, match=match, version=match.version))
        assert (fault is not None) == any(isinstance(one, Dealt) for one in later), fault
        if fault is None:
            self.taken_back_from(found.place)

    @precondition(lambda self: self.not_on_the_pad())
    @rule(which=picks, who=picks, amount=st.integers(1, 6), out=st.booleans())
    def it_was_misheard(self, which: int, who: int, amount: int, out: bool) -> None:
        """Another amount, another player, or nothing at all, at a place of the log."""
        free = self.not_on_the_pad()
        place, player = at(which, free), at(who, self.players())
        terms_accept(by=self.house.person("scorer"), contest=self.club.contest, player=player)
        event = None if out else self.otherwise(free[place], player, amount)
        entered, after = self.followed({place: event})
        if self.unseats_on_a_pad(after):
            assert self.attempt(lambda: corrected(self.club, {place: event}))
        elif self.expect(lambda: corrected(self.club, {place: event}), after, corrects=True):
            self.entered = entered
            self.as_from_the_start()

    def followed(self, wanted: dict[int, Any]) -> tuple[dict[int, Any], dict[int, Any]]:
        """What is entered after a correction: whoever sat at a later game, or was bet on, sits. And
        what stands of it: all, or where the rules do not take that, all but what gives way."""
        entered = self.entered | {
            place: self.kept(place, one) if isinstance(one, GameWon) else one
            for place, one in wanted.items()
        }
        entered = {place: one for place, one in entered.items() if one is not None}
        if self.come_to(entered) is not None:
            return entered, entered
        try:
            changes = changes_keeping_facts(self.course(), wanted).changes
        except Invalid:
            return entered, entered
        found = {place: one for place, one in (self.events | changes).items() if one is not None}
        for place, one in entered.items():
            assert one == found.get(place) or gives_way(one, found.get(place)), (place, one)
        assert found.keys() <= entered.keys()
        return entered, found

    def kept(self, place: int, event: GameWon) -> GameWon:
        later = [one for at, one in self.entered.items() if at > place]
        stood = self.entered[place]
        stays = event.stays
        if not stays and any(not isinstance(one, WHOEVER_SITS) for one in later):
            stays = stood.stays or stood.winner
        return replace(event, stays=0 if stays == event.winner else stays)

    def come_to(self, events: dict[int, Any]) -> ContestState | None:
        return come_to(self.club, [event for _place, event in sorted(events.items())])

    def unseats_on_a_pad(self, after: dict[int, Any]) -> bool:
        """Whether a game that is on a pad would be of others."""
        if self.come_to(after) is None:
            return False
        dealt = {one.place: one.entry.match for one in self.course().happened}
        pads = set(Match.objects.filter(pk__in=dealt.values()).values_list("pk", flat=True))
        return any(
            set(self.sat(self.events, place)) != set(self.sat(after, place))
            for place, one in after.items()
            if isinstance(one, Dealt) and dealt.get(place) in pads
        )

    def sat(self, events: dict[int, Any], place: int) -> tuple[int, ...]:
        before = self.come_to({at: one for at, one in events.items() if at < place})
        assert before is not None
        return machine.seats(before) or ()

    def not_on_the_pad(self) -> dict[int, Any]:
        happened = self.course().happened
        return {one.place: one.event for one in happened if one.entry.match is None}

    def otherwise(self, event: Any, player: int, amount: int) -> Any:
        values = {"player": player, "winner": player, "amount": amount}
        names = type(event).__match_args__
        return type(event)(**{name: values.get(name, getattr(event, name)) for name in names})

    # what always holds

    def as_from_the_start(self) -> None:
        """A second book, in which nothing was ever taken back or corrected."""
        events = tuple(event for _place, event in sorted(self.events.items()))
        if events in self.compared:
            return
        self.compared.add(events)
        with transaction.atomic():
            other = from_the_start(self.house, self.agreed, events)
            assert other.course().state == self.state()
            assert other.amounts() == self.club.amounts()
            assert standing_sum(other) == standing_sum(self.club)
            transaction.set_rollback(True)

    @invariant()
    def what_stands_is_what_was_told(self) -> None:
        self.read = None
        assert self.stand() == self.events

    @invariant()
    def the_same_events_come_to_the_same(self) -> None:
        """The sum of the book is nothing, its recount agrees, and holds what the contest does."""
        events = tuple(event for _place, event in sorted(self.events.items()))
        now = self.state(), self.club.amounts()
        assert self.known.setdefault(events, now) == now
        assert standing_sum(self.club) == now[1]
        assert self.club.contest.over == now[0].over
        assert self.club.contest.games_won == now[0].number - 1

    @invariant()
    def the_rows_only_grow(self) -> None:
        now = Posting.objects.count() + ContestEntry.objects.count()
        assert now >= self.rows
        self.rows = now


def gives_way(stood: Any, now: Any) -> bool:
    """Gone, smaller, or said otherwise of the bank alone; never who won."""
    match stood, now:
        case _, None:
            return True
        case Backed(player, amount), Backed(still, less):
            return player == still and less < amount
        case ((Renewed() | NotRenewed() | GaveUp()), (NotRenewed() | GaveUp())):
            return True
        case GameWon(), GameWon():
            return replace(stood, bank=now.bank) == now
    return False


def in_play(course: Course) -> Match | None:
    if course.dealt is None or course.state.over:
        return None
    matches = Match.objects.select_related("evening_table")
    return matches.filter(pk=course.dealt.entry.match or 0).first()


@pytest.mark.parametrize("name", EVENINGS, ids=lambda name: re.sub(r"\W+", "-", name))
def test_an_evening_at_random(db: None, name: str) -> None:
    machine = type("Told", (Evening,), {"agreed": EVENINGS[name]})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples(2, thorough=3),
            stateful_step_count=times(20, thorough=30),
            phases=TOLD,
        ),
    )
