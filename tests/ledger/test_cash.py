"""Counters that are handed over during an evening: buy-ins, payments, and who leaves early."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry, Club, Player, Unit
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid, Stale
from games.evenings.models import Evening
from scoring.ledger.models import Book, Payment, Posting
from scoring.ledger.selectors.accounts import accounts
from scoring.ledger.selectors.books import balance, recount
from scoring.ledger.selectors.debts import who_owes_whom
from scoring.ledger.services.cash import payment_record, payment_undo, player_settle
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.settlings import night_book, owes, settled
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ALICE, BOB, CHLOE = 1, 2, 3


@dataclass
class Night:
    house: House
    book: Book

    def pk(self, name: str) -> int | None:
        return self.house.players[name].pk if name else None

    def settles(self, name: str, version: int | None = None) -> Posting:
        return player_settle(
            by=self.house.person("director"),
            evening=self.evening,
            player=self.house.players[name].pk,
            version=self.book.version if version is None else version,
        )

    def undoes(self, posting: int) -> Posting:
        by = self.house.person("director")
        return payment_undo(by=by, evening=self.evening, posting=posting)

    def pays(self, payer: str, payee: str, amount: int, **more: bool) -> Posting:
        """Nobody is the club."""
        return payment_record(
            by=self.house.person("director"),
            evening=self.evening,
            payer=self.pk(payer),
            payee=self.pk(payee),
            amount=amount,
            **more,
        )

    @property
    def evening(self) -> Evening:
        assert self.book.evening is not None
        return self.book.evening

    def sums(self) -> dict[str, int]:
        self.book.refresh_from_db()
        assert recount(self.book) == []
        found = accounts([self.book], Unit.COUNTERS)
        return {line.player.name: line.amount for line in found.lines} | {"cash": found.cash}

    def debts(self) -> dict[tuple[str, str], int]:
        found = who_owes_whom(self.book)
        for debt in found:
            assert sum(part.amount for part in debt.behind) == debt.amount
        return {(one.debtor.name, one.creditor.name): one.amount for one in found}

    def dues(self) -> list[tuple[str, str, int]]:
        found = accounts([self.book], Unit.COUNTERS).dues
        names = [(due.payer, due.payee, due.amount) for due in found]
        return [(a.name if a else "", b.name if b else "", amount) for a, b, amount in names]


def three_owe(house: House) -> Night:
    """Chloé, a guest, owes Ann 5 and Bob 3; Bob owes Ann 2."""
    house.players["chloe"] = Player.objects.create(club=house.club, name="Chloé")
    book = night_book(house, "ann", "bob", "chloe")
    owes(house, book, "chloe", "ann", 5)
    owes(house, book, "chloe", "bob", 3)
    owes(house, book, "bob", "ann", 2)
    book.refresh_from_db()
    return Night(house, book)


_built, built, house, night = built_once(three_owe)


def refused(act: Callable[[], object]) -> Fault:
    with pytest.raises(Fault) as found, transaction.atomic():
        act()
    return found.value


def test_a_guest_who_leaves_early_pays_the_club_and_the_settlement_counts_it(night: Night) -> None:
    """Chloé pays her 8: she owes nobody anything, and the club pays Ann 7 and Bob 1."""
    night.settles("chloe")
    assert night.sums() == {"Ann": 7, "Bob": 1, "Chloé": 0, "cash": -8}
    assert night.debts() == {("cash", "Ann"): 5, ("cash", "Bob"): 3, ("Bob", "Ann"): 2}
    assert night.dues() == [("", "Ann", 7), ("", "Bob", 1)]
    made = settled(night.house, night.book)
    rows = Payment.objects.filter(settlement=made).order_by("payee")
    assert [(row.payer_id, row.payee_id, row.amount) for row in rows] == [
        (None, night.pk("ann"), 7),
        (None, night.pk("bob"), 1),
    ]


def test_a_winner_who_leaves_early_is_paid_by_the_club(night: Night) -> None:
    """Ann gets her 7: Chloé owes the club 5 and Bob 2."""
    night.settles("ann")
    assert night.sums() == {"Ann": 0, "Bob": 1, "Chloé": -8, "cash": 7}
    assert night.debts() == {("Chloé", "cash"): 5, ("Chloé", "Bob"): 3, ("Bob", "cash"): 2}
    assert night.dues() == [("Chloé", "Bob", 1), ("Chloé", "", 7)]


def test_a_payment_from_one_to_another_is_between_these_two(night: Night) -> None:
    night.pays("chloe", "ann", 4)
    assert night.sums() == {"Ann": 3, "Bob": 1, "Chloé": -4, "cash": 0}
    assert night.debts() == {("Chloé", "Ann"): 1, ("Chloé", "Bob"): 3, ("Bob", "Ann"): 2}


def test_a_buy_in_is_given_back_but_for_what_was_lost(night: Night) -> None:
    """Chloé had put down 20 and lost 8 of it: 12 go back, and 8 to the winners."""
    night.pays("chloe", "", 20, buy_in=True)
    assert night.sums() == {"Ann": 7, "Bob": 1, "Chloé": 12, "cash": -20}
    assert night.debts() == {
        ("cash", "Ann"): 5,
        ("cash", "Bob"): 3,
        ("cash", "Chloé"): 12,
        ("Bob", "Ann"): 2,
    }
    assert night.dues() == [("", "Ann", 7), ("", "Bob", 1), ("", "Chloé", 12)]


def test_a_payment_is_undone_once_and_stays_on_record(night: Night) -> None:
    before, debts = night.sums(), night.debts()
    paid = night.pays("chloe", "", 8)
    back = night.undoes(paid.pk)
    assert night.undoes(paid.pk) == back
    assert (night.sums(), night.debts()) == (before, debts)
    acts = AuditLogEntry.objects.filter(act__startswith="payment_").order_by("pk")
    assert [(one.act, one.detail["amount"]) for one in acts] == [
        ("payment_record", 8),
        ("payment_undo", 8),
    ]
    assert isinstance(refused(lambda: night.undoes(10**6)), Absent)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("payer", "payee", "amount", "buy_in", "code"),
    [
        ("ann", "ann", 1, False, "same_side"),
        ("", "", 1, False, "same_side"),
        ("ann", "bob", 1, True, "not_a_buy_in"),
        ("", "bob", 1, True, "not_a_buy_in"),
        ("ann", "", 0, False, "amount_impossible"),
        ("ann", "", 10**9 + 1, False, "amount_impossible"),
    ],
)
def test_what_is_no_payment(
    payer: str, payee: str, amount: int, buy_in: bool, code: str, night: Night
) -> None:
    fault = refused(lambda: night.pays(payer, payee, amount, buy_in=buy_in))
    assert isinstance(fault, Invalid)
    assert fault.code == code


def test_who_is_even_a_stale_balance_and_a_settled_evening(night: Night) -> None:
    version = night.book.version
    night.pays("chloe", "", 8)
    assert isinstance(refused(lambda: night.settles("chloe", version)), Stale)
    assert refused(lambda: night.settles("chloe", version + 1)).code == "nothing_owed"
    settled(night.house, night.book)
    assert refused(lambda: night.pays("ann", "", 1)).code == "book_settled"


def test_nobody_pays_points_and_members_record_nothing(night: Night) -> None:
    scorer = night.house.person("scorer")
    fault = refused(
        lambda: payment_record(by=scorer, evening=night.evening, payer=None, payee=1, amount=1)
    )
    assert isinstance(fault, Denied)
    Club.objects.update(unit=Unit.POINTS)
    assert refused(lambda: night.pays("ann", "", 1)).code == "points_not_paid"


@pytest.mark.slow
def test_the_page_records_settles_and_undoes(night: Night) -> None:
    browser = Browser(night.house, "director")
    address = f"evenings/{night.evening.pk}/accounts/payments/"
    text = page(browser.get(address))
    assert "Chloé pays the club 8 counters" in " ".join(text.split())
    sent = {**browser.hidden(address), "payer": str(night.pk("chloe")), "payee": "club"}
    wrong = page(browser.post(address, {**sent, "amount": "0"}), 422)
    assert f'value="{night.pk("chloe")}" selected' in wrong
    goes(browser.post(address, {**sent, "amount": "20", "buy_in": "on"}))
    goes(browser.post(address, {**sent, "amount": "20", "buy_in": "on"}))
    assert night.sums() == {"Ann": 7, "Bob": 1, "Chloé": 12, "cash": -20}
    undo = f"{address}{Posting.objects.latest('pk').pk}/undo/"
    goes(browser.post(undo, {"key": "undo"}))
    assert night.sums()["Chloé"] == -8
    settle = f"{address}settle/{night.pk('chloe')}/"
    page(browser.post(settle, {"key": "stale", "version": "1"}), 409)
    goes(browser.post(settle, {"key": "now", "version": str(night.book.version)}))
    assert night.sums() == {"Ann": 7, "Bob": 1, "Chloé": 0, "cash": -8}
    text = " ".join(page(browser.get(address)).split())
    assert "<s>Chloé pays the club 20 counters</s>" in text
    accounts_page = page(browser.get(f"evenings/{night.evening.pk}/accounts/"))
    assert "The club’s cash" in accounts_page
    assert "The club pays Ann 7 counters" in " ".join(accounts_page.split())


@pytest.mark.slow
def test_a_program_does_the_same(night: Night) -> None:
    api, path = night.house.api("director"), f"evenings/{night.evening.pk}/payments"
    body = {"payer": night.pk("chloe"), "payee": None, "amount": 20, "buy_in": True}
    first = read(api.post(path, body, key="one"), 201)
    assert read(api.post(path, body, key="one"), 201) == first
    assert (first["payer"]["name"], first["payee"], first["amount"]) == ("Chloé", None, 20)
    night.book.refresh_from_db()
    stale = {"player": night.pk("chloe"), "version": night.book.version - 1}
    problem(api.post(f"{path}/settle", stale), 409)
    even = read(api.post(f"{path}/settle", {**stale, "version": night.book.version}), 201)
    assert (even["payer"], even["payee"]["name"], even["amount"]) == (None, "Chloé", 12)
    undone = read(api.post(f"{path}/{even['id']}/undo", {}), 201)
    assert undone["undone_at"] is not None
    assert [one["id"] for one in read(api.get(path))] == [even["id"], first["id"]]
    problem(night.house.api("ann").get(path), 403)
    problem(api.post(path, {**body, "payee": night.pk("chloe")}), 422, "same_side", "payee")
    assert read(api.get(f"evenings/{night.evening.pk}/accounts"))["cash"] == -20


def test_balances_of_a_player_are_what_is_owed_in_the_book(night: Night) -> None:
    night.pays("chloe", "", 3)
    assert balance(night.book, night.pk("chloe") or 0) == -5
