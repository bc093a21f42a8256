"""A match on paper: a second record beside the site's, kept the way a scorer keeps a sheet.

What stands is crossed out and written anew by hand here; nothing is saved, so that no test of it
needs a database.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ecarte_club.clubs.models import Player, User
from games.engine import serialization
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import GameEntry, HandEntry, Score
from games.matches.models import Entry, Match
from games.matches.selectors.logs import Log
from games.matches.selectors.reading import Reading, state_of

BEGUN = datetime(2026, 10, 3, 20, 0, tzinfo=UTC)
Did = tuple[Entry, int, Entry | None]
"""An act that may be undone, its place, and what stood there before."""


def hand(
    dealer: str, opening: str, tricks: tuple[int, int] | None, king: str = "", *, game: int = 1
) -> HandEntry:
    """`king` as "a turned" or "b held"; no `opening` or `dealer` where they were not noted."""
    seat, _space, how = king.partition(" ")
    record = HandRecord(
        dealer=Seat(dealer) if dealer else None,
        opening=Opening(opening) if opening else None,
        kings=(King(Seat(seat), KingHow(how)),) if king else (),
        tricks=Tricks(*tricks) if tricks else None,
    )
    return HandEntry(game, record)


def game(number: int, a: int, b: int) -> GameEntry:
    return GameEntry(number, Score(a, b))


def paper_match(
    a: str = "Ann Archer", b: str = "Bob Baker", first_dealer: str = "", **terms: object
) -> Match:
    """One game by the London laws, unless `terms` say otherwise."""
    agreed: dict[str, object] = {"code": "london", "format": "one_game", "games": 1, **terms}
    players = {"player_a": Player(pk=1, name=a), "player_b": Player(pk=2, name=b)}
    return Match(pk=1, first_dealer=first_dealer, **players, **agreed)


@dataclass(slots=True)
class Paper:
    """`stands` has what is not crossed out, by place; `written` everything, `done` the acts."""

    match: Match = field(default_factory=paper_match)
    written: list[Entry] = field(default_factory=list)
    stands: dict[int, Entry] = field(default_factory=dict)
    newest: dict[int, Entry] = field(default_factory=dict)
    done: list[Did] = field(default_factory=list)

    def enter(self, *plays: Play) -> None:
        for play in plays:
            place = len(self.newest) + 1
            entry = self._write(place, serialization.dump(play))
            self.done.append((entry, place, None))

    def correct(self, place: int, play: Play | None, reason: str = "misread") -> Entry:
        """What stands at `place`; None crosses it out."""
        before = self.stands[place]
        data = serialization.dump(play) if play else None
        entry = self._write(place, data, supersedes=before, reason=reason)
        self.done.append((entry, place, before))
        return entry

    def undo(self) -> Entry:
        act, place, before = self.done.pop()
        data = before.data if before else None
        return self._write(place, data, supersedes=self.newest[place], undoes=act)

    @property
    def log(self) -> Log:
        return Log(tuple(self.written))

    @property
    def reading(self) -> Reading:
        return Reading(self.match, self.log, state_of(self.match, self.log.standing()))

    def _write(
        self,
        place: int,
        data: object,
        supersedes: Entry | None = None,
        undoes: Entry | None = None,
        reason: str = "",
    ) -> Entry:
        number = len(self.written) + 1
        entry = Entry(
            pk=1000 + number,
            number=number,
            place=place,
            kind=str(data["kind"]) if isinstance(data, dict) else Entry.Kind.VOID,
            data=data,
            supersedes=supersedes,
            undoes=undoes,
            reason=reason,
            by=User(pk=1, name="Sam Scorer"),
            at=BEGUN + timedelta(minutes=5 * number),
        )
        self.written.append(entry)
        self.newest[place] = entry
        if data is None:
            self.stands.pop(place, None)
        else:
            self.stands[place] = entry
        return entry


def paper(**terms: object) -> Paper:
    """Of a match between Ann Archer at a and Bob Baker at b, on these terms."""
    return Paper(paper_match(**terms))  # type: ignore[arg-type]
