"""A knock-out run by its director: the tree follows the matches."""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from games.matches.services.entries import entry_undo
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules import knockout
from scoring.tournaments.selectors import stage_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.meetings import meeting_award_back, meeting_start_back
from scoring.tournaments.services.people import (
    entrant_back,
    pair_keep_apart,
    players_enter,
    round_off_ask,
)
from scoring.tournaments.services.rounds import round_take_back
from tests.site.pages import Browser, page
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.tourneys import (
    award,
    begin,
    draw,
    fresh,
    opened,
    players,
    publish,
    win,
    withdraw,
)

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

EVEN = MatchTerms(format="games", games=2)


def _drawn(house: House, number: int, **plan: object) -> tuple[Tournament, list[int]]:
    ids = players(house, number)
    cup = opened(house, ids, kind="knockout", **plan)
    publish(house, cup, draw(house, cup).number)
    return fresh(cup), ids


def _open(cup: Tournament) -> list[Fixture]:
    return [one for one in progress_of(cup).fixtures if not one.award and one.match_id is None]


def _win(house: House, one: Fixture) -> Match:
    """Who has the lower id wins."""
    return win(house, begin(house, one), min(one.home_id, one.away_id or 0))


def _ranks(cup: Tournament) -> dict[int, tuple[int, int]]:
    found = knockout.ranking(stage_states.tree_state(progress_of(cup)))
    return {one.entrant: (one.first, one.last) for one in found}


def test_six_play_and_byes_go_to_the_first_two(house: House) -> None:
    cup, ids = _drawn(house, 6, third_place=True)
    byes = [one.home_id for one in progress_of(cup).of_round(1) if one.award == "bye"]
    assert sorted(byes) == ids[:2]
    played = 0
    while _open(cup):
        _win(house, _open(cup)[0])
        played += 1
    assert played == 6
    assert fresh(cup).state == "over"
    ranks = _ranks(cup)
    assert [ranks[one] for one in ids[:4]] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_the_next_match_is_known_with_its_two_winners(house: House) -> None:
    cup, ids = _drawn(house, 4)
    one, other = _open(cup)
    _win(house, one)
    assert not progress_of(cup).of_round(2)
    match = _win(house, other)
    (final,) = progress_of(cup).of_round(2)
    assert {final.home_id, final.away_id} == set(ids[:2])
    entry_undo(by=house.person("scorer"), match=match, version=match.version)
    assert not progress_of(cup).of_round(2)
    assert fresh(cup).state == "running"


def test_no_result_is_undone_once_others_play_on_it(house: House) -> None:
    cup, _ids = _drawn(house, 4)
    one, other = _open(cup)
    match = _win(house, one)
    _win(house, other)
    begin(house, progress_of(cup).of_round(2)[0])
    with pytest.raises(Invalid) as refused, transaction.atomic():
        entry_undo(by=house.person("scorer"), match=match, version=match.version)
    assert refused.value.code == "next_begun"


def test_a_start_by_mistake_is_taken_back_until_something_is_entered(house: House) -> None:
    """Then the result before it may be put right, and others come to play it."""
    cup, _ids = _drawn(house, 4)
    one, other = _open(cup)
    match = _win(house, one)
    _win(house, other)
    (final,) = progress_of(cup).of_round(2)
    by = house.person("director")
    begun, take_back = begin(house, final), "Undo the start"
    address = f"tournaments/{cup.pk}/rounds/2/"
    assert take_back in page(Browser(house, "director").get(address))
    assert take_back not in page(Browser(house, "ann").get(address))
    meeting_start_back(by=by, tournament=cup, fixture=final.pk)
    assert not Match.objects.filter(pk=begun.pk).exists()
    with pytest.raises(Invalid, match="not_begun"), transaction.atomic():
        meeting_start_back(by=by, tournament=cup, fixture=final.pk)
    entry_undo(by=house.person("scorer"), match=match, version=match.version)
    match.refresh_from_db()
    win(house, match, max(match.player_ids))
    (final,) = progress_of(cup).of_round(2)
    assert max(match.player_ids) in (final.home_id, final.away_id)
    _win(house, final)
    assert take_back not in page(Browser(house, "director").get(address))
    with pytest.raises(Invalid, match="match_begun"), transaction.atomic():
        meeting_start_back(by=by, tournament=cup, fixture=final.pk)


def test_who_withdraws_is_walked_over_and_comes_back(house: House) -> None:
    cup, ids = _drawn(house, 4)
    withdraw(house, cup, ids[0])
    other = next(
        one.away_id if one.home_id == ids[0] else one.home_id
        for one in progress_of(cup).of_round(1)
        if ids[0] in (one.home_id, one.away_id)
    )
    (left,) = _open(cup)
    _win(house, left)
    (final,) = progress_of(cup).of_round(2)
    assert other in (final.home_id, final.away_id)
    entrant_back(by=house.person("director"), tournament=cup, player=ids[0])
    assert not progress_of(cup).of_round(2)
    assert len(_open(cup)) == 1


def test_awards_and_what_is_for_a_swiss_alone(house: House) -> None:
    cup, ids = _drawn(house, 4)
    by = house.person("director")
    one = _open(cup)[0]
    award(house, cup, one.pk, "away")
    meeting_award_back(by=by, tournament=cup, fixture=one.pk)
    assert len(_open(cup)) == 2
    for act in (
        lambda: players_enter(by=by, tournament=cup, players=players(house, 1)),
        lambda: round_off_ask(by=by, tournament=cup, player=ids[0], number=2),
        lambda: pair_keep_apart(by=by, tournament=cup, pair=(ids[0], ids[1])),
        lambda: draw(house, cup),
        lambda: opened(house, [], kind="knockout", terms=EVEN),
    ):
        with pytest.raises(Invalid), transaction.atomic():
            act()


def test_too_few_are_told(house: House) -> None:
    cup = opened(house, players(house, 3), kind="knockout", third_place=True)
    with pytest.raises(Invalid, match="cannot_draw") as refused, transaction.atomic():
        draw(house, cup)
    assert "At least 4 players" in str(refused.value.detail)


def test_the_draw_is_taken_back_whole(house: House) -> None:
    cup, _ids = _drawn(house, 3)
    begin(house, _open(cup)[0])
    by, version = house.person("director"), fresh(cup).version
    round_take_back(by=by, tournament=cup, number=1, version=version)
    assert not progress_of(cup).fixtures
    assert not Match.objects.filter(event=cup.pk).exists()
    assert fresh(cup).state == "entering"


@settings(
    max_examples=examples(4, thorough=10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_knockout_has_one_winner_whom_nobody_beat(house: House, data: st.DataObject) -> None:
    with undone("a knock-out at random"):
        number = data.draw(st.integers(2, 7))
        cup, ids = _drawn(house, number)
        beaten = set()
        while _open(cup):
            one = data.draw(st.sampled_from(_open(cup)))
            pair = (one.home_id, one.away_id or 0)
            winner = data.draw(st.sampled_from(pair))
            beaten |= set(pair) - {winner}
            if data.draw(st.booleans()):
                award(house, cup, one.pk, "home" if winner == one.home_id else "away")
            else:
                win(house, begin(house, one), winner)
        (first,) = set(ids) - beaten
        assert _ranks(cup)[first] == (1, 1)
        assert len(beaten) == number - 1
