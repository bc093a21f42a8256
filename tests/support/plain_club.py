"""A club as a patient secretary would keep it on paper: a second way, without a database."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from ecarte_club.clubs.permissions import Role

COMMITTEE, DIRECTOR, SCORER = Role.COMMITTEE, Role.DIRECTOR, Role.SCORER
STRICT = ("name", "initials", "hidden")


@dataclass(slots=True)
class Card:
    """One player's card in the box. `user`: the name of his sign-in, if he has one."""

    name: str
    user: str = ""
    left: date | None = None
    shown: str = "name"
    anonymous: bool = False
    merged_into: int | None = None

    @property
    def is_somebody(self) -> bool:
        return self.merged_into is None and not self.anonymous


@dataclass(slots=True)
class PlainClub:
    """`cards` by the player's number; `results`: (a, b, who won), as they were entered.

    Each act tells whether it may be done, and does it then. `by` is the name of a sign-in.
    """

    cards: dict[int, Card] = field(default_factory=dict)
    offices: set[tuple[str, Role]] = field(default_factory=set)
    results: list[tuple[int, int, int]] = field(default_factory=list)
    closed: set[str] = field(default_factory=set)

    def is_any(self, by: str, *roles: Role) -> bool:
        return any((by, role) in self.offices for role in roles)

    def card_of(self, user: str) -> int | None:
        """Of who plays with this sign-in, and did not leave."""
        cards = self.cards.items()
        return next((pk for pk, one in cards if one.user == user and not one.left), None)

    def join(self, by: str) -> bool:
        return self.is_any(by, COMMITTEE, DIRECTOR)

    def rename(self, by: str, pk: int, name: str) -> bool:
        if not (self.is_any(by, COMMITTEE, DIRECTOR) and self.cards[pk].is_somebody):
            return False
        self.cards[pk].name = name
        return True

    def leave(self, by: str, pk: int, day: date) -> bool:
        return self._left(by, pk, day)

    def come_back(self, by: str, pk: int) -> bool:
        return self._left(by, pk, None)

    def _left(self, by: str, pk: int, day: date | None) -> bool:
        if not (self.is_any(by, COMMITTEE, DIRECTOR) and self.cards[pk].is_somebody):
            return False
        self.cards[pk].left = day
        return True

    def merge(self, by: str, kept: int, gone: int) -> bool:
        one, other = self.cards[kept], self.cards[gone]
        if not self.is_any(by, COMMITTEE) or kept == gone:
            return False
        if not (one.is_somebody and other.is_somebody) or (one.user and other.user):
            return False
        if any({kept, gone} == {self.now(a), self.now(b)} for a, b, _won in self.results):
            return False
        one.user, other.user = one.user or other.user, ""
        one.shown = max(one.shown, other.shown, key=STRICT.index)
        one.left = max(one.left, other.left) if one.left and other.left else None
        other.merged_into = kept
        for card in self.cards.values():
            card.merged_into = kept if card.merged_into == gone else card.merged_into
        return True

    def anonymise(self, by: str, pk: int, today: date) -> bool:
        """And with him whoever turned out to be he."""
        card = self.cards[pk]
        if not (self.is_any(by, COMMITTEE) and card.is_somebody):
            return False
        if card.user and self.is_any(card.user, *Role):
            return False
        if card.user:
            self.closed.add(card.user)
        for number, one in self.cards.items():
            if pk in (number, one.merged_into):
                one.user, one.anonymous, one.left = "", True, one.left or today
                one.name = f"Nº\u00a0{number}"
        return True

    def claim(self, by: str, pk: int, user: str) -> bool:
        """`by` invites to the player's place, and `user` takes it."""
        card = self.cards[pk]
        if not self.is_any(by, COMMITTEE) or card.user or card.left or not card.is_somebody:
            return False
        if any(one.user == user for one in self.cards.values()):
            return False
        card.user = user
        return True

    def choose(self, by: str, shown: str) -> bool:
        """How his own name is shown to strangers."""
        own = self.card_of(by)
        if own is None:
            return False
        self.cards[own].shown = shown
        return True

    def give(self, by: str, to: str, role: Role) -> bool:
        belongs = self.card_of(to) is not None or self.is_any(to, *Role)
        if not self.is_any(by, COMMITTEE) or not belongs or to in self.closed:
            return False
        self.offices.add((to, role))
        return True

    def take(self, by: str, of: str, role: Role) -> bool:
        if not self.is_any(by, COMMITTEE) or (of, role) not in self.offices:
            return False
        others = [user for user, held in self.offices if held is COMMITTEE and user != of]
        if role is COMMITTEE and not others:
            return False
        self.offices.remove((of, role))
        return True

    def play(self, by: str, a: int, b: int, won: int) -> bool:
        """`won`: the one of the two who did. Those who left may still be marked for."""
        plays = self.card_of(by) in (a, b)
        if a == b or not (plays or self.is_any(by, COMMITTEE, DIRECTOR, SCORER)):
            return False
        if not (self.cards[a].is_somebody and self.cards[b].is_somebody):
            return False
        self.results.append((a, b, won))
        return True

    def now(self, pk: int) -> int:
        """Who the player of this number turned out to be."""
        into = self.cards[pk].merged_into
        return pk if into is None else self.now(into)

    def listed(self, status: str) -> list[int]:
        """By name, those of one name by number, and last those who are numbers alone; who turned
        out to be another in none."""
        found = [
            pk
            for pk, card in self.cards.items()
            if card.merged_into is None and status in ("all", _status(card))
        ]
        return sorted(found, key=self._place)

    def _place(self, pk: int) -> tuple[bool, str, int]:
        card = self.cards[pk]
        return card.anonymous, "" if card.anonymous else card.name, pk

    def totals(self) -> dict[int, tuple[int, int]]:
        """Played and won by each who played."""
        played, won = Counter[int](), Counter[int]()
        for a, b, winner in self.results:
            played.update((self.now(a), self.now(b)))
            won[self.now(winner)] += 1
        return {pk: (number, won[pk]) for pk, number in played.items()}

    def strangers_see(self) -> Iterator[tuple[int, str]]:
        for pk, card in self.cards.items():
            letters = "\u00a0".join(f"{word[0]}." for word in card.name.split())
            number = f"Nº\u00a0{pk}"
            if card.anonymous:
                yield pk, number
            else:
                yield pk, {"name": card.name, "initials": letters, "hidden": number}[card.shown]


def _status(card: Card) -> str:
    return "left" if card.left or card.anonymous else "playing"
