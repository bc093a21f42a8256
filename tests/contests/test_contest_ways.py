"""From a match to its contest and back, also when the match is there no more; and what an evening
with a running contest says before it is signed off."""

import re

import pytest

from ecarte_club.clubs.models import NameVisibility
from games.matches.models import Match
from scoring.contests.rules.events import Closed, GameWon
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.contests import Club, opened
from tests.support.teamed import built_once

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def cul_leve_opened(house: House) -> Club:
    return opened(house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 2})


_built, built, house, club = built_once(cul_leve_opened)


def board(club: Club) -> str:
    return f"/clubs/cercle/contests/{club.contest.pk}/"


def to_match(club: Club, match: Match) -> str:
    return f'href="/clubs/cercle/matches/{match.pk}/"'


def test_the_page_of_a_match_leads_to_its_contest(club: Club) -> None:
    match, other = club.deals(), club.house.match()
    text = page(Browser(club.house, "cyd").get(f"matches/{match.pk}/"))
    assert re.search(rf'<a\s+href="{board(club)}">Cul-levé</a>', text)
    club.wins("ann", match)
    assert board(club) in page(Browser(club.house, "cyd").get(f"matches/{match.pk}/"))
    assert "contests/" not in page(Browser(club.house, "cyd").get(f"matches/{other.pk}/"))


def test_and_the_board_to_each_match(club: Club) -> None:
    """The one in play, and in the log those that are over."""
    first, second = club.game("ann"), club.deals()
    text = page(Browser(club.house, "bob").get(board(club)))
    line = text.partition('id="history"')[2].partition("takes 2 counters.")[2].partition("</li>")[0]
    assert to_match(club, first) in line
    assert text.count(to_match(club, second)) == 1


def test_who_may_not_see_the_match_is_not_led_there(club: Club) -> None:
    """Strangers may watch the evening; a match without a season belongs to the club."""
    club.night.public = True
    club.night.save()
    club.house.club.names_shown = NameVisibility.INITIALS
    club.house.club.save()
    match = club.game("ann")
    text = page(Browser(club.house).get(board(club)))
    assert "A. wins game 1 and takes 2 counters. B. goes out. C. sits down." in text
    assert to_match(club, match) not in text
    assert Browser(club.house).get(f"matches/{match.pk}/").status_code == 404


# a match that is there no more


def test_an_open_pad_says_that_the_deal_was_taken_back(club: Club) -> None:
    match, ann = club.deals(), Browser(club.house, "ann")
    pad = f"matches/{match.pk}/pad/"
    sent = {**ann.pad(match), "king": "nobody", "opening": "stood", "tricks": "4-1", "dealer": "a"}
    club.undo()
    assert not Match.objects.filter(pk=match.pk).exists()
    for answer in (
        ann.get(f"{pad}body/?have=0", **HTMX),
        ann.get(f"matches/{match.pk}/now/?have=0", **HTMX),
        ann.mark(match, sent, **HTMX),
    ):
        text = page(answer, 404)
        assert answer["HX-Retarget"] == "#halt"
        assert "The deal of this game was undone." in text
        assert f'<a href="{board(club)}">To the scoreboard and the next deal</a>' in text
    for address in (pad, f"matches/{match.pk}/"):
        text = page(ann.get(address), 404)
        assert "The pad for this game is closed" in text
        assert board(club) in text


def test_also_when_who_won_was_entered_on_the_board(club: Club) -> None:
    match = club.deals()
    club.tell(GameWon(club.pk("ann")))
    text = page(Browser(club.house, "ann").get(f"matches/{match.pk}/pad/"), 404)
    assert "The winner of this game was entered on the scoreboard." in text


def test_also_when_the_contest_was_closed(club: Club) -> None:
    match = club.deals()
    club.tell(Closed())
    text = page(Browser(club.house, "ann").get(f"matches/{match.pk}/"), 404)
    assert "The cul-levé was closed before anything was entered in this game." in text


def test_a_stranger_is_not_told_of_it(club: Club) -> None:
    """Nor who comes by an address that never was, nor by that of another club."""
    match = club.deals()
    club.undo()
    assert "There is no page" in page(Browser(club.house).get(f"matches/{match.pk}/"), 404)
    ann = Browser(club.house, "ann")
    assert "There is no page" in page(ann.get(f"matches/{match.pk + 7}/"), 404)
    problem(Api().get(f"matches/{match.pk}"), 404)


def test_whoever_watches_hears_that_it_is_gone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, int]] = []
    telling = "scoring.contests.services.events.announce"
    monkeypatch.setattr(telling, lambda topic, version: told.append((topic, version)))
    match = club.deals()
    club.undo()
    assert told == [(f"match:{match.pk}", match.version + 1)]


# before the sign-off


def test_page_and_api_list_the_same_contests_before_the_sign_off(club: Club) -> None:
    where = f"evenings/{club.night.pk}/sign-off"
    api, browser = club.house.api("director"), Browser(club.house, "director")
    table = club.contest.table
    (one,) = read(api.get(where))["contests"]
    assert one["id"] == club.contest.pk
    assert one["table"] == {"id": table.pk, "name": table.name}
    assert one["title"] == "Cul-levé"
    text = page(browser.get(f"{where}/"))
    assert board(club) in text
    assert "Close first</h2>" in text
    assert "You can sign off now" not in text
    version = read(api.get(where))["version"]
    problem(api.post(where, {"version": version}), 422, "contest_running")
    club.tell(Closed())
    assert read(api.get(where))["contests"] == []
    assert board(club) not in page(browser.get(f"{where}/"))
    goes(browser.post(f"{where}/", browser.hidden(f"{where}/")))


# what is over


def test_nobody_waits_when_it_is_over(club: Club) -> None:
    api = club.house.api("cyd")
    path = f"contests/{club.contest.pk}"
    assert [one["name"] for one in read(api.get(path))["queue"]] == ["Cyd"]
    club.tell(Closed())
    told = read(api.get(path))
    assert (told["over"], told["seats"], told["queue"]) == (True, None, [])
    assert 'id="waits"' not in page(Browser(club.house, "cyd").get(board(club)))


# figures for programs


def test_what_an_undo_changes_is_told_in_numbers_too(club: Club) -> None:
    club.game("ann")
    club.contest.refresh_from_db()
    api = club.house.api("director")
    seen = {"version": club.contest.version}
    found = read(api.post(f"contests/{club.contest.pk}/undo/preview", seen))["changes"]
    sums = {one["of"]: one for one in found if one["part"] == "balance"}
    assert (sums["Ann"]["before"], sums["Ann"]["number_before"]) == ("+2", 2)
    assert (sums["Bob"]["before"], sums["Bob"]["number_before"]) == ("−2", -2)
    assert (sums["Bob"]["after"], sums["Bob"]["number_after"]) in (("0", 0), (None, None))
    (winner,) = [one for one in found if one["figure"] == "winner"]
    assert (winner["before"], winner["number_before"], winner["number_after"]) == (
        "Ann",
        None,
        None,
    )
    for one in found:
        for side in ("before", "after"):
            text, number = one[side], one[f"number_{side}"]
            if number is not None:
                assert int(re.sub("−", "-", text)) == number
