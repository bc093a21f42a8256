"""Entering, correcting and taking back, as programs see it."""

from typing import Any

import pytest

from ecarte_club.clubs.models import Club
from games.matches.models import Entry, Match
from games.matches.services.matches import MatchTerms
from tests.site.operations import HAND
from tests.support import printed_game
from tests.support.clubhouse import Api, House, problem, read

VOLE_A = {"opening": "exchanged", "tricks": {"a": 5, "b": 0}}
VOLE_B = {"opening": "exchanged", "tricks": {"a": 0, "b": 5}}
POINT_A = {"opening": "exchanged", "tricks": {"a": 3, "b": 2}}
POINT_B = {"opening": "exchanged", "tricks": {"a": 2, "b": 3}}
WHY = {"reason": "misread"}


@pytest.fixture
def api(house: House) -> Api:
    return house.api("director")


def _seated(house: House) -> dict[str, int]:
    return {"player_a": house.players["ann"].pk, "player_b": house.players["bob"].pk}


def _version(match: Match) -> int:
    return Match.objects.get(pk=match.pk).version


def _correct(
    api: Api, match: Match, number: int, what: dict[str, Any], status: int = 201
) -> dict[str, Any]:
    path = f"matches/{match.pk}/entries/{number}/corrections"
    answer = api.post(path, {**what, **WHY, "version": _version(match)})
    found: dict[str, Any] = read(answer, status)
    return found


def _undo(api: Api, match: Match) -> dict[str, Any]:
    answer = api.post(f"matches/{match.pk}/undo", {"version": _version(match)})
    found: dict[str, Any] = read(answer, 201)
    return found


@pytest.mark.any_database
def test_a_correction_supersedes_with_who_when_and_why(house: House, api: Api) -> None:
    match = house.match()
    house.api("scorer").enter(match.pk, {**VOLE_A, "dealer": "a"})
    answer = _correct(api, match, 1, {"hand": POINT_B})
    entry = answer["entry"]
    assert (entry["number"], entry["place"], entry["supersedes"]) == (2, 1, 1)
    assert (entry["by"], entry["reason"], entry["stands"]) == ("Director", "misread", True)
    assert entry["hand"]["dealer"] == "a"
    assert answer["match"]["score"] == {"a": 0, "b": 1}
    old, new = read(api.get(f"matches/{match.pk}/entries"))
    assert (old["stands"], old["by"], old["hand"]["tricks"]) == (False, "Scorer", {"a": 5, "b": 0})
    assert new == entry
    hand = read(api.get(f"hands/{old['id']}"))
    assert (hand["marks"], hand["stands"]) == ([], False)


@pytest.mark.any_database
def test_what_was_superseded_is_not_corrected_again(house: House, api: Api) -> None:
    match = house.match()
    api.enter(match.pk, {**VOLE_A, "dealer": "a"})
    _correct(api, match, 1, {"hand": POINT_B})
    found = _correct(api, match, 1, {"hand": POINT_A}, 422)
    assert found["code"] == "already_superseded"
    _correct(api, match, 2, {"hand": POINT_A})
    assert _correct(api, match, 9, {"hand": POINT_A}, 404)["code"] == "not_found"


@pytest.mark.any_database
def test_a_correction_of_another_kind_is_refused(house: House, api: Api) -> None:
    match = house.match()
    api.enter(match.pk, {**VOLE_A, "dealer": "a"})
    found = _correct(api, match, 1, {"game": {"score": {"a": 5, "b": 0}}}, 422)
    assert found["code"] == "other_kind"


@pytest.mark.any_database
def test_a_correction_that_ends_the_game_earlier_leaves_hands_over(house: House, api: Api) -> None:
    """They stay in the record and mark nothing; undoing makes them count again."""
    match = house.match(terms=MatchTerms(format="one_game", games=1))
    for body in (POINT_A, VOLE_A, POINT_B):
        api.enter(match.pk, {**body, "dealer": "a"})
    kings = [{"seat": "a", "how": "turned"}]
    answer = _correct(api, match, 1, {"hand": {**VOLE_A, "kings": kings}})
    assert (answer["match"]["score"], answer["match"]["over"]) == ({"a": 5, "b": 0}, True)
    hands = read(api.get(f"matches/{match.pk}/hands"))
    assert [hand["surplus"] for hand in hands] == [False, False, True]
    assert hands[-1]["marks"] == []
    problem(api.post(f"matches/{match.pk}/hands", {**VOLE_A, "version": 4}), 422, "match_over")
    answer = _undo(api, match)
    assert (answer["match"]["score"], answer["match"]["over"]) == ({"a": 3, "b": 1}, False)


@pytest.mark.any_database
def test_a_king_turned_and_marked_late_takes_no_point_from_the_other(
    house: House, api: Api
) -> None:
    """Law 22. Marked first it would be five to two, and the vole after it no mark."""
    match = house.match(terms=MatchTerms(format="one_game", games=1))
    for body in (VOLE_A, VOLE_A, {**VOLE_B, "dealer": "a"}):
        api.enter(match.pk, body)
    late = {**VOLE_B, "dealer": "a", "kings": [{"seat": "a", "how": "turned_late"}]}
    answer = api.enter(match.pk, late)
    assert (answer["match"]["score"], answer["match"]["over"]) == ({"a": 5, "b": 4}, True)
    entry = answer["entry"]["number"]
    first = {**late, "kings": [{"seat": "a", "how": "turned"}]}
    answer = _correct(api, match, entry, {"hand": first})
    assert answer["match"]["score"] == {"a": 5, "b": 2}


@pytest.mark.any_database
def test_a_correction_that_leaves_an_earlier_game_unfinished_says_which_entry(
    house: House, api: Api
) -> None:
    match = house.match(terms=MatchTerms(format="games", games=2))
    for number in range(3):
        api.enter(match.pk, {**VOLE_A, "dealer": "a" if number % 2 == 0 else "b"})
    api.enter(match.pk, POINT_B)
    found = _correct(api, match, 3, {"void": True}, 422)
    assert (found["code"], found["law"]) == ("earlier_game_unfinished", "law 46")
    assert "Entry 4" in found["detail"]
    assert (found["entry"], [error["field"] for error in found["errors"]]) == (4, ["void"])
    assert _version(match) == 4


@pytest.mark.any_database
def test_taking_back_in_the_middle(house: House, api: Api) -> None:
    match = house.match()
    for body in (VOLE_A, POINT_A, POINT_B):
        api.enter(match.pk, {**body, "dealer": "a"})
    answer = _correct(api, match, 2, {"void": True})
    assert (answer["entry"]["kind"], answer["entry"]["hand"]) == ("void", None)
    assert answer["marks"] == []
    assert answer["match"]["score"] == {"a": 2, "b": 1}
    assert _undo(api, match)["match"]["score"] == {"a": 3, "b": 1}
    assert _undo(api, match)["match"]["score"] == {"a": 3, "b": 0}


def test_undo_goes_back_act_by_act(house: House, api: Api) -> None:
    match = house.match()
    api.enter(match.pk, {**VOLE_A, "dealer": "a"})
    _correct(api, match, 1, {"hand": POINT_A})
    _correct(api, match, 2, {"hand": POINT_B})
    found = [_undo(api, match) for _ in range(3)]
    scores = [one["match"]["score"] for one in found]
    assert scores == [{"a": 1, "b": 0}, {"a": 2, "b": 0}, {"a": 0, "b": 0}]
    assert [one["entry"]["undoes"] for one in found] == [3, 2, 1]
    answer = api.post(f"matches/{match.pk}/undo", {"version": 6})
    problem(answer, 422, "nothing_to_undo")
    assert Entry.objects.count() == 6


@pytest.mark.any_database
def test_a_game_and_a_rubber_by_their_score_alone(house: House, api: Api) -> None:
    match = house.match(terms=MatchTerms())
    answer = api.enter(match.pk, {"score": {"a": 5, "b": 2}}, kind="games")
    assert answer["entry"]["score"] == {"a": 5, "b": 2}
    assert (answer["match"]["games"], answer["match"]["game"]) == ({"a": 1, "b": 0}, 2)
    answer = _correct(api, match, 1, {"game": {"score": {"a": 3, "b": 5}}})
    assert answer["match"]["games"] == {"a": 0, "b": 1}
    rubber = house.match(terms=MatchTerms())
    answer = api.enter(rubber.pk, {"games": {"a": 1, "b": 2}}, kind="rubber")
    assert answer["entry"]["games"] == {"a": 1, "b": 2}
    assert (answer["match"]["winner"], answer["match"]["rubber_points"]) == ("b", 1)
    answer = _correct(api, rubber, 1, {"rubber": {"games": {"a": 2, "b": 0}}})
    assert (answer["match"]["winner"], answer["match"]["rubber_points"]) == ("a", 2)


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("kind", "body", "code", "field"),
    [
        ("games", {"score": {"a": 5, "b": 5}}, "score_impossible", "score"),
        ("games", {"score": {"a": 4, "b": 3}}, "score_impossible", "score"),
        ("games", {"score": {"a": 6, "b": 3}}, "score_impossible", "score"),
        ("rubber", {"games": {"a": 1, "b": 1}}, "games_impossible", "games"),
        ("rubber", {"games": {"a": 3, "b": 0}}, "games_impossible", "games"),
        ("hands", {**HAND, "tricks": {"a": 4, "b": 4}}, "tricks_too_many", "tricks"),
        ("hands", {**HAND, "tricks": {"a": 2, "b": 2}}, "tricks_too_few", "tricks"),
        (
            "hands",
            {**HAND, "kings": [{"seat": s, "how": "held"} for s in "ab"]},
            "king_marked_by_both",
            "kings",
        ),
        (
            "hands",
            {"dealer": "a", "opening": "exchanged"}
            | {"marks": [{"seat": "a", "points": 2, "kind": "point"}]},
            "bonus_after_exchange",
            "marks",
        ),
    ],
)
def test_what_cannot_have_been_is_refused_with_its_law(
    kind: str, body: dict[str, Any], code: str, field: str, house: House, api: Api
) -> None:
    match = house.match(terms=MatchTerms())
    answer = api.post(f"matches/{match.pk}/{kind}", {**body, "version": 0})
    found = problem(answer, 422, code, field)
    assert found["law"]
    assert not Entry.objects.exists()


@pytest.mark.any_database
def test_a_refusal_inside_a_correction_names_the_field_as_it_was_sent(
    house: House, api: Api
) -> None:
    match = house.match()
    api.enter(match.pk, {**VOLE_A, "dealer": "a"})
    found = _correct(api, match, 1, {"hand": {**VOLE_A, "tricks": {"a": 5, "b": 5}}}, 422)
    assert [error["field"] for error in found["errors"]] == ["hand.tricks"]


@pytest.mark.any_database
def test_a_stale_version_is_told_what_is_current(house: House, api: Api) -> None:
    match = house.match()
    for body in printed_game.BODIES[:2]:
        api.enter(match.pk, body)
    sent: list[tuple[str, dict[str, Any]]] = [
        ("hands", {**printed_game.BODIES[2], "version": 1}),
        ("undo", {"version": 1}),
        ("entries/1/corrections", {"hand": POINT_A, **WHY, "version": 0}),
        ("games", {"score": {"a": 5, "b": 0}, "version": 1}),
        ("rubber", {"games": {"a": 1, "b": 0}, "version": 3}),
    ]
    for path, body in sent:
        answer = api.post(f"matches/{match.pk}/{path}", body)
        found = problem(answer, 409, "stale_version", "version")
        assert found["current_version"] == 2
        assert f"version {body['version']}" in found["detail"]
    assert Entry.objects.count() == 2


@pytest.mark.any_database
def test_a_match_is_played_by_the_clubs_own_code(house: House, api: Api) -> None:
    Club.objects.update(code="britannica")
    players = _seated(house)
    match = read(api.post("clubs/cercle/matches", players), 201)
    assert match["terms"]["code"] == "britannica"
    given = {**players, "terms": {"format": "one_game"}, "seat_anyway": True}
    assert read(api.post("clubs/cercle/matches", given), 201)["terms"]["code"] == "britannica"


@pytest.mark.any_database
def test_the_seasons_terms_hold(house: House, api: Api) -> None:
    season = house.season(terms=MatchTerms(game_values=True))
    players = _seated(house)
    body = {**players, "event": season.pk}
    terms = read(api.post("clubs/cercle/matches", body), 201)["terms"]
    assert terms["game_values"] is True
    same = {**body, "terms": terms, "seat_anyway": True}
    read(api.post("clubs/cercle/matches", same), 201)
    other = {**body, "terms": {**terms, "games": 5}}
    problem(api.post("clubs/cercle/matches", other), 422, "terms_fixed", "event")
