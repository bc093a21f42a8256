"""The site is killed again and again while hands are entered: none is lost, none is twice."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

import pytest
from pytest_django import DjangoDbBlocker

from games.matches.models import Entry, Match
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from tests.support.clubhouse import House, open_house
from tests.support.depth import on_both, times
from tests.support.elsewhere import django_on
from tests.support.retrying import Answer, Retrying, some_hand
from tests.support.served import Served, served

HANDS = times(40, thorough=500)
KILLS_LEAST = times(2, thorough=20)
ANSWERED = (8, 24)
"""Hands between two kills, at least and at most, however slow the machine."""
MEANWHILE = 0.05
"""Seconds after the last of them, at most: what a hand takes."""


@dataclass(frozen=True, slots=True)
class Season500:
    season: int
    secret: str
    start: Answer


def _prepared(house: House) -> Season500:
    season = house.season()
    players = house.players
    start = {
        "player_a": players["ann"].pk,
        "player_b": players["bob"].pk,
        "event": season.pk,
        "first_dealer": "a",
    }
    return Season500(season.pk, house.secret("scorer"), start)


Hands = list[tuple[int, int]]


def _enter_all(url: str, here: Season500, answered: Hands) -> int:
    """Notes the match and number of every hand that was answered; how often one was retried."""
    random, client = Random(7), Retrying(url, here.secret)
    match: Answer = {"over": True}
    while len(answered) < HANDS:
        if match["over"]:
            made = client.write("clubs/cercle/matches", here.start)
            assert made.status_code == 201, made.text
            match = made.json()
        body = {**some_hand(random), "version": match["version"]}
        answer = client.write(f"matches/{match['id']}/hands", body)
        assert answer.status_code == 201, answer.text
        written = answer.json()
        answered.append((written["entry"]["match"], written["entry"]["number"]))
        match = written["match"]
    return client.retries


def _kill_until(done: "Future[int]", site: Served, answered: Hands) -> int:
    random, kills = Random(8), 0
    while not done.done():
        enough = len(answered) + random.randint(*ANSWERED)
        while len(answered) < enough and not done.done():
            time.sleep(0.002)
        time.sleep(random.uniform(0, MEANWHILE))
        site.kill()
        kills += 1
        site.start()
    return kills


@pytest.mark.slow
@on_both("database_url")
def test_killed_again_and_again(
    database_url: str,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    with django_on(database_url, django_db_blocker):
        here = _prepared(open_house())
    with served(database_url=database_url) as site, ThreadPoolExecutor(1) as pool:
        answered: Hands = []
        entering = pool.submit(_enter_all, site.url, here, answered)
        kills = _kill_until(entering, site, answered)
        retries = entering.result()
    print(f"{kills} kills, {retries} retries")
    assert kills >= KILLS_LEAST
    assert retries >= kills
    assert len(set(answered)) == HANDS
    with django_on(database_url, django_db_blocker):
        kept = set(Entry.objects.values_list("match_id", "number"))
        assert Entry.objects.count() == HANDS
        assert kept == set(answered)
        for match in Match.objects.all():
            assert match.version == match.entries.count()
        assert recount(Season.objects.get(pk=here.season)) == []
