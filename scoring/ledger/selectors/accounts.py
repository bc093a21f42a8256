"""The accounts of one evening, or of several that are settled together."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.db.models import Q, QuerySet, Sum

from ecarte_club.clubs.models import Player, Unit
from scoring.contests.models import Contest
from scoring.ledger.models import Balance, Book, Payment, SettledBook
from scoring.ledger.models.settlements import LEVY_BOX
from scoring.ledger.rules.books import Holder
from scoring.ledger.rules.settlement import payments

from .transfers import players

SORTS = ("-amount", "amount", "name", "-name")
COLUMNS = ("player_id", "player", "amount")


@dataclass(frozen=True, slots=True)
class Line:
    """`amount`: less than nothing where he owes it."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Due:
    """Who is to pay whom; nobody as payee is the levy box. `payment`: once it is settled."""

    payer: Player
    payee: Player | None
    amount: int
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Accounts:
    """`levy`: in levy boxes; `held`: still in pots, in banks and in bets. `running`: contests that
    are not over. `dues`: none while anything is held, nor where points are played for."""

    unit: str
    lines: tuple[Line, ...]
    levy: int
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
    def dues_most(self) -> int:
        """However the sums fall: one less than those who have one."""
        accounts = sum(bool(line.amount) for line in self.lines) + bool(self.levy)
        return max(0, accounts - 1)

    def of(self, player_id: int | None) -> "Accounts":
        """His own sum, and nothing of anybody else's."""
        lines = tuple(line for line in self.lines if line.player.pk == player_id)
        return replace(self, lines=lines, levy=0, held=0, dues=())


def accounts(books: Sequence[Book], unit: str, sort: str = "-amount") -> Accounts:
    """Whoever has a balance, even again or not; as `sort` says."""
    rows = Balance.objects.filter(book__in=books).values_list("holder", "player_id")
    members: dict[int, int] = {}
    others: Counter[str] = Counter()
    for holder, player_id, amount in rows.annotate(sum=Sum("amount")):
        if player_id:
            members[player_id] = amount
        else:
            others[holder] += amount
    levy = others.pop(Holder.LEVY.value, 0)
    held = sum(others.values())
    known = players(members)
    evenings = [book.evening_id for book in books if book.evening_id]
    running = Contest.objects.filter(evening__in=evenings, over=False).count() if evenings else 0
    proposed = unit != Unit.POINTS and not held
    return Accounts(
        unit=unit,
        lines=in_order([Line(known[pk], amount) for pk, amount in members.items()], sort),
        levy=levy,
        held=held,
        running=running,
        dues=_proposed({**members, LEVY_BOX: levy}, known) if proposed else (),
    )


def in_order(lines: Iterable[Line], sort: str) -> tuple[Line, ...]:
    """Those of equal amounts by name, whichever way the amounts run."""
    found = sorted(lines, key=_name, reverse=sort == "-name")
    if sort in ("amount", "-amount"):
        found.sort(key=lambda line: line.amount * (-1 if sort == "-amount" else 1))
    return tuple(found)


def _name(line: Line) -> tuple[str, int]:
    return line.player.sort_name, line.player.pk


def _proposed(balances: Mapping[int, int], known: Mapping[int, Player]) -> tuple[Due, ...]:
    dues = [Due(known[one.payer], known.get(one.payee), one.amount) for one in payments(balances)]
    return tuple(sorted(dues, key=_due_order))


def dues_of(settlement_id: int, player_id: int | None = None) -> tuple[Due, ...]:
    """What was to be paid when it was settled; of one player, what he gives or gets."""
    return _dues(Payment.objects.filter(settlement=settlement_id), player_id)


def dues_open(club_id: int, player_id: int) -> tuple[Due, ...]:
    """What he still gives or gets, of everything that was settled."""
    still = Payment.objects.filter(_side(player_id), settlement__club=club_id, made_at=None)
    return _dues(still, player_id)


def dues_for(books: Iterable[int], player_id: int) -> tuple[Due, ...]:
    """What he gave or gets, wherever one of these books was settled."""
    settled = SettledBook.objects.filter(book__in=list(books)).values("settlement")
    return _dues(Payment.objects.filter(_side(player_id), settlement__in=settled), player_id)


def _side(player_id: int) -> Q:
    payer = Q(payer=player_id) | Q(payer__merged_into=player_id)
    return payer | Q(payee=player_id) | Q(payee__merged_into=player_id)


def _dues(kept: QuerySet[Payment], player_id: int | None) -> tuple[Due, ...]:
    found = list(kept.select_related("made_by"))
    known = players({pk for one in found for pk in (one.payer_id, one.payee_id) if pk})
    dues = [
        Due(known[one.payer_id], known.get(one.payee_id or 0), one.amount, one) for one in found
    ]
    between_two = [due for due in dues if due.payer != due.payee]
    mine = [due for due in between_two if player_id is None or is_side(due, player_id)]
    return tuple(sorted(mine, key=_due_order))


def is_side(due: Due, player_id: int | None) -> bool:
    return player_id is not None and player_id in {
        due.payer.pk,
        due.payee.pk if due.payee else None,
    }


def _due_order(due: Due) -> tuple[str, bool, str]:
    return due.payer.sort_name, due.payee is None, due.payee.sort_name if due.payee else ""


def csv_rows(found: Accounts) -> list[tuple[int | str, str, int]]:
    """Members, and then what the levy boxes hold, under no id."""
    rows: list[tuple[int | str, str, int]] = [
        (line.player.pk, line.player.name, line.amount) for line in found.lines
    ]
    return [*rows, ("", Holder.LEVY.value, found.levy)] if found.levy else rows
