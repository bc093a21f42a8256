"""A merge is undone: Alice and her double are two again, each with what they had."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Player, PlayersMerge
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.clubs.services.merge_undo import (
    players_merge_undo,
    players_merge_undo_preview,
)
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.evenings.models import Attendance
from games.evenings.services.evenings import evening_open, player_arrive
from games.matches.models import Match
from scoring.leagues.models import Adjustment, Result, Standing
from scoring.leagues.selectors.recount import recount
from scoring.ledger.models import Balance, Limits, PlayerLimit
from scoring.ratings.models import Rating
from scoring.ratings.selectors.recount import recount as rating_recount
from scoring.ratings.services import ratings_synchronise
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.everything import everything, tables
from tests.support.planned import plan, season_of
from tests.support.settlings import named_book, owes, settled

from .test_merging import add, merge, play

pytestmark = pytest.mark.slow

# What a merge leaves behind for good, and what only says how often something changed.
LEFT = {"PlayersMerge", "AuditLogEntry", "Outgoing", "OutgoingCount", "IdempotencyRecord"}


def figures(house: House) -> Mapping[str, Any]:
    """Every row but versions and ids of rows that are worked out again."""
    ratings_synchronise(house.club.pk)
    found = {}
    for name, model in _models().items():
        left_out = {"version", "id", "learnt_at", "updated_at"}
        rows = model.objects.order_by("pk").values()
        found[name] = sorted(
            str({key: value for key, value in row.items() if key not in left_out}) for row in rows
        )
    return found


def _models() -> dict[str, Any]:
    from django.apps import apps

    known = {model.__name__: model for model in apps.get_models()}
    return {name: known[name] for name in tables() if name not in LEFT and name != "Season"}


def undo(house: House, kept: Player) -> None:
    kept.refresh_from_db()
    newest = PlayersMerge.objects.filter(kept=kept, undone_at=None).latest("pk")
    players_merge_undo(by=house.person("committee"), merge_id=newest.pk, version=kept.version)


def refusal(house: House, merge_: PlayersMerge) -> Invalid:
    before = everything()
    by, version = house.person("committee"), Player.objects.get(pk=merge_.kept_id).version
    with pytest.raises(Invalid) as found, transaction.atomic():
        players_merge_undo(by=by, merge_id=merge_.pk, version=version)
    assert everything() == before
    return found.value


@pytest.fixture
def double(house: House) -> Player:
    return add(house, "A. Lee")


@pytest.mark.slow
def test_everything_is_as_it_was(house: House, double: Player) -> None:
    """Both played two in a season, one an evening each, and one limit is stricter."""
    season, ann, bob = house.season(), house.players["ann"], house.players["bob"]
    for who, won in ((ann, True), (double, False), (ann, False), (double, True)):
        play(house, who, bob, won=won, event_id=season.pk)
    by = house.person("director")
    evening = evening_open(by=by, held_on=timezone.localdate(), tables=("1",))
    for player in (ann, double):
        player_arrive(by=by, evening=evening, player_id=player.pk)
    PlayerLimit(player=double, most_staked=5).save()
    Adjustment.objects.create(
        event=season.event, player=double, points=-1, reason="Late", on=timezone.localdate()
    )
    planned = season_of(house)
    made = plan(house, planned, [double, bob, house.players["cyd"]])
    book = named_book(house)
    house.players["double"] = double
    owes(house, book, "bob", "double", 5)
    owes(house, book, "ann", "bob", 2)
    before = figures(house)
    assert (len(before["Result"]), len(made)) == (8, 6)
    merge(house, ann, double)
    assert figures(house) != before
    assert PlayerLimit.objects.get().player == ann
    assert Attendance.objects.count() == 1
    undo(house, ann)
    after = figures(house)
    assert {name: rows for name, rows in after.items() if rows != before[name]} == {}
    assert recount(season) == []
    assert list(rating_recount(house.club.pk)) == []
    line = Standing.objects.get(season=season, player=double)
    assert (line.played, line.won, line.lost) == (2, 1, 1)


def test_a_place_that_was_played_on_is_not_given_back(house: House, double: Player) -> None:
    season, ann, bob = season_of(house), house.players["ann"], house.players["bob"]
    plan(house, season, [double, bob])
    merge(house, ann, double)
    play(house, ann, bob, won=True, event_id=season.pk)
    found = refusal(house, PlayersMerge.objects.get())
    assert found.code == "played_since"
    assert "Planned" in str(found.detail)
    text = page(
        Browser(house, "committee").get(
            f"players/{ann.pk}/merges/{PlayersMerge.objects.get().pk}/undo/"
        )
    )
    assert "This merge cannot be undone now." in text
    assert "Undo that first." in text


@pytest.mark.any_database
def test_what_was_settled_since_stays_settled(house: House, double: Player) -> None:
    book = named_book(house)
    house.players["double"] = double
    owes(house, book, "bob", "double", 5)
    merge(house, house.players["ann"], double)
    assert Balance.objects.get(player=house.players["ann"]).amount == 5
    settled(house, book)
    assert refusal(house, PlayersMerge.objects.get()).code == "settled_since"


def test_what_was_played_since_stays(house: House, double: Player) -> None:
    season, ann, bob = house.season(), house.players["ann"], house.players["bob"]
    play(house, double, bob, won=True, event_id=season.pk)
    merge(house, ann, double)
    new = play(house, ann, bob, won=False, event_id=season.pk)
    undo(house, ann)
    new.refresh_from_db()
    assert new.player_a == ann
    assert Standing.objects.get(season=season, player=ann).lost == 1
    assert Standing.objects.get(season=season, player=double).won == 1
    assert Match.objects.filter(player_a=double).count() == 1
    assert Result.objects.filter(player=double).count() == 1
    assert recount(season) == []
    ratings_synchronise(house.club.pk)
    assert Rating.objects.filter(player__in=(ann, double)).count() == 2


def test_the_account_goes_back(house: House, double: Player) -> None:
    ann = house.players["ann"]
    merge(house, double, ann)
    assert house.person("ann").player_id == double.pk
    undo(house, double)
    assert house.person("ann").player_id == ann.pk
    double.refresh_from_db()
    ann.refresh_from_db()
    assert (double.user, ann.merged_into) == (None, None)
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.act, entry.about, entry.detail) == (
        *("players_merge_undo", double.pk),
        {"gone": ann.pk},
    )


def test_older_merges_go_along_and_come_back(house: House, double: Player) -> None:
    """The third became the double, who became Ann: the newest is undone first."""
    third, ann = add(house, "Lee, A."), house.players["ann"]
    merge(house, double, third)
    merge(house, ann, double)
    first = PlayersMerge.objects.get(kept=double)
    assert "A. Lee" in str(refusal(house, first).detail)
    undo(house, ann)
    third.refresh_from_db()
    assert third.merged_into == double
    undo(house, double)
    assert not Player.objects.filter(merged_into__isnull=False).exists()
    assert refusal(house, first).code == "undone"


def test_the_anonymous_stay_one(house: House, double: Player) -> None:
    bob = house.players["bob"]
    merge(house, bob, double)
    made = PlayersMerge.objects.get()
    bob.refresh_from_db()
    player_anonymise(by=house.person("committee"), player_id=bob.pk, version=bob.version)
    assert refusal(house, made).code == "anonymised"
    made.refresh_from_db()
    assert made.moved == []


@pytest.mark.any_database
def test_somebody_else_may_not_and_not_on_an_old_version(house: House, double: Player) -> None:
    ann = house.players["ann"]
    merge(house, ann, double)
    made = PlayersMerge.objects.get()
    with pytest.raises(Denied), transaction.atomic():
        players_merge_undo(by=house.person("director"), merge_id=made.pk, version=0)
    with pytest.raises(Stale), transaction.atomic():
        players_merge_undo(by=house.person("committee"), merge_id=made.pk, version=99)
    before = everything()
    found = players_merge_undo_preview(by=house.person("committee"), merge_id=made.pk)
    assert found.gone.merged_into_id is None
    assert everything() == before


@pytest.mark.any_database
def test_the_page_previews_and_undoes(house: House, double: Player) -> None:
    ann, bob = house.players["ann"], house.players["bob"]
    play(house, double, bob, won=True)
    merge(house, ann, double)
    browser, made = Browser(house, "committee"), PlayersMerge.objects.get()
    path = f"players/{ann.pk}/merges/{made.pk}/undo/"
    assert path in page(browser.get(f"players/{ann.pk}/change/"))
    text = page(browser.get(path))
    assert "Ann and A. Lee will be two players again." in text
    assert "Matches that go back</dt><dd>1</dd>" in text
    assert (
        goes(browser.post(path, browser.hidden(path))) == f"/clubs/cercle/players/{ann.pk}/change/"
    )
    assert not Player.objects.filter(merged_into=ann).exists()
    assert "already been undone" in page(browser.get(path))


def test_programs_undo_it_once(house: House, double: Player) -> None:
    ann, api = house.players["ann"], house.api("committee")
    merge(house, ann, double)
    path = f"players/{ann.pk}/merges"
    (row,) = read(api.get(path))["results"]
    assert (row["gone"], row["gone_name"], row["undone_at"]) == (double.pk, "A. Lee", None)
    seen = read(api.get(f"{path}/{row['id']}/preview"))
    version = read(api.get(f"players/{ann.pk}"))["version"]
    body = {"version": version}
    done = read(api.post(f"{path}/{row['id']}/undo", body, key="k"), 201)
    assert read(api.post(f"{path}/{row['id']}/undo", body, key="k"), 201) == done
    assert (done["gone"], done["matches"]) == (seen["gone"], 0)
    problem(api.post(f"{path}/{row['id']}/undo", {"version": done["version"]}), 422, "undone")


@pytest.mark.any_database
def test_limits_that_were_made_by_the_merge_go(house: House, double: Player) -> None:
    ann = house.players["ann"]
    PlayerLimit(player=double, most_staked=5).save()
    merge(house, ann, double)
    undo(house, ann)
    assert [limit.player for limit in PlayerLimit.objects.all()] == [double]
    assert PlayerLimit.objects.get().in_force(timezone.now()) == Limits(most_staked=5)


def test_a_merge_that_is_retried_is_recorded_once(house: House, double: Player) -> None:
    ann = house.players["ann"]
    players_merge(
        by=house.person("committee"), kept=ann.pk, gone=double.pk, version=0, gone_version=0
    )
    assert PlayersMerge.objects.count() == 1
