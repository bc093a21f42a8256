"""The site's own export, imported again: an empty club gets all of it, the same club nothing."""

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.services.clubs import club_create, office_give
from games.engine.terms import GameEntry, Score
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, evening_sign_off
from games.matches.models import Entry, Event, Match
from games.matches.services.entries import entry_undo
from games.matches.services.matches import MatchTerms, match_enter_at_once
from games.sheets.models import SheetImport
from games.sheets.services.import_entry import import_enter
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from scoring.leagues.services.divisions import Division, division_add, division_set
from scoring.leagues.services.seasons import SeasonPlan, season_open
from tests.support.clubhouse import ONE_GAME, House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.everything import everything
from tests.support.nights import rubber
from tests.support.sheets import enter, exported, faults, rows_of, upload

pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]

NIGHT = datetime(2026, 11, 19, 19, 30, tzinfo=UTC)
RUBBER = MatchTerms("london", "rubber", 3)
PLACE = ("season_league", "season_division", "season_level")


@pytest.fixture
def empty(house: House) -> House:
    """Another club, in which nobody is yet; the ids of the first mean others here, or nobody."""
    club = club_create(name="Neuf", slug="neuf")
    office_give(club=club, user=house.users["committee"], role=Role.COMMITTEE)
    return House(club, {"committee": house.users["committee"]}, {})


def furnished(house: House) -> None:
    """Two evenings, one signed off, a season, a friendly match, a correction and an empty match."""
    by = house.person("scorer")
    season = season_open(
        by=house.person("committee"),
        league="Club",
        plan=SeasonPlan("Autumn", date(2026, 9, 1), date(2027, 6, 30), ONE_GAME),
    )
    for number, name in enumerate(("Autumn opening", "")):
        at = NIGHT + timedelta(days=7 * number)
        evening = evening_open(
            by=house.person("director"),
            held_on=timezone.localdate(at),
            name=name,
            public=not number,
            tables=("1", "Fenêtre"),
        )
        for place, table in enumerate(evening.tables.order_by("pk")):
            ids = {"evening_table": table.pk, "table": ""}
            _play(house, "ann", "bob", at + timedelta(minutes=place), event_id=season.pk, **ids)
            match = _play(house, "bob", "cyd", at + timedelta(hours=1, minutes=place), **ids)
            if not place:
                entry_undo(by=by, match=match, version=match.version)
        if not number:
            evening.refresh_from_db()
            director = house.person("director")
            evening_sign_off(by=director, evening=evening, version=evening.version)
    _play(house, "cyd", "ann", NIGHT + timedelta(days=30), table="Bar")


def _play(house: House, a: str, b: str, at: datetime, **more: Any) -> Match:
    is_season = "event_id" in more
    return match_enter_at_once(
        by=house.person("scorer"),
        player_a=house.players[a].pk,
        player_b=house.players[b].pk,
        plays=[(GameEntry(1, Score(5, 3)) if is_season else rubber(2, 1), at)],
        terms=None if is_season else RUBBER,
        **more,
    )


def evenings(house: House) -> list[Any]:
    """As a page shows them, counted from the tables of the database."""
    return [
        (
            *(one.held_on, one.name, one.public, one.signed_off_at),
            sorted(one.tables.filter(matches__isnull=False).distinct().values_list("name")),
            set(one.attendances.values_list("player__name")),
        )
        for one in Evening.objects.filter(club=house.club).order_by("held_on")
    ]


def hands(house: House) -> list[Any]:
    """What stands in each match, read from the rows alone."""
    rows = Entry.objects.filter(match__club=house.club, superseded_by=None, data__isnull=False)
    return list(
        rows.order_by("match__started_at", "place").values_list(
            *("match__player_a__name", "match__player_b__name", "match__started_at", "kind"),
            *("data", "at", "match__event__name", "match__table", "match__over", "match__stopped"),
        )
    )


def test_an_empty_club_gets_everything_that_the_file_has(house: House, empty: House) -> None:
    furnished(house)
    file = exported(house)
    enter(empty, file, who="committee", add_players=True)
    assert rows_of(exported(empty)) == rows_of(file)
    assert evenings(empty) == evenings(house)
    assert [night[3] is None for night in evenings(empty)] == [False, True]
    assert hands(empty) == hands(house)
    assert {one.name for one in Player.objects.filter(club=empty.club)} == {"Ann", "Bob", "Cyd"}
    stopped = Match.objects.get(club=empty.club, stopped="abandoned")
    assert [one.kind for one in stopped.entries.all()] == ["abandoned"]
    season = Season.objects.get(league__club=empty.club)
    assert (season.league.name, str(season), season.event.public) == ("Club", "Autumn", True)
    assert (season.starts_on, season.ends_on) == (date(2026, 11, 19), date(2026, 11, 26))
    assert recount(season) == []
    played = dict(season.standings.values_list("player__name", "played"))
    assert played == {"Ann": 4, "Bob": 4}


def divided(house: House) -> dict[str, Season]:
    """Two divisions of a league, as a club has them: seasons of one name."""
    by, days = house.person("committee"), (date(2026, 9, 1), date(2027, 6, 30))
    high = season_open(by=by, league="Club", plan=SeasonPlan("Autumn", *days, ONE_GAME))
    high = division_set(by=by, season=high, division=Division("First"), version=high.version)
    low = division_add(by=by, season=high, division=Division("Second"), version=high.version)
    pairs = (high, "ann", "bob"), (low, "bob", "cyd"), (low, "cyd", "ann")
    for number, (season, a, b) in enumerate(pairs):
        _play(house, a, b, NIGHT + timedelta(hours=number), event_id=season.pk)
    return {"First": high, "Second": low}


def test_divisions_come_back_apart(house: House, empty: House) -> None:
    """They have one name, and each its own standings."""
    divided(house)
    file = exported(house)
    found = upload(empty, file, who="committee", add_players=True)
    assert found.new_seasons == ["Autumn (First)", "Autumn (Second)"]
    enter(empty, file, who="committee", add_players=True)
    assert rows_of(exported(empty)) == rows_of(file)
    seasons = Season.objects.filter(league__club=empty.club).order_by("level")
    played = [
        (one.league.name, one.division, dict(one.standings.values_list("player__name", "played")))
        for one in seasons
    ]
    assert played == [
        ("Club", "First", {"Ann": 1, "Bob": 1}),
        ("Club", "Second", {"Bob": 1, "Cyd": 2, "Ann": 1}),
    ]
    again = upload(empty, file, who="committee", add_players=True)
    assert (faults(again), again.recorded, again.new_seasons) == ([], 3, [])


def test_a_division_that_is_missing_is_named(house: House, empty: House) -> None:
    """The other division of that name is no place for its matches."""
    divided(house)
    season_open(
        by=empty.person("committee"),
        league="Club",
        plan=SeasonPlan("Autumn", date(2026, 9, 1), date(2027, 6, 30), ONE_GAME),
    )
    office_give(club=empty.club, user=house.users["director"], role=Role.DIRECTOR)
    empty.users["director"] = house.users["director"]
    found = upload(empty, exported(house), who="director", add_players=True)
    assert {text for _line, _column, text in faults(found)} == {
        f"No season is called “Autumn ({name})”. Correct the name, or open the season."
        for name in ("First", "Second")
    }


def test_a_file_that_names_no_league_finds_its_season_by_name(house: House, empty: House) -> None:
    """As files did that were exported before leagues were in them."""
    furnished(house)
    rows = list(csv.reader(io.StringIO(exported(house).decode("utf-8-sig"))))
    dropped = {place for place, name in enumerate(rows[0]) if name in PLACE}
    file = io.StringIO()
    csv.writer(file).writerows(
        [cell for place, cell in enumerate(row) if place not in dropped] for row in rows
    )
    enter(empty, file.getvalue().encode(), who="committee", add_players=True)
    season = Season.objects.get(league__club=empty.club)
    assert (season.league.name, season.division, hands(empty)) == ("Autumn", "", hands(house))


def test_the_preview_names_what_it_opens(house: House, empty: House) -> None:
    furnished(house)
    before = everything()
    found = upload(empty, exported(house), who="committee", add_players=True)
    assert (faults(found), found.recorded) == ([], 0)
    assert found.new_players == ["Ann", "Bob", "Cyd"]
    assert (found.new_evenings, found.new_seasons) == (["2026-11-19", "2026-11-26"], ["Autumn"])
    SheetImport.objects.filter(pk=found.pk).delete()
    assert everything() == before


def test_a_second_time_everything_is_already_recorded(house: House, empty: House) -> None:
    """In the same club, signed-off evening and all, and in the club that took it."""
    furnished(house)
    file = exported(house)
    enter(empty, file, who="committee", add_players=True)
    SheetImport.objects.all().delete()
    before = everything()
    for club, who in ((house, "director"), (empty, "committee")):
        for add in (False, True):
            found = upload(club, file, who=who, add_players=add)
            assert (faults(found), found.recorded, found.to_enter) == ([], found.matches, 0)
            assert (found.new_players, found.new_evenings, found.new_seasons) == ([], [], [])
    SheetImport.objects.all().delete()
    assert everything() == before


def test_what_is_missing_of_an_evening_that_was_signed_off_comes_back(
    house: House, empty: House
) -> None:
    """Half of the file, then all of it: the evening of the same day, name and sign-off."""
    furnished(house)
    lines = exported(house).splitlines(keepends=True)
    enter(empty, b"".join(lines[:4]), who="committee", add_players=True)
    found = enter(empty, b"".join(lines), who="committee", add_players=True)
    assert (found.recorded, found.to_enter) == (3, len(lines) - 4)
    assert hands(empty) == hands(house)


def test_ids_of_another_club_say_nothing(house: House, empty: House) -> None:
    """The first club's number of Ann is somebody else here."""
    furnished(house)
    file = exported(house)
    rows = list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"))))
    own = {row["club"] for row in rows}
    assert len(own) == 1
    mine = upload(house, file)
    assert mine.recorded == mine.matches
    theirs = upload(empty, file, who="committee")
    assert {column for _line, column, _text in faults(theirs)} >= {"player_a", "player_b"}
    assert "No player is called “Ann”" in faults(theirs)[0][2]


def test_who_may_not_open_a_season_is_told_which_is_missing(house: House, empty: House) -> None:
    furnished(house)
    office_give(club=empty.club, user=house.users["director"], role=Role.DIRECTOR)
    empty.users["director"] = house.users["director"]
    found = upload(empty, exported(house), who="director", add_players=True)
    assert {(column, text) for _line, column, text in faults(found)} == {
        ("season", "No season is called “Autumn”. Correct the name, or open the season.")
    }


def test_a_match_with_other_hands_at_the_same_moment_is_not_taken_for_the_same(
    house: House,
) -> None:
    _play(house, "ann", "bob", NIGHT)
    file = exported(house)
    match = Match.objects.get()
    entry_undo(by=house.person("scorer"), match=match, version=match.version)
    ((line, column, text),) = faults(upload(house, file))
    assert (line, column) == (2, "match")
    assert f"Match {match.pk} of the same players started at the same moment" in text


def test_tournaments_come_back_as_friendly_matches(house: House, empty: House) -> None:
    """A draw is more than its matches: of it, the file has the name alone."""
    _play(house, "ann", "bob", NIGHT)
    cup = Event.objects.create(club=house.club, name="Cup", drawn=True, **RUBBER.fields())
    Match.objects.update(event=cup)
    file = exported(house)
    assert next(csv.DictReader(io.StringIO(file.decode("utf-8-sig"))))["tournament"] == "Cup"
    assert upload(house, file).recorded == 1
    enter(empty, file, who="committee", add_players=True)
    assert Match.objects.get(club=empty.club).event is None
    assert not Event.objects.filter(club=empty.club).exists()


MOMENTS = st.integers(0, 5000).map(lambda minutes: NIGHT + timedelta(minutes=minutes))


@settings(max_examples=examples(8), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.permutations(["ann", "bob", "cyd"]),
            MOMENTS,
            st.sampled_from(["", "1", "2", "season"]),
            st.integers(0, 2),
        ),
        min_size=1,
        max_size=6,
        unique_by=lambda one: one[1],
    ),
    st.booleans(),
)
def test_any_club_comes_back(
    house: House, empty: House, played: list[Any], signed_off: bool
) -> None:
    with undone(repr((played, signed_off))):
        director = house.person("director")
        evening = evening_open(by=director, held_on=NIGHT.date(), tables=("1", "2"))
        tables = {table.name: table.pk for table in evening.tables.all()}
        days = date(2026, 9, 1), date(2027, 6, 30)
        plan = SeasonPlan("Autumn", *days, ONE_GAME, public=signed_off)
        season = season_open(by=house.person("committee"), league="Club", plan=plan)
        for (a, b, _c), at, place, undos in played:
            more: dict[str, Any] = {"event_id": season.pk} if place == "season" else {}
            more |= {"evening_table": tables[place]} if place in tables else {}
            match = _play(house, a, b, at, **more)
            for _undo in range(undos and 1):
                match.refresh_from_db()
                entry_undo(by=house.person("scorer"), match=match, version=match.version)
        if signed_off:
            evening.refresh_from_db()
            evening_sign_off(by=director, evening=evening, version=evening.version)
        file = exported(house)
        enter(empty, file, who="committee", add_players=True)
        assert rows_of(exported(empty)) == rows_of(file)
        assert hands(empty) == hands(house)
        again = upload(empty, file, who="committee", add_players=True)
        assert (faults(again), again.recorded) == ([], len(played))
        assert import_of_nothing(empty, again)


def import_of_nothing(club: House, found: SheetImport) -> bool:
    count = Match.objects.count()
    with pytest.raises(Exception, match="nothing_to_import"):
        import_enter(by=club.person("committee"), upload=found)
    return Match.objects.count() == count
