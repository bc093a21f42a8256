"""Two players who are one: everything either had is the kept one's."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Invitation, NameVisibility, Player
from ecarte_club.clubs.services.members import (
    player_add,
    player_rename,
    players_merge,
    players_merge_preview,
)
from ecarte_club.core.exceptions import Absent, Denied, Invalid, Stale
from games.engine.terms import RubberEntry
from games.evenings.models import Attendance, Evening, Letter, Phone
from games.evenings.services.evenings import (
    evening_open,
    evening_sign_off,
    player_arrive,
    player_go,
)
from games.evenings.services.phones import phone_open
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.recount import recount
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import ONE_GAME, House, problem, read
from tests.support.everything import everything

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


def add(house: House, name: str) -> Player:
    return player_add(by=house.person("director"), name=name, confirm_name=True)


def play(house: House, a: Player, b: Player, *, won: bool, **more: Any) -> Match:
    by = house.person("scorer")
    terms = None if "event_id" in more else ONE_GAME
    match = match_start(by=by, player_a=a.pk, player_b=b.pk, terms=terms, **more)
    play_record(by=by, match=match, what=RubberEntry(int(won), int(not won)), version=0)
    return match


def merge(house: House, kept: Player, gone: Player, who: str = "committee") -> Player:
    kept.refresh_from_db()
    gone.refresh_from_db()
    versions = {"version": kept.version, "gone_version": gone.version}
    return players_merge(by=house.person(who), kept=kept.pk, gone=gone.pk, **versions).kept


def refusal(house: House, kept: Player, gone: Player) -> Invalid:
    before = everything()
    with pytest.raises(Invalid) as found, transaction.atomic():
        merge(house, kept, gone)
    assert everything() == before
    assert list(found.value.errors) == ["other"]
    return found.value


@pytest.fixture
def twin(house: House) -> Player:
    """Ann once more, written otherwise."""
    return add(house, "A. Lee")


@pytest.mark.any_database
def test_matches_and_standings_are_his(house: House, twin: Player) -> None:
    """Ann wins one and loses one, her twin wins two: of four she has won three."""
    season, ann, bob = house.season(), house.players["ann"], house.players["bob"]
    for who, won in ((ann, True), (ann, False), (twin, True), (twin, True)):
        play(house, who, bob, won=won, event_id=season.pk)
    version = Season.objects.get().version
    merge(house, ann, twin)
    line = Standing.objects.get(season=season, player=ann)
    assert (line.played, line.won, line.lost, line.points) == (4, 3, 1, 6)
    assert set(Standing.objects.values_list("player", flat=True)) == {ann.pk, bob.pk}
    assert Season.objects.get().version == version + 1
    assert recount(Season.objects.get()) == []
    assert set(Match.objects.values_list("player_a", flat=True)) == {ann.pk}


@pytest.mark.any_database
def test_a_line_that_the_kept_one_has_not_becomes_his(house: House, twin: Player) -> None:
    season, ann, bob = house.season(), house.players["ann"], house.players["bob"]
    play(house, bob, twin, won=False, event_id=season.pk)
    merge(house, ann, twin)
    assert Standing.objects.get(player=ann).won == 1
    assert not Standing.objects.filter(player=twin).exists()
    assert recount(Season.objects.get()) == []


@pytest.mark.any_database
def test_the_id_leads_on_and_so_do_older_ones(house: House, twin: Player) -> None:
    third = add(house, "Lee, A.")
    merge(house, twin, third)
    kept = merge(house, house.players["ann"], twin)
    assert {twin, third} == set(kept.merged.all())
    assert kept.name == "Ann"
    deed = AuditLogEntry.objects.filter(act="players_merge").latest("pk")
    assert (deed.about, deed.detail) == (kept.pk, {"gone": twin.pk})


def test_the_sign_in_goes_along(house: House, twin: Player) -> None:
    ann = house.players["ann"]
    Player.objects.filter(pk=ann.pk).update(wants_results=True)
    kept = merge(house, twin, ann)
    assert (kept.user, kept.wants_results, kept.name) == (house.users["ann"], True, "A. Lee")
    ann.refresh_from_db()
    assert (ann.user, ann.wants_results, ann.merged_into) == (None, False, kept)
    assert house.person("ann").player_id == twin.pk


def test_the_stricter_choice_the_first_day_and_who_still_plays(house: House, twin: Player) -> None:
    ann, long_ago = house.players["ann"], timezone.now() - timedelta(days=900)
    Player.objects.filter(pk=ann.pk).update(left_on=date(2026, 1, 1), version=4)
    Player.objects.filter(pk=twin.pk).update(
        added_at=long_ago, name_shown=NameVisibility.HIDDEN, left_on=None, version=6
    )
    kept = merge(house, ann, twin)
    assert (kept.left_on, kept.added_at, kept.name_shown) == (None, long_ago, NameVisibility.HIDDEN)
    assert kept.version == 7


def test_both_left_and_the_later_day_counts(house: House, twin: Player) -> None:
    ann = house.players["ann"]
    Player.objects.filter(pk=ann.pk).update(left_on=date(2026, 1, 1))
    Player.objects.filter(pk=twin.pk).update(left_on=date(2026, 5, 1))
    assert merge(house, ann, twin).left_on == date(2026, 5, 1)


def evening_of(house: House) -> Evening:
    return evening_open(by=house.person("director"), held_on=date(2026, 11, 20), tables=("1",))


def test_who_came_is_marked_once(house: House, twin: Player) -> None:
    """Both were marked on the first evening, the twin alone on the second, by a phone too."""
    director, ann = house.person("director"), house.players["ann"]
    both, alone = evening_of(house), evening_of(house)
    first = player_arrive(by=director, evening=both, player_id=twin.pk)
    player_arrive(by=director, evening=both, player_id=ann.pk)
    player_go(by=director, evening=both, player_id=ann.pk)
    player_arrive(by=director, evening=alone, player_id=twin.pk)
    phone_open(code=alone.tables.get().code, player_id=twin.pk)
    versions = [Evening.objects.get(pk=one.pk).version for one in (both, alone)]
    evening_sign_off(by=director, evening=both, version=versions[0])
    merge(house, ann, twin)
    rows = list(Attendance.objects.order_by("evening_id"))
    assert [(row.evening, row.player, row.left_at) for row in rows] == [
        (both, ann, None),
        (alone, ann, None),
    ]
    assert rows[0].came_at == first.came_at
    assert Phone.objects.get().player == ann
    after = [Evening.objects.get(pk=one.pk).version for one in (both, alone)]
    assert after == [versions[0] + 2, versions[1] + 1], "the sign-off, and who watches it"


@pytest.mark.parametrize("sent", [(True, False), (False, True), (False, False), (True, True)])
def test_a_letter_is_sent_once(sent: tuple[bool, bool], house: House, twin: Player) -> None:
    evening, ann = evening_of(house), house.players["ann"]
    for player, is_sent in zip((ann, twin), sent, strict=True):
        at = timezone.now() if is_sent else None
        Letter.objects.create(evening=evening, player=player, sent_at=at)
    merge(house, ann, twin)
    letter = Letter.objects.get()
    assert (letter.player, bool(letter.sent_at)) == (ann, any(sent))


@pytest.mark.any_database
def test_a_link_to_a_place_that_is_taken_is_dead(house: House, twin: Player) -> None:
    days = {"made_at": timezone.now(), "expires_at": timezone.now() + timedelta(days=9)}
    Invitation.objects.create(club=house.club, player=twin, digest="x", **days)
    merge(house, house.players["ann"], twin)
    link = Invitation.objects.get()
    assert link.player == house.players["ann"]
    assert link.revoked_at


def test_who_played_each_other_is_two(house: House, twin: Player) -> None:
    ann = house.players["ann"]
    match = play(house, twin, ann, won=True)
    for pair in ((ann, twin), (twin, ann)):
        found = refusal(house, *pair)
        assert found.code == "played_each_other"
        assert str(match.pk) in str(found.detail)


def test_two_sign_ins_are_two_people(house: House) -> None:
    found = refusal(house, house.players["ann"], house.players["bob"])
    assert found.code == "both_sign_in"


@pytest.mark.any_database
def test_nobody_is_merged_with_himself_nor_with_strangers(
    house: House, neighbour: House, twin: Player
) -> None:
    ann = house.players["ann"]
    assert refusal(house, ann, ann).code == "same_player"
    assert refusal(house, twin, neighbour.players["ann"]).code == "unknown_player"
    merge(house, ann, twin)
    assert refusal(house, house.players["cyd"], twin).code == "unknown_player"
    with pytest.raises(Absent), transaction.atomic():
        merge(house, twin, house.players["cyd"])
    with pytest.raises(Absent), transaction.atomic():
        merge(house, neighbour.players["ann"], add(house, "Eve"))


@pytest.mark.parametrize("who", ["director", "scorer", "ann"])
def test_only_the_committee_merges(who: str, house: House, twin: Player) -> None:
    with pytest.raises(Denied), transaction.atomic():
        merge(house, house.players["ann"], twin, who)
    with pytest.raises(Denied), transaction.atomic():
        players_merge_preview(by=house.person(who), kept=house.players["ann"].pk, gone=twin.pk)


def test_on_what_was_seen_of_both(house: House, twin: Player) -> None:
    ann, by = house.players["ann"], house.person("committee")
    player_rename(by=by, player=twin, name="Annie", version=0)
    for versions in ({"version": 0, "gone_version": 0}, {"version": 1, "gone_version": 1}):
        before = everything()
        with pytest.raises(Stale), transaction.atomic():
            players_merge(by=by, kept=ann.pk, gone=twin.pk, **versions)
        assert everything() == before


@pytest.mark.any_database
def test_the_preview_says_what_then_happens_and_does_nothing(house: House, twin: Player) -> None:
    """Cyd leads Bob by one match; with the twin's two Ann passes both."""
    season, ann = house.season(), house.players["ann"]
    bob, cyd = house.players["bob"], house.players["cyd"]
    table = evening_of(house).tables.get()
    for a, b in ((cyd, bob), (ann, bob), (cyd, bob), (twin, bob), (twin, bob)):
        play(house, a, b, won=True, event_id=season.pk)
    play(house, twin, bob, won=True, evening_table=table.pk)
    before, asked = everything(), {"kept": ann.pk, "gone": twin.pk}
    foreseen = players_merge_preview(by=house.person("committee"), **asked)
    assert everything() == before
    versions = {"version": ann.version, "gone_version": twin.version}
    done = players_merge(by=house.person("committee"), **asked, **versions)
    assert (foreseen.effects, foreseen.sign_in) == (done.effects, done.sign_in)
    assert (done.effects.matches, len(done.effects.evenings)) == (3, 1)
    assert done.sign_in == ann
    (change,) = done.effects.tables
    assert {(line.name, line.rank, line.points) for line in change.before} == {
        ("A. Lee", 1, 4),
        ("Ann", 3, 2),
    }
    assert (change.after.rank, change.after.points, change.after.won) == (1, 6, 3)
    assert change.others == 2, "Cyd and Bob"
    lines = {line.player: line.rank for line in seasons.table(season.pk).lines}
    assert lines == {ann.pk: 1, cyd.pk: 2, bob.pk: 3}


@pytest.mark.any_database
def test_an_entry_that_waited_counts_for_who_he_is(house: House, twin: Player) -> None:
    """Read before they were merged, written after."""
    season, ann, bob = house.season(), house.players["ann"], house.players["bob"]
    by = house.person("scorer")
    match = match_start(by=by, player_a=twin.pk, player_b=bob.pk, event_id=season.pk)
    read_before = Match.objects.get(pk=match.pk)
    merge(house, ann, twin)
    play_record(by=by, match=read_before, what=RubberEntry(1, 0), version=0)
    assert Standing.objects.get(player=ann).won == 1
    assert recount(Season.objects.get()) == []


def test_the_page_finds_shows_and_does_it_once(house: House, twin: Player) -> None:
    season, ann = house.season(), house.players["ann"]
    play(house, twin, house.players["bob"], won=True, event_id=season.pk)
    browser, path = Browser(house, "committee"), f"players/{ann.pk}/merge/"
    assert "A. Lee" in page(browser.get(f"{path}?name=LEE"))
    assert "Nobody else here is called “ann”." in page(browser.get(f"{path}?name=ann"))
    shown = page(browser.get(f"{path}?other={twin.pk}"))
    assert "What will change: A. Lee becomes Ann" in shown
    assert "1 more for Ann" in shown
    assert "The account of Ann stays." in shown
    assert f"{house.players['bob'].pk}" not in re.findall(r"other=(\d+)", shown)
    sent = {"key": "k", "other": str(twin.pk), "version": "0", "other_version": "0"}
    assert goes(browser.post(path, sent)) == f"/clubs/cercle/players/{ann.pk}/change/"
    assert goes(browser.post(path, sent)) == f"/clubs/cercle/players/{ann.pk}/change/"
    assert AuditLogEntry.objects.filter(act="players_merge").count() == 1
    for ending in ("change", "merge"):
        old = browser.get(f"players/{twin.pk}/{ending}/")
        assert goes(old) == f"/clubs/cercle/players/{ann.pk}/{ending}/"
    assert "A. Lee" not in page(browser.get("players/?status=all"))


@pytest.mark.any_database
def test_the_page_says_why_not(house: House, twin: Player) -> None:
    ann, bob = house.players["ann"], house.players["bob"]
    browser, path = Browser(house, "committee"), f"players/{ann.pk}/merge/"
    assert "Both players have an account" in page(browser.get(f"{path}?other={bob.pk}"))
    sent = {"key": "k", "other": str(bob.pk), "version": "0", "other_version": "0"}
    assert "Both players have an account" in page(browser.post(path, sent), 422)
    player_rename(by=house.person("director"), player=twin, name="Annie", version=0)
    stale = page(browser.post(path, {**sent, "other": str(twin.pk)}), 409)
    assert "One of the players has changed since" in stale
    assert "Annie becomes Ann" in stale
    assert f'name="other" value="{twin.pk}"' in stale


@pytest.mark.any_database
def test_the_api_foresees_and_does_it(house: House, twin: Player) -> None:
    season, ann, api = house.season(), house.players["ann"], house.api("committee")
    play(house, twin, house.players["bob"], won=True, event_id=season.pk)
    path = f"players/{ann.pk}/merge"
    seen = read(api.get(f"{path}/preview?other={twin.pk}"))
    body = {"other": twin.pk, "version": seen["version"], "other_version": seen["other_version"]}
    done = read(api.post(path, body), 201)
    assert {**done, "version": seen["version"]} == seen
    assert done["tables"][0]["after"]["won"] == 1
    assert read(api.get(f"players/{twin.pk}"))["merged_into"] == ann.pk
    kept = read(api.get(f"players/{ann.pk}"))
    assert (kept["merged_into"], kept["matches"], kept["version"]) == (None, 1, done["version"])
    assert twin.pk not in {one["id"] for one in read(api.get("clubs/cercle/players"))["results"]}
    problem(api.post(path, {**body, "version": 1}), 422, "unknown_player", "other")
    for other in ("", "x", "0"):
        problem(api.get(f"{path}/preview?other={other}"), 422, "invalid", "other")
