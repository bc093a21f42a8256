"""Annulling a match, as programs see it."""

from typing import Any

import pytest

from games.matches.models import Entry, Match
from scoring.tournaments.selectors.progress import progress_of
from tests.matches.test_annulling_tied import cup_of, first_wins
from tests.site.operations import HAND
from tests.support.clubhouse import Api, House, problem, read

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]


def annul(house: House, match: Match, version: int, way: str = "", **more: str) -> Any:
    body = {"reason": "A trial.", "version": version}
    return house.api("director").post(f"matches/{match.pk}/annulment{way}", body, **more)


def ids(api: Api, query: str) -> list[int]:
    return [one["id"] for one in read(api.get(f"matches?{query}"))["results"]]


def test_there_and_back(house: House) -> None:
    match = house.match(house.season())
    entered = house.api("scorer").enter(match.pk, HAND)["match"]
    found = read(annul(house, match, 1), 201)
    assert found["entry"]["kind"] == "annulled"
    assert found["entry"]["stands"]
    assert (found["match"]["version"], found["match"]["score"]) == (2, {"a": 0, "b": 0})
    seen = read(house.api("ann").get(f"matches/{match.pk}"))
    at = seen["annulled_at"]
    assert at is not None
    assert seen["annulled"] == {"at": at, "reason": "A trial.", "by": "Director"}
    assert read(Api().get(f"matches/{match.pk}"))["annulled"]["by"] is None
    entries = read(house.api("ann").get(f"matches/{match.pk}/entries"))
    assert [(one["kind"], one["stands"]) for one in entries] == [
        ("hand", False),
        ("annulled", True),
    ]
    assert read(house.api("ann").get(f"matches/{match.pk}/hands")) == []
    again = read(annul(house, match, 2, "/back"), 201)
    same = {name: value for name, value in entered.items() if name not in ("version", "changed_at")}
    assert {name: again["match"][name] for name in same} == same


def test_lists_leave_it_out_unless_asked(house: House) -> None:
    api, kept, gone = house.api("ann"), house.match(), house.match()
    read(annul(house, gone, 0), 201)
    for query in ("", "over=false", "annulled=false", f"player={house.players['ann'].pk}"):
        assert ids(api, query) == [kept.pk]
    assert ids(api, "annulled=true") == [gone.pk]
    assert ids(api, "annulled=true&over=true") == []
    problem(api.get("matches?annulled=perhaps"), 422, "invalid", "annulled")


def test_sent_twice_it_is_done_once_and_two_who_ask_are_one(house: House) -> None:
    """The second director has looked at what the first has changed."""
    match = house.match()
    first = read(annul(house, match, 0, key="the-very-same"), 201)
    assert read(annul(house, match, 0, key="the-very-same"), 201) == first
    problem(annul(house, match, 0), 409, "stale_version")
    problem(annul(house, match, 1), 422, "annulled", "version")
    assert Entry.objects.filter(match=match).count() == 1


def test_what_is_in_the_way_is_named(house: House) -> None:
    cup, _ids = cup_of(house, 4, "knockout")
    semi, _other = [first_wins(house, one) for one in progress_of(cup).of_round(1)]
    (final,) = progress_of(cup).of_round(2)
    last = first_wins(house, final)
    for way in ("", "/preview"):
        found = problem(annul(house, semi, 1, way), 422, "next_begun")
        assert found["in_the_way"] == [{"pairing": final.pk, "match": last.pk}]
    read(annul(house, last, 1), 201)
    told = read(annul(house, semi, 1, "/preview"))["changes"]
    assert ("result", "Annulled") in {(one["figure"], one["after"]) for one in told}
    assert read(house.api("ann").get(f"matches/{semi.pk}"))["annulled_at"] is None
