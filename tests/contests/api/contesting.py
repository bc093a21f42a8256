"""A program that runs contests over the API, told briefly."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from tests.support.clubhouse import Api, House, read
from tests.support.nights import evening

Body = dict[str, Any]


@dataclass(slots=True)
class Program:
    """`names` are lower case; `now` is the contest as the last answer told it."""

    house: House
    night: Evening
    api: Api
    now: Body = field(default_factory=dict)

    def pk(self, name: str) -> int:
        return self.house.players[name].pk

    def path(self, act: str = "") -> str:
        return f"contests/{self.now['id']}{act and '/'}{act}"

    def opens(
        self,
        kind: str,
        *names: str,
        agreed: Mapping[str, Any] | None = None,
        gallery: Mapping[str, Any] | None = None,
        table: int = 0,
        places: str = "listed",
        terms: Mapping[str, Any] | None = None,
        seat_anyway: bool = False,
    ) -> Body:
        body = {
            "kind": kind,
            "table": self.night.tables.order_by("pk")[table].pk,
            "agreed": agreed or {},
            "gallery": gallery,
            "players": [self.pk(name) for name in names],
            "accepted": bool(names),
            "places": places,
            "terms": terms,
            "seat_anyway": seat_anyway,
        }
        return self._kept(self.api.post(f"evenings/{self.night.pk}/contests", body))

    def _kept(self, answer: Any) -> Body:
        self.now = read(answer, 201)
        return self.now

    def event(self, event: str, name: str = "", **fields: Any) -> Body:
        player = {"player": self.pk(name)} if name else {}
        return {"event": event, **player, **fields}

    def tells(self, event: str, name: str = "", **fields: Any) -> Body:
        return self._kept(self.api.post(self.path("events"), self.event(event, name, **fields)))

    def acts(self, act: str, **fields: Any) -> Body:
        """On the version that was read."""
        body = {"version": self.now["version"], **fields}
        return self._kept(self.api.post(self.path(act), body))

    def wins(self, name: str) -> Body:
        """The game in play, by five to nothing."""
        match = read(self.api.get(f"matches/{self.now['match']}"))
        a, b = (5, 0) if match["players"]["a"]["id"] == self.pk(name) else (0, 5)
        body = {"version": match["version"], "score": {"a": a, "b": b}}
        read(self.api.post(f"matches/{match['id']}/games", body), 201)
        return self.reads()

    def game(self, winner: str) -> Body:
        self.acts("deal")
        return self.wins(winner)

    def reads(self) -> Body:
        self.now = read(self.api.get(self.path()))
        return self.now

    def entries(self) -> list[Body]:
        found: list[Body] = read(self.api.get(self.path("entries")))
        return found

    def seats(self) -> list[str]:
        seats = self.now["seats"]
        return [seats[side]["name"] for side in "ab"] if seats else []

    def queue(self) -> list[str]:
        return names(self.now["queue"])

    def sums(self) -> dict[str, int]:
        """Of who has won or lost anything."""
        return {one: amount for one, amount in amounts(self.now["balances"]).items() if amount}

    def moved(self) -> dict[str, int]:
        """The same by adding up what the log says was moved, with what the contest holds."""
        found: Counter[str] = Counter()
        for one in (one for entry in self.entries() for one in entry["moved"]):
            for side, sign in (("giver", -1), ("taker", 1)):
                account = one[side]
                who = account["player"]["name"] if account["player"] else account["holder"]
                found[who] += sign * one["amount"]
        return {who: amount for who, amount in found.items() if amount}

    def everything(self) -> dict[str, int]:
        held = {name: amount for name, amount in self.now["held"].items() if amount}
        return self.sums() | held


def names(people: list[Body]) -> list[str]:
    return [one["name"] for one in people]


def amounts(lines: list[Body]) -> dict[str, int]:
    return {one["player"]["name"]: one["amount"] for one in lines}


def program(house: House, *others: str, public: bool = False) -> Program:
    """At an evening of two tables; `others` play in the club beside Ann, Bob and Cyd."""
    for name in others:
        house.players[name] = Player.objects.create(club=house.club, name=name.title())
    return Program(house, evening(house, public=public), house.api("scorer"))
