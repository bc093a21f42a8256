"""The pages of accounts: sums, who pays whom, how come, and a statement for each."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from ecarte_club.clubs.models import Club
from scoring.ledger.models import Book, Payment, Settlement
from scoring.ledger.services.settling import payment_mark
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House
from tests.support.contests import opened
from tests.support.settlings import named_book, night_book, owes, settled
from tests.support.teamed import built_once

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

MONEY = re.compile(r"\b(money|pay|pays|paid|payments?|owes?|owed|stakes?|debts?)\b", re.IGNORECASE)


def two_owe(house: House) -> Book:
    """Ann lost to Bob, and Bob to Cyd."""
    book = night_book(house, "ann", "bob", "cyd")
    owes(house, book, "ann", "bob", 5)
    owes(house, book, "bob", "cyd", 3)
    return book


_built, built, house, night = built_once(two_owe)


def accounts(night: Book) -> str:
    return f"evenings/{night.evening_id}/accounts/"


def visible(text: str) -> str:
    main = text.partition('<main id="main"')[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def test_an_evening_says_who_pays_whom_and_how_come(house: House, night: Book) -> None:
    text = visible(page(Browser(house, "ann").get(accounts(night))))
    assert "Ann pays Bob 2 counters" in text
    assert "Ann pays Cyd 3 counters" in text
    assert "Ann owes Bob 5 counters" in text
    assert "Bob owes Cyd 3 counters" in text
    assert "Game won Ann to Bob" in text
    rows = re.findall(r"(Ann|Bob|Cyd) ([+−]\d)", text.partition("Who pays whom")[0])
    assert rows == [("Cyd", "+3"), ("Bob", "+2"), ("Ann", "−5")]


def test_the_sums_stand_as_they_are_asked_for(house: House, night: Book) -> None:
    browser = Browser(house, "scorer")
    for sort, names in (("name", "ABC"), ("-name", "CBA"), ("amount", "ABC"), ("wrong", "CBA")):
        text = visible(page(browser.get(f"{accounts(night)}?sort={sort}")))
        found = re.findall(r"(A|B|C)\w\w [+−]\d", text.partition("Who pays whom")[0])
        assert "".join(found) == names


def test_evenings_to_settle_come_page_by_page(
    house: House, night: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is left out, however many there are."""
    monkeypatch.setattr("scoring.ledger.views.accounts.PAGE", 2)
    nights = {night.evening_id, *(night_book(house, "ann").evening_id for _ in range(4))}
    browser, seen, where = Browser(house, "committee"), list[str](), "accounts/"
    while where:
        text = page(browser.get(where))
        seen += re.findall(r"evenings/(\d+)/accounts/", text.partition('id="settled"')[0])
        more = re.search(r'href="(\?older_open=\d+)"', text)
        where = f"accounts/{more[1]}" if more else ""
    assert seen == sorted(map(str, nights), key=int, reverse=True)


def test_what_a_pot_paid_out_is_followed_to_who_put_it_in(house: House) -> None:
    """Foster's pool of three, won at the second game: Ann has two from each."""
    from scoring.contests.rules.pool import Seated

    club = opened(house, "pool", "ann", "bob", "cyd", agreed={"stake": 1, "paying": "deposit"})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    club.game("ann")
    running = visible(page(Browser(house, "ann").get(accounts(club.night.book))))
    assert "1 pool or chouette is still running" in running
    assert "Ann 0 1 Bob 0 2 Cyd 0 1" in running
    assert "The payments appear once nothing is left in pots, banks and bets." in running
    club.game("ann")
    text = visible(page(Browser(house, "ann").get(accounts(club.night.book))))
    assert "Bob owes Ann 2 counters" in text
    assert "Cyd owes Ann 2 counters" in text
    bob = text.partition("Bob owes Ann")[2].partition("Cyd owes")[0]
    assert "Pool won The pot to Ann · Pool, Table 1 · Game 2" in bob
    assert "Paid from: Stake, Bob to the pot · Pool, Table 1 · Game 1" in bob


def test_what_keeps_an_evening_from_being_settled_is_one_link_away(house: House) -> None:
    club = opened(house, "match", "ann", "bob", gallery={})
    club.bets("cyd", "a", 2)
    text = page(Browser(house, "director").get("accounts/settle/"))
    notice = text.partition("These evenings cannot be settled yet.")[2]
    assert f'href="/clubs/cercle/evenings/{club.night.pk}/"' in notice.partition("</div>")[0]


def test_who_was_not_there_sees_nothing_of_it(house: House, night: Book) -> None:
    other = night_book(house, "ann")
    page(Browser(house, "cyd").get(accounts(night)))
    page(Browser(house, "cyd").get(accounts(other)), 403)
    page(Browser(house, "scorer").get(accounts(other)))
    text = visible(page(Browser(house, "cyd").get("accounts/")))
    assert text.count("19 November 2026") == 1


def test_settling_is_looked_at_and_then_done(house: House, night: Book) -> None:
    browser = Browser(house, "director")
    address = f"accounts/settle/?book={night.pk}"
    text = page(browser.get(address))
    assert "1 evening will be settled for good" in text
    books = re.search(r'name="books" value="([^"]*)"', text)
    assert books
    sent = {**browser.hidden(address), "books": books[1]}
    where = goes(browser.post(address, sent))
    assert goes(browser.post(address, sent)) == where
    settlement = Settlement.objects.get()
    assert where.endswith(f"/settlements/{settlement.pk}/")
    assert "Ann pays Cyd 3 counters" in visible(page(browser.get(where)))
    assert "These accounts no longer change." in page(Browser(house, "ann").get(accounts(night)))


def test_what_was_entered_meanwhile_is_shown_first(house: House, night: Book) -> None:
    browser = Browser(house, "director")
    sent = {"key": "k", "books": f"{night.pk}:2"}
    owes(house, night, "ann", "bob", 1)
    text = page(browser.post("accounts/settle/", sent), 409)
    assert "The accounts have changed since you opened this page" in text
    assert "Ann pays Bob 3 counters" in visible(text)
    page(browser.post("accounts/settle/", {"key": "l", "books": "x,:,9:9"}), 422)
    assert not Settlement.objects.exists()


def test_only_the_days_asked_for_are_settled(house: House, night: Book) -> None:
    named_book(house, "Later")
    browser = Browser(house, "director")
    for days, status, shown in (
        ("", 200, (True, True)),
        ("starts_on=2026-11-19&ends_on=2026-11-19", 200, (True, False)),
        ("starts_on=2026-11-20", 200, (False, True)),
        ("ends_on=2026-11-18", 200, (False, False)),
        # Not everything, because of a slip.
        ("starts_on=2026-99-99", 422, (False, False)),
    ):
        text = visible(page(browser.get(f"accounts/settle/?{days}"), status))
        assert ("Evening of 19 November 2026" in text, "Later" in text) == shown, days


def test_a_member_sees_what_he_gives_or_gets(house: House, night: Book) -> None:
    where = f"settlements/{settled(house, night).pk}/"
    bob = visible(page(Browser(house, "bob").get(where)))
    assert "Ann pays Bob 2 counters" in bob
    assert "Cyd" not in bob
    assert "Who owes whom" not in bob
    assert "Cyd" in visible(page(Browser(house, "scorer").get(where)))


def test_accounts_begin_with_what_is_still_to_be_paid(house: House, night: Book) -> None:
    """To each his own, until it is marked; how many are open at all is for staff."""
    settled(house, night)
    ann = visible(page(Browser(house, "ann").get("accounts/")))
    assert "Still to be paid Ann pays Bob 2 counters Not made yet" in ann
    assert "Ann pays Cyd 3 counters" in ann
    bob = visible(page(Browser(house, "bob").get("accounts/")))
    assert "Ann pays Bob 2 counters" in bob
    assert "Ann pays Cyd" not in bob
    assert "payments not made" not in bob
    director = Browser(house, "director")
    assert "2 payments not made yet" in visible(page(director.get("accounts/")))
    payment_mark(by=house.person("bob"), payment=Payment.objects.get(amount=2), made=True)
    assert "1 payment not made yet" in visible(page(director.get("accounts/")))
    assert "Still to be paid" not in visible(page(Browser(house, "bob").get("accounts/")))


def test_a_statement_says_what_was_paid_of_it(house: House, night: Book) -> None:
    settled(house, night)
    payment_mark(by=house.person("bob"), payment=Payment.objects.get(amount=2), made=True)
    where = f"players/{house.players['ann'].pk}/statement/"
    text = visible(page(Browser(house, "ann").get(where)))
    assert "Ann pays Bob 2 counters Made" in text
    assert "Ann pays Cyd 3 counters Not made yet" in text
    assert "Settled and paid" not in visible(
        page(Browser(house, "ann").get(f"{where}?starts_on=2030-01-01"))
    )


def test_either_side_marks_a_payment(house: House, night: Book) -> None:
    where = f"settlements/{settled(house, night).pk}/"
    payment = Payment.objects.get(amount=2)
    bob = Browser(house, "bob")
    sent = {**bob.hidden(where), "made": "yes"}
    goes(bob.post(f"payments/{payment.pk}/", sent))
    assert "Mark as made" not in visible(page(bob.get(where)))
    ann = Browser(house, "ann")
    text = visible(page(ann.get(where)))
    assert text.count("Mark as made") == 1
    assert text.count("Mark as not made") == 1
    page(Browser(house, "cyd").post(f"payments/{payment.pk}/", {"key": "k", "made": "no"}), 403)
    assert "Mark as made" not in visible(page(Browser(house, "scorer").get(where)))


def test_a_points_club_never_reads_of_money(house: House, night: Book) -> None:
    Club.objects.update(unit="points")
    browser = Browser(house, "director")
    open_pages = [accounts(night), "accounts/", f"accounts/settle/?book={night.pk}"]
    for address in open_pages:
        text = visible(page(browser.get(address)))
        assert not MONEY.search(text), (address, MONEY.search(text))
        assert "Points" in text or "points" in text
    where = f"settlements/{settled(house, night).pk}/"
    ann = house.players["ann"].pk
    for address in (where, accounts(night), f"players/{ann}/statement/"):
        text = visible(page(browser.get(address)))
        assert not MONEY.search(text), (address, MONEY.search(text))


def test_a_statement_has_fifty_lines_a_page(neighbour: House) -> None:
    book = night_book(neighbour, "ann", "bob")
    for amount in range(1, 61):
        owes(neighbour, book, "ann", "bob", amount)
    ann = Browser(neighbour, "ann")
    where = f"players/{neighbour.players['ann'].pk}/statement/"
    first = page(ann.get(where))
    figures = re.findall(r'decides">−(\d+)<', first)
    assert figures == [str(amount) for amount in range(60, 10, -1)]
    assert "1830 counters" in visible(first)
    older = re.search(r'href="(\?after=[^"]+)"', first)
    assert older
    second = page(ann.get(where + older[1]))
    assert re.findall(r'decides">−(\d+)<', second) == [str(n) for n in range(10, 0, -1)]
    assert "The newest" in second
    assert page(ann.get(f"{where}?after=x")) != second


def test_a_statement_is_his_own(house: House, night: Book) -> None:
    where = f"players/{house.players['ann'].pk}/statement/"
    page(Browser(house, "ann").get(where))
    page(Browser(house, "scorer").get(where))
    page(Browser(house, "bob").get(where), 403)


def test_tables_for_spreadsheets(house: House, night: Book) -> None:
    house.players["bob"].name = "=Bob"
    house.players["bob"].save()
    ann = Browser(house, "ann")
    body = ann.get(f"evenings/{night.evening_id}/accounts.csv").content.decode("utf-8-sig")
    pks = {name: house.players[name].pk for name in ("ann", "bob", "cyd")}
    assert body.splitlines() == [
        "player_id,player,amount",
        f"{pks['cyd']},Cyd,3",
        f"{pks['bob']},'=Bob,2",
        f"{pks['ann']},Ann,-5",
    ]
    body = ann.get(f"players/{pks['ann']}/statement.csv").content.decode("utf-8-sig")
    header, line = body.splitlines()
    assert header == "at,evening,contest,game,cause,with,amount"
    assert line.endswith(",Evening of 19 November 2026,,,Game won,'=Bob,-5")
    where = f"settlements/{settled(house, night).pk}/accounts.csv"
    assert Browser(house, "cyd").get(where).content.decode("utf-8-sig").count("\r\n") == 2


def test_who_may_see_accounts_is_led_to_them(house: House) -> None:
    club = opened(house, "match", "ann", "bob")
    evening, accounts = f"evenings/{club.night.pk}/", f"evenings/{club.night.pk}/accounts/"
    for who, led in (("ann", True), ("scorer", True), ("cyd", False)):
        browser = Browser(house, who)
        assert (accounts in page(browser.get(evening))) is led
        assert "/clubs/cercle/accounts/" in page(browser.get("evenings/"))
    assert "/clubs/cercle/accounts/" not in page(Browser(house).get("evenings/"))


def test_fifty_settlements_a_page(house: House) -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(51)]
    Settlement.objects.bulk_create(
        Settlement(club=house.club, starts_on=day, ends_on=day, settled_at=timezone.now())
        for day in days
    )
    browser = Browser(house, "scorer")
    first = page(browser.get("accounts/"))
    assert first.count("/settlements/") == 50
    older = re.search(r'href="(\?older=\d+)"', first)
    assert older
    second = page(browser.get(f"accounts/{older[1]}"))
    assert (second.count("/settlements/"), "1 January 2026" in second) == (1, True)
