"""What the apps above follow, inside the transaction of the write, and what they are asked."""

from collections.abc import Iterable
from dataclasses import dataclass

from ecarte_club.core.followers import Change, Question

from .models import Player

# `player`: their name, or what the public sees of it, has changed.
player_changed = Change("player_changed")
# `kept` and `gone` are to become one player: matches first, before any evening is locked, then
# whatever depends on them. Each follower returns `MergeEffects`.
players_merging = Change("players_merging")
# After `players_merging`, with the ids of the `evenings` that were named there.
players_merged = Change("players_merged")
# `kept` and `gone`: an iterable of query sets from each app, of the rows that making them one may
# change, in the order in which they are locked; not of rows that are worked out from others.
players_recorded = Question("players_recorded")
# `kept` and `gone` are to be two again, with what was `moved` (`services.merge_undo.MovedRows`).
# Each follower refuses where something later depends on it, takes its locks, and returns how many
# matches and evenings go back.
players_unmerging = Change("players_unmerging")
# After the rows went back: what is worked out from them is worked out again.
players_unmerged = Change("players_unmerged")
# `club`, `by`: its robots play no longer.
robots_leaving = Change("robots_leaving")
# `club`: matches with robots count in its ratings no longer.
robots_unrated = Change("robots_unrated")
# `player`, and the `names` they had: anonymous from now on.
player_anonymised = Change("player_anonymised")
# `user` and the `session` that stays signed in, while all their others have just ended.
session_stays = Change("session_stays")
# `player`: each app returns what it stores about them, an iterable of `StoredData`.
stored_data = Question("stored_data")


@dataclass(frozen=True, slots=True)
class StoredData:
    """Something that an app stores about a player. `stays`: also when they are made anonymous."""

    text: str
    number: int
    stays: bool = True


@dataclass(frozen=True, slots=True)
class StandingsLine:
    rank: int
    player: int
    name: str
    points: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class StandingsChange:
    """The lines of the two players in a season, the one line that replaces them, and how many
    other players get another rank by it."""

    season: int
    name: str
    before: tuple[StandingsLine, ...]
    after: StandingsLine
    others: int


@dataclass(frozen=True, slots=True)
class MergeEffects:
    """`evenings`: ids of those where the player who goes played or was noted."""

    matches: int = 0
    evenings: frozenset[int] = frozenset()
    tables: tuple[StandingsChange, ...] = ()

    @property
    def number_of_evenings(self) -> int:
        return len(self.evenings)


@dataclass(frozen=True, slots=True)
class Merging:
    """`kept` as they will be, at `version` now; `gone` as they were. `sign_in`: the player whose
    account stays, if either has one."""

    kept: Player
    gone: Player
    version: int
    sign_in: Player | None
    effects: MergeEffects


def combined(parts: Iterable[MergeEffects]) -> MergeEffects:
    effects = list(parts)
    return MergeEffects(
        matches=sum(part.matches for part in effects),
        evenings=frozenset().union(*(part.evenings for part in effects)),
        tables=tuple(table for part in effects for table in part.tables),
    )
