"""A pool or chouette as one person may read it: its board, and its log."""

from functools import cached_property
from typing import Any

from django.utils.translation import get_language

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors.player_names import veil
from ecarte_club.core import etags
from ecarte_club.core.composed import Composed, ComposedList
from games.evenings import selectors as evenings
from games.matches.models import Match
from scoring.contests.labels import chronicle
from scoring.contests.models import Acceptance, Contest
from scoring.contests.rules import machine
from scoring.contests.rules.events import players_in
from scoring.contests.rules.machine import Kind
from scoring.contests.selectors import courses
from scoring.contests.selectors.in_play import in_play
from scoring.contests.selectors.stakes import stakes_on_game
from scoring.ledger.models import Book
from scoring.ledger.rules import Holder
from scoring.ledger.selectors.books import balances, book_of, cash_sums

from .serializers import ContestBoardOut, ContestEntryOut, ContestLineOut

_accepted = Composed(
    lambda contest: (
        Acceptance.objects.filter(contest=contest).order_by("pk").values_list("player_id")
    ),
    contest=int,
)
_players = ComposedList(
    lambda ids: Player.objects.select_related("merged_into").filter(pk__in=ids).order_by()
)


class Reading:
    """A contest as `person` may read it. `rows`: players by the ids that entries and acceptances
    have; who turned out to be another is that one."""

    def __init__(self, contest: Contest, person: Person) -> None:
        self.contest, self.course = contest, courses.read(contest, with_writers=True)
        self.sees_names = evenings.sees_names(contest.evening, person)
        self.sees_writers = person.may(Act.SEE_CLUB)
        accepted = [pk for (pk,) in _accepted.tuples(contest=contest.pk)]
        rows = _players.rows(chronicle.people(self.course) | set(accepted))
        self.rows = {row.pk: row.merged_into or row for row in rows}
        self.accepted = tuple({self.rows[pk].pk: pk for pk in accepted}.values())
        if not self.sees_names:
            veil(self.rows.values(), contest.club)

    @cached_property
    def book(self) -> Book | None:
        return book_of(self.contest.evening_id)

    @property
    def tag(self) -> str:
        """Of the contest, its evening and tournament, of the book, of what names are shown, and to
        whom."""
        contest, evening = self.contest, self.contest.evening
        book = self.book.version if self.book else 0
        versions = contest.version, evening.version, book, evening.club.version
        sees = int(self.sees_names), int(self.sees_writers)
        names = ".".join(f"{pk}:{row.pk}:{row.version}" for pk, row in sorted(self.rows.items()))
        pool_of = contest.tournament_id or 0
        return etags.tag(contest.pk, *versions, pool_of, get_language(), *sees, names)

    def detail(self) -> dict[str, Any]:
        """As `ContestOut`."""
        state, dealt = self.course.state, self.course.dealt
        seats = machine.seats(state)
        held = {account.holder: amount for account, amount in machine.holdings(state).items()}
        board = {
            "seats": seats and dict(zip("ab", (self.rows[pk] for pk in seats), strict=True)),
            "queue": () if state.over else machine.queue(state),
            "match": _match(dealt.entry.match) if dealt and not state.over else None,
            "seed": courses.seed_of(self.contest),
            "accepted": self.accepted,
            "held": {holder.value: held.get(holder, 0) for holder in Holder},
            "bets": state if state.book else None,
            "pool": state.contest if state.kind is Kind.POOL else None,
            "cul_leve": state if state.kind is Kind.CUL_LEVE else None,
            "bank": state.contest if state.kind is Kind.BANK else None,
            "box": state.contest if state.kind is Kind.BOX else None,
            "stakes": stakes_on_game(self.course),
            "balances": self._balances() if self.sees_names else (),
        }
        shown = ContestBoardOut(board, context={"people": self.rows}).data
        return {**ContestLineOut(self.contest).data, **shown}

    def _balances(self) -> list[dict[str, int]]:
        """Of everybody whom the contest names, by id."""
        book = self.book
        rows = balances(book) if book else []
        amounts = {row.player_id: row.amount for row in rows if row.player_id}
        ids = {row.pk: pk for pk, row in self.rows.items()}
        playing = in_play([self.contest.evening_id], {self.contest.pk: self.course.state})
        cash = cash_sums([book] if book else [])
        return [
            {
                "player": ids[pk],
                "amount": amounts.get(pk, 0),
                "won": amounts.get(pk, 0) - cash[pk] + playing[pk],
                "in_play": playing[pk],
            }
            for pk in sorted(ids)
        ]

    def entries(self) -> Any:
        """All that was ever entered; nothing is left out."""
        course, standing = self.course, {one.entry.pk for one in self.course.happened}
        names = {pk: row.name for pk, row in self.rows.items()}
        texts = chronicle.texts(course, chronicle.wording(self.contest, names))
        lines = [
            {
                "entry": entry,
                "players": players_in(entry.data),
                "text": texts[entry.pk],
                "stands": entry.pk in standing,
                "moved": course.moved.get(entry.place, ()) if entry.pk in standing else (),
                "by": (chronicle.entered_by(entry) if self.sees_writers else "") or None,
            }
            for entry in course.entries
        ]
        return ContestEntryOut(lines, many=True, context={"people": self.rows}).data


def _match(pk: int | None) -> int | None:
    """None too where it was forgotten, because who won was entered without the pad."""
    return pk if Match.objects.filter(pk=pk or 0).exists() else None
