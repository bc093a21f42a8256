"""Three evenings settled together: nothing of them is posted, corrected or undone any more, each
act is refused with its words and leaves all as it was, and payments alone are still marked."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import AuditLogEntry, Club
from scoring.contests.models import Contest, ContestEntry
from scoring.ledger.models import Balance, Book, Payment, Posting, Settlement
from tests.contests.api.contesting import Body, Program, program
from tests.support.clubhouse import Api, House, open_house, problem, read
from tests.support.standing import as_built, built_once

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

SETTLED = "This evening is settled: nothing more can be entered."


@dataclass(slots=True)
class Period:
    """`made`: the settlement as the API told it. Each evening had a cul-levé of one game for two:
    Ann beat Bob twice, and Bob beat Cyd once; the last one also had a game told without the pad."""

    house: House
    evenings: list[Program]
    made: Body

    @property
    def last(self) -> Program:
        return self.evenings[-1]


def evening_of(house: House, *games: tuple[str, str]) -> Program:
    """Winner and loser of each game, a contest each, at two counters."""
    here = program(house)
    for winner, loser in games:
        here.opens("cul_leve", winner, loser, agreed={"stake": 2})
        here.game(winner)
        here.tells("closed")
    return here


def preview(house: House) -> Body:
    found: Body = read(house.api("director").get("clubs/cercle/settlements/preview"))
    return found


def settle(house: House, shown: Body, status: int = 201) -> Any:
    books = [{"book": one["id"], "version": one["version"]} for one in shown["books"]]
    answer = house.api("director").post("clubs/cercle/settlements", {"books": books})
    return read(answer, status) if status == 201 else answer


# --- between the preview and the settling: of clubs of their own, before the one that stands ---


def test_two_directors_settle_what_both_saw(house: House) -> None:
    evening_of(house, ("ann", "bob"))
    shown = preview(house)
    first = settle(house, shown)
    problem(settle(house, shown, 0), 422, "book_settled", "books")
    assert [one.pk for one in Settlement.objects.all()] == [first["id"]]
    assert Payment.objects.count() == 1


def test_one_settles_two_evenings_and_another_one_of_them(house: House) -> None:
    """The second has nothing, not even of the evening that is still free."""
    evening_of(house, ("ann", "bob"))
    one = preview(house)
    evening_of(house, ("bob", "ann"))
    both = preview(house)
    settle(house, one)
    problem(settle(house, both, 0), 422, "book_settled", "books")
    assert Settlement.objects.count() == 1
    assert [book["id"] for book in preview(house)["books"]] == [both["books"][1]["id"]]


def test_a_correction_between_preview_and_settling_is_seen_first(house: House) -> None:
    """The close is taken back, and the contest closed again: what was shown holds no more."""
    here = evening_of(house, ("ann", "bob"))
    shown = preview(house)
    close = {"place": here.entries()[-1]["place"], "event": None}
    body = {"version": here.now["version"], "changes": [close], "reason": "They play on."}
    read(house.api("director").post(here.path("corrections"), body), 201)
    problem(settle(house, shown, 0), 422, "contest_running", "books")
    here.reads()
    here.tells("closed")
    answer = problem(settle(house, shown, 0), 409, "stale_version", "books")
    assert "Check the balances again" in answer["detail"]
    assert not Settlement.objects.exists()
    assert not Book.objects.exclude(settled_at=None).exists()
    assert settle(house, preview(house))["payments"][0]["amount"] == 2


# --- when all is settled ---


def settled_period() -> Period:
    """Ann +2 +2, Bob -2 -2 +2, Cyd -2: two payments to Ann."""
    house = open_house()
    evenings = [
        evening_of(house, ("ann", "bob")),
        evening_of(house, ("ann", "bob")),
        evening_of(house, ("bob", "cyd")),
    ]
    return Period(house, evenings, settle(house, preview(house)))


@pytest.fixture(scope="module")
def _standing_period(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Period]:
    with built_once(django_db_blocker, settled_period) as found:
        yield found


@pytest.fixture
def period(_standing_period: Period) -> Iterator[Period]:
    with as_built(_standing_period) as found:
        yield found


def standing() -> tuple[Any, ...]:
    """All that an act at a contest or its accounts could have changed."""
    books = Book.objects.order_by("pk").values_list("pk", "version", "settled_at")
    balances = Balance.objects.order_by("pk").values_list("pk", "amount")
    contests = Contest.objects.order_by("pk").values_list("pk", "version", "over", "games_won")
    counts = [
        kind.objects.count() for kind in (Posting, ContestEntry, Settlement, Payment, AuditLogEntry)
    ]
    return list(books), list(balances), list(contests), counts


def said(answer: Any, status: int, code: str) -> str:
    return str(problem(answer, status, code)["detail"])


def test_what_was_settled_together(period: Period) -> None:
    sums = {one["player"]["name"]: one["amount"] for one in period.made["balances"]}
    assert sums == {"Ann": 4, "Bob": -2, "Cyd": -2}
    paid = [
        (one["payer"]["name"], one["payee"]["name"], one["amount"])
        for one in period.made["payments"]
    ]
    assert paid == [("Bob", "Ann", 2), ("Cyd", "Ann", 2)]
    owed = Counter[tuple[str, str]]()
    for debt in period.made["debts"]:
        pair = debt["debtor"]["player"]["name"], debt["creditor"]["player"]["name"]
        owed[pair] += debt["amount"]
        assert sum(one["amount"] for one in debt["by_book"]) == debt["amount"]
    assert owed == {("Bob", "Ann"): 4, ("Cyd", "Bob"): 2}
    assert len(period.made["books"]) == 3


def test_no_event_is_told_any_more(period: Period) -> None:
    """The contests were over, or it could not have been settled: that is what is said."""
    before = standing()
    for here in period.evenings:
        for event in ("joined", "left"):
            answer = here.api.post(here.path("events"), here.event(event, "cyd"))
            problem(answer, 422)
        problem(here.api.post(here.path("deal"), {"version": here.now["version"]}), 422)
    assert standing() == before


def test_nothing_is_undone(period: Period) -> None:
    before = standing()
    for here in period.evenings:
        body = {"version": here.reads()["version"]}
        assert said(here.api.post(here.path("undo"), body), 422, "book_settled") == SETTLED
        problem(here.api.post(here.path("undo/preview"), body), 422)
    assert standing() == before


def test_nothing_is_corrected(period: Period) -> None:
    """Neither on the board, nor looked at beforehand, nor on the pad of a game."""
    api, before = period.house.api("director"), standing()
    for here in period.evenings:
        change = {"place": 2, "event": {"event": "joined", "player": here.pk("ann")}}
        close = {"place": here.entries()[-1]["place"], "event": None}
        for one in (change, close):
            body = {"version": here.reads()["version"], "changes": [one], "reason": "Misheard."}
            problem(api.post(here.path("corrections"), body), 422)
            problem(api.post(here.path("corrections/preview"), body), 422)
        body = {"version": here.now["version"], "changes": [close], "reason": "Not yet."}
        assert said(api.post(here.path("corrections"), body), 422, "book_settled") == SETTLED
    assert standing() == before


def test_the_result_on_the_pad_stays(period: Period) -> None:
    """Of the match of a game whose contest was settled."""
    before = standing()
    api = period.house.api("director")
    for entry in period.last.entries():
        if entry["match"] is None or entry["event"]["event"] != "game_won":
            continue
        match = read(api.get(f"matches/{entry['match']}"))
        number = read(api.get(f"matches/{match['id']}/entries"))
        newest = number["results"][-1] if isinstance(number, dict) else number[-1]
        body = {
            "version": match["version"],
            "entry": {"game": {"a": 0, "b": 5}},
            "score": {"a": 0, "b": 5},
            "reason": "Misread.",
        }
        answer = api.post(f"matches/{match['id']}/entries/{newest['number']}/correct", body)
        assert answer.status_code >= 400
        undone = api.post(f"matches/{match['id']}/undo", {"version": match["version"]})
        assert undone.status_code >= 400, undone.content
    assert standing() == before


def test_no_contest_is_opened_where_nothing_can_be_posted(period: Period) -> None:
    """It could not be played, nor even be closed, and would keep the evening from its sign-off."""
    before = standing()
    table = period.last.night.tables.order_by("pk")[0].pk
    for players in ([], [period.last.pk("ann"), period.last.pk("bob")]):
        body = {"kind": "cul_leve", "table": table, "players": players, "accepted": bool(players)}
        answer = period.last.api.post(f"evenings/{period.last.night.pk}/contests", body)
        assert said(answer, 422, "book_settled") == SETTLED
    assert standing() == before


def test_nothing_is_settled_twice(period: Period) -> None:
    before = standing()
    assert preview(period.house)["books"] == []
    again = {
        "books": [
            {"book": pk, "version": version}
            for pk, version in Book.objects.values_list("pk", "version")
        ]
    }
    api = period.house.api("director")
    answer = api.post("clubs/cercle/settlements", again)
    assert (
        said(answer, 422, "book_settled")
        == "One of these evenings is already settled. Reload the page."
    )
    problem(api.post("clubs/cercle/settlements", {"books": again["books"][:1]}), 422)
    assert standing() == before


def test_other_words_for_what_is_counted_change_no_payment(period: Period) -> None:
    Club.objects.update(unit="points")
    path = f"settlements/{period.made['id']}"
    assert len(read(period.house.api("director").get(path))["payments"]) == 2


# --- who marks a payment ---


def payment(period: Period, payer: str) -> str:
    found = [one for one in period.made["payments"] if one["payer"]["name"] == payer]
    return f"payments/{found[0]['id']}"


@pytest.mark.parametrize("who", ["cyd", "ann", "director", "committee"])
def test_payer_payee_and_director_mark_and_unmark(who: str, period: Period) -> None:
    api, path = period.house.api(who), payment(period, "Cyd")
    made = read(api.post(path, {"made": True}))
    assert (made["made_by"], made["amount"]) == (str(period.house.users[who]), 2)
    shown = read(period.house.api("director").get(f"settlements/{period.made['id']}"))
    marks = {one["payer"]["name"]: one["made_at"] is not None for one in shown["payments"]}
    assert marks == {"Bob": False, "Cyd": True}
    assert read(api.post(path, {"made": False}))["made_at"] is None
    assert shown["balances"] == period.made["balances"]


@pytest.mark.parametrize(("who", "status"), [("bob", 403), ("scorer", 403), ("", 401)])
def test_nobody_else_does(who: str, status: int, period: Period) -> None:
    before = standing()
    api = period.house.api(who) if who else Api()
    for made in (True, False):
        problem(api.post(payment(period, "Cyd"), {"made": made}), status)
    assert standing() == before
    assert not Payment.objects.exclude(made_at=None).exists()


def test_neighbours_do_not_even_find_it(period: Period, neighbour: House) -> None:
    for who in ("director", "ann"):
        api = neighbour.api(who)
        problem(api.post(payment(period, "Cyd"), {"made": True}), 404)
        problem(api.get(f"settlements/{period.made['id']}"), 404)
