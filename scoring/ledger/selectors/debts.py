"""Who owes whom in a book, and the transfers behind each figure."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from ecarte_club.clubs.models import Player
from ecarte_club.core.composed import Composed, ComposedList
from scoring.contests.models import Contest, ContestEntry
from scoring.ledger.models import Book, Posting
from scoring.ledger.rules import IN_CASH, Account, Cause, Debt, Holder, Transfer, owed


@dataclass(frozen=True, slots=True)
class Party:
    """A member; or a pot, a bank, the bets or the levy box, where `player` is None."""

    holder: Holder
    player: Player | None = None

    @property
    def name(self) -> str:
        return self.player.name if self.player else str(self.holder)


@dataclass(frozen=True, slots=True)
class PostedTransfer:
    """A posting as it is shown. `game`: its number in the contest; `at`: when it happened."""

    posting: Posting
    cause: Cause
    source: Party
    target: Party
    contest: Contest | None
    game: int | None
    at: datetime

    @property
    def amount(self) -> int:
        return self.posting.amount

    @property
    def is_taking_back(self) -> bool:
        return self.posting.reverses_id is not None

    @property
    def is_in_cash(self) -> bool:
        return self.cause in IN_CASH

    @property
    def giver(self) -> Party:
        """Who handed it over: of what was paid in cash, so much less is owed by them."""
        return self.target if self.is_in_cash else self.source

    @property
    def taker(self) -> Party:
        return self.source if self.is_in_cash else self.target


@dataclass(frozen=True, slots=True)
class PostingReader:
    """Reads contests, entries and players at once, for however many postings."""

    contests: Mapping[int, Contest]
    happenings: Mapping[tuple[int, int], tuple[int, datetime]]
    players: Mapping[int, Player]

    @classmethod
    def of(cls, postings: Collection[Posting]) -> "PostingReader":
        ids = {one.contest for one in postings if one.contest}
        contests = {one.pk: one for one in _contests.rows(ids)}
        who = {pk for one in postings for pk in (one.source_player_id, one.target_player_id) if pk}
        return cls(contests, happenings(contests), players(who))

    def read(self, posting: Posting) -> PostedTransfer:
        happened = self.happenings.get((posting.contest or 0, posting.number or 0))
        game, at = happened or (None, posting.at)
        transfer = posting.transfer
        return PostedTransfer(
            posting,
            transfer.cause,
            self.party(transfer.source),
            self.party(transfer.target),
            self.contests.get(posting.contest or 0),
            game,
            at,
        )

    def party(self, account: Account) -> Party:
        is_member = account.holder is Holder.MEMBER
        return Party(account.holder, self.players[account.of] if is_member else None)


_contests = ComposedList(
    lambda ids: Contest.objects.filter(pk__in=ids).select_related("table").order_by()
)
_players = ComposedList(
    lambda ids: Player.objects.filter(pk__in=ids).select_related("merged_into").order_by()
)
_entries = ComposedList(
    lambda contests: (
        ContestEntry.objects.filter(contest__in=contests).order_by("contest", "number")
    )
)


def players(ids: Iterable[int]) -> dict[int, Player]:
    """Each under the id of then, as who they turned out to be."""
    return {one.pk: one.merged_into or one for one in _players.rows(ids)}


def happenings(contests: Collection[int]) -> dict[tuple[int, int], tuple[int, datetime]]:
    """By contest and place: the number of the game, and when it was entered first."""
    first: dict[int, dict[int, datetime]] = defaultdict(dict)
    stands: dict[int, dict[int, bool]] = defaultdict(dict)
    for entry in _entries.rows(contests):
        first[entry.contest_id].setdefault(entry.place, entry.at)
        stands[entry.contest_id][entry.place] = (entry.data or {}).get("event") == "game_won"
    found = {}
    for contest, places in stands.items():
        game = 1
        for place, is_won in sorted(places.items()):
            found[contest, place] = game, first[contest][place]
            game += is_won
    return found


# Of a key that postings_bring made: the place of the transfer among those of its event.
_PLACE = re.compile(r"\d+/\d+/(\d+)(?:~\d+)?")


@dataclass(frozen=True, slots=True)
class Behind:
    """What one transfer adds to a figure, or takes off it. `through`: how the money that a pot
    paid out here had come into it."""

    amount: int
    moved: PostedTransfer
    through: tuple[PostedTransfer, ...]


@dataclass(frozen=True, slots=True)
class Owed:
    debtor: Party
    creditor: Party
    amount: int
    behind: tuple[Behind, ...]

    @property
    def anchor(self) -> str:
        return f"owed-{_key(self.debtor)}-{_key(self.creditor)}"


def _key(party: Party) -> str:
    return str(party.player.pk) if party.player else party.holder.value


_standing = Composed(
    lambda book: Posting.objects.filter(book=book, reverses=None, reversed_by=None), book=int
)


def standing(book: Book) -> list[Posting]:
    """What was not taken back, in the order in which it happened."""
    found = _standing.rows(book=book.pk)
    return sorted(found, key=lambda one: (one.contest or 0, one.number or 0, _place(one), one.pk))


def _place(posting: Posting) -> int:
    found = _PLACE.fullmatch(posting.key)
    return int(found[1]) if found else 0


def who_owes_whom(book: Book) -> list[Owed]:
    """By names; what is owed to levy boxes is one figure for each debtor."""
    postings = standing(book)
    reader = PostingReader.of(postings)
    debts = [_owed(debt, postings, reader) for debt in owed(_transfers(postings, reader))]
    return sorted(_together(debts), key=_order)


def _order(debt: Owed) -> tuple[bool, str, str]:
    return debt.debtor.player is None, debt.debtor.name, debt.creditor.name


def _transfers(postings: Iterable[Posting], reader: PostingReader) -> Iterator[Transfer]:
    """Under whom players were merged into; each contest's pots by themselves."""
    for posting in postings:
        contest, transfer = posting.contest or 0, posting.transfer
        source, target = (_account(side, contest, reader) for side in transfer[:2])
        yield Transfer(source, target, transfer.amount, transfer.cause)


def _account(side: Account, contest: int, reader: PostingReader) -> Account:
    if side.holder is Holder.MEMBER:
        return Account(side.holder, reader.players[side.of].pk)
    return Account(side.holder, contest)


def _owed(debt: Debt, postings: Sequence[Posting], reader: PostingReader) -> Owed:
    behind = tuple(
        Behind(
            part.amount,
            reader.read(postings[part.at]),
            tuple(reader.read(postings[at]) for at in part.through),
        )
        for part in debt.behind
    )
    debtor, creditor = (_party(side, reader) for side in (debt.debtor, debt.creditor))
    return Owed(debtor, creditor, debt.amount, behind)


def _party(side: Account, reader: PostingReader) -> Party:
    """Under their own id among the players, or that of one who was merged into them."""
    if side.holder is not Holder.MEMBER:
        return Party(side.holder)
    return Party(side.holder, next(one for one in reader.players.values() if one.pk == side.of))


def _together(debts: Iterable[Owed]) -> list[Owed]:
    """Several contests have a levy box each, and the club has one."""
    found: dict[tuple[str, str], Owed] = {}
    for debt in debts:
        key = _key(debt.debtor), _key(debt.creditor)
        before = found.get(key)
        found[key] = debt
        if before is not None:
            found[key] = replace(
                debt, amount=before.amount + debt.amount, behind=before.behind + debt.behind
            )
    return list(found.values())


class BookPart(NamedTuple):
    book: Book
    amount: int


@dataclass(frozen=True, slots=True)
class OwedOver:
    """Over several books: what each of them adds to the figure, or takes off it."""

    debtor: Party
    creditor: Party
    amount: int
    by_book: tuple[BookPart, ...]


def who_owes_whom_over(books: Iterable[Book]) -> list[OwedOver]:
    sums: dict[tuple[str, str], list[tuple[Book, int]]] = defaultdict(list)
    parties: dict[str, Party] = {}
    for book in books:
        for debt in who_owes_whom(book):
            one, other = _key(debt.debtor), _key(debt.creditor)
            parties |= {one: debt.debtor, other: debt.creditor}
            if one < other:
                sums[one, other].append((book, debt.amount))
            else:
                sums[other, one].append((book, -debt.amount))
    found = [_net(parties[one], parties[other], part) for (one, other), part in sums.items()]
    return sorted(
        (one for one in found if one.amount),
        key=lambda one: (one.debtor.name, one.creditor.name),
    )


def _net(one: Party, other: Party, by_book: list[tuple[Book, int]]) -> OwedOver:
    amount = sum(part for _book, part in by_book)
    if amount < 0:
        return OwedOver(other, one, -amount, tuple(BookPart(book, -part) for book, part in by_book))
    return OwedOver(one, other, amount, tuple(BookPart(*part) for part in by_book))
