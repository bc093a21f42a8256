"""The board of a contest and its forms; starting one."""

from ecarte_club.clubs.permissions import Act
from games.matches.models import Match
from scoring.contests.models import Contest
from scoring.contests.services.events import game_deal
from tests.support.scene import Scene, contest_begun

from .kinds import Page


def runs(here: Scene, kind: str = "cul_leve") -> Contest:
    """Ann and Bob sit at the first table and Cyd waits; nothing else is played there."""
    Match.objects.filter(evening_table=here.table).update(evening_table=None)
    here.ids["contest"] = contest_begun(here, "ann", "bob", "cyd", kind=kind)
    return Contest.objects.get(pk=here.ids["contest"])


def is_dealt(here: Scene) -> None:
    contest = runs(here)
    by = here.house.person("scorer")
    game_deal(by=by, contest=contest, version=contest.version)


def runs_on(here: Scene) -> None:
    runs(here)


def waits_for_places(here: Scene) -> None:
    runs(here, "pool")


def seen(here: Scene) -> str:
    return str(Contest.objects.get(pk=here.ids["contest"]).version)


PAGES: dict[str, Page] = {
    "contest_new": Page(
        "evenings/{evening}/contests/new/?kind=cul_leve",
        Act.RUN_CONTEST,
        sent=lambda here: {
            "table": here.path("{free_table}"),
            "code": "london",
            "places": "cut",
            "agreed_stake": "2",
        },
    ),
    "evening_contests": Page("evenings/{evening}/contests/", Act.RUN_CONTEST),
    "contest": Page("contests/{contest}/", Act.SEE_PUBLIC, any_table=True),
    "contest_now": Page("contests/{contest}/now/", Act.SEE_PUBLIC, any_table=True),
    "contest_tell": Page(
        "contests/{contest}/tell/",
        Act.ENTER_ANY,
        own=Act.ENTER_OWN,
        sent=lambda here: {
            "what": "game_won",
            "winner": str(here.house.players["ann"].pk),
            "version": seen(here),
        },
        reads=False,
        before=is_dealt,
    ),
    "contest_draw": Page(
        "contests/{contest}/draw/",
        Act.RUN_CONTEST,
        # The two of the scene play a match as well.
        sent=lambda here: {"version": seen(here), "seat_anyway": "on"},
        reads=False,
        before=waits_for_places,
    ),
    "contest_deal": Page(
        "contests/{contest}/deal/",
        Act.ENTER_ANY,
        own=Act.ENTER_OWN,
        sent=lambda here: {"version": seen(here), "first_dealer": "a"},
        reads=False,
        before=runs_on,
    ),
    "contest_undo": Page(
        "contests/{contest}/undo/",
        Act.ENTER_ANY,
        own=Act.ENTER_OWN,
        sent=lambda here: {"version": seen(here)},
        reads=False,
        before=is_dealt,
    ),
    "contest_correct": Page(
        "contests/{contest}/entries/1/correct/",
        Act.CORRECT,
        sent=lambda here: {
            "version": seen(here),
            "player": str(here.house.players["ann"].pk),
            "void": "yes",
            "reason": "She was not asked.",
            "do": "yes",
        },
    ),
}
