"""What the guards of seasons and tournaments are for: the same races with them off.

Off means: nobody is locked out while another reads and writes, and no version is compared. It shows
that the other tests would see a race that is lost.
"""

from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.permissions import Person
from ecarte_club.core import etags as conditional
from games.matches.models import Match
from games.matches.services import entries
from games.matches.services import matches as starting
from scoring.leagues.models import Fixture, Round, Season
from scoring.leagues.services import decisions
from scoring.leagues.services import manual_orders as of_seasons
from scoring.leagues.services import starting as due_starting
from scoring.leagues.services.starting import FIXTURES, due_start
from scoring.ratings import services as following
from scoring.ratings.models import Rating, RatingBook
from scoring.ratings.selectors.recount import recount
from scoring.ratings.services import ratings_synchronise
from scoring.tournaments.models import Tournament
from scoring.tournaments.services import manual_orders as of_tournaments
from scoring.tournaments.services import rounds
from scoring.tournaments.services.locking import draft_drop
from scoring.webhooks.services import subscriptions
from tests.support import tourneys
from tests.support.arena import faults
from tests.support.clubhouse import open_house
from tests.support.elsewhere import at_once, django_on

from .test_races_seasons import (
    CLIENTS,
    RANKED,
    WON,
    club,
    cup_of_four,
    fixture_due,
    hook_of,
    meet,
    told_twice,
)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]


def unheld(_by: Person, tournament: Tournament, version: int | None = None) -> Tournament:
    return Tournament.objects.select_related("event__club").get(pk=tournament.pk)


def bare(act: Any) -> Any:
    """Without its transaction."""
    return act.__wrapped__


def test_without_the_lock_everybody_is_drawn_twice(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_have_drawn = Barrier(2, timeout=30)

    def paused(tournament: Tournament) -> None:
        draft_drop(tournament)
        both_have_drawn.wait()

    monkeypatch.setattr(rounds, "tournament_lock_for", unheld)
    monkeypatch.setattr(rounds, "draft_drop", paused)
    number_once = next(one for one in Fixture._meta.constraints if "number_once" in one.name)
    with django_on(database_url, django_db_blocker):
        house = open_house()
        cup, by = cup_of_four(house), house.person("director")
        # SQLite makes the table anew from what the model says.
        rest = [one for one in Fixture._meta.constraints if one is not number_once]
        monkeypatch.setattr(Fixture._meta, "constraints", rest)
        with connection.schema_editor() as editor:
            editor.remove_constraint(Fixture, number_once)
        act = bare(rounds.round_draw)
        found = at_once(2, lambda _who: act(by=by, tournament=cup, version=cup.version))
        assert faults([*found]) == []
        assert Fixture.objects.filter(event=cup.pk).count() == 2 * 2


def test_without_versions_what_was_just_published_is_taken_back(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "tournament_lock_for", unheld)
    published = Event()
    with club(arena, django_db_blocker, "unseen") as house:
        cup, by = cup_of_four(house), house.person("director")
        tourneys.draw(house, cup)
        asked: dict[str, Any] = {"by": by, "tournament": cup, "number": 1}
        asked["version"] = tourneys.fresh(cup).version

        def act(who: int) -> object:
            if who:
                assert published.wait(30)
                return rounds.round_take_back(**asked)
            done = rounds.round_publish(**asked)
            published.set()
            return done

        assert faults([*at_once(2, act)]) == []
        assert not Round.objects.filter(event=cup.pk).exists()


def test_without_the_look_at_who_plays_all_eight_phones_begin(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "check_seats", lambda *_given, **_more: None)
    monkeypatch.setattr(due_starting, "players_lock", lambda _ids: None)
    monkeypatch.setattr(due_starting, "counts_for_nothing", lambda _match: False)
    all_have_looked, check = Barrier(CLIENTS, timeout=30), due_starting._errors

    def paused(*given: Any) -> Any:
        found = dict(check(*given))
        all_have_looked.wait()
        return found

    monkeypatch.setattr(due_starting, "_errors", paused)
    with club(arena, django_db_blocker, "crowd") as house:
        fixture, evening, tables = fixture_due(house)
        by, act = house.person("scorer"), bare(due_start)

        def begin(phone: int) -> object:
            return act(by=by, due=FIXTURES, evening=evening, starts=[(fixture.pk, tables[phone])])

        assert faults([*at_once(CLIENTS, begin)]) == []
        assert Match.objects.filter(event=fixture.event_id).count() == CLIENTS


def test_without_the_lock_both_awards_are_taken(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_have_read = Barrier(2, timeout=30)

    def unguarded(_by: Person, fixture: Fixture, _version: int) -> tuple[Season, Fixture]:
        found = Fixture.objects.select_related("round", "match").get(pk=fixture.pk)
        both_have_read.wait()
        found.version += 1
        return Season.objects.select_related("league").get(pk=found.event_id), found

    monkeypatch.setattr(decisions, "row_lock", unguarded)
    with club(arena, django_db_blocker, "awards") as house:
        fixture, _evening, _tables = fixture_due(house)
        by, act = house.person("director"), bare(decisions.fixture_award)

        def award(who: int) -> object:
            what = ("home", "away")[who]
            return act(by=by, fixture=fixture, award=what, reason="x", version=fixture.version)

        assert faults([*at_once(2, award)]) == [], "One of the two is lost, and was told it stands."


def test_without_comparing_both_programs_write(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "_bump_version", lambda subscription, version: None)
    monkeypatch.setattr(conditional, "hold", lambda request: True)
    with club(arena, django_db_blocker, "unconditional") as house:
        hook, secret = hook_of(house), house.secret("committee")
        assert told_twice(secret, f"hooks/{hook.pk}", [{"active": False}] * 2) == [200, 200]
        _fixture, evening, _tables = fixture_due(house)
        comers = [{"player": house.players[name].pk} for name in ("ann", "bob")]
        path = f"evenings/{evening.pk}/arrivals"
        assert told_twice(house.secret("director"), path, comers) == [201, 201]


def test_without_the_lock_of_the_book_ratings_are_lost(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody reads Ann's rating before anybody has written it."""
    all_have_read, read = Barrier(CLIENTS, timeout=30), following._read

    def paused(match_id: int) -> Any:
        now = read(match_id)
        all_have_read.wait()
        return now

    with club(arena, django_db_blocker, "unrated") as house:
        matches, by = meet(house), house.person("scorer")
        ratings_synchronise(house.club.pk)
        assert RatingBook.objects.get(pk=house.club.pk).is_up_to_date
        monkeypatch.setattr(following, "bump_book_version", lambda club_id, first=None: None)
        monkeypatch.setattr(following, "_read", paused)
        act = bare(entries.play_record)
        found = at_once(
            CLIENTS, lambda number: act(by=by, match=matches[number], what=WON, version=0)
        )
        assert faults([*found]) == []
        assert Rating.objects.get(player=house.players["ann"]).matches == 1
        assert recount(house.club.pk) != []


def test_without_the_lock_both_orders_are_in_force(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_have_read, overlapping = Barrier(2, timeout=30), of_seasons._overlapping

    def paused(*given: Any, **more: Any) -> Any:
        found = overlapping(*given, **more)
        both_have_read.wait()
        return found

    def season(_by: Person, season: Season, _version: int) -> Season:
        return Season.objects.get(pk=season.pk)

    monkeypatch.setattr(of_seasons, "_overlapping", paused)
    monkeypatch.setattr(of_seasons, "season_lock", season)
    monkeypatch.setattr(of_tournaments, "tournament_lock_for", unheld)
    with club(arena, django_db_blocker, "ranked") as house:
        for place in RANKED:
            level = place(house)
            level = level._replace(decide=bare(level.decide))
            assert faults([*at_once(2, level.rank)]) == []
            assert level.in_force == 2, "Each was told that their order stands."
