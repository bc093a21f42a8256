"""Contests drawn at random at the site, with bets, undo, corrections and payments, against a naive
second book that knows only what was seen at the table."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from ecarte_club.clubs.models import Player
from games.matches.models import Match
from games.matches.services.revisions import entry_correct
from scoring.contests.rules.bank import Adjudged, Bid, NotRenewed, Punted
from scoring.contests.rules.events import Closed, GameWon
from scoring.contests.selectors.courses import Course
from scoring.contests.services.corrections import contest_correct
from scoring.ledger.models import Payment
from scoring.ledger.services.cash import payment_record, payment_undo
from tests.support.clubhouse import House
from tests.support.contests import Club, opened
from tests.support.depth import times
from tests.support.nights import game
from tests.support.settlings import settled

from .naive_book import Book
from .naive_table import GALLERY, KINDS, PLAYERS, Plan, Table

pytestmark = pytest.mark.slow

STEPS = times(16, thorough=22)
THE_CLUB = "club"


@dataclass(slots=True)
class ClubSite:
    """The contest at its table. Half of the games are scored on the pad. `now`: its course, which
    is read once after each act, as it is asked for many times."""

    club: Club
    random: Random
    now: Course | None = field(default=None, init=False)

    def pk(self, name: str) -> int:
        return self.club.pk(name)

    def named(self, players: tuple[int, ...]) -> tuple[str, ...]:
        return self.club.named(players)

    def course(self) -> Course:
        self.now = self.now or self.club.course()
        return self.now

    def amounts(self) -> dict[str, int]:
        return {name: amount for name, amount in self.club.amounts().items() if amount}

    def tell(self, event: Any) -> None:
        self.now = None
        self.club.tell(event)

    def deals(self) -> None:
        self.now = None
        self.club.deals()

    def undo(self) -> None:
        self.now = None
        self.club.undo()

    def wins_game(self, name: str) -> None:
        dealt = self.course().dealt
        self.now = None
        match = Match.objects.filter(pk=dealt.entry.match or 0).first() if dealt else None
        if match is not None and (match.version or self.random.random() < 0.5):
            self.club.wins(name, match)
        else:
            self.club.tell(GameWon(self.club.pk(name)))

    def corrects(self, number: int, winner: str) -> None:
        won = [one for one in self.course().happened if isinstance(one.event, GameWon)]
        self.now = None
        entry = won[number].entry
        if entry.match is not None:
            self._corrects_on_pad(entry.match, winner)
            return
        self.club.contest.refresh_from_db()
        contest_correct(
            by=self.club.house.person("director"),
            contest=self.club.contest,
            changes=[(entry.place, GameWon(self.club.pk(winner)))],
            reason="Misheard.",
            version=self.club.contest.version,
        )

    def _corrects_on_pad(self, pk: int, winner: str) -> None:
        match = Match.objects.select_related("evening_table").get(pk=pk)
        is_a = match.player_a_id == self.club.pk(winner)
        stands = match.entries.order_by("-number").first()
        assert stands is not None
        entry_correct(
            by=self.club.house.person("director"),
            match=match,
            number=stands.number,
            what=game(5, 0) if is_a else game(0, 5),
            reason="Misread.",
            version=match.version,
        )

    def pays(self, book: Book) -> None:
        people = [*PLAYERS, *GALLERY, ""]
        payer, payee = self.random.sample(people, 2)
        amount = self.random.randint(1, 20)
        by = self.club.house.person("director")
        pks = [self.club.pk(name) if name else None for name in (payer, payee)]
        night = self.club.night
        paid = payment_record(by=by, evening=night, payer=pks[0], payee=pks[1], amount=amount)
        if self.random.random() < 0.3:
            payment_undo(by=by, evening=night, posting=paid.pk)
        else:
            book.cash[payer or "cash"] += amount
            book.cash[payee or "cash"] -= amount

    def settles(self, book: Book) -> None:
        """At the end of the evening nobody plays any further, and as many pay as have to."""
        if not self.course().state.over:
            self.tell(Closed())
        wanted = book.closed()
        assert self.amounts() == wanted
        settlement = settled(self.club.house, self.club.night.book)
        names = {player.pk: name for name, player in self.club.house.players.items()}
        left = Counter({THE_CLUB: wanted.pop("levy", 0) + wanted.pop("cash", 0), **wanted})
        have = sum(amount != 0 for amount in left.values())
        payments = list(Payment.objects.filter(settlement=settlement))
        for paid in payments:
            left[names.get(paid.payer_id or 0, THE_CLUB)] += paid.amount
            left[names.get(paid.payee_id or 0, THE_CLUB)] -= paid.amount
        assert not any(left.values())
        assert len(payments) <= max(0, have - 1)


def site_of(house: House, plan: Plan, random: Random) -> ClubSite:
    for name in GALLERY:
        house.players[name] = Player.objects.create(club=house.club, name=name.title())
    club = opened(house, plan.kind, *plan.people, agreed=plan.agreed, gallery=plan.gallery)
    return ClubSite(club, random)


# Of what is rare there is more in test_contest_book_on_paper.
@pytest.mark.any_database
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_the_site_has_what_the_second_book_has(kind: str, seed: int, house: House) -> None:
    random = Random(f"{kind} {seed}")
    plan = Plan.drawn(kind, random)
    site = site_of(house, plan, random)
    table = Table.of(site, plan, random)
    acts = [*table.acts(), lambda: site.pays(table.book)]
    for _step in range(STEPS):
        table.goes_on(acts)
    site.settles(table.book)


def test_an_undone_deal_leaves_the_bank_to_its_holder(house: House) -> None:
    """Bob broke the bank of 10, as a correction has it after the next deal. Without that deal Ann
    has not renewed, and nobody owes for it."""
    club = opened(house, "bank", *PLAYERS)
    club.tell(Bid(club.pk("ann"), 10))
    club.tell(Adjudged())
    club.tell(Punted(club.pk("bob"), 10))
    site = ClubSite(club, Random(1))
    club.game("ann")
    club.deals()
    site.corrects(0, "bob")
    assert site.amounts() == {"ann": -20, "bob": 10, "bank": 10}
    club.undo()
    assert site.amounts() == {"ann": -10, "bob": 10}
    club.tell(NotRenewed())
    assert site.amounts() == {"ann": -10, "bob": 10}
