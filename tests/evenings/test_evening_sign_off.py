"""What still needs the director, and what the sign-off shuts."""

import re

import pytest

from games.evenings.models import Attendance, Evening
from games.matches.models import Flag
from tests.site.pages import Browser, goes, page
from tests.support import printed_game
from tests.support.clubhouse import House

from .club_night import start

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.postgresql
def test_a_signed_off_evening_refuses_with_who_can_still_act(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    sheet = page(director.get(f"evenings/{night.pk}/sign-off/"))
    assert "Unfinished" in sheet
    sent = {**director.hidden(f"evenings/{night.pk}/sign-off/")}
    sent["version"] = re.findall(r'name="version" value="(\d+)"', sheet)[0]
    goes(director.post(f"evenings/{night.pk}/sign-off/", sent))
    night.refresh_from_db()
    assert not night.is_open
    assert night.signed_off_by == house.users["director"]
    for what, more in (
        ("attendance", {"present": f"{house.players['cyd'].pk}:a-tap"}),
        ("go", {"player": str(house.players["ann"].pk)}),
        ("walk-in", {"name": "Dora"}),
        ("tables", {"name": "Fire"}),
    ):
        answer = director.post(f"evenings/{night.pk}/{what}/", {"key": what, **more})
        assert "Only a director or the committee" in page(answer, 422)
    refused = house.api("scorer").post(
        f"matches/{match.pk}/hands", {**printed_game.BODIES[0], "version": 0}
    )
    assert refused.status_code == 422
    # Nothing was entered in it before the sign-off, which abandoned it.
    assert [entry.kind for entry in match.entries.all()] == ["abandoned"]
    assert Attendance.objects.filter(evening=night).count() == 2
    text = page(director.get(f"evenings/{night.pk}/"))
    assert "Signed off by Director" in text
    assert "2 players came" in text
    assert "Mark as gone" not in text
    assert "<form" not in text.split('id="main"')[1]


def test_what_came_in_between_is_shown_before_it_is_signed(
    house: House, night: Evening, director: Browser
) -> None:
    where = f"evenings/{night.pk}/sign-off/"
    sent = director.hidden(where)
    assert sent["version"] == "1"
    match = start(director, night, night.tables.all()[0].pk)
    Flag.objects.create(match=match, text="Not so", at=night.opened_at)
    text = page(director.post(where, sent), 422)
    assert "The evening has changed since you opened this page" in text
    assert "Not so" in text
    night.refresh_from_db()
    assert night.is_open
    assert f'name="version" value="{night.version}"' in text


def test_a_correction_by_a_director_passes_after_the_sign_off(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    house.api("scorer").enter(match.pk, printed_game.BODIES[0])
    night.refresh_from_db()
    goes(
        director.post(f"evenings/{night.pk}/sign-off/", {"key": "s", "version": str(night.version)})
    )
    body = {"version": 2, "void": True, "reason": "Entered at the wrong table"}
    path = f"matches/{match.pk}/entries/1/corrections"
    assert house.api("scorer").post(path, body).status_code == 403
    assert house.api("director").post(path, body).status_code == 201
    night.refresh_from_db()
    assert not night.is_open


def test_games_that_are_not_confirmed_are_listed(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    house.api("scorer").post(f"matches/{match.pk}/games", {"version": 0, "score": {"a": 5, "b": 3}})
    assert "Not confirmed" not in page(director.get(f"evenings/{night.pk}/sign-off/"))
    house.club.confirms = True
    house.club.save()
    assert "Not confirmed" in page(director.get(f"evenings/{night.pk}/sign-off/"))
    assert "1 game is not confirmed" in page(director.get(f"evenings/{night.pk}/"))
    match.confirmations.create(game=1, number=1, at=match.started_at)
    assert "Not confirmed" not in page(director.get(f"evenings/{night.pk}/sign-off/"))


def test_flags_stand_first(night: Evening, director: Browser) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    Flag.objects.create(match=match, text="It was my king", at=night.opened_at)
    text = page(director.get(f"evenings/{night.pk}/"))
    assert "1 result is flagged" in text
    assert text.index("It was my king") < text.index('id="tables"')
