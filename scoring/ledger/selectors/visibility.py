"""Whose accounts somebody may see: staff all, members their own and the evenings they came to."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from ecarte_club.clubs.actors import Actor
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.selectors.clubs import kept_id, person
from ecarte_club.core.exceptions import Absent
from games.evenings import selectors as evenings
from games.evenings.models import Attendance, Evening
from scoring.ledger.models import Balance, Book, Payment, SettledBook, Settlement


def evening_book(actor: Actor, evening_id: int) -> tuple[Evening, Book | None, Person]:
    """Raises: Absent, Denied."""
    evening, somebody = evenings.evening(actor, evening_id)
    require_own_or_any(
        somebody, Act.SEE_OWN_ACCOUNT, Act.SEE_ACCOUNTS, is_own=came_to(somebody, evening)
    )
    book = Book.objects.filter(evening=evening).select_related("settled_by", "settled").first()
    return evening, book, somebody


def came_to(somebody: Person, evening: Evening) -> bool:
    """He was there, or has a balance in its book."""
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
    """The newest first; a member's are those in whose books he has a balance."""
    require(somebody, Act.SEE_OWN_ACCOUNT)
    found = Settlement.objects.filter(club_id=somebody.club_id)
    if somebody.may(Act.SEE_ACCOUNTS):
        return found
    player = somebody.player_id or 0
    holds = Balance.objects.filter(book=OuterRef("book"), player=player)
    his = SettledBook.objects.filter(Exists(holds), settlement=OuterRef("pk"))
    return found.filter(Exists(his))


def settlement(actor: Actor, pk: int) -> tuple[Settlement, Person]:
    """Of whose lines he may see but his own, unless he may see all. Raises: Absent, Denied."""
    found = Settlement.objects.select_related("club", "settled_by").filter(pk=pk).first()
    if found is None:
        raise Absent
    somebody = person(actor, found.club_id)
    his = somebody.may(Act.SEE_OWN_ACCOUNT) and settlements(somebody).filter(pk=pk).exists()
    require_own_or_any(somebody, Act.SEE_OWN_ACCOUNT, Act.SEE_ACCOUNTS, is_own=his)
    return found, somebody


def payment(actor: Actor, pk: int) -> tuple[Payment, Person]:
    """Raises: Absent to who may see nothing of the club."""
    found = Payment.objects.select_related("settlement__club").filter(pk=pk).first()
    if found is None:
        raise Absent
    return found, person(actor, found.settlement.club_id)


def player(actor: Actor, pk: int) -> tuple[Player, Club, Person]:
    """Whose statement is asked for, under whom he was merged into. Raises: Absent, Denied."""
    found = Player.objects.select_related("club", "user").filter(pk=kept_id(pk)).first()
    if found is None:
        raise Absent
    somebody = person(actor, found.club_id)
    is_own = somebody.user_id is not None and somebody.player_id == found.pk
    require_own_or_any(somebody, Act.SEE_OWN_ACCOUNT, Act.SEE_ACCOUNTS, is_own=is_own)
    return found, found.club, somebody
