"""Matches of a file that the club already has: the same two, at the same moment, the same hands."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine import serialization
from games.matches.models import Entry, Match
from games.matches.selectors.logs import logs_of
from games.matches.selectors.reading import facts
from games.sheets.csv_format.lines import cells_of
from games.sheets.csv_format.sheets import LineFault

from .preparing import Prepared

Key = tuple[int, int, object]
Plays = tuple[tuple[str, ...], ...]


def plays_of(data: Iterable[Mapping[str, Any] | None]) -> Plays:
    """What was played, as the cells that a file has of it."""
    return tuple(tuple(map(str, cells_of(one))) for one in data)


class RecordedMatches:
    """Of one club. Whoever asks again, asks about the matches of a file in their order: a file may
    have the same match twice, as one typed without times does, and then the club must have both.
    """

    def __init__(self, club_id: int) -> None:
        self.club_id = club_id
        self._counted: Counter[tuple[Key, Plays]] = Counter()

    def sifted(self, batch: Sequence[Prepared]) -> tuple[list[Prepared], int]:
        """Those that the club does not have, and the number of those that it has."""
        there = self._plays_by_key(batch)
        new = []
        for one in batch:
            key, plays = self._count(one)
            if there.get(key, Counter())[plays] < self._counted[key, plays]:
                new.append(one)
        return new, len(batch) - len(new)

    def pass_over(self, batch: Iterable[Prepared]) -> None:
        """These come before others in the file, and need not be looked for."""
        for one in batch:
            self._count(one)

    def _count(self, one: Prepared) -> tuple[Key, Plays]:
        counted = one.key, plays_of(map(serialization.dump, one.played))
        self._counted[counted] += 1
        return counted

    def conflicts(self, new: Sequence[Prepared]) -> Iterator[LineFault]:
        """Why some of them cannot be entered: the club has other hands at the moment they state."""
        there = self._ids_by_key([one for one in new if one.states_when])
        for one in new:
            pk = there.get(one.key)
            if one.states_when and pk is not None:
                text = _(
                    "Match %(id)s of the same players started at the same moment, with other "
                    "hands. Correct that match, or leave these lines out."
                )
                yield LineFault(one.line, "match", text % {"id": pk})

    def _matches(self, batch: Sequence[Prepared]) -> list[Match]:
        started = {one.started_at for one in batch}
        pairs = {one.player_ids for one in batch}
        rows = Match.objects.filter(
            club_id=self.club_id, started_at__in=started, annulled_at=None
        ).order_by("pk")
        return [match for match in rows if match.player_ids in pairs]

    def _ids_by_key(self, batch: Sequence[Prepared]) -> dict[Key, int]:
        return {(*match.player_ids, match.started_at): match.pk for match in self._matches(batch)}

    def _plays_by_key(self, batch: Sequence[Prepared]) -> dict[Key, Counter[Plays]]:
        found: dict[Key, Counter[Plays]] = {}
        for match, log in logs_of(self._matches(batch), Entry.objects.all()):
            plays = plays_of(map(facts, log.standing()))
            found.setdefault((*match.player_ids, match.started_at), Counter())[plays] += 1
        return found
