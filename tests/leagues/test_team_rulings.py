"""Match points given to a team or taken from it: previewed, shown with the reason, ended."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.core.exceptions import Denied
from scoring.leagues.models import Season, Team, TeamAdjustment
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.services.adjustments import (
    adjustment_give,
    adjustment_preview,
)
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.teamed import built_once, lined_up, planned, played, teamed, teams

from .test_teams import refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def three_teams(house: House) -> Season:
    """Reds have beaten Blues at their one board; Greens have played nobody yet."""
    season = teamed(house, boards=1)
    teams(house, season, {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd"})
    (board,) = lined_up(house, planned(house, season)["Reds", "Blues"], "Ann", "Bob")
    played(house, board, (5, 0))
    return season


_built, built, house, season = built_once(three_teams)


TAKEN = [("Blues", 0), ("Greens", 0), ("Reds", -1)]


def team(season: Season, name: str) -> int:
    return Team.objects.get(season=season, name=name).pk


def body(season: Season, who: str = "Reds", points: int = -3) -> dict[str, object]:
    return {"team": team(season, who), "points": points, "reason": "came late"}


def lines(season: Season) -> list[tuple[int, str, int]]:
    found = standing.team_table_now(season.pk)
    told = standing.team_lines(found, found.table)
    return [(one.rank, one.name, one.share.points) for one in told]


def test_it_turns_the_table_and_is_shown_with_its_reason(house: House, season: Season) -> None:
    api, path = house.api("director"), f"seasons/{season.pk}/teams"
    before = lines(season)
    assert [line[1:] for line in before[:1]] == [("Reds", 2)]
    foreseen = read(api.post(f"{path}/adjustments/preview", body(season)))["results"]
    assert lines(season) == before
    made = read(api.post(f"{path}/adjustments", body(season)), 201)
    after = lines(season)
    assert sorted(line[1:] for line in after) == TAKEN
    assert after[-1] == (3, "Reds", -1)
    assert [(one["rank"], one["team"]["name"], one["points"]) for one in foreseen] == after
    assert {one["team"]["name"]: one["points_before"] for one in foreseen}["Reds"] == 2
    shown = read(Api().get(f"{path}/standings"))["results"][-1]
    assert (shown["match_points"], shown["adjustment"]) == (-1, -3)
    assert shown["adjustments"] == [{"points": -3, "reason": "came late", "on": made["on"]}]
    csv = Api().get(f"{path}/standings.csv").content.decode()
    head, *_others, reds = csv.strip().splitlines()
    told = dict(zip(head.lstrip("\ufeff").split(","), reds.split(","), strict=True))
    assert told["adjustment"].lstrip("'") == "-3"
    assert "came late" in page(Browser(house).get(f"seasons/{season.pk}/"))
    why = read(Api().get(f"{path}/standings/{team(season, 'Reds')}"))
    assert "-3 by the committee: came late" in why["figures"][0]["parts"][-1].replace("−", "-")


def test_ended_it_is_as_if_it_had_never_been(house: House, season: Season) -> None:
    api, before = house.api("director"), lines(season)
    path = f"seasons/{season.pk}/teams/adjustments"
    made = read(api.post(path, body(season, "Greens", 5)), 201)
    assert lines(season)[0] == (1, "Greens", 5)
    ended = read(api.post(f"{path}/{made['id']}/end", {"reason": "the train was late"}), 201)
    assert ended["ended_at"]
    assert lines(season) == before
    problem(api.post(f"{path}/{made['id']}/end", {"reason": "x"}), 422, "adjustment_ended")
    problem(api.post(f"{path}/{10**9}/end", {"reason": "x"}), 404)
    (listed,) = read(Api().get(path))["results"]
    assert (listed["ended_reason"], listed["team"]["name"]) == ("the train was late", "Greens")
    assert list(AuditLogEntry.objects.order_by("pk").values_list("act", flat=True))[-2:] == [
        "team_adjustment_give",
        "team_adjustment_end",
    ]
    problem(Api().get(f"seasons/{house.season().pk}/teams/adjustments/1"), 404)


def test_what_cannot_be_ruled_names_the_field(house: House, season: Season) -> None:
    told: dict[str, Any] = {"by": house.person("director"), "season": season, **body(season)}
    for act in (adjustment_preview, adjustment_give):
        for field, wrong in (("team", 10**9), ("points", 0), ("points", 1001), ("reason", " ")):
            refused("invalid_adjustment", field, act, **{**told, field: wrong})
    with pytest.raises(Denied), transaction.atomic():
        adjustment_give(**{**told, "by": house.person("ann")})
    # Struck out, it has no line that points could stand in.
    Team.objects.filter(pk=team(season, "Reds")).update(struck=True, left_round=1)
    refused("invalid_adjustment", "team", adjustment_give, **told)


def test_by_the_page_first_looked_at_then_done(house: House, season: Season) -> None:
    browser, path = Browser(house, "committee"), f"seasons/{season.pk}/teams/adjustments/"
    sent = {**browser.hidden(path), **{name: str(told) for name, told in body(season).items()}}
    before = everything()
    text = page(browser.post(path, sent))
    assert everything() == before
    assert "Reds: place 3 instead of 1, −1 point instead of 2" in text
    goes(browser.post(path, {**sent, "do": "yes"}))
    one = TeamAdjustment.objects.get()
    assert "came late" in page(browser.get(path))
    end = f"{path}{one.pk}/"
    page(browser.post(end, {**browser.hidden(end), "reason": ""}), 422)
    assert goes(browser.post(end, {**browser.hidden(end), "reason": "a mistake"})).endswith(path)
    text = page(Browser(house).get(path))
    assert "a mistake" in text
    assert "Adjust points" not in text
    log = page(browser.get("log/"))
    assert "Match points adjusted: Reds, −3" in log
    assert "Match points adjustment withdrawn: Reds" in log


def test_a_reason_forgets_who_is_made_anonymous(house: House, season: Season) -> None:
    cyd = house.players["cyd"]
    told: dict[str, Any] = {"by": house.person("director"), "season": season, **body(season)}
    made = adjustment_give(**{**told, "reason": "Cyd was insulted"})
    player_anonymise(by=house.person("committee"), player_id=cyd.pk, version=cyd.version)
    made.refresh_from_db()
    assert made.reason.endswith(" was insulted")
    assert "Cyd" not in made.reason
