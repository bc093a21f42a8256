"""A program corrects what went wrong at the table: one call each, and all that follows."""

from typing import Any

import pytest

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.models import Outgoing
from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from tests.support.clubhouse import Api, House, problem, read
from tests.support.nights import evening, played, sign_off
from tests.support.nights import hand as night_hand

pytestmark = pytest.mark.slow

# What a hand may give, and the tricks that give it after an exchange.
TRICKS = {"A2": (5, 0), "A1": (3, 2), "B1": (2, 3), "B2": (0, 5)}
TERMS = MatchTerms(format="games", games=3)


def hand(made: str, dealer: str | None = None) -> dict[str, Any]:
    a, b = TRICKS[made]
    noted: dict[str, Any] = {"opening": "exchanged", "tricks": {"a": a, "b": b}}
    return {**noted, "dealer": dealer} if dealer else noted


def entered(house: House, hands: str) -> Match:
    """Alice deals first; then they alternate."""
    match = house.match(terms=TERMS)
    api = house.api("scorer")
    for number, made in enumerate(hands.split()):
        api.enter(match.pk, hand(made, "ab"[number % 2]))
    return match


def revise(api: Api, match: Match, status: int = 201, *, path: str = "", **sent: Any) -> Any:
    version = read(api.get(f"matches/{match.pk}"))["version"]
    body = {"version": version, "reason": "A hand was wrong.", **sent}
    answer = api.post(f"matches/{match.pk}/revisions{path}", body)
    return read(answer, status) if status < 300 else problem(answer, status)


def scores(found: dict[str, Any]) -> list[tuple[int, int]]:
    return [(game["score"]["a"], game["score"]["b"]) for game in found["game_list"]]


def hands(api: Api, match: Match) -> list[tuple[int, int, bool]]:
    rows = read(api.get(f"matches/{match.pk}/hands"))
    return [(row["number"], row["game"], row["surplus"]) for row in rows]


@pytest.fixture
def director(house: House) -> Api:
    return house.api("director")


def test_a_forgotten_hand_is_inserted_and_the_later_ones_move_along(
    house: House, director: Api
) -> None:
    """Game 1 was won 5-1 by the forgotten vole: what came after it was game 2, now at 2-4."""
    match = entered(house, "A2 A1 B1 A1 B2 A1 B2")
    seen = revise(
        director, match, 200, path="/preview", operation="insert_after", number=3, hand=hand("A2")
    )
    assert seen["later"] == "move"
    assert scores(seen["match"]) == [(5, 1), (2, 4)]
    assert [(one["number"], one["game"]) for one in seen["entries"]] == [
        *((1, 1), (2, 1), (3, 1), (8, 1)),
        *((4, 2), (5, 2), (6, 2), (7, 2)),
    ]
    assert seen["comes_to"]["game_changes"] == [
        {"number": number, "old_game": 1, "new_game": 2} for number in (4, 5, 6)
    ]
    # It is Bob's deal after hand 3, so he dealt the forgotten one; hand 4 was noted as his too.
    assert seen["comes_to"]["out_of_turn"] == [4]
    assert [(one["later"], one["comes_to"]["removed"]) for one in seen["choices"]] == [
        *(("move", []), ("remove", [4, 5, 6]), ("surplus", [])),
    ]
    assert seen["choices"][2]["comes_to"]["surplus"] == [4, 5, 6]
    assert match.entries.count() == 7

    done = revise(director, match, operation="insert_after", number=3, hand=hand("A2"))
    assert scores(done["match"]) == scores(seen["match"])
    assert (done["entry"]["kind"], done["entry"]["inserted"]) == ("hand", True)
    assert done["entry"]["hand"]["dealer"] == "b"
    assert done["entry"]["order"] == [
        {"number": one["number"], "game": one["game"]} for one in seen["entries"]
    ]
    assert hands(director, match) == [
        *((1, 1, False), (2, 1, False), (3, 1, False), (8, 1, False)),
        *((4, 2, False), (5, 2, False), (6, 2, False), (7, 2, False)),
    ]
    entries = read(director.get(f"matches/{match.pk}/entries"))
    assert [(one["number"], one["game"], one["stands"]) for one in entries][3] == (4, 2, True)
    hand_4 = match.entries.get(number=4)
    assert read(director.get(f"hands/{hand_4.pk}"))["game"] == 2


@pytest.mark.any_database
@pytest.mark.slow
def test_one_undo_takes_all_of_it_back(house: House, director: Api) -> None:
    match = entered(house, "A2 A1 B1 A1 B2 A1 B2")
    before = read(director.get(f"matches/{match.pk}"))
    revise(director, match, operation="insert_after", number=3, hand=hand("A2"), later="remove")
    assert hands(director, match)[-1] == (7, 2, False)
    answer = director.post(f"matches/{match.pk}/undo/preview", {"version": 8})
    assert scores(read(answer)["match"]) == [(5, 3), (0, 2)]
    undone = read(director.post(f"matches/{match.pk}/undo", {"version": 8}), 201)
    assert undone["entry"]["undoes"] == 8
    after = read(director.get(f"matches/{match.pk}"))
    for changing in ("version", "changed_at"):
        assert after.pop(changing) != before.pop(changing)
    assert after == before


@pytest.mark.any_database
def test_a_scorer_cannot_undo_what_a_director_revised(house: House, director: Api) -> None:
    match = entered(house, "A2 A1")
    revise(director, match, operation="insert_after", number=2, hand=hand("B1"))
    problem(house.api("scorer").post(f"matches/{match.pk}/undo", {"version": 3}), 403)
    sent = {"operation": "remove", "number": 1, "version": 3, "reason": "No."}
    problem(house.api("scorer").post(f"matches/{match.pk}/revisions", sent), 403)


@pytest.mark.any_database
def test_a_hand_entered_twice_is_removed(house: House, director: Api) -> None:
    """Without it game 1 is over a hand later: 4-3, then 5-3."""
    match = entered(house, "A2 B2 B2 A2 B1 A1 B1")
    done = revise(director, match, operation="remove", number=3)
    assert (done["entry"]["kind"], done["entry"]["supersedes"]) == ("void", 3)
    assert scores(done["match"]) == [(5, 3), (0, 1)]
    assert hands(director, match)[-2:] == [(6, 1, False), (7, 2, False)]


@pytest.mark.any_database
@pytest.mark.slow
def test_a_wrong_end_two_games_ago(house: House, director: Api) -> None:
    match = entered(house, "A2 A2 A1 B2 B2 B1 A2 A1")
    done = revise(director, match, operation="replace", number=3, hand=hand("B1"))
    assert scores(done["match"]) == [(4, 5), (3, 1)]
    assert done["entry"]["supersedes"] == 3
    # Corrected again in the game where it is by now.
    again = revise(director, match, operation="replace", number=6, hand=hand("B2"))
    assert again["entry"]["game"] == 2
    assert scores(again["match"]) == [(4, 5), (3, 2)]
    assert again["entry"]["order"] is None


@pytest.mark.any_database
@pytest.mark.slow
def test_who_is_in_the_way_is_named_and_what_is_possible(house: House, director: Api) -> None:
    match = entered(house, "A2 B2 B2 A2 B1 A1 B1")
    found = revise(director, match, 422, operation="remove", number=3, later="surplus")
    assert (found["code"], found["entry"]) == ("earlier_game_unfinished", 6)
    assert found["later"] == ["move", "remove"]
    assert found["errors"][0]["field"] == "later"
    # Nothing can be played after the end: in the way is the hand that ended it.
    over = house.match(terms=MatchTerms(format="one_game", games=1))
    for made in ("A2", "A2", "A1"):
        house.api("scorer").enter(over.pk, hand(made, "a"))
    found = revise(director, over, 422, operation="insert_after", number=3, hand=hand("B1"))
    assert (found["code"], found["entry"]) == ("match_over", 3)
    # An older one cannot be corrected twice.
    revise(director, over, operation="replace", number=3, hand=hand("A2"))
    found = revise(director, over, 422, operation="remove", number=3)
    assert found["code"] == "already_superseded"


@pytest.mark.any_database
def test_what_is_wrong_in_the_body_is_said_at_its_field(house: House, director: Api) -> None:
    match = entered(house, "A2 A1")
    where: dict[str, Any] = {"operation": "replace", "number": 1}
    assert revise(director, match, 422, **where)["errors"][0]["field"] == "body"
    more: dict[str, Any] = {"operation": "remove", "number": 1, "hand": hand("A1")}
    assert revise(director, match, 422, **more)["errors"][0]["field"] == "hand"
    missing = revise(director, match, 422, **where, hand={"opening": "exchanged"})
    assert missing["errors"][0]["field"] == "hand.tricks"
    no_reason = revise(director, match, 422, **where, hand=hand("A1"), reason=" ")
    assert no_reason["errors"][0]["field"] == "reason"
    problem(
        director.post(
            f"matches/{match.pk}/revisions",
            {**where, "hand": hand("A1"), "reason": "Late.", "version": 1},
        ),
        409,
    )


@pytest.mark.any_database
def test_the_same_key_revises_once(house: House, director: Api) -> None:
    match = entered(house, "A2 A1")
    sent = {"operation": "insert_before", "number": 1, "hand": hand("B1"), "version": 2}
    body = {**sent, "reason": "Forgotten."}
    first = read(director.post(f"matches/{match.pk}/revisions", body, key="once-is-enough"), 201)
    again = read(director.post(f"matches/{match.pk}/revisions", body, key="once-is-enough"), 201)
    assert first == again
    assert match.entries.count() == 3
    assert AuditLogEntry.objects.filter(club=house.club, act="entry_insert").count() == 1


@pytest.mark.any_database
def test_an_insertion_is_told_to_programs_as_a_correction(house: House, director: Api) -> None:
    match = entered(house, "A2 A1")
    revise(director, match, operation="insert_before", number=1, hand=hand("B1"))
    latest = Outgoing.objects.order_by("-pk")[0]
    assert (latest.kind, latest.figures["version"]) == ("match.corrected", 3)
    director.post(f"matches/{match.pk}/undo", {"version": 3})
    assert Outgoing.objects.order_by("-pk")[0].kind == "match.corrected"


@pytest.mark.any_database
def test_after_the_sign_off_with_a_reason(house: House, director: Api) -> None:
    night = evening(house)
    voles = [night_hand(5)] * 3
    match = played(house, night, "ann", "bob", voles, terms=MatchTerms(format="one_game", games=1))
    sign_off(house, night)
    done = revise(director, match, operation="replace", number=3, hand=hand("A1"))
    assert done["match"]["over"]
    path = f"matches/{match.pk}/undo"
    assert problem(director.post(path, {"version": 4}), 422)["code"] == "signed_off"
    reason = {"version": 4, "reason": "A vole it was."}
    problem(house.api("scorer").post(path, reason), 403)
    assert read(director.post(path, reason), 201)["entry"]["reason"] == "A vole it was."
