"""A second book of a contest: what a scorer writes down beside the site, name by name."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.clubhouse import read
from tests.support.depth import times

from .contesting import Program, amounts, names

HELD = ("pot", "bank", "mass")


@dataclass(slots=True)
class Sheet:
    """`book` by lower-case names, and by what the contest holds: `pot`, `bank`, `mass`, `levy`.
    `asked`: how often it was compared."""

    club: Program
    book: Counter[str] = field(default_factory=Counter)
    stated: dict[str, int] = field(default_factory=dict)
    asked: int = 0

    def moves(self, **amounts: int) -> None:
        assert sum(amounts.values()) == 0
        self.book.update(amounts)

    def agrees(self, seats: str = "", queue: str = "") -> None:
        """With what the last act was answered; with what is read now, every entry and every account
        too when the contest is over, and usually every third time before."""
        self._agree(self.club.everything())
        if self.club.now["over"] or self.asked % times(3, thorough=1) == 0:
            answered = self.club.now
            assert self.club.reads() == answered
            self._agree(self.club.moved())
            self._accounts()
            self._statements()
        self.asked += 1
        assert " ".join(self.club.seats()).lower() == seats
        assert self.club.now["over"] or " ".join(self.club.queue()).lower() == queue

    def _agree(self, theirs: Mapping[str, int]) -> None:
        mine = {name: amount for name, amount in self.book.items() if amount}
        assert {name.lower(): amount for name, amount in theirs.items()} == mine

    def _accounts(self) -> None:
        found = self._director(f"evenings/{self.club.night.pk}/accounts")
        sums = {
            name.lower(): amount for name, amount in amounts(found["balances"]).items() if amount
        }
        assert sums == {name: one for name, one in self._people().items() if one}
        assert found["levy"] == self.book["levy"]
        assert found["held"] == sum(self.book[name] for name in HELD)

    def _statements(self) -> None:
        """Of who has another sum than when this was asked last."""
        people = self._people()
        for name, amount in people.items() - self.stated.items():
            found = self._director(f"players/{self.club.pk(name)}/statement")
            assert found["next"] is None
            assert found["total"] == sum(one["amount"] for one in found["results"]) == amount
        self.stated = people

    def _people(self) -> dict[str, int]:
        return {name: one for name, one in self.book.items() if name not in (*HELD, "levy")}

    def _director(self, path: str) -> Any:
        return read(self.club.house.api("director").get(path))


def lower(people: list[dict[str, Any]]) -> list[str]:
    return [name.lower() for name in names(people)]
