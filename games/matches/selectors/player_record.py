"""A player's record: sums by opponent and season, their form, and the CSV of their matches."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.clubs import current_player_id
from ecarte_club.core import csv_files
from ecarte_club.core.collation import sort_key
from games.engine.seats import Seat
from games.matches.models import Event, Match

from .matches import matches
from .statuses import status_of

FORM = 60
SUMS = ("won", "drawn", "lost", "games_for", "games_against", "kings", "voles", "hands")
HUNDRED = 100


@dataclass(slots=True)
class Sums:
    """Over matches that are over, as in standings; its fields are `SUMS`, in their order.

    `hands` are those that were noted.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    games_for: int = 0
    games_against: int = 0
    kings: int = 0
    voles: int = 0
    hands: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def kings_rate(self) -> float | None:
        return _rate(self.kings, self.hands)

    @property
    def voles_rate(self) -> float | None:
        return _rate(self.voles, self.hands)

    def add(self, other: "Sums") -> None:
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def _rate(number: int, hands: int) -> float | None:
    """For a hundred hands; nothing where no hand was noted."""
    return round(HUNDRED * number / hands, 1) if hands else None


def sums_of(match: Match, seat: Seat) -> Sums:
    """What a match that is over is to who sat there."""
    own, other = seat.value, seat.other.value
    return Sums(
        won=int(match.winner == own),
        drawn=int(not match.winner),
        lost=int(match.winner == other),
        games_for=getattr(match, f"games_{own}"),
        games_against=getattr(match, f"games_{other}"),
        kings=getattr(match, f"kings_{own}"),
        voles=getattr(match, f"voles_{own}"),
        hands=match.hands,
    )


@dataclass(frozen=True, slots=True)
class RecordFilters:
    """Which matches count: of one season, against one adversary, or all."""

    season: int | None = None
    adversary: int | None = None

    def with_merged(self, met: Container[int] = ()) -> "RecordFilters":
        """The adversary may be given by the id that they had before being merged.

        `met`: ids that are known to be nobody's former ones.
        """
        if self.adversary is None or self.adversary in met:
            return self
        return replace(self, adversary=current_player_id(self.adversary))


EVERYTHING = RecordFilters()


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is over: 1 for won, 0 for drawn, -1 for lost."""

    match: int
    began: datetime
    outcome: int


class OpponentSums(NamedTuple):
    player: Player
    sums: Sums


class SeasonSums(NamedTuple):
    """`season` None: matches of no season."""

    season: Event | None
    sums: Sums


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """`adversaries`: who was met most often first; `more`: how many are not named.

    `seasons`: the newest first; None for matches of no season. `form`: the last results, the
    oldest first.

    `met` and `played_in` are whom and what one may ask for, whatever was left out by `filters`.
    """

    player: Player
    filters: RecordFilters
    total: Sums
    adversaries: tuple[OpponentSums, ...]
    more: int
    seasons: tuple[SeasonSums, ...]
    form: tuple[Result, ...]
    met: tuple[Player, ...]
    played_in: tuple[Event, ...]


def merged_into(player: Player) -> Player:
    """Who the player turned out to be, if merged into another."""
    while player.merged_into_id is not None:
        player = Player.objects.get(pk=player.merged_into_id)
    return player


def player_record(
    player: Player, filters: RecordFilters = EVERYTHING, *, most: int | None = None
) -> PlayerRecord:
    """Five queries, whatever was played; matches are summed by the database.

    `most`: how many adversaries are named, those met most often; sums are of all in any case.
    """
    total = Sums()
    adversaries: dict[int, Sums] = {}
    seasons: dict[int | None, Sums] = {}
    ever: dict[int, int] = {}
    rows = list(_sums_by_adversary(player))
    for adversary, _season, sums in rows:
        ever[adversary] = ever.get(adversary, 0) + sums.played
    filters = filters.with_merged(ever)
    for adversary, season, sums in rows:
        if filters.season in (None, season) and filters.adversary in (None, adversary):
            total.add(sums)
            adversaries.setdefault(adversary, Sums()).add(sums)
            seasons.setdefault(season, Sums()).add(sums)
    shown = _most({pk: sums.played for pk, sums in adversaries.items()}, most)
    met = _most(ever, most)
    players = Player.objects.in_bulk({*shown, *met})
    events = Event.objects.in_bulk({season for _adversary, season, _sums in rows if season})
    return PlayerRecord(
        player=player,
        filters=filters,
        total=total,
        adversaries=_opponent_sums({pk: adversaries[pk] for pk in shown}, players),
        more=len(adversaries) - len(shown),
        seasons=_of_seasons(seasons, events),
        form=_form(player, filters),
        met=tuple(sorted((players[pk] for pk in {*met, *shown}), key=_by_name)),
        played_in=tuple(sorted(events.values(), key=lambda one: -one.pk)),
    )


def _most(played: dict[int, int], most: int | None) -> list[int]:
    return sorted(played, key=lambda pk: (-played[pk], pk))[:most]


def _by_name(player: Player) -> tuple[str, int]:
    return sort_key(player.name), player.pk


def _sums_by_adversary(player: Player) -> Iterable[tuple[int, int | None, Sums]]:
    """Of both sides, one after the other: an adversary met on both has two lines."""
    one, other = (_side(player, seat) for seat in Seat)
    for adversary, season, *figures in one.union(other, all=True):
        yield adversary, season, Sums(*figures)


def _side(player: Player, seat: Seat) -> QuerySet[Match, tuple[Any, ...]]:
    """Of the matches in which the player sat there; each index answers for its own side."""
    adversary, sums = f"player_{seat.other}_id", _sums(seat)
    over = Match.objects.filter(over=True, **{f"player_{seat}": player}).order_by()
    grouped = over.values(adversary, "event_id").annotate(**sums)
    found: QuerySet[Match, tuple[Any, ...]]
    found = grouped.values_list(adversary, "event_id", *sums)
    return found


def _sums(seat: Seat) -> dict[str, Count | Sum]:
    """What Sums has, in its order, of the matches that were played on one side."""
    own, other = seat.value, seat.other.value
    return {
        "sum_won": Count("pk", filter=Q(winner=own)),
        "sum_drawn": Count("pk", filter=Q(winner="")),
        "sum_lost": Count("pk", filter=Q(winner=other)),
        "sum_games_for": Sum(f"games_{own}"),
        "sum_games_against": Sum(f"games_{other}"),
        "sum_kings": Sum(f"kings_{own}"),
        "sum_voles": Sum(f"voles_{own}"),
        "sum_hands": Sum("hands"),
    }


def _filtered(
    found: QuerySet[Match], player: Player, seat: Seat, filters: RecordFilters
) -> QuerySet[Match]:
    found = found.filter(**{f"player_{seat}": player})
    if filters.season is not None:
        found = found.filter(event_id=filters.season)
    if filters.adversary is not None:
        found = found.filter(**{f"player_{seat.other}": filters.adversary})
    return found


def _opponent_sums(found: dict[int, Sums], players: dict[int, Player]) -> tuple[OpponentSums, ...]:
    rows = [OpponentSums(players[pk], sums) for pk, sums in found.items()]
    rows.sort(key=lambda row: (-row[1].played, *_by_name(row[0])))
    return tuple(rows)


def _of_seasons(found: dict[int | None, Sums], events: dict[int, Event]) -> tuple[SeasonSums, ...]:
    order = sorted((pk for pk in found if pk is not None), reverse=True)
    rows = [SeasonSums(events[pk], found[pk]) for pk in order]
    return (*rows, SeasonSums(None, found[None])) if None in found else tuple(rows)


def _form(player: Player, filters: RecordFilters) -> tuple[Result, ...]:
    results = []
    for seat in Seat:
        over = _filtered(Match.objects.filter(over=True), player, seat, filters).order_by("-pk")
        for pk, began, winner in over.values_list("pk", "started_at", "winner")[:FORM]:
            outcome = 0 if not winner else 1 if winner == seat.value else -1
            results.append(Result(pk, began, outcome))
    results.sort(key=lambda result: result.match)
    return tuple(results[-FORM:])


def matches_of(player: Player, filters: RecordFilters = EVERYTHING) -> QuerySet[Match]:
    """All that count, those in play too, the newest first."""
    counting = Match.objects.filter(annulled_at=None)
    sides = [_filtered(counting, player, seat, filters) for seat in Seat]
    ids = sides[0].order_by().values("pk").union(sides[1].order_by().values("pk"), all=True)
    return matches().filter(pk__in=ids).order_by("-pk")


COLUMNS = (
    *("match", "day", "season", "adversary_id", "adversary", "table", "format", "result"),
    *("games_for", "games_against", "kings", "voles", "hands"),
)


def outcome(match: Match, player: Player) -> str:
    """`won`, `lost` or `drawn`, as the player sees it, or the status of a match without result."""
    if not match.over:
        return status_of(match).value
    if not match.winner:
        return "drawn"
    return "won" if match.winner == seat_of(match, player) else "lost"


def seat_of(match: Match, player: Player) -> Seat:
    return Seat.A if match.player_a_id == player.pk else Seat.B


def matches_csv(found: Player, asked: RecordFilters) -> bytes:
    """A line for each match, the newest first."""
    return csv_files.write_rows(COLUMNS, _rows(found, asked))


def _rows(found: Player, asked: RecordFilters) -> Iterator[tuple[object, ...]]:
    for match in matches_of(found, asked):
        own = seat_of(match, found)
        other = match.player_b if own is Seat.A else match.player_a
        yield (
            match.pk,
            timezone.localdate(match.started_at).isoformat(),
            match.event.name if match.event else "",
            other.pk,
            other.name,
            match.table,
            match.format,
            outcome(match, found),
            *(getattr(match, f"games_{seat}") for seat in (own, own.other)),
            *(getattr(match, f"{name}_{own}") for name in ("kings", "voles")),
            match.hands,
        )


SEATS = ("player_a", "player_b")


def list_figures() -> Mapping[str, Any]:
    """Annotations of a player; each reads the player's own part of an index and nothing else."""
    own = [
        Match.objects.filter(annulled_at=None, **{seat: OuterRef("pk")}).order_by("-pk")
        for seat in SEATS
    ]
    counts = [
        Coalesce(Subquery(_count(found, seat)), 0) for found, seat in zip(own, SEATS, strict=True)
    ]
    last = Match.objects.filter(pk=OuterRef("last_match"))
    return {
        "matches": counts[0] + counts[1],
        "last_match": Greatest(*(Coalesce(Subquery(found.values("pk")[:1]), 0) for found in own)),
        "last_played": Subquery(last.values("started_at")[:1]),
    }


def _count(found: QuerySet[Match], seat: str) -> Any:
    return found.order_by().values(seat).annotate(number=Count("*")).values("number")
