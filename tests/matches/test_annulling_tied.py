"""What an annulled match was played for is to be played again: fixtures, boards, tournaments."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.models import Outgoing
from games.engine.terms import GameEntry, Score
from games.matches.models import Match
from games.matches.selectors.matches import match_in_play_at
from games.matches.services.entries import match_annul_preview
from games.matches.services.matches import match_start
from games.matches.services.revisions import entry_correct
from scoring.leagues.models import Board, Fixture, Meeting, Season, Standing
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.selectors.recount import recount
from scoring.leagues.services.withdrawing import competitor_withdraw
from scoring.tournaments.selectors.progress import progress_of
from tests.leagues.test_planning import play
from tests.leagues.test_team_boards import now
from tests.leagues.test_team_standings import rows
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.contests import opened as contest_opened
from tests.support.planned import fixtures, plan, season_of
from tests.support.teamed import lined_up, planned, played, teamed, teams
from tests.support.tourneys import begin, draw, fresh, opened, pairs, players, publish, win

from .test_annulling import annul, back

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

Line = tuple[int, str, int, int, int]


def table(season: Season) -> list[Line]:
    """Rank, name, points, matches played and games won."""
    assert recount(season) == recount(season, from_results=True) == []
    season.refresh_from_db()
    lines = seasons.table(season.pk, named=True).lines
    return [
        (one.rank, one.name, one.share.points, one.share.played, one.share.games_for)
        for one in lines
    ]


def refused(code: str, act: Any, house: House, match: Match) -> Invalid:
    with pytest.raises(Invalid) as found, transaction.atomic():
        act(house, match)
    assert found.value.code == code
    return found.value


@pytest.mark.postgresql
def test_a_league_match_that_is_annulled_and_replayed_leaves_no_trace(house: House) -> None:
    """The table is that of a season in which only the second was played."""
    season = season_of(house)
    made = plan(house, season, list(house.players.values()))
    other, pair = [names for names in made if names[1]][:2]
    house.api("scorer")
    with undone("played once"):
        play(house, made[other])
        play(house, made[pair], {"a": 2, "b": 5})
        once = table(season)
    play(house, made[other])
    play(house, made[pair], {"a": 5, "b": 0})
    wrong = Match.objects.get(fixture=made[pair])
    annul(house, wrong)
    assert fixtures(season)[pair].match is None
    play(house, made[pair], {"a": 2, "b": 5})
    assert table(season) == once
    refused("decided_since", back, house, wrong)
    right = Match.objects.get(fixture=made[pair])
    annul(house, right)
    back(house, wrong)
    assert fixtures(season)[pair].match == wrong
    assert table(season)[0][2:] == (2, 1, 1)


def test_two_who_were_started_by_mistake_are_not_in_the_table(house: House) -> None:
    """Cyd has a match of her own in the season; Bob has not, until his counts again."""
    season = house.season()
    ids = {name: one.pk for name, one in house.players.items()}
    by = house.person("scorer")
    match_start(by=by, player_a=ids["cyd"], player_b=ids["ann"], event_id=season.pk)
    wrong = match_start(by=by, player_a=ids["bob"], player_b=ids["cyd"], event_id=season.pk)
    win(house, wrong, ids["bob"])
    annul(house, wrong)
    here = Standing.objects.filter(season=season).order_by("player__name")
    assert list(here.values_list("player__name", flat=True)) == ["Ann", "Cyd"]
    assert [line[2:] for line in table(season)] == [(0, 0, 0), (0, 0, 0)]
    back(house, wrong)
    assert table(season)[0] == (1, "Bob", 2, 1, 1)


def test_a_match_of_who_has_left_the_season_stays(house: House) -> None:
    """Nobody would be there to play it again."""
    season = season_of(house)
    made = plan(house, season, list(house.players.values()), double=True)
    mine = [one for names, one in made.items() if "Ann" in names and names[1]]
    for one in mine:
        play(house, one)
    season.refresh_from_db()
    competitor_withdraw(
        by=house.person("director"),
        season=season,
        competitor=house.players["ann"].pk,
        reason="Moved away.",
        version=season.version,
    )
    match = Match.objects.get(fixture=mine[0])
    refused("entrant_left", annul, house, match)


def test_a_board_of_a_meeting(house: House) -> None:
    season = teamed(house)
    teams(house, season, {"Reds": "Ann, Dora", "Blues": "Bob, Emil"})
    meeting: Meeting = planned(house, season)["Reds", "Blues"]
    first, second = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    played(house, second)
    before = rows(season)
    wrong = played(house, first)
    with_it = rows(season)
    annul(house, wrong)
    assert rows(season) == before != with_it
    assert Board.objects.get(pk=first.pk).match is None
    assert now(house, meeting).state is State.IN_PLAY
    back(house, wrong)
    assert rows(season) == with_it
    annul(house, wrong)
    right = played(house, first, (1, 5))
    assert Board.objects.get(pk=first.pk).match == right
    refused("decided_since", back, house, wrong)


def cup_of(house: House, number: int, kind: str, **more: Any) -> tuple[Any, list[int]]:
    ids = players(house, number)
    cup = opened(house, ids, kind=kind, **more)
    publish(house, cup, draw(house, cup).number)
    return fresh(cup), ids


def first_wins(house: House, one: Fixture) -> Match:
    return win(house, begin(house, one), min(one.home_id, one.away_id or 0))


def test_a_semi_final_is_put_right_after_the_final_had_begun(house: House) -> None:
    """What stands in the way is annulled, and then the result is corrected: others meet."""
    cup, ids = cup_of(house, 4, "knockout")
    semi, other = (first_wins(house, one) for one in progress_of(cup).of_round(1))
    (final,) = progress_of(cup).of_round(2)
    played_wrongly = first_wins(house, final)
    assert fresh(cup).state == "over"
    by, loser = house.person("director"), max(semi.player_ids)
    what = Score(3, 5) if semi.player_b_id == loser else Score(5, 3)
    asked: dict[str, Any] = {"number": 1, "what": GameEntry(1, what), "reason": "misread"}

    def corrects(_house: House, match: Match) -> None:
        entry_correct(by=by, match=match, version=match.version, **asked)

    for act in (corrects, annul):
        fault = refused("next_begun", act, house, semi)
        way = [{"pairing": final.pk, "match": played_wrongly.pk}]
        assert fault.extra == {"in_the_way": way}
    annul(house, played_wrongly, "The semi-final was misread.")
    assert fresh(cup).state == "running"
    semi.refresh_from_db()
    corrects(house, semi)
    (final,) = progress_of(cup).of_round(2)
    assert {final.home_id, final.away_id} == {loser, min(other.player_ids)}
    refused("not_drawn", back, house, played_wrongly)
    first_wins(house, final)
    assert fresh(cup).state == "over"
    assert ids


def test_a_final_is_annulled_and_taken_back(house: House) -> None:
    cup, _ids = cup_of(house, 4, "knockout")
    for one in progress_of(cup).of_round(1):
        first_wins(house, one)
    (final,) = progress_of(cup).of_round(2)
    match = first_wins(house, final)
    annul(house, match)
    (row,) = progress_of(cup).of_round(2)
    assert (row.pk, row.match, fresh(cup).state) == (final.pk, None, "running")
    back(house, match)
    (row,) = progress_of(cup).of_round(2)
    assert (row.match, fresh(cup).state) == (match, "over")
    told = Outgoing.objects.filter(kind__startswith="match.").order_by("pk")
    kinds = [one.kind for one in told if one.ids["match"] == match.pk]
    assert kinds == ["match.started", "match.ended", "match.annulled", "match.reinstated"]


def test_a_group_match_takes_the_tree_that_was_drawn_on_it(house: House) -> None:
    """As long as nothing of the tree has begun."""
    cup, _ids = cup_of(house, 4, "groups", first=1)
    one, _other = [first_wins(house, one) for one in progress_of(cup).of_round(1)]
    publish(house, cup, draw(house, cup).number)
    (final,) = progress_of(cup).of_round(2)
    with undone("the final has begun"):
        begin(house, final)
        refused("next_begun", annul, house, one)
    annul(house, one)
    assert not progress_of(cup).of_round(2)
    assert progress_of(cup).is_open_in_groups
    back(house, one)
    assert not progress_of(cup).is_open_in_groups


def test_a_swiss_match_of_a_round_before_is_played_again(house: House) -> None:
    """Rounds that were drawn since stay as they are, as after a correction."""
    cup, _ids = cup_of(house, 4, "swiss", rounds=2)
    one, _other = [first_wins(house, one) for one in progress_of(cup).of_round(1)]
    publish(house, cup, draw(house, cup).number)
    drawn = pairs(cup, 2)
    points = {line.entrant: line.points for line in progress_of(cup).standing.lines}
    annul(house, one)
    assert pairs(cup, 2) == drawn
    assert [row.match is None for row in progress_of(cup).of_round(1)].count(True) == 1
    again = begin(house, next(row for row in progress_of(cup).of_round(1) if row.match is None))
    refused("not_drawn", back, house, one)
    annul(house, again)
    back(house, one)
    assert {line.entrant: line.points for line in progress_of(cup).standing.lines} == points


def test_a_game_of_a_contest_is_undone_there(house: House) -> None:
    club = contest_opened(house, "cul_leve", "ann", "bob", "cyd")
    refused("of_contest", annul, house, club.game("ann"))
    dealt = club.deals()
    refused("of_contest", annul, house, dealt)
    assert match_in_play_at(club.contest.table) == dealt


def test_the_preview_of_a_semi_final_shows_the_tree_without_it(house: House) -> None:
    cup, _ids = cup_of(house, 4, "knockout")
    semi, _other = [first_wins(house, one) for one in progress_of(cup).of_round(1)]
    found = match_annul_preview(
        by=house.person("director"), match=semi, reason="A trial.", version=semi.version
    )
    tree = [one for one in found.changes if one.figure.part == "tree"]
    winners = [(one.before and one.before.value, one.after) for one in tree]
    assert (min(semi.player_ids), None) in winners
