"""Points given and taken: previewed, shown with the reason, ended, and never lost."""

import pytest

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import player_add
from scoring.leagues.models import Adjustment, Season
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.recount import recount
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def won_once(house: House) -> Season:
    """Open; Ann has beaten Bob."""
    made = house.season()
    house.api("scorer").enter(house.match(made).pk, {"games": {"a": 1, "b": 0}}, kind="rubber")
    return Season.objects.get(pk=made.pk)


_built, built, house, season = built_once(won_once)


def body(
    house: House, who: str = "ann", points: int = -3, reason: str = "came late"
) -> dict[str, object]:
    return {"player": house.players[who].pk, "points": points, "reason": reason}


def lines(season: Season) -> list[tuple[int, str, int]]:
    found = seasons.table(season.pk, named=True).lines
    return [(line.rank, line.name, line.share.points) for line in found]


@pytest.mark.slow
def test_it_turns_the_table_and_is_shown_with_its_reason(house: House, season: Season) -> None:
    api = house.api("director")
    made = read(api.post(f"seasons/{season.pk}/adjustments", body(house)), 201)
    assert lines(season) == [(1, "Bob", 0), (2, "Ann", -1)]
    shown = read(Api().get(f"seasons/{season.pk}/standings"))["results"][1]
    assert (shown["points"], shown["adjustment"]) == (-1, -3)
    assert shown["adjustments"] == [{"points": -3, "reason": "came late", "on": made["on"]}]
    assert "came late" in page(Browser(house).get(f"seasons/{season.pk}/"))
    assert Season.objects.get(pk=season.pk).version > season.version
    # What is kept of the matches knows nothing of it.
    assert recount(season) == []


@pytest.mark.slow
def test_ended_it_is_as_if_it_had_never_been(house: House, season: Season) -> None:
    api, before = house.api("director"), lines(season)
    made = read(api.post(f"seasons/{season.pk}/adjustments", body(house)), 201)
    path = f"seasons/{season.pk}/adjustments/{made['id']}/end"
    ended = read(api.post(path, {"reason": "the train was late"}), 201)
    assert ended["ended_at"]
    assert lines(season) == before
    problem(api.post(path, {"reason": "again"}), 422, "adjustment_ended")
    (listed,) = read(Api().get(f"seasons/{season.pk}/adjustments"))["results"]
    assert listed["ended_reason"] == "the train was late"
    assert list(AuditLogEntry.objects.order_by("pk").values_list("act", flat=True))[-2:] == [
        "adjustment_give",
        "adjustment_end",
    ]


@pytest.mark.slow
def test_a_preview_says_what_it_would_come_to(house: House, season: Season) -> None:
    api = house.api("director")
    path = f"seasons/{season.pk}/adjustments"
    told = read(api.post(f"{path}/preview", body(house)))["results"]
    assert not Adjustment.objects.exists()
    read(api.post(path, body(house)), 201)
    assert [(one["rank"], one["player"]["name"], one["points"]) for one in told] == lines(season)


@pytest.mark.parametrize("field", ["player", "points", "reason"])
def test_what_cannot_be_ruled_names_the_field(house: House, season: Season, field: str) -> None:
    wrong = {"player": house.players["cyd"].pk, "points": 0, "reason": "  "}
    sent = {**body(house), field: wrong[field]}
    for path in ("adjustments", "adjustments/preview"):
        answer = house.api("director").post(f"seasons/{season.pk}/{path}", sent)
        problem(answer, 422, field=field)
    assert not Adjustment.objects.exists()


def test_by_the_page_first_looked_at_then_done(house: House, season: Season) -> None:
    browser, path = Browser(house, "committee"), f"seasons/{season.pk}/adjustments/"
    sent = {**browser.hidden(path), **{name: str(value) for name, value in body(house).items()}}
    text = page(browser.post(path, sent))
    assert "Ann: place 2 instead of 1, −1 point instead of 2" in text
    assert not Adjustment.objects.exists()
    goes(browser.post(path, {**sent, "do": "yes"}))
    one = Adjustment.objects.get()
    assert "came late" in page(browser.get(path))
    end = f"{path}{one.pk}/"
    page(browser.post(end, {**browser.hidden(end), "reason": ""}), 422)
    goes(browser.post(end, {**browser.hidden(end), "reason": "a mistake"}))
    text = page(Browser(house).get(path))
    assert "a mistake" in text
    assert "Adjust points" not in text


def test_a_reason_forgets_who_is_made_anonymous(house: House, season: Season) -> None:
    gone = player_add(by=house.person("director"), name="Zoé Quill")
    api = house.api("director")
    reason = "Zoé Quill was insulted"
    read(api.post(f"seasons/{season.pk}/adjustments", body(house, reason=reason)), 201)
    player_anonymise(by=house.person("committee"), player_id=gone.pk, version=gone.version)
    gone = Player.objects.get(pk=gone.pk)
    assert Adjustment.objects.get().reason == f"{gone.name} was insulted"
