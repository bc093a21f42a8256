"""The board of a contest, as a browser meets it: what it shows, and what its forms do."""

import re
from uuid import uuid4

import pytest

from ecarte_club.clubs.models import Player
from games.evenings.authentication import SESSION_KEY
from games.evenings.models import Attendance
from games.evenings.services.phones import phone_open
from games.matches.models import Match
from scoring.contests.rules.pool import Seated
from scoring.contests.services.opening import Plan, contest_open
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.clubhouse import House
from tests.support.contests import ONE_GAME, Club, opened
from tests.support.nights import sign_off

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.fixture
def pool(house: House) -> Club:
    club = opened(house, "pool", "ann", "bob", "cyd", agreed={"stake": 1})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    return club


@pytest.fixture
def duel(house: House) -> Club:
    """Ann against Bob; Cyd looks on, and Dora has no sign-in."""
    club = opened(house, "match", "ann", "bob", gallery={"levy": 0, "most": 20})
    house.players["dora"] = Player.objects.create(club=house.club, name="Dora")
    return club


def board(club: Club) -> str:
    return f"contests/{club.contest.pk}/"


def sends(club: Club, who: str, what: str, status: int = 302, /, **more: str) -> str:
    """The form of `what` by `who`, with a key of its own."""
    sent = {"key": uuid4().hex, "what": what}
    answer = Browser(club.house, who).post(f"{board(club)}tell/", {**sent, **more})
    assert answer.status_code == status, answer.content[:2000]
    return "" if status == 302 else page(answer, status)


def laid(text: str) -> list[tuple[str, str]]:
    """What is laid and covered on each side."""
    found = re.findall(r'<dd class="figure">(\d+) counters?</dd>', text)
    return list(zip(found[::2], found[1::2], strict=False))[:2]


def sums(text: str) -> dict[str, str]:
    table = text[text.index('id="sums"') :]
    return dict(re.findall(r'<span class="name">(\w+)</span></th>\s*<td[^>]*>([^<]*)<', table))


def chances(text: str) -> list[tuple[str, str, str, str]]:
    """Who, how many times in a hundred, as a fraction, and what the place is worth."""
    table = text.partition('id="chances"')[2].partition("</table>")[0]
    rows = r'"name">(\w+)<.*?>\s*([\d.]+)%.*?"note">([\d/]+)<.*?"num figure">([−\d.]+)<'
    return re.findall(rows, table, re.DOTALL)


def offered(text: str) -> list[str]:
    return re.findall(r'id="offer-(\w+)"', text)


def test_a_pool_shows_what_each_place_is_worth(pool: Club) -> None:
    """The printed 5/14, 5/14, 4/14; after Ann has won once 4/7, 2/7, 1/7. All are worth the pot."""
    found = chances(page(Browser(pool.house, "cyd").get(board(pool))))
    assert found == [
        ("Ann", "35.7", "5/14", "1.01"),
        ("Bob", "35.7", "5/14", "1.01"),
        ("Cyd", "28.6", "2/7", "0.98"),
    ]
    pool.game("ann")
    found = chances(page(Browser(pool.house, "cyd").get(board(pool))))
    assert [row[:3] for row in found] == [
        ("Ann", "57.1", "4/7"),
        ("Cyd", "28.6", "2/7"),
        ("Bob", "14.3", "1/7"),
    ]
    assert sum(float(row[3]) for row in found) == pytest.approx(4, abs=0.02)
    pool.game("ann")
    assert 'id="chances"' not in page(Browser(pool.house, "cyd").get(board(pool)))


def test_a_pool_from_its_places_to_its_end(pool: Club) -> None:
    """Who plays whom, who waits, the pot; and Foster's +4 −2 −2 when Ann wins both games."""
    house = pool.house
    text = page(Browser(house, "cyd").get(board(pool)))
    assert re.findall(r'<h3 class="name">(\w+)', text) == ["Ann", "Bob"]
    assert "Game 1 is next" in text
    assert sums(text) == {"Ann": "0", "Bob": "0", "Cyd": "0"}, "a counter of each is in play"
    pool.game("ann")
    text = page(Browser(house, "cyd").get(board(pool)))
    said = "Ann wins game 1. Bob adds 1 counter to the pot. Bob goes out. Cyd sits down."
    assert said in text
    assert "Won in succession: 1 of 2" in text
    pool.game("ann")
    text = page(Browser(house, "cyd").get(board(pool)))
    assert "Ann wins game 2. Cyd adds 1 counter to the pot. Ann wins the pot of 5 counters." in text
    assert sums(text) == {"Ann": "+4", "Bob": "−2", "Cyd": "−2"}
    assert "The pool is over." in text


def test_a_pool_that_the_wrong_player_won_is_taken_back_from_its_board(pool: Club) -> None:
    pool.game("ann")
    pool.game("ann")
    undo = f"contests/{pool.contest.pk}/undo/"
    assert undo in page(Browser(pool.house, "scorer").get(board(pool)))
    before = page(Browser(pool.house, "scorer").get(undo))
    assert "<h1>Undo the last game</h1>" in before
    assert '<button class="button">Undo the last game</button>' in before
    assert undo not in page(Browser(pool.house, "bob").get(board(pool)))
    sign_off(pool.house, pool.night)
    assert undo not in page(Browser(pool.house, "scorer").get(board(pool)))


def test_bets_show_at_once_what_is_covered(duel: Club) -> None:
    """Cyd lays five on Ann, Bob three on himself: three are covered on either side."""
    sends(duel, "cyd", "bet_laid", side="a", step="5", form="bet_laida")
    sends(duel, "bob", "bet_laid", side="b", amount="3", form="bet_laidb")
    text = page(Browser(duel.house, "ann").get(board(duel)))
    assert laid(text) == [("5", "3"), ("3", "3")]
    assert "3 counters covered" in text
    sends(duel, "cyd", "bet_taken_back", amount="5")
    assert laid(page(Browser(duel.house, "ann").get(board(duel)))) == [("0", "0"), ("3", "0")]


def test_amounts_are_tapped_or_typed(duel: Club) -> None:
    """A tapped step holds, whatever stands in the field; nothing at all is said beside it."""
    sends(duel, "cyd", "bet_laid", side="a", step="10", amount="1", form="bet_laida")
    assert duel.amounts() == {"cyd": -10, "mass": 10}
    text = sends(duel, "cyd", "bet_laid", 422, side="a", amount="", form="bet_laida")
    form = text[text.index('id="offer-bet_laida"') :]
    assert "Must be a whole number" in form[: form.index("</form>")]
    text = sends(duel, "cyd", "bet_laid", 422, side="a", amount="11", form="bet_laida")
    assert "more than may be risked" in text
    assert 'value="11"' in text


@pytest.mark.parametrize("amount", ["-1", "0", "1.5", "one", "9" * 30, "٣"])
def test_no_other_amount_is_taken(duel: Club, amount: str) -> None:
    before = duel.amounts()
    sends(duel, "cyd", "bet_laid", 422, side="a", amount=amount)
    assert duel.amounts() == before


def test_a_form_that_is_sent_twice_lays_once(duel: Club) -> None:
    sent = {"key": "one", "what": "bet_laid", "side": "a", "step": "5"}
    for _time in range(2):
        goes(Browser(duel.house, "cyd").post(f"{board(duel)}tell/", sent))
    assert duel.amounts() == {"cyd": -5, "mass": 5}


def test_nobody_is_offered_what_the_rules_do_not_take(duel: Club) -> None:
    """Ann plays and may back herself only; once it is dealt nobody lays anything."""
    assert offered(page(Browser(duel.house, "ann").get(board(duel)))) == ["bet_laida", "left"]
    assert offered(page(Browser(duel.house, "cyd").get(board(duel)))) == ["bet_laida", "bet_laidb"]
    duel.deals()
    assert offered(page(Browser(duel.house, "cyd").get(board(duel)))) == []
    assert offered(page(Browser(duel.house).get(f"/t/{duel.contest.table.code}/"))) == []


def test_staff_enter_it_for_anybody(duel: Club) -> None:
    """And nobody else does."""
    dora = str(duel.pk("dora"))
    sends(duel, "scorer", "bet_laid", player=dora, side="b", amount="4", form="others")
    assert duel.amounts() == {"dora": -4, "mass": 4}
    sends(duel, "ann", "bet_laid", 403, player=dora, side="b", amount="4")
    text = sends(duel, "scorer", "bet_laid", 422, player="", side="b", amount="4")
    assert "Choose a player." in text
    text = sends(duel, "scorer", "bet_laid", 422, player=dora, side="c", amount="4")
    assert "Choose one of the two sides." in text
    assert "Choose one." in sends(duel, "scorer", "no_such_thing", 422)


def test_the_deal_leads_to_the_pad(pool: Club) -> None:
    browser = Browser(pool.house, "scorer")
    sent = {"key": "deal", "version": str(pool.contest.version), "first_dealer": "b"}
    where = goes(browser.post(f"{board(pool)}deal/", sent))
    match = Match.objects.get(pk=int(where.split("/")[-3]))
    assert (match.player_a.name, match.player_b.name) == ("Ann", "Bob")
    text = page(browser.get(board(pool)))
    assert f'href="{where}"' in text
    assert "Game 1 is being played" in text
    again = browser.post(f"{board(pool)}deal/", {**sent, "key": "again"})
    assert "The scoreboard has changed since you opened this page" in page(again, 409)


def test_who_won_is_told_on_the_board(pool: Club) -> None:
    pool.deals()
    pool.contest.refresh_from_db()
    sends(
        pool,
        "ann",
        "game_won",
        winner=str(pool.pk("bob")),
        version=str(pool.contest.version),
    )
    assert pool.seats() == ("bob", "cyd")
    assert not pool.contest.table.matches.exists()


def test_a_phone_bets_for_who_holds_it(duel: Club) -> None:
    """Whoever holds it has said so at the door; a phone of nobody is asked to say it."""
    browser = Browser(duel.house)
    table = duel.contest.table
    session = browser.client.session
    session[SESSION_KEY] = phone_open(code=table.code)[0].pk
    session.save()
    text = page(browser.get(board(duel)))
    assert "Choose who holds this phone" in text
    assert "The cards are dealt" in text
    session[SESSION_KEY] = phone_open(code=table.code, player_id=duel.pk("dora"))[0].pk
    session.save()
    assert offered(page(browser.get(board(duel)))) == ["bet_laida", "bet_laidb"]
    sent = {"key": "a", "what": "bet_laid", "side": "a", "step": "5"}
    goes(browser.post(f"{board(duel)}tell/", sent))
    assert duel.amounts() == {"dora": -5, "mass": 5}
    answer = browser.post(
        f"{board(duel)}tell/", {**sent, "key": "b", "player": str(duel.pk("cyd"))}
    )
    assert answer.status_code == 403


def test_strangers_see_no_sums_and_the_log_veiled(duel: Club) -> None:
    """As the API tells it them: not who entered what."""
    duel.night.public = True
    duel.night.save()
    duel.house.club.names_shown = "initials"
    duel.house.club.save()
    duel.bets("dora", "a", 5)
    text = page(Browser(duel.house).get(board(duel)))
    assert laid(text) == [("5", "0"), ("0", "0")]
    for told in ("Ann", "Dora", "Scorer", 'id="sums"', 'name="key"'):
        assert told not in text.replace("Danne", "")
    assert "D. bets 5 counters on A." in text
    assert "Scorer" in page(Browser(duel.house, "cyd").get(board(duel)))


def test_the_fragment_comes_when_something_is_new(duel: Club) -> None:
    browser, version = Browser(duel.house, "ann"), duel.contest.version
    same = browser.get(f"{board(duel)}now/?have={version}", **HTMX)
    assert same.status_code == 204
    duel.bets("dora", "a", 5)
    text = page(browser.get(f"{board(duel)}now/?have={version}", **HTMX))
    assert text.startswith('<div id="contest"')
    assert laid(text)[0] == ("5", "0")


def test_a_form_sent_by_htmx_is_answered_with_the_board(duel: Club) -> None:
    sent = {"key": "one", "what": "bet_laid", "side": "a", "step": "5"}
    answer = Browser(duel.house, "cyd").post(f"{board(duel)}tell/", sent, **HTMX)
    assert page(answer).startswith('<div id="contest"')
    assert laid(page(answer))[0] == ("5", "0")


def test_the_log_tells_everything_with_who(duel: Club) -> None:
    """What was taken back is struck through."""
    duel.bets("dora", "a", 5)
    duel.game("ann")
    duel.undo()
    text = page(Browser(duel.house, "director").get(board(duel)))
    log = text[text.index('id="history"') :]
    assert "Dora bets 5 counters on Ann." in log
    assert "<s>Ann wins the game.</s>" in log
    assert "Game 1 is dealt: Ann against Bob." in log
    assert "Scorer" in log


def test_who_is_here_can_be_entered_for(duel: Club) -> None:
    spare = Player.objects.create(club=duel.house.club, name="Spare")
    Attendance.objects.create(evening=duel.night, player=spare, came_at=duel.night.opened_at)
    text = page(Browser(duel.house, "scorer").get(board(duel)))
    assert re.search(rf'<option\s+value="{spare.pk}">Spare</option>', text)
    assert "Enter for a player" not in page(Browser(duel.house, "ann").get(board(duel)))


def test_a_contest_of_another_club_is_not_there(duel: Club, neighbour: House) -> None:
    path = f"/clubs/{neighbour.club.slug}/{board(duel)}"
    assert Browser(neighbour, "committee").get(path).status_code == 404
    assert Browser(neighbour, "committee").get(board(duel)).status_code == 404


def test_a_close_says_what_goes_back_to_whom(pool: Club) -> None:
    text = page(Browser(pool.house, "scorer").get(board(pool)))
    assert "Given back: Ann 1 counter, Bob 1 counter, Cyd 1 counter." in re.sub(r"\s+", " ", text)
    version = str(pool.contest.version)
    sends(pool, "ann", "closed", 403, version=version)
    sends(pool, "scorer", "closed", 409, version="1")
    pool.contest.refresh_from_db()
    sends(pool, "scorer", "closed", version=str(pool.contest.version))
    assert pool.amounts() == {}
    text = page(Browser(pool.house, "scorer").get(board(pool)))
    assert "The pool is over." in text
    assert offered(text) == []


def test_the_sums_are_of_who_has_a_part_in_it(pool: Club) -> None:
    """Of all that they have tonight; who plays at another table only is not among them."""
    other = opened_beside(pool, "dora", "eve")
    other.game("dora")
    assert sums(page(Browser(pool.house, "ann").get(board(pool)))).keys() == {"Ann", "Bob", "Cyd"}
    assert sums(page(Browser(pool.house, "ann").get(board(other)))) == {"Dora": "+3", "Eve": "−3"}


def opened_beside(club: Club, *names: str) -> Club:
    """A cul-levé for three at the second table of the same evening."""
    for name in names:
        club.house.players[name] = Player.objects.create(club=club.house.club, name=name.title())
    plan = Plan(
        kind="cul_leve",
        table=club.night.tables.order_by("pk")[1].pk,
        terms=ONE_GAME,
        agreed={"stake": 3},
        players=[club.pk(name) for name in names],
    )
    by = club.house.person("scorer")
    return Club(club.house, club.night, contest_open(by=by, evening=club.night, plan=plan))
