"""What ratings are made of: the games of each match that is over, in the order of their end."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Club, Player
from ecarte_club.core.tasks import enqueue, once_after_commit
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.matches.changes import EnteredMatch
from games.matches.models import Entry, Match

from .models import Rating, RatingBook, RatingPoint
from .rules.skill import NEWCOMER, Skill, meet

FACTS: Final = ("adversary", "ended_at", "won", "lost")
Key = tuple[datetime, int]


class Fact(NamedTuple):
    """`games`: won by the first and by the second of the `players`, ids."""

    club: int
    match: int
    ended_at: datetime
    players: tuple[int, int]
    games: tuple[int, int]

    @property
    def key(self) -> Key:
        """By it results are in order: when the match ended, then its id."""
        return self.ended_at, self.match


def facts(matches: QuerySet[Match]) -> Iterator[Fact]:
    """Of those of `matches` that are over; one query.

    By their rows as they are now: who plays may have become another while an entry waited.
    """
    rows = matches.filter(over=True).annotate(ended=ended())
    columns = ("player_a_id", "player_b_id", "games_a", "games_b")
    for club, match, at, a, b, won, lost in rows.values_list("club_id", "pk", "ended", *columns):
        yield Fact(club, match, at, (a, b), (won, lost))


def ended() -> Coalesce:
    """Annotation of a match: when its last play was first entered.

    Not asked as "supersedes nothing", which is so of nearly every entry there is, and for which
    SQLite would look through them all by that index.
    """
    new = Entry.objects.annotate(old=Coalesce("supersedes_id", 0)).filter(old=0)
    plays = new.exclude(kind=Entry.Kind.ANNULLED)
    last = plays.filter(match=OuterRef("pk")).order_by("-number")
    return Coalesce(Subquery(last.values("at")[:1]), F("started_at"))


def points_of(fact: Fact) -> tuple[RatingPoint, RatingPoint]:
    """Both sides, not saved and with nothing learnt."""
    a, b = (
        RatingPoint(
            club_id=fact.club,
            match_id=fact.match,
            player_id=own,
            adversary_id=other,
            ended_at=fact.ended_at,
            won=won,
            lost=lost,
        )
        for own, other, won, lost in (
            (*fact.players, *fact.games),
            (*fact.players[::-1], *fact.games[::-1]),
        )
    )
    return a, b


def facts_write(found: Iterable[Fact]) -> None:
    """New points, or what they say of the match; what was learnt of it is for `bringing`."""
    RatingPoint.objects.bulk_create(
        [point for fact in found for point in points_of(fact)],
        update_conflicts=True,
        unique_fields=["match", "player"],
        update_fields=FACTS,
        batch_size=1000,
    )


def since(key: Key) -> Q:
    """Points from this one on. The day by itself, so that an index is entered there."""
    return Q(ended_at__gte=key[0]) & ~Q(ended_at=key[0], match__lt=key[1])


def until(key: Key) -> Q:
    """Points before this one."""
    return Q(ended_at__lte=key[0]) & ~Q(ended_at=key[0], match__gte=key[1])


class Estimate(NamedTuple):
    """Of a player before a match; `matches` and `games` played so far."""

    skill: Skill = NEWCOMER
    matches: int = 0
    games: int = 0

    @classmethod
    def of(cls, row: RatingPoint | Rating) -> "Estimate":
        return cls(row.skill, row.matches, row.games)


def learn(pair: tuple[RatingPoint, RatingPoint], before: tuple[Estimate, Estimate]) -> None:
    """Compute both points of a match from the estimates before it."""
    first = pair[0]
    skills = meet(before[0].skill, before[1].skill, (first.won, first.lost), first.day)
    for point, estimate, skill in zip(pair, before, skills, strict=True):
        point.strength_before, point.doubt_before = estimate.skill.strength, estimate.skill.doubt
        point.strength, point.doubt = skill.strength, skill.doubt
        point.matches = estimate.matches + 1
        point.games = estimate.games + first.won + first.lost


def book_moved(club_id: int) -> RatingBook:
    """At its next version; made when there is none, and then everything is still to be taken."""
    book_move(club_id)
    return RatingBook.objects.get(pk=club_id)


def book_move(club_id: int, first: int | None = None) -> None:
    """Without reading it. `first`: the match whose result is told just now; if it is the only one
    of a club that has no book, nothing older is to be taken."""
    mine = RatingBook.objects.filter(pk=club_id)
    if not mine.update(version=F("version") + 1):
        older = Match.objects.filter(club=club_id, over=True).exclude(pk=first or 0)
        made = RatingBook(club_id=club_id, taken_to=0 if older.exists() else None)
        RatingBook.objects.bulk_create([made], ignore_conflicts=True)
        mine.update(version=F("version") + 1)


def stale_from(book: RatingBook, key: Key) -> None:
    """What was learnt since is to be computed again, after the commit."""
    if book.taken_to is None:
        old = key if book.stale_at is None else (book.stale_at, book.stale_match or 0)
        book.stale_at, book.stale_match = min(key, old)
        book.save(update_fields=["stale_at", "stale_match"])
    _bring_after_commit(book.pk)


def _bring_after_commit(club_id: int) -> None:
    """Once a transaction, however many results it changes."""
    bring = partial(enqueue, "scoring.ratings.tasks.bring_ratings", club_id)
    once_after_commit(f"ratings:{club_id}", bring)


RATED = ("strength", "doubt", "matches", "games", "last_at", "last_match")


def rating_after(point: RatingPoint) -> Rating:
    """Not saved: what is kept of a player whose newest point this is."""
    return Rating(
        player_id=point.player_id,
        club_id=point.club_id,
        strength=point.strength,
        doubt=point.doubt,
        matches=point.matches,
        games=point.games,
        last_at=point.ended_at,
        last_match=point.match_id,
    )


def ratings_write(points: list[RatingPoint]) -> None:
    """Of these players, by the newest point of each."""
    Rating.objects.bulk_create(
        [rating_after(point) for point in points],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=RATED,
    )


STEP = 500
LEARNT = ("strength_before", "doubt_before", "strength", "doubt", "matches", "games")


def ratings_synchronise(club_id: int) -> None:
    """Until every result of the club is in its ratings."""
    book = RatingBook.objects.filter(pk=club_id).first()
    while book is None or not book.is_brought:
        book = _step(club_id)


def ratings_synchronise_all() -> None:
    """Also those of clubs that have results and no ratings yet."""
    played = Match.objects.filter(club=OuterRef("pk"), over=True)
    to_bring = Q(rating_book__stale_at__isnull=False) | Q(rating_book__taken_to__isnull=False)
    never = Q(Exists(played), rating_book=None)
    for club_id in list(Club.objects.filter(to_bring | never).values_list("pk", flat=True)):
        ratings_synchronise(club_id)


@transaction.atomic(savepoint=False)
def _step(club_id: int) -> RatingBook:
    book = book_moved(club_id)
    if book.taken_to is not None:
        _take(book, book.taken_to)
    elif book.stale_at is not None:
        _learn(book, (book.stale_at, book.stale_match or 0))
    return book


def _take(book: RatingBook, last: int) -> None:
    """Some more matches; when there are none, everything is to be learnt from the first on."""
    over = Match.objects.filter(club=book.pk, over=True, pk__gt=last).order_by("pk")
    ids = list(over.values_list("pk", flat=True)[:STEP])
    facts_write(facts(Match.objects.filter(pk__in=ids)))
    book.taken_to = ids[-1] if ids else None
    if not ids:
        _go_on(book, in_order(book.pk).first())
    book.save(update_fields=["taken_to", "stale_at", "stale_match"])


def _go_on(book: RatingBook, point: RatingPoint | None) -> None:
    book.stale_at = point.ended_at if point else None
    book.stale_match = point.match_id if point else None


def in_order(club_id: int) -> QuerySet[RatingPoint]:
    """The points of a club, both sides of a match together."""
    return RatingPoint.objects.filter(club=club_id).order_by("ended_at", "match_id", "pk")


def _learn(book: RatingBook, key: Key) -> None:
    """Some matches more, both sides of each. `after`: the first that is left for later."""
    points = list(in_order(book.pk).filter(since(key))[: 2 * STEP + 1])
    after = points.pop() if len(points) > 2 * STEP else None
    known = estimates_before({point.player_id for point in points}, key)
    changed = []
    for pair in zip(points[::2], points[1::2], strict=True):
        was = [_learnt(point) for point in pair]
        learn(pair, (known[pair[0].player_id], known[pair[1].player_id]))
        known |= {point.player_id: Estimate.of(point) for point in pair}
        changed += [point for point, old in zip(pair, was, strict=True) if _learnt(point) != old]
    RatingPoint.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=LEARNT,
        batch_size=1000,
    )
    _tell(book, known, key, after)
    _go_on(book, after)
    book.save(update_fields=["stale_at", "stale_match"])


def _learnt(point: RatingPoint) -> tuple[int, ...]:
    return tuple(getattr(point, name) for name in LEARNT)


def estimates_before(players: Iterable[int], key: Key) -> dict[int, Estimate]:
    """What was known of each before the result of this key."""
    before = {pk: Estimate.of(point) for pk, point in _last(players, until(key)).items()}
    return {pk: before.get(pk, Estimate()) for pk in players}


def _last(players: Iterable[int], which: Q) -> dict[int, RatingPoint]:
    """The newest point of each of these players who has one of `which`."""
    newest = RatingPoint.objects.filter(which, player=OuterRef("pk"))
    ids = (
        Player.objects.filter(pk__in=list(players))
        .annotate(newest=Subquery(newest.order_by("-ended_at", "-match_id").values("pk")[:1]))
        .values_list("newest", flat=True)
    )
    found = RatingPoint.objects.filter(pk__in=[pk for pk in ids if pk is not None])
    return {point.player_id: point for point in found}


def _tell(book: RatingBook, known: Iterable[int], key: Key, after: RatingPoint | None) -> None:
    """The newest of all who played since, and of who has it from a result that is no more."""
    held = Rating.objects.filter(club=book.pk).filter(
        Q(last_at__gt=key[0]) | Q(last_at=key[0], last_match__gte=key[1])
    )
    if after is not None:
        held = held.filter(last_at__lte=after.ended_at)
    players = {*known, *held.values_list("pk", flat=True)}
    newest = _last(players, Q())
    ratings_write(list(newest.values()))
    Rating.objects.filter(pk__in=players - newest.keys()).delete()


BATCH = 500


def rating_follow(*, match: Match, before: MatchState, after: MatchState, **_signal: Any) -> None:
    if _games(before) == _games(after):
        return
    book_move(match.club_id, match.pk)
    now = _read(match.pk)
    if not after.over:
        RatingPoint.objects.filter(match=match).delete()
        stale_from(now.book, now.fact.key)
    elif before.over or not now.book.is_brought or not _is_learnt(now):
        facts_write([now.fact])
        stale_from(now.book, now.fact.key)


class _Now(NamedTuple):
    """A result with all that it may be learnt from; `ratings` of both, None where there is none."""

    fact: Fact
    book: RatingBook
    ratings: tuple[Rating | None, Rating | None]


def _read(match_id: int) -> _Now:
    """One query, after the lock: the players may have become others while the entry waited."""
    related = ("club__rating_book", "player_a__rating", "player_b__rating")
    match: Any = Match.objects.select_related(*related).annotate(ended=ended()).get(pk=match_id)
    games = (match.games_a, match.games_b)
    fact = Fact(match.club_id, match.pk, match.ended, match.player_ids, games)
    a, b = (getattr(player, "rating", None) for player in (match.player_a, match.player_b))
    return _Now(fact, match.club.rating_book, (a, b))


def _games(state: MatchState) -> tuple[int, int] | None:
    """Nothing as long as the match goes on."""
    return (state.games_won(Seat.A), state.games_won(Seat.B)) if state.over else None


def _is_learnt(now: _Now) -> bool:
    """Not when one of the two has a later result already."""
    if any(one and (one.last_at, one.last_match) > now.fact.key for one in now.ratings):
        return False
    pair = points_of(now.fact)
    a, b = (Estimate.of(one) if one else Estimate() for one in now.ratings)
    learn(pair, (a, b))
    RatingPoint.objects.bulk_create(pair)
    ratings_write(list(pair))
    return True


def ratings_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """Many matches at once: they are noted, and learnt by the task."""
    ids = [one.match_id for one in entered if one.over]
    first: dict[int, Fact] = {}
    for batch in _batches(ids):
        found = list(facts(Match.objects.filter(pk__in=batch)))
        facts_write(found)
        for fact in found:
            first[fact.club] = min(first.get(fact.club, fact), fact, key=lambda one: one.key)
    for club_id in sorted(first):
        stale_from(book_moved(club_id), first[club_id].key)


def _batches(ids: Sequence[int]) -> Iterator[list[int]]:
    left = iter(ids)
    while batch := list(islice(left, BATCH)):
        yield batch


def ratings_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """The results pass to the other player, and everything since the first is computed again."""
    book = book_moved(kept.club_id)
    points = RatingPoint.objects.filter(player=gone)
    first = points.order_by("ended_at", "match_id").first()
    if first is not None:
        RatingPoint.objects.filter(adversary=gone).update(adversary=kept)
        points.update(player=kept)
        stale_from(book, (first.ended_at, first.match_id))
    Rating.objects.filter(player=gone).delete()
    return MergeEffects()


def rating_stored(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    points = RatingPoint.objects.filter(player=player).count()
    yield StoredData(_("Rating history, kept under the number"), points)
