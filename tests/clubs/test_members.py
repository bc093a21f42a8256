"""The list of members, what the club says of each, and who may change it."""

import csv
import io
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Invitation, Player
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import Filters, Status
from ecarte_club.clubs.services.members import (
    player_add,
    player_change,
    player_leave,
    player_rename,
    player_return,
)
from ecarte_club.core.exceptions import Absent, Denied, Invalid, Stale
from games.matches.models import Match
from games.matches.services.matches import match_start
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import ONE_GAME, House, problem, read
from tests.support.everything import everything

pytestmark = pytest.mark.any_database

TODAY = timezone.localdate


def add(house: House, *names: str) -> list[Player]:
    return [player_add(by=house.person("director"), name=name, confirm_name=True) for name in names]


def names(house: House, **asked: str) -> list[str]:
    found = members.players(house.person("cyd"), Filters.of(asked))
    return [player.name for player in found]


def play(house: House, a: str, b: str) -> Match:
    return match_start(
        by=house.person("scorer"),
        player_a=house.players[a].pk,
        player_b=house.players[b].pk,
        terms=ONE_GAME,
    )


@pytest.mark.postgresql
def test_found_by_name_by_leaving_and_by_sign_in(house: House) -> None:
    dora, _ernest = add(house, "Dora", "Ernest Bob")
    player_leave(by=house.person("director"), player=dora, version=0)
    assert names(house) == ["Ann", "Bob", "Cyd", "Ernest Bob"]
    assert names(house, status="left") == ["Dora"]
    assert names(house, status="all", name="d") == ["Cyd", "Dora"]
    assert names(house, name="BOB") == ["Bob", "Ernest Bob"]
    assert names(house, name="bob", sign_in="no") == ["Ernest Bob"]
    assert names(house, sign_in="yes") == ["Ann", "Bob", "Cyd"]


def test_sorted_by_each_column_and_back(house: House) -> None:
    """Ann plays twice, Bob once and last, Cyd in between with Ann, Dan never."""
    add(house, "Dan")
    matches = [play(house, "ann", "cyd"), play(house, "bob", "ann")]
    assert names(house, sort="matches") == ["Dan", "Bob", "Cyd", "Ann"]
    assert names(house, sort="-matches") == ["Ann", "Bob", "Cyd", "Dan"]
    assert names(house, sort="played") == ["Dan", "Cyd", "Ann", "Bob"]
    assert names(house, sort="-played") == ["Ann", "Bob", "Cyd", "Dan"]
    assert names(house, sort="-name") == ["Dan", "Cyd", "Bob", "Ann"]
    Player.objects.filter(name="Bob").update(added_at=timezone.now() - timedelta(days=9))
    assert names(house, sort="added")[0] == names(house, sort="-added")[-1] == "Bob"
    ids = [house.players[name].pk for name in ("bob", "ann", "cyd")]
    told = [(m.player.name, m.matches, m.last_played) for m in members.members(ids)]
    begun = [match.started_at for match in matches]
    assert told == [("Bob", 1, begun[1]), ("Ann", 2, begun[1]), ("Cyd", 1, begun[0])]


@pytest.mark.parametrize("asked", [{"status": "gone"}, {"sign_in": "1"}, {"sort": "--name"}])
def test_what_cannot_be_asked(asked: Mapping[str, str], house: House) -> None:
    (field,) = asked
    with pytest.raises(Invalid) as found:
        Filters.of(asked)
    assert list(found.value.errors) == [field]
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    for path in ("players", "players.csv"):
        problem(house.api("cyd").get(f"clubs/cercle/{path}?{query}"), 422, "invalid", field)
    assert "3 in the club" in page(Browser(house, "cyd").get(f"players/?{query}"))


@pytest.mark.slow
def test_pages_of_any_order_show_everybody_once(house: House) -> None:
    add(house, *(f"P{number % 3}" for number in range(8)))
    api = house.api("cyd")
    for sort in ("name", "-matches", "played", "-added"):
        path: str | None = f"/api/v1/clubs/cercle/players?sort={sort}&page_size=4"
        there: list[int] = []
        while path:
            shown = read(api.client.get(path, headers=api.headers))
            there += [player["id"] for player in shown["results"]]
            last, path = path, shown["next"]
        assert len(there) == len(set(there)) == 11
        back: list[int] = []
        path = last
        while path:
            shown = read(api.client.get(path, headers=api.headers))
            back = [player["id"] for player in shown["results"]] + back
            path = shown["previous"]
        assert back == there


def test_the_csv_is_the_list(house: House) -> None:
    (dora,) = add(house, "=Dora")
    play(house, "ann", "bob")
    player_leave(by=house.person("director"), player=dora, version=0)
    for answer in (
        Browser(house, "cyd").get("players/export.csv?status=all&sort=-name"),
        house.api("cyd").get("clubs/cercle/players.csv?status=all&sort=-name", Accept="text/csv"),
    ):
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        text = answer.content.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        assert [row["name"] for row in rows] == ["Cyd", "Bob", "Ann", "'=Dora"]
        day = TODAY().isoformat()
        assert rows[2] == {
            "id": str(house.players["ann"].pk),
            "name": "Ann",
            "left": "",
            "added": day,
            "sign_in": "yes",
            "matches": "1",
            "last_played": day,
        }
        assert (rows[3]["left"], rows[3]["sign_in"], rows[3]["last_played"]) == (day, "", "")


@pytest.mark.slow
def test_a_page_costs_the_same_for_one_and_for_sixty(house: House) -> None:
    browser = Browser(house, "cyd")
    costs = []
    for more in (0, 57, 3):
        add(house, *(f"P{number}" for number in range(more)))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            text = page(browser.get("players/?sort=-matches"))
        costs.append(len(queries))
    assert "Page 1 of 2" in text
    assert costs[0] == costs[1] == costs[2] <= 15


def test_heads_sort_and_turn(house: House) -> None:
    text = page(Browser(house, "cyd").get("players/?name=a&sort=-matches&page=1"))
    assert re.search(r'aria-sort="descending">\s*<a href="\?name=a&sort=matches">Matches</a>', text)
    assert '<a href="?name=a&sort=name">Player' in text
    assert '<a href="?name=a&sort=-played">Last match' in text
    assert text.count("aria-sort") == 1


def test_renamed_and_noted(house: House) -> None:
    ann, by = house.players["ann"], house.person("director")
    renamed = player_rename(by=by, player=ann, name="  Ann  Lee ", version=0)
    assert (renamed.name, renamed.version) == ("Ann Lee", 1)
    deed = AuditLogEntry.objects.get(act="player_rename")
    assert (deed.kind, deed.about, deed.by) == ("player", ann.pk, house.users["director"])
    assert "Ann" not in str(deed.detail)
    again = player_rename(by=by, player=renamed, name="Ann Lee", version=1)
    assert (again.version, AuditLogEntry.objects.filter(act="player_rename").count()) == (1, 1)


def test_on_the_version_that_was_seen(house: House) -> None:
    ann, by = house.players["ann"], house.person("director")
    player_rename(by=by, player=ann, name="Anna", version=0)
    before = everything()
    with pytest.raises(Stale), transaction.atomic():
        player_rename(by=by, player=ann, name="Annie", version=0)
    with pytest.raises(Stale), transaction.atomic():
        player_leave(by=by, player=ann, version=0)
    with pytest.raises(Stale), transaction.atomic():
        player_change(by=by, player=ann, version=0, name="Ann", left_on=None)
    assert everything() == before


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "A\x07", "A\ud800"])
def test_names_that_are_none(name: str, house: House) -> None:
    by = house.person("director")
    with pytest.raises(Invalid) as found, transaction.atomic():
        player_rename(by=by, player=house.players["ann"], name=name, version=0)
    assert list(found.value.errors) == ["name"]
    with pytest.raises(Invalid), transaction.atomic():
        player_add(by=by, name=name)


def test_who_left_is_no_member_and_keeps_his_results(house: House) -> None:
    match, ann = house.match(), house.players["ann"]
    Invitation.objects.create(
        club=house.club,
        player=ann,
        digest="x",
        made_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=1),
    )
    api = house.api("ann")
    read(api.get("clubs/cercle/players"))
    left = player_leave(by=house.person("director"), player=ann, version=0)
    assert left.left_on == TODAY()
    problem(api.get("clubs/cercle/players"), 404)
    assert "Ann" not in page(Browser(house, "scorer").get("matches/new/"))
    assert "Ann" in page(Browser(house, "scorer").get(f"matches/{match.pk}/"))
    assert Invitation.objects.get().revoked_at
    player_return(by=house.person("director"), player=ann, version=1)
    read(api.get("clubs/cercle/players"))
    assert [deed.act for deed in AuditLogEntry.objects.filter(about=ann.pk, kind="player")] == [
        "player_return",
        "player_leave",
    ]
    assert Invitation.objects.get().revoked_at


def test_nobody_leaves_tomorrow(house: House) -> None:
    by, tomorrow = house.person("director"), TODAY() + timedelta(days=1)
    with pytest.raises(Invalid) as found, transaction.atomic():
        player_leave(by=by, player=house.players["ann"], version=0, left_on=tomorrow)
    assert list(found.value.errors) == ["left_on"]


def test_only_directors_of_his_own_club(house: House, neighbour: House) -> None:
    ann = house.players["ann"]
    asked: dict[str, Any] = {"player": ann, "version": 0, "name": "Eve", "left_on": None}
    for who in ("scorer", "ann"):
        with pytest.raises(Denied), transaction.atomic():
            player_change(by=house.person(who), **asked)
    with pytest.raises(Absent), transaction.atomic():
        player_change(by=neighbour.person("committee"), **asked)
    ann.refresh_from_db()
    assert (ann.name, ann.version) == ("Ann", 0)


@pytest.mark.slow
def test_the_form_changes_both_at_once(house: House) -> None:
    browser, ann = Browser(house, "director"), house.players["ann"]
    path = f"players/{ann.pk}/change/"
    sent = {**browser.hidden(path), "version": "0", "name": "Anna", "left_on": "2026-11-01"}
    assert goes(browser.post(path, sent)) == "/clubs/cercle/players/"
    ann.refresh_from_db()
    assert (ann.name, str(ann.left_on), ann.version) == ("Anna", "2026-11-01", 2)
    again = browser.post(path, sent)
    ann.refresh_from_db()
    assert (again.status_code, ann.version) == (302, 2)
    stale = page(browser.post(path, {**sent, "key": "other", "name": "Eve"}), 409)
    assert "the name is now Anna" in stale
    assert 'value="Eve"' in stale
    assert "Nothing was changed" in page(browser.post(path, {**sent, "left_on": "soon"}), 422)


def test_the_api_changes_what_is_sent_and_no_more(house: House) -> None:
    api, pk = house.api("director"), house.players["ann"].pk
    body = {"version": 0, "left_on": "2026-11-01"}
    left = read(api.post(f"players/{pk}", body), 201)
    assert (left["name"], left["left_on"], left["version"]) == ("Ann", "2026-11-01", 1)
    back = read(api.post(f"players/{pk}", {"version": 1, "name": "Anna", "left_on": None}), 201)
    assert (back["name"], back["left_on"], back["version"]) == ("Anna", None, 3)
    problem(api.post(f"players/{pk}", {"version": 1}), 409, "stale_version", "version")
    assert read(api.get(f"players/{pk}")) == back


def test_a_list_has_what_a_player_has(house: House) -> None:
    api = house.api("cyd")
    (ann,) = read(api.get("clubs/cercle/players?name=ann"))["results"]
    assert ann == read(api.get(f"players/{house.players['ann'].pk}"))
    assert Status(Filters().status) is Status.PLAYING


def test_who_may_change_a_player_is_led_there(house: House) -> None:
    path = f'href="/clubs/cercle/players/{house.players["ann"].pk}/change/"'
    assert path in page(Browser(house, "director").get("players/"))
    assert path not in page(Browser(house, "cyd").get("players/"))
