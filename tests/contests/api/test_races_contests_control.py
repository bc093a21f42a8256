"""What the guards of a contest are for: the same races with the guards on, and with them off.

Off means: the evening is not moved, versions are not compared, numbers are not unique, or a limit
is asked too early. It shows that the other tests of races would see one.
"""

from threading import Barrier, Event

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Stale
from games.evenings.models import Evening
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.rules.events import Closed, Dealt, GameWon
from scoring.contests.selectors.courses import Course
from scoring.contests.services import (
    checks as gates,
)
from scoring.contests.services import (
    entries as writing,
)
from scoring.contests.services import (
    events as telling,
)
from scoring.contests.services.events import contest_undo, event_tell, game_deal
from scoring.contests.services.opening import Plan, contest_open
from scoring.ledger.models import Balance, ClubLimit
from scoring.ledger.selectors.books import limits_refusal
from tests.support.arena import house_of_race, without_constraint
from tests.support.clubhouse import House, open_house
from tests.support.contests import ONE_GAME, Club, opened
from tests.support.depth import times
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

STAKE, OWED = 8, 10
TRIES = times(3, thorough=6)


house = house_of_race


def seen_anew(club: Club) -> Contest:
    return Contest.objects.select_related("evening").get(pk=club.contest.pk)


def gallery(house: House) -> Club:
    return opened(house, "match", "ann", "bob", gallery={})


def bet(club: Club) -> BetLaid:
    return BetLaid(club.pk("cyd"), Side.A, STAKE)


def test_a_bet_comes_before_the_deal_or_not_at_all(house: House) -> None:
    by = house.person("director")
    for _try in range(TRIES):
        club = opened(house, "match", "ann", "bob", gallery={})

        def act(which: int, club: Club = club) -> object:
            contest = seen_anew(club)
            if which:
                return event_tell(by=by, contest=contest, event=bet(club))
            return game_deal(by=by, contest=contest, version=contest.version)

        found = at_once(2, act)
        faults = [one for one in found if isinstance(one, Exception)]
        assert {getattr(fault, "code", fault) for fault in faults} <= {"bets_closed"}
        assert club.course().dealt is not None
        told = [one.event for one in club.course().happened]
        assert (bet(club) in told) == (not faults)
        # Dealt, an uncovered bet goes back.
        assert club.amounts() == {}
        club.tell(Closed())


BETTORS, GAMES = 8, times(1, thorough=3)


def _games_dealt_among_bets(house: House) -> tuple[int, int]:
    """Eight phones bet without pause; each game is dealt as the dealer's phone saw it, before they
    began. How often a deal was refused, and how many bets stand after a deal."""
    by, refused, late = house.person("director"), 0, 0
    gallery = [house.players["cyd"].pk, *_guests(house, BETTORS - 1)]
    for _game in range(GAMES):
        club = opened(house, "match", "ann", "bob", gallery={})
        seen = seen_anew(club).version
        betting = Barrier(BETTORS + 1, timeout=60)

        def act(which: int, club: Club = club, seen: int = seen, on: Barrier = betting) -> object:
            if which == BETTORS:
                on.wait()
                return game_deal(by=by, contest=seen_anew(club), version=seen)
            for number in range(4):
                laid = BetLaid(gallery[which], Side.A, 1)
                event_tell(by=by, contest=seen_anew(club), event=laid)
                if number == 0:
                    on.wait()
            return None

        *bettors, deal = at_once(BETTORS + 1, act)
        codes = {getattr(one, "code", one) for one in bettors if isinstance(one, Exception)}
        assert codes <= {"bets_closed"}, codes
        refused += isinstance(deal, Stale)
        assert deal is None or not isinstance(deal, Exception) or isinstance(deal, Stale), deal
        happened = [one.event for one in club.course().happened]
        since = happened.index(Dealt()) if Dealt() in happened else len(happened)
        late += sum(isinstance(event, BetLaid) for event in happened[since:])
        club.tell(Closed())
    return refused, late


def _guests(house: House, number: int) -> list[int]:
    names = [f"Guest {which}" for which in range(number)]
    rows = [Player.objects.create(club=house.club, name=name) for name in names]
    return [row.pk for row in rows]


def test_a_deal_is_never_lost_against_a_bet(house: House) -> None:
    assert _games_dealt_among_bets(house) == (0, 0)


def test_where_every_bet_makes_the_deal_stale_it_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "check_same_deal", writing.check_version)
    assert _games_dealt_among_bets(house) == (GAMES, 0)


def _not_moved(evening_id: int, *, correcting: bool = False) -> Evening:
    return Evening.objects.get(pk=evening_id)


def test_without_the_evening_a_bet_is_lost_in_the_deal(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both stand at one place of the log, where only one of them can be read."""
    read, dealt = Event(), Event()
    look = writing.lock_course

    def looks_only(contest: Contest, *, correcting: bool = False) -> Course:
        course = look(contest, correcting=correcting)
        if not read.is_set():
            read.set()
            assert dealt.wait(30)
        return course

    with django_on(database_url, django_db_blocker):
        club = gallery(open_house())
        by = club.house.person("director")
        monkeypatch.setattr(writing, "bump_evening_version", _not_moved)
        monkeypatch.setattr(telling, "lock_course", looks_only)
        without_constraint(monkeypatch, ContestEntry, "contest_entry_once")

        def act(which: int) -> object:
            if which:
                # One alone writes at a time on SQLite, as long as there are transactions.
                on_sqlite = connection.vendor == "sqlite"
                tell = vars(event_tell)["__wrapped__"] if on_sqlite else event_tell
                return tell(by=by, contest=seen_anew(club), event=bet(club))
            assert read.wait(30)
            contest = seen_anew(club)
            done = game_deal(by=by, contest=contest, version=contest.version)
            dealt.set()
            return done

        assert [one for one in at_once(2, act) if isinstance(one, Exception)] == []
        entries = ContestEntry.objects.filter(contest=club.contest).order_by("-pk")[:2]
        assert len({(entry.number, entry.place) for entry in entries}) == 1
        told = [one.event for one in club.course().happened]
        assert len(told) == 3, "two sat down, and of the deal and the bet one is gone"


def _two_tables(house: House) -> tuple[Club, Club]:
    """Of one evening, at both of which Cyd may bet; what they owe is limited."""
    ClubLimit.objects.create(club=house.club, most_owed=OWED)
    one = opened(house, "match", "ann", "bob", gallery={})
    table = one.night.tables.order_by("pk")[1].pk
    plan = Plan("match", table, ONE_GAME, {}, gallery={}, players=_guests(house, 2))
    contest = contest_open(by=house.person("director"), evening=one.night, plan=plan)
    return one, Club(house, one.night, contest)


def test_two_bets_at_two_tables_are_within_one_limit(house: House) -> None:
    clubs = _two_tables(house)
    by = clubs[0].house.person("director")

    def lay(which: int) -> object:
        club = clubs[which]
        return event_tell(by=by, contest=seen_anew(club), event=bet(club))

    faults = [one for one in at_once(2, lay) if isinstance(one, Exception)]
    assert [getattr(fault, "code", fault) for fault in faults] == ["over_limit"]
    assert _owed(clubs[0]) == STAKE


def test_a_limit_asked_before_anything_is_locked_holds_nobody_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ask what he owes before either has laid: what is asked is no longer so."""
    both_have_asked = Barrier(2, timeout=30)

    clubs = _two_tables(house)
    by, cyd = clubs[0].house.person("director"), clubs[0].pk("cyd")
    monkeypatch.setattr(gates, "check_limits", lambda *_asked: None)

    def lay(which: int) -> object:
        contest = seen_anew(clubs[which])
        assert limits_refusal(house.club.books.get(), cyd, staking=STAKE) is None
        both_have_asked.wait()
        return event_tell(by=by, contest=contest, event=bet(clubs[which]))

    assert [one for one in at_once(2, lay) if isinstance(one, Exception)] == []
    assert _owed(clubs[0]) == 2 * STAKE > OWED


def _owed(club: Club) -> int:
    rows = Balance.objects.filter(book__evening=club.night, player=club.pk("cyd"))
    return -rows.get().amount


def test_without_versions_two_take_back_more_than_either_saw(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both mean who was told to have won; the second takes back the deal as well."""
    by = house.person("director")
    for guarded in (True, False):
        club = opened(house, "cul_leve", "ann", "bob", agreed={"stake": 1})
        club.deals()
        club.tell(GameWon(club.pk("ann")))
        version = club.course().contest.version
        if not guarded:
            monkeypatch.setattr(telling, "check_version", lambda course, version: None)

        def undo(_which: int, club: Club = club, version: int = version) -> object:
            return contest_undo(by=by, contest=seen_anew(club), version=version)

        faults = [one for one in at_once(2, undo) if isinstance(one, Exception)]
        assert [type(fault) for fault in faults] == ([Stale] if guarded else [])
        assert (club.course().dealt is not None) == guarded
