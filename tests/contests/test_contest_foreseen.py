"""What an undo or a correction of a contest would change is shown before it is done."""

import re

import pytest

from ecarte_club.clubs.models import Player
from scoring.contests.models import ContestEntry
from scoring.contests.rules.events import GameWon
from scoring.contests.rules.pool import Seated
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House
from tests.support.contests import Club, opened

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.fixture
def pool(house: House) -> Club:
    club = opened(house, "pool", "ann", "bob", "cyd", agreed={"stake": 1})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    return club


def board(club: Club) -> str:
    return f"contests/{club.contest.pk}/"


def seen(club: Club) -> str:
    club.contest.refresh_from_db()
    return str(club.contest.version)


def changes(text: str) -> dict[str, tuple[str, str]]:
    """What is now and what would be then, by what it is of."""
    rows = re.findall(
        r'<th scope="row">\s*([^<:]*): ([^<]*?)\s*</th>\s*<td class="num">([^<]*)</td>'
        r'\s*<td class="num decides">([^<]*)</td>',
        text,
    )
    return {f"{of} {label}": (now, then) for of, label, now, then in rows}


def lies(text: str) -> list[str]:
    """What would be taken back, as the page lists it."""
    part = text[text.index('id="taken"') : text.index('id="follow"')]
    return re.findall(r"<li><span>([^<]*)</span>", part)


def test_the_preview_of_an_undo_takes_nothing_back(pool: Club) -> None:
    pool.game("ann")
    pool.deals()
    pool.undo()
    before, browser = pool.amounts(), Browser(pool.house, "scorer")
    text = page(browser.get(f"{board(pool)}undo/"))
    told = "Ann wins game 1. Bob adds 1 counter to the pot. Bob goes out. Cyd sits down."
    assert lies(text) == [told]
    found = changes(text)
    assert found["Bob balance"] == ("−2", "−1")
    assert found[" pot"] == ("4", "3")
    assert found[" playing"] == ("Ann – Cyd", "Ann – Bob")
    assert pool.amounts() == before
    sent = {"key": "undo", "version": seen(pool)}
    goes(browser.post(f"{board(pool)}undo/", sent))
    assert pool.amounts() == {"ann": -1, "bob": -1, "cyd": -1, "pot": 3}
    goes(browser.post(f"{board(pool)}undo/", sent))
    assert pool.course().dealt is not None


def test_what_was_entered_since_the_preview_is_not_taken_back_unseen(pool: Club) -> None:
    pool.game("ann")
    sent = {"key": "undo", "version": seen(pool)}
    pool.game("cyd")
    answer = Browser(pool.house, "scorer").post(f"{board(pool)}undo/", sent)
    text = page(answer, 409)
    assert lies(text)[0].startswith("Cyd wins game 2.")
    assert pool.contest.entries.count() == ContestEntry.objects.count()


def test_nothing_to_undo_says_so(pool: Club) -> None:
    text = page(Browser(pool.house, "scorer").get(f"{board(pool)}undo/"))
    assert "There is nothing left to undo." in text
    assert '<button class="button">Undo' not in text


def test_who_may_not_undo_does_not_see_what_it_would_do(pool: Club) -> None:
    pool.game("ann")
    assert Browser(pool.house, "ann").get(f"{board(pool)}undo/").status_code == 200
    assert Browser(pool.house, "bob").get(f"{board(pool)}undo/").status_code == 403


@pytest.fixture
def bets(house: House) -> Club:
    """Dora laid five on Ann, Cyd five on Bob; Ann has won, told without the pad."""
    club = opened(house, "match", "ann", "bob", gallery={"levy": 0, "most": 0})
    house.players["dora"] = Player.objects.create(club=house.club, name="Dora")
    club.bets("dora", "a", 5)
    club.bets("cyd", "b", 5)
    club.deals()
    club.tell(GameWon(club.pk("ann")))
    return club


def place_of(club: Club, kind: str) -> int:
    found = club.contest.entries.filter(data__event=kind).latest("pk")
    return int(found.place)


def corrects(club: Club, kind: str, **sent: str) -> dict[str, str]:
    return {"key": "c", "version": seen(club), "reason": "Misheard.", **sent}


def test_a_result_is_corrected_after_its_preview(bets: Club) -> None:
    """It was Bob who won: Cyd has Dora's five."""
    browser = Browser(bets.house, "director")
    path = f"{board(bets)}entries/{place_of(bets, 'game_won')}/correct/"
    assert path in page(browser.get(board(bets)))
    sent = corrects(bets, "game_won", winner=str(bets.pk("bob")))
    found = changes(page(browser.post(path, sent)))
    assert found["Cyd balance"] == ("−5", "+5")
    assert found["Dora balance"] == ("+5", "−5")
    assert found["Game 1 winner"] == ("Ann", "Bob")
    assert bets.amounts() == {"dora": 5, "cyd": -5}
    goes(browser.post(path, {**sent, "do": "yes"}))
    assert bets.amounts() == {"dora": -5, "cyd": 5}
    log = page(browser.get(board(bets)))
    assert "Misheard." in log
    assert "<s>Ann wins the game.</s>" in log


def test_an_amount_and_a_side_are_corrected(bets: Club) -> None:
    """Dora had laid three, which was also all that was covered of Cyd's."""
    browser = Browser(bets.house, "director")
    place = place_of(bets, "bet_laid")
    path = f"{board(bets)}entries/{place}/correct/"
    sent = corrects(bets, "bet_laid", player=str(bets.pk("cyd")), side="b", amount="3")
    goes(browser.post(path, {**sent, "do": "yes"}))
    assert bets.amounts() == {"dora": 3, "cyd": -3}


def test_what_did_not_happen_is_taken_out(bets: Club) -> None:
    browser = Browser(bets.house, "director")
    path = f"{board(bets)}entries/{place_of(bets, 'bet_laid')}/correct/"
    goes(browser.post(path, corrects(bets, "bet_laid", void="yes", do="yes")))
    assert bets.amounts() == {}
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"reason": ""}, "Give a reason"),
        ({"amount": "none"}, "Must be a whole number"),
        ({"amount": "0"}, "This amount is not possible."),
        ({"version": "1"}, "The entries have changed since you opened this page"),
        ({"player": "999999999"}, "player"),
    ],
)
def test_what_cannot_be_so_is_said(bets: Club, sent: dict[str, str], said: str) -> None:
    before = bets.amounts()
    path = f"{board(bets)}entries/{place_of(bets, 'bet_laid')}/correct/"
    usual = {"player": str(bets.pk("cyd")), "side": "b", "amount": "3", "do": "yes"}
    answer = Browser(bets.house, "director").post(
        path, {**corrects(bets, "bet_laid"), **usual, **sent}
    )
    assert answer.status_code in (409, 422)
    assert said in page(answer, answer.status_code)
    assert bets.amounts() == before


def test_a_game_of_the_pad_is_corrected_on_the_pad(pool: Club) -> None:
    """Its own page of corrections says what follows in the contest too."""
    match = pool.game("ann")
    path = f"{board(pool)}entries/{place_of(pool, 'game_won')}/correct/"
    browser = Browser(pool.house, "director")
    assert 'name="winner"' not in page(browser.get(path)), "only who kept the seat"
    where = f"matches/{match.pk}/entries/1/correct/"
    sent = {"key": "c", "version": "1", "game": "0-5", "reason": "Misread."}
    found = changes(page(browser.post(where, sent)))
    assert found[" playing"] == ("Ann – Cyd", "Bob – Cyd")


def test_only_a_director_corrects(bets: Club) -> None:
    path = f"{board(bets)}entries/{place_of(bets, 'bet_laid')}/correct/"
    assert path not in page(Browser(bets.house, "scorer").get(board(bets)))
    assert Browser(bets.house, "scorer").get(path).status_code == 403
