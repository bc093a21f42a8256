"""Who comes to an evening and who goes home, on its page."""

import pytest

from ecarte_club.clubs.models import AuditLogEntry, Player
from games.evenings.models import Evening
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House

from .club_night import here, press, tap

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


@pytest.mark.postgresql
def test_people_come_and_go(house: House, night: Evening, director: Browser) -> None:
    ann, bob = (str(house.players[name].pk) for name in ("ann", "bob"))
    tap(director, night, present=ann)
    tap(director, night, present=bob)
    assert here(night) == {"Ann", "Bob"}
    assert "2 players here, 2 free." in page(director.get(f"evenings/{night.pk}/"))
    press(director, night, "go", player=ann)
    assert here(night) == {"Bob"}
    assert "1 player here, 1 free." in page(director.get(f"evenings/{night.pk}/"))
    assert "Already gone: Ann" in page(director.get(f"evenings/{night.pk}/")).replace("\n", " ")
    tap(director, night, present=ann)
    assert here(night) == {"Ann", "Bob"}
    assert night.attendances.count() == 2


def test_somebody_new_comes_in_one_act(house: House, night: Evening, director: Browser) -> None:
    sent = {"key": "a", "name": "  Dora   Field "}
    leads = goes(director.post(f"evenings/{night.pk}/walk-in/", sent))
    dora = Player.objects.get(name="Dora Field")
    assert leads.endswith(f"/attendance/#member-{dora.pk}")
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
    tap(scorer, night, present=str(house.players["ann"].pk))
    page(scorer.post(f"evenings/{night.pk}/walk-in/", {"key": "a", "name": "Dora"}), 403)
    text = page(scorer.get(f"evenings/{night.pk}/"))
    assert "Attendance" in text
    assert night.tables.all()[0].code not in text
    assert "New player" not in page(scorer.get(f"evenings/{night.pk}/attendance/"))
