"""A Swiss run by its director, act by act."""

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine.terms import GameEntry, Score
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.entries import entry_undo
from games.matches.services.matches import match_start
from games.matches.services.revisions import entry_correct
from scoring.leagues.models import Fixture, Result, Round
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.meetings import Seated, meeting_award_back, round_start
from scoring.tournaments.services.opening import TournamentPlan, tournament_open
from scoring.tournaments.services.people import (
    entrant_back,
    entrant_withdraw,
    players_enter,
)
from scoring.tournaments.services.rounds import round_draw, round_publish, round_take_back
from tests.support.clubhouse import ONE_GAME, House
from tests.support.tourneys import (
    award,
    begin,
    draw,
    fresh,
    meetings,
    open_in,
    opened,
    pairs,
    play_round,
    players,
    points_of,
    publish,
    win,
)

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def test_eight_play_three_rounds(house: House) -> None:
    """Where the lower id always wins, scores are those of a knock-out that nobody leaves."""
    eight = players(house, 8)
    cup = opened(house, eight)
    for number in (1, 2, 3):
        assert fresh(cup).state == ("running" if number > 1 else "entering")
        play_round(house, cup, number)
    assert fresh(cup).state == "over"
    lines = progress_of(cup).standing.lines
    assert [line.points for line in lines] == [6, 4, 4, 4, 2, 2, 2, 0]
    assert (lines[0].entrant, lines[-1].entrant) == (eight[0], eight[7])
    assert len(set(meetings(cup))) == 12


def test_it_ends_when_everybody_has_withdrawn(house: House) -> None:
    """After the first of three rounds Alice, Bob, Chloé and Dora go home one by one; Alice comes
    back."""
    four = players(house, 4)
    cup, by = opened(house, four), house.person("director")
    draw(house, cup)
    publish(house, cup, 1)
    first, second = Fixture.objects.filter(event=cup.pk).order_by("number")
    win(house, begin(house, first), first.home_id)
    for player in four:
        assert fresh(cup).state == "running"
        entrant_withdraw(by=by, tournament=fresh(cup), player=player)
    assert fresh(cup).state == "running", "One match is still to be decided."
    award(house, fresh(cup), second.pk)
    assert fresh(cup).state == "over"
    entrant_back(by=by, tournament=fresh(cup), player=four[0])
    assert fresh(cup).state == "running"


def test_the_first_round_is_the_upper_half_against_the_lower(house: House) -> None:
    eight = players(house, 8)
    cup = opened(house, eight)
    publish(house, cup, draw(house, cup).number)
    assert {frozenset(pair) for pair in pairs(cup, 1)} == {
        frozenset((eight[place], eight[place + 4])) for place in range(4)
    }


def test_whoever_draws_again_with_the_seed_draws_the_same(house: House) -> None:
    cup = opened(house, players(house, 9), by_lot=True)
    first = draw(house, cup)
    assert first.seed == "king"
    before = pairs(cup, 1)
    draw(house, cup, "another")
    other = pairs(cup, 1)
    draw(house, cup, "king")
    assert pairs(cup, 1) == before != other
    seeds = [
        one.detail["seed"] for one in AuditLogEntry.objects.filter(act="round_draw").order_by("pk")
    ]
    assert seeds == ["king", "another", "king"]
    assert draw(house, cup).seed not in seeds


def test_a_draft_is_nothing_yet(house: House) -> None:
    cup = opened(house, players(house, 4))
    draw(house, cup)
    (one, two) = pairs(cup, 1)
    assert points_of(cup) == dict.fromkeys(points_of(cup), 0)
    with pytest.raises(Invalid, match="not_drawn"), transaction.atomic():
        match_start(
            by=house.person("scorer"), player_a=one[0], player_b=one[1] or 0, event_id=cup.pk
        )
    assert two


def test_only_who_is_drawn_against_each_other_plays(house: House) -> None:
    cup = opened(house, players(house, 4))
    publish(house, cup, draw(house, cup).number)
    (one, two) = pairs(cup, 1)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        match_start(by=house.person("scorer"), player_a=one[0], player_b=two[0], event_id=cup.pk)
    assert refused.value.code == "not_drawn"
    # The other way round at the table is the same meeting.
    match = match_start(
        by=house.person("scorer"), player_a=one[1] or 0, player_b=one[0], event_id=cup.pk
    )
    assert Fixture.objects.get(match=match).home_id == one[0]
    with pytest.raises(Invalid), transaction.atomic():
        begin(house, Fixture.objects.get(match=match))


def test_no_round_is_drawn_while_results_are_missing(house: House) -> None:
    cup = opened(house, players(house, 4))
    publish(house, cup, draw(house, cup).number)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        draw(house, cup)
    assert refused.value.code == "round_not_over"
    for fixture in open_in(progress_of(cup), 1):
        award(house, cup, fixture.pk, "both_absent")
    draw(house, cup)


def test_an_odd_number_has_a_bye_worth_a_win_and_nobody_two(house: House) -> None:
    five = players(house, 5)
    cup = opened(house, five, rounds=3)
    for number in (1, 2, 3):
        play_round(house, cup, number)
    byes = [one.home_id for one in progress_of(cup).fixtures if one.award == "bye"]
    assert len(set(byes)) == 3
    assert byes[0] == five[4]
    assert sum(points_of(cup).values()) == 3 * 2 * 2 + 3 * 2


def test_a_round_is_taken_back_until_something_is_entered(house: House) -> None:
    cup = opened(house, players(house, 4))
    by = house.person("director")
    publish(house, cup, draw(house, cup).number)
    one, two = progress_of(cup).of_round(1)
    begun = begin(house, one)

    def take_back() -> None:
        version = fresh(cup).version
        round_take_back(by=by, tournament=cup, number=1, version=version)

    take_back()
    assert not Match.objects.filter(pk=begun.pk).exists()
    assert fresh(cup).state == "entering"
    assert not Round.objects.filter(event=cup.pk).exists()
    publish(house, cup, draw(house, cup).number)
    one, two = progress_of(cup).of_round(1)
    match = win(house, begin(house, one), one.home_id)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        take_back()
    assert refused.value.code == "round_begun"
    entry_undo(by=by, match=match, version=match.version)
    with pytest.raises(Invalid), transaction.atomic():
        take_back()
    assert two


def test_a_walk_over_and_back(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four, rounds=2)
    by = house.person("director")
    publish(house, cup, draw(house, cup).number)
    one, two = progress_of(cup).of_round(1)
    award(house, cup, one.pk, "away")
    assert one.away_id is not None
    assert points_of(cup)[one.away_id] == 2
    with pytest.raises(Invalid), transaction.atomic():
        begin(house, one)
    meeting_award_back(by=by, tournament=cup, fixture=one.pk)
    assert set(points_of(cup).values()) == {0}
    award(house, cup, one.pk, "away")
    win(house, begin(house, two), two.home_id)
    with pytest.raises(Invalid), transaction.atomic():
        award(house, cup, two.pk)
    play_round(house, cup, 2)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        meeting_award_back(by=by, tournament=cup, fixture=one.pk)
    assert refused.value.code == "next_begun"


def test_who_won_by_walk_over_may_still_be_drawn_against_the_absent(house: House) -> None:
    """A walk-over is no meeting: of two, a second round can be drawn after it."""
    pair = players(house, 2)
    cup = opened(house, pair, rounds=1)
    Tournament.objects.filter(pk=cup.pk).update(plan={"rounds": 2})
    publish(house, cup, draw(house, cup).number)
    award(house, cup, progress_of(cup).of_round(1)[0].pk)
    draw(house, cup)
    assert {frozenset(found) for found in pairs(cup, 2)} == {frozenset(pair)}


def test_a_correction_reaches_the_table_and_drops_a_draft(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four, rounds=2)
    play_round(house, cup, 1)
    draw(house, cup)
    fixture = progress_of(cup).of_round(1)[0]
    assert fixture.match is not None
    winner = min(fixture.home_id, fixture.away_id or 0)
    assert points_of(cup)[winner] == 2
    entry_correct(
        by=house.person("director"),
        match=fixture.match,
        number=1,
        what=GameEntry(1, Score(*((3, 5) if fixture.match.winner == "a" else (5, 3)))),
        reason="misread",
        version=fixture.match.version,
    )
    assert points_of(cup)[winner] == 0
    assert progress_of(cup).draft is None
    assert Result.objects.filter(event=cup.pk).count() == 4


def test_an_undone_result_opens_the_round_again(house: House) -> None:
    cup = opened(house, players(house, 2), rounds=1)
    play_round(house, cup, 1)
    assert fresh(cup).state == "over"
    match = Match.objects.get(event=cup.pk)
    entry_undo(by=house.person("scorer"), match=match, version=match.version)
    assert fresh(cup).state == "running"
    assert not Result.objects.filter(event=cup.pk).exists()


def test_all_matches_of_a_round_start_at_an_evening(house: House) -> None:
    cup = opened(house, players(house, 6))
    by = house.person("director")
    publish(house, cup, draw(house, cup).number)
    evening = evening_open(by=by, held_on=timezone.localdate(), public=True, tables=("1", "2", "3"))
    tables = {one.name: one.pk for one in evening.tables.all()}
    rows = progress_of(cup).of_round(1)
    seated = [Seated(one.pk, tables[one.table]) for one in rows]
    with pytest.raises(Invalid) as refused, transaction.atomic():
        round_start(by=by, tournament=cup, evening=evening, seated=[*seated, seated[0]])
    assert set(refused.value.errors) == {"matches.3.fixture"}
    assert not Match.objects.filter(event=cup.pk).exists()
    made = round_start(by=by, tournament=cup, evening=evening, seated=seated)
    assert [one.first_dealer for one in made] == ["a"] * 3
    now = progress_of(cup).of_round(1)
    assert {one.match_id for one in now} == {one.pk for one in made}
    assert all(one.match and one.match.player_a_id == one.home_id for one in now)


def test_versions_are_compared(house: House) -> None:
    cup = opened(house, players(house, 2))
    by = house.person("director")
    with pytest.raises(Stale), transaction.atomic():
        round_draw(by=by, tournament=cup, version=cup.version - 1)
    draw(house, cup)
    with pytest.raises(Stale), transaction.atomic():
        round_publish(by=by, tournament=cup, number=1, version=cup.version)


@pytest.mark.parametrize("who", ["scorer", "ann"])
def test_directors_alone_run_it(house: House, who: str) -> None:
    cup = opened(house, players(house, 2))
    by = house.person(who)
    with pytest.raises(Denied), transaction.atomic():
        round_draw(by=by, tournament=cup, version=cup.version)
    with pytest.raises(Denied), transaction.atomic():
        players_enter(by=by, tournament=cup, players=players(house, 1))
    with pytest.raises(Denied), transaction.atomic():
        tournament_open(by=by, plan=TournamentPlan(name="Cup", terms=ONE_GAME))


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", " "), ("kind", "race"), ("rounds", 26), ("tie_breaks", ("points",))],
)
def test_a_tournament_cannot_be_so(house: House, field: str, value: object) -> None:
    asked = {"name": "Cup", "terms": ONE_GAME} | {field: value}
    with pytest.raises(Invalid) as refused, transaction.atomic():
        tournament_open(by=house.person("director"), plan=TournamentPlan(**asked))  # type: ignore[arg-type]
    assert set(refused.value.errors) == {field}
