"""Queries composed once answer what Django answers each time."""

from typing import Any

import pytest
from django.db.models import Count, F, Model, QuerySet, Value
from pytest_django import DjangoAssertNumQueries

from ecarte_club.clubs.models import Player
from ecarte_club.core.composed import LISTED_MOST, Composed, ComposedList
from games.matches.models import Entry, Match
from games.matches.selectors.matches import matches
from tests.support import nights, printed_game
from tests.support.clubhouse import House
from tests.support.hooks import play

pytestmark = pytest.mark.django_db


def related_fields(row: Model) -> list[Any]:
    return [field for field in row._meta.concrete_fields if field.is_relation]


def everything(row: Model | None, depth: int = 3) -> Any:
    """The row's values, and those of the rows that were read with it."""
    if row is None or not depth:
        return row
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    related = {
        field.name: everything(field.get_cached_value(row), depth - 1)
        for field in related_fields(row)
        if field.is_cached(row)
    }
    return {**values, **related}


@pytest.mark.postgresql
def test_rows_and_what_is_read_with_them_are_those_of_django(
    house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ids = [house.match(house.season()).pk, house.match().pk]
    table = nights.evening(house).tables.order_by("pk")[0]
    Match.objects.filter(pk=ids[1]).update(evening_table=table)
    composed = Composed(lambda pk: matches().filter(pk=pk), pk=int)
    for pk in ids:
        theirs = matches().get(pk=pk)
        with django_assert_num_queries(1):
            ours = composed.first(pk=pk)
            found = everything(ours)
        assert found == everything(theirs)
        assert found["club"]["slug"] == house.club.slug
        assert ours == theirs
    tables = [everything(composed.first(pk=pk))["evening_table"] for pk in ids]
    assert [one is None for one in tables] == [True, False]


@pytest.mark.postgresql
def test_converted_values_order_and_slices(house: House) -> None:
    match = house.match(house.season())
    play(house, match)
    last = len(printed_game.BODIES)
    newest = Composed(
        lambda match, since: (
            Entry.objects.filter(match=match, number__gte=since)
            .select_related("by", "phone__player")
            .order_by("-number")[:2]
        ),
        match=int,
        since=int,
    )
    theirs = Entry.objects.filter(match=match).select_related("by").order_by("-number")
    assert [one.number for one in newest.rows(match=match.pk, since=1)] == [last, last - 1]
    assert [one.number for one in newest.rows(match=match.pk, since=last)] == [last]
    ours = newest.rows(match=match.pk, since=1)
    assert [one.data for one in ours] == [one.data for one in theirs[:2]]
    assert [one.at for one in ours] == [one.at for one in theirs[:2]]
    assert [one.by for one in ours] == [one.by for one in theirs[:2]]


def test_it_is_composed_at_the_first_use_alone(house: House) -> None:
    composed = []

    def build(pk: int) -> QuerySet[Match]:
        composed.append(pk)
        return Match.objects.filter(pk=pk)

    query = Composed(build, pk=int)
    found = [query.first(pk=house.match().pk) for _number in range(3)]
    assert len(composed) == 1
    assert len({one.pk for one in found if one}) == 3


@pytest.mark.parametrize("pk", [0, -1, 2**31, 2**63 - 1, 2**63, 10**30, -(10**30)])
def test_no_row_has_such_a_number(house: House, pk: int) -> None:
    house.match()
    assert Composed(lambda pk: Match.objects.filter(pk=pk), pk=int).first(pk=pk) is None


@pytest.mark.postgresql
def test_columns_of_two_queries_together(house: House) -> None:
    def build(a: int, b: int) -> QuerySet[Any, Any]:
        first = Match.objects.filter(pk=a).order_by().values_list(Value("first"), "pk")
        return first.union(Match.objects.filter(pk=b).order_by().values_list(Value("second"), "pk"))

    both = Composed(build, a=int, b=int)
    a, b = house.match().pk, house.match().pk
    assert set(both.tuples(a=a, b=b)) == {("first", a), ("second", b)}
    assert set(both.tuples(a=b, b=0)) == {("first", b)}


@pytest.mark.postgresql
def test_what_is_worked_out_beside_the_columns(house: House) -> None:
    """On rows with others read with them, and of columns that the database keeps otherwise."""
    match = house.match(house.season())
    play(house, match)

    def numbered(match: int) -> QuerySet[Any]:
        found = Entry.objects.filter(match=match).select_related("by").order_by("number")
        rows: QuerySet[Any] = found.annotate(twice=F("number") * 2)
        return rows

    rows: list[Any] = Composed(numbered, match=int).rows(match=match.pk)
    assert [one.twice for one in rows] == [one.number * 2 for one in numbered(match.pk)]
    assert [everything(one) for one in rows] == [everything(one) for one in numbered(match.pk)]
    plain = Composed(lambda match: numbered(match).values_list("at", "data", "twice"), match=int)
    theirs = [(one.at, one.data, one.number * 2) for one in numbered(match.pk)]
    assert plain.tuples(match=match.pk) == theirs


@pytest.mark.parametrize("slug", ["", "'; DROP TABLE", "\x01", "%s", "é"])
def test_texts_are_values(house: House, slug: str) -> None:
    names = Composed(lambda slug: type(house.club).objects.filter(slug=slug), slug=str)
    assert names.first(slug=slug) is None
    assert names.first(slug=house.club.slug) == house.club


def test_a_value_that_is_lost_is_found_at_once() -> None:
    with pytest.raises(ValueError, match="not in it"):
        Composed(lambda pk: Match.objects.all(), pk=int).first(pk=1)


@pytest.mark.postgresql
@pytest.mark.parametrize("most", [LISTED_MOST, 2])
def test_a_list_of_any_length_finds_each_row_once(
    most: int, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ecarte_club.core.composed.LISTED_MOST", most)
    ids = [player.pk for player in house.players.values()]
    players = ComposedList(lambda found: Player.objects.filter(pk__in=found).order_by("pk"))
    for length in range(len(ids) + 1):
        some = ids[:length]
        assert [one.pk for one in players.rows(some)] == sorted(some)
    assert [one.pk for one in players.rows([ids[0], 2**63, 0])] == ids[:1]
    sums = ComposedList(
        lambda found: Player.objects.filter(pk__in=found)
        .values_list("club")
        .annotate(n=Count("pk"))
    )
    assert sums.tuples(ids) == [(house.club.pk, len(ids))]
