"""What is read of the ledger: balances, statements, limits, and the recount.

Nothing here asks for more than it shows, whatever the history.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors.clubs import current_player_id
from ecarte_club.core.composed import Composed, ComposedList
from ecarte_club.core.exceptions import Invalid
from scoring.ledger.labels.unit import unit_words
from scoring.ledger.models import (
    Balance,
    Book,
    BookAccount,
    ClubLimit,
    Limits,
    PlayerLimit,
    Posting,
)
from scoring.ledger.rules import IN_CASH, Holder

PAGE, ATTEMPTS = 50, 5


_of_evening = Composed(lambda evening: Book.objects.filter(evening=evening).order_by(), evening=int)


def book_of(evening_id: int) -> Book | None:
    """None before anybody stakes anything there."""
    return _of_evening.first(evening=evening_id)


def balances(book: Book) -> list[Balance]:
    """Members by name, then what contests still hold; who is even again is among them."""
    return _balances.rows(book=book.pk)


_balances = Composed(
    lambda book: (
        Balance.objects.filter(book=book)
        .select_related("player")
        .order_by("contest", "player__sort_name", "player_id", "holder")
    ),
    book=int,
)


_sums = ComposedList(
    lambda books: (
        Balance.objects.filter(book__in=books)
        .order_by()
        .values_list("holder", "player_id")
        .annotate(sum=Sum("amount"))
    )
)


def balance_sums(books: Iterable[Book]) -> Iterator[tuple[str, int | None, int]]:
    """By holder and player, of these books together."""
    for holder, player, amount in _sums.tuples(book.pk for book in books):
        yield holder, player, int(amount)


def balance(book: Book, player_id: int) -> int:
    """Less than nothing: owed. Also by the id from before a merge."""
    found = Balance.objects.filter(book=book).values_list("amount", flat=True)
    amount = found.filter(player_id=player_id).first()
    if amount is None:
        amount = found.filter(player_id=current_player_id(player_id)).first()
    return amount or 0


def cash_sums(books: Iterable[Book | int]) -> Counter[int]:
    """What each player paid in cash less what they were paid, under whom they were merged into."""
    found: Counter[int] = Counter()
    ids = [book if isinstance(book, int) else book.pk for book in books]
    for rows, sign in ((_cash_out, -1), (_cash_in, 1)):
        for player, merged, amount in rows.tuples(ids):
            found[merged or player or 0] += sign * int(amount)
    return found


def _in_cash(books: Sequence[int], side: str) -> QuerySet[Posting, Any]:
    causes = [cause.value for cause in IN_CASH]
    rows = Posting.objects.filter(book__in=books, cause__in=causes).order_by()
    names = f"{side}_player_id", f"{side}_player__merged_into_id"
    return rows.values_list(*names).annotate(sum=Sum("amount"))


_cash_out = ComposedList(lambda books: _in_cash(books, "source"))
_cash_in = ComposedList(lambda books: _in_cash(books, "target"))


class Place(NamedTuple):
    """Where a page of a statement ends: the next begins behind it."""

    book: int
    posting: int


@dataclass(frozen=True, slots=True)
class Line:
    """`amount`: what the posting adds to the balance, or takes from it."""

    posting: Posting
    amount: int


@dataclass(frozen=True, slots=True)
class Statement:
    """The newest book first, and in it the newest posting. `after`: None on the last page."""

    lines: tuple[Line, ...]
    after: Place | None


def statement(
    player_id: int, books: Iterable[int], *, after: Place | None = None, size: int = PAGE
) -> Statement:
    """What was posted to the account in these books, by their ids; as a page of `size` lines."""
    ids = sorted(books)
    who = _all_ids(current_player_id(player_id))
    rows: dict[int, Posting] = {}
    for span in _spans(ids, after):
        for side in (f"{name}_player_id" for name in ("source", "target")):
            for pk in sorted(who):
                found = Posting.objects.filter(span, **{side: pk})
                found = found.select_related("source_player", "target_player", "book__evening")
                more = found.order_by("-book_id", "-pk")[: size + 1]
                rows |= {row.pk: row for row in more}
        if len(rows) > size:
            break
    order = sorted(rows.values(), key=lambda row: (row.book_id, row.pk), reverse=True)
    page, rest = order[:size], order[size:]
    last = Place(page[-1].book_id, page[-1].pk) if page and rest else None
    return Statement(tuple(Line(row, _amount(row, who)) for row in page), last)


def _all_ids(player_id: int) -> frozenset[int]:
    """Of the player, and of those who turned out to be the same."""
    gone = Player.objects.filter(merged_into=player_id).values_list("pk", flat=True)
    return frozenset({player_id, *gone})


def _spans(ids: list[int], after: Place | None) -> Iterator[Q]:
    """What to look through, one after the other: each a stretch of an index, read from its end."""
    if after is not None:
        if after.book in ids:
            yield Q(book_id=after.book, pk__lt=after.posting)
        ids = [pk for pk in ids if pk < after.book]
    if len(ids) == 1:
        yield Q(book_id=ids[0])
    elif ids:
        yield Q(book_id__gte=ids[0], book_id__lte=ids[-1], book_id__in=ids)


def _amount(row: Posting, who: Collection[int]) -> int:
    return row.amount * ((row.target_player_id in who) - (row.source_player_id in who))


def limits(book: Book, player_ids: Collection[int]) -> dict[int, Limits]:
    """What holds for each now: their own limit or the club's, whichever is the lower."""
    club = ClubLimit.objects.filter(club_id=book.club_id).first()
    usual, now = club.limits if club else Limits(), timezone.now()
    own = PlayerLimit.objects.in_bulk(player_ids)
    return {
        pk: usual.and_(own[pk].in_force(now)) if pk in own else usual for pk in sorted(player_ids)
    }


def limits_refusal(book: Book, player_id: int, *, staking: int, laid: int = 0) -> Invalid | None:
    """Why a player may not stake as much. `laid`: what of it is laid already.

    It holds only for who has moved the book (`book_moved`) in the same transaction.
    """
    player_id = current_player_id(player_id)
    most = limits(book, [player_id])[player_id]
    if most.most_staked is not None and staking > most.most_staked:
        counted = unit_words(book.club).counted
        text = _("At most %(most)s may be risked at once.") % {"most": counted(most.most_staked)}
        return _over(text, "most_staked", most.most_staked)
    if most.most_owed is not None:
        free = most.most_owed + balance(book, player_id)
        if staking - laid > free:
            counted = unit_words(book.club).counted
            text = _("At most %(most)s may be lost here, which leaves %(free)s to risk.")
            shown = {"most": counted(most.most_owed), "free": counted(max(0, free + laid))}
            return _over(text % shown, "most_owed", most.most_owed)
    return None


def _over(text: str, limit: str, most: int) -> Invalid:
    return Invalid("over_limit", text, field="amount", extra={"limit": limit, "most": most})


@dataclass(frozen=True, slots=True)
class Difference:
    """One account: what is kept, and what its postings come to."""

    book: int
    held: BookAccount
    kept: int
    counted: int


class BookBusy(Exception):
    """Something was posted during every attempt to count; try again when it is quieter."""

    def __init__(self, book: int) -> None:
        super().__init__(f"Book {book} was never at rest while it was counted")


def recount(book: Book) -> list[Difference]:
    """From nothing but the postings; read only. Raises: BookBusy when the book never rests."""
    for _attempt in range(ATTEMPTS):
        version = Book.objects.values_list("version", flat=True).get(pk=book.pk)
        kept = {row.held: row.amount for row in Balance.objects.filter(book=book)}
        counted = counted_from_nothing(book)
        if Book.objects.filter(pk=book.pk, version=version).exists():
            return [
                Difference(book.pk, held, kept.get(held, 0), counted.get(held, 0))
                for held in sorted(kept.keys() | counted.keys())
                if kept.get(held, 0) != counted.get(held, 0)
            ]
    raise BookBusy(book.pk)


def counted_from_nothing(book: Book) -> dict[BookAccount, int]:
    """Added up by the database, each side by itself, under whom each player was merged into."""
    found: Counter[BookAccount] = Counter()
    for side, sign in (("source", -1), ("target", 1)):
        rows = Posting.objects.filter(book=book).order_by()
        named = rows.values_list(
            f"{side}_holder", f"{side}_player_id", f"{side}_player__merged_into_id", "contest"
        )
        for holder, player, merged, contest, amount in named.annotate(sum=Sum(F("amount"))):
            found[BookAccount(Holder(holder), merged or player or contest)] += sign * amount
    return dict(found)


@dataclass(frozen=True, slots=True)
class Own:
    """`held`: in force now. `asked`: what was raised or given up, and does not hold yet."""

    held: Limits
    asked: PlayerLimit | None


def of_club(club_id: int) -> Limits:
    found = ClubLimit.objects.filter(club=club_id).first()
    return found.limits if found else Limits()


def own(somebody: Person) -> Own:
    found = PlayerLimit.objects.filter(player=somebody.player_id or 0).first()
    if found is None:
        return Own(Limits(), None)
    now = timezone.now()
    held = found.in_force(now)
    if found.staked_from and found.staked_from <= now:
        found.staked_asked = found.staked_from = None
    if found.owed_from and found.owed_from <= now:
        found.owed_asked = found.owed_from = None
    return Own(held, found)
