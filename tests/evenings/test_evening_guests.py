"""Who comes to an evening and who goes home, on its page."""

import re
from datetime import date

import pytest

from ecarte_club.clubs.models import AuditLogEntry, Player
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, player_arrive
from tests.site.pages import Browser, page
from tests.support.clubhouse import House

from .club_night import here, press

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.postgresql
def test_people_come_and_go(house: House, night: Evening, director: Browser) -> None:
    ann, bob = (str(house.players[name].pk) for name in ("ann", "bob"))
    press(director, night, "arrive", player=ann)
    press(director, night, "arrive", player=bob)
    assert here(night) == {"Ann", "Bob"}
    assert "2 players here, 2 free." in page(director.get(f"evenings/{night.pk}/"))
    press(director, night, "go", player=ann)
    assert here(night) == {"Bob"}
    assert "1 player here, 1 free." in page(director.get(f"evenings/{night.pk}/"))
    assert "Already gone: Ann" in page(director.get(f"evenings/{night.pk}/")).replace("\n", " ")
    director.post(f"evenings/{night.pk}/arrive/", {"key": "again", "player": ann})
    assert here(night) == {"Ann", "Bob"}
    assert night.attendances.count() == 2


def test_somebody_new_comes_in_one_act(house: House, night: Evening, director: Browser) -> None:
    press(director, night, "walk-in", name="  Dora   Field ")
    dora = Player.objects.get(name="Dora Field")
    assert here(night) == {"Dora Field"}
    acts = AuditLogEntry.objects.filter(by=house.users["director"]).values_list("act", flat=True)
    assert {"player_add", "player_arrive"} <= set(acts)
    answer = director.post(f"evenings/{night.pk}/walk-in/", {"key": "b", "name": "dora field"})
    text = page(answer, 422)
    assert "is already a player of the club" in text
    assert 'value="dora field"' in text
    assert Player.objects.filter(name__iexact="dora field").get() == dora


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_name_that_is_none(name: str, night: Evening, director: Browser) -> None:
    page(director.post(f"evenings/{night.pk}/walk-in/", {"key": "a", "name": name}), 422)
    assert not night.attendances.exists()


def test_a_scorer_marks_who_came_and_adds_nobody(house: House, night: Evening) -> None:
    scorer = Browser(house, "scorer")
    press(scorer, night, "arrive", player=str(house.players["ann"].pk))
    page(scorer.post(f"evenings/{night.pk}/walk-in/", {"key": "a", "name": "Dora"}), 403)
    text = page(scorer.get(f"evenings/{night.pk}/"))
    assert "Attendance" in text
    assert "New player" not in text
    assert night.tables.all()[0].code not in text


def test_who_came_last_time_is_offered_first(house: House, director: Browser) -> None:
    before = evening_open(by=house.person("director"), held_on=date(2026, 11, 13))
    player_arrive(by=house.person("director"), evening=before, player_id=house.players["cyd"].pk)
    night = evening_open(by=house.person("director"), held_on=date(2026, 11, 20))
    assert taps(director, night) == ["Cyd"]
    assert taps(director, night, "?name=an") == ["Ann"]
    assert taps(director, night, "?name=nobody") == []


def taps(browser: Browser, night: Evening, query: str = "") -> list[str]:
    """The names to tap."""
    text = page(browser.get(f"evenings/{night.pk}/{query}"))
    return re.findall(r'<button class="tap">([^<]+)</button>', text)
