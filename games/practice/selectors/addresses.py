"""What an address says: the reader's actions, and where a game against a robot stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import QueryDict
from django.utils.crypto import get_random_string, salted_hmac

from ecarte_club.clubs.models import Robot
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole_number
from games.engine.cards import NAMES
from games.engine.hand.state import Action, Discard, Say
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, NOTHING, Score
from games.online.rules.actions import SENT_MOST, parse
from games.practice.rules.hands import READER, ROBOT, Start

DID_MOST: Final = 40
"""Actions of one hand; no hand has so many."""
SALT: Final = "games.practice"
KEY_LENGTH: Final = 16
HANDS_MOST: Final = 40


def sent_text(action: Action) -> str:
    """As `parse` reads it."""
    if isinstance(action, Say):
        return str(action)
    if isinstance(action, int):
        return NAMES[action]
    return "-" + " ".join(NAMES[card] for card in cast(Discard, action))


def actions_of(query: QueryDict) -> list[Action]:
    """Those done, and the one chosen now: `did`, and the cards of a discard as `throw`. From the
    first that cannot be read on, none."""
    texts = query.getlist("did")[:DID_MOST]
    if "discard" in query:
        texts.append("-" + " ".join(query.getlist("throw")))
    found: list[Action] = []
    for text in texts:
        try:
            found.append(cast(Action, parse(text[: SENT_MOST + 1])))
        except ValueError:
            break
    return found


def did(actions: Iterable[Action]) -> list[tuple[str, str]]:
    return [("did", sent_text(action)) for action in actions]


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a reader against a robot, at one of its hands. `key`: what its cards follow from,
    with the site's key, so that no address tells them."""

    key: str
    level: str
    hand: int = 1
    score: Score = NOTHING

    @classmethod
    def begun(cls, level: str) -> "Game":
        return cls(get_random_string(KEY_LENGTH), level)

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Game":
        """Raises: Absent for what leads to no hand."""
        key, level = query.get("game", ""), query.get("level", "")
        hand = whole_number(query.get("hand", "1")) or 0
        own, _dash, other = query.get("score", "0-0").partition("-")
        score = Score(whole_number(own) or 0, whole_number(other) or 0)
        is_hand = 1 <= hand <= HANDS_MOST and max(score.a, score.b) < GAME_IS
        is_key = key.isascii() and key.isalnum() and len(key) <= KEY_LENGTH
        if level not in Robot.values or not (is_key and is_hand):
            raise Absent
        return cls(key, level, hand, score)

    @property
    def start(self) -> Start:
        """The deal alternates; the first dealer is drawn."""
        drawn = salted_hmac(SALT, self.key, secret=settings.SECRET_KEY, algorithm="sha256")
        first = drawn.digest()[0]
        seed = salted_hmac(SALT, f"{self.key} {self.hand}", algorithm="sha256").hexdigest()
        dealer: Seat = READER if (first + self.hand) % 2 else ROBOT
        return Start(seed, dealer, self.score, self.level)

    def next(self, score: Score) -> "Game":
        return Game(self.key, self.level, self.hand + 1, score)

    @property
    def fields(self) -> list[tuple[str, str]]:
        return [
            ("level", self.level),
            ("game", self.key),
            ("hand", str(self.hand)),
            ("score", f"{self.score.a}-{self.score.b}"),
        ]

    def query(self, more: Sequence[tuple[str, str]] = ()) -> str:
        return f"?{urlencode([*self.fields, *more])}"
