"""The contests of the sample club: one of each kind, as a newcomer finds them tonight; an earlier
evening that was settled; pools of a tournament, and teams, in the middle of what they play."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.test import TestCase
from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from games.matches.models import IN_PLAY, Entry, Match
from scoring.contests.models import Contest
from scoring.contests.rules import bank, machine
from scoring.contests.rules.bets import Side
from scoring.contests.rules.events import Dealt, GameWon
from scoring.contests.selectors.courses import read
from scoring.leagues.models import Board, Meeting, Result, TeamPlayer
from scoring.leagues.selectors.due import boards_due
from scoring.ledger.models import Book, Settlement
from scoring.ledger.rules import Cause
from scoring.ledger.selectors.books import balances, recount
from scoring.sample import leagues as teams
from scoring.sample.evenings import thursday
from scoring.sample.people import SLUG
from scoring.tournaments.models import Pool
from tests.support.samples import sample_brought

# Loads the whole sample.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


class TestSample(TestCase):
    contests: dict[str, Contest]
    tonight: Evening
    evening: Evening
    settlement: Settlement

    @classmethod
    def setUpTestData(cls) -> None:
        sample_brought()
        cls.tonight = Evening.objects.get(club__slug=SLUG, signed_off_at=None)
        cls.settlement = Settlement.objects.get()
        cls.evening = Evening.objects.get(book__settled__settlement=cls.settlement)
        cls.contests = {one.kind: one for one in cls.tonight.contests.all()}

    def test_each_is_at_a_table_of_its_own_and_two_run(self) -> None:
        tables = {kind: one.table.name for kind, one in self.contests.items()}
        assert tables == {"pool": "4", "bank": "5", "cul_leve": "6", "box": "7"}
        running = {kind for kind, one in self.contests.items() if not one.over}
        assert running == {"cul_leve", "box"}

    def test_the_pool_was_won_by_two_games_in_succession(self) -> None:
        won = [
            one.event.winner
            for one in read(self.contests["pool"]).happened
            if isinstance(one.event, GameWon)
        ]
        assert [one == other for one, other in pairwise(won)] == [False] * (len(won) - 2) + [True]
        amounts = self.moved("pool")
        assert max(amounts, key=lambda pk: amounts[pk]) == won[-1]
        assert sum(amounts.values()) == 0

    def moved(self, kind: str) -> dict[int, int]:
        """What each member has won in this contest, or lost."""
        found: dict[int, int] = {}
        for transfers in read(self.contests[kind]).moved.values():
            for one in transfers:
                for side, sign in ((one.source, -1), (one.target, 1)):
                    if side.of:
                        found[side.of] = found.get(side.of, 0) + sign * one.amount
        return found

    def test_the_bank_was_put_up_and_everything_went_back(self) -> None:
        course = read(self.contests["bank"])
        assert course.state.contest.phase is bank.Phase.OVER
        assert not machine.holdings(course.state)
        causes = {one.cause for made in course.moved.values() for one in made}
        assert {Cause.BANK_PUT_UP, Cause.BET_LAID, Cause.BET_WON} <= causes
        assert sum(self.moved("bank").values()) == 0

    def test_bets_are_open_at_the_cul_leve_and_most_are_covered(self) -> None:
        now = read(self.contests["cul_leve"]).state
        assert now.book is not None
        cover = now.book.cover
        assert min(cover.laid[side] for side in Side) == cover.covered > 0
        assert not now.dealt
        assert len(machine.queue(now)) == 1

    def test_the_social_chouette_is_in_a_game_with_hands(self) -> None:
        dealt = read(self.contests["box"]).dealt
        assert dealt is not None
        match = Match.objects.get(pk=dealt.entry.match or 0)
        assert match.version == 2
        assert not match.over
        assert set(match.player_ids) == set(machine.seats(read(self.contests["box"]).state) or ())

    def test_every_game_is_a_match_of_who_sat_and_who_won(self) -> None:
        for contest in self.contests.values():
            course = read(contest)
            for before, one in zip((course.begun, *course.states), course.happened, strict=False):
                if not isinstance(one.event, Dealt | GameWon):
                    continue
                match = Match.objects.get(pk=one.entry.match or 0)
                assert set(match.player_ids) == set(machine.seats(before) or ())
                if isinstance(one.event, GameWon):
                    first = match.games_a > match.games_b
                    assert one.event.winner == match.player_ids[0 if first else 1]

    def test_the_books_add_up_and_both_members_have_an_account(self) -> None:
        book = Book.objects.get(evening=self.tonight)
        assert recount(book) == []
        rows = balances(book)
        assert sum(row.amount for row in rows) == 0
        names = {row.player.name for row in rows if row.player}
        assert {"Éloïse Perrachon", "Arthur Pemberley"} <= names

    def test_nobody_is_in_two_that_run(self) -> None:
        at_tables = [
            pk
            for one in self.contests.values()
            if not one.over
            for pk in (*(machine.seats(read(one).state) or ()), *machine.queue(read(one).state))
        ]
        assert len(at_tables) == len(set(at_tables)) == 3 + 4
        open_ones = Match.objects.filter(IN_PLAY, club__slug=SLUG, online_table=None)
        seated = [pk for match in open_ones for pk in match.player_ids]
        assert len(seated) == len(set(seated)) == 8
        assert Player.objects.filter(pk__in=seated).count() == 8

    # an earlier evening: what was owed is settled, one has paid and the other has not

    def test_the_payments_clear_the_book_and_one_is_made(self) -> None:
        book = self.settlement.settled.get().book
        assert book.is_settled
        assert recount(book) == []
        left = Counter({row.player: row.amount for row in balances(book) if row.amount})
        payments = self.settlement.payments.all()
        for one in payments:
            left[one.payer] += one.amount
            left[one.payee] -= one.amount
        assert not any(left.values())
        assert sorted(one.is_made for one in payments) == [False, True]

    def test_a_member_has_paid_and_the_other_has_a_payment_to_mark(self) -> None:
        emails = {
            one.is_made: one.payer.user.email
            for one in self.settlement.payments.all()
            if one.payer and one.payer.user
        }
        assert emails == {True: "member2@example.org", False: "member@example.org"}
        paid = self.settlement.payments.get(made_at__isnull=False)
        assert paid.payer is not None
        assert paid.made_by == paid.payer.user

    def test_everything_says_the_time_at_which_it_would_have_been_entered(self) -> None:
        ended = self.evening.signed_off_at
        assert ended is not None
        contest = self.evening.contests.get()
        begun = self.evening.opened_at
        times = [one.entry.at for one in read(contest).happened]
        assert begun < min(times) < max(times) < ended <= self.settlement.settled_at
        assert times == sorted(times)
        for entry in Entry.objects.filter(match__evening_table=contest.table):
            assert min(times) < entry.at < ended
        paid = self.settlement.payments.get(made_at__isnull=False)
        assert paid.made_at is not None
        assert self.settlement.settled_at < paid.made_at < timezone.now()

    # a pool tournament whose final pool is to be played

    def test_the_first_pools_of_the_tournament_are_decided_and_the_final_is_drawn(self) -> None:
        *first, final = Pool.objects.order_by("round__number", "number")
        assert [one.how for one in (*first, final)] == ["played", "played", "walkover", ""]
        sizes = [one.members.count() for one in (*first, final)]
        assert sizes == [3, 3, 3, 3]
        through = {one.winner_id for one in first}
        assert through == set(final.members.values_list("player_id", flat=True))
        assert final.round.published_at is not None
        assert final.contest is None

    def test_whoever_is_through_won_two_games_of_his_pool_in_succession(self) -> None:
        for row in Pool.objects.filter(how="played"):
            assert row.contest is not None
            told = [one.event for one in read(row.contest).happened]
            won = [one.winner for one in told if isinstance(one, GameWon)]
            assert won[-2:] == [row.winner_id] * 2
            evening = row.contest.evening
            assert evening.held_on < self.tonight.held_on
            assert evening.opened_at < row.contest.opened_at
            assert row.round.published_at is not None
            assert row.round.published_at < row.contest.opened_at
            # For honour: nobody owes anybody anything.
            assert not any(read(row.contest).moved.values())

    # teams in the middle of their meetings

    def test_teams_have_met_and_have_still_to_meet(self) -> None:
        rows = list(Meeting.objects.order_by("round__number", "number"))
        assert len(rows) == 2 * 6
        met = [Result.objects.filter(match__board__meeting=one).count() // 2 for one in rows]
        assert met == [3, 0, 2, 2, 3, 0, *[0] * 6]
        assert [one.award for one in rows if one.award] == ["home"]
        given = [bool(one.home_given_at) + bool(one.away_given_at) for one in rows]
        assert given == [2, 0, 2, 2, 2, 2, 1, *[0] * 5]
        lone = [one for one in Board.objects.all() if one.home_id and not one.away_id]
        assert [one.meeting_id == rows[2].pk for one in lone] == [True, False, False, False]

    def test_a_meeting_that_was_put_off_is_due_tonight_with_all_its_boards(self) -> None:
        (postponed,) = Meeting.objects.exclude(moved_from=None)
        due = boards_due(self.tonight).filter(meeting=postponed)
        assert [one.number for one in due] == [1, 2, 3]
        assert postponed.moved_from is not None
        assert postponed.moved_from < self.tonight.held_on == postponed.day

    def test_no_other_meeting_is_on_the_day_to_which_one_was_put_off(self) -> None:
        """Whatever day it is today: no team meets two on the same day."""
        for offset in range(7):
            today = date(2026, 3, 2) + timedelta(days=offset)
            first = thursday(today, teams.WEEKS)
            days = {first + timedelta(days=teams.EVERY * number) for number in range(6)}
            assert today not in days
            assert sum(one < today for one in days) == teams.ROUNDS

    def test_both_members_with_a_sign_in_are_captains(self) -> None:
        captains = {one.team.captain for one in TeamPlayer.objects.select_related("team__captain")}
        assert len(captains) == 4
        names = {one.name for one in captains if one is not None}
        assert {"Éloïse Perrachon", "Arthur Pemberley"} <= names
