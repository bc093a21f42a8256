"""A book with as many postings as wanted, and what it costs to read and to post in it: run in a
process with a database of its own."""

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter, process_time_ns

from django.db import connection, transaction
from django.utils import timezone

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.clubs import club_create, office_give
from scoring.ledger.models import Balance, Book, Posting
from scoring.ledger.rules import POT, Cause, Transfer, member
from scoring.ledger.selectors.books import PAGE, Place, balance, recount, statement
from scoring.ledger.services.posting import Due, book_open
from tests.support.postings import postings_post

from .entering import counting, server_clock
from .filling import EMAIL

PLAYERS, REGULARS = 300, 8
BATCHES = (3, 30, 300)
WARM_UP, ROUNDS, SCALE = 5, 30, 10**6
LEAST_MS = 300

# The regulars in turn stake in the pot and win it back; a contest is a hundred postings.
POSTINGS = f"""
    INSERT INTO {Posting._meta.db_table} (
        book_id, club_id, key, source_holder, source_player_id, target_holder, target_player_id,
        amount, cause, contest, number, at
    )
    WITH RECURSIVE copy(n) AS (
        SELECT 0 UNION ALL SELECT n + 1 FROM copy WHERE n < %(number)s - 1
    )
    SELECT
        %(book)s, %(club)s, (n / 100) || '/' || (n %% 100) || '/0',
        CASE n %% 2 WHEN 0 THEN 'member' ELSE 'pot' END,
        CASE n %% 2 WHEN 0 THEN %(first)s + n / 2 %% %(regulars)s END,
        CASE n %% 2 WHEN 0 THEN 'pot' ELSE 'member' END,
        CASE n %% 2 WHEN 0 THEN NULL ELSE %(first)s + n / 2 %% %(regulars)s END,
        2, 'stake', n / 100, n %% 100, %(at)s
    FROM copy
"""  # noqa: S608
BALANCES = f"""
    INSERT INTO {Balance._meta.db_table} (book_id, holder, player_id, contest, amount)
    SELECT book_id, holder, player_id, CASE holder WHEN 'pot' THEN contest END, SUM(amount)
    FROM (
        SELECT book_id, source_holder AS holder, source_player_id AS player_id, contest,
            -amount AS amount
        FROM {Posting._meta.db_table}
        UNION ALL
        SELECT book_id, target_holder, target_player_id, contest, amount
        FROM {Posting._meta.db_table}
    ) sides
    GROUP BY 1, 2, 3, 4
"""  # noqa: S608


def fill(number: int) -> Book:
    with transaction.atomic():
        user = User.objects.create(email=EMAIL, name="Bench")
        club = club_create(name="Bench", slug="bench")
        office_give(club=club, user=user, role=Role.COMMITTEE)
        Player.objects.bulk_create(
            Player(club=club, name=f"Joueur {place:03}") for place in range(PLAYERS)
        )
        book = book_open(by=person(Actor(user), club.pk), name="Bench")
        first = Player.objects.order_by("pk")[0].pk
        figures = {"number": number, "book": book.pk, "first": first, "regulars": REGULARS}
        figures["club"] = club.pk
        with connection.cursor() as cursor:
            cursor.execute(POSTINGS, {**figures, "at": timezone.now()})
            cursor.execute(BALANCES)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    return book


class Clerk:
    """Reads and posts in the book as the site does, each time for another player."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.by = person(Actor(User.objects.get(email=EMAIL)), book.club_id)
        players = Player.objects.filter(club=book.club_id).order_by("pk")
        self.players = list(players.values_list("pk", flat=True))
        postings = Posting.objects.filter(book=book).order_by("pk").values_list("pk", flat=True)
        self.middle = Place(book.pk, postings[postings.count() // 2])
        self.turns = SCALE

    def acts(self) -> dict[str, Callable[[], object]]:
        return {
            "a balance": lambda: balance(self.book, self.regular()),
            "a page of a statement": lambda: self.page(None),
            "a page from its middle": lambda: self.page(self.middle),
            **{f"posting {number}": partial(self.post, number) for number in BATCHES},
        }

    def regular(self) -> int:
        return self.players[self.turns % REGULARS]

    def page(self, after: Place | None) -> None:
        found = statement(self.regular(), [self.book.pk], after=after)
        if len(found.lines) < PAGE:
            raise AssertionError(found)

    def post(self, number: int) -> None:
        """Each of so many stakes in the pot of a contest that is new."""
        dues = [
            Due(f"{self.turns}/1/{place}", stake(player), self.turns, 1)
            for place, player in enumerate(self.players[:number])
        ]
        if len(postings_post(by=self.by, book=self.book, postings=dues)) != number:
            raise AssertionError(number)


def stake(player: int) -> Transfer:
    return Transfer(member(player), POT, 1, Cause.STAKE)


def work(act: str, number: str = "") -> dict[str, dict[str, float]]:
    """`fill` with so many postings, or `measure`: CPU in ms of each act, the database's too."""
    if act == "fill":
        began = perf_counter()
        fill(int(number))
        return {"filled": {"seconds": perf_counter() - began}}
    book = Book.objects.get()
    clerk, server = Clerk(book), server_clock()
    clerk.turns += Posting.objects.count()
    found = {name: _cost(clerk, doing, server) for name, doing in clerk.acts().items()}
    if differences := recount(book):
        raise AssertionError(differences)
    return found


def _cost(clerk: Clerk, act: Callable[[], object], server: Callable[[], int]) -> dict[str, float]:
    """What is over at once is done more often, or the clock would tell only of others."""
    spent: list[float] = []
    while len(spent) < WARM_UP + ROUNDS or sum(spent) < LEAST_MS:
        clerk.turns += 1
        own, other = process_time_ns(), server()
        act()
        spent.append((process_time_ns() - own + server() - other) / 1e6)
    clerk.turns += 1
    with counting() as asked:
        act()
    return {"ms": median(spent[WARM_UP:]), "queries": len(asked)}
