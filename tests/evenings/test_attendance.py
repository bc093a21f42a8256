"""The attendance of an evening: a button for every member, one tap for each arrival."""

import re
from datetime import date

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from games.evenings.services.evenings import (
    arrival_undo,
    evening_open,
    evening_sign_off,
    player_arrive,
)
from games.evenings.views import attendance
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.clubhouse import House, problem, read

from .club_night import here, start, tap

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
BUTTON = re.compile(
    r'<button class="arrival" id="tap-(\d+)" name="(\w+)" value="(\d+:\w+)" aria-pressed="(\w+)"'
)


@pytest.fixture
def people(house: House) -> dict[str, Player]:
    """Alice, Bob and Chloé beside Ann, Bob and Cyd, who are there already."""
    return {
        name: Player.objects.create(club=house.club, name=name)
        for name in ("Alice Martin", "Bob Durand", "Chloé Petit")
    }


def buttons(text: str) -> dict[int, tuple[str, str, bool]]:
    """By player: what a tap sends, and whether it is pressed."""
    return {
        int(pk): (name, value, pressed == "true")
        for pk, name, value, pressed in BUTTON.findall(text)
    }


def names(text: str) -> list[str]:
    return re.findall(r'<span class="name">([^<]+)</span>', text)


def where(night: Evening) -> str:
    return f"evenings/{night.pk}/attendance/"


def test_every_member_is_listed_and_a_second_tap_undoes_the_first(
    night: Evening, people: dict[str, Player], director: Browser
) -> None:
    chloe = people["Chloé Petit"].pk
    text = page(director.get(where(night)))
    assert names(text) == ["Alice Martin", "Ann", "Bob", "Bob Durand", "Chloé Petit", "Cyd"]
    assert "0 players here." in text
    mark, value, pressed = buttons(text)[chloe]
    assert (mark, pressed) == ("present", False)
    goes(director.post(where(night), {mark: value}))
    assert here(night) == {"Chloé Petit"}
    text = page(director.get(where(night)))
    assert "1 player here." in text
    mark, value, pressed = buttons(text)[chloe]
    assert (mark, pressed) == ("absent", True)
    goes(director.post(where(night), {mark: value}))
    assert not night.attendances.exists()
    acts = AuditLogEntry.objects.filter(kind="evening", about=night.pk).order_by("pk")
    assert [one.act for one in acts][-2:] == ["player_arrive", "arrival_undo"]
    assert {one.detail.get("player") for one in acts} >= {chloe}


def test_a_tap_that_is_sent_again_changes_nothing(
    night: Evening, people: dict[str, Player], director: Browser
) -> None:
    """The first answer was lost, and somebody undid the arrival before it was sent again."""
    alice = people["Alice Martin"].pk
    _mark, value, _pressed = buttons(page(director.get(where(night))))[alice]
    goes(director.post(where(night), {"present": value}))
    tap(director, night, absent=str(alice))
    goes(director.post(where(night), {"present": value}))
    assert here(night) == set()


def test_whoever_has_played_goes_home_and_comes_back(
    house: House, night: Evening, director: Browser
) -> None:
    """The evening keeps those of whom it has a match."""
    start(director, night, night.tables.all()[0].pk)
    ann = house.players["ann"].pk
    tap(director, night, absent=str(ann))
    assert here(night) == {"Bob"}
    assert night.attendances.get(player=ann).left_at
    text = page(director.get(where(night)))
    assert "Gone home, " in text
    assert buttons(text)[ann][0] == "present"
    tap(director, night, present=str(ann))
    assert here(night) == {"Ann", "Bob"}


def test_a_script_gets_the_button_and_the_count_alone(
    house: House, night: Evening, people: dict[str, Player], director: Browser
) -> None:
    alice, bob = people["Alice Martin"].pk, people["Bob Durand"].pk
    text = page(director.get(where(night)))
    sent = {"present": buttons(text)[alice][1], "have": str(night.version)}
    text = page(director.post(where(night), sent, **HTMX))
    assert "<html" not in text
    assert list(buttons(text)) == [alice]
    assert "1 player here." in text
    # Another phone has marked Bob since: this one is told of it with its own next tap.
    player_arrive(by=house.person("scorer"), evening=night, player_id=bob)
    sent = {"absent": buttons(text)[alice][1], "have": str(night.version + 1)}
    text = page(director.post(where(night), sent, **HTMX))
    assert {pk for pk, (_mark, _value, pressed) in buttons(text).items() if pressed} == {bob}


def test_what_others_change_is_brought_to_the_list(
    house: House, night: Evening, people: dict[str, Player], director: Browser
) -> None:
    unchanged = director.get(f"{where(night)}now/?have={night.version}")
    assert unchanged.status_code == 204
    bob = people["Bob Durand"].pk
    player_arrive(by=house.person("scorer"), evening=night, player_id=bob)
    text = page(director.get(f"{where(night)}now/?have={night.version}"))
    assert buttons(text)[bob][2]
    assert len(buttons(text)) == 6
    alone = page(director.get(f"{where(night)}now/?have={night.version}&name=bob"))
    assert sorted(names(alone)) == ["Bob", "Bob Durand"]


def test_players_of_recent_evenings_come_first(
    house: House, people: dict[str, Player], director: Browser
) -> None:
    by = house.person("director")
    last_week = evening_open(by=by, held_on=date(2026, 11, 13))
    player_arrive(by=by, evening=last_week, player_id=people["Chloé Petit"].pk)
    tonight = evening_open(by=by, held_on=date(2026, 11, 20))
    text = page(director.get(where(tonight)))
    assert names(text) == ["Chloé Petit", "Alice Martin", "Ann", "Bob", "Bob Durand", "Cyd"]
    tap(director, tonight, present=str(people["Bob Durand"].pk))
    assert names(page(director.get(where(tonight)))) == names(text)


def test_without_a_script_a_name_is_found_and_stays_found(
    night: Evening, people: dict[str, Player], director: Browser
) -> None:
    text = page(director.get(f"{where(night)}?name=chloe"))
    assert names(text) == ["Chloé Petit"]
    chloe = people["Chloé Petit"].pk
    answer = director.post(f"{where(night)}?name=chloe", {"present": f"{chloe}:key"})
    assert goes(answer).endswith(f"/attendance/?name=chloe#member-{chloe}")
    text = page(director.get(f"{where(night)}?name=Zo%C3%A9"))
    assert names(text) == []
    assert "No member has this name. Add a new player below." in text
    assert 'id="walk-in" name="name" maxlength="80" value="Zoé"' in text


def test_somebody_new_is_added_to_the_list(night: Evening, director: Browser) -> None:
    sent = {"key": "a", "name": "Zoé Blanc"}
    text = page(director.post(f"evenings/{night.pk}/walk-in/", sent, **HTMX))
    assert 'hx-swap-oob="true"' in text
    assert names(text) == ["Zoé Blanc"]
    assert "1 player here." in text
    assert 'value="Zoé' not in text
    twice = page(director.post(f"evenings/{night.pk}/walk-in/", {**sent, "key": "b"}, **HTMX), 422)
    assert "is already a player of the club" in twice
    assert 'value="Zoé Blanc"' in twice
    assert "<html" not in twice


def test_a_large_club_lists_recent_players_and_searches_the_others(
    monkeypatch: pytest.MonkeyPatch, house: House, people: dict[str, Player], director: Browser
) -> None:
    monkeypatch.setattr(attendance, "LISTED_MOST", 5)
    by = house.person("director")
    last_week = evening_open(by=by, held_on=date(2026, 11, 13))
    player_arrive(by=by, evening=last_week, player_id=people["Chloé Petit"].pk)
    tonight = evening_open(by=by, held_on=date(2026, 11, 20))
    text = page(director.get(where(tonight)))
    assert names(text) == ["Chloé Petit"]
    assert "Find the other members by name." in text
    assert names(page(director.get(f"{where(tonight)}?name=alice"))) == ["Alice Martin"]


def test_after_the_sign_off_nobody_arrives(house: House, night: Evening, director: Browser) -> None:
    by, ann = house.person("director"), house.players["ann"].pk
    player_arrive(by=by, evening=night, player_id=ann)
    night.refresh_from_db()
    evening_sign_off(by=by, evening=night, version=night.version)
    assert "This evening is signed off." in page(director.get(where(night)))
    refused = director.post(where(night), {"absent": f"{ann}:key"})
    assert "This evening is signed off." in page(refused, 422)
    with pytest.raises(Invalid), transaction.atomic():
        arrival_undo(by=by, evening=night, player_id=ann)
    assert night.attendances.count() == 1


def test_a_player_who_is_none_is_refused(night: Evening, director: Browser) -> None:
    for value in ("", "x:key", "999999:key"):
        page(director.post(where(night), {"present": value}), 422)
    page(director.post(where(night), {"absent": "999999:key"}), 422)
    assert not night.attendances.exists()


def test_programs_undo_an_arrival(house: House, night: Evening, director: Browser) -> None:
    api, ann, bob = house.api("director"), house.players["ann"].pk, house.players["bob"].pk
    path = f"evenings/{night.pk}"
    read(api.post(f"{path}/arrivals", {"player": ann}), 201)
    found = read(api.post(f"{path}/absences", {"player": ann}), 201)
    assert found["guests"] == []
    assert read(api.post(f"{path}/absences", {"player": ann}), 201)["version"] == found["version"]
    start(director, night, night.tables.all()[0].pk)
    guests = read(api.post(f"{path}/absences", {"player": bob}), 201)["guests"]
    assert [(one["player"]["name"], bool(one["left_at"])) for one in guests] == [
        ("Ann", False),
        ("Bob", True),
    ]
    problem(house.api("ann").post(f"{path}/absences", {"player": ann}), 403)


def test_an_arrival_undone_at_once_leaves_no_trace_in_the_counts(
    house: House, night: Evening
) -> None:
    by, ann = house.person("director"), house.players["ann"].pk
    player_arrive(by=by, evening=night, player_id=ann)
    arrival_undo(by=by, evening=night, player_id=ann)
    listed = read(house.api("director").get("clubs/cercle/evenings"))["results"]
    assert [one["came"] for one in listed] == [0]
