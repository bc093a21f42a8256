"""Contests of an evening: the pad says who won, and the contest who sits down and what is owed."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge_preview
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine.seats import Seat
from games.matches.models import Match
from games.matches.services.entries import (
    entry_undo,
    match_annul,
    match_annul_back,
    play_record,
)
from games.matches.services.revisions import entry_correct, entry_correct_preview
from scoring.contests.models import Acceptance, Contest, ContestEntry
from scoring.contests.rules.bank import Adjudged, Bid, Punted
from scoring.contests.rules.events import Closed, GameWon, Joined
from scoring.contests.rules.pool import Seated
from scoring.contests.services.corrections import contest_undo_preview
from scoring.contests.services.events import contest_undo, event_tell, game_deal
from scoring.ledger.models import ClubLimit, PlayerLimit, Posting
from tests.support.clubhouse import House
from tests.support.contests import Club, opened
from tests.support.nights import game, hand, sign_off
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def pool_of_three(house: House) -> Club:
    """Foster's, of three, for one counter: Cyd sits out of the first game."""
    club = opened(house, "pool", "ann", "bob", "cyd", agreed={"stake": 1, "paying": "deposit"})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    return club


_built, built, house, pool = built_once(pool_of_three)


@pytest.mark.slow
def test_foster_won_at_the_second_game(pool: Club) -> None:
    """Plus four, minus two, minus two."""
    pool.game("ann")
    assert (pool.seats(), pool.queue()) == (("ann", "cyd"), ("bob",))
    assert pool.amounts() == {"ann": -1, "bob": -2, "cyd": -1, "pot": 4}
    pool.game("ann")
    assert pool.amounts() == {"ann": 4, "bob": -2, "cyd": -2}
    pool.contest.refresh_from_db()
    assert (pool.contest.over, pool.contest.games_won) == (True, 2)


def test_foster_won_at_the_third_game(pool: Club) -> None:
    """Plus five, minus three, minus two."""
    pool.game("ann")
    pool.game("cyd")
    pool.game("cyd")
    assert pool.amounts() == {"cyd": 5, "ann": -2, "bob": -3}


def test_undo_takes_back_the_last_game_whole(pool: Club) -> None:
    before = pool.amounts()
    pool.game("ann")
    pool.undo()
    assert (pool.seats(), pool.queue(), pool.amounts()) == (("ann", "bob"), ("cyd",), before)
    # The game is open on its pad again, and can be won by the other.
    dealt = pool.course().dealt
    assert dealt is not None
    match = pool.contest.table.matches.get(pk=dealt.entry.match or 0)
    assert not match.over
    pool.wins("bob", match)
    assert pool.seats() == ("bob", "cyd")


@pytest.mark.slow
def test_a_deal_is_taken_back_before_anything_was_entered(pool: Club) -> None:
    match = pool.deals()
    pool.undo()
    assert not type(match).objects.filter(pk=match.pk).exists()
    assert pool.course().dealt is None
    pool.deals()


@pytest.mark.slow
def test_a_game_that_is_being_played_is_not_taken_back(pool: Club) -> None:
    pool.game("ann")
    second = pool.deals()
    pool.wins("cyd", second)
    first = pool.contest.table.matches.order_by("pk")[0]
    with pytest.raises(Invalid, match="later_game_dealt"), transaction.atomic():
        entry_undo(by=pool.house.person("director"), match=first, version=first.version)
    assert pool.amounts() == {"ann": -2, "bob": -2, "cyd": -1, "pot": 5}


def test_the_gallery_is_covered_and_paid(house: House) -> None:
    """Dora lays five on Ann and Eve three on Bob: two of Dora's go back, and she wins three."""
    club = opened(house, "match", "ann", "bob", gallery={"levy": 0, "most": 0})
    for name in ("dora", "eve"):
        house.players[name] = type(house.players["ann"]).objects.create(
            club=house.club, name=name.title()
        )
    club.bets("dora", "a", 5)
    club.bets("eve", "b", 3)
    assert club.amounts() == {"dora": -5, "eve": -3, "mass": 8}
    match = club.deals()
    assert club.amounts() == {"dora": -3, "eve": -3, "mass": 6}
    with pytest.raises(Invalid, match="bets_closed"), transaction.atomic():
        club.bets("eve", "b", 1)
    club.wins("ann", match)
    assert club.amounts() == {"dora": 3, "eve": -3}
    club.undo()
    assert club.amounts() == {"dora": -3, "eve": -3, "mass": 6}


def test_nobody_is_in_before_he_has_accepted(pool: Club) -> None:
    dora = type(pool.house.players["ann"]).objects.create(club=pool.house.club, name="Dora")
    pool.house.players["dora"] = dora
    with pytest.raises(Invalid, match="terms_not_accepted"), transaction.atomic():
        pool.tell(Joined(dora.pk))
    assert Acceptance.objects.filter(contest=pool.contest).count() == 3


def test_everybody_speaks_for_himself_and_staff_for_all(pool: Club) -> None:
    """Ann's own sign-in keeps the score of her game; she closes nothing, nor joins for Bob."""
    ann = pool.house.person("ann")
    assert ann.player_id == pool.pk("ann")
    with pytest.raises(Denied), transaction.atomic():
        event_tell(by=ann, contest=pool.contest, event=Closed())
    with pytest.raises(Denied), transaction.atomic():
        event_tell(by=ann, contest=pool.contest, event=Joined(pool.pk("bob")))
    pool.contest.refresh_from_db()
    game_deal(by=ann, contest=pool.contest, version=pool.contest.version)


@pytest.mark.slow
def test_what_was_seen_is_what_is_written_on(pool: Club) -> None:
    with pytest.raises(Stale), transaction.atomic():
        game_deal(by=pool.house.person("scorer"), contest=pool.contest, version=1)
    with pytest.raises(Stale), transaction.atomic():
        contest_undo(by=pool.house.person("director"), contest=pool.contest, version=1)


def corrected(club: Club, match: Match) -> None:
    """It was the other who won."""
    match.refresh_from_db()
    entry_correct(
        by=club.house.person("director"),
        match=match,
        number=1,
        what=game(0, 5),
        reason="Misread.",
        version=match.version,
    )


def test_a_correction_gives_the_books_of_the_right_result(house: House) -> None:
    """Two for each game. Bob had beaten Ann in the first, and yet Cyd played and beat Ann next."""
    club = opened(house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 2})
    first = club.game("ann")
    club.game("cyd")
    assert club.amounts() == {"bob": -2, "cyd": 2}
    corrected(club, first)
    assert club.amounts() == {"ann": -4, "bob": 2, "cyd": 2}


@pytest.mark.slow
def test_a_correction_leaves_a_later_winner_the_seat(house: House) -> None:
    club = opened(house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 2})
    first = club.game("ann")
    club.game("ann")
    corrected(club, first)
    assert club.queue() == ("ann",)
    assert club.amounts() == {"bob": 2, "cyd": -2}


@pytest.mark.slow
def test_who_won_is_corrected_while_nothing_hangs_on_it(pool: Club) -> None:
    match = pool.game("ann")
    foreseen = entry_correct_preview(
        by=pool.house.person("director"),
        match=match,
        number=1,
        what=game(0, 5),
        reason="Misread.",
        version=match.version,
    )
    assert foreseen.written.state.winner is Seat.B
    assert pool.amounts() == {"ann": -1, "bob": -2, "cyd": -1, "pot": 4}
    corrected(pool, match)
    assert (pool.seats(), pool.queue()) == (("bob", "cyd"), ("ann",))
    assert pool.amounts() == {"ann": -2, "bob": -1, "cyd": -1, "pot": 4}
    assert pool.contest.entries.order_by("-number")[0].reason == "Misread."


@pytest.mark.slow
def test_a_correction_is_foreseen_with_seats_and_sums(pool: Club) -> None:
    match = pool.game("ann")
    match.refresh_from_db()
    foreseen = entry_correct_preview(
        by=pool.house.person("director"),
        match=match,
        number=1,
        what=game(0, 5),
        reason="Misread.",
        version=match.version,
    )
    told = {
        (one.figure.part, one.figure.of, one.figure.label): (
            one.before.text if one.before else None,
            one.after.text if one.after else None,
        )
        for one in foreseen.changes
        if one.figure.part in ("contest", "balance")
    }
    assert told == {
        ("contest", "Game 1", "winner"): ("Ann", "Bob"),
        ("contest", "", "waiting"): ("Bob", "Ann"),
        ("contest", "", "playing"): ("Ann – Cyd", "Bob – Cyd"),
        ("balance", "Ann", "balance"): ("−1", "−2"),
        ("balance", "Bob", "balance"): ("−2", "−1"),
    }


@pytest.mark.slow
def test_what_undo_takes_back_is_told_before(pool: Club) -> None:
    pool.game("ann")
    pool.contest.refresh_from_db()
    before = pool.amounts()
    foreseen = contest_undo_preview(
        by=pool.house.person("scorer"), contest=pool.contest, version=pool.contest.version
    )
    sums = [one for one in foreseen.changes if one.figure.part == "balance"]
    assert [(one.figure.of, one.before and one.before.value) for one in sums] == [("Bob", -2)]
    assert pool.amounts() == before


def test_an_evening_is_not_signed_off_while_a_contest_runs(pool: Club) -> None:
    with pytest.raises(Invalid, match="contest_running"), transaction.atomic():
        sign_off(pool.house, pool.night)
    pool.tell(Closed())
    assert pool.amounts() == {}
    assert not sign_off(pool.house, pool.night).is_open


@pytest.mark.slow
def test_nobody_turns_out_to_be_another_in_the_middle(pool: Club) -> None:
    dora = Player.objects.create(club=pool.house.club, name="Dora")
    with pytest.raises(Invalid, match="contest_running"):
        players_merge_preview(by=pool.house.person("committee"), kept=dora.pk, gone=pool.pk("bob"))


@pytest.mark.parametrize("statement", ["UPDATE {} SET place = 99", "DELETE FROM {}"])
def test_the_database_refuses_to_change_an_entry(pool: Club, statement: str) -> None:
    with (
        pytest.raises(IntegrityError),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.format(ContestEntry._meta.db_table))
    assert Contest.objects.count() == 1
    assert Posting.objects.count() == 3


@pytest.mark.slow
def test_who_won_is_told_without_the_pad(pool: Club) -> None:
    """Its match goes, so that the next can be dealt; and the result is taken back like another."""
    match = pool.deals()
    pool.tell(GameWon(pool.pk("ann")))
    assert not type(match).objects.filter(pk=match.pk).exists()
    assert pool.seats() == ("ann", "cyd")
    pool.undo()
    assert pool.course().dealt is not None
    pool.undo()
    assert (pool.seats(), pool.course().dealt) == (("ann", "bob"), None)
    pool.game("bob")
    assert pool.seats() == ("bob", "cyd")


@pytest.mark.slow
def test_everything_is_undone_back_to_the_seating_after_games_on_the_pad(house: House) -> None:
    """Three games scored hand by hand, a fourth begun: one undo after the other, and each figure
    is what it was at that moment."""
    agreed = {"stake": 2, "loser_inscribes": True}
    club = opened(house, "cul_leve", "ann", "bob", "cyd", agreed=agreed)
    seen: list[tuple[Any, ...]] = []

    def note() -> None:
        course = club.course()
        seen.append((club.seats(), club.amounts(), course.dealt is not None))

    by = house.person("scorer")
    for winner in ("ann", "cyd", "bob"):
        note()
        match = club.deals()
        note()
        voles = hand(5) if match.player_a_id == club.pk(winner) else hand(0)
        for _two_points in range(3):
            play_record(by=by, match=match, what=voles, version=match.version)
        assert match.over
    note()
    match = club.deals()
    play_record(by=by, match=match, what=hand(3), version=match.version)
    annulled = [match.pk]
    for expected in reversed(seen):
        dealt = club.course().dealt
        if dealt is not None and dealt.entry.match is not None:
            annulled.append(dealt.entry.match)
        club.undo()
        assert (club.seats(), club.amounts(), club.course().dealt is not None) == expected
    with pytest.raises(Invalid, match="nothing_to_undo"), transaction.atomic():
        club.undo()
    assert not Match.objects.filter(pk__in=annulled, annulled_at=None).exists()
    assert Match.objects.filter(pk__in=annulled).count() == 4
    # Play goes on from there.
    club.game("bob")
    assert club.seats() == ("bob", "cyd")


@pytest.mark.slow
def test_the_match_of_a_deal_that_was_undone_is_no_game_any_more(house: House) -> None:
    """Restored, it moves nothing; annulled again, nobody is sent to a contest."""
    club = opened(house, "cul_leve", "ann", "bob", agreed={"stake": 2})
    match = club.deals()
    play_record(by=house.person("scorer"), match=match, what=hand(3), version=match.version)
    club.undo()
    by = house.person("director")
    match = Match.objects.select_related("evening_table").get(pk=match.pk)
    match_annul_back(by=by, match=match, reason="It was played.", version=match.version)
    match_annul(by=by, match=match, reason="No.", version=match.version)
    assert club.amounts() == {}


@pytest.mark.slow
def test_a_game_that_is_on_its_pad_is_finished_there(house: House) -> None:
    club = opened(house, "cul_leve", "ann", "bob")
    match = club.deals()
    play_record(
        by=house.person("scorer"), match=match, what=hand(3, king=Seat.A), version=match.version
    )
    with pytest.raises(Invalid, match="game_in_play"), transaction.atomic():
        club.tell(GameWon(club.pk("ann")))


def test_nobody_stakes_beyond_the_limit_of_the_club_or_his_own(house: House) -> None:
    """Five at most on one game, however it is parted; and Eve owes no more than four tonight."""
    club = opened(house, "match", "ann", "bob", gallery={"levy": 0, "most": 0})
    for name in ("dora", "eve"):
        house.players[name] = Player.objects.create(club=house.club, name=name.title())
    ClubLimit.objects.create(club=house.club, most_staked=5)
    PlayerLimit.objects.create(player=house.players["eve"], most_owed=4)
    club.bets("dora", "a", 3)
    with pytest.raises(Invalid, match="over_limit"), transaction.atomic():
        club.bets("dora", "a", 3)
    club.bets("dora", "a", 2)
    with pytest.raises(Invalid, match="over_limit"), transaction.atomic():
        club.bets("eve", "b", 5)
    club.bets("eve", "b", 4)
    assert club.amounts() == {"dora": -5, "eve": -4, "mass": 9}
    # What is lost is owed, whatever the limit; then no more is staked.
    club.game("ann")
    assert club.amounts() == {"dora": 4, "eve": -4}
    with pytest.raises(Invalid, match="over_limit"), transaction.atomic():
        club.bets("eve", "b", 1)


def test_a_bank_is_bid_and_punted_on_within_the_limits(house: House) -> None:
    club = opened(house, "bank", "ann", "bob", "cyd")
    ClubLimit.objects.create(club=house.club, most_staked=10)
    with pytest.raises(Invalid, match="over_limit"), transaction.atomic():
        club.tell(Bid(club.pk("ann"), 11))
    club.tell(Bid(club.pk("ann"), 10))
    club.tell(Adjudged())
    with pytest.raises(Invalid, match="over_limit"), transaction.atomic():
        club.tell(Punted(club.pk("bob"), 11))
    club.tell(Punted(club.pk("bob"), 10))


@pytest.mark.slow
def test_what_was_opened_before_keeps_its_levy_and_its_remainders(house: House) -> None:
    """As banks were stored before the levy was on the bank. Ann puts up 42 and no levy; of 42 that
    Bob and Cyd win 5 per cent is 2, and of 40 Bob, who is first, has the odd one: 31, not 30.5."""
    club = opened(house, "bank", "ann", "bob", "cyd")
    Contest.objects.filter(pk=club.contest.pk).update(agreed={"levy": 5})
    club.contest.refresh_from_db()
    for event in (Bid(club.pk("ann"), 42), Adjudged(), Punted(club.pk("bob"), 32)):
        club.tell(event)
    club.tell(Punted(club.pk("cyd"), 10))
    club.game("bob")
    assert club.amounts() == {"ann": -42, "bob": 31, "cyd": 9, "levy": 2}


def test_a_bank_that_is_opened_now_pays_its_levy_at_once(house: House) -> None:
    """Articles 65 and 66: 5 per cent of 42 is 2, when the bank is put up and whoever wins."""
    club = opened(house, "bank", "ann", "bob", "cyd", agreed={"levy": 5})
    for event in (Bid(club.pk("ann"), 42), Adjudged()):
        club.tell(event)
    assert club.amounts() == {"ann": -44, "bank": 42, "levy": 2}
    club.tell(Punted(club.pk("bob"), 32))
    club.game("bob")
    assert club.amounts() == {"ann": -44, "bank": 10, "bob": 32, "levy": 2}
