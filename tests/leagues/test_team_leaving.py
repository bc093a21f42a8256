"""A team leaves a season, and comes back as if it had never left."""

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.core.exceptions import Denied, Stale
from ecarte_club.core.models import Outgoing
from scoring.leagues.models import Meeting, Season, Team
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.services import starting
from scoring.leagues.services.decisions import fixture_award_withdraw, fixture_postpone
from scoring.leagues.services.planning import competitor_join
from scoring.leagues.services.withdrawing import competitor_withdraw, withdrawal_preview
from tests.support.clubhouse import House, problem
from tests.support.clubrooms import undone
from tests.support.planned import free_day, season_version
from tests.support.teamed import begun, built_once, line_up, lined_up, meetings, played, teams

from .five_teams import (
    FIVE,
    NOW,
    Asked,
    asked,
    awards,
    comes_back,
    five_teams,
    kept,
    leave,
    of,
    other,
    rows,
    stays_away,
    won,
)
from .test_team_boards import now
from .test_teams import refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
_built, built, house, season = built_once(five_teams)


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
        "entrant_left", "award", fixture_award_withdraw, by=by, fixture=given, version=given.version
    )
    told = {**asked(house, season, "Reds"), "reason": "x"}
    refused(
        "not_an_entrant", "team", competitor_withdraw, **told, version=season_version(season.pk)
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
    refused("in_play", "team", withdrawal_preview, **told)
    body = {"team": told["competitor"], "reason": "x", "version": 1}
    answer = house.api("director").post(f"seasons/{house.season().pk}/teams/withdrawals", body)
    problem(answer, 422, "not_of_teams", "season")
    refused("unknown_team", "team", withdrawal_preview, **{**told, "competitor": 10**9})
    version, act = season_version(season.pk), competitor_withdraw
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
    fixture_postpone(by=house.person("director"), fixture=last, **asked_day)
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
    acts = list(AuditLogEntry.objects.order_by("pk").values_list("act", flat=True))
    assert [one for one in acts if one in ("team_withdraw", "team_return")] == [
        "team_withdraw",
        "team_return",
    ]


def test_a_match_begun_since_plays_the_board_that_it_would_have(
    house: House, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By an imported score sheet."""
    monkeypatch.setattr(starting, "counts_for_nothing", lambda _match: False)
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
        competitor_join(**asked(house, season, "Golds"), version=version)
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
    fixture_postpone(by=house.person("director"), fixture=last, **told)
    leave(house, season, "Reds")
    assert "Cyd has" in str(Team.objects.get(season=season, name="Reds").before_left)
    player_anonymise(by=house.person("committee"), player_id=cyd.pk, version=cyd.version)
    comes_back(house, season, "Reds")
    last.refresh_from_db()
    assert last.reason.endswith(" has the key.")
    assert "Cyd" not in last.reason
