"""A round robin run by its director: everybody meets everybody."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import GameEntry, Score
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Fixture, Round
from scoring.tables.ranking import drawn
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors import stage_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.meetings import meeting_award_back
from scoring.tournaments.services.people import (
    entrant_back,
    pair_keep_apart,
    players_enter,
    round_off_ask,
)
from scoring.tournaments.services.rounds import round_take_back
from tests.leagues.rules import published as printed
from tests.support.clubhouse import House, problem, read
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.tourneys import (
    award,
    begin,
    draw,
    fresh,
    meetings,
    opened,
    pairs,
    players,
    points_of,
    publish,
    win,
    withdraw,
)

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def _drawn(house: House, number: int, **plan: Any) -> tuple[Tournament, list[int]]:
    ids = players(house, number)
    cup = opened(house, ids, kind="round_robin", **plan)
    publish(house, cup, draw(house, cup).number)
    return fresh(cup), ids


def _open(cup: Tournament) -> list[Fixture]:
    return [one for one in progress_of(cup).fixtures if not one.award and one.match_id is None]


def _rows(cup: Tournament) -> list[tuple[Any, ...]]:
    return [
        (one.round.number, one.number, one.home_id, one.away_id, one.award, one.why, one.match_id)
        for one in progress_of(cup).fixtures
    ]


def test_six_are_drawn_by_the_printed_table_and_play_it_out(house: House) -> None:
    cup, ids = _drawn(house, 6)
    for number, printed_round in enumerate(printed.rounds(6), start=1):
        assert pairs(cup, number) == [(ids[a - 1], ids[b - 1]) for a, b in printed_round]
    assert fresh(cup).state == "running"
    assert progress_of(cup).current == 1
    # The last round may be played before the first.
    late = progress_of(cup).of_round(5)[0]
    win(house, begin(house, late), late.home_id)
    while _open(cup):
        one = _open(cup)[0]
        award(house, cup, one.pk, "home" if one.home_id < (one.away_id or 0) else "away")
    assert fresh(cup).state == "over"
    assert sum(points_of(cup).values()) == 15 * 2


def test_an_odd_number_waits_in_turn_and_has_nothing_for_it(house: House) -> None:
    cup, ids = _drawn(house, 3)
    byes = [one for one in progress_of(cup).fixtures if one.award == "bye"]
    assert Counter(one.home_id for one in byes) == dict.fromkeys(ids, 1)
    assert byes[0].why == [["tree_odd", None, [1, 3]]]
    assert points_of(cup) == dict.fromkeys(ids, 0)


def test_the_tables_numbers_are_drawn_by_lot_and_can_be_drawn_again(house: House) -> None:
    ids = players(house, 4)
    cup = opened(house, ids, kind="round_robin", by_lot=True, seed="king")
    draw(house, cup)
    a, b, c, d = drawn(ids, "king")
    assert pairs(cup, 1) == [(a, d), (b, c)]
    draw(house, cup, "queen")
    a, b, c, d = drawn(ids, "queen")
    assert pairs(cup, 1) == [(a, d), (b, c)]
    # Less enter, and nothing is left of the longer draft.
    withdraw(house, cup, ids[0])
    assert not progress_of(cup).fixtures
    withdraw(house, cup, ids[1])
    draw(house, cup)
    assert [one.number for one in progress_of(cup).rounds] == [1]


def test_nobody_enters_and_no_draw_comes_after_publication(house: House) -> None:
    cup, ids = _drawn(house, 4)
    by = house.person("director")
    for act in (
        lambda: players_enter(by=by, tournament=cup, players=players(house, 1)),
        lambda: draw(house, cup),
        lambda: round_off_ask(by=by, tournament=cup, player=ids[0], number=2),
        lambda: pair_keep_apart(by=by, tournament=cup, pair=(ids[0], ids[1])),
        lambda: round_take_back(by=by, tournament=cup, number=2, version=fresh(cup).version),
    ):
        with pytest.raises(Invalid), transaction.atomic():
            act()


def test_all_rounds_are_taken_back_until_the_first_result(house: House) -> None:
    cup, _ids = _drawn(house, 4)
    before = _rows(cup)
    begin(house, progress_of(cup).of_round(2)[0])
    by = house.person("director")

    def back() -> None:
        round_take_back(by=by, tournament=cup, number=1, version=fresh(cup).version)

    back()
    assert fresh(cup).state == "entering"
    assert not Round.objects.filter(event=cup.pk).exists()
    publish(house, cup, draw(house, cup, "king").number)
    assert _rows(cup) == before
    award(house, cup, progress_of(cup).of_round(3)[0].pk)
    with pytest.raises(Invalid, match="round_begun"), transaction.atomic():
        back()


def test_who_withdraws_leaves_walk_overs_and_takes_them_back_with_him(house: House) -> None:
    cup, ids = _drawn(house, 4)
    by = house.person("director")
    first = progress_of(cup).of_round(1)[0]
    win(house, begin(house, first), ids[0])
    before = _rows(cup)
    withdraw(house, cup, ids[0])
    assert cup.event.entrants.get(player=ids[0]).left_round == 2
    assert points_of(cup) == {ids[0]: 2, ids[1]: 2, ids[2]: 2, ids[3]: 0}
    withdraw(house, cup, ids[1])
    both = [one for one in progress_of(cup).fixtures if {one.home_id, one.away_id} == set(ids[:2])]
    assert [one.award for one in both] == ["both_absent"]
    assert {one.why[0][0] for one in both} == {"tree_withdrew"}
    with pytest.raises(Invalid, match="not_awarded"), transaction.atomic():
        meeting_award_back(by=by, tournament=cup, fixture=both[0].pk)
    entrant_back(by=by, tournament=cup, player=ids[0])
    entrant_back(by=by, tournament=cup, player=ids[1])
    assert _rows(cup) == before


def test_who_has_nothing_left_to_play_does_not_withdraw(house: House) -> None:
    cup, ids = _drawn(house, 2)
    match = win(house, begin(house, _open(cup)[0]), ids[0])
    assert fresh(cup).state == "over"
    with pytest.raises(Invalid, match="already_out"), transaction.atomic():
        withdraw(house, cup, ids[0])
    entry_undo(by=house.person("scorer"), match=match, version=match.version)
    assert fresh(cup).state == "running"


def test_two_meet_twice_each_once_at_home(house: House) -> None:
    cup, ids = _drawn(house, 2, double=True)
    assert [one[:2] for one in pairs(cup, 1) + pairs(cup, 2)] == [
        (ids[0], ids[1]),
        (ids[1], ids[0]),
    ]
    # Who is named first is at home, and deals first: it is the second meeting.
    later = progress_of(cup).of_round(2)[0]
    begin(house, later)
    later.refresh_from_db()
    assert later.match_id is not None
    assert progress_of(cup).current == 1


def test_programs_name_the_fixture_of_two_who_meet_twice(house: House) -> None:
    """The second is played first, whoever of the two is named first; and then the other one."""
    cup, ids = _drawn(house, 2, double=True)
    one, two = _open(cup)
    api, path = house.api("scorer"), f"clubs/{house.club.slug}/matches"
    body = {"player_a": ids[0], "player_b": ids[1], "event": cup.pk, "seat_anyway": True}
    second = read(api.post(path, {**body, "fixture": two.pk}), 201)["id"]
    assert [row.match_id for row in progress_of(cup).fixtures] == [None, second]
    again = problem(api.post(path, {**body, "fixture": two.pk}), 422, "fixture_not_open")
    assert [error["field"] for error in again["errors"]] == ["fixture"]
    first = read(api.post(path, {**body, "fixture": one.pk}), 201)["id"]
    assert [row.match_id for row in progress_of(cup).fixtures] == [first, second]


def test_too_few_are_told_what_could_be(house: House) -> None:
    cup = opened(house, players(house, 1), kind="round_robin")
    with pytest.raises(Invalid, match="cannot_draw") as refused, transaction.atomic():
        draw(house, cup)
    assert "At least 2 players" in str(refused.value.detail)
    many = opened(house, players(house, 3), kind="round_robin", seeds=5)
    with pytest.raises(Invalid, match="cannot_draw") as refused, transaction.atomic():
        draw(house, many)
    assert "It could be drawn with these changes: seeds: 3." in str(refused.value.detail)
    assert refused.value.extra == {"nearest": {"seeds": 3}}


def test_a_drawn_match_gives_each_a_point(house: House) -> None:
    cup, ids = _drawn(house, 2, terms=MatchTerms(format="games", games=2))
    match = begin(house, _open(cup)[0])
    by = house.person("scorer")
    for number, score in enumerate((Score(5, 1), Score(2, 5)), start=1):
        play_record(by=by, match=match, what=GameEntry(number, score), version=match.version)
        match.refresh_from_db()
    assert match.over
    assert not match.winner
    assert points_of(cup) == dict.fromkeys(ids, 1)
    assert {one.winner for one in stage_states.groups_record(progress_of(cup)).results} == {None}
    assert fresh(cup).state == "over"


def test_two_who_are_one_keep_his_number_in_the_tables(house: House) -> None:
    cup, ids = _drawn(house, 4, by_lot=True)
    before = stage_states.groups_state(progress_of(cup)).groups[0]
    by = house.person("committee")
    kept = Player.objects.create(club=house.club, name="Zoé")
    gone = Player.objects.get(pk=ids[2])
    players_merge(
        by=by, kept=kept.pk, gone=gone.pk, version=kept.version, gone_version=gone.version
    )
    assert stage_states.groups_state(progress_of(cup)).groups[0] == tuple(
        kept.pk if one == gone.pk else one for one in before
    )
    withdraw(house, cup, kept.pk)
    assert sum(bool(one.award) for one in progress_of(cup).fixtures) == 3


@settings(
    max_examples=examples(4, thorough=10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_round_robin_adds_up(house: House, data: st.DataObject) -> None:
    """Everybody meets everybody, points are those given, and who came back never was away."""
    with undone("a round robin at random"):
        number, double = data.draw(st.integers(2, 5)), data.draw(st.booleans())
        cup, ids = _drawn(house, number, double=double, by_lot=data.draw(st.booleans()))
        times = 2 if double else 1
        met = Counter(meetings(cup))
        assert met == dict.fromkeys(map(frozenset, combinations(ids, 2)), times)
        given_, by = 0, house.person("director")
        while _open(cup):
            one = data.draw(st.sampled_from(_open(cup)))
            what = data.draw(st.sampled_from(("win", "home", "away", "both_absent", "withdraw")))
            if what == "withdraw":
                before, table = _rows(cup), points_of(cup)
                withdraw(house, cup, one.home_id)
                entrant_back(by=by, tournament=cup, player=one.home_id)
                assert (_rows(cup), points_of(cup)) == (before, table)
            elif what == "win":
                win(house, begin(house, one), one.home_id)
            else:
                award(house, cup, one.pk, what)
            given_ += 0 if what in ("both_absent", "withdraw") else 2
        assert sum(points_of(cup).values()) == given_
        assert fresh(cup).state == "over"
