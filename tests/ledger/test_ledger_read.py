"""What is read of the ledger, and what becomes of it when two players are one."""

from datetime import date, datetime

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors import personal
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import player_add, players_merge, players_merge_preview
from games.evenings.services.evenings import evening_open
from scoring.ledger.models import Balance, Book, Limits, PlayerLimit
from scoring.ledger.selectors import books as reading
from scoring.ledger.selectors.books import (
    BookBusy,
    balance,
    balances,
    recount,
    statement,
)
from scoring.ledger.selectors.statements import Period
from scoring.ledger.services.limits import player_limits_set
from scoring.ledger.services.posting import book_for, book_settle
from scoring.ledger.tasks import recount_club_books as recount_task
from tests.support.clubhouse import House
from tests.support.ledgers import Ledger, open_ledger

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


@pytest.fixture
def ledger(house: House) -> Ledger:
    return open_ledger(house)


@pytest.fixture
def twin(ledger: Ledger) -> Player:
    """Ann once more, written otherwise."""
    made = player_add(by=ledger.house.person("director"), name="A. Lee")
    ledger.others["twin"] = made
    return made


def merge(ledger: Ledger, kept: str = "ann", gone: str = "twin") -> None:
    one, other = (Player.objects.get(pk=ledger.players[name].pk) for name in (kept, gone))
    players_merge(
        by=ledger.house.person("committee"),
        kept=one.pk,
        gone=other.pk,
        version=one.version,
        gone_version=other.version,
    )


# --- balances and statements ---


def test_members_by_name_and_then_the_pots(ledger: Ledger) -> None:
    ledger.pays("1", "cyd", "pot", 3)
    ledger.pays("2", "bob", "levy", 1)
    ledger.pays("3", "ann", "cyd", 2)
    ledger.pays("4", "cyd", "ann", 2)
    found = [(str(row.player or row.holder), row.amount) for row in balances(ledger.book)]
    assert sorted(found, key=lambda line: line[0].islower()) == [
        ("Ann", 0),
        ("Bob", -1),
        ("Cyd", -3),
        ("levy", 1),
        ("pot", 3),
    ]
    names = [row.player.name for row in balances(ledger.book) if row.player]
    assert names == ["Ann", "Bob", "Cyd"]


def test_a_statement_by_pages(ledger: Ledger) -> None:
    """Of two books, the newest first; lines of others are not among them."""
    older, newer = ledger, open_ledger(ledger.house)
    for number in range(4):
        older.pays(f"{number}", "ann", "bob", number + 1)
        newer.pays(f"{number}", "cyd" if number % 2 else "bob", "ann", 10)
        newer.pays(f"{number}/others", "cyd", "pot", 7)
    books = [older.book.pk, newer.book.pk]
    ann = ledger.players["ann"].pk
    found, after, pages = [], None, 0
    while pages == 0 or after:
        page = statement(ann, books, after=after, size=3)
        found += [(line.posting.book_id, line.amount) for line in page.lines]
        after, pages = page.after, pages + 1
    whole = [(books[1], 10)] * 4 + [(books[0], -amount) for amount in (4, 3, 2, 1)]
    assert (found, pages) == (whole, 3)
    assert [line.amount for line in statement(ann, books[:1]).lines] == [-4, -3, -2, -1]
    assert statement(ann, []).lines == ()
    assert statement(ledger.house.players["cyd"].pk, books[:1]).lines == ()


@pytest.mark.any_database
def test_a_statement_costs_the_same_however_much_was_posted(ledger: Ledger) -> None:
    ann = ledger.players["ann"].pk

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            statement(ann, [ledger.book.pk], size=3)
        return len(found)

    ledger.pays("0", "ann", "bob", 1)
    few = queries()
    ledger.post([ledger.due(f"more/{number}", "ann", "bob", 1) for number in range(100)])
    assert queries() == few <= 4


def test_the_books_of_a_period(house: House) -> None:
    """An evening's is of its day, though it was opened after midnight."""
    zone = timezone.get_current_timezone()
    for day in (1, 2, 3):
        opened = datetime(2026, 10, day, 20, tzinfo=zone)
        Book.objects.create(club=house.club, name=f"{day}", opened_at=opened)
    held_on = date(2026, 10, 3)
    evening = evening_open(by=house.person("director"), held_on=held_on, name="Third")
    late = datetime(2026, 10, 4, 0, 30, tzinfo=zone)
    Book.objects.filter(pk=book_for(evening).pk).update(opened_at=late)
    found = Book.objects.filter(Period(date(2026, 10, 2), held_on).books())
    assert [str(book) for book in found] == ["Third", "3", "2"]
    assert not Book.objects.filter(Period(date(2026, 10, 4), date(2026, 10, 4)).books())


# --- the recount ---


def test_the_recount_says_where_it_differs(
    ledger: Ledger, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger.pays("1", "ann", "pot", 5)
    call_command("recount_ledger")
    assert capsys.readouterr().out == "1 books: balances equal the recount.\n"
    ann = ledger.players["ann"].pk
    Balance.objects.filter(player=ann).update(amount=-4)
    Balance.objects.filter(holder="pot").delete()
    with pytest.raises(CommandError, match="2 balances differ"):
        call_command("recount_ledger", str(ledger.book.pk))
    book = ledger.book.pk
    assert capsys.readouterr().out == (
        f"book {book}, member {ann}: kept -4, counted -5\nbook {book}, pot 7: kept 0, counted 5\n"
    )
    with pytest.raises(CommandError, match="no book 98765, 98766"):
        call_command("recount_ledger", "98766", str(book), "98765")


@pytest.mark.any_database
def test_a_busy_book_is_said_to_be_busy(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = reading.counted_from_nothing
    keys = iter(range(100))

    def disturbed(book: Book) -> object:
        ledger.pays(str(next(keys)), "ann", "bob", 1)
        return counted(book)

    monkeypatch.setattr(reading, "counted_from_nothing", disturbed)
    with pytest.raises(BookBusy):
        recount(ledger.book)
    with pytest.raises(CommandError, match="was never at rest"):
        call_command("recount_ledger")


@pytest.mark.any_database
def test_the_task_counts_what_is_not_settled(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ledger.pays("1", "ann", "bob", 5)
    other = open_ledger(ledger.house)
    other.pays("1", "ann", "bob", 5)
    for one in (ledger, other):
        Balance.objects.filter(book=one.book, player=one.players["ann"]).update(amount=-4)
    version = Book.objects.get(pk=other.book.pk).version
    book_settle(by=ledger.house.person("director"), book=other.book, version=version)
    assert recount_task(ledger.book.club_id) == 1
    assert f"book={ledger.book.pk}" in caplog.text
    monkeypatch.setattr(reading, "ATTEMPTS", 0)
    assert recount_task(ledger.book.club_id) == 0
    assert f"Book {ledger.book.pk} was never at rest" in caplog.text


# --- two who are one, and one who is nobody ---


@pytest.mark.any_database
def test_balances_are_his_and_postings_are_read_under_him(ledger: Ledger, twin: Player) -> None:
    ledger.pays("1", "ann", "bob", 5)
    ledger.pays("2", "cyd", "twin", 3)
    ledger.pays("3", "twin", "ann", 1)
    merge(ledger)
    assert ledger.amounts() == {"ann": -2, "bob": 5, "cyd": -3}
    assert ledger.is_whole()
    for pk in (ledger.players["ann"].pk, twin.pk):
        assert balance(ledger.book, pk) == -2
        lines = statement(pk, [ledger.book.pk]).lines
        assert [line.amount for line in lines] == [0, 3, -5]
    assert ledger.pays("2", "cyd", "ann", 3) == [], "the same, worked out again"
    ledger.pays("4", "twin", "bob", 1)
    assert ledger.amounts() == {"ann": -3, "bob": 6, "cyd": -3}
    assert ledger.is_whole()


def test_a_settled_book_follows_too(ledger: Ledger, twin: Player) -> None:
    """Nothing is posted in it; only whose it is has turned out to be otherwise."""
    ledger.pays("1", "twin", "bob", 5)
    version = Book.objects.get().version
    book_settle(by=ledger.house.person("director"), book=ledger.book, version=version)
    merge(ledger)
    assert ledger.amounts() == {"ann": -5, "bob": 5}
    assert ledger.is_whole()


@pytest.mark.any_database
def test_the_evening_hears_of_it(ledger: Ledger, twin: Player) -> None:
    director = ledger.house.person("director")
    evening = evening_open(by=director, held_on=ledger.house.season().starts_on)
    ledger.book = book_for(evening)
    ledger.pays("1", "twin", "bob", 5)
    merge(ledger)
    evening.refresh_from_db()
    assert evening.version == 2
    assert ledger.amounts() == {"ann": -5, "bob": 5}


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("kept", "gone", "after"),
    [
        (None, Limits(5, None), Limits(5, None)),
        (Limits(3, 20), None, Limits(3, 20)),
        (Limits(3, 20), Limits(5, 10), Limits(3, 10)),
        (Limits(None, None), Limits(5, 10), Limits(5, 10)),
        (None, None, None),
    ],
)
def test_the_stricter_of_two_limits_stays(
    ledger: Ledger, twin: Player, kept: Limits | None, gone: Limits | None, after: Limits | None
) -> None:
    for player, own in ((ledger.players["ann"], kept), (twin, gone)):
        if own:
            limit = PlayerLimit(player=player, most_staked=own.most_staked)
            limit.most_owed = own.most_owed
            limit.save()
    merge(ledger)
    found = PlayerLimit.objects.first()
    assert (found and found.in_force(timezone.now())) == after
    assert PlayerLimit.objects.filter(player=twin).count() == 0


@pytest.mark.any_database
def test_who_is_made_anonymous_still_owes(ledger: Ledger, twin: Player) -> None:
    """The sums of others rest on his; what he let himself stake is nobody's business any more."""
    ledger.pays("1", "twin", "bob", 5)
    PlayerLimit.objects.create(player=twin, most_staked=5)
    committee = ledger.house.person("committee")
    said = {
        kept.text: (kept.number, kept.stays)
        for kept in personal.anonymising(committee, twin.pk).kept
    }
    assert said["Evenings at which the player has a balance"] == (1, True)
    assert said["Personal betting limits, which will be deleted"] == (1, False)
    player_anonymise(by=committee, player_id=twin.pk, version=0)
    assert ledger.amounts() == {"twin": -5, "bob": 5}
    assert not PlayerLimit.objects.exists()
    assert ledger.is_whole()


@pytest.mark.any_database
def test_a_preview_of_a_merge_leaves_all_as_it_was(ledger: Ledger, twin: Player) -> None:
    ledger.pays("1", "twin", "bob", 5)
    ann = ledger.players["ann"].pk
    players_merge_preview(by=ledger.house.person("committee"), kept=ann, gone=twin.pk)
    assert ledger.amounts() == {"twin": -5, "bob": 5}


@pytest.mark.any_database
def test_limits_are_asked_under_the_id_he_is_kept_by(ledger: Ledger, twin: Player) -> None:
    player_limits_set(by=ledger.house.person("ann"), limits=Limits(4, None))
    merge(ledger)
    fault = reading.limits_refusal(ledger.book, twin.pk, staking=5)
    assert fault is not None
    assert fault.extra == {"limit": "most_staked", "most": 4}
