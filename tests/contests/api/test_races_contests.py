"""Twenty at one contest at once: bets, games, corrections and undos, on both databases."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Absent, Fault, Stale
from games.matches.models import Match
from games.matches.services.entries import play_record
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules.bets import BetLaid, BetTakenBack, Side
from scoring.contests.rules.events import GameWon
from scoring.contests.selectors.courses import course, read
from scoring.contests.services.corrections import contest_correct
from scoring.contests.services.events import contest_undo, event_tell, game_deal
from scoring.ledger.models import ClubLimit, Posting
from scoring.ledger.rules import balances, member
from tests.support.arena import house_of_race
from tests.support.clubhouse import House
from tests.support.contest_evenings import Agreed, from_the_start, turned
from tests.support.contests import Club, opened
from tests.support.depth import on_both, times
from tests.support.elsewhere import at_once
from tests.support.nights import game, hand

pytestmark = pytest.mark.slow

CLIENTS, OWED = 20, 9
ACTS, TRIES = times(5, thorough=12), times(4, thorough=8)
PLAYERS = ("ann", "bob", "cyd")
AGREED = Agreed(
    "cul_leve", 3, {"stake": 1, "loser_inscribes": True, "backer_sits": False}, {"levy": 5}
)
GALLERY = tuple(f"guest{number}" for number in range(8))
EXPECTED = {
    *("stale_version", "bets_closed", "game_in_play", "no_game_in_play", "over_limit"),
    *("both_sides", "no_bet", "amount_impossible", "not_playing", "nothing_to_undo", "not_open"),
    *("match_over", "later_game_dealt", "cannot_correct", "already_superseded", "not_found"),
    *("game_has_hands", "table_taken"),
}
"""What may be refused when others were quicker; anything else is a fault of the site."""


house = house_of_race


class Client:
    """Acts on what it has just read, which others may have changed. `laid`: its own bets that
    were taken, by number and place."""

    def __init__(self, club: Club, number: int) -> None:
        self.club, self.random = club, Random(number)
        self.by: Person = club.house.person("director")
        self.number = number
        self.written: list[int] = []
        self.laid: list[tuple[int, int, BetLaid]] = []
        self.refused: Counter[str] = Counter()

    def contest(self) -> Contest:
        return Contest.objects.select_related("evening").get(pk=self.club.contest.pk)

    def run(self) -> None:
        acts: list[Callable[[Contest], None]] = [self.bet]
        if self.number >= 10:
            acts = [self.bet, self.game, self.game, self.undo, self.correct]
        for _ in range(ACTS):
            try:
                self.random.choice(acts)(self.contest())
            except Fault as fault:
                self.refused[fault.code] += 1

    def bet(self, contest: Contest) -> None:
        """Nobody says which version he has seen."""
        player = self.club.pk(self.random.choice(GALLERY))
        event: Any = BetLaid(player, self.random.choice(list(Side)), self.random.randint(1, 5))
        if self.random.random() < 0.2:
            event = BetTakenBack(player, 1)
        told = event_tell(by=self.by, contest=contest, event=event)
        self.written.append(contest.version)
        if isinstance(event, BetLaid):
            self.laid.append((contest.version, told.places[0], event))

    def game(self, contest: Contest) -> None:
        """Dealt; or played on, on the pad."""
        dealt = read(contest).dealt
        if dealt is None:
            game_deal(by=self.by, contest=contest, version=contest.version)
            self.written.append(contest.version)
            return
        match = self.match(dealt.entry.match)
        score = self.random.choice([game(5, 0), game(0, 5)])
        play_record(by=self.by, match=match, what=score, version=match.version)

    def match(self, pk: int | None) -> Match:
        found = Match.objects.select_related("evening_table").filter(pk=pk or 0).first()
        if found is None:
            raise Absent
        return found

    def undo(self, contest: Contest) -> None:
        if self.random.random() < 0.3:
            contest_undo(by=self.by, contest=contest, version=contest.version)

    def correct(self, contest: Contest) -> None:
        happened = read(contest).happened
        won = [one for one in happened if isinstance(one.event, GameWon)]
        bets = [one for one in happened if isinstance(one.event, BetLaid)]
        if won and self.random.random() < 0.5:
            match = self.match(won[-1].entry.match)
            turned(self.club, match) if match.over else None
        elif bets:
            change = (self.random.choice(bets).place, None)
            contest_correct(
                by=self.by,
                contest=contest,
                changes=[change],
                reason="Never laid.",
                version=contest.version,
            )


def crowded(house: House) -> Club:
    for name in GALLERY:
        house.players[name] = Player.objects.create(club=house.club, name=name.title())
    ClubLimit.objects.create(club=house.club, most_owed=OWED)
    return opened(house, AGREED.kind, *PLAYERS, agreed=AGREED.terms, gallery=AGREED.gallery)


def test_no_bet_is_lost_none_comes_late_and_nobody_is_over_his_limit(house: House) -> None:
    club = crowded(house)
    clients = [Client(club, number) for number in range(CLIENTS)]
    faults = [one for one in at_once(CLIENTS, lambda which: clients[which].run()) if one]
    assert faults == []
    refused = sum((client.refused for client in clients), Counter[str]())
    assert set(refused) <= EXPECTED, refused
    assert refused["stale_version"], "nobody was in anybody's way"
    _check(club, clients)
    print(f"{sum(len(client.written) for client in clients)} written, refused: {dict(refused)}")


def _check(club: Club, clients: list[Client]) -> None:
    entries = list(ContestEntry.objects.filter(contest=club.contest))
    club.contest.refresh_from_db()
    numbers = {entry.number for entry in entries}
    assert numbers == set(range(1, club.contest.version + 1))
    mine = [number for client in clients for number in client.written]
    assert len(mine) == len(set(mine)), "two acts under one number"
    bets = {one for client in clients for one in client.laid}
    kept = {entry.number: entry for entry in entries if (entry.data or {}).get("side")}
    assert {number for number, _place, _bet in bets} == kept.keys(), "a bet is lost"
    for number, place, bet in bets:
        assert kept[number].place == place
        _was_in_time_and_within_his_limit(club, entries, number, bet)
    ClubLimit.objects.filter(club=club.house.club).delete()
    stands = [one.event for one in club.course().happened]
    found, again = club.amounts(), from_the_start(club.house, AGREED, stands)
    assert again.amounts() == found
    assert again.course().state == club.course().state


def _was_in_time_and_within_his_limit(
    club: Club, entries: list[ContestEntry], number: int, bet: BetLaid
) -> None:
    before = course(club.contest, [entry for entry in entries if entry.number < number])
    assert before.dealt is None, "a bet after the deal"
    after = course(club.contest, [entry for entry in entries if entry.number <= number])
    moved = [one for transfers in after.moved.values() for one in transfers]
    assert balances(moved)[member(bet.player)] >= -OWED


def test_one_of_twenty_deals_and_one_of_twenty_takes_back(house: House) -> None:
    club = crowded(house)
    first, second = club.game("ann"), club.game("ann")
    by = club.house.person("director")
    version = club.course().contest.version

    def undo(_which: int) -> object:
        contest = Contest.objects.select_related("evening").get(pk=club.contest.pk)
        return contest_undo(by=by, contest=contest, version=version)

    assert _stale(at_once(CLIENTS, undo)) == CLIENTS - 1
    assert club.amounts() == {"ann": 1, "bob": -1}
    open_ones = Match.objects.filter(pk__in=(first.pk, second.pk), over=False)
    assert list(open_ones.values_list("pk", flat=True)) == [second.pk]
    club.wins("ann", open_ones.select_related("evening_table").get())
    version = club.course().contest.version

    def deal(_which: int) -> object:
        contest = Contest.objects.select_related("evening").get(pk=club.contest.pk)
        return game_deal(by=by, contest=contest, version=version)

    assert _stale(at_once(CLIENTS, deal)) == CLIENTS - 1
    assert Match.objects.filter(club=house.club, over=False).count() == 1


def _stale(found: list[Any]) -> int:
    faults = [one for one in found if isinstance(one, Exception)]
    assert {type(fault) for fault in faults} <= {Stale}, faults
    return len(faults)


@on_both("arena")
def test_a_deal_is_taken_back_while_its_first_hand_is_entered(house: House) -> None:
    """Either the one or the other, and nobody waits in a circle."""
    by = house.person("director")
    for _try in range(TRIES):
        club = opened(house, "match", "ann", "bob")
        pk, version = club.deals().pk, club.course().contest.version

        def act(which: int, pk: int = pk, club: Club = club, version: int = version) -> object:
            if which:
                match = Match.objects.select_related("evening_table").get(pk=pk)
                return play_record(by=by, match=match, what=hand(3), version=0)
            contest = Contest.objects.select_related("evening").get(pk=club.contest.pk)
            return contest_undo(by=by, contest=contest, version=version)

        undone, played = at_once(2, act)
        assert not isinstance(undone, Exception), undone
        assert club.course().dealt is None
        left = Match.objects.filter(pk=pk).first()
        if left is None:
            assert isinstance(played, Absent | Match.DoesNotExist), played
        else:
            assert not isinstance(played, Exception), played
            assert left.annulled_at is not None


def test_posted_and_reversed_are_the_same_number(house: House) -> None:
    """Eight corrections of one game at once: one is taken, and the other seven reverse nothing."""
    club = crowded(house)
    match = club.game("ann")

    def correct(_which: int) -> object:
        mine = Match.objects.select_related("evening_table").get(pk=match.pk, version=1)
        return turned(club, mine)

    found = at_once(8, correct)
    assert sum(isinstance(one, int) for one in found) == 1, found
    assert Posting.objects.filter(book__club=house.club).count() == 3
    assert club.amounts() == {"ann": -1, "bob": 1}
