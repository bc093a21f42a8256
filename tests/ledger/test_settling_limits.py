"""Limits of stakes on their pages: lowered at once, raised a day later."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ecarte_club.clubs.models import Club
from scoring.ledger.models import ClubLimit, Limits, PlayerLimit
from scoring.ledger.selectors import books as limits
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

OWN = "me/limits/"


def ask(house: House, most_staked: str, most_owed: str = "") -> str:
    ann = Browser(house, "ann")
    sent = {**ann.hidden(OWN), "most_staked": most_staked, "most_owed": most_owed}
    return goes(ann.post(OWN, sent))


def held(house: House) -> Limits:
    return limits.own(house.person("ann")).held


@pytest.mark.postgresql
def test_a_lower_limit_holds_at_once_and_a_higher_one_tomorrow(house: House) -> None:
    assert ask(house, "5", "50").endswith("?done=1")
    assert held(house) == Limits(5, 50)
    ask(house, "8", "")
    assert held(house) == Limits(5, 50)
    text = page(Browser(house, "ann").get(OWN))
    assert "Your higher limit is not active yet" in text
    assert "Highest bet: 8 counters from" in text
    assert "Most owed in one evening: no limit from" in text
    long_ago = timezone.now() - timedelta(seconds=1)
    PlayerLimit.objects.update(staked_from=long_ago, owed_from=long_ago)
    assert held(house) == Limits(8, None)
    assert "does not hold yet" not in page(Browser(house, "ann").get(OWN))


def test_to_save_it_as_it_stands_is_to_take_the_raising_back(house: House) -> None:
    ask(house, "5")
    ask(house, "9")
    ask(house, "5")
    found = PlayerLimit.objects.get()
    assert (found.most_staked, found.staked_from) == (5, None)


@pytest.mark.parametrize("wrong", ["-1", "x", "1.5", "1000000001"])
def test_what_cannot_be_is_said_beside_the_field(wrong: str, house: House) -> None:
    ann = Browser(house, "ann")
    sent = {**ann.hidden(OWN), "most_staked": wrong, "most_owed": ""}
    assert 'class="error"' in page(ann.post(OWN, sent), 422)
    assert not PlayerLimit.objects.exists()


def test_who_does_not_play_has_nothing_to_limit(house: House) -> None:
    browser = Browser(house, "committee")
    assert "there is nothing to limit" in page(browser.get(OWN))
    page(browser.post(OWN, {"key": "k", "most_staked": "1", "most_owed": ""}), 422)


def test_the_club_sets_its_own(house: House) -> None:
    browser = Browser(house, "committee")
    assert "settings/limits/" in page(browser.get("settings/"))
    sent = {**browser.hidden("settings/limits/"), "most_staked": "10", "most_owed": ""}
    goes(browser.post("settings/limits/", sent))
    assert ClubLimit.objects.get().limits == Limits(10, None)
    assert "10 counters in one bet." in " ".join(page(Browser(house, "ann").get(OWN)).split())
    assert "me/limits/" in page(Browser(house, "ann").get("me/"))


def test_in_points_nothing_is_owed(house: House) -> None:
    Club.objects.update(unit="points")
    text = page(Browser(house, "ann").get(OWN))
    assert "Most points lost in one evening" in text
    assert "owed" not in text.partition("<main")[2].replace("most_owed", "")
