"""What a pad stored without a network is entered in order and once, and never over another's."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from games.matches.models import Entry, Flag, Match
from tests.site.pages import Browser
from tests.support.clubhouse import House

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
JSON = {"Accept": "application/json"}
A_ONE = {"king": "nobody", "opening": "exchanged", "tricks": "3-2"}
B_ONE = {"king": "nobody", "opening": "exchanged", "tricks": "2-3"}


@pytest.fixture
def match(house: House) -> Match:
    return house.match()


def stored(key: str, version: int, fields: Mapping[str, str] | None, dealer: str = "a") -> Any:
    kind = "hand" if fields else "undo"
    return {"key": key, "version": version, "kind": kind, "fields": fields or {}, "dealer": dealer}


def sent(browser: Browser, match: Match, *actions: Any, **more: str) -> Any:
    address = f"matches/{match.pk}/pad/outbox/"
    answer = browser.post(address, {"actions": json.dumps(actions), **more}, **JSON)
    return answer.json()


def tricks(match: Match) -> list[str]:
    """Of what stands, in order."""
    entries = Entry.objects.filter(match=match, superseded_by=None, kind="hand").order_by("place")
    made = [entry.data["tricks"] for entry in entries if entry.data]
    return [f"{one['a']}-{one['b']}" for one in made]


@pytest.mark.any_database
def test_hands_and_an_undo_are_entered_in_order_and_once(house: House, match: Match) -> None:
    ann = Browser(house, "ann")
    waiting = [
        stored("one", 0, A_ONE),
        stored("two", 1, A_ONE, "b"),
        stored("undone", 2, None),
        stored("three", 3, B_ONE, "b"),
    ]
    for _again in range(2):
        assert sent(ann, match, *waiting) == {
            "taken": ["one", "two", "undone", "three"],
            "version": 4,
        }
    assert tricks(match) == ["3-2", "2-3"]


@pytest.mark.any_database
def test_what_the_pad_sent_itself_and_heard_no_answer_is_the_same_hand(
    house: House, match: Match
) -> None:
    """The form of the pad and the outbox send one key."""
    ann = Browser(house, "ann")
    form = {**ann.pad(match), **A_ONE, "dealer": "a"}
    ann.mark(match, form)
    again = {**stored(form["key"], 0, A_ONE), "fields": {**A_ONE, "dealer": "a"}}
    assert sent(ann, match, again)["taken"] == [form["key"]]
    assert tricks(match) == ["3-2"]


@pytest.mark.any_database
def test_the_same_hands_on_both_phones_are_confirmed_by_one_tap(house: House, match: Match) -> None:
    bob, ann = Browser(house, "bob"), Browser(house, "ann")
    sent(bob, match, stored("b1", 0, A_ONE), stored("b2", 1, B_ONE, "b"))
    mine = [stored("a1", 0, A_ONE), stored("a2", 1, B_ONE, "b"), stored("a3", 2, A_ONE)]
    answer = sent(ann, match, *mine)
    assert answer["taken"] == []
    assert "Both phones entered the same 2 hands." in answer["stopped"]
    assert answer["rest"] == ["a3"]
    assert answer["snapshot"]["version"] == 2
    assert tricks(match) == ["3-2", "2-3"]


@pytest.mark.any_database
def test_different_hands_are_shown_and_nothing_is_entered(house: House, match: Match) -> None:
    bob, ann = Browser(house, "bob"), Browser(house, "ann")
    sent(bob, match, stored("b1", 0, B_ONE))
    answer = sent(ann, match, stored("a1", 0, A_ONE), stored("a2", 1, A_ONE, "b"))
    assert "Two phones entered different hands." in answer["stopped"]
    assert "Ann won the point and marks one" in answer["stopped"]
    assert "Bob won the point and marks one" in answer["stopped"]
    assert 'data-outbox="ours"' in answer["stopped"]
    assert tricks(match) == ["2-3"]
    # Ours after theirs: the dealer stays whoever dealt, though another hand came between.
    rest = [stored("a1", 1, A_ONE), stored("a2", 2, {**A_ONE, "opening": "refused"}, "b")]
    assert sent(ann, match, *rest)["taken"] == ["a1", "a2"]
    assert tricks(match) == ["2-3", "3-2", "3-2"]
    # Law 49: Bob dealt the last and refused, and so lost two.
    match.refresh_from_db()
    assert (match.score_a, match.score_b) == (3, 1)


def test_an_undo_of_something_that_another_phone_followed_cannot_be_added(
    house: House, match: Match
) -> None:
    bob, ann = Browser(house, "bob"), Browser(house, "ann")
    sent(bob, match, stored("b1", 0, A_ONE))
    sent(bob, match, stored("b2", 1, A_ONE, "b"))
    answer = sent(ann, match, stored("a1", 1, None), stored("a2", 2, B_ONE))
    assert "An earlier entry was undone." in answer["stopped"]
    assert 'data-outbox="ours"' not in answer["stopped"]
    assert 'data-outbox="ask"' in answer["stopped"]
    assert tricks(match) == ["3-2", "3-2"]


@pytest.mark.any_database
def test_the_director_is_asked_once(house: House, match: Match) -> None:
    ann = Browser(house, "ann")
    for _again in range(2):
        answer = sent(ann, match, stored("a1", 0, A_ONE), ask="deal:A propose accept tricks:3-2")
        assert answer["taken"] == ["a1"]
    flag = Flag.objects.get(match=match)
    assert "deal:A propose accept tricks:3-2" in flag.text
    assert tricks(match) == []


@pytest.mark.any_database
def test_what_hardly_ever_happens_waits_for_a_tap(house: House, match: Match) -> None:
    """Three voles running: the first two are taken."""
    ann = Browser(house, "ann")
    vole = {"king": "nobody", "opening": "exchanged", "tricks": "5-0"}
    dealers = "aba"
    voles = [stored(f"v{n}", n, vole, dealers[n]) for n in range(3)]
    answer = sent(ann, match, *voles)
    assert answer["taken"] == ["v0", "v1"]
    assert "Check this hand." in answer["stopped"]
    sure = answer["stopped"].partition('data-sure="')[2].partition('"')[0]
    answer = sent(ann, match, {**voles[2], "fields": {**vole, "sure": sure}})
    assert answer["taken"] == ["v2"]
    assert tricks(match) == ["5-0"] * 3


@pytest.mark.any_database
def test_whoever_may_not_enter_is_told_that_nothing_is_lost(house: House, match: Match) -> None:
    answer = Browser(house, "cyd").post(
        f"matches/{match.pk}/pad/outbox/", {"actions": json.dumps([stored("c", 0, A_ONE)])}, **JSON
    )
    assert answer.status_code == 403
    assert "What waits here is not lost." in answer.json()["stopped"]
    signed_out = Browser(house).get(f"matches/{match.pk}/pad/outbox/", **JSON)
    assert signed_out.status_code == 401
    assert "Sign in and continue" in signed_out.json()["stopped"]
    assert tricks(match) == []


@pytest.mark.any_database
@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[1]",
        '[{"key":"k"}]',
        '[{"key":"k","version":0,"kind":"cards","fields":{}}]',
    ],
)
def test_what_no_pad_stores_is_refused(house: House, match: Match, text: str) -> None:
    answer = Browser(house, "ann").post(
        f"matches/{match.pk}/pad/outbox/", {"actions": text}, **JSON
    )
    assert answer.status_code == 422
    assert "What this device stored cannot be read." in answer.json()["stopped"]
