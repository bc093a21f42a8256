"""Rubbers given by their games, for tests of ratings; and the ratings worked out a second way."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from ecarte_club.clubs.models import Club, Player
from games.engine.terms import RubberEntry
from games.matches.models import Entry, Match
from games.matches.services.entries import entry_undo
from games.matches.services.matches import MatchTerms, match_enter_at_once
from games.matches.services.revisions import entry_correct
from scoring.ratings import services
from scoring.ratings.models import Rating, RatingBook
from scoring.ratings.rules import spread
from scoring.ratings.rules.skill import Skill, meet
from scoring.ratings.selectors.listing import book_of
from scoring.ratings.services import ratings_synchronise

from .clubhouse import House

FIRST = datetime(2026, 1, 8, 20, tzinfo=UTC)
RUBBER = MatchTerms(format="rubber", games=3)


def after(days: int) -> datetime:
    return FIRST + timedelta(days=days)


def rubber(
    house: House, a: str, b: str, games: tuple[int, int], at: datetime, season: int | None = None
) -> Match:
    """`a` and `b`: players of the house by name."""
    return match_enter_at_once(
        by=house.person("scorer"),
        player_a=house.players[a].pk,
        player_b=house.players[b].pk,
        plays=[(RubberEntry(*games), at)],
        event_id=season,
        terms=None if season else RUBBER,
    )


def correct(house: House, match: Match, games: tuple[int, int]) -> None:
    match.refresh_from_db()
    entry = match.entries.filter(superseded_by=None).exclude(kind="void").latest("number")
    entry_correct(
        by=house.person("director"),
        match=match,
        number=entry.number,
        what=RubberEntry(*games),
        reason="misread",
        version=match.version,
    )


def undo(house: House, match: Match) -> None:
    match.refresh_from_db()
    entry_undo(by=house.person("director"), match=match, version=match.version)


def brought(house: House) -> RatingBook:
    ratings_synchronise(house.club.pk)
    return RatingBook.objects.get(pk=house.club.pk)


def kept(club: Club) -> Mapping[int, Skill]:
    return {one.pk: one.skill for one in Rating.objects.filter(club=club)}


def worked_out(club: Club) -> Mapping[int, Skill]:
    """From the matches and their entries read one by one, without any of the services."""
    results = []
    for match in Match.objects.filter(club=club, over=True):
        new = Entry.objects.filter(match=match, supersedes=None)
        entered = [one for one in new if one.kind != "annulled"]
        ended = max(entered, key=lambda one: one.number).at
        results.append((ended, match.pk, match))
    skills: dict[int, Skill] = {}
    scale = book_of(club).scale
    for ended, _pk, match in sorted(results, key=lambda one: one[:2]):
        a, b = (skills.get(pk, scale.newcomer) for pk in match.player_ids)
        games = (match.games_a, match.games_b)
        skills[match.player_a_id], skills[match.player_b_id] = meet(
            a, b, games, ended.toordinal(), scale
        )
    return skills


def learn_scale_from(house: House, results: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of from twenty-five on."""
    monkeypatch.setattr(spread, "FEWEST", results)
    monkeypatch.setattr(services, "FEWEST", results)
    brought(house)
    RatingBook.objects.filter(pk=house.club.pk).update(learn_at=results)


def add_players(house: House, *names: str) -> None:
    for name in names:
        house.players[name] = Player.objects.create(club=house.club, name=name.title())
