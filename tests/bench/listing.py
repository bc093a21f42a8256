"""The lists of a crowded club asked for as pages: run in a process with a database of its own."""

from time import process_time

from django.test import Client

from ecarte_club.clubs.models import Club, Player, User
from scoring.leagues.models import Season
from scoring.leagues.renderers import printed_cache, table_cache

from .crowding import crowd
from .entering import server_clock
from .filling import EMAIL

ROUNDS = 5


def paths(club: Club) -> dict[str, str]:
    """The lists by name. A player of the middle, a page far in."""
    season = Season.objects.filter(event__club=club).order_by("pk")[0].pk
    player = Player.objects.filter(club=club).order_by("pk")[500].pk
    home = f"/clubs/{club.slug}/"
    return {
        "club": home,
        "members": f"{home}players/",
        "members, by matches": f"{home}players/?sort=-matches",
        "members, found": f"{home}players/?name=99",
        "names offered": f"{home}players/names/?q=jou",
        "matches": f"{home}matches/",
        "matches, far in": f"{home}matches/?page=2000",
        "matches of a season": f"{home}matches/?season={season}",
        "matches of a player": f"{home}matches/?player={player}",
        "start a match": f"{home}matches/new/",
        "season": f"{home}seasons/{season}/",
        "season, far in": f"{home}seasons/{season}/?page=90",
        "API: matches": f"/api/v1/matches?club={club.slug}",
        "API: members": f"/api/v1/clubs/{club.slug}/players",
        "API: standings": f"/api/v1/seasons/{season}/standings",
    }


def work() -> dict[str, list[float]]:
    """CPU in ms, the database server's too: of the first time, and of the fastest of a few more."""
    club, client = crowd(), Client()
    client.force_login(User.objects.get(email=EMAIL))
    client.get("/")
    found = {}
    for name, path in paths(club).items():
        printed_cache.clear()
        table_cache.clear()
        first = _cpu(client, path)
        found[name] = [first, min(_cpu(client, path) for _round in range(ROUNDS))]
    return found


def _cpu(client: Client, path: str) -> float:
    server = server_clock()
    own, other = process_time(), server()
    answer = client.get(path)
    spent = (process_time() - own) * 1e3 + (server() - other) / 1e6
    if answer.status_code != 200:
        raise AssertionError(f"{path}: {answer.status_code}")
    return spent
