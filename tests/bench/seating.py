"""Tables online in play, for whoever plays and watches there from another process."""

from random import Random

from ecarte_club.clubs.models import Player
from scoring.leagues.models import Season
from tests.support.clubhouse import Api, read

from .acting import Game, pair

PEOPLE = 2


def work(tables: str) -> list[dict[str, object]]:
    """Of each table: its id, and the token and chain of its players by their seats."""
    wanted, random = int(tables), Random(1911)
    season = Season.objects.select_related("event").order_by("pk")[0]
    Player.objects.bulk_create(
        Player(club=season.event.club, name=f"Player {number}", sort_name=f"{number}")
        for number in range(PEOPLE * wanted)
    )
    found = []
    for number in range(wanted):
        players = pair(number)
        devices = Game(players, random).devices
        for device in devices.values():
            device.open()
        table = devices["a"].table
        ticket = Api().get(f"online-tables/{table}")["Live-Ticket"]
        seats = {
            seat: {
                "secret": one.secret,
                "seed": devices[seat].seed.hex(),
                "from": devices[seat].holds_from,
                "ticket": read_ticket(devices[seat].api, table),
            }
            for seat, one in zip("ab", players, strict=True)
        }
        found.append({"table": table, "ticket": ticket, "seats": seats})
    return found


def read_ticket(api: Api, table: int) -> str:
    answer = api.get(f"online-tables/{table}")
    read(answer)
    return str(answer["Live-Ticket"])
