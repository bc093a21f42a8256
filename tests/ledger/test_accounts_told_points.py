"""A club that plays for points reads no word of money: page by page, in both languages, over the
API, in tables for spreadsheets and in letters.

By article 64 the gallery bets and the club may have its levy; none of that needs money.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.core.mail import EmailMessage
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import User
from scoring.ledger.models import Book, Limits, Settlement, StatementLetter
from scoring.ledger.services.limits import club_limits_set, player_limits_set
from tests.site.pages import Browser
from tests.support.clubhouse import open_house
from tests.support.depth import THOROUGH
from tests.support.markup import html_of
from tests.support.settlings import settled
from tests.support.standing import as_built, built_once

from .points_evening import KINDS, Points, legible, legible_json, of_money, points_evening

Commit = Callable[..., AbstractContextManager[list[Any]]]

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

PEOPLE = ("director", "ann")


@pytest.fixture(scope="module")
def _standing_points(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Points]:
    with built_once(django_db_blocker, lambda: points_evening(open_house())) as found:
        yield found


@pytest.fixture
def here(_standing_points: Points) -> Iterator[Points]:
    with as_built(_standing_points) as found:
        yield found


def contest_pages(here: Points, kind: str) -> Iterator[str]:
    contest = here.contests[kind]
    yield f"contests/{contest.pk}/"
    yield f"contests/{contest.pk}/now/"
    yield f"contests/{contest.pk}/undo/"
    entries = contest.entries.filter(match=None).values_list("place", "data__event")
    # The page has the fields of its kind of event: usually, one of each kind is read.
    kinds = {place if THOROUGH else event: place for place, event in entries}
    for place in kinds.values():
        yield f"contests/{contest.pk}/entries/{place}/correct/"
    yield f"evenings/{here.night.pk}/contests/new/?kind={kind}"


def account_pages(here: Points) -> Iterator[str]:
    book = Book.objects.get(evening=here.night)
    yield from (f"evenings/{here.night.pk}/", f"evenings/{here.night.pk}/accounts/")
    yield f"evenings/{here.night.pk}/accounts.csv"
    yield from ("accounts/", "accounts/settle/", f"accounts/settle/?book={book.pk}")
    yield from (f"players/{here.pk('ann')}/statement/", f"players/{here.pk('ann')}/statement.csv")
    yield from ("me/limits/", "me/", "log/")
    for pk in Settlement.objects.values_list("pk", flat=True):
        yield from (f"settlements/{pk}/", f"settlements/{pk}/accounts.csv")


def programs_reads(here: Points) -> Iterator[str]:
    slug, ann = here.house.club.slug, here.pk("ann")
    yield from (f"clubs/{slug}/contests", f"clubs/{slug}/contests.csv", f"clubs/{slug}/books")
    yield from (f"clubs/{slug}/settlements", f"clubs/{slug}/settlements/preview")
    yield from (f"clubs/{slug}/limits", f"clubs/{slug}/me/limits")
    yield from (f"evenings/{here.night.pk}/accounts", f"evenings/{here.night.pk}/accounts.csv")
    yield from (f"players/{ann}/statement", f"players/{ann}/statement.csv")
    for contest in here.contests.values():
        yield from (f"contests/{contest.pk}", f"contests/{contest.pk}/entries")
    for pk in Settlement.objects.values_list("pk", flat=True):
        yield from (f"settlements/{pk}", f"settlements/{pk}/accounts.csv")


def reads_nothing_of_money(
    here: Points, addresses: Iterable[str], language: str, people: Iterable[str] = PEOPLE
) -> None:
    """Whoever may read a page reads it; each must be there for somebody. What speaks of money in
    English does so in French, or is English there too."""
    User.objects.update(language=language)
    addresses, seen = set(addresses), set()
    for who in people:
        browser = Browser(here.house, who)
        for address in sorted(addresses):
            answer = browser.get(address, **{"Accept-Language": language})
            assert answer.status_code in (200, 403), (address, answer.status_code)
            if answer.status_code == 200:
                seen.add(address)
                text = legible(answer.content.decode())
                assert of_money(text, language) | of_money(text, "en") == set(), (who, address)
    assert seen == addresses


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.thorough), "fr"])
def test_pages_of_contests(language: str, here: Points) -> None:
    """Between two games and in one, and when it is over."""
    every = [address for kind in KINDS for address in contest_pages(here, kind)]
    reads_nothing_of_money(here, every, language, ["director"])
    boards = [f"contests/{contest.pk}/" for contest in here.contests.values()]
    for kind in KINDS:
        if kind in ("pool", "cul_leve"):
            here.bets(kind)
        here.deal(kind)
    reads_nothing_of_money(here, boards, language, ["director", "ann"])
    here.close()
    reads_nothing_of_money(here, boards, language, ["ann"])


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.thorough), "fr"])
def test_pages_of_accounts(language: str, here: Points) -> None:
    """While contests run, when they are closed, and when all is settled."""
    by = here.house
    club_limits_set(by=by.person("committee"), limits=Limits(50, 90))
    for most in (8, 20):
        player_limits_set(by=by.person("ann"), limits=Limits(most, most))
    reads_nothing_of_money(here, ["settings/limits/"], language, ["committee"])
    reads_nothing_of_money(here, account_pages(here), language, ["director"])
    here.close()
    settled(by, Book.objects.get(evening=here.night))
    reads_nothing_of_money(here, account_pages(here), language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_programs_read(language: str, here: Points) -> None:
    here.close()
    settled(here.house, Book.objects.get(evening=here.night))
    api = here.house.api("director")
    for address in programs_reads(here):
        answer = api.get(address, **{"Accept-Language": language})
        assert answer.status_code == 200, (address, answer.content)
        body = answer.content
        text = body.decode() if "csv" in answer["Content-Type"] else legible_json(body)
        assert of_money(text, language) == set(), address


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_refused(language: str, here: Points) -> None:
    """A limit of the club and one's own, an amount that cannot be, and what is settled."""
    api, told = here.house.api("scorer"), []

    def refused(path: str, body: dict[str, Any], who: str = "") -> None:
        program = here.house.api(who) if who else api
        answer = program.post(path, body, **{"Accept-Language": language})
        assert answer.status_code in (403, 409, 422), (path, answer.content)
        told.append(legible_json(answer.content))

    events = f"contests/{here.contests['cul_leve'].pk}/events"
    a = here.seats("cul_leve")[0]
    own = {"event": "bet_laid", "player": a, "side": "a", "amount": 1000}
    for limits in (Limits(3, None), Limits(None, 0)):
        club_limits_set(by=here.house.person("committee"), limits=limits)
        refused(events, own)
    refused(events, {**own, "amount": 0})
    refused(f"clubs/{here.house.club.slug}/limits", {"most_staked": 10**10, "most_owed": -1})
    book = Book.objects.get(evening=here.night)
    books = {"books": [{"book": book.pk, "version": book.version}]}
    settle = f"clubs/{here.house.club.slug}/settlements"
    refused(settle, books, "director")
    here.close()
    settled(here.house, Book.objects.get(pk=book.pk))
    refused(settle, books, "director")
    refused(f"players/{here.house.players['bob'].pk}/statement/letter", {}, "ann")
    assert [of_money(text, language) for text in told] == [set()] * 7


@pytest.mark.parametrize("language", ["en", "fr"])
def test_letters(
    language: str,
    here: Points,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    User.objects.update(language=language)
    for player in here.house.players.values():
        player.wants_results = True
        player.save()
    here.close()
    with django_capture_on_commit_callbacks(execute=True):
        settled(here.house, Book.objects.get(evening=here.night))
    assert len(mailoutbox) == StatementLetter.objects.count() == 3
    for letter in mailoutbox:
        assert of_money(f"{letter.subject} {letter.body}", language) == set()
        assert of_money(legible(html_of(letter)), language) == set()


def test_the_words_are_found_where_they_are(here: Points) -> None:
    """The same pages in counters do speak of it: the net has no hole."""
    house = here.house
    house.club.unit = "counters"
    house.club.save()
    here.close()
    address = f"evenings/{here.night.pk}/accounts/"
    for language, words in (("en", {"pays", "owes", "counters"}), ("fr", set[str]())):
        User.objects.update(language=language)
        browser = Browser(house, "director")
        answer = browser.get(address, **{"Accept-Language": language})
        found = of_money(legible(answer.content.decode()), language)
        assert found, language
        assert words <= found
