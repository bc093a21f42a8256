"""Rulings sent with a hand: the marks are those of the laws, and they are read as they were sent.

Alice is Ann at a, Bob sits at b, and Bob deals unless it says otherwise.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from games.matches.models import Match
from tests.support.clubhouse import Api, House, problem, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

Body = dict[str, Any]
REVOKED: Body = {
    "irregularity": "revoke",
    "facts": [{"fact": "led_since", "answer": "yes"}],
    "choice": "let_stand",
    "offender": "a",
}
WRONG_NUMBER: Body = {
    "irregularity": "wrong_number",
    "facts": [
        {"fact": "trump_turned", "answer": "yes"},
        {"fact": "whose_hand", "answer": "non_dealer"},
        {"fact": "elder_done", "answer": "nothing"},
        {"fact": "more_or_fewer", "answer": "fewer"},
    ],
    "choice": "complete",
}
INCORRECT: Body = {"irregularity": "pack_incorrect", "choice": "fresh_deal"}


def abandoned(made: str, choice: str) -> Body:
    facts = [{"fact": "claimed", "answer": "no"}, {"fact": "tricks_made", "answer": made}]
    return {"irregularity": "abandoned", "facts": facts, "choice": choice, "offender": "a"}


def hand(opening: str = "exchanged", a: int | None = None, *rulings: Body, **more: Any) -> Body:
    tricks = None if a is None else {"a": a, "b": 5 - a}
    return {"dealer": "b", "opening": opening, "tricks": tricks, "rulings": list(rulings), **more}


@pytest.fixture
def api(house: House) -> Api:
    return house.api("scorer")


def marked(written: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    return [(one["seat"], one["points"], one["law"]) for one in written["marks"]]


@pytest.mark.parametrize(
    ("body", "marks"),
    [
        # Law 43: nothing for a point, one for a vole, one for a point that counts two.
        (hand("exchanged", 3, REVOKED), []),
        (hand("exchanged", 5, REVOKED), [("a", 1, "law 48, law 43")]),
        (hand("refused", 3, REVOKED), [("a", 1, "law 49, law 43")]),
        (hand("exchanged", 2, REVOKED), [("b", 1, "law 48")]),
        # Law 42: the vole without a trick, the point after one or two; law 49 makes it two.
        (hand("stood", None, abandoned("none", "mark_vole")), [("b", 2, "law 42")]),
        (hand("exchanged", None, abandoned("one_or_two", "mark_point")), [("b", 1, "law 42")]),
        (
            hand("stood", None, abandoned("one_or_two", "mark_point")),
            [("b", 2, "law 42, law 49")],
        ),
    ],
)
def test_the_marks_are_those_of_the_laws(
    house: House, api: Api, body: Body, marks: list[tuple[str, int, str]]
) -> None:
    assert marked(api.enter(house.match().pk, body)) == marks


def test_law_19_the_king_turned_is_not_marked(house: House, api: Api) -> None:
    """Bob turned the king, and let Alice complete her hand instead of a fresh deal."""
    king = {"kings": [{"seat": "b", "how": "turned"}]}
    written = api.enter(house.match().pk, hand("exchanged", 2, WRONG_NUMBER, **king))
    assert marked(written) == [("b", 1, "law 48")]
    without = api.enter(house.match().pk, hand("exchanged", 2, **king))
    assert marked(without) == [("b", 1, "law 47"), ("b", 1, "law 48")]


def test_a_fresh_deal_marks_nothing_and_the_same_player_deals(house: House, api: Api) -> None:
    match = house.match()
    written = api.enter(match.pk, {"dealer": "b", "rulings": [INCORRECT]})
    assert written["marks"] == []
    assert written["match"]["dealer"] == "b"
    assert written["entry"]["hand"]["rulings"] == [
        {**INCORRECT, "facts": [], "offender": None, "law": "law 45"}
    ]
    (told,) = written["entry"]["ruled"]
    assert "same dealer deals again" in told
    assert told.endswith("(law 45)")
    undone = api.enter(match.pk, {}, kind="undo")
    assert undone["match"]["dealer"] is None


def test_a_ruling_is_sent_again_as_it_was_read(house: House, api: Api) -> None:
    first = api.enter(house.match().pk, hand("exchanged", 5, REVOKED, WRONG_NUMBER))
    noted = first["entry"]["hand"]
    second = api.enter(house.match().pk, noted)
    assert second["entry"]["hand"] == noted
    assert marked(second) == marked(first)


def test_the_entries_tell_what_was_ruled_in_the_language_asked_for(house: House, api: Api) -> None:
    match = house.match()
    api.enter(match.pk, hand("exchanged", 5, REVOKED))
    (entry,) = read(api.get(f"matches/{match.pk}/entries"))
    assert entry["hand"]["rulings"][0]["law"] == "law 43"
    assert "It was Ann." in entry["ruled"][0]
    (french,) = read(api.get(f"matches/{match.pk}/entries", **{"Accept-Language": "fr"}))
    assert "article 43" in french["ruled"][0]


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        ({**REVOKED, "offender": None}, "offender_missing"),
        ({**REVOKED, "facts": []}, "fact_missing"),
        ({**REVOKED, "choice": "fresh_deal"}, "choice_not_open"),
        ({**REVOKED, "law": "law 42"}, "ruling_law_contradicts"),
        ({**INCORRECT, "offender": "a"}, "offender_contradicts"),
        (
            {**REVOKED, "facts": [{"fact": "trump_turned", "answer": "yes"}]},
            "fact_unknown",
        ),
    ],
)
def test_what_the_laws_do_not_know_is_refused_with_the_law(
    house: House, api: Api, ruling: Body, code: str
) -> None:
    match = house.match()
    body = {**hand("exchanged", 3, ruling), "version": 0}
    found = problem(api.post(f"matches/{match.pk}/hands", body), 422, code, field="rulings")
    assert found["law"]
    assert Match.objects.get(pk=match.pk).version == 0


def test_what_is_none_of_the_ids_is_told_by_its_place(house: House, api: Api) -> None:
    match = house.match()
    body = {**hand("exchanged", 3, {**REVOKED, "irregularity": "bad_temper"}), "version": 0}
    answer = api.post(f"matches/{match.pk}/hands", body)
    found = problem(answer, 422)
    assert [one["field"] for one in found["errors"]] == ["rulings.0.irregularity"]


def test_a_mended_hand_may_tell_another_ruling(house: House, api: Api) -> None:
    """Alice had marked the vole; that she had revoked comes out while the game goes on: law 51."""
    match = house.match()
    api.enter(match.pk, hand("exchanged", 5))
    body = {"hand": hand("exchanged", 5, REVOKED), "trump_turned": True, "version": 1}
    written = read(api.post(f"matches/{match.pk}/entries/1/mend", body), 201)
    assert written["match"]["score"] == {"a": 1, "b": 0}
