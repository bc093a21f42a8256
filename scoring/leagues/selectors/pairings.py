"""What the pairing of an evening goes by: who is free, who met whom and when, who stands where."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.evenings.live_state import EveningNow, Guest
from games.evenings.models import Evening, Table
from games.matches.changes import DuePair, due_by_pair
from games.matches.models import Match
from scoring.leagues.rules.pairing import FORGOTTEN, Met, Mode, pairing
from scoring.leagues.rules.pairing import Guest as Free

from . import seasons

A_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Proposed:
    """Two players, with the table that is free for them, if there are tables enough, and what is
    due between them."""

    table: Table | None
    player_a: Player
    player_b: Player
    met: Met
    due: DuePair | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    pairs: tuple[Proposed, ...]
    out: Player | None


def proposal(
    now: EveningNow,
    *,
    mode: Mode = Mode.VARIED,
    season_id: int | None = None,
    due: Mapping[frozenset[int], DuePair] | None = None,
) -> Proposal:
    """`season_id`: whose standings say who is level with whom. `due`: what `due_tonight` says."""
    players = {guest.player.pk: guest.player for guest in now.free}
    met = meetings(now.evening, players)
    places = _places(season_id)
    waited = waiting(now, timezone.now())
    guests = [Free(pk, places.get(pk, 0), waited[pk]) for pk in players]
    chosen = pairing(guests, met, mode)
    tables: list[Table | None] = [place.table for place in now.free_places]
    tables += [None] * max(0, len(chosen.pairs) - len(tables))
    if due is None:
        due = due_tonight(now)
    return Proposal(
        pairs=tuple(
            Proposed(
                table,
                players[a],
                players[b],
                met.get(frozenset((a, b)), Met()),
                due.get(frozenset((a, b))),
            )
            for table, (a, b) in zip(tables, chosen.pairs, strict=False)
        ),
        out=players.get(chosen.out or 0),
    )


def due_tonight(now: EveningNow) -> Mapping[frozenset[int], DuePair]:
    """Fixtures and boards of players who are here, by the two."""
    here = [guest.player.pk for guest in now.here]
    return due_by_pair(now.evening.club_id, now.evening.held_on, here)


def meetings(evening: Evening, players: Iterable[int]) -> Mapping[frozenset[int], Met]:
    """Of these players, at this evening and at those of the club before it. Two queries."""
    ids = list(players)
    before = Evening.objects.filter(club=evening.club_id, held_on__lte=evening.held_on)
    last = before.exclude(pk=evening.pk).values_list("pk", flat=True)[:FORGOTTEN]
    ago = {pk: number for number, pk in enumerate(last, start=1)}
    found = Match.objects.filter(
        evening_table__evening__in=[evening.pk, *ago],
        player_a__in=ids,
        player_b__in=ids,
        annulled_at=None,
    )
    tonight: Counter[frozenset[int]] = Counter()
    lately: dict[frozenset[int], int] = {}
    for a, b, when in found.values_list("player_a_id", "player_b_id", "evening_table__evening"):
        pair = frozenset((a, b))
        if when == evening.pk:
            tonight[pair] += 1
        else:
            lately[pair] = min(ago[when], lately.get(pair, FORGOTTEN))
    return {
        pair: Met(tonight[pair], lately.get(pair, 0)) for pair in tonight.keys() | lately.keys()
    }


def waiting(now: EveningNow, at: datetime) -> dict[int, int]:
    """Whole minutes that each of those free was here tonight without playing."""
    return {guest.player.pk: _waited(guest, now.matches, at) for guest in now.free}


def _waited(guest: Guest, matches: Iterable[Match], at: datetime) -> int:
    played = sum(
        (
            match.changed_at - match.started_at
            for match in matches
            if guest.player.pk in match.player_ids
        ),
        timedelta(),
    )
    return max(0, (at - guest.attendance.came_at - played) // A_MINUTE)


def _places(season_id: int | None) -> dict[int, int]:
    if season_id is None:
        return {}
    return {line.player: line.rank for line in seasons.table(season_id, named=True).lines}
