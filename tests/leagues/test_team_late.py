"""A team comes late into a season; the pages and the programs of those who come and go."""

import pytest

from ecarte_club.core.models import Outgoing
from scoring.leagues.models import Meeting, Season, Team
from scoring.leagues.services.planning import competitor_join, joining_preview
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.planned import season_version
from tests.support.teamed import built_once, people, teamed, teams

from .five_teams import FIVE, asked, five_teams, late, leave, of, other, rows, won
from .test_teams import refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
_built, built, house, season = built_once(five_teams)


def test_a_team_that_comes_late_has_the_byes_that_are_to_come(house: House, season: Season) -> None:
    """Five and one more: each round's bye is the newcomer's, and no day is added."""
    before = {one.pk: one.day for one in Meeting.objects.filter(season=season, away__isnull=False)}
    entered = teams(house, season, {"Golds": "Flora"})["Golds"]
    assert not of(season, "Golds")
    late(house, season, "Golds")
    found = Meeting.objects.filter(season=season)
    assert {one.pk: one.day for one in found if one.pk in before} == before
    assert found.filter(away=None).count() == 0
    assert found.values("round").distinct().count() == 5
    assert sorted(other(one, "Golds") for one in of(season, "Golds")) == sorted(FIVE)
    for number in range(1, 6):
        numbers = list(found.filter(round__number=number).values_list("number", flat=True))
        assert len(set(numbers)) == 3
    told = Outgoing.objects.filter(kind="fixtures.planned").latest("pk")
    assert told.ids["team"] == entered.pk
    version, act = season_version(season.pk), competitor_join
    refused("entrant_twice", "team", act, **asked(house, season, "Golds"), version=version)
    assert rows(season)["Golds"] == (0, 0, 0)


def test_a_team_that_comes_late_meets_nobody_who_has_left(house: House, season: Season) -> None:
    leave(house, season, "Reds")
    teams(house, season, {"Golds": "Flora"})
    late(house, season, "Golds")
    assert sorted(other(one, "Golds") for one in of(season, "Golds")) == sorted(
        set(FIVE) - {"Reds"}
    )
    unplanned = teamed(house, "Unplanned")
    teams(house, unplanned, {"Golds": "Flora"})
    told = asked(house, unplanned, "Golds")
    refused("not_planned", "team", joining_preview, **told)


def test_its_pages(house: House, season: Season) -> None:
    director, address = Browser(house, "director"), f"seasons/{season.pk}/teams/"
    fixtures = f"seasons/{season.pk}/meetings/"
    text = page(director.get(fixtures))
    assert "Withdraw a team" in text
    assert "Undo a withdrawal" not in text
    assert "Add a late team" not in text
    won(house, of(season, "Reds")[0], "Reds")
    reds = str(Team.objects.get(season=season, name="Reds").pk)
    sent = {**director.hidden(f"{address}withdraw/"), "team": reds, "reason": "Too few."}
    before = everything()
    text = page(director.post(f"{address}withdraw/", {**sent, "act": "look"}))
    assert everything() == before
    for told in (
        "Reds has played 1 of 4 meetings.",
        "1 result no longer counts.",
        "3 meetings will not be played",
    ):
        assert told in text
    assert goes(director.post(f"{address}withdraw/", {**sent, "act": "do"})).endswith(fixtures)
    assert "Reds withdrew before the halfway point" in page(Browser(house).get(fixtures))
    assert "Reds withdrew before the halfway point" in page(Browser(house).get(f"teams/{reds}/"))
    for one in Meeting.objects.filter(season=season, away__isnull=False):
        text = page(Browser(house).get(f"meetings/{one.pk}/"))
        assert ("Reds withdrew before the halfway point" in text) is (
            int(reds) in (one.home_id, one.away_id)
        )
    sent = {**director.hidden(f"{address}return/"), "team": reds}
    text = page(director.post(f"{address}return/", {**sent, "act": "look"}))
    for told in ("3 meetings are open again.", "1 result counts again."):
        assert told in text
    goes(director.post(f"{address}return/", {**sent, "act": "do"}))
    assert "No team has withdrawn from this season." in page(director.get(f"{address}return/"))
    people(house, "Flora")
    golds = str(teams(house, season, {"Golds": "Flora"})["Golds"].pk)
    assert "Add a late team" in page(director.get(fixtures))
    sent = {**director.hidden(f"{address}late/"), "team": golds}
    assert "Golds" in page(director.post(f"{address}late/", {**sent, "act": "look"}))
    goes(director.post(f"{address}late/", {**sent, "act": "do"}))
    assert len(of(season, "Golds")) == len(FIVE)
    for single in ("join", "withdraw", "return"):
        assert director.get(f"seasons/{season.pk}/{single}/").status_code == 404
    log = page(Browser(house, "committee").get("log/"))
    for told in ("Team withdrawn from its season: Reds", "Withdrawal of a team undone: Reds"):
        assert told in log
    assert "Meetings added for a late team: Golds (meetings: 5)" in log


def test_a_program_looks_first_too(house: House, season: Season) -> None:
    api, path = house.api("director"), f"seasons/{season.pk}/teams"
    reds = Team.objects.get(season=season, name="Reds").pk
    body = {"team": reds, "reason": "Too few.", "version": season_version(season.pk)}
    before = everything()
    foreseen = read(api.post(f"{path}/withdrawals", {**body, "preview": True}))
    assert everything() == before
    done = read(api.post(f"{path}/withdrawals", body), 201)
    assert {**done, "preview": True, "version": 0} == {**foreseen, "version": 0}
    assert (done["struck"], done["played"], done["of"], len(done["rest"])) == (True, 0, 4, 4)
    listed = {one["name"]: one for one in read(api.get(path))["results"]}
    assert (listed["Reds"]["struck"], listed["Blues"]["left_round"]) == (True, None)
    body = {"team": reds, "version": done["version"]}
    foreseen = read(api.post(f"{path}/returns", {**body, "preview": True}))
    back = read(api.post(f"{path}/returns", body), 201)
    assert back["rest"] == foreseen["rest"] == done["rest"]
    assert (back["matches"], back["byes"]) == ([], 0)
    problem(api.post(f"{path}/returns", {**body, "version": back["version"]}), 422, "not_left")
    golds = teams(house, season, {"Golds": "Flora"})["Golds"]
    body = {"team": golds.pk, "version": season_version(season.pk)}
    foreseen = read(api.post(f"{path}/late", {**body, "preview": True}))
    added = read(api.post(f"{path}/late", body), 201)
    assert added["meetings"] == foreseen["meetings"]
    assert len(added["meetings"]) == len(FIVE)
    for act in ("late", "returns", "withdrawals"):
        problem(Api().post(f"{path}/{act}", body), 401)
