"""A team leaves, comes back as if it had never left, or comes late."""

from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Deed
from ecarte_club.clubs.services import player_anonymise
from ecarte_club.wire.faults import Denied, Stale
from scoring.models import Board, Meeting, Outgoing, Season, Team
from scoring.planning.states import State
from scoring.services import teams as services
from scoring.services.teams.awards import meeting_award_back
from scoring.services.teams.planning import meeting_postpone
from scoring.teams import standing
from tests.clubhouse import Api, House, problem, read
from tests.clubrooms import undone
from tests.everything import everything
from tests.planned import free_day, season_version
from tests.site.pages import Browser, goes, page
from tests.teamed import (
    begun,
    built_once,
    line_up,
    lined_up,
    meetings,
    people,
    planned,
    played,
    teamed,
    teams,
)

from .test_team_boards import now
from .test_teams import refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
FIVE = {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd", "Whites": "Dora", "Blacks": "Emil"}
NOW = datetime(2026, 11, 1, tzinfo=UTC)
Asked = dict[str, Any]
Built = tuple[House, Season]


@pytest.fixture(scope="module")
def _built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Built]:
    """Five teams at one board: each meets four, and sits one round out."""
    with built_once(django_db_blocker) as house:
        season = teamed(house, boards=1)
        teams(house, season, FIVE)
        planned(house, season, first=timezone.localdate() + timedelta(days=3))
        yield house, season


@pytest.fixture
def built(_built: Built) -> Iterator[Built]:
    with undone("what was built once"):
        yield deepcopy(_built)


@pytest.fixture
def house(built: Built) -> House:
    return built[0]


@pytest.fixture
def season(built: Built) -> Season:
    return built[1]


def of(season: Season, team: str) -> list[Meeting]:
    """Its meetings, byes left out, round by round."""
    return [one for pair, one in meetings(season).items() if team in pair and all(pair)]


def other(meeting: Meeting, team: str) -> str:
    (name,) = {meeting.home.name, str(meeting.away)} - {team}
    return name


def won(house: House, meeting: Meeting, winner: str) -> None:
    """At its one board."""
    (board,) = lined_up(house, meeting, FIVE[meeting.home.name], FIVE[str(meeting.away)])
    played(house, board, (5, 0) if meeting.home.name == winner else (0, 5))


def rows(season: Season) -> dict[str, tuple[int, int, int]]:
    """Meetings played, match points and board points of each that has a line."""
    found = standing.whole_now(season.pk)
    return {
        one.name: (one.share.played, one.share.points, one.share.games_for)
        for one in standing.lines_now(found, found.table)
    }


def kept(season: Season) -> list[Any]:
    """All that is kept of it but versions, times and ids of matches, by value."""
    met = Meeting.objects.filter(season=season).order_by("round__number", "number")
    columns = ("round__number", "number", "home__name", "away__name", "day", "moved_from")
    boards = Board.objects.filter(meeting__season=season).order_by("meeting__round", "number")
    entered = Team.objects.filter(season=season).order_by("place")
    return [
        list(met.values_list(*columns, "award", "reason")),
        list(boards.values_list("number", "home", "away", "match__winner", "award")),
        list(entered.values_list("name", "place", "left_round", "struck", "before_left")),
        rows(season),
    ]


def asked(house: House, season: Season, team: str) -> Asked:
    pk = Team.objects.get(season=season, name=team).pk
    return {"by": house.person("director"), "season": season, "team": pk}


def leave(
    house: House, season: Season, team: str, reason: str = "Too few."
) -> services.TeamLeaving:
    """First as it is foreseen, which changes nothing."""
    before, told = everything(), asked(house, season, team)
    foreseen = services.team_withdrawal_foreseen(**told)
    assert everything() == before
    version = season_version(season.pk)
    done = services.team_withdraw(**told, reason=reason, version=version)
    assert (done.struck, done.played, done.of) == (foreseen.struck, foreseen.played, foreseen.of)
    assert [one.pk for one in done.rest] == [one.pk for one in foreseen.rest]
    return done


def comes_back(house: House, season: Season, team: str) -> services.TeamReturning:
    before, told = everything(), asked(house, season, team)
    foreseen = services.team_return_foreseen(**told)
    assert everything() == before
    done = services.team_return(**told, version=season_version(season.pk))
    assert [one.pk for one in done.rest] == [one.pk for one in foreseen.rest]
    assert (done.byes, done.struck, done.matches) == (
        *(foreseen.byes, foreseen.struck, foreseen.matches),
    )
    return done


def stays_away(house: House, season: Season, team: str, code: str) -> None:
    told = asked(house, season, team)
    refused(code, "team", services.team_return_foreseen, **told)
    refused(code, "team", services.team_return, **told, version=season_version(season.pk))


def awards(season: Season, team: str) -> dict[str, tuple[bool, str]]:
    """By the other of the two: whether that one is at home, and the award."""
    return {other(one, team): (one.home.name != team, one.award) for one in of(season, team)}


def test_a_team_that_played_one_of_four_is_struck_out(house: House, season: Season) -> None:
    """It beat one, who has lost nothing by it then; two others have met, and that counts."""
    first, *_rest = of(season, "Reds")
    beaten = other(first, "Reds")
    won(house, first, "Reds")
    beside = next(
        one for one in meetings(season).values() if one.away and "Reds" not in _names(one)
    )
    won(house, beside, beside.home.name)
    found = leave(house, season, "Reds")
    assert (found.struck, found.played, found.of) == (True, 1, 4)
    told = awards(season, "Reds")
    assert told.pop(beaten)[1] == ""
    assert {award for _home, award in told.values()} == {"void"}
    expected = dict.fromkeys(("Blues", "Greens", "Whites", "Blacks"), (0, 0, 0))
    expected[beside.home.name], expected[str(beside.away)] = (1, 2, 2), (1, 0, 0)
    # What a bye adds to the meetings played is another matter.
    assert {name: line[1:] for name, line in rows(season).items()} == {
        name: line[1:] for name, line in expected.items()
    }
    reds = Team.objects.get(season=season, name="Reds")
    assert (reds.struck, reds.left_round) == (True, found.rest[0].round.number)
    assert now(house, found.rest[0]).state is State.VOID


def _names(meeting: Meeting) -> set[str]:
    return {meeting.home.name, str(meeting.away)}


def test_a_team_that_played_half_leaves_the_rest_to_the_others(
    house: House, season: Season
) -> None:
    one, two, *rest = of(season, "Reds")
    for meeting in (one, two):
        won(house, meeting, "Reds")
    found = leave(house, season, "Reds", "Moved away.")
    assert (found.struck, found.played, found.of) == (False, 2, 4)
    assert [pk.pk for pk in found.rest] == [meeting.pk for meeting in rest]
    points = {name: line[1:] for name, line in rows(season).items()}
    # A walk-over is a meeting won, and two board points at its one board.
    winners = {other(meeting, "Reds") for meeting in rest}
    losers = {other(meeting, "Reds") for meeting in (one, two)}
    assert points == {
        "Reds": (4, 4),
        **dict.fromkeys(winners, (2, 2)),
        **dict.fromkeys(losers, (0, 0)),
    }
    given = Meeting.objects.get(pk=rest[0].pk)
    assert (given.award, given.reason) == (
        "away" if given.home.name == "Reds" else "home",
        "Moved away.",
    )
    by = house.person("director")
    refused(
        "entrant_left", "award", meeting_award_back, by=by, meeting=given, version=given.version
    )
    told = {**asked(house, season, "Reds"), "reason": "x"}
    refused(
        "not_an_entrant", "team", services.team_withdraw, **told, version=season_version(season.pk)
    )


def test_line_ups_alone_are_no_meeting_played(house: House, season: Season) -> None:
    """It played two of four, or so the table says; at one of them nobody came for the other."""
    one, two, *_rest = of(season, "Reds")
    won(house, one, "Reds")
    side, nobody = (two.home, two.away) if two.home.name == "Reds" else (two.away, two.home)
    assert side
    assert nobody
    line_up(house, two, side.name, "Ann")
    Meeting.objects.filter(pk=two.pk).update(home_given_at=NOW, away_given_at=NOW)
    assert now(house, two).state is State.PLAYED
    found = leave(house, season, "Reds")
    assert (found.struck, found.played, len(found.settled)) == (True, 1, 2)


def test_no_team_leaves_while_it_plays(house: House, season: Season) -> None:
    first, second, *_rest = of(season, "Reds")
    (board,) = lined_up(house, first, FIVE[first.home.name], FIVE[str(first.away)])
    begun(house, board)
    told = asked(house, season, "Reds")
    refused("in_play", "team", services.team_withdrawal_foreseen, **told)
    single = {**told, "season": house.season()}
    refused("not_of_teams", "season", services.team_withdrawal_foreseen, **single)
    refused("unknown_team", "team", services.team_withdrawal_foreseen, **{**told, "team": 10**9})
    version, act = season_version(season.pk), services.team_withdraw
    with pytest.raises(Stale), transaction.atomic():
        act(**told, reason="x", version=version - 1)
    with pytest.raises(Denied), transaction.atomic():
        act(**{**told, "by": house.person("ann")}, reason="x", version=version)
    refused("reason_needed", "reason", act, **told, reason=" ", version=version)
    assert second.pk


@pytest.mark.parametrize("played_before", [0, 1, 2])
def test_taken_back_it_is_as_if_it_had_never_left(
    house: House, season: Season, played_before: int
) -> None:
    out = Meeting.objects.filter(season=season, away=None).order_by("round__number")
    team = [one.home.name for one in out][-1]
    mine = of(season, team)
    for meeting in mine[:played_before]:
        won(house, meeting, team)
    last = mine[-1]
    asked_day: Asked = {"day": free_day(), "reason": "Snow.", "version": last.version}
    meeting_postpone(by=house.person("director"), meeting=last, **asked_day)
    lined_up(house, mine[2], FIVE[mine[2].home.name], FIVE[str(mine[2].away)])
    before = kept(season)
    left = leave(house, season, team)
    assert left.struck == (played_before < len(mine) / 2)
    assert kept(season) != before
    assert out.all().count() == 4
    back = comes_back(house, season, team)
    assert kept(season) == before
    assert (len(back.rest), back.byes) == (len(mine) - played_before, 1)
    stays_away(house, season, team, "not_left")
    kinds = Outgoing.objects.filter(kind__startswith="entrant.").order_by("pk")
    pk = Team.objects.get(season=season, name=team).pk
    assert [(one.kind, one.ids["team"], one.ids["meetings"]) for one in kinds] == [
        ("entrant.left", pk, [one.pk for one in left.rest]),
        ("entrant.back", pk, [one.pk for one in back.rest]),
    ]
    acts = list(Deed.objects.order_by("pk").values_list("act", flat=True))
    assert [one for one in acts if one in ("team_withdraw", "team_return")] == [
        "team_withdraw",
        "team_return",
    ]


def test_a_match_begun_since_plays_the_board_that_it_would_have(
    house: House, season: Season
) -> None:
    meeting = of(season, "Reds")[0]
    (board,) = lined_up(house, meeting, FIVE[meeting.home.name], FIVE[str(meeting.away)])
    leave(house, season, "Reds")
    match = played(house, board, (5, 0))
    board.refresh_from_db()
    assert board.match is None
    assert now(house, meeting).state is State.VOID
    assert comes_back(house, season, "Reds").matches.keys() == {board.pk}
    board.refresh_from_db()
    assert board.match_id == match.pk
    assert now(house, meeting).winner == meeting.home_id


def test_what_was_made_since_and_forbids_it_is_named(house: House, season: Season) -> None:
    mine = of(season, "Reds")
    stays_away(house, season, "Reds", "not_left")
    leave(house, season, "Reds")
    with undone("another left"):
        leave(house, season, "Blues")
        stays_away(house, season, "Reds", "left_since")
        comes_back(house, season, "Blues")
        comes_back(house, season, "Reds")
    with undone("a team came late"):
        teams(house, season, {"Golds": "Flora"})
        comes_back(house, season, "Reds")
    with undone("a team came late and has its meetings"):
        teams(house, season, {"Golds": "Flora"})
        version = season_version(season.pk)
        services.team_late(**asked(house, season, "Golds"), version=version)
        stays_away(house, season, "Reds", "joined_since")
    with undone("the other plays elsewhere that day"):
        there = other(mine[0], "Reds")
        third = next(
            one for one in of(season, there) if "Reds" not in _names(one) and one.day != mine[0].day
        )
        Meeting.objects.filter(pk=third.pk).update(day=mine[0].day)
        stays_away(house, season, "Reds", "plays_already")
        won(house, third, there)
        comes_back(house, season, "Reds")
    with undone("nothing is kept of it"):
        Team.objects.filter(season=season, name="Reds").update(before_left={})
        stays_away(house, season, "Reds", "not_kept")


def test_a_reason_that_is_kept_forgets_who_is_forgotten(house: House, season: Season) -> None:
    last, cyd = of(season, "Reds")[-1], house.players["cyd"]
    told: Asked = {"day": free_day(), "reason": "Cyd has the key.", "version": last.version}
    meeting_postpone(by=house.person("director"), meeting=last, **told)
    leave(house, season, "Reds")
    assert "Cyd has" in str(Team.objects.get(season=season, name="Reds").before_left)
    player_anonymise(by=house.person("committee"), player_id=cyd.pk, version=cyd.version)
    comes_back(house, season, "Reds")
    last.refresh_from_db()
    assert last.reason.endswith(" has the key.")
    assert "Cyd" not in last.reason


def late(house: House, season: Season, team: str) -> None:
    """First as it is foreseen, which changes nothing."""
    before, told = everything(), asked(house, season, team)
    foreseen = services.team_late_foreseen(**told)
    assert everything() == before
    done = services.team_late(**told, version=season_version(season.pk))
    assert list(done) == list(foreseen)


def test_a_team_that_comes_late_has_the_byes_that_are_to_come(house: House, season: Season) -> None:
    """Five and one more: each round's bye is the newcomer's, and no day is added."""
    before = {one.pk: one.day for one in Meeting.objects.filter(season=season, away__isnull=False)}
    entered = teams(house, season, {"Golds": "Flora"})["Golds"]
    assert not of(season, "Golds")
    late(house, season, "Golds")
    found = Meeting.objects.filter(season=season)
    assert {one.pk: one.day for one in found if one.pk in before} == before
    assert found.filter(away=None).count() == 0
    assert found.values("round").distinct().count() == 5
    assert sorted(other(one, "Golds") for one in of(season, "Golds")) == sorted(FIVE)
    for number in range(1, 6):
        numbers = list(found.filter(round__number=number).values_list("number", flat=True))
        assert len(set(numbers)) == 3
    told = Outgoing.objects.filter(kind="fixtures.planned").latest("pk")
    assert told.ids["team"] == entered.pk
    version, act = season_version(season.pk), services.team_late
    refused("entrant_twice", "team", act, **asked(house, season, "Golds"), version=version)
    assert rows(season)["Golds"] == (0, 0, 0)


def test_a_team_that_comes_late_meets_nobody_who_has_left(house: House, season: Season) -> None:
    leave(house, season, "Reds")
    teams(house, season, {"Golds": "Flora"})
    late(house, season, "Golds")
    assert sorted(other(one, "Golds") for one in of(season, "Golds")) == sorted(
        set(FIVE) - {"Reds"}
    )
    unplanned = teamed(house, "Unplanned")
    teams(house, unplanned, {"Golds": "Flora"})
    told = asked(house, unplanned, "Golds")
    refused("not_planned", "team", services.team_late_foreseen, **told)


def test_its_pages(house: House, season: Season) -> None:
    director, address = Browser(house, "director"), f"seasons/{season.pk}/teams/"
    fixtures = f"seasons/{season.pk}/meetings/"
    text = page(director.get(fixtures))
    assert "A team leaves" in text
    assert "Take a withdrawal back" not in text
    assert "A team comes late" not in text
    won(house, of(season, "Reds")[0], "Reds")
    reds = str(Team.objects.get(season=season, name="Reds").pk)
    sent = {**director.hidden(f"{address}withdraw/"), "team": reds, "reason": "Too few."}
    before = everything()
    text = page(director.post(f"{address}withdraw/", {**sent, "act": "look"}))
    assert everything() == before
    for told in ("Reds has played 1 of 4.", "1 result counts no more.", "3 meetings are not"):
        assert told in text
    assert goes(director.post(f"{address}withdraw/", {**sent, "act": "do"})).endswith(fixtures)
    assert "Reds left before half" in page(Browser(house).get(fixtures))
    assert "Reds left before half" in page(Browser(house).get(f"teams/{reds}/"))
    sent = {**director.hidden(f"{address}return/"), "team": reds}
    text = page(director.post(f"{address}return/", {**sent, "act": "look"}))
    for told in ("3 meetings are open again.", "1 result counts again."):
        assert told in text
    goes(director.post(f"{address}return/", {**sent, "act": "do"}))
    assert "No team has left this season." in page(director.get(f"{address}return/"))
    people(house, "Flora")
    golds = str(teams(house, season, {"Golds": "Flora"})["Golds"].pk)
    assert "A team comes late" in page(director.get(fixtures))
    sent = {**director.hidden(f"{address}late/"), "team": golds}
    assert "Golds" in page(director.post(f"{address}late/", {**sent, "act": "look"}))
    goes(director.post(f"{address}late/", {**sent, "act": "do"}))
    assert len(of(season, "Golds")) == len(FIVE)
    for single in ("join", "withdraw", "return"):
        assert director.get(f"seasons/{season.pk}/{single}/").status_code == 404
    log = page(Browser(house, "committee").get("log/"))
    for told in ("Team left its season: Reds", "Withdrawal of a team taken back: Reds"):
        assert told in log
    assert "Meetings of a team that came late, 5: Golds" in log


def test_a_program_looks_first_too(house: House, season: Season) -> None:
    api, path = house.api("director"), f"seasons/{season.pk}/teams"
    reds = Team.objects.get(season=season, name="Reds").pk
    body = {"team": reds, "reason": "Too few.", "version": season_version(season.pk)}
    before = everything()
    foreseen = read(api.post(f"{path}/withdrawals", {**body, "preview": True}))
    assert everything() == before
    done = read(api.post(f"{path}/withdrawals", body), 201)
    assert {**done, "preview": True, "version": 0} == {**foreseen, "version": 0}
    assert (done["struck"], done["played"], done["of"], len(done["rest"])) == (True, 0, 4, 4)
    listed = {one["name"]: one for one in read(api.get(path))["results"]}
    assert (listed["Reds"]["struck"], listed["Blues"]["left_round"]) == (True, None)
    body = {"team": reds, "version": done["version"]}
    foreseen = read(api.post(f"{path}/returns", {**body, "preview": True}))
    back = read(api.post(f"{path}/returns", body), 201)
    assert back["rest"] == foreseen["rest"] == done["rest"]
    assert (back["matches"], back["byes"]) == ([], 0)
    problem(api.post(f"{path}/returns", {**body, "version": back["version"]}), 422, "not_left")
    golds = teams(house, season, {"Golds": "Flora"})["Golds"]
    body = {"team": golds.pk, "version": season_version(season.pk)}
    foreseen = read(api.post(f"{path}/late", {**body, "preview": True}))
    added = read(api.post(f"{path}/late", body), 201)
    assert added["meetings"] == foreseen["meetings"]
    assert len(added["meetings"]) == len(FIVE)
    for act in ("late", "returns", "withdrawals"):
        problem(Api().post(f"{path}/{act}", body), 401)
