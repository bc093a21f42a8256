"""The settling of a period on its pages, as two directors and the members meet it."""

import re

import pytest

from scoring.ledger.models import Book, Payment, Settlement
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House
from tests.support.settlings import night_book, owes

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

SETTLE = "accounts/settle/"


@pytest.fixture
def nights(house: House) -> list[Book]:
    """Three evenings on which Ann lost five to Bob, Bob five to Cyd, and Cyd two to Ann."""
    found = []
    for who, whom, amount in (("ann", "bob", 5), ("bob", "cyd", 5), ("cyd", "ann", 2)):
        book = night_book(house, "ann", "bob", "cyd")
        owes(house, book, who, whom, amount)
        found.append(book)
    return found


def form(browser: Browser) -> dict[str, str]:
    """As the preview has it."""
    text = page(browser.get(SETTLE))
    books = re.search(r'name="books" value="([^"]*)"', text)
    assert books
    return {**browser.hidden(SETTLE), "books": books[1]}


def visible(text: str) -> str:
    main = text.partition('<main id="main"')[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def buttons(text: str) -> int:
    """With which a payment is marked."""
    return len(re.findall(r"line-end dues-mark", text))


@pytest.mark.postgresql
def test_the_preview_is_what_is_then_settled(house: House, nights: list[Book]) -> None:
    """Ann -3, Cyd +3: one payment instead of three debts, which are told beside it."""
    director = Browser(house, "director")
    shown = visible(page(director.get(SETTLE)))
    where = goes(director.post(SETTLE, form(director)))
    after = visible(page(director.get(where)))
    for text in (shown, after):
        assert re.findall(r"(\w+) pays (\w+) (\d) counters", text)[0] == ("Ann", "Cyd", "3")
        assert set(re.findall(r"(\w+) owes (\w+) (\d) counters", text)) == {
            ("Ann", "Bob", "5"),
            ("Bob", "Cyd", "5"),
            ("Cyd", "Ann", "2"),
        }
        assert text.count("Evening of 19 November 2026") >= len(nights)
    assert Payment.objects.count() == 1


def test_the_second_of_two_directors_is_told(house: House, nights: list[Book]) -> None:
    """Both looked at the same; and who presses twice has settled once."""
    first, second = Browser(house, "director"), Browser(house, "committee")
    sent, late = form(first), form(second)
    where = goes(first.post(SETTLE, sent))
    assert goes(first.post(SETTLE, sent)) == where
    text = page(second.post(SETTLE, late), 422)
    assert "Nothing was settled." in text
    assert "already settled" in text
    assert Settlement.objects.count() == 1


def test_who_may_mark_has_a_button_and_nobody_else(house: House, nights: list[Book]) -> None:
    director = Browser(house, "director")
    where = goes(director.post(SETTLE, form(director)))
    payment = Payment.objects.get()
    found = {}
    for who in ("ann", "cyd", "bob", "scorer", "director", "committee"):
        browser = Browser(house, who)
        found[who] = buttons(page(browser.get(where)))
        sent = {"key": f"{who}-yes", "made": "yes"}
        answer = browser.post(f"payments/{payment.pk}/", sent)
        assert answer.status_code == (302 if found[who] else 403), who
        assert Payment.objects.exclude(made_at=None).exists() == bool(found[who])
        if found[who]:
            assert "Mark as not made" in page(browser.get(where))
            goes(browser.post(f"payments/{payment.pk}/", {"key": f"{who}-no", "made": "no"}))
    assert found == {"ann": 1, "cyd": 1, "bob": 0, "scorer": 0, "director": 1, "committee": 1}


def test_who_is_even_is_told_so_and_sees_nobodys_payment(house: House, nights: list[Book]) -> None:
    director = Browser(house, "director")
    where = goes(director.post(SETTLE, form(director)))
    text = visible(page(Browser(house, "bob").get(where)))
    assert "you pay nothing, and nobody pays you" in text
    assert "Ann" not in text
    assert "Cyd" not in text
