"""A round of a tournament with fewer tables than matches is played in several sittings."""

import re
from collections import Counter

import pytest

from scoring.leagues.models import Fixture
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.services.by_hand import pairing_change, pairing_change_back
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read
from tests.support.nights import evening
from tests.support.tourneys import draw, fresh, opened, play_round, players, publish

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


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
