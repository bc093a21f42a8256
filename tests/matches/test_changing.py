"""A match entered for the wrong players is put right."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.evenings.results import evening_results
from games.evenings.services.evenings import evening_sign_off
from games.matches.models import Entry, Match
from games.matches.selectors.matches import matches, replacement_of
from games.matches.services.changing import match_change_players, match_change_players_preview
from games.matches.services.entries import match_annul_back, play_record
from scoring.leagues.models import Fixture
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.recount import recount
from scoring.ratings.selectors.recount import recount as recount_ratings
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.contests import opened as contest_opened
from tests.support.everything import everything
from tests.support.nights import evening, game, hand, played
from tests.support.planned import plan, season_of
from tests.support.rated import brought

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
WHY = "They sat the other way round."


def change(house: House, match: Match, a: str, b: str, who: str = "director") -> Match:
    match = matches().get(pk=match.pk)
    pair = {"player_a": house.players[a].pk, "player_b": house.players[b].pk}
    with transaction.atomic():
        return match_change_players(
            by=house.person(who), match=match, **pair, reason=WHY, version=match.version
        )


def refused(code: str, act: Any) -> Invalid:
    with pytest.raises(Invalid) as found, transaction.atomic():
        act()
    assert found.value.code == code
    return found.value


def line_of(night: Evening, name: str) -> tuple[int, int, int]:
    """Matches won, lost, and kings, of an evening."""
    lines = {line.player.name: line for line in evening_results(night).lines}
    return (lines[name].won, lines[name].lost, lines[name].kings) if name in lines else (0, 0, 0)


# --- the players ---


def test_all_that_was_recorded_for_one_was_the_others(house: House) -> None:
    """Ann turned the king and made the vole, then stood and won: 3 and 1, then 1. It was Bob."""
    season, night = house.season(), evening(house, "ann", "bob")
    plays = [hand(5, king=Seat.A), hand(3), hand(3)]
    old = played(house, night, "ann", "bob", plays, season=season)
    assert (line_of(night, "Ann"), line_of(night, "Bob")) == ((1, 0, 1), (0, 1, 0))
    entries = list(Entry.objects.filter(match=old).order_by("number").values("data", "at"))
    new = change(house, old, "bob", "ann")
    old.refresh_from_db()
    new.refresh_from_db()
    assert old.annulled_at is not None
    assert (new.player_a.name, new.player_b.name, new.winner) == ("Bob", "Ann", "a")
    assert (new.score_a, new.score_b, new.kings_a, new.voles_a) == (5, 0, 1, 1)
    assert list(Entry.objects.filter(match=new).order_by("number").values("data", "at")) == entries
    assert (new.started_at, new.table, new.evening_table) == (
        old.started_at,
        old.table,
        old.evening_table,
    )
    assert (line_of(night, "Ann"), line_of(night, "Bob")) == ((0, 1, 0), (1, 0, 1))
    lines = seasons.table(season.pk, named=True).lines
    assert [(one.rank, one.name, one.share.points) for one in lines] == [
        (1, "Bob", 2),
        (2, "Ann", 0),
    ]
    assert recount(season) == recount(season, from_results=True) == []
    brought(house)
    assert recount_ratings(house.club.pk) == []
    assert replacement_of(old).replaced_by == new.pk
    assert replacement_of(new).instead_of == old.pk
    log = AuditLogEntry.objects.filter(act__in=["match_change_players", "match_enter_again"])
    about = set(log.values_list("about", "detail__match", "by__name"))
    assert about == {(old.pk, new.pk, "Director"), (new.pk, old.pk, "Director")}


def test_somebody_else_had_played(house: House) -> None:
    """Cyd, and not Ann; what they play on goes into the new match."""
    old = house.match()
    play_record(by=house.person("scorer"), match=old, what=hand(5), version=0)
    new = change(house, old, "cyd", "bob")
    assert (new.player_a.name, new.score_a, new.over, new.format) == ("Cyd", 2, False, "one_game")
    play_record(by=house.person("cyd"), match=new, what=hand(2), version=1)
    assert (new.score_a, new.score_b) == (2, 1)


def test_nothing_was_entered_yet(house: House) -> None:
    new = change(house, house.match(), "bob", "cyd")
    assert (new.version, new.player_a.name, new.player_b.name) == (0, "Bob", "Cyd")


def test_the_fixture_goes_with_it(house: House) -> None:
    season = season_of(house)
    made = plan(house, season, list(house.players.values()))
    fixture = made["Ann", "Bob"] if ("Ann", "Bob") in made else made["Bob", "Ann"]
    night = evening(house, "ann", "bob")
    old = played(house, night, "ann", "bob", [game(5, 3)], season=season)
    assert Fixture.objects.get(pk=fixture.pk).match == old
    new = change(house, old, "bob", "ann")
    assert Fixture.objects.get(pk=fixture.pk).match == new
    # Cyd had played: the fixture of Ann and Bob is open again, and theirs is played.
    new = change(house, new, "cyd", "ann")
    assert Fixture.objects.get(pk=fixture.pk).match is None
    assert new.fixture.home.name in ("Ann", "Cyd")
    season.refresh_from_db()
    assert recount(season) == recount(season, from_results=True) == []


def test_after_the_sign_off_it_is_a_correction(house: House) -> None:
    night = evening(house, "ann", "bob")
    old = played(house, night, "ann", "bob", [game(5, 3), game(5, 1)])
    night.refresh_from_db()
    evening_sign_off(by=house.person("director"), evening=night, version=night.version)
    change(house, old, "bob", "ann")
    assert (line_of(night, "Ann"), line_of(night, "Bob")) == ((0, 1, 0), (1, 0, 0))


def test_a_preview_says_every_figure_and_keeps_nothing(house: House) -> None:
    """Ann won two points in the season and a match of the evening; so will Cyd have done."""
    season, night = house.season(), evening(house, "ann", "bob")
    old = played(house, night, "ann", "bob", [game(5, 3)], season=season)
    before = everything()
    found = match_change_players_preview(
        by=house.person("director"),
        match=matches().get(pk=old.pk),
        player_a=house.players["cyd"].pk,
        player_b=house.players["bob"].pk,
        reason=WHY,
        version=1,
    )
    assert everything() == before
    told = {
        (one.figure.part, one.figure.figure, one.figure.of): (
            one.before and one.before.value,
            one.after and one.after.value,
        )
        for one in found
    }
    assert told["match", "result", "the match"] == ("Won by Ann", "Won by Cyd")
    assert told["season", "points", "Ann"] == (2, None)
    assert told["season", "points", "Cyd"] == (None, 2)
    assert told["evening", "won", "Cyd"][1] == 1
    # Bob lost all the same; both who did not play are rated as before.
    assert ("season", "points", "Bob") not in told
    assert told["rating", "rating", "Ann"][1] is None
    assert told["rating", "rating", "Cyd"][0] is None
    assert told["rating", "rating", "Ann"][0] == told["rating", "rating", "Cyd"][1]
    assert all(part != "hand" for part, _figure, _of in told)


def test_what_cannot_be_is_refused_and_says_why(house: House) -> None:
    old = house.match()
    for a, b, code in (("ann", "bob", "same_players"), ("ann", "ann", "same_player")):
        refused(code, lambda a=a, b=b: change(house, old, a, b))
    with pytest.raises(Denied):
        change(house, old, "bob", "ann", who="scorer")
    by, pair = house.person("director"), {"player_a": old.player_b_id, "player_b": old.player_a_id}
    with pytest.raises(Stale), transaction.atomic():
        match_change_players(by=by, match=old, **pair, reason=WHY, version=1)
    refused(
        "no_reason", lambda: match_change_players(by=by, match=old, **pair, reason=" ", version=0)
    )
    assert Match.objects.count() == 1
    new = change(house, old, "bob", "ann")
    refused("annulled", lambda: change(house, old, "bob", "ann"))
    # Both would count: the new one is annulled before the old one is restored.
    old.refresh_from_db()
    fault = refused(
        "entered_again",
        lambda: match_annul_back(by=by, match=old, reason="A trial.", version=old.version),
    )
    assert fault.extra["in_the_way"] == [{"match": new.pk}]


def test_a_game_of_a_pool_is_put_right_on_its_scoreboard(house: House) -> None:
    club = contest_opened(house, "cul_leve", "ann", "bob", "cyd", agreed={"stake": 2})
    match = club.deals()
    names = [match.player_b.name.lower(), match.player_a.name.lower()]
    refused("of_contest", lambda: change(house, match, *names))
    director, path = Browser(house, "director"), f"matches/{match.pk}/players/"
    sent = {**director.hidden(path), "way": "swap", "reason": WHY}
    text = page(director.post(path, sent), 422)
    assert "Undo it on the scoreboard of the cul-levé." in text
    assert f"/contests/{club.contest.pk}/" in text


# --- pages and programs ---


@pytest.mark.slow
def test_a_director_changes_the_players_on_pages_alone(house: House) -> None:
    match = house.match()
    play_record(by=house.person("scorer"), match=match, what=game(5, 3), version=0)
    director, path = Browser(house, "director"), f"matches/{match.pk}/players/"
    assert path in page(director.get(f"matches/{match.pk}/"))
    assert path not in page(Browser(house, "ann").get(f"matches/{match.pk}/"))
    sent = {**director.hidden(path), "way": "swap", "reason": ""}
    text = page(director.post(path, sent), 422)
    assert "The players were not changed." in text
    text = page(director.post(path, {**sent, "reason": WHY}))
    assert "Won by Bob" in text
    assert Match.objects.count() == 1
    done = {**sent, "reason": WHY, "do": "yes", "key": "done"}
    new = [goes(director.post(path, done)) for _time in range(2)]
    assert new[0] == new[1]
    text = page(Browser(house, "ann").get(new[0]))
    assert "Entered again with the right players." in text
    assert f"/matches/{match.pk}/" in text
    old = page(Browser(house, "ann").get(f"matches/{match.pk}/"))
    assert WHY in old
    assert f'href="{new[0]}"' in old
    assert goes(director.get(path)) == director.address(f"matches/{match.pk}/")


def test_others_are_chosen_and_nothing_typed_is_lost(house: House) -> None:
    match, director = house.match(), Browser(house, "director")
    path, bob = f"matches/{match.pk}/players/", str(house.players["bob"].pk)
    sent = {**director.hidden(path), "way": "others", "player_a": bob, "player_b": bob}
    text = page(director.post(path, {**sent, "reason": "Cyd sat there."}), 422)
    assert "Choose two different players." in text
    assert "Cyd sat there.</textarea>" in text
    cyd = str(house.players["cyd"].pk)
    done = {**sent, "player_a": cyd, "reason": "Cyd sat there.", "do": "yes"}
    goes(director.post(path, done))
    assert Match.objects.order_by("-pk")[0].player_a.name == "Cyd"


def test_programs_do_the_same(house: House) -> None:
    night = evening(house, "ann", "bob")
    _one, blue = night.tables.order_by("pk")
    match = played(house, night, "ann", "bob", [hand(3)])
    api, here = house.api("director"), f"matches/{match.pk}"
    tag = api.get(here)["ETag"]
    sent = {"evening_table": blue.pk, "from_table": match.evening_table_id}
    assert read(api.post(f"{here}/table", sent), 201)["table"] == "Blue room"
    assert api.get(here, **{"If-None-Match": tag}).status_code == 200
    assert problem(api.post(f"{here}/table", sent), 409)["code"] == "stale_version"
    pair = {"player_a": match.player_b_id, "player_b": match.player_a_id}
    what = {**pair, "reason": WHY, "version": 1}
    changes = read(api.post(f"{here}/players/preview", what), 200)["changes"]
    assert {"kind": "nothing"} not in changes
    assert Match.objects.count() == 1
    answer = read(api.post(f"{here}/players", what), 201)
    new = answer["match"]
    assert (answer["annulled"], new["players"]["a"]["name"], new["score"]) == (
        match.pk,
        "Bob",
        {"a": 1, "b": 0},
    )
    assert read(api.get(here))["replacement"] == {"instead_of": None, "replaced_by": new["id"]}
    assert read(api.get(f"matches/{new['id']}"))["replacement"] == {
        "instead_of": match.pk,
        "replaced_by": None,
    }
    assert problem(api.post(f"{here}/players", {**what, "version": 2}), 422)["code"] == "annulled"
