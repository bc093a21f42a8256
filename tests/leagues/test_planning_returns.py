"""A withdrawal taken back equals never having left: rows and tables, by value."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import player_leave
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.matches.models import Match
from scoring.leagues.models import Entrant, Fixture, Season, Standing
from scoring.leagues.selectors import seasons
from scoring.leagues.services import starting
from scoring.leagues.services.decisions import fixture_postpone
from scoring.leagues.services.planning import competitor_join
from scoring.leagues.services.withdrawing import (
    Return,
    Withdrawal,
    competitor_return,
    competitor_withdraw,
    return_preview,
)
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
from tests.support.everything import everything
from tests.support.planned import free_day, others, plan, season_of, season_version

from .test_planning import play, start

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

Made = Mapping[tuple[str, str], Fixture]
Asked = dict[str, Any]


@pytest.fixture
def five(house: House) -> list[Player]:
    """An odd number: each sits one round out."""
    return [*house.players.values(), *others(house, 2)]


def rows(season: Season) -> list[list[Any]]:
    """All that is kept of it but versions and ids of matches, by value."""
    found = Fixture.objects.filter(event=season.pk).select_related("round", "match")
    planned = [
        (
            *(one.round.number, one.number, one.home_id, one.away_id, one.table, one.day),
            *(one.moved_from, one.award, one.reason, one.why, one.match and one.match.winner),
        )
        for one in found.order_by("round__number", "number")
    ]
    columns = ("player", "place", "joined_round", "left_round", "left_at", "struck", "before_left")
    entrants = Entrant.objects.filter(event=season.pk).order_by("place").values_list(*columns)
    lines = Standing.objects.filter(season=season).order_by("player")
    table = seasons.table(season.pk, named=True).lines
    return [
        planned,
        list(entrants),
        list(lines.values_list("player", "played", "won", "lost", "points")),
        [(one.rank, one.name, one.share, one.decided_by) for one in table],
    ]


def asked(house: House, season: Season, who: str) -> Asked:
    pk = house.club.players.get(name=who).pk
    return {"by": house.person("director"), "season": season, "competitor": pk}


def leave(house: House, season: Season, who: str) -> Withdrawal:
    version = season_version(season.pk)
    return competitor_withdraw(**asked(house, season, who), reason="Moved away.", version=version)


def comes_back(house: House, season: Season, who: str) -> Return:
    """First as it is foreseen, which changes nothing."""
    before, foreseen = everything(), return_preview(**asked(house, season, who))
    assert everything() == before
    version = season_version(season.pk)
    done = competitor_return(**asked(house, season, who), version=version)
    assert [one.pk for one in done.rest] == [one.pk for one in foreseen.rest]
    assert (done.byes, done.struck) == (foreseen.byes, foreseen.struck)
    assert done.matches.keys() == foreseen.matches.keys()
    return done


def refused(house: House, season: Season, who: str) -> str:
    """With the code: to who looks as to who does it; the text says what."""
    with pytest.raises(Invalid) as foreseen, transaction.atomic():
        return_preview(**asked(house, season, who))
    with pytest.raises(Invalid) as fault, transaction.atomic():
        competitor_return(**asked(house, season, who), version=season_version(season.pk))
    assert (fault.value.code, fault.value.errors) == (foreseen.value.code, foreseen.value.errors)
    return f"{fault.value.code}: {fault.value.errors['player']}"


def of(made: Made, who: str) -> list[Fixture]:
    """His fixtures, byes left out, round by round."""
    found = [one for pair, one in made.items() if who in pair and all(pair)]
    return sorted(found, key=lambda one: one.round.number)


def last_out(made: Made) -> str:
    """Who sits out the last of the rounds."""
    byes = [one for pair, one in made.items() if not pair[1]]
    return max(byes, key=lambda one: one.round.number).home.name


def of_two(made: Made, one: str, other: str) -> Fixture:
    return made.get((one, other)) or made[other, one]


def postpone(house: House, fixture: Fixture, day: Any, reason: str = "Ill.") -> None:
    fixture = Fixture.objects.get(pk=fixture.pk)
    by, version = house.person("director"), fixture.version
    fixture_postpone(by=by, fixture=fixture, day=day, reason=reason, version=version)


@pytest.mark.postgresql
@pytest.mark.parametrize(("number", "struck"), [(1, True), (2, False)])
def test_all_is_again_as_it_was(
    number: int, struck: bool, house: House, five: list[Player]
) -> None:
    """One of four is before half, two are not. A reason for a day, and a bye to come, stay."""
    season = season_of(house)
    made = plan(house, season, five)
    who = last_out(made)
    hers = of(made, who)
    for one in hers[:number]:
        play(house, one)
    postpone(house, hers[-1], free_day(), "A wedding.")
    kept = {one.pk for one in Fixture.objects.filter(event=season.pk)}
    before = rows(season)
    left = leave(house, season, who)
    assert (left.struck, len(left.rest)) == (struck, 4 - number)
    assert all(now != was for now, was in zip(rows(season)[:2], before[:2], strict=True))
    assert rows(season)[3] != before[3]
    found = comes_back(house, season, who)
    assert rows(season) == before
    assert {one.pk for one in Fixture.objects.filter(event=season.pk)} == kept
    assert (found.struck, len(found.settled), found.byes) == (struck, number, 1)
    assert found.matches == {}


def test_it_equals_a_season_that_nobody_left(
    house: House, five: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others play on meanwhile, and so do two of whom one has left, by an imported score sheet:
    their match has its fixture."""
    monkeypatch.setattr(starting, "counts_for_nothing", lambda _match: False)
    away, stayed = season_of(house, "Away"), season_of(house, "Stayed")
    for season in (away, stayed):
        made = plan(house, season, five)
        play(house, of(made, "Ann")[0])
        if season is away:
            leave(house, season, "Ann")
        play(house, of_two(made, "Cyd", "Dora"))
        postpone(house, of_two(made, "Cyd", "Emil"), free_day())
        last = of(made, "Ann")[-1]
        match = _beyond(house, season, last.home.name, str(last.away))
        assert Fixture.objects.filter(match=match).exists() == (season is stayed)
    found = comes_back(house, away, "Ann")
    assert len(found.matches) == 1
    assert rows(away) == rows(stayed)


def _beyond(house: House, season: Season, one: str, other: str) -> Match:
    start(house, season, one, other)
    match = Match.objects.filter(event=season.pk).latest("pk")
    house.api("scorer").enter(match.pk, {"score": {"a": 5, "b": 1}}, kind="games")
    return match


def test_who_left_last_comes_back_first(house: House, five: list[Player]) -> None:
    season = season_of(house)
    play(house, of(plan(house, season, five), "Bob")[0])
    before = rows(season)
    leave(house, season, "Ann")
    leave(house, season, "Bob")
    assert (
        refused(house, season, "Ann")
        == "left_since: Bob has withdrawn since. Undo that withdrawal first."
    )
    comes_back(house, season, "Bob")
    comes_back(house, season, "Ann")
    assert rows(season) == before
    assert refused(house, season, "Ann").startswith("not_left: ")


def test_what_was_made_since_and_forbids_it_is_named(house: House, five: list[Player]) -> None:
    season = season_of(house)
    made = plan(house, season, five, first=free_day())
    fixture = of(made, "Ann")[0]
    other = next(one for one in (fixture.home.name, str(fixture.away)) if one != "Ann")
    assert refused(house, season, "Ann").startswith("not_left: ")
    leave(house, season, "Ann")
    with undone("somebody player came"):
        by, new = house.person("director"), Player.objects.create(club=house.club, name="Zoé")
        version = season_version(season.pk)
        competitor_join(by=by, season=season, competitor=new.pk, version=version)
        assert refused(house, season, "Ann").startswith("joined_since: Zoé has joined since")
    with undone("the other plays somebody else that day"):
        third = next(one for one in of(made, other) if one.day != fixture.day and _free(made, one))
        Fixture.objects.filter(pk=third.pk).update(day=fixture.day)
        told = refused(house, season, "Ann")
        assert told.startswith(f"plays_already: {other} plays another fixture on")
        Fixture.objects.filter(pk=third.pk).update(award="home")
        comes_back(house, season, "Ann")
    with undone("she has left the club"):
        ann = house.players["ann"]
        player_leave(by=house.person("director"), player=ann, version=ann.version)
        assert refused(house, season, "Ann").startswith("unknown_player: ")
    with undone("nothing is kept of it"):
        Entrant.objects.filter(event=season.pk).update(before_left={})
        assert refused(house, season, "Ann").startswith("not_kept: ")
    version = season_version(season.pk)
    with pytest.raises(Stale), transaction.atomic():
        competitor_return(**asked(house, season, "Ann"), version=version - 1)
    his = {**asked(house, season, "Ann"), "by": house.person("bob")}
    with pytest.raises(Denied), transaction.atomic():
        competitor_return(**his, version=version)


def _free(made: Made, fixture: Fixture) -> bool:
    return "Ann" not in (fixture.home.name, str(fixture.away))


def test_a_table_that_another_has_since_stays_theirs(house: House, five: list[Player]) -> None:
    season = season_of(house)
    made = plan(house, season, five, first=free_day(), tables=("1", "2", "3"))
    hers = of(made, "Ann")[0]
    pair = {hers.home_id, hers.away_id}
    met = [one for one in made.values() if one.away and not pair & {one.home_id, one.away_id}]
    there = next(one for one in met if one.day == hers.day)
    since = next(one for one in met if one.day != hers.day)
    leave(house, season, "Ann")
    Fixture.objects.filter(pk=since.pk).update(day=hers.day, table=hers.table)
    comes_back(house, season, "Ann")
    hers.refresh_from_db()
    since.refresh_from_db()
    assert {hers.table, there.table, since.table} == {"1", "2", "3"}


def test_a_reason_that_is_kept_forgets_who_is_forgotten(house: House, five: list[Player]) -> None:
    season = season_of(house)
    fixture = of(plan(house, season, five), "Ann")[0]
    cyd = house.players["cyd"]
    postpone(house, fixture, free_day(), "Cyd has the key.")
    leave(house, season, "Ann")
    kept = Entrant.objects.get(event=season.pk, player=house.players["ann"])
    assert "Cyd has the key." in str(kept.before_left)
    player_anonymise(by=house.person("committee"), player_id=cyd.pk, version=cyd.version)
    kept.refresh_from_db()
    assert "Cyd" not in str(kept.before_left)
    comes_back(house, season, "Ann")
    fixture.refresh_from_db()
    assert fixture.reason.endswith("has the key.")
    assert "Cyd" not in fixture.reason


def test_the_page_shows_what_follows_and_the_log_says_it(house: House, five: list[Player]) -> None:
    season = season_of(house)
    play(house, of(plan(house, season, five), "Ann")[0])
    director, address = Browser(house, "director"), f"seasons/{season.pk}/return/"
    assert "No player has withdrawn from this season." in page(director.get(address))
    leave(house, season, "Ann")
    assert "Undo a withdrawal" in page(director.get(f"seasons/{season.pk}/fixtures/"))
    assert "Undo a withdrawal" not in page(
        Browser(house, "bob").get(f"seasons/{season.pk}/fixtures/")
    )
    sent = {**director.hidden(address), "player": str(house.players["ann"].pk)}
    before = everything()
    text = page(director.post(address, {**sent, "act": "look"}))
    assert everything() == before
    for told in ("3 fixtures are open again.", "1 result counts again.", "counts again"):
        assert told in text
    assert goes(director.post(address, {**sent, "act": "do"})).endswith("/fixtures/")
    assert Entrant.objects.filter(event=season.pk, left_round=None).count() == 5
    assert "Withdrawal from a season undone: Ann" in page(Browser(house, "committee").get("log/"))


def test_a_program_looks_first_too(house: House, five: list[Player]) -> None:
    season, api = season_of(house), house.api("director")
    who = last_out(plan(house, season, five))
    left = leave(house, season, who)
    path, player = f"seasons/{season.pk}/returns", house.club.players.get(name=who).pk
    body = {"player": player, "version": season_version(season.pk)}
    before = everything()
    foreseen = read(api.post(path, {**body, "preview": True}))
    assert everything() == before
    first, again = (api.post(path, body, key="once") for _time in range(2))
    done = read(first, 201)
    assert (first.content, again["Idempotency-Replayed"]) == (again.content, "true")
    assert {**done, "preview": True, "version": 0} == {**foreseen, "version": 0}
    assert done["rest"] == sorted(one.pk for one in left.rest)
    assert (done["struck"], done["byes"], done["matches"], done["settled"]) == (True, 1, [], [])
    problem(api.post(path, {**body, "version": done["version"]}), 422, "not_left", "player")
    problem(Api().post(path, body), 401)
