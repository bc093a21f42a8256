"""Days typed on pages as people write them; programs write them as before."""

from datetime import date

import pytest

from games.evenings.models import Evening
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem
from tests.support.settlings import night_book, owes

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("fr", "24/12/2026"),
        ("fr", "jeudi 24 décembre 2026"),
        ("en", "24/12/2026"),
        ("en", "24 Dec 2026"),
        ("en", "2026-12-24"),
    ],
)
def test_an_evening_is_opened_on_a_day_as_people_write_it(
    house: House, language: str, typed: str
) -> None:
    director = Browser(house, "director")
    sent = {"key": "k", "held_on": typed, "name": "", "tables": "2"}
    goes(director.post("evenings/new/", sent, **{"Accept-Language": language}))
    assert Evening.objects.get().held_on == date(2026, 12, 24)


@pytest.mark.parametrize(
    ("language", "written"), [("fr", "24 décembre 2026"), ("en", "24 December 2026")]
)
def test_what_is_no_day_stays_in_the_form_and_says_how(
    house: House, language: str, written: str
) -> None:
    director = Browser(house, "director")
    sent = {"key": "k", "held_on": "12/24/2026", "name": "Lamps", "tables": "Fire, Door"}
    answer = director.post("evenings/new/", sent, **{"Accept-Language": language})
    text = page(answer, 422)
    assert f" {written}." in text
    for kept in ('value="12/24/2026"', 'value="Lamps"', 'value="Fire, Door"'):
        assert kept in text
    assert not Evening.objects.exists()


def test_the_form_shows_the_day_as_it_is_read(house: House) -> None:
    director = Browser(house, "director")
    goes(director.post("evenings/new/", {"key": "k", "held_on": "3/4/2026", "tables": "1"}))
    night = Evening.objects.get()
    assert 'value="03/04/2026"' in page(director.get(f"evenings/{night.pk}/change/"))
    assert night.held_on == date(2026, 4, 3)


def test_programs_write_iso_alone(house: House) -> None:
    body = {"held_on": "24/12/2026", "tables": ["1"]}
    problem(house.api("director").post("clubs/cercle/evenings", body), 422, field="held_on")


def test_days_of_a_filter_are_read_too_and_a_mistyped_one_is_named(house: House) -> None:
    owes(house, night_book(house, "ann", "bob"), "bob", "ann", 12)
    director = Browser(house, "director")
    of_the_day = page(director.get("accounts/settle/?starts_on=19/11/2026&ends_on=19/11/2026"))
    assert "12" in of_the_day
    assert 'value="19/11/2026"' in of_the_day
    wrong = page(director.get("accounts/settle/?starts_on=11/19/2026"), 422)
    assert 'value="11/19/2026"' in wrong
    assert "This is not a date." in wrong
    assert 'name="books"' not in wrong
    assert 'name="books"' in of_the_day
