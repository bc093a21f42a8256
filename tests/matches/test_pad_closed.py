"""What a pad says when nothing more can be entered: after the sign-off, or of a stopped match."""

import pytest

from games.evenings.models import Evening
from games.evenings.services.evenings import code_renew
from games.matches.models import Match
from games.matches.services.stopping import match_adjourn
from tests.site.pages import HAND, HTMX, Browser, goes, page
from tests.support.clubhouse import House
from tests.support.nights import evening, game, played, sign_off

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
SIGNED_OFF = "The evening is signed off."


@pytest.fixture
def night(house: House) -> Evening:
    return evening(house, "ann", "bob")


@pytest.fixture
def match(house: House, night: Evening) -> Match:
    return played(house, night, "ann", "bob", [game(5, 3), game(5, 2)])


def phone(house: House, night: Evening) -> Browser:
    """The table's own, by its code."""
    browser, table = Browser(house), night.tables.order_by("pk")[0]
    browser.post(f"/t/{table.code}/", {"key": "phone", "player": ""})
    return browser


def state(text: str) -> str:
    """What the head of the pad says."""
    return text.split('<p class="sent')[1].split(">", 1)[1].split("<")[0].strip()


@pytest.mark.slow
def test_a_phone_is_told_that_the_evening_is_signed_off(
    house: House, night: Evening, match: Match
) -> None:
    """It was open on the pad, or waited at the table; there is no new code to ask for."""
    at_table, pad = phone(house, night), f"matches/{match.pk}/pad/"
    assert state(page(at_table.get(pad))) == "Ready"
    sign_off(house, night)
    saved = "Nothing more can be scored at this table. Everything you sent is saved."
    table = night.tables.order_by("pk")[0]
    for path in (
        f"{pad}body/?have={match.version}&open=1",
        f"evenings/{night.pk}/tables/{table.pk}/wait/",
    ):
        part = page(at_table.get(path, **HTMX), 401)
        assert SIGNED_OFF in part
        assert saved in part
        assert "new code" not in part
    door = page(at_table.get(goes(at_table.get(pad))))
    assert SIGNED_OFF in door
    assert saved in door
    assert "the director has the new code" not in door


def test_a_code_that_was_renewed_is_asked_for_as_before(house: House, night: Evening) -> None:
    at_table, table = phone(house, night), night.tables.order_by("pk")[0]
    code_renew(by=house.person("director"), table=table)
    door = page(at_table.get(goes(at_table.get(f"evenings/{night.pk}/tables/{table.pk}/wait/"))))
    assert "the director has the new code" in door
    assert SIGNED_OFF not in door


@pytest.mark.slow
def test_a_player_s_own_phone_says_it_too(house: House, night: Evening, match: Match) -> None:
    """The pad that was open is shown once what became of it, though nothing was entered."""
    ann, pad = Browser(house, "ann"), f"matches/{match.pk}/pad/"
    known = f"{pad}body/?have={match.version}"
    assert "open=1" in page(ann.get(pad))
    assert ann.get(f"{known}&open=1", **HTMX).status_code == 204
    sign_off(house, night)
    for path in (pad, f"{known}&open=1"):
        text = page(ann.get(path, **(HTMX if "body" in path else {})))
        assert "Only a director or the committee can still correct an entry" in text
        assert 'id="undo-button" form="undo" disabled' in text
        assert "open=1" not in text
    assert state(page(ann.get(pad))) == "Closed"
    assert ann.get(known, **HTMX).status_code == 204


def test_a_match_to_be_continued_is_not_entered_on_its_pad(house: House, night: Evening) -> None:
    match = played(house, night, "ann", "bob")
    ann, pad = Browser(house, "ann"), f"matches/{match.pk}/pad/"
    begun = ann.pad(match)
    match_adjourn(by=house.person("scorer"), match=match, version=0)
    text = page(ann.get(pad))
    assert "This match was adjourned on" in text
    assert state(text) == "Closed"
    assert 'name="tricks"' not in text
    assert "Resume it first" in page(ann.mark(match, {**begun, **HAND, "version": "1"}), 422)
