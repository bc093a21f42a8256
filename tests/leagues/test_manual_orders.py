"""The committee ranks who is level: previewed, shown with its reason, withdrawn."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry, Player, PlayersMerge
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import player_add
from ecarte_club.clubs.services.merge_undo import players_merge_undo
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from scoring.leagues.models import ManualOrder, Season, Team
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.services.manual_orders import manual_order_decide, manual_order_preview
from tests.clubs.test_merging import merge
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.level import decided, each_has_won
from tests.support.planned import season_version
from tests.support.teamed import built_once, planned, teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]
REASON = "Bob came to every evening."


def level(house: House) -> Season:
    """Open; Ann and Bob are level by everything."""
    made = house.season()
    each_has_won(house, made)
    return Season.objects.get(pk=made.pk)


_built, built, house, season = built_once(level)


def body(house: House, *names: str, version: int | None = None, **more: Any) -> dict[str, Any]:
    players = [house.players[name].pk for name in names or ("bob", "ann")]
    versions = {} if version is None else {"version": version}
    return {"players": players, "reason": REASON, **versions, **more}


def lines(season: Season) -> list[tuple[int, str]]:
    found = seasons.table(season.pk, named=True).lines
    return [(line.rank, line.name) for line in found]


@pytest.mark.postgresql
def test_it_parts_those_who_are_level_and_is_shown_with_its_reason(
    house: House, season: Season
) -> None:
    assert lines(season) == [(1, "Ann"), (1, "Bob")]
    path = f"seasons/{season.pk}/manual-orders"
    sent = body(house, version=season.version)
    made = read(house.api("committee").post(path, sent), 201)
    assert lines(season) == [(1, "Bob"), (2, "Ann")]
    assert [one["name"] for one in made["players"]] == ["Bob", "Ann"]
    assert made["applies"] is True
    table = read(Api().get(f"seasons/{season.pk}/standings"))
    # The tie-breaks of the season do not name it: it comes last.
    assert table["tie_breaks"][-1] == "manual"
    first = table["results"][0]
    assert (first["decided_by"], first["figures"]["manual"]) == ("manual", [-1])
    assert first["manual_order"] == {"reason": REASON, "on": made["on"]}
    assert f"Committee: {REASON}" in page(Browser(house).get(f"seasons/{season.pk}/"))
    why = read(Api().get(f"seasons/{season.pk}/standings/{house.players['ann'].pk}"))
    (verdict,) = why["verdicts"]
    assert verdict["criterion"] == "manual"
    text = f"place 1 among those who were level: {REASON}"
    assert verdict["figures"][0]["parts"][0]["sentence"] == text
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.act, entry.about, entry.by) == (
        "manual_order_decide",
        season.pk,
        house.users["committee"],
    )


def test_before_a_result_counts_there_is_nobody_to_rank(house: House) -> None:
    """And nobody is said to be separated by results that there are not."""
    empty = house.season()
    text = page(Browser(house, "committee").get(f"seasons/{empty.pk}/order/"))
    assert "No result counts yet, so there is nobody to rank." in text
    assert "Nobody is level" not in text
    sent = body(house, "ann", "bob", version=empty.version)
    path = f"seasons/{empty.pk}/manual-orders"
    fault = problem(house.api("committee").post(path, sent), 422, "nobody_level", "players")
    assert fault["errors"][0]["detail"].startswith("No result counts yet")


def test_a_preview_says_who_would_stand_where_and_what_is_replaced(
    house: House, season: Season
) -> None:
    before = decided(house, season, house.players["bob"].pk, house.players["ann"].pk)
    path = f"seasons/{season.pk}/manual-orders"
    api = house.api("committee")
    foreseen = read(api.post(f"{path}/preview", body(house, "ann", "bob")))
    assert ManualOrder.objects.count() == 1
    places = [(one["player"]["name"], one["rank"]) for one in foreseen["results"]]
    assert places == [("Ann", 1), ("Bob", 2)]
    assert (foreseen["replaced"], foreseen["version"]) == ([before], season_version(season.pk))
    sent = body(house, "ann", "bob", version=season_version(season.pk))
    read(api.post(path, sent), 201)
    assert lines(season) == [(1, "Ann"), (2, "Bob")]
    newest, older = read(Api().get(path))["results"]
    assert (newest["ended_at"], older["ended_reason"]) == (None, "Replaced by a newer order.")
    assert (newest["applies"], older["applies"]) == (True, False)


def test_withdrawn_it_is_as_if_it_had_never_been(house: House, season: Season) -> None:
    order = decided(house, season, house.players["bob"].pk, house.players["ann"].pk)
    path, api = f"seasons/{season.pk}/manual-orders/{order}/end", house.api("committee")
    ended = read(api.post(path, {"reason": "a mistake"}), 201)
    assert (ended["ended_reason"], ended["applies"]) == ("a mistake", False)
    assert lines(season) == [(1, "Ann"), (1, "Bob")]
    problem(api.post(path, {"reason": "again"}), 422, "order_ended")
    problem(api.post(path.replace(f"{order}", "987654"), {"reason": "x"}), 404)


def test_results_come_first_and_it_says_that_it_does_not_count(
    house: House, season: Season
) -> None:
    decided(house, season, house.players["bob"].pk, house.players["ann"].pk)
    match = house.match(season).pk
    house.api("scorer").enter(match, {"games": {"a": 1, "b": 0}}, kind="rubber")
    assert lines(season) == [(1, "Ann"), (2, "Bob")]
    path = f"seasons/{season.pk}"
    assert read(Api().get(f"{path}/standings"))["results"][0]["manual_order"] is None
    (listed,) = read(Api().get(f"{path}/manual-orders"))["results"]
    assert (listed["applies"], listed["ended_at"]) == (False, None)
    assert "It does not count now" in page(Browser(house).get(f"{path}/order/"))


def refused(code: str, **asked: Any) -> Invalid:
    with pytest.raises(Invalid) as found, transaction.atomic():
        manual_order_decide(**asked)
    assert found.value.code == code
    return found.value


def test_only_all_who_are_level_are_ranked(house: House, season: Season) -> None:
    ann, bob, cyd = (house.players[name].pk for name in ("ann", "bob", "cyd"))
    asked: dict[str, Any] = {
        "by": house.person("committee"),
        "season": season,
        "reason": REASON,
        "version": season.version,
    }
    for wrong in ([ann], [ann, ann], [ann, bob, cyd], []):
        found = refused("not_level", entrants=wrong, **asked)
        assert found.extra == {"level": [sorted([ann, bob])]}
        assert "Ann and Bob" in str(found.detail)
    refused("reason_needed", entrants=[ann, bob], **{**asked, "reason": "  "})
    with pytest.raises(Stale), transaction.atomic():
        manual_order_decide(entrants=[ann, bob], **{**asked, "version": season.version - 1})
    with pytest.raises(Denied), transaction.atomic():
        manual_order_decide(entrants=[ann, bob], **{**asked, "by": house.person("ann")})
    house.api("scorer").enter(house.match(season).pk, {"games": {"a": 1, "b": 0}}, kind="rubber")
    del asked["version"]
    with pytest.raises(Invalid) as nobody:
        manual_order_preview(entrants=[ann, bob], **asked)
    assert nobody.value.code == "nobody_level"


def test_by_the_page_first_looked_at_then_done(house: House, season: Season) -> None:
    browser, path = Browser(house, "committee"), f"seasons/{season.pk}/order/"
    assert "Decide the order" not in page(Browser(house).get(path))
    ann, bob = (house.players[name].pk for name in ("ann", "bob"))
    sent = {
        **browser.hidden(path),
        f"place_{ann}": "2",
        f"place_{bob}": "2",
        "reason": REASON,
        "act": "look",
    }
    text = page(browser.post(path, sent), 422)
    assert "Give each place to one of them only." in text
    assert REASON in text
    sent[f"place_{bob}"] = "1"
    assert "Ann: place 2 instead of 1" in page(browser.post(path, sent))
    assert not ManualOrder.objects.exists()
    goes(browser.post(path, {**sent, "act": "do"}))
    goes(browser.post(path, {**sent, "act": "do"}))
    one = ManualOrder.objects.get()
    assert lines(season) == [(1, "Bob"), (2, "Ann")]
    assert REASON in page(Browser(house).get(path))
    # The form begins with the order that is in force.
    fields = page(browser.get(path))
    assert fields.index(f'name="place_{bob}"') < fields.index(f'name="place_{ann}"')
    # What was seen is no longer so: nothing is decided, and nothing typed is lost.
    again = {**sent, "key": "another", "reason": "Ann came first.", "act": "do"}
    stale = page(browser.post(path, again), 422)
    assert "it is now version" in stale
    assert "Ann came first." in stale
    end = f"{path}{one.pk}/"
    page(browser.post(end, {**browser.hidden(end), "reason": ""}), 422)
    goes(browser.post(end, {**browser.hidden(end), "reason": "a mistake"}))
    assert lines(season) == [(1, "Ann"), (1, "Bob")]
    assert "a mistake" in page(Browser(house).get(path))


def test_names_that_the_public_may_not_see_are_hidden(house: House, season: Season) -> None:
    decided(house, season, house.players["bob"].pk, house.players["ann"].pk)
    house.club.names_shown = "hidden"
    house.club.save()
    (listed,) = read(Api().get(f"seasons/{season.pk}/manual-orders"))["results"]
    numbers = [f"Nº\u00a0{house.players[name].pk}" for name in ("bob", "ann")]
    assert [one["name"] for one in listed["players"]] == numbers


def test_of_teams(house: House) -> None:
    """Neither came to their only meeting, and the other two have still to meet."""
    season = teamed(house, boards=1)
    teams(house, season, {"Reds": "Ann", "Blues": "Bob"})
    meeting = planned(house, season)["Reds", "Blues"]
    meeting.award = "both_absent"
    meeting.save()
    ids = {team.name: team.pk for team in Team.objects.filter(season=season)}
    found = standing.team_table_now(season.pk)
    assert [line.rank for line in found.table.lines] == [1, 1]
    path, api = f"seasons/{season.pk}/teams", house.api("committee")
    sent = {"teams": [ids["Reds"], ids["Blues"]], "reason": "Reds sent a letter."}
    foreseen = read(api.post(f"{path}/manual-orders/preview", sent))["results"]
    assert [(one["rank"], one["team"]["name"]) for one in foreseen] == [(1, "Reds"), (2, "Blues")]
    season.refresh_from_db()
    read(api.post(f"{path}/manual-orders", {**sent, "version": season.version}), 201)
    shown = read(Api().get(f"{path}/standings"))
    assert shown["team_breaks"][-1] == "manual"
    assert [one["team"]["name"] for one in shown["results"]] == ["Reds", "Blues"]
    assert shown["results"][0]["manual_order"]["reason"] == "Reds sent a letter."
    assert "Reds sent a letter." in page(Browser(house).get(f"seasons/{season.pk}/"))
    assert "Reds sent a letter." in page(Browser(house).get(f"{path}/order/"))
    problem(api.get(f"seasons/{house.season().pk}/teams/manual-orders"), 404)


def test_a_reason_forgets_who_is_made_anonymous(house: House, season: Season) -> None:
    gone = player_add(by=house.person("director"), name="Zoé Quill")
    order = decided(house, season, house.players["bob"].pk, house.players["ann"].pk)
    ManualOrder.objects.filter(pk=order).update(reason="Zoé Quill has seen it")
    player_anonymise(by=house.person("committee"), player_id=gone.pk, version=gone.version)
    gone = Player.objects.get(pk=gone.pk)
    assert ManualOrder.objects.get().reason == f"{gone.name} has seen it"


@pytest.mark.parametrize("both_are_ranked", [False, True])
def test_two_who_are_one_have_one_place(
    house: House, season: Season, both_are_ranked: bool
) -> None:
    """What a merge has moved goes back when it is undone."""
    ann, bob = house.players["ann"], house.players["bob"]
    double = player_add(by=house.person("director"), name="A. Lee")
    order = decided(house, season, bob.pk, ann.pk)
    places = ManualOrder.objects.get(pk=order).places
    if both_are_ranked:
        places.create(place=3, player=double)
    else:
        places.filter(player=ann).update(player=double)
    before = list(places.values_list("place", "player"))
    merge(house, ann, double)
    assert list(places.values_list("place", "player")) == [(1, bob.pk), (2, ann.pk)]
    ann.refresh_from_db()
    newest = PlayersMerge.objects.get()
    by = house.person("committee")
    players_merge_undo(by=by, merge_id=newest.pk, version=ann.version)
    assert list(places.values_list("place", "player")) == before
