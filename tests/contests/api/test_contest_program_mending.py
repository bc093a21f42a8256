"""Corrections of every kind of event, and undo after each: what is foreseen is what then is, and
the contest stands as if it had been told so from the beginning."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from ecarte_club.core.models import IdempotencyRecord
from scoring.contests.api.inputs import TELLABLE, EventEntryIn
from scoring.contests.selectors.courses import contest_anew
from scoring.contests.services.events import event_tell, game_deal
from tests.support.clubhouse import House, problem, read
from tests.support.clubrooms import noted, undone
from tests.support.everything import everything

from .contesting import Program, program

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

FOUR = ("ann", "bob", "cyd", "dora")
Told = tuple[str, str, dict[str, Any]]
ALIKE = ("seats", "queue", "held", "bets", "pool", "cul_leve", "bank", "box", "over", "balances")


@pytest.fixture
def club(house: House) -> Program:
    """The director runs it."""
    found = program(house, "dora", "eve")
    found.api = house.api("director")
    return found


def told(event: str, name: str = "", **fields: Any) -> Told:
    return event, name, fields


DEAL = told("deal")


@dataclass(frozen=True, slots=True)
class Evening:
    """What is told one after the other; `deal` and `game_won` by name, without the pad."""

    kind: str
    steps: tuple[Told, ...]
    agreed: dict[str, Any] = field(default_factory=dict)
    gallery: dict[str, Any] | None = None
    players: tuple[str, ...] = FOUR

    def begins(self, club: Program, table: int = 0) -> None:
        club.opens(self.kind, *self.players, agreed=self.agreed, gallery=self.gallery, table=table)

    def told(self, changed: dict[int, Told | None]) -> list[Told]:
        """`changed`: by place, from 1 after those of who joined at the opening."""
        steps = (changed.get(at, step) for at, step in enumerate(self.steps, start=1))
        return [step for step in steps if step is not None]

    def runs(self, club: Program) -> None:
        for step in self.steps:
            enters(club, step)
        club.reads()


def enters(club: Program, step: Told) -> None:
    """By the services alone: what they answer to a program is compared in other stories."""
    contest, by = contest_anew(club.now["id"]), club.house.person("director")
    if step == DEAL:
        game_deal(by=by, contest=contest, version=contest.version)
    else:
        event_tell(by=by, contest=contest, **EventEntryIn().to_internal_value(said(club, step)))


def tells(club: Program, step: Told) -> None:
    if step == DEAL:
        club.acts("deal")
    else:
        club.now = read(club.api.post(club.path("events"), said(club, step)), 201)


def said(club: Program, step: Told) -> dict[str, Any]:
    event, name, fields = step
    fields = dict(fields)
    for many in ("order", "backers"):
        if many in fields:
            fields[many] = [club.pk(one) for one in fields[many]]
    if "winner" in fields:
        fields["winner"] = club.pk(fields["winner"])
    return club.event(event, name, **fields)


LIST = Evening(
    "cul_leve",
    (
        told("joined", "eve", accepts=True),
        told("bet_laid", "cyd", side="a", amount=5),
        told("bet_laid", "dora", side="b", amount=6),
        told("bet_taken_back", "dora", amount=2),
        DEAL,
        told("forfeited", "cyd"),
        told("short", amount=0),
        told("game_won", winner="ann"),
        told("left", "dora"),
    ),
    {"stake": 2, "backer_sits": True},
    {"levy": 10},
)
BACKED = Evening(
    "cul_leve",
    (
        told("bet_laid", "cyd", side="b", amount=5),
        told("bet_laid", "dora", side="b", amount=2),
        told("bet_laid", "eve", side="a", amount=7),
        DEAL,
        told("short", amount=3),
        told("game_won", winner="ann"),
        told("backer_sat", "dora", backers=("cyd", "dora")),
        told("stepped_down", "ann"),
        told("left", "cyd"),
    ),
    {"stake": 2, "backer_sits": True},
    {"levy": 10},
)
POOL = Evening("pool", (told("seated", order=FOUR), DEAL, told("game_won", winner="ann")))
BANK = Evening(
    "bank",
    (
        told("bid", "ann", amount=4),
        told("adjudged"),
        told("punted", "bob", amount=5),
        told("punted", "cyd", amount=2),
        told("took_back", "cyd"),
        told("backed", "dora", amount=1),
        DEAL,
        told("game_won", winner="bob"),
        told("renewed"),
        told("gave_up"),
    ),
)
BROKEN = Evening(
    "bank",
    (
        told("bid", "ann", amount=4),
        told("adjudged"),
        told("punted", "bob", amount=5),
        DEAL,
        told("game_won", winner="bob"),
        told("not_renewed"),
    ),
)
BOX = Evening(
    "box",
    (
        told("stake_set", "bob", amount=3),
        told("partnered", "dora"),
        told("unpartnered", "dora"),
        told("sat_out", "cyd"),
        told("came_back", "cyd"),
        DEAL,
        told("game_won", winner="ann"),
    ),
    {"stake": 1, "most": 5},
)
CLOSED = Evening("cul_leve", (DEAL, told("game_won", winner="bob"), told("closed")), {"stake": 3})

EVENINGS = (LIST, BACKED, POOL, BANK, BROKEN, BOX, CLOSED)

# The evening, the place of the event that was wrong, and what happened instead.
MENDED: list[tuple[Evening, int, Told | None]] = [
    (BACKED, 1, told("bet_laid", "cyd", side="b", amount=1)),
    (LIST, 1, None),
    (LIST, 4, told("bet_taken_back", "dora", amount=3)),
    (BACKED, 5, told("short", amount=1)),
    (BACKED, 7, told("backer_sat", "cyd", backers=("cyd", "dora"))),
    (BACKED, 8, told("left", "ann")),
    (POOL, 1, told("seated", order=("ann", "cyd", "dora", "bob"))),
    (POOL, 3, told("game_won", winner="bob")),
    (BANK, 1, told("bid", "ann", amount=3)),
    (BANK, 3, told("punted", "bob", amount=6)),
    (BANK, 6, None),
    (BANK, 10, None),
    (BROKEN, 6, told("renewed")),
    (BOX, 1, told("stake_set", "bob", amount=5)),
    (BOX, 3, None),
    (BOX, 7, told("game_won", winner="bob")),
    (CLOSED, 2, told("game_won", winner="ann")),
    (CLOSED, 3, None),
]


def mends(club: Program, evening: Evening, place: int, instead: Told | None) -> dict[str, Any]:
    event = None if instead is None else said(club, instead)
    change = {"place": len(evening.players) + place, "event": event}
    return {"changes": [change], "reason": "Misheard.", "version": club.now["version"]}


def written() -> dict[str, Any]:
    """Every row, but for the answers that are kept for who asks the same again."""
    return {name: rows for name, rows in everything().items() if name != IdempotencyRecord.__name__}


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_correction_is_foreseen_and_leaves_what_was_meant(
    evening: Evening, club: Program
) -> None:
    """All is as if it had been told so at once, at the other table; the preview says what changes,
    and writes nothing. What then could no longer have been is named."""
    evening.begins(club)
    evening.runs(club)
    found = club.now
    for place, instead in [(at, event) for one, at, event in MENDED if one is evening]:
        with undone(f"{place}: {instead}"):
            club.now = found
            expect_mended(club, evening, place, instead)
    club.now = found
    for one, place, instead, falls, why in FALLS:
        if one is evening:
            expect_refused(club, evening, mends(club, evening, place, instead), falls, why)


def expect_mended(club: Program, evening: Evening, place: int, instead: Told | None) -> None:
    wrong, body, before = club.now, mends(club, evening, place, instead), written()
    preview = club.api.post(club.path("corrections/preview"), body)
    assert written() == before
    answer = club.api.post(club.path("corrections"), body)
    mended = read(answer, 201)
    changes = {one["what"]: one for one in read(preview)["changes"]}
    assert bool(changes) == any(mended[name] != wrong[name] for name in ALIKE)
    balances = {
        one["of"]: (signed(one["before"]), signed(one["after"]))
        for one in read(preview)["changes"]
        if one["what"] == "balance"
    }
    was, now = sums(wrong), sums(mended)
    assert balances == {
        name: (was.get(name, 0), now.get(name, 0))
        for name in was.keys() | now.keys()
        if was.get(name, 0) != now.get(name, 0)
    }
    close_both(club)
    told_so = again(club, evening, {place: instead})
    assert {name: told_so[name] for name in ALIKE[:-1]} == {
        name: mended[name] for name in ALIKE[:-1]
    }


def signed(figure: str) -> int:
    return int(figure.replace("−", "-"))


def sums(contest: dict[str, Any]) -> dict[str, int]:
    return {one["player"]["name"]: one["amount"] for one in contest["balances"]}


def close_both(club: Program) -> None:
    if not club.reads()["over"]:
        club.tells("closed")


def again(club: Program, evening: Evening, changed: dict[int, Told | None]) -> dict[str, Any]:
    """The same evening at the other table, told right."""
    evening.begins(club, table=1)
    for step in evening.told(changed):
        enters(club, step)
    return club.reads()


SINCE: list[Told | None] = [
    None,
    told("joined", "eve", accepts=True),
    told("left", "dora"),
    told("bet_laid", "dora", side="a", amount=1),
    told("stepped_down", "ann"),
    told("backer_sat", "dora", backers=("cyd", "dora")),
    told("closed"),
]


def test_undo_takes_back_the_game_and_all_since(club: Program) -> None:
    """Whatever was told after it; the contest is as it was before its deal."""
    first = Evening("cul_leve", BACKED.steps[:3], BACKED.agreed, BACKED.gallery)
    first.begins(club)
    first.runs(club)
    before = club.now
    for step in (DEAL, told("game_won", winner="ann")):
        tells(club, step)
    won = club.now
    for event in SINCE:
        with undone(f"since: {event}"):
            club.now = won
            expect_undone(club, before, event)


def expect_undone(club: Program, before: dict[str, Any], event: Told | None) -> None:
    if event:
        tells(club, event)
    assert club.now["games_won"] == 1
    seen, rows = {"version": club.now["version"]}, written()
    read(club.api.post(club.path("undo/preview"), seen))
    assert written() == rows
    stood = sum(one["stands"] for one in club.entries())
    club.acts("undo")
    assert stood - sum(one["stands"] for one in club.entries()) >= (2 if event else 1)
    if club.now["match"] is not None or club.now["games_won"] == 0:
        undo_the_deal(club)
    assert {name: club.now[name] for name in ALIKE} == {name: before[name] for name in ALIKE}


def undo_the_deal(club: Program) -> None:
    if any(one["stands"] and one["event"]["event"] == "dealt" for one in club.entries()):
        club.acts("undo")


# The evening, the place and what is said there instead, which then could not have been, and why.
FALLS: list[tuple[Evening, int, Told | None, int, str]] = [
    (BOX, 2, told("partnered", "bob"), 3, "not_partner"),
    (BOX, 4, None, 5, "already_here"),
    (BACKED, 2, None, 7, "not_entitled"),
    (LIST, 2, told("bet_laid", "cyd", side="b", amount=1), 6, "no_bet"),
]


def expect_refused(
    club: Program, evening: Evening, body: dict[str, Any], falls: int, why: str
) -> None:
    """By its place in the contest; the preview says the same, and nothing is changed by either."""
    before = everything()
    for act in ("corrections", "corrections/preview"):
        found = problem(club.api.post(club.path(act), body), 422, why, "changes")
        assert found["place"] == len(evening.players) + falls
        assert found["source"]
        assert f"would make entry {found['place']} invalid" in found["detail"]
    assert everything() == before


MAY_NOT: list[tuple[str, Callable[[Program], int], Any]] = [
    ("a deal", lambda club: place_of(club, "dealt"), None),
    ("a game of the pad", lambda club: place_of(club, "game_won"), None),
    ("nothing", lambda club: 99, None),
    ("a join into a deal", lambda club: 1, {"event": "game_won", "winner": "ann"}),
]


def place_of(club: Program, event: str) -> int:
    return int(next(one["place"] for one in club.entries() if one["event"]["event"] == event))


def test_what_is_not_corrected_here(club: Program) -> None:
    CLOSED.begins(club)
    club.game("ann")
    before = everything()
    wrong: list[str] = []
    for what, where, event in MAY_NOT:
        instead = event and {**event, "winner": club.pk(event["winner"])}
        body = {
            "version": club.now["version"],
            "changes": [{"place": where(club), "event": instead}],
            "reason": "Misheard.",
        }
        for act in ("corrections", "corrections/preview"):
            answer = club.api.post(club.path(act), body)
            with noted(wrong, f"{what}, {act}"):
                problem(answer, 422, "cannot_correct", "changes.0.place")
    assert wrong == []
    assert everything() == before


def test_every_event_is_told_in_one_of_these_evenings() -> None:
    seen = {step[0] for one in EVENINGS for step in one.steps}
    assert seen - {"deal"} == set(TELLABLE)
