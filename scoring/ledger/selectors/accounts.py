"""The accounts of one evening, or of several that are settled together."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.urls import reverse

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Player, Unit
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.selectors.clubs import current_player_id, person
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Absent
from games.evenings import selectors as evenings
from games.evenings.changes import Unsettled
from games.evenings.models import Attendance, Evening
from scoring.contests.selectors.in_play import contests_running, in_play_in
from scoring.ledger.models import (
    BOOKS_MOST,
    THE_CLUB,
    Balance,
    Book,
    Payment,
    SettledBook,
    Settlement,
)
from scoring.ledger.rules import Holder, payments

from .books import balance_sums
from .debts import OwedOver, players, who_owes_whom_over
from .statements import Period

SORTS = ("-amount", "amount", "name", "-name")
COLUMNS = ("player_id", "player", "amount")


@dataclass(frozen=True, slots=True)
class Line:
    """`amount`: less than nothing where the player owes it. `in_play`: what they would get back of
    it if everything that runs were closed now."""

    player: Player
    amount: int
    in_play: int = 0

    @property
    def due(self) -> int:
        """What they are to receive if everything that runs were closed now; below zero: owe."""
        return self.amount + self.in_play


@dataclass(frozen=True, slots=True)
class Due:
    """Who is to pay whom; nobody is the club. `payment`: once it is settled."""

    payer: Player | None
    payee: Player | None
    amount: int
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Accounts:
    """`levy`: in levy boxes; `cash`: of the club, below zero by what it was paid; `held`: still in
    pots, in banks and in bets. `running`: contests that are not over. `dues`: none while anything
    is held, nor where points are played for."""

    unit: str
    lines: tuple[Line, ...]
    levy: int
    cash: int
    held: int
    running: int
    dues: tuple[Due, ...]

    def facts(self) -> dict[str, Any]:
        """By name, for answers that hold more than these."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def is_finished(self) -> bool:
        return not self.held and not self.running

    @property
    def held_for_nobody(self) -> int:
        """What nobody would get back if everything that runs were closed now."""
        return self.held and self.held - sum(line.in_play for line in self.lines)

    def of(self, player_id: int | None) -> "Accounts":
        """One player's sum, and nothing of anybody else's."""
        lines = tuple(line for line in self.lines if line.player.pk == player_id)
        return replace(self, lines=lines, levy=0, cash=0, held=0, dues=())


def accounts(books: Sequence[Book], unit: str, sort: str = "-amount") -> Accounts:
    """Whoever has a balance, even again or not; as `sort` says."""
    members: dict[int, int] = {}
    others: Counter[str] = Counter()
    for holder, player_id, amount in balance_sums(books):
        if player_id:
            members[player_id] = amount
        else:
            others[holder] += amount
    levy = others.pop(Holder.LEVY.value, 0)
    cash = others.pop(Holder.CASH.value, 0)
    held = sum(others.values())
    known = players(members)
    running = contests_running(book.evening_id for book in books)
    playing = in_play_in(running)
    proposed = unit != Unit.POINTS and not held
    return Accounts(
        unit=unit,
        lines=in_order(
            [Line(known[pk], amount, playing[pk]) for pk, amount in members.items()], sort
        ),
        levy=levy,
        cash=cash,
        held=held,
        running=len(running),
        dues=_proposed({**members, THE_CLUB: levy + cash}, known) if proposed else (),
    )


def evening_unsettled(*, evening: Evening, **_signal: object) -> Unsettled | None:
    """None where nothing was moved, everybody is even, or it is settled up."""
    book = Book.objects.filter(evening=evening, settled_at=None).first()
    rows = Balance.objects.filter(book=book, player__isnull=False).values("player")
    count = rows.annotate(sum=Sum("amount")).exclude(sum=0).count() if book else 0
    if book is None or not count:
        return None
    address = reverse("evening_accounts", args=(evening.club.slug, evening.pk))
    return Unsettled(book.pk, count, address)


def in_order(lines: Iterable[Line], sort: str) -> tuple[Line, ...]:
    """Those of equal amounts by name, whichever way the amounts run."""
    found = sorted(lines, key=_name, reverse=sort == "-name")
    if sort in ("amount", "-amount"):
        found.sort(key=lambda line: line.due * (-1 if sort == "-amount" else 1))
    return tuple(found)


def _name(line: Line) -> tuple[str, int]:
    return line.player.sort_name, line.player.pk


def _proposed(balances: Mapping[int, int], known: Mapping[int, Player]) -> tuple[Due, ...]:
    dues = [
        Due(known.get(one.payer), known.get(one.payee), one.amount) for one in payments(balances)
    ]
    return tuple(sorted(dues, key=_due_order))


def dues_of(settlement_id: int, player_id: int | None = None) -> tuple[Due, ...]:
    """What was to be paid when it was settled; of one player, what they give or get."""
    return _dues(Payment.objects.filter(settlement=settlement_id), player_id)


def dues_open(club_id: int, player_id: int) -> tuple[Due, ...]:
    """What the player still gives or gets, of everything that was settled."""
    still = Payment.objects.filter(_side(player_id), settlement__club=club_id, made_at=None)
    return _dues(still, player_id)


def dues_for(books: Iterable[int], player_id: int) -> tuple[Due, ...]:
    """What the player gave or gets, wherever one of these books was settled."""
    settled = SettledBook.objects.filter(book__in=list(books)).values("settlement")
    return _dues(Payment.objects.filter(_side(player_id), settlement__in=settled), player_id)


def _side(player_id: int) -> Q:
    payer = Q(payer=player_id) | Q(payer__merged_into=player_id)
    return payer | Q(payee=player_id) | Q(payee__merged_into=player_id)


def _dues(kept: QuerySet[Payment], player_id: int | None) -> tuple[Due, ...]:
    found = list(kept.select_related("made_by"))
    known = players({pk for one in found for pk in (one.payer_id, one.payee_id) if pk})
    dues = [
        Due(known.get(one.payer_id or 0), known.get(one.payee_id or 0), one.amount, one)
        for one in found
    ]
    between_two = [due for due in dues if due.payer != due.payee]
    mine = [due for due in between_two if player_id is None or is_side(due, player_id)]
    return tuple(sorted(mine, key=_due_order))


def is_side(due: Due, player_id: int | None) -> bool:
    return any(side is not None and side.pk == player_id for side in (due.payer, due.payee))


def _due_order(due: Due) -> tuple[bool, str, bool, str]:
    """The club last."""
    names = [(side is None, side.sort_name if side else "") for side in (due.payer, due.payee)]
    return *names[0], *names[1]


def accounts_csv(found: Accounts) -> bytes:
    """Members, and then what levy boxes and the club's cash hold, under no id; nothing in play is
    lost."""
    rows: list[tuple[int | str, str, int]] = [
        (line.player.pk, line.player.name, line.due) for line in found.lines
    ]
    rows += [("", Holder.LEVY.value, found.levy)] if found.levy else []
    rows += [("", Holder.CASH.value, found.cash)] if found.cash else []
    return csv_files.write_rows(COLUMNS, rows)


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be frozen together, and what it comes to."""

    books: tuple[Book, ...]
    accounts: Accounts
    debts: tuple[OwedOver, ...]

    @property
    def starts_on(self) -> date | None:
        return min((book.day for book in self.books), default=None)

    @property
    def ends_on(self) -> date | None:
        return max((book.day for book in self.books), default=None)

    @property
    def versions(self) -> str:
        """The books with their versions, as a form sends them back."""
        return ",".join(f"{book.pk}:{book.version}" for book in self.books)


def unsettled(club: Club, period: Period, book: int | None = None) -> list[Book]:
    """The oldest first; `book`: this one alone."""
    found = Book.objects.filter(period.books(), club=club, settled_at=None)
    if book is not None:
        found = found.filter(pk=book)
    return list(found.select_related("evening").order_by("pk")[:BOOKS_MOST])


def preview(club: Club, period: Period, book: int | None = None) -> Preview:
    return together(unsettled(club, period, book), club)


def together(books: list[Book], club: Club) -> Preview:
    return Preview(tuple(books), accounts(books, club.unit), tuple(who_owes_whom_over(books)))


def evening_book(actor: Actor, evening_id: int) -> tuple[Evening, Book | None, Person]:
    """Raises: Absent, Denied."""
    evening, somebody = evenings.evening(actor, evening_id)
    require_own_or_any(
        somebody, Act.SEE_OWN_ACCOUNT, Act.SEE_ACCOUNTS, is_own=came_to(somebody, evening)
    )
    book = Book.objects.filter(evening=evening).select_related("settled_by", "settled").first()
    return evening, book, somebody


class EveningAccounts(NamedTuple):
    evening: Evening
    book: Book | None
    person: Person
    accounts: Accounts


def evening_accounts(actor: Actor, pk: int, sort: str) -> EveningAccounts:
    """Raises: Absent, Denied."""
    evening, book, somebody = evening_book(actor, pk)
    found = accounts([book] if book else [], evening.club.unit, sort)
    return EveningAccounts(evening, book, somebody, found)


def settled_accounts(
    settlement: Settlement, somebody: Person, sort: str = SORTS[0]
) -> tuple[list[Book], Accounts]:
    """The books of it, and of the accounts what may be seen."""
    settled = Book.objects.filter(settled__settlement=settlement)
    found = list(settled.select_related("evening", "settled").order_by("pk"))
    together = accounts(found, settlement.club.unit, sort)
    sees_all = somebody.may(Act.SEE_ACCOUNTS)
    return found, together if sees_all else together.of(somebody.player_id)


def came_to(somebody: Person, evening: Evening) -> bool:
    """Whether they were there, or have a balance in its book."""
    player = somebody.player_id
    if player is None or somebody.user_id is None:
        return False
    return (
        Attendance.objects.filter(evening=evening, player=player).exists()
        or Balance.objects.filter(book__evening=evening, player=player).exists()
    )


def books(somebody: Person) -> QuerySet[Book]:
    """The newest first. Raises: Denied, Absent."""
    require(somebody, Act.SEE_OWN_ACCOUNT)
    found = Book.objects.filter(club_id=somebody.club_id).select_related("evening", "settled")
    if somebody.may(Act.SEE_ACCOUNTS):
        return found
    player = somebody.player_id or 0
    there = Attendance.objects.filter(evening=OuterRef("evening"), player=player)
    holds = Balance.objects.filter(book=OuterRef("pk"), player=player)
    return found.filter(Q(Exists(there)) | Q(Exists(holds)))


def settlement_of(book: Book) -> int | None:
    """The id of what it was settled with."""
    settled = getattr(book, "settled", None)
    return settled.settlement_id if settled else None


def settlements(somebody: Person) -> QuerySet[Settlement]:
    """The newest first; a member's are those in whose books they have a balance."""
    require(somebody, Act.SEE_OWN_ACCOUNT)
    found = Settlement.objects.filter(club_id=somebody.club_id)
    if somebody.may(Act.SEE_ACCOUNTS):
        return found
    player = somebody.player_id or 0
    holds = Balance.objects.filter(book=OuterRef("book"), player=player)
    held = SettledBook.objects.filter(Exists(holds), settlement=OuterRef("pk"))
    return found.filter(Exists(held))


def settlement(actor: Actor, pk: int) -> tuple[Settlement, Person]:
    """Members may see their own lines of it alone. Raises: Absent, Denied."""
    found = Settlement.objects.select_related("club", "settled_by").filter(pk=pk).first()
    if found is None:
        raise Absent
    somebody = person(actor, found.club_id)
    is_own = somebody.may(Act.SEE_OWN_ACCOUNT) and settlements(somebody).filter(pk=pk).exists()
    require_own_or_any(somebody, Act.SEE_OWN_ACCOUNT, Act.SEE_ACCOUNTS, is_own=is_own)
    return found, somebody


def payment(actor: Actor, pk: int) -> tuple[Payment, Person]:
    """Raises: Absent to who may see nothing of the club."""
    found = Payment.objects.select_related("settlement__club").filter(pk=pk).first()
    if found is None:
        raise Absent
    return found, person(actor, found.settlement.club_id)


def player(actor: Actor, pk: int) -> tuple[Player, Club, Person]:
    """Whose statement is asked for, as who they were merged into. Raises: Absent, Denied."""
    found = Player.objects.select_related("club", "user").filter(pk=current_player_id(pk)).first()
    if found is None:
        raise Absent
    somebody = person(actor, found.club_id)
    is_own = somebody.user_id is not None and somebody.player_id == found.pk
    require_own_or_any(somebody, Act.SEE_OWN_ACCOUNT, Act.SEE_ACCOUNTS, is_own=is_own)
    return found, found.club, somebody
