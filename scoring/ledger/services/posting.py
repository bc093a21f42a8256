"""The only code that posts: transfers into a book, once each, and back out of it.

A book is moved on first by whoever posts in it, and so locked: all that change its balances pass
one by one. Locks are taken in the order of everywhere: players, match, evening, book, season; so
whoever is at an evening has moved it (`bump_evening_version`) before posting.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.composed import Composed, ComposedList
from ecarte_club.core.composed_writes import version_bump
from ecarte_club.core.exceptions import Invalid, Stale
from ecarte_club.core.live import announce
from ecarte_club.core.names import cleaned_name, unseen_refusal
from games.evenings.models import Evening
from scoring.ledger.models import NO_CONTEST, Balance, Book, BookAccount, Posting
from scoring.ledger.rules import CASH, Account, Holder, Transfer
from scoring.ledger.selectors.books import book_of

NAME_MOST = 80
AGAIN = "~"
BACK = "back:"
BATCH = 500


@dataclass(frozen=True, slots=True)
class Due:
    """A transfer to be posted. `key`: of what caused it, the same whenever it is worked out again,
    of 70 characters at most.

    `contest`, and `number` of the event in its log, wherever there is one.
    """

    key: str
    transfer: Transfer
    contest: int | None = None
    number: int | None = None


def bump_book_version(book_id: int, *, correcting: bool = False) -> Book:
    """The book at its next version. `correcting`: who two players are, in a settled one too.

    Raises: Invalid when it is settled.
    """
    bump = _bump if correcting else _bump_unsettled
    if not bump.run(pk=book_id):
        raise _settled("book")
    book = _book.get(pk=book_id)
    announce(f"book:{book_id}", book.version)
    return book


_book = Composed(lambda pk: Book.objects.filter(pk=pk).order_by(), pk=int)
_bump = version_bump(Book)
_bump_unsettled = version_bump(Book, settled_at=None)


def _settled(field: str) -> Invalid:
    text = _("This evening is settled: nothing more can be entered.")
    return Invalid("book_settled", text, field=field)


def check_unsettled(evening: Evening) -> None:
    """Asked with the evening locked, as whoever settles it has it. Raises: Invalid."""
    if book_for(evening).is_settled:
        raise _settled("evening")


def book_for(evening: Evening) -> Book:
    """The evening's book, opened when first asked for.

    To be called before anybody takes a place, and after `bump_evening_version`.
    """
    if (book := book_of(evening.pk)) is not None:
        return book
    opened = {"club_id": evening.club_id, "opened_at": timezone.now()}
    return Book.objects.get_or_create(evening=evening, defaults=opened)[0]


@transaction.atomic(savepoint=False)
def book_open(*, by: Person, name: str) -> Book:
    """For contests outside an evening. Raises: Denied; Invalid, naming the field."""
    require(by, Act.RUN_EVENING)
    name = cleaned_name(name)
    text = unseen_refusal(name)
    if not name or len(name) > NAME_MOST:
        text = _("Must be 1 to %(most)s characters.") % {"most": NAME_MOST}
    if text:
        raise Invalid("invalid_book", text, field="name")
    book = Book.objects.create(club_id=by.club_id, name=name, opened_at=timezone.now())
    log_act(by, "book_open", kind="book", about=book.pk)
    return book


@transaction.atomic(savepoint=False)
def book_settle(*, by: Person, book: Book, version: int) -> Book:
    """Frozen as it was seen. Raises: Denied; Stale; Invalid while a pot, bank or mass holds
    anything, and when it is settled already."""
    require(by, Act.SIGN_OFF)
    moved = bump_book_version(book.pk)
    if moved.version != version + 1:
        raise Stale(sent=version, current=moved.version - 1)
    held = moved.balances.exclude(amount=0).exclude(
        holder__in=(Holder.MEMBER, Holder.LEVY, Holder.CASH)
    )
    if held.exists():
        text = _("A pot, a bank or bets still hold something. Close the pools and chouettes first.")
        raise Invalid("book_unfinished", text, field="book")
    moved.settled_at, moved.settled_by_id = timezone.now(), by.user_id
    moved.save(update_fields=["settled_at", "settled_by"])
    log_act(by, "book_settle", kind="book", about=moved.pk)
    return moved


@transaction.atomic(savepoint=False)
def postings_synchronise(
    *, by: Person, book: Book, contest: int, since: int, transfers: Sequence[tuple[int, Transfer]]
) -> list[Posting]:
    """What stands of a contest from event `since` on is from now on `transfers`, each with the
    number of its event, and nothing else; what stands already stays.

    The one thing to call when an event is added, corrected or undone. The keys are made here: the
    contest, the event, the place in it, and how often something else stood there before.
    Raises: Invalid for who is no player of the club, and when the book is settled.
    """
    wanted = _keyed(contest, transfers)
    book = bump_book_version(book.pk)
    rows = _standing.rows(book=book.pk, contest=contest, since=since)
    kept = _current_ids(book, _players(wanted.values()) | _players_of(rows))
    turns = Counter(_base(row.key) for row in rows)
    standing = {_base(row.key): row for row in rows if not hasattr(row, "reversed_by")}
    stays = {
        key for key, row in standing.items() if key in wanted and _same(row, wanted[key], kept)
    }
    wrong = [row for key, row in standing.items() if key not in stays]
    back = _reverse(by, book, wrong[::-1])
    new = [_row(due, turns[key]) for key, due in wanted.items() if key not in stays]
    return back + _write(by, book, new, kept)


_standing = Composed(
    lambda book, contest, since: (
        Posting.objects.filter(book=book, contest=contest, number__gte=since, reverses=None)
        .select_related("reversed_by")
        .order_by("pk")
    ),
    book=int,
    contest=int,
    since=int,
)


def payment_post(by: Person, book: Book, transfer: Transfer) -> Posting:
    """Of counters that were handed over, in a book that is moved on."""
    contest = NO_CONTEST if CASH in (transfer.source, transfer.target) else None
    kept = _current_ids(book, _players([due := Due(f"paid/{book.version}", transfer, contest)]))
    return _write(by, book, [_row(due)], kept)[0]


def payment_reverse(by: Person, book: Book, posting: Posting) -> Posting:
    return _reverse(by, book, [posting])[0]


def _keyed(contest: int, transfers: Iterable[tuple[int, Transfer]]) -> dict[str, Due]:
    places: Counter[int] = Counter()
    wanted = {}
    for number, transfer in transfers:
        key = f"{contest}/{number}/{places[number]}"
        places[number] += 1
        wanted[key] = Due(key, transfer, contest, number)
    return wanted


def _base(key: str) -> str:
    return key.partition(AGAIN)[0]


def _players(postings: Iterable[Due]) -> set[int]:
    sides = (side for due in postings for side in (due.transfer.source, due.transfer.target))
    return {side.of for side in sides if side.holder is Holder.MEMBER}


def _players_of(rows: Iterable[Posting]) -> set[int]:
    return {pk for row in rows for pk in (row.source_player_id, row.target_player_id) if pk}


_players_by_id = ComposedList(
    lambda ids: (
        Player.objects.filter(pk__in=ids).order_by().values_list("pk", "merged_into_id", "club_id")
    )
)


def _current_ids(book: Book, players: Collection[int]) -> dict[int, int]:
    """Under which id each is kept. Asked with the book locked, which a merge locks as well."""
    found = _players_by_id.tuples(players)
    kept = {pk: into or pk for pk, into, club in found if club == book.club_id}
    if len(kept) < len(players):
        text = _("Must be a player of this club.")
        raise Invalid("unknown_player", text, field="player")
    return kept


def _same(row: Posting, due: Due, kept: Mapping[int, int]) -> bool:
    old, new = row.transfer, due.transfer
    return (
        (old.amount, old.cause, row.contest, row.number)
        == (new.amount, new.cause, due.contest, due.number)
        and _who(old.source, kept) == _who(new.source, kept)
        and _who(old.target, kept) == _who(new.target, kept)
    )


def _who(side: Account, kept: Mapping[int, int]) -> Account:
    return Account(side.holder, kept.get(side.of, 0))


def _row(due: Due, turn: int = 0, reverses: Posting | None = None) -> Posting:
    source, target, amount, cause = due.transfer
    return Posting(
        key=f"{due.key}{AGAIN}{turn}" if turn else due.key,
        source_holder=source.holder.value,
        source_player_id=source.of or None,
        target_holder=target.holder.value,
        target_player_id=target.of or None,
        amount=amount,
        cause=cause.value,
        contest=due.contest,
        number=due.number,
        reverses=reverses,
    )


def _reverse(by: Person, book: Book, rows: Sequence[Posting]) -> list[Posting]:
    opposite = []
    for row in rows:
        old = row.transfer
        back = old._replace(source=old.target, target=old.source)
        opposite.append(_row(Due(f"{BACK}{row.key}", back, row.contest, row.number), reverses=row))
    return _write(by, book, opposite, _current_ids(book, _players_of(rows)))


def _write(by: Person, book: Book, rows: list[Posting], kept: Mapping[int, int]) -> list[Posting]:
    if not rows:
        return []
    now, changes = timezone.now(), Counter[BookAccount]()
    for row in rows:
        row.book, row.by_id, row.at = book, by.user_id, now
        source, target = row.sides(kept)
        changes[source] -= row.amount
        changes[target] += row.amount
    balances_add({(book.pk, held): amount for held, amount in changes.items()})
    return Posting.objects.bulk_create(rows, batch_size=BATCH)


_TABLE = Balance._meta.db_table
_ADD = f"""
    INSERT INTO {_TABLE} (book_id, holder, {{column}}, amount) VALUES {{rows}}
    ON CONFLICT (book_id, {{target}}) WHERE {{column}} IS NOT NULL
    DO UPDATE SET amount = {_TABLE}.amount + excluded.amount
"""  # noqa: S608


def balances_add(changes: Mapping[tuple[int, BookAccount], int]) -> None:
    """By book and account; an account is begun if it is new.

    Always in the same order, members by id and then contests, so that no two wait in a circle.
    """
    rows = sorted(
        (book, held.of, held.holder.value, amount)
        for (book, held), amount in changes.items()
        if amount
    )
    _add_all("player_id", "player_id", [row for row in rows if row[2] == Holder.MEMBER])
    _add_all("contest", "contest, holder", [row for row in rows if row[2] != Holder.MEMBER])


def _add_all(column: str, target: str, rows: Sequence[tuple[int, int, str, int]]) -> None:
    for start in range(0, len(rows), BATCH):
        some = rows[start : start + BATCH]
        holes = ", ".join(["(%s, %s, %s, %s)"] * len(some))
        values = [
            value for book, of, holder, amount in some for value in (book, holder, of, amount)
        ]
        with connection.cursor() as cursor:
            cursor.execute(_ADD.format(column=column, target=target, rows=holes), values)
