"""Taking back and correcting by the API: what is foreseen is what then is, and nothing before."""

from typing import Any

import pytest

from ecarte_club.core.models import IdempotencyRecord
from scoring.contests.services import entries as writing
from tests.support.clubhouse import House, problem, read
from tests.support.everything import everything
from tests.support.teamed import built_once

from .contesting import Program, names, program

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def cul_leve_opened(house: House) -> Program:
    """A cul-levé for two, with a gallery; the director runs it."""
    found = program(house, "dora")
    found.api = house.api("director")
    found.opens("cul_leve", "ann", "bob", "cyd", agreed={"stake": 2}, gallery={})
    return found


_built, built, house, club = built_once(cul_leve_opened)


def foreseen(club: Program, act: str, body: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What each figure would be, by what it is of and its name; nothing is written."""
    body, before = {"version": club.now["version"], **body}, written()
    found = read(club.api.post(club.path(f"{act}/preview"), body))
    assert written() == before
    assert (found["contest"], found["version"]) == (club.now["id"], club.now["version"])
    return {
        f"{one['of']}: {one['what']}": (one["before"], one["after"]) for one in found["changes"]
    }


def written() -> dict[str, Any]:
    return {name: rows for name, rows in everything().items() if name != IdempotencyRecord.__name__}


def body_of(place: int, event: dict[str, Any] | None, reason: str = "Misheard.") -> dict[str, Any]:
    return {"changes": [{"place": place, "event": event}], "reason": reason}


def test_the_last_game_is_taken_back_whole(club: Program) -> None:
    club.tells("bet_laid", "dora", side="a", amount=1)
    club.tells("bet_laid", "cyd", side="b", amount=1)
    club.acts("deal")
    before = {name: club.now[name] for name in ("seats", "queue", "held", "bets", "balances")}
    match = club.now["match"]
    club.wins("bob")
    assert club.everything() == {"Ann": -2, "Bob": 2, "Cyd": 1, "Dora": -1}
    changes = foreseen(club, "undo", {})
    assert changes["Ann: balance"] == ("−2", "0")
    assert changes[": playing"] == ("Bob – Cyd", "Ann – Bob")
    undone = club.acts("undo")
    assert {name: undone[name] for name in before} == before
    assert undone["match"] == match
    club.wins("ann")
    assert club.everything() == {"Ann": 2, "Bob": -2, "Cyd": -1, "Dora": 1}


def test_a_deal_is_taken_back_with_its_match(club: Program) -> None:
    match = club.acts("deal")["match"]
    assert foreseen(club, "undo", {})
    assert club.acts("undo")["match"] is None
    problem(club.api.get(f"matches/{match}"), 404)
    empty = {"version": club.now["version"]}
    for act in ("undo", "undo/preview"):
        problem(club.api.post(club.path(act), empty), 422, "nothing_to_undo", "version")


@pytest.mark.postgresql
def test_a_correction_is_foreseen_and_then_made(club: Program) -> None:
    """It was Dora who had joined third, and not Cyd."""
    read(club.api.post(club.path("accept"), {"player": club.pk("dora")}), 201)
    club.game("ann")
    body = body_of(3, club.event("joined", "dora"))
    changes = foreseen(club, "corrections", body)
    assert changes[": playing"] == ("Ann – Cyd", "Ann – Dora")
    club.acts("corrections", **body)
    assert club.seats() == ["Ann", "Dora"]
    third = [one for one in club.entries() if one["place"] == 3]
    assert [(names(one["players"]), one["stands"], one["reason"]) for one in third] == [
        (["Cyd"], False, ""),
        (["Dora"], True, "Misheard."),
    ]


def test_who_sat_down_stays_where_they_sat(club: Program) -> None:
    """Ann was said to have won the first game, and then Cyd sat down against her and won. It was
    Bob: he has two of Ann, Cyd's two stay, and the seats do. The director may say otherwise, but
    not of a game that was scored on the pad."""
    club.acts("deal")
    club.tells("game_won", winner=club.pk("ann"))
    place = club.entries()[-1]["place"]
    club.game("cyd")
    seats, won = club.seats(), {"event": "game_won", "winner": club.pk("bob")}
    changes = foreseen(club, "corrections", body_of(place, won))
    assert changes["Ann: balance"] == ("0", "−4")
    assert not [what for what in changes if "playing" in what or "players" in what]
    unseating = {"version": club.now["version"], **body_of(place, {**won, "stays": club.pk("bob")})}
    answer = club.api.post(club.path("corrections"), unseating)
    problem(answer, 422, "other_players")
    club.acts("corrections", **body_of(place, won))
    assert club.seats() == seats
    assert club.everything() == club.moved() == {"Ann": -4, "Bob": 2, "Cyd": 2}
    assert club.entries()[-1]["event"] == {**won, "stays": club.pk("ann")}


def test_a_bet_that_was_never_laid_is_taken_out(club: Program) -> None:
    club.tells("bet_laid", "dora", side="a", amount=3)
    club.tells("bet_laid", "cyd", side="b", amount=3)
    place = club.entries()[-1]["place"]
    club.game("ann")
    assert club.everything() == club.moved() == {"Ann": 2, "Bob": -2, "Dora": 3, "Cyd": -3}
    changes = foreseen(club, "corrections", body_of(place, None))
    assert (changes["Cyd: balance"], changes["Dora: balance"]) == (("−3", "0"), ("+3", "0"))
    club.acts("corrections", **body_of(place, None))
    assert club.everything() == club.moved() == {"Ann": 2, "Bob": -2}
    taken_out = club.entries()[-1]
    assert (taken_out["event"], taken_out["stands"], taken_out["moved"]) == (None, False, [])


def test_what_cannot_be_corrected_is_named_where_it_was_sent(club: Program) -> None:
    """Also the place in the contest that would no longer be possible."""
    club.game("ann")
    dealt = next(one["place"] for one in club.entries() if one["event"]["event"] == "dealt")
    before = everything()
    both = [{"place": 1, "event": None}, {"place": 99, "event": None}]
    twice = [{"place": place, "event": club.event("joined", "ann")} for place in (2, 3)]
    for body, field in (
        (body_of(99, None), "changes.0.place"),
        (body_of(dealt, None), "changes.0.place"),
        ({"changes": both, "reason": "Misheard."}, "changes.1.place"),
        (body_of(3, club.event("joined", "ann")), "changes.0.event.player"),
        ({"changes": twice, "reason": "Misheard."}, "changes"),
        (body_of(3, club.event("joined", "dora")), "changes.0.event"),
        (body_of(3, {"event": "adjudged"}), "changes.0.event.event"),
        (body_of(1, None), "changes"),
    ):
        for act in ("corrections", "corrections/preview"):
            answer = club.api.post(club.path(act), {"version": club.now["version"], **body})
            problem(answer, 422, field=field)
    assert everything() == before


def test_a_contest_that_is_too_long_is_corrected_no_more(
    club: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "EVENTS_MOST", 3)
    body = {"version": club.now["version"], **body_of(3, None)}
    problem(club.api.post(club.path("corrections"), body), 422, "contest_too_long", "changes")


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("changes", {"changes": []}),
        ("changes", {"changes": [{"place": 1, "event": None}] * 2}),
        ("changes.0.event.event", {"changes": [{"place": 1, "event": {"event": "dealt"}}]}),
        ("changes.0.event.player", {"changes": [{"place": 1, "event": {"event": "left"}}]}),
        ("changes.0.event", {"changes": [{"place": 1, "event": "left"}]}),
        ("changes.0.event.version", {"changes": [{"place": 1, "event": {"event": "closed"}}]}),
        ("reason", {"reason": " "}),
    ],
)
def test_what_no_correction_can_be(field: str, wrong: dict[str, Any], club: Program) -> None:
    if field.endswith("version"):
        wrong["changes"][0]["event"]["version"] = 1
    body = {"version": club.now["version"], **body_of(1, None), **wrong}
    problem(club.api.post(club.path("corrections"), body), 422, "invalid", field)


def test_members_take_back_at_their_table_and_correct_nothing(club: Program) -> None:
    club.acts("deal")
    body = {"version": club.now["version"]}
    cyd, ann = club.house.api("cyd"), club.house.api("ann")
    for act in ("undo", "undo/preview"):
        problem(cyd.post(club.path(act), body), 403, "not_allowed")
    read(ann.post(club.path("undo/preview"), body))
    read(ann.post(club.path("undo"), body), 201)
    correction = {"version": club.reads()["version"], **body_of(3, None)}
    for act in ("corrections", "corrections/preview"):
        problem(ann.post(club.path(act), correction), 403, "not_allowed")
