"""A match at the wrong table is moved, and phones follow."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Denied, Stale
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import evening_sign_off
from games.matches.models import Match
from games.matches.selectors.matches import matches
from games.matches.services.changing import match_change_table
from games.matches.services.entries import play_record
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.clubhouse import House
from tests.support.contests import opened as contest_opened
from tests.support.nights import evening, game, hand, played

from .test_changing import refused

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.any_database]


def tables(night: Evening) -> tuple[Table, Table]:
    one, other = night.tables.order_by("pk")
    return one, other


def move(house: House, match: Match, to: Table, who: str = "scorer", **more: Any) -> Match:
    match = matches().get(pk=match.pk)
    here = {"from_table": match.evening_table_id or 0, **more}
    with transaction.atomic():
        return match_change_table(by=house.person(who), match=match, evening_table=to.pk, **here)


def test_a_match_is_moved_and_phones_follow(house: House) -> None:
    night = evening(house, "ann", "bob")
    one, blue = tables(night)
    match = played(house, night, "ann", "bob", [hand(3)])
    at_one, at_blue = phone(house, one), phone(house, blue)
    pad = f"matches/{match.pk}/pad/"
    page(at_one.get(pad))
    night.refresh_from_db()
    version = night.version
    moved = move(house, match, blue)
    assert (moved.evening_table, moved.table, moved.version) == (blue, "Blue room", 1)
    night.refresh_from_db()
    assert night.version == version + 1
    assert goes(at_blue.get(f"evenings/{night.pk}/tables/{blue.pk}/wait/")).endswith(pad)
    for headers in ({}, HTMX):
        text = page(at_one.get(f"{pad}body/", **headers), 404)
        assert "This match is played at table Blue room now." in text
        assert f"/evenings/{night.pk}/tables/{one.pk}/wait/" in text
    goes(at_blue.mark(match, {**at_blue.pad(match), "king": "nobody", "tricks": "5-0"}))
    log = AuditLogEntry.objects.get(act="match_change_table")
    assert (log.about, log.detail, log.by) == (
        match.pk,
        {"table": "Blue room"},
        house.users["scorer"],
    )


def phone(house: House, table: Table) -> Browser:
    """That came by the code of the table."""
    browser = Browser(house)
    goes(browser.post(f"/t/{table.code}/", {"key": f"{table.pk}", "player": ""}))
    return browser


def test_two_matches_at_each_others_tables_change_places(house: House) -> None:
    night = evening(house, "ann", "bob", "cyd")
    one, blue = tables(night)
    first = played(house, night, "ann", "bob")
    second = move(house, played(house, night, "cyd", "bob"), blue)
    fault = refused("table_taken", lambda: move(house, first, blue))
    assert fault.extra["in_the_way"] == [{"match": second.pk}]
    move(house, first, blue, exchange=True)
    for match, table in ((first, blue), (second, one)):
        match.refresh_from_db()
        assert (match.evening_table, match.table) == (table, table.name)
    assert AuditLogEntry.objects.filter(act="match_change_table").count() == 3


def test_who_may_move_a_match_and_where(house: House) -> None:
    night, other = evening(house, "ann", "bob"), evening(house)
    one, blue = tables(night)
    match = played(house, night, "ann", "bob", [game(5, 3)])
    with pytest.raises(Denied):
        move(house, match, blue, who="ann")
    refused("unknown_table", lambda: move(house, match, tables(other)[0]))
    refused("same_table", lambda: move(house, match, one))
    with pytest.raises(Stale):
        move(house, match, blue, from_table=blue.pk)
    refused("no_evening", lambda: move(house, house.match(), blue))
    # It is over: a director still may, and after the sign-off too.
    play_record(by=house.person("scorer"), match=match, what=game(5, 0), version=1)
    with pytest.raises(Denied):
        move(house, match, blue)
    move(house, match, blue, who="director")
    night.refresh_from_db()
    evening_sign_off(by=house.person("director"), evening=night, version=night.version)
    move(house, match, one, who="director")
    assert Match.objects.get(pk=match.pk).evening_table == one


def test_a_game_of_a_pool_stays_at_its_table(house: House) -> None:
    club = contest_opened(house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 2})
    match = club.deals()
    refused("of_contest", lambda: move(house, match, tables(club.night)[1]))
    other = played(house, club.night, "ann", "bob")
    Match.objects.filter(pk=other.pk).update(evening_table=tables(club.night)[1])
    refused("table_taken", lambda: move(house, other, tables(club.night)[0], exchange=True))


def test_the_table_is_changed_on_its_page(house: House) -> None:
    night = evening(house, "ann", "bob")
    one, blue = tables(night)
    match = played(house, night, "ann", "bob")
    scorer, path = Browser(house, "scorer"), f"matches/{match.pk}/table/"
    assert path in page(scorer.get(f"matches/{match.pk}/"))
    assert path not in page(Browser(house, "ann").get(f"matches/{match.pk}/"))
    sent = {**scorer.hidden(path), "from": str(one.pk)}
    assert "Choose a table." in page(scorer.post(path, sent), 422)
    for _time in range(2):
        goes(scorer.post(path, {**sent, "table": str(blue.pk)}))
    assert Match.objects.get(pk=match.pk).evening_table == blue
    text = page(scorer.post(path, {**sent, "key": "again", "table": str(blue.pk)}), 409)
    assert "The match has come to another table" in text
