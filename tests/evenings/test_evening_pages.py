"""A club night on the director's pages: its tables, its matches, and who may watch."""

import re
from datetime import date

import pytest

from ecarte_club.clubs.models import NameVisibility
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, player_arrive
from games.matches.models import Flag
from games.matches.services.matches import match_start
from tests.site.pages import Browser, goes, page
from tests.support import printed_game
from tests.support.clubhouse import ONE_GAME, House
from tests.support.markup import tight
from tests.support.scene import scene

from .club_night import here, start

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_an_evening_is_opened_with_its_tables(house: House, director: Browser) -> None:
    sent = {"key": "a", "held_on": "2026-11-27", "name": " Cup  of the lamps ", "tables": "3"}
    leads = goes(director.post("evenings/new/", sent))
    night = Evening.objects.get()
    assert leads.endswith(f"/evenings/{night.pk}/")
    assert (night.name, night.public, night.version) == ("Cup of the lamps", False, 1)
    assert [table.name for table in night.tables.all()] == ["1", "2", "3"]
    assert len({table.code for table in night.tables.all()}) == 3
    assert goes(director.post("evenings/new/", sent)) == leads
    assert Evening.objects.count() == 1


@pytest.mark.parametrize(
    ("tables", "names"),
    [
        ("Window, Fire,  ,Door", ["Window", "Fire", "Door"]),
        ("1", ["1"]),
        ("Blue room", ["Blue room"]),
    ],
)
def test_tables_are_a_number_or_their_names(
    tables: str, names: list[str], director: Browser
) -> None:
    goes(director.post("evenings/new/", {"key": "a", "held_on": "2026-11-27", "tables": tables}))
    assert [table.name for table in Evening.objects.get().tables.all()] == names


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"tables": "0"}, "at most 60 tables"),
        ({"tables": "61"}, "at most 60 tables"),
        ({"tables": "Fire, fire"}, "already a table with this name"),
        ({"tables": "x" * 21}, "1 to 20 characters"),
        ({"tables": ""}, "This field is required"),
        ({"tables": "2", "held_on": "soon"}, "This is not a date."),
        ({"tables": "2", "name": "x" * 81}, "80 characters"),
    ],
)
def test_what_is_wrong_is_said_and_kept(sent: dict[str, str], said: str, director: Browser) -> None:
    answer = director.post("evenings/new/", {"key": "a", "held_on": "2026-11-27", **sent})
    assert said in page(answer, 422)
    assert not Evening.objects.exists()


@pytest.mark.slow
def test_a_table_is_added_named_and_gets_a_new_code(night: Evening, director: Browser) -> None:
    goes(director.post(f"evenings/{night.pk}/tables/", {"key": "table", "name": "Fire"}))
    fire = night.tables.get(name="Fire")
    where = f"evenings/{night.pk}/tables/{fire.pk}/"
    goes(director.post(f"{where}rename/", {"key": "a", "table": "Door"}))
    fire.refresh_from_db()
    assert fire.name == "Door"
    taken = director.post(f"{where}rename/", {"key": "b", "table": "window"})
    assert "already a table with this name" in page(taken, 422)
    assert "disconnects nobody" in page(director.get(where))
    old = fire.code
    goes(director.post(where, {"key": "c", "code_number": "1"}))
    fire.refresh_from_db()
    assert (fire.code == old, fire.code_number) == (False, 2)
    again = director.post(where, {"key": "d", "code_number": "1"})
    assert "The code has changed since you opened this page" in page(again, 422)


@pytest.mark.slow
def test_a_new_code_says_first_whom_it_shuts_out(house: House, director: Browser) -> None:
    there = scene(house)
    text = page(director.get(f"evenings/{there.evening.pk}/tables/{there.table.pk}/"))
    assert "1 phone uses this code" in text
    assert "so the table keeps its name" in text
    moved = director.post(
        f"evenings/{there.evening.pk}/tables/{there.table.pk}/rename/",
        {"key": "x", "table": "Elsewhere"},
    )
    page(moved, 422)


def test_a_match_is_started_by_hand_and_its_players_are_present(
    night: Evening, director: Browser
) -> None:
    table = night.tables.all()[1]
    match = start(director, night, table.pk)
    assert (match.table, match.evening_table, match.first_dealer) == ("Window", table, "a")
    assert here(night) == {"Ann", "Bob"}
    text = page(director.get(f"evenings/{night.pk}/"))
    assert "2 players here" in text
    assert "free" not in text.split('id="here"')[0].split("2 players here")[1][:30]
    assert "A match is in play at this table" in page(
        director.get(f"evenings/{night.pk}/tables/{table.pk}/start/")
    )


def test_the_wall_shows_names_scores_and_who_deals(
    house: House, night: Evening, director: Browser
) -> None:
    match = start(director, night, night.tables.all()[0].pk)
    house.api("scorer").enter(match.pk, printed_game.BODIES[0])
    text = tight(page(director.get(f"evenings/{night.pk}/wall/")))
    panels = text.split('class="panel-head"')[1:]
    first = next(panel for panel in panels if "Ann" in panel)
    assert "Bob" in first
    match.refresh_from_db()
    assert re.findall(r'class="figure[^"]*">(\d)<', text) == [
        str(match.score_a),
        str(match.score_b),
    ]
    # Ann dealt the first hand, so Bob deals now.
    assert re.search(r"Bob <svg class=\"panel-deals\"[^>]*aria-label=\"Dealer\"", text)
    assert "Free" in text


@pytest.mark.slow
def test_strangers_see_a_public_evening_as_names_may_be_shown(
    house: House, night: Evening, director: Browser
) -> None:
    match = match_start(
        by=house.person("director"),
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
        terms=ONE_GAME,
        evening_table=night.tables.all()[0].pk,
    )
    Flag.objects.create(match=match, text="Only for us", at=night.opened_at)
    stranger = Browser(house)
    page(stranger.get(f"evenings/{night.pk}/"), 404)
    page(stranger.get(f"evenings/{night.pk}/wall/"), 404)
    Evening.objects.update(public=True)
    assert "Ann" in page(stranger.get(f"evenings/{night.pk}/wall/"))
    house.club.names_shown = NameVisibility.HIDDEN
    house.club.save()
    for where in ("", "wall/", "now/", "wall/now/"):
        text = page(stranger.get(f"evenings/{night.pk}/{where}"))
        assert "Ann" not in text
        assert f"{house.players['ann'].pk}" in text
        assert night.tables.all()[0].code not in text
        assert "Only for us" not in text
    assert f"matches/{match.pk}/" not in page(stranger.get(f"evenings/{night.pk}/"))
    assert "Ann" in page(director.get(f"evenings/{night.pk}/"))


@pytest.mark.slow
@pytest.mark.parametrize("where", ["now/", "wall/now/"])
def test_who_has_this_version_is_told_nothing_new(
    where: str, night: Evening, director: Browser
) -> None:
    answer = director.get(f"evenings/{night.pk}/{where}?have={night.version}")
    assert answer.status_code == 204
    assert answer["Live-Ticket"].startswith(f"evening:{night.pk}:")
    goes(director.post(f"evenings/{night.pk}/tables/", {"key": "table", "name": "Fire"}))
    assert "Fire" in page(director.get(f"evenings/{night.pk}/{where}?have={night.version}"))


@pytest.mark.slow
def test_evenings_are_found_sorted_and_taken_as_csv(house: House, director: Browser) -> None:
    days = {"Cup": date(2026, 10, 2), "=Formula": date(2026, 10, 9), "": date(2026, 10, 16)}
    made = {
        name: evening_open(by=house.person("director"), held_on=day, name=name)
        for name, day in days.items()
    }
    player_arrive(
        by=house.person("director"), evening=made["Cup"], player_id=house.players["ann"].pk
    )
    Evening.objects.filter(pk=made[""].pk).update(signed_off_at="2026-10-16T21:00Z")

    def listed(query: str) -> list[int]:
        text = page(director.get(f"evenings/{query}"))
        return [int(pk) for pk in re.findall(r'class="row-link name" href="[^"]*/(\d+)/"', text)]

    cup, formula, plain = (made[name].pk for name in ("Cup", "=Formula", ""))
    assert listed("") == [plain, formula, cup]
    assert listed("?sort=day") == [cup, formula, plain]
    assert listed("?sort=-came")[0] == cup
    assert listed("?sort=nonsense&state=nonsense&name=%00") == [plain, formula, cup]
    assert listed("?state=signed_off") == [plain]
    assert listed("?state=open&name=cu") == [cup]
    rows = director.get("evenings.csv?sort=day").content.decode("utf-8-sig").splitlines()
    assert rows[0] == "id,day,name,public,came,matches,signed_off_at"
    assert rows[1] == f"{cup},2026-10-02,Cup,0,1,0,"
    assert ",'=Formula," in rows[2]
    assert rows[3].endswith("2026-10-16T21:00:00+00:00")


def test_an_evening_gets_another_name_and_day(night: Evening, director: Browser) -> None:
    sent = {"key": "a", "held_on": "2026-11-21", "name": "Cup", "public": "on"}
    goes(director.post(f"evenings/{night.pk}/change/", sent))
    night.refresh_from_db()
    assert (night.held_on, night.name, night.public) == (date(2026, 11, 21), "Cup", True)
    assert night.version == 2
    wrong = director.post(f"evenings/{night.pk}/change/", {**sent, "key": "b", "held_on": ""})
    assert "This field is required" in page(wrong, 422)
    Evening.objects.update(signed_off_at="2026-11-21T23:00Z")
    late = director.post(f"evenings/{night.pk}/change/", {**sent, "key": "c", "name": "Late"})
    assert "This evening is signed off" in page(late, 422)
    night.refresh_from_db()
    assert night.name == "Cup"
