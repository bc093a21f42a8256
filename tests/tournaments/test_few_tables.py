"""A round of a tournament with fewer tables than matches is played in several sittings."""

import re
from collections import Counter

import pytest

from scoring.leagues.models import Fixture
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors.progress import is_open, progress_of
from scoring.tournaments.services.by_hand import pairing_change, pairing_change_back
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read
from tests.support.nights import evening
from tests.support.tourneys import (
    begin,
    draw,
    fresh,
    open_in,
    opened,
    play_round,
    players,
    publish,
    win,
)

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def seats(cup: int) -> Counter[tuple[int | None, str]]:
    rows = Fixture.objects.filter(event=cup, away__isnull=False)
    return Counter(rows.values_list("sitting", "table"))


def test_sixteen_of_a_swiss_play_at_six_tables(house: House) -> None:
    cup = opened(house, players(house, 16), tables=6)
    draw(house, cup)
    first = {(1, str(table)): 1 for table in range(1, 7)}
    assert seats(cup.pk) == {**first, (2, "1"): 1, (2, "2"): 1}
    publish(house, cup, 1)
    text = page(Browser(house, "director").get(f"tournaments/{cup.pk}/rounds/1/"))
    assert (text.count("Sitting 1"), text.count("Sitting 2")) == (6, 2)
    rows = read(house.api("director").get(f"tournaments/{cup.pk}/rounds/1"))["pairings"]
    assert Counter(one["sitting"] for one in rows) == {1: 6, 2: 2}


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.GROUPS])
def test_rounds_drawn_at_once_have_sittings_too(house: House, kind: Kind) -> None:
    cup = opened(house, players(house, 6), tables=2, kind=kind)
    draw(house, cup)
    for round_ in cup.event.rounds.all():
        played = round_.fixtures.filter(away__isnull=False)
        at = Counter(played.values_list("sitting", "table"))
        if played.count() > 2:
            assert at == {(1, "1"): 1, (1, "2"): 1, (2, "1"): 1}
        else:
            assert {sitting for sitting, _table in at} == {None}


def test_with_tables_enough_nobody_reads_of_sittings(house: House) -> None:
    cup = opened(house, players(house, 4), tables=6)
    draw(house, cup)
    assert seats(cup.pk) == {(None, "1"): 1, (None, "2"): 1}
    publish(house, cup, 1)
    assert "Sitting" not in page(Browser(house).get(f"tournaments/{cup.pk}/rounds/1/"))


def test_tables_are_proposed_to_the_sitting_that_is_next(house: House) -> None:
    night = evening(house)
    assert night.tables.count() >= 2
    cup = opened(house, players(house, 6), tables=2)
    draw(house, cup)
    publish(house, cup, 1)
    text = page(Browser(house, "director").get(f"tournaments/{cup.pk}/rounds/1/start/"))
    rows = {one.pk: one.sitting for one in Fixture.objects.filter(event=cup.pk)}
    proposed = {}
    for pk in rows:
        options = text.partition(f'name="table_{pk}"')[2].partition("</select>")[0]
        proposed[pk] = re.search(r'value="\d+" selected', options) is not None
    assert proposed == {pk: sitting == 1 for pk, sitting in rows.items()}


def test_a_change_by_hand_knows_the_board_at_whichever_sitting(house: House) -> None:
    """The seventh board is at the first table once more: 15, who lost there in the first round,
    sits there again in the second, and the draw says it."""
    cup = opened(house, players(house, 16), tables=6, vary_tables=False)
    play_round(house, cup, 1)
    draw(house, cup)
    rows = Fixture.objects.filter(event=cup.pk, round__number=2).order_by("number")
    before = list(rows.values_list("home", "away", "why"))
    seventh = next(one for one in rows if (one.sitting, one.table) == (2, "1"))
    assert "table_before" in [code for code, _who, _figures in seventh.why]
    eighth = next(one for one in rows if (one.sitting, one.table) == (2, "2"))
    by = house.person("director")
    pairing_change(
        by=by,
        tournament=cup,
        number=2,
        version=fresh(cup).version,
        change="swap",
        player=seventh.home_id,
        other=eighth.home_id,
        reason="Snow.",
    )
    pairing_change_back(by=by, tournament=cup, number=2, version=fresh(cup).version)
    assert list(rows.values_list("home", "away", "why")) == before


def in_round(cup: int, number: int) -> list[tuple[int, int | None, str]]:
    rows = Fixture.objects.filter(event=cup, round__number=number, away__isnull=False)
    return list(rows.order_by("number").values_list("number", "sitting", "table"))


def test_a_knock_out_at_two_tables(house: House) -> None:
    """Of seven three play in the first round, at two tables; the semi-finals have a table each, and
    the final has one too, beside that for third place."""
    cup = opened(house, players(house, 7), kind=Kind.KNOCKOUT, tables=2, third_place=True)
    draw(house, cup)
    publish(house, cup, 1)
    first = [(1, "1"), (1, "2"), (2, "1")]
    assert [one[1:] for one in in_round(cup.pk, 1)] == first
    for number in (1, 2):
        for row in open_in(progress_of(cup), number):
            win(house, begin(house, row), row.home_id)
    assert {(sitting, table) for _n, sitting, table in in_round(cup.pk, 2)} == {(None, "")}
    assert {(sitting, table) for _n, sitting, table in in_round(cup.pk, 3)} == {(None, "")}


def test_at_one_table_third_place_comes_before_the_final(house: House) -> None:
    """A match keeps its place while others of its round wait for players."""
    cup = opened(house, players(house, 4), kind=Kind.KNOCKOUT, tables=1, third_place=True)
    draw(house, cup)
    publish(house, cup, 1)
    assert [sitting for _number, sitting, _table in in_round(cup.pk, 1)] == [1, 2]
    text = page(Browser(house).get(f"tournaments/{cup.pk}/"))
    assert "Sitting 2, table 1" in text
    rows = read(house.api("ann").get(f"tournaments/{cup.pk}/tree"))["fixtures"]
    assert [one["sitting"] for one in rows] == [1, 2, None, None]
    for row in open_in(progress_of(cup), 1):
        win(house, begin(house, row), row.home_id)
    final, third = in_round(cup.pk, 2)
    assert (final[1:], third[1:]) == ((2, "1"), (1, "1"))
    assert third[0] > final[0]


def test_the_tree_after_groups_has_sittings_and_a_consolation_sits_down_last(house: House) -> None:
    cup = opened(house, players(house, 8), kind=Kind.KNOCKOUT, tables=2, consolation=True)
    draw(house, cup)
    publish(house, cup, 1)
    for row in open_in(progress_of(cup), 1):
        win(house, begin(house, row), row.home_id)
    # Two semi-finals, and the two first matches of the consolation.
    assert [one[1:] for one in in_round(cup.pk, 2)] == [(1, "1"), (1, "2"), (2, "1"), (2, "2")]
    groups = opened(house, players(house, 6), kind=Kind.GROUPS, groups=3, first=1, best=1, tables=1)
    draw(house, groups)
    publish(house, groups, 1)
    for row in progress_of(fresh(groups)).fixtures:
        if is_open(row):
            win(house, begin(house, row), row.home_id)
    number = draw(house, groups).number
    publish(house, groups, number)
    assert [one[1:] for one in in_round(groups.pk, number)] == [(1, "1"), (2, "1")]
