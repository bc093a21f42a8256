"""Groups, then a knock-out, run by its director: two groups of four are worked by hand.

The snake puts 1, 4, 5 and 8 into the first group, 2, 3, 6 and 7 into the second.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import GameEntry, Score
from games.matches.models import Entry, Match
from games.matches.services.entries import entry_undo
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import entry_correct
from scoring.leagues.models import Fixture, Round
from scoring.tables.ranking import drawn
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules import knockout
from scoring.tournaments.selectors import draws as qualification
from scoring.tournaments.selectors import stage_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.people import entrant_back
from scoring.tournaments.services.rounds import round_take_back
from tests.support.clubhouse import House
from tests.support.tourneys import (
    award,
    begin,
    draw,
    fresh,
    opened,
    pairs,
    players,
    publish,
    win,
    withdraw,
)

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

# By their numbers in the order of seeds: who wins, against whom.
WON = {
    (4, 1), (4, 5), (4, 8), (1, 5), (1, 8), (8, 5),
    (3, 2), (3, 6), (3, 7), (7, 2), (7, 6), (2, 6),
}  # fmt: skip


def in_groups(house: House, number: int, **plan: Any) -> tuple[Tournament, list[int]]:
    ids = players(house, number)
    cup = opened(house, ids, kind="groups", **plan)
    publish(house, cup, draw(house, cup).number)
    return fresh(cup), ids


def unplayed(cup: Tournament) -> list[Fixture]:
    return [one for one in progress_of(cup).fixtures if not one.award and one.match_id is None]


def _award(house: House, cup: Tournament, ids: list[int], won: Iterable[tuple[int, int]]) -> None:
    """All that is open, by their numbers."""
    for one in unplayed(cup):
        pair = (ids.index(one.home_id) + 1, ids.index(one.away_id or 0) + 1)
        award(house, cup, one.pk, "home" if pair in won else "away")


def next_round(house: House, cup: Tournament) -> int:
    number = draw(house, cup).number
    publish(house, cup, number)
    return number


def _of_four(house: House) -> tuple[Tournament, list[int], list[Match]]:
    """Two groups of two; the first of each is the better seed, and they meet in the final."""
    cup, ids = in_groups(house, 4, first=1)
    played = [
        win(house, begin(house, one), min(one.home_id, one.away_id or 0)) for one in unplayed(cup)
    ]
    return fresh(cup), ids, played


def _correct(house: House, match: Match, score: tuple[int, int]) -> None:
    """Of player_a first."""
    match.refresh_from_db()
    last = Entry.objects.filter(match=match).order_by("number").last()
    assert last is not None
    entry_correct(
        by=house.person("director"),
        match=match,
        number=last.number,
        what=GameEntry(1, Score(*score)),
        reason="misread",
        version=match.version,
    )


def test_two_groups_of_four_worked_by_hand(house: House) -> None:
    cup, ids = in_groups(house, 8, third_place=True)
    p = dict(enumerate(ids, start=1))
    # 1-4, 2-3 of the tables, group by group.
    assert pairs(cup, 1) == [(p[1], p[8]), (p[4], p[5]), (p[2], p[7]), (p[3], p[6])]
    assert [one.number for one in progress_of(cup).of_round(1)] == [1001, 1002, 2001, 2002]
    assert (progress_of(cup).group_rounds, progress_of(cup).rounds_planned) == (3, 5)
    _award(house, cup, ids, WON)
    assert fresh(cup).state == "running"
    one, other = qualification.tables(progress_of(cup))
    assert [line.entrant for line in one.lines] == [p[4], p[1], p[8], p[5]]
    assert [line.points for line in one.lines] == [6, 4, 2, 0]
    assert [line.entrant for line in other.lines] == [p[3], p[7], p[2], p[6]]
    assert next_round(house, cup) == 4
    # The winners are placed first and second, and each meets the second of the other group.
    assert {frozenset(pair) for pair in pairs(cup, 4)} == {
        frozenset((p[4], p[7])),
        frozenset((p[3], p[1])),
    }
    told = [why for one in progress_of(cup).of_round(4) for why in one.why if why[0] == "tree_came"]
    assert ["tree_came", p[7], [2, 2]] in told
    assert ["tree_came", p[4], [1, 1]] in told
    _award(house, cup, ids, {(4, 7), (1, 3)})
    assert {frozenset(pair) for pair in pairs(cup, 5)} == {
        frozenset((p[1], p[4])),
        frozenset((p[3], p[7])),
    }
    _award(house, cup, ids, {(1, 4), (7, 3)})
    assert fresh(cup).state == "over"
    ranks = knockout.ranking(stage_states.tree_state(progress_of(cup)))
    assert [one.entrant for one in ranks] == [p[1], p[4], p[7], p[3]]
    # The tables are those of the groups alone.
    assert [line.points for line in qualification.tables(progress_of(cup))[0].lines] == [6, 4, 2, 0]


def test_of_those_who_come_next_points_are_counted_for_a_match(house: House) -> None:
    """1, 4 and 5 against 2, 3, 6 and 7. The second of three has won one of two, that of four one
    of three, of whom he beat has more points."""
    cup, ids = in_groups(house, 7, first=1, best=1)
    won = {(1, 4), (1, 5), (4, 5), (2, 3), (2, 6), (2, 7), (3, 6), (6, 7), (7, 3)}
    _award(house, cup, ids, won)
    next_ = [table.lines[1] for table in qualification.tables(progress_of(cup))]
    assert [line.points for line in next_] == [2, 2]
    assert next_[1].figures[cup.order[1]] > next_[0].figures[cup.order[1]]
    next_round(house, cup)
    assert stage_states.tree_order(progress_of(cup)) == (ids[0], ids[1], ids[3])


def test_who_must_meet_his_own_group_is_told_so(house: House) -> None:
    cup, ids = in_groups(house, 4, groups=1, first=4)
    _award(house, cup, ids, {(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)})
    next_round(house, cup)
    assert stage_states.tree_order(progress_of(cup)) == tuple(ids)
    for one in progress_of(cup).of_round(4):
        assert one.why[-1] == ["tree_clash", None, []]


def test_groups_are_drawn_from_pots_by_lot(house: House) -> None:
    ids = players(house, 4)
    cup = opened(house, ids, kind="groups", first=1, by_lot=True, seed="king")
    draw(house, cup)
    upper, lower = drawn(ids[:2], "king"), drawn(ids[2:], "king")
    assert pairs(cup, 1) == list(zip(upper, lower, strict=True))


def test_who_is_level_on_everything_is_parted_by_lots(house: House) -> None:
    cup, ids = in_groups(house, 3, groups=1, first=2)
    assert cup.tie_breaks[-1] == "lots"
    _award(house, cup, ids, {(1, 2), (2, 3), (3, 1)})
    (table,) = qualification.tables(progress_of(cup))
    assert [line.entrant for line in table.lines] == list(drawn(ids, cup.seed))


def test_a_correction_drops_the_tree_until_something_of_it_has_begun(house: House) -> None:
    cup, ids, (one, other) = _of_four(house)
    next_round(house, cup)
    assert {*pairs(cup, 2)[0]} == {ids[0], ids[1]}
    # As long as the same go on the tree stays.
    _correct(house, one, (5, 1) if one.player_a_id == ids[0] else (1, 5))
    assert progress_of(cup).has_tree
    _correct(house, one, (1, 5) if one.player_a_id == ids[0] else (5, 1))
    assert not progress_of(cup).has_tree
    assert not Round.objects.filter(event=cup.pk, number__gt=1).exists()
    next_round(house, cup)
    final = progress_of(cup).of_round(2)[0]
    assert {final.home_id, final.away_id} == {ids[3], ids[1]}
    match = begin(house, final)
    with pytest.raises(Invalid, match="next_begun") as refused, transaction.atomic():
        _correct(house, other, (1, 5) if other.player_a_id == ids[1] else (5, 1))
    assert "Blocked by: Final." in str(refused.value.detail)
    assert refused.value.extra == {"in_the_way": [{"pairing": final.pk, "match": match.pk}]}
    other.refresh_from_db()
    with pytest.raises(Invalid, match="next_begun"), transaction.atomic():
        entry_undo(by=house.person("scorer"), match=other, version=other.version)
    win(house, match, ids[3])
    assert fresh(cup).state == "over"


def test_the_tree_alone_is_taken_back_and_the_groups_only_before_a_result(house: House) -> None:
    cup, _ids, _played = _of_four(house)
    by = house.person("director")

    def back(number: int) -> None:
        round_take_back(by=by, tournament=cup, number=number, version=fresh(cup).version)

    assert next_round(house, cup) == 2
    with pytest.raises(Invalid, match="drawn_at_once"), transaction.atomic():
        back(1)
    begin(house, progress_of(cup).of_round(2)[0])
    back(2)
    assert [one.number for one in progress_of(cup).rounds] == [1]
    assert fresh(cup).state == "running"
    with pytest.raises(Invalid, match="round_begun"), transaction.atomic():
        back(1)
    draw(house, cup)
    back(2)
    next_round(house, cup)
    award(house, cup, progress_of(cup).of_round(2)[0].pk)
    with pytest.raises(Invalid, match="round_begun"), transaction.atomic():
        back(2)


def test_who_withdraws_from_a_group_leaves_his_place_to_the_next(house: House) -> None:
    cup, ids, _played = _of_four(house)
    by = house.person("director")
    withdraw(house, cup, ids[0])
    next_round(house, cup)
    assert {*pairs(cup, 2)[0]} == {ids[3], ids[1]}
    # He comes back while nothing has begun, and the tree is drawn anew.
    entrant_back(by=by, tournament=cup, player=ids[0])
    assert not progress_of(cup).has_tree
    withdraw(house, cup, ids[0])
    next_round(house, cup)
    begin(house, progress_of(cup).of_round(2)[0])
    with pytest.raises(Invalid, match="next_begun"), transaction.atomic():
        entrant_back(by=by, tournament=cup, player=ids[0])


def test_who_withdraws_from_the_tree_is_walked_over_there_alone(house: House) -> None:
    cup, ids, _played = _of_four(house)
    next_round(house, cup)
    withdraw(house, cup, ids[0])
    (final,) = progress_of(cup).of_round(2)
    assert final.award in ("home", "away")
    assert fresh(cup).state == "over"
    with pytest.raises(Invalid, match="already_out"), transaction.atomic():
        withdraw(house, cup, ids[2])
    entrant_back(by=house.person("director"), tournament=cup, player=ids[0])
    assert [one.pk for one in unplayed(cup)] == [final.pk]
    assert fresh(cup).state == "running"


def test_a_group_with_too_few_left_gives_its_place_to_the_others(house: House) -> None:
    cup, ids = in_groups(house, 6, third_place=True)
    for gone in (ids[3], ids[4]):
        withdraw(house, cup, gone)
    _award(house, cup, ids, {(2, 3), (2, 6), (3, 6)})
    next_round(house, cup)
    # 1 alone is left of 1, 4 and 5: three go on, and three do not play for third place.
    assert stage_states.tree_order(progress_of(cup)) == (ids[0], ids[1], ids[2])
    _award(house, cup, ids, {(2, 3)})
    _award(house, cup, ids, {(1, 2)})
    assert fresh(cup).state == "over"


def test_two_who_are_one_keep_their_group_and_their_place(house: House) -> None:
    cup, ids, _played = _of_four(house)
    next_round(house, cup)
    kept = Player.objects.create(club=house.club, name="Zoé")
    gone = Player.objects.get(pk=ids[0])
    players_merge(
        by=house.person("committee"),
        kept=kept.pk,
        gone=gone.pk,
        version=kept.version,
        gone_version=gone.version,
    )
    assert stage_states.tree_order(progress_of(cup)) == (kept.pk, ids[1])
    win(house, begin(house, progress_of(cup).of_round(2)[0]), ids[1])
    assert fresh(cup).state == "over"


def test_what_cannot_be_is_told_with_what_could(house: House) -> None:
    for plan, field in (
        ({"groups": 1, "first": 1}, "first"),
        ({"groups": 0}, "groups"),
        ({"best": -1}, "best"),
        ({"terms": MatchTerms(format="games", games=2)}, "games"),
    ):
        with pytest.raises(Invalid) as refused, transaction.atomic():
            opened(house, [], kind="groups", **plan)
        assert set(refused.value.errors) == {field}
    cup = opened(house, players(house, 5), kind="groups", groups=4, third_place=True)
    with pytest.raises(Invalid, match="cannot_draw") as refused, transaction.atomic():
        draw(house, cup)
    assert refused.value.extra == {"nearest": {"groups": 2}}
    assert "groups: 2" in str(refused.value.detail)


@pytest.mark.parametrize("kind", ["groups", "round_robin", "knockout"])
def test_a_result_is_entered_in_as_many_steps_whatever_the_size(house: House, kind: str) -> None:
    """At most 20, one to look at the match again and one to find which devices are notified; the
    first of a club asks for more."""
    steps = []
    for size in (4, 4, 16):
        cup = opened(house, players(house, size), kind=kind)
        publish(house, cup, draw(house, cup).number)
        one = progress_of(cup).of_round(1)[0]
        match = begin(house, one)
        with CaptureQueriesContext(connection) as asked:
            win(house, match, one.home_id)
        steps.append(len(asked))
    assert steps[1] == steps[2] <= 24
