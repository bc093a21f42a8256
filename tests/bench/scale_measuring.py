"""What the first club's lists, archive and recounts cost: in a process of its own."""

import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter, process_time

from django.test import Client
from django.utils import timezone

from ecarte_club.clubs.models import Club, Player, User
from games.evenings.models import Evening
from games.matches.models import Match
from scoring.archive.writing import archive_write
from scoring.leagues.models import Season
from scoring.leagues.renderers import printed_cache, table_cache
from scoring.leagues.selectors.recount import recount
from scoring.ratings.selectors.recount import recount as recount_ratings

from .entering import Scorer, server_clock
from .filling import EMAIL

MATCH = "a match entered"
Figures = dict[str, list[tuple[float, float]]]


def paths(club: Club) -> dict[str, str]:
    """By name: a player and an evening of the middle, a page far in."""
    season = Season.objects.filter(event__club=club).order_by("pk")[0].pk
    player = Player.objects.filter(club=club).order_by("pk")[20].pk
    evening = Evening.objects.filter(club=club).order_by("pk")[10].pk
    match = Match.objects.filter(club=club).order_by("pk")[500].pk
    home = f"/clubs/{club.slug}/"
    return {
        "club": home,
        "players": f"{home}players/",
        "players, by matches": f"{home}players/?sort=-matches",
        "players, by name": f"{home}players/?name=99",
        "player": f"{home}players/{player}/",
        "matches": f"{home}matches/",
        "matches, far in": f"{home}matches/?page=20",
        "matches of a season": f"{home}matches/?season={season}",
        "matches of a player": f"{home}matches/?player={player}",
        "match": f"{home}matches/{match}/",
        "evenings": f"{home}evenings/",
        "evening": f"{home}evenings/{evening}/",
        "audit log": f"{home}log/",
        "season": f"{home}seasons/{season}/",
        "API: standings": f"/api/v1/seasons/{season}/standings",
        "API: matches": f"/api/v1/matches?club={club.slug}",
        "API: players": f"/api/v1/clubs/{club.slug}/players",
    }


def work() -> None:
    """Says what it can measure; then, for each name that it reads, what that cost, once or more:
    CPU in ms, of this process and the database server's, and time until the answer in ms."""
    club, client = Club.objects.order_by("pk")[0], Client()
    client.force_login(User.objects.get(email=EMAIL))
    season, scorer, random = Season.objects.order_by("pk")[0], Scorer(), Random(1)
    acts: dict[str, Callable[[], object]] = {
        name: partial(_get, client, path) for name, path in paths(club).items()
    }
    acts["archive"] = lambda: _archive(club)
    acts["recount of a season"] = lambda: recount(season)
    acts["recount of ratings"] = lambda: recount_ratings(club.pk)
    print(json.dumps([MATCH, *acts]), flush=True)
    for line in sys.stdin:
        name = line.strip()
        found = _played(scorer, random) if name == MATCH else {name: [_cost(acts[name])]}
        print(json.dumps(found), flush=True)


def _played(scorer: Scorer, random: Random) -> Figures:
    scorer.costs.clear()
    scorer.play(random)
    return {
        act: [(cost.own + cost.server, cost.wall) for cost in costs]
        for act, costs in scorer.costs.items()
    }


def _get(client: Client, path: str) -> None:
    printed_cache.clear()
    table_cache.clear()
    answer = client.get(path)
    if answer.status_code != 200:
        raise AssertionError(f"{path}: {answer.status_code}")


def _archive(club: Club) -> None:
    with tempfile.TemporaryFile() as file:
        archive_write(club.pk, file, made_at=timezone.now())


def _cost(act: Callable[[], object]) -> tuple[float, float]:
    server = server_clock()
    own, other, began = process_time(), server(), perf_counter()
    act()
    passed = (perf_counter() - began) * 1e3
    return (process_time() - own) * 1e3 + (server() - other) / 1e6, passed
