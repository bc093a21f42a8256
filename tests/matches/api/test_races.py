"""Eight clients at the same tables at once, on both databases."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from games.matches.models import Entry, Match
from games.matches.services.matches import MatchTerms, match_start
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from tests.support.clubhouse import open_house
from tests.support.depth import on_both, times
from tests.support.elsewhere import at_once, django_on
from tests.support.plain_http import UNUSED
from tests.support.retrying import Answer, Retrying, some_hand
from tests.support.served import Served, served

pytestmark = pytest.mark.slow

CLIENTS, TABLES = 8, 3
ACTS = times(7, thorough=20)
EXPECTED = {
    *("stale_version", "match_over", "nothing_to_undo", "already_superseded"),
    *("earlier_game_unfinished", "game_has_hands", "not_found"),
}
"""What may be refused when others were quicker; anything else is a fault of the site."""


class Player:
    """Enters, corrects and undoes on what it has just read, which others may have changed."""

    def __init__(self, url: str, secret: str, matches: list[int], number: int) -> None:
        self.client = Retrying(url, secret)
        self.matches = matches
        self.random = Random(number)
        self.written: list[tuple[int, int, int]] = []
        self.refused: Counter[str] = Counter()

    def play(self) -> None:
        for _ in range(ACTS):
            match = self.random.choice(self.matches)
            version = self.client.read(f"matches/{match}")["version"]
            answer = self._act(match, version)
            found = answer.json()
            if answer.status_code == 201:
                entry = found["entry"]
                self.written.append((match, entry["number"], entry["id"]))
                assert entry["number"] == version + 1
            else:
                self.refused[found["code"]] += 1

    def _act(self, match: int, version: int) -> httpx.Response:
        chance = self.random.random()
        body: Answer = {"version": version}
        if chance < 0.6 or version == 0:
            return self.client.write(f"matches/{match}/hands", {**body, **some_hand(self.random)})
        if chance < 0.8:
            return self.client.write(f"matches/{match}/undo", body)
        body |= {"reason": "misread", "hand": some_hand(self.random)}
        number = self.random.randint(1, version)
        return self.client.write(f"matches/{match}/entries/{number}/corrections", body)


@pytest.fixture(scope="module")
def site(arena: str) -> Iterator[Served]:
    # PostgreSQL has a process for each connection, wherever that comes from.
    workers = 2 if arena.startswith("sqlite") else times(1, thorough=2)
    with served(database_url=arena, server="wsgi", workers=workers) as site:
        yield site


@on_both("arena")
def test_nothing_is_lost_and_nothing_is_twice(
    arena: str, site: Served, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(arena, django_db_blocker):
        house = open_house("everything")
        season = house.season(terms=MatchTerms(format="games", games=3))
        matches = [house.match(season).pk for _ in range(TABLES)]
        secret = house.secret("director")
    players = [Player(site.url, secret, matches, number) for number in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(Player.play, players))
    refused = sum((player.refused for player in players), Counter[str]())
    assert refused["stale_version"] > 0, "nobody was in anybody's way"
    assert set(refused) <= EXPECTED
    with django_on(arena, django_db_blocker):
        _check(players, matches, season)
    print(f"{sum(len(player.written) for player in players)} written, refused: {dict(refused)}")


def _check(players: list[Player], matches: list[int], season: Season) -> None:
    written = [entry for player in players for entry in player.written]
    entries = Entry.objects.filter(match__in=matches)
    kept = set(entries.values_list("match_id", "number", "pk"))
    assert len(written) == len(set(written))
    assert set(written) == kept
    for match in matches:
        numbers = sorted(number for at, number, _pk in written if at == match)
        assert numbers == list(range(1, Match.objects.get(pk=match).version + 1))
    assert recount(Season.objects.get(pk=season.pk)) == []


def _same_key(secret: str, url: str, path: str, body: Answer) -> list[httpx.Response]:
    headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": path}

    def send(_number: int) -> httpx.Response:
        return httpx.post(
            f"{url}/api/v1/{path}", json=body, headers=headers, timeout=30, verify=UNUSED
        )

    answers = at_once(CLIENTS, send)
    return [answer for answer in answers if isinstance(answer, httpx.Response)]


def test_one_key_from_eight_at_once_is_one_write(
    arena: str, site: Served, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(arena, django_db_blocker):
        house = open_house("one-key")
        match = house.match().pk
        secret = house.secret("director")
    writes = [
        (f"matches/{match}/hands", {**some_hand(Random(1)), "version": 0}),
        ("clubs/one-key/players", {"name": "Dora"}),
    ]
    for path, body in writes:
        answers = _same_key(secret, site.url, path, body)
        assert [answer.status_code for answer in answers] == [201] * CLIENTS
        assert len({answer.content for answer in answers}) == 1
        first = [a for a in answers if "Idempotency-Replayed" not in a.headers]
        assert len(first) == 1
    with django_on(arena, django_db_blocker):
        assert Entry.objects.filter(match=match).count() == 1
        assert house.club.players.filter(name="Dora").count() == 1


def test_first_matches_of_a_season_do_not_wait_in_a_circle(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Every pair is begun from both sides at once, so their lines are made in either order."""
    with django_on(arena, django_db_blocker):
        house = open_house("circle")
        season = house.season()
        director, ids = house.person("director"), [one.pk for one in house.players.values()]

        def start(number: int) -> Match:
            pair = ids[number % 3], ids[(number + 1) % 3]
            a, b = pair if number % 2 else pair[::-1]
            return match_start(by=director, player_a=a, player_b=b, event_id=season.pk)

        found = at_once(12, start)
        assert [one for one in found if isinstance(one, Exception)] == []
        assert Match.objects.filter(event=season.event).count() == 12
        assert Standing.objects.filter(season=season).count() == 3
