"""Something is posted to who at that moment turns out to be another, on both databases."""

from collections.abc import Callable
from threading import Event
from time import sleep
from typing import Any

import pytest

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import player_add, players_merge
from scoring.ledger.models import Balance, Book
from scoring.ledger.services import limits as people
from scoring.ledger.services import posting
from tests.support.arena import house_of_race
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once
from tests.support.ledgers import Ledger, open_ledger
from tests.support.postings import postings_post

pytestmark = pytest.mark.slow

PAUSE = 0.3
"""Long enough for the other to come as far as it can."""


house = house_of_race


def _two(house: House) -> tuple[Ledger, Player]:
    ledger = open_ledger(house)
    gone = player_add(by=ledger.house.person("director"), name="A. Lee")
    ledger.others["twin"] = gone
    return ledger, gone


def _acts(ledger: Ledger, gone: Player) -> tuple[Callable[[], object], Callable[[], object]]:
    """To post to `gone`, and to make him Ann."""
    by, committee = ledger.house.person("scorer"), ledger.house.person("committee")
    ann, due = ledger.players["ann"].pk, ledger.due("1", "twin", "bob", 5)
    versions = {"version": 0, "gone_version": 0}

    def post() -> object:
        return postings_post(by=by, book=ledger.book, postings=[due])

    def merge() -> object:
        return players_merge(by=committee, kept=ann, gone=gone.pk, **versions)

    return post, merge


def _after(monkeypatch: pytest.MonkeyPatch, place: Any, name: str, then: Callable[[], Any]) -> None:
    real = getattr(place, name)

    def slowly(*args: Any, **kwargs: Any) -> Any:
        found = real(*args, **kwargs)
        then()
        return found

    monkeypatch.setattr(place, name, slowly)


@pytest.mark.parametrize("first", ["the posting", "the merge"])
def test_what_is_posted_meanwhile_is_his(
    first: str,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever comes second waits at the book; an account that is new then is begun for Ann."""
    ledger, gone = _two(house)
    post, merge = _acts(ledger, gone)
    is_inside = Event()

    def stay() -> None:
        is_inside.set()
        sleep(PAUSE)

    if first == "the posting":
        _after(monkeypatch, posting, "_current_ids", stay)
    else:
        _after(monkeypatch, people, "balances_add", stay)
    leader, other = (post, merge) if first == "the posting" else (merge, post)

    def act(number: int) -> object:
        if number:
            is_inside.wait(10)
        return (leader, other)[number]()

    found = at_once(2, act)
    assert [one for one in found if isinstance(one, Exception)] == []
    assert ledger.amounts() == {"ann": -5, "bob": 5}
    assert not Balance.objects.filter(player=gone).exists()
    assert ledger.is_whole()


@pytest.mark.parametrize("arena", ["postgresql"], indirect=True)
def test_without_the_books_lock_an_account_is_left_behind(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows the race. SQLite has no two writers at once, so none can race."""
    ledger, gone = _two(house)
    post, merge = _acts(ledger, gone)
    has_looked, is_done = Event(), Event()

    def until_the_merge_is_done() -> None:
        has_looked.set()
        is_done.wait(10)

    monkeypatch.setattr(posting, "bump_book_version", lambda pk: Book.objects.get(pk=pk))
    _after(monkeypatch, posting, "_current_ids", until_the_merge_is_done)

    def act(number: int) -> object:
        if number == 0:
            return post()
        has_looked.wait(10)
        try:
            return merge()
        finally:
            is_done.set()

    found = at_once(2, act)
    assert [one for one in found if isinstance(one, Exception)] == []
    assert ledger.amounts() == {"twin": -5, "bob": 5}
    assert not ledger.is_whole()
