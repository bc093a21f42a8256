"""Ratings beside a second way of telling them: each history is a chain, each list is what it says.

Whatever happens to the record meanwhile: results told late, on the same moment, put right, taken
out and taken back, and two players who turn out to be one.
"""

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from games.matches.services.entries import match_annul, match_annul_back
from games.matches.services.revisions import entry_correct
from scoring.ratings import services as catching_up
from scoring.ratings.models import Rating, RatingPoint
from scoring.ratings.rules.skill import USUAL, Skill, is_established
from scoring.ratings.selectors import listing
from scoring.ratings.selectors.listing import SORTS, Filters
from scoring.ratings.selectors.recount import recount
from tests.support.clubhouse import House, read
from tests.support.clubrooms import undone
from tests.support.depth import examples, times
from tests.support.rated import (
    FIRST,
    add_players,
    after,
    brought,
    correct,
    kept,
    learn_scale_from,
    rubber,
    undo,
    worked_out,
)

pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]

GAMES = ((2, 0), (2, 1), (1, 2), (0, 2))
ACTS = [*["told"] * 8, *["correct", "annul", "merge"] * 2, "void", "undo"]


class Record:
    """`names` of who is still somebody of his own."""

    def __init__(self, house: House, random: Random) -> None:
        self.house, self.random = house, random
        self.names = ["ann", "bob", "cyd", "dan", "eve", "flo", "geo", "hal", "ida"]
        add_players(house, *self.names[3:])
        self.matches: list[Match] = []
        self.merged = 0

    def anything(self) -> None:
        act = self.random.choice(ACTS)
        if act == "told" or not self.matches:
            a, b = self.random.sample(self.names, 2)
            at = after(self.random.randint(0, 4))  # many at the same moment
            self.matches.append(rubber(self.house, a, b, self.random.choice(GAMES), at))
        elif act == "merge":
            if len(self.names) > 3:
                self.merge(*self.random.sample(self.names, 2))
        else:
            match = self.random.choice(self.matches)
            match.refresh_from_db()
            self.mend(match, act)

    def mend(self, match: Match, act: str) -> None:
        if act == "annul":
            annul = match_annul_back if match.annulled_at else match_annul
            by = self.house.person("director")
            annul(by=by, match=match, reason="a trial", version=match.version)
        elif act == "undo":
            if match.over:
                undo(self.house, match)
        elif match.over and act == "correct":
            correct(self.house, match, self.random.choice(GAMES))
        elif match.over:
            entry = match.entries.filter(superseded_by=None).exclude(kind="void").latest("number")
            asked: dict[str, Any] = {"number": entry.number, "what": None, "reason": "Not played"}
            by = self.house.person("director")
            entry_correct(by=by, match=match, version=match.version, **asked)

    def merge(self, one: str, other: str) -> None:
        """Refused where the two have played each other."""
        kept_, gone = (Player.objects.get(pk=self.house.players[name].pk) for name in (one, other))
        Player.objects.filter(pk=gone.pk).update(user=None)
        gone.refresh_from_db()
        versions = {"version": kept_.version, "gone_version": gone.version}
        have_met = any({*match.player_ids} == {kept_.pk, gone.pk} for match in self.fresh())
        is_refused = False
        try:
            with transaction.atomic():
                by = self.house.person("committee")
                players_merge(by=by, kept=kept_.pk, gone=gone.pk, **versions)
        except Invalid:
            is_refused = True
        assert is_refused == have_met
        if not is_refused:
            self.names.remove(other)
            self.merged += 1

    def fresh(self) -> list[Match]:
        return list(Match.objects.filter(club=self.house.club))

    def check(self) -> None:
        """As worked out of the record; and each history leads from one point to the next."""
        brought(self.house)
        assert kept(self.house.club) == worked_out(self.house.club)
        histories: dict[int, list[RatingPoint]] = defaultdict(list)
        for point in RatingPoint.objects.filter(club=self.house.club):
            histories[point.player_id].append(point)
        for player, points in histories.items():
            points.sort(key=lambda one: (one.ended_at, one.match_id))
            newcomer = listing.book_of(self.house.club).scale.newcomer
            assert (points[0].strength_before, points[0].doubt_before) == newcomer[:2]
            for before, now in pairwise(points):
                assert (now.strength_before, now.doubt_before) == (before.strength, before.doubt)
            assert [one.matches for one in points] == list(range(1, len(points) + 1))
            assert points[-1].games == sum(one.won + one.lost for one in points)
            rating = Rating.objects.get(pk=player)
            assert (rating.skill, rating.last_match) == (points[-1].skill, points[-1].match_id)
        over = [match for match in self.fresh() if match.over]
        assert sum(map(len, histories.values())) == 2 * len(over)
        assert set(histories) == {player for match in over for player in match.player_ids}


@pytest.mark.parametrize("seed", range(times(1, thorough=2)))
def test_every_history_is_a_chain_that_ends_at_the_rating(
    house: House, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    monkeypatch.setattr(catching_up, "STEP", random.randint(1, 4))
    learn_scale_from(house, 5, monkeypatch)
    record = Record(house, random)
    for number in range(36):
        record.anything()
        if number % 6 == 5:
            record.check()
    assert recount(house.club.pk) == []
    assert len(record.matches) > 12
    assert record.merged > 1


_figures = st.tuples(st.integers(-3, 3), st.sampled_from([100_000, 350_000]), st.integers(0, 3))


@settings(
    max_examples=examples(10, thorough=25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(_figures, min_size=3, max_size=7),
    st.sampled_from([*SORTS, *(f"-{name}" for name in SORTS)]),
    st.sampled_from(["", "yes", "no"]),
    st.sampled_from(["", "a", "é", "ZOÉ"]),
    st.sampled_from(["playing", "all"]),
)
def test_a_list_is_all_that_was_asked_for_in_its_order(
    house: House, rows: list[tuple[int, int, int]], sort: str, sure: str, name: str, status: str
) -> None:
    """Also where many are level: then who was known first comes first."""
    with undone("one club for all examples"):
        names = ["Zoé", "Ann", "Ánna", "Bob", "zoe", "Élie", "Émile"][: len(rows)]
        made = [(_rated(house, one, row), row) for one, row in zip(names, rows, strict=True)]
        Player.objects.filter(pk=made[0][0].pk).update(left_on=after(900).date())
        asked = Filters.of(
            {"sort": sort, "sure": sure, "name": name, "status": status}, house.person("committee")
        )
        wanted = [
            (one.pk, row)
            for one, row in made
            if (status == "all" or one.pk != made[0][0].pk)
            and (not sure or is_established(Skill(0, row[1], 0)) == (sure == "yes"))
            and _plain(name) in _plain(one.name)
        ]
        keys: dict[str, Callable[[int, tuple[int, int, int]], Any]] = {
            "low": lambda pk, row: 1000 * row[0] - row[1],
            "rating": lambda pk, row: row[0],
            "name": lambda pk, row: _plain(Player.objects.get(pk=pk).name),
            "matches": lambda pk, row: row[2],
            "last": lambda pk, row: -row[2],
            "sure": lambda pk, row: row[1],
        }
        key = keys[sort.removeprefix("-")]
        wanted.sort(key=lambda one: key(*one), reverse=sort.startswith("-"))
        found = listing.ratings_of(house.club, asked, USUAL)
        assert [one.pk for one in found] == [pk for pk, _row in wanted]


def _plain(name: str) -> str:
    return name.casefold().translate(str.maketrans("áé", "ae"))


def _rated(house: House, name: str, row: tuple[int, int, int]) -> Player:
    strength, doubt, matches = row
    player = Player.objects.create(club=house.club, name=name)
    Rating.objects.create(
        player=player,
        club=house.club,
        strength=strength * 1000,
        doubt=doubt,
        low=strength * 1000 - doubt,
        matches=matches,
        games=2 * matches,
        last_at=FIRST - timedelta(days=matches),
        last_match=player.pk,
    )
    return player


def test_pages_of_ratings_are_the_list(house: House) -> None:
    """Where all are level in what they are sorted by, nobody is twice or left out."""
    made = [_rated(house, f"P{number}", (number % 2, 10**5, 1)).pk for number in range(7)]
    api, found = house.api("committee"), []
    address = "clubs/cercle/ratings?sort=-rating&page_size=3"
    while address:
        page = read(api.get(address))
        found += [one["player"]["id"] for one in page["results"]]
        address = (page["next"] or "").partition("/api/v1/")[2]
    assert found == [*made[1::2], *made[::2]]
