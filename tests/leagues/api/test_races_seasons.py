"""Races of directors, phones and programs in seasons and tournaments, on both databases."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Invalid, Stale
from games.engine.terms import RubberEntry
from games.evenings.models import Attendance, Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from scoring.leagues.models import Fixture, ManualOrder, Round
from scoring.leagues.services import manual_orders as of_seasons
from scoring.leagues.services.decisions import fixture_award
from scoring.leagues.services.starting import FIXTURES, due_start
from scoring.ratings.models import Rating
from scoring.ratings.selectors.recount import recount
from scoring.ratings.services import ratings_synchronise
from scoring.tournaments.models import Tournament
from scoring.tournaments.services import manual_orders as of_tournaments
from scoring.tournaments.services.rounds import round_draw, round_publish, round_take_back
from scoring.webhooks.models import Subscription
from scoring.webhooks.services.subscriptions import Hook, hook_make
from tests.support import tourneys
from tests.support.arena import faults
from tests.support.clubhouse import ONE_GAME, Api, House, open_house
from tests.support.depth import on_both
from tests.support.elsewhere import at_once, django_on
from tests.support.hooks import kinds
from tests.support.level import each_has_won
from tests.support.planned import FIRST, plan, season_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]

CLIENTS = 8
OFFICES = ("committee", "director")
WON = RubberEntry(1, 0)
"""Ends a match of one game."""


@contextmanager
def club(url: str, blocker: DjangoDbBlocker, slug: str) -> Iterator[House]:
    with django_on(url, blocker):
        yield open_house(slug)


def cup_of_four(house: House) -> Tournament:
    return tourneys.opened(house, tourneys.players(house, 4), rounds=3)


def fixture_due(house: House) -> tuple[Fixture, Evening, list[int]]:
    """Ann and Bob are to meet at an evening of eight tables."""
    season = season_of(house)
    pair = [house.players["ann"], house.players["bob"]]
    fixture = plan(house, season, pair)["Ann", "Bob"]
    names = tuple(str(number) for number in range(1, CLIENTS + 1))
    evening = evening_open(
        by=house.person("director"), held_on=FIRST + timedelta(7), public=True, tables=names
    )
    return fixture, evening, list(evening.tables.order_by("pk").values_list("pk", flat=True))


def meet(house: House) -> list[Match]:
    """Eight matches that Ann plays, against Bob and Cyd in turn."""
    names = ("bob", "cyd")
    return [
        match_start(
            by=house.person("scorer"),
            player_a=house.players["ann"].pk,
            player_b=house.players[names[number % 2]].pk,
            terms=ONE_GAME,
        )
        for number in range(CLIENTS)
    ]


def hook_of(house: House) -> Subscription:
    wanted = Hook("https://hooks.example/club")
    return hook_make(by=house.person("committee"), hook=wanted)


class Level(NamedTuple):
    """Ann and Bob, as `decide` may rank them once, on what both have seen."""

    event: int
    decide: Callable[..., ManualOrder]
    fields: dict[str, Any]
    house: House

    def rank(self, who: int) -> ManualOrder:
        """The committee's first puts Ann first, the other Bob."""
        pair = [self.house.players[name].pk for name in ("ann", "bob")]
        return self.decide(
            by=self.house.person(OFFICES[who]),
            entrants=pair[::-1] if who else pair,
            reason="As the lot fell.",
            **self.fields,
        )

    @property
    def in_force(self) -> int:
        return ManualOrder.objects.filter(event=self.event, ended_at=None).count()


def in_season(house: House) -> Level:
    season = house.season()
    each_has_won(house, season)
    season.refresh_from_db()
    fields = {"season": season, "version": season.version}
    return Level(season.pk, of_seasons.manual_order_decide, fields, house)


def in_tournament(house: House) -> Level:
    """Neither came to the match of the first round."""
    pair = [house.players[name].pk for name in ("ann", "bob")]
    cup = tourneys.opened(house, pair, rounds=1)
    tourneys.publish(house, cup, tourneys.draw(house, cup).number)
    (fixture,) = cup.event.fixtures.all()
    tourneys.award(house, cup, fixture.pk, "both_absent")
    cup = tourneys.fresh(cup)
    fields = {"tournament": cup, "version": cup.version}
    return Level(cup.pk, of_tournaments.manual_order_decide, fields, house)


RANKED = (in_season, in_tournament)


def told_twice(secret: str, path: str, bodies: list[dict[str, Any]]) -> list[int]:
    """What two programs are answered that change it at once, both on what stands there now."""
    tag = Api(secret).get(path.partition("/arrivals")[0])["ETag"]
    found = at_once(
        2,
        lambda number: Api(secret).post(path, bodies[number], **{"If-Match": tag}).status_code,
    )
    assert faults([*found]) == []
    return sorted(one for one in found if isinstance(one, int))


def test_of_two_directors_one_draws_the_round(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with club(arena, django_db_blocker, "draws") as house:
        cup, by = cup_of_four(house), house.person("director")
        found = at_once(2, lambda _who: round_draw(by=by, tournament=cup, version=cup.version))
        assert [type(fault) for fault in faults([*found])] == [Stale]
        drawn = Fixture.objects.filter(event=cup.pk).values_list("home_id", "away_id")
        assert len({who for pair in drawn for who in pair}) == 2 * len(drawn) == 4
        assert tourneys.fresh(cup).version == cup.version + 1


def test_what_is_published_is_not_taken_back_unseen(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Both saw a draft: whoever is first decides, and the other is told that it is another now."""
    with club(arena, django_db_blocker, "publishes") as house:
        cup, by = cup_of_four(house), house.person("director")
        tourneys.draw(house, cup)
        asked: dict[str, Any] = {"by": by, "tournament": cup, "number": 1}
        asked["version"] = tourneys.fresh(cup).version
        acts = (round_publish, round_take_back)
        found = at_once(2, lambda who: acts[who](**asked))
        assert [type(fault) for fault in faults([*found])] == [Stale]
        is_published = not isinstance(found[0], Exception)
        rows = Round.objects.filter(event=cup.pk)
        assert [row.published_at is not None for row in rows] == [True] * is_published
        assert Fixture.objects.filter(event=cup.pk).count() == 2 * is_published
        assert kinds(house) == ["round.published"] * is_published


@on_both("arena")
def test_of_eight_phones_one_begins_the_fixture(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Also of those that would seat players who are not free."""
    with club(arena, django_db_blocker, "begins") as house:
        fixture, evening, tables = fixture_due(house)
        by = house.person("scorer")

        def begin(phone: int) -> list[Match]:
            starts = [(fixture.pk, tables[phone])]
            anyway = phone % 2 == 0
            return due_start(
                due=FIXTURES, by=by, evening=evening, starts=starts, seat_anyway=anyway
            )

        found = at_once(CLIENTS, begin)
        assert [type(fault) for fault in faults([*found])] == [Invalid] * (CLIENTS - 1)
        match = Match.objects.get(event=fixture.event_id)
        fixture.refresh_from_db()
        assert (fixture.match_id, fixture.version) == (match.pk, 2)


def test_a_fixture_has_one_result(arena: str, django_db_blocker: DjangoDbBlocker) -> None:
    """Two directors award it, each to another, while its match is begun."""
    with club(arena, django_db_blocker, "results") as house:
        fixture, _evening, _tables = fixture_due(house)
        by, scorer = house.person("director"), house.person("scorer")
        pair: dict[str, Any] = {"player_a": fixture.home_id, "player_b": fixture.away_id}

        def act(who: int) -> object:
            if who == 2:
                return match_start(by=scorer, event_id=fixture.event_id, **pair)
            award = ("home", "away")[who]
            asked: dict[str, Any] = {"award": award, "reason": "x", "version": fixture.version}
            return fixture_award(by=by, fixture=fixture, **asked)

        found = at_once(3, act)
        now = Fixture.objects.get(pk=fixture.pk)
        done = [not isinstance(one, Exception) for one in found]
        assert {type(fault) for fault in faults([*found])} <= {Stale, Invalid}
        assert done[2] == (now.match_id is not None), "A match that comes too late is refused."
        assert done[:2] == [now.award == "home", now.award == "away"]
        assert (now.match_id is None) == (now.award != "")
        assert now.version == fixture.version + 1


def test_of_two_programs_with_one_tag_one_writes(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Where the content has a version, and where what is read at the address is compared."""
    with club(arena, django_db_blocker, "programs") as house:
        hook, secret = hook_of(house), house.secret("committee")
        assert told_twice(secret, f"hooks/{hook.pk}", [{"active": False}] * 2) == [200, 412]
        assert Subscription.objects.get(pk=hook.pk).version == hook.version + 1
        _fixture, evening, _tables = fixture_due(house)
        comers = [{"player": house.players[name].pk} for name in ("ann", "bob")]
        path = f"evenings/{evening.pk}/arrivals"
        assert told_twice(house.secret("director"), path, comers) == [201, 412]
        assert Attendance.objects.filter(evening=evening).count() == 1


def test_ratings_under_eight_writers_equal_their_recount(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with club(arena, django_db_blocker, "ratings") as house:
        matches, by = meet(house), house.person("scorer")

        def end(number: int) -> object:
            return play_record(by=by, match=matches[number], what=WON, version=0)

        assert faults([*at_once(CLIENTS, end)]) == []
        ratings_synchronise(house.club.pk)
        assert recount(house.club.pk) == []
        played = dict(Rating.objects.filter(club=house.club).values_list("player__name", "matches"))
        assert played == {"Ann": 8, "Bob": 4, "Cyd": 4}


def test_of_two_orders_at_one_instant_one_stands(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with club(arena, django_db_blocker, "orders") as house:
        for place in RANKED:
            level = place(house)
            found = at_once(2, level.rank)
            assert [type(fault) for fault in faults([*found])] == [Stale]
            (made,) = (one for one in found if isinstance(one, ManualOrder))
            assert level.in_force == 1
            assert ManualOrder.objects.get(event=level.event) == made
            acts = ("manual_order_decide", "tournament_order_decide")
            assert AuditLogEntry.objects.filter(act__in=acts, about=level.event).count() == 1
