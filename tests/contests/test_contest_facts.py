"""A result that is corrected later: who sat down since stays where they sat, and the money is
worked out again."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from games.matches.services.revisions import entry_correct
from scoring.contests.rules import machine
from scoring.contests.rules.bank import Adjudged, Backed, Bid, Punted, Renewed
from scoring.contests.rules.cul_leve import BackerSat, SteppedDown
from scoring.contests.rules.events import Dealt, GameWon
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.courses import read
from scoring.contests.services.corrections import contest_correct, contest_correct_preview
from scoring.contests.services.events import game_deal
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House
from tests.support.contests import Club, opened
from tests.support.nights import game

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def pool_of(house: House, *names: str, **agreed: Any) -> Club:
    club = opened(house, "pool", *names, agreed={"stake": 1, **agreed})
    club.tell(Seated(tuple(club.pk(name) for name in names)))
    return club


def told(club: Club, *winners: str) -> None:
    """Games whose winner is told without the pad."""
    for name in winners:
        club.contest.refresh_from_db()
        by, version = club.house.person("scorer"), club.contest.version
        game_deal(by=by, contest=club.contest, version=version)
        club.tell(GameWon(club.pk(name)))


def events(club: Club) -> dict[int, Any]:
    """What stands, by its place."""
    return {one.place: one.event for one in club.course().happened}


def pairs(club: Club) -> list[set[str]]:
    """Who played each game that was dealt."""
    course = club.course()
    befores = (course.begun, *course.states)
    return [
        set(club.named(machine.seats(state) or ()))
        for one, state in zip(course.happened, befores, strict=False)
        if isinstance(one.event, Dealt)
    ]


def place(club: Club, number: int) -> int:
    """Of the result of the game with this number."""
    won = [one for one in club.course().happened if isinstance(one.event, GameWon)]
    return won[number - 1].place


def corrects(club: Club, number: int, winner: str, stays: str = "", **more: Any) -> None:
    club.contest.refresh_from_db()
    event = GameWon(club.pk(winner), club.pk(stays) if stays else 0)
    contest_correct(
        by=club.house.person("director"),
        contest=club.contest,
        changes=[(place(club, number), event)],
        reason="Misheard.",
        version=club.contest.version,
        **more,
    )


def test_the_second_of_six_games_of_a_cul_leve(house: House) -> None:
    """Ann beats Bob, Cyd beats Ann, Cyd beats Bob, Ann beats Cyd, Ann beats Bob, Ann beats Cyd, for
    a counter each. It was Ann who won the second: she has two more, Cyd two less, and nobody sat
    otherwise."""
    club = opened(
        house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 1, "loser_inscribes": True}
    )
    told(club, "ann", "cyd", "cyd", "ann", "ann", "ann")
    sat = pairs(club)
    before = club.amounts()
    assert before == {"ann": 3, "bob": -3}
    corrects(club, 2, "ann")
    assert pairs(club) == sat
    assert club.amounts() == {"ann": 5, "bob": -3, "cyd": -2}


def test_a_pool_keeps_its_seats_and_counts_games_in_succession_anew(house: House) -> None:
    """Four play for three in succession: Ann beats Bob and Cyd, Dora beats Ann, Bob beats Dora.
    It was Bob who won the first: Ann, who kept the seat, then had won one and no two."""
    club = pool_of(house, "ann", "bob", "cyd", "dora")
    told(club, "ann", "ann", "dora", "bob")
    sat, seats, queue = pairs(club), club.seats(), club.queue()
    assert club.amounts() == {"ann": -2, "bob": -2, "cyd": -2, "dora": -2, "pot": 8}
    corrects(club, 1, "bob")
    assert (pairs(club), club.seats(), club.queue()) == (sat, seats, queue)
    assert club.amounts() == {"ann": -3, "bob": -1, "cyd": -2, "dora": -2, "pot": 8}
    runs = [state.contest.run for state in club.course().states]
    assert sorted(set(runs)) == [0, 1]


def test_a_pool_that_was_won_earlier_ends_there_and_its_preview_says_so(house: House) -> None:
    """Ann beats Bob; Cyd beats Ann, and is beaten by Bob. It was Ann who beat Cyd: five stakes."""
    club = pool_of(house, "ann", "bob", "cyd")
    told(club, "ann", "cyd", "bob")
    club.contest.refresh_from_db()
    foreseen = contest_correct_preview(
        by=house.person("director"),
        contest=club.contest,
        changes=[(place(club, 2), GameWon(club.pk("ann")))],
        reason="Misheard.",
        version=club.contest.version,
    )
    gone = [one.before.text for one in foreseen.changes if one.before and one.after is None]
    assert gone == ["Cyd – Bob", "Bob"]
    corrects(club, 2, "ann")
    assert club.amounts() == {"ann": 4, "bob": -2, "cyd": -2}
    assert club.course().state.over


def test_a_game_on_the_pad_is_corrected_there_and_seats_nobody_else(house: House) -> None:
    club = opened(
        house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 1, "loser_inscribes": True}
    )
    first = club.game("ann")
    club.game("cyd")
    sat = pairs(club)
    first.refresh_from_db()
    lost = game(5, 0) if first.player_a_id == club.pk("bob") else game(0, 5)
    entry = first.entries.get()
    entry_correct(
        by=house.person("director"),
        match=first,
        number=entry.number,
        what=lost,
        reason="Misheard.",
        version=first.version,
    )
    assert pairs(club) == sat == [{"ann", "bob"}, {"ann", "cyd"}]
    assert club.amounts() == {"ann": -2, "bob": 1, "cyd": 1}


def test_a_director_says_who_kept_the_seat(house: House) -> None:
    """The last game was dealt to Bob and Cyd in fact; nothing was on the pad."""
    club = opened(
        house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 1, "loser_inscribes": True}
    )
    told(club, "ann", "cyd")
    corrects(club, 1, "ann", "bob")
    assert pairs(club) == [{"ann", "bob"}, {"bob", "cyd"}]
    assert club.amounts() == {"bob": -2, "ann": 1, "cyd": 1}


def test_seats_of_a_game_on_the_pad_are_not_changed(house: House) -> None:
    club = opened(
        house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 1, "loser_inscribes": True}
    )
    told(club, "ann")
    club.game("cyd")
    before = club.amounts()
    with pytest.raises(Invalid) as caught, transaction.atomic():
        corrects(club, 1, "ann", "bob")
    assert "who played game 2, which was scored on the pad" in str(caught.value.detail)
    assert club.amounts() == before


def test_a_bank_that_would_have_been_broken_is_put_up_again(house: House) -> None:
    """Ann's bank of 10: she wins 5 of Bob, and then they play for 5 more. It was Bob who won 10:
    the bank was broken, and as they went on she has put up another 10."""
    club = opened(house, "bank", "ann", "bob", "cyd", agreed={"levy": 10})
    for event in (Bid(club.pk("ann"), 10), Adjudged(), Punted(club.pk("bob"), 10)):
        club.tell(event)
    told(club, "ann")
    club.tell(Punted(club.pk("cyd"), 5))
    told(club, "cyd")
    assert club.amounts() == {"ann": -11, "bank": 15, "bob": -10, "cyd": 5, "levy": 1}
    sat = pairs(club)
    corrects(club, 1, "bob")
    assert pairs(club) == sat
    assert club.amounts() == {"ann": -22, "bank": 5, "bob": 10, "cyd": 5, "levy": 2}


def test_a_bank_that_was_not_broken_is_not_renewed(house: House) -> None:
    """Bob broke the bank of 10, Ann renewed it. It was Ann who won: 20 in it, nothing renewed."""
    club = opened(house, "bank", "ann", "bob", "cyd")
    for event in (Bid(club.pk("ann"), 10), Adjudged(), Punted(club.pk("bob"), 10)):
        club.tell(event)
    told(club, "bob")
    club.tell(Renewed())
    club.tell(Punted(club.pk("bob"), 4))
    told(club, "ann")
    corrects(club, 1, "ann")
    assert pairs(club) == [{"ann", "bob"}, {"ann", "bob"}]
    assert club.amounts() == {"ann": -10, "bank": 24, "bob": -14}


def test_a_stake_behind_the_bank_is_no_more_than_the_bank_leaves(house: House) -> None:
    """Bank 10, Bob wins 4: 6 are left of it, Cyd lays 9 against it and Dora 3 with it, as much as
    it leaves. It was Ann who won: with 14 the bank covers all of it."""
    club = opened(house, "bank", "ann", "bob", "cyd", "dora")
    for event in (Bid(club.pk("ann"), 10), Adjudged(), Punted(club.pk("bob"), 4)):
        club.tell(event)
    told(club, "bob")
    club.tell(Punted(club.pk("cyd"), 9))
    club.tell(Backed(club.pk("dora"), 3))
    told(club, "ann")
    assert club.amounts() == {"ann": -10, "bank": 12, "bob": 4, "cyd": -9, "dora": 3}
    corrects(club, 1, "ann")
    assert club.amounts() == {"ann": -10, "bank": 23, "bob": -4, "cyd": -9}
    assert read(club.contest).state.contest.behind == ()


def test_a_stake_behind_the_bank_rises_again_with_what_it_stood_on(house: House) -> None:
    """As above; then it was Bob after all who won the first game, and Dora's 3 are wanted again."""
    club = opened(house, "bank", "ann", "bob", "cyd", "dora")
    for event in (Bid(club.pk("ann"), 10), Adjudged(), Punted(club.pk("bob"), 4)):
        club.tell(event)
    told(club, "bob")
    club.tell(Punted(club.pk("cyd"), 9))
    club.tell(Backed(club.pk("dora"), 3))
    told(club, "ann")
    before, stood = club.amounts(), events(club)
    corrects(club, 1, "ann")
    assert club.amounts() == {"ann": -10, "bank": 23, "bob": -4, "cyd": -9}
    corrects(club, 1, "bob")
    assert (club.amounts(), events(club)) == (before, stood)


def test_a_stake_that_is_lowered_by_halves_rises_to_what_was_staked(house: House) -> None:
    """Bank 10; Bob wins 8 of it, Cyd stakes 9 and Dora 7 behind the 2 that are left. Had Bob's
    stake been 5, there were 5 left, and room for 4 of Dora's."""
    club = opened(house, "bank", "ann", "bob", "cyd", "dora")
    for event in (Bid(club.pk("ann"), 10), Adjudged(), Punted(club.pk("bob"), 8)):
        club.tell(event)
    staked = club.course().happened[-1].place
    told(club, "bob")
    club.tell(Punted(club.pk("cyd"), 9))
    club.tell(Backed(club.pk("dora"), 7))
    behind = club.course().happened[-1].place
    for amount, room in ((5, 4), (6, 5), (8, 7)):
        club.contest.refresh_from_db()
        contest_correct(
            by=house.person("director"),
            contest=club.contest,
            changes=[(staked, Punted(club.pk("bob"), amount))],
            reason="Misheard.",
            version=club.contest.version,
        )
        assert events(club)[behind] == Backed(club.pk("dora"), room)


def test_games_after_a_pool_that_was_not_won_after_all_stand_again(house: House) -> None:
    """Ann beats Bob, Cyd beats Ann, Bob beats Cyd. If Ann had beaten Cyd, the pool was hers, and
    when she had not, everything is as before."""
    club = pool_of(house, "ann", "bob", "cyd")
    told(club, "ann", "cyd", "bob")
    before, stood = club.amounts(), events(club)
    corrects(club, 2, "ann")
    assert club.course().state.over
    browser = Browser(house, "director")
    address = f"contests/{club.contest.pk}/entries/{place(club, 2)}/correct/"
    sent = {**browser.hidden(address), "winner": str(club.pk("cyd")), "reason": "It was Cyd."}
    assert "Stands again: Bob wins game 3" in page(browser.post(address, sent))
    corrects(club, 2, "cyd")
    assert (club.amounts(), events(club)) == (before, stood)


def test_what_gave_way_and_was_undone_does_not_come_back(house: House) -> None:
    """Ann's second game ends the pool, and is undone: Cyd then beats her, and nobody has played
    since."""
    club = pool_of(house, "ann", "bob", "cyd")
    told(club, "ann", "cyd", "bob")
    corrects(club, 2, "ann")
    club.undo()
    club.tell(GameWon(club.pk("cyd")))
    corrects(club, 1, "bob")
    assert pairs(club) == [{"ann", "bob"}, {"ann", "cyd"}]
    assert len(club.course().state.contest.order) == 3


def test_a_game_on_the_pad_that_stands_again_is_of_those_who_scored_it(house: House) -> None:
    """The third game gave way to a pool that was won at the second; Bob kept the first seat."""
    club = pool_of(house, "ann", "bob", "cyd")
    told(club, "ann", "cyd")
    third = club.game("bob")
    corrects(club, 2, "ann")
    assert third.pk not in {one.entry.match for one in club.course().happened}
    corrects(club, 2, "cyd")
    assert third.pk in {one.entry.match for one in club.course().happened}
    corrects(club, 2, "ann")
    with pytest.raises(Invalid) as caught, transaction.atomic():
        corrects(club, 2, "cyd", "ann")
    assert "who played game 3, which was scored on the pad" in str(caught.value.detail)


def test_who_gave_up_the_seat_had_kept_it(house: House) -> None:
    """Ann beats Bob, and makes way for Cyd and Dora. It was Bob who won: he owes nothing, and the
    other two sit where they sat."""
    club = opened(house, "cul_leve", "ann", "bob", "cyd", "dora", agreed={"stake": 1})
    told(club, "ann")
    club.tell(SteppedDown(club.pk("ann")))
    assert club.seats() == ("cyd", "dora")
    corrects(club, 1, "bob")
    assert (club.seats(), club.amounts()) == (("cyd", "dora"), {"ann": -1, "bob": 1})


def test_who_backed_the_loser_and_sits_had_backed_them(house: House) -> None:
    """Dora bets on Bob and Cyd on Ann, who wins; Dora takes Bob's seat before the list. It was Bob
    who won: the bets are settled anew, and Dora sits."""
    club = opened(
        house,
        "cul_leve",
        *("ann", "bob", "cyd", "dora"),
        agreed={"backer_sits": True},
        gallery={"levy": 0},
    )
    club.bets("cyd", "a", 5)
    club.bets("dora", "b", 5)
    told(club, "ann")
    club.tell(BackerSat(club.pk("dora"), (club.pk("dora"),)))
    corrects(club, 1, "bob")
    assert (club.seats(), club.amounts()) == (("ann", "dora"), {"cyd": -5, "dora": 5})


def test_who_kept_the_seat_is_said_in_corrections_alone(house: House) -> None:
    club = opened(house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 1})
    club.deals()
    before = club.course().entries
    for stays in ("ann", "bob"):
        with pytest.raises(Invalid) as caught, transaction.atomic():
            club.tell(GameWon(club.pk("ann"), club.pk(stays)))
        assert caught.value.code == "only_in_corrections"
        assert "then correct that entry" in str(caught.value.detail)
    assert club.course().entries == before
    club.tell(GameWon(club.pk("ann")))
    corrects(club, 1, "ann", "bob")
    assert (club.seats(), club.amounts()) == (("bob", "cyd"), {"ann": 1, "bob": -1})


def test_bets_of_the_gallery_are_won_by_the_other_side(house: House) -> None:
    club = opened(
        house, "cul_leve", "ann", "bob", "cyd", "dora", agreed={"stake": 1}, gallery={"levy": 0}
    )
    club.bets("cyd", "a", 6)
    club.bets("dora", "b", 4)
    told(club, "ann")
    told(club, "ann")
    assert club.amounts() == {"ann": 2, "bob": -1, "cyd": 3, "dora": -4}
    corrects(club, 1, "bob")
    assert club.amounts() == {"bob": 1, "cyd": -5, "dora": 4}
    assert not Match.objects.filter(evening_table=club.contest.table_id).exists()


def test_the_page_keeps_the_seats_unless_the_director_says_who_kept_theirs(house: House) -> None:
    club = opened(
        house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 1, "loser_inscribes": True}
    )
    told(club, "ann", "cyd")
    browser = Browser(house, "director")
    address = f"contests/{club.contest.pk}/entries/{place(club, 1)}/correct/"
    text = page(browser.get(address))
    assert "As the players sat" in text
    sent = {
        **browser.hidden(address),
        "winner": str(club.pk("bob")),
        "stays": "",
        "reason": "Misheard.",
    }
    assert "Ann – Cyd" not in page(browser.post(address, sent)).partition('id="follow"')[2]
    goes(browser.post(address, {**sent, "do": "yes"}))
    assert pairs(club) == [{"ann", "bob"}, {"ann", "cyd"}]
    assert club.amounts() == {"ann": -2, "bob": 1, "cyd": 1}
    assert "Ann kept the seat." in page(browser.get(f"contests/{club.contest.pk}/"))


def test_the_page_of_a_game_on_the_pad_asks_only_who_kept_the_seat(house: House) -> None:
    club = opened(
        house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 1, "loser_inscribes": True}
    )
    club.game("ann")
    browser = Browser(house, "director")
    address = f"contests/{club.contest.pk}/entries/{place(club, 1)}/correct/"
    text = page(browser.get(address))
    assert 'name="winner"' not in text
    assert 'name="void"' not in text
    sent = {**browser.hidden(address), "stays": str(club.pk("bob")), "reason": "Bob stayed."}
    assert "Bob – Cyd" in page(browser.post(address, sent)).partition('id="follow"')[2]
    goes(browser.post(address, {**sent, "do": "yes"}))
    assert club.seats() == ("bob", "cyd")
    assert club.amounts() == {"ann": 1, "bob": -1}
