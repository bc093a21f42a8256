"""The list of members beside one that is sifted and sorted by hand, and its pages at any size."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import Filters
from ecarte_club.clubs.services.members import player_add
from games.matches.models import Match
from games.matches.services.matches import match_start
from tests.support.clubhouse import ONE_GAME, PASSWORD, House, open_house, read
from tests.support.depth import examples

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

NOW = timezone.now()


@dataclass(frozen=True, slots=True)
class Sketch:
    """A player as he is made; `name` has no letter whose case or accent could matter."""

    name: str
    left: bool
    signs_in: bool
    days: int


sketches = st.lists(
    st.builds(
        Sketch,
        st.text("abc", min_size=1, max_size=3),
        st.booleans(),
        st.booleans(),
        st.integers(0, 5),
    ),
    min_size=2,
    max_size=7,
)
matches = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=6)
FOR_COMMITTEE = members.DETAIL_SORTS
asked = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["", "a", "AB", "c"]),
        "status": st.sampled_from(["", "playing", "left", "all"]),
        "sign_in": st.sampled_from(["", "yes", "no"]),
        "sort": st.sampled_from(
            [
                f"{way}{name}"
                for way in ("", "-")
                for name in members.SORTS.keys() - members.DETAIL_SORTS
            ]
        ),
    }
)


def made(house: House, sketch: Sketch, number: int) -> Player:
    user = None
    if sketch.signs_in:
        email = f"p{number}@else.example"
        user = User.objects.create_user(email, PASSWORD, name=sketch.name)
    player = Player.objects.create(
        club=house.club,
        name=sketch.name,
        user=user,
        left_on=date(2026, 1, 1) if sketch.left else None,
    )
    added = NOW - timedelta(days=sketch.days)
    Player.objects.filter(pk=player.pk).update(added_at=added)
    player.added_at = added
    return player


def wanted(player: Player, asked: Mapping[str, str]) -> bool:
    status = asked["status"] or "playing"
    return (
        asked["name"].lower() in player.name
        and (status == "all" or (player.left_on is None) == (status == "playing"))
        and (not asked["sign_in"] or (player.user is not None) == (asked["sign_in"] == "yes"))
    )


def by_hand(players: list[Player], played: list[Match], asked: Mapping[str, str]) -> list[int]:
    """Equals stand by name, then in the order in which they were added."""

    def his(player: Player) -> list[int]:
        return [match.pk for match in played if player.pk in match.player_ids]

    keys: Mapping[str, Callable[[Player], Any]] = {
        "name": lambda player: player.name,
        "added": lambda player: player.added_at,
        "played": lambda player: max(his(player), default=0),
        "matches": lambda player: len(his(player)),
    }
    found = [player for player in players if wanted(player, asked)]
    found.sort(key=lambda player: (player.name, player.pk))
    if asked["sort"] == "-name":
        # The name turns round; of two that bear it the elder stays the first.
        found.sort(key=lambda player: player.pk)
    key = keys[asked["sort"].removeprefix("-")]
    found.sort(key=key, reverse=asked["sort"].startswith("-"))
    return [player.pk for player in found]


class Sifted(TestCase):
    @settings(max_examples=examples(25, thorough=160), deadline=None)
    @given(sketches, matches, asked)
    def test_as_if_sifted_by_hand(
        self,
        people: list[Sketch],
        pairs: list[tuple[int, int]],
        asked: Mapping[str, str],
    ) -> None:
        house = open_house()
        house.club.players.all().delete()
        players = [made(house, sketch, number) for number, sketch in enumerate(people)]
        scorer = house.person("scorer")
        played = [
            match_start(by=scorer, player_a=players[a].pk, player_b=players[b].pk, terms=ONE_GAME)
            for a, b in pairs
            if a != b and max(a, b) < len(players)
        ]
        found = members.players(scorer, Filters.of(asked))
        assert [player.pk for player in found] == by_hand(players, played, asked)
        for member in members.members([player.pk for player in players]):
            own = [one for one in played if member.player.pk in one.player_ids]
            assert member.matches == len(own)
            assert member.last_played == last(own)


def last(played: list[Match]) -> datetime | None:
    return max((match.started_at for match in played), default=None)


def test_another_clubs_people_are_in_no_list(house: House, neighbour: House) -> None:
    player_add(by=neighbour.person("director"), name="Foreign")
    found = members.players(house.person("cyd"), Filters.of({"status": "all"}))
    assert {player.club for player in found} == {house.club}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 200])
def test_previous_of_the_second_page_is_the_first(size: int, house: House) -> None:
    api, path = house.api("cyd"), f"/api/v1/clubs/cercle/players?sort=name&page_size={size}"
    first = read(api.client.get(path, headers=api.headers))
    assert first["previous"] is None
    if size >= 3:
        assert first["next"] is None
        return
    second = read(api.client.get(first["next"], headers=api.headers))
    assert read(api.client.get(second["previous"], headers=api.headers)) == first


def test_a_cursor_beyond_the_end_finds_nobody(house: House) -> None:
    api = house.api("cyd")
    first = read(api.get("clubs/cercle/players?page_size=1"))
    Player.objects.filter(club=house.club).exclude(name="Cyd").update(left_on=date(2026, 1, 1))
    beyond = read(api.client.get(first["next"], headers=api.headers))
    assert (beyond["results"], beyond["next"]) == ([], None)
    assert beyond["previous"]


@pytest.mark.any_database
def test_an_import_and_a_merge_sent_again_answer_as_at_first(house: House) -> None:
    """A program whose answer was lost sends the same once more."""
    twin = player_add(by=house.person("director"), name="A. Lee")
    api, ann = house.api("committee"), house.players["ann"]
    text = {"csv": "id,name\n,Eve\n"}
    seen = read(api.post("clubs/cercle/players/import/preview", text))["seen"]
    sent = [
        ("clubs/cercle/players/import", {**text, "seen": seen}),
        (f"players/{ann.pk}/merge", {"other": twin.pk, "version": 0, "other_version": 0}),
    ]
    for path, body in sent:
        answers = [api.post(path, body, key=path) for _twice in range(2)]
        assert read(answers[0], 201) == read(answers[1], 201)
        assert "Idempotency-Replayed" in answers[1]
    assert Player.objects.filter(name="Eve").count() == 1
