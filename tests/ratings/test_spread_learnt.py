"""A club of unequal players learns how far apart they are, and keeps to it."""

from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker

from games.matches.models import Match
from scoring.ratings import tasks
from scoring.ratings.models import Rating, RatingBook, RatingPoint
from scoring.ratings.rules.skill import USUAL, lower
from scoring.ratings.selectors.recount import recount
from tests.support.clubhouse import House, open_house
from tests.support.rated import add_players, after, brought, correct, kept, rubber, worked_out
from tests.support.standing import as_built, built_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

NAMES = ("ann", "bob", "cyd", "dan", "eve")


@pytest.fixture(scope="module")
def _standing_unequal(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with built_once(django_db_blocker, unequal_players) as found:
        yield found


def unequal_players() -> House:
    """Fifty-two rubbers, each won by the better of the two in straight games."""
    house = open_house()
    add_players(house, "dan", "eve")
    brought(house)
    for day in range(26):
        first, second = day % 4, (day + 1 + day // 4) % 5
        better, worse = sorted((first, second if second != first else 4))
        rubber(house, NAMES[better], NAMES[worse], (2, 0), after(day))
        rubber(house, NAMES[worse], NAMES[better], (0, 2), after(day))
    brought(house)
    return house


@pytest.fixture
def unequal(_standing_unequal: House) -> Iterator[House]:
    with as_built(_standing_unequal) as house:
        yield house


def test_a_club_of_unequal_players_learns_its_spread(unequal: House) -> None:
    """By the task that the fiftieth change sends; everything is then learnt again."""
    book = RatingBook.objects.get(pk=unequal.club.pk)
    assert book.is_up_to_date
    assert not book.is_scale_due
    assert book.scale.spread > 2 * USUAL.spread
    assert kept(unequal.club) == worked_out(unequal.club)
    assert recount(unequal.club.pk) == []
    newcomers = RatingPoint.objects.filter(matches=1).values_list("doubt_before", flat=True)
    assert set(newcomers) == {book.spread}
    lows = {one.pk: one.low for one in Rating.objects.all()}
    assert lows == {one.pk: lower(one.skill, book.scale) for one in Rating.objects.all()}


def test_the_recount_learns_the_spread_again(unequal: House) -> None:
    RatingBook.objects.filter(pk=unequal.club.pk).update(spread=500_000)
    found = recount(unequal.club.pk)
    assert (None, "spread", 500_000) in [(one.player, one.field, one.kept) for one in found]
    with pytest.raises(CommandError, match="figures differ"):
        call_command("recount_ratings", unequal.club.slug)


def test_a_correction_of_what_it_was_learnt_from_teaches_it_again(unequal: House) -> None:
    before = RatingBook.objects.get(pk=unequal.club.pk).scale
    matches = Match.objects.filter(club=unequal.club).order_by("pk")
    for match in matches[:40:2]:
        correct(unequal, match, (match.player_a_id < match.player_b_id and (0, 2)) or (2, 0))
    after_all = brought(unequal)
    assert after_all.scale.spread < before.spread
    assert kept(unequal.club) == worked_out(unequal.club)
    assert recount(unequal.club.pk) == []


def test_a_later_result_leaves_the_spread_until_there_are_a_quarter_more(unequal: House) -> None:
    book = RatingBook.objects.get(pk=unequal.club.pk)
    for day in range(30, 36):
        rubber(unequal, "eve", "ann", (2, 0), after(day))
    now = brought(unequal)
    assert (now.scale, now.scale_match) == (book.scale, book.scale_match)
    assert recount(unequal.club.pk) == []


def test_the_periodic_task_learns_a_spread_that_is_due(unequal: House) -> None:
    """Should the task that a result sends be lost."""
    RatingBook.objects.filter(pk=unequal.club.pk).update(learn_at=1)
    tasks.bring_ratings()
    assert not RatingBook.objects.get(pk=unequal.club.pk).is_scale_due
