"""The clubs, matches, pads and seasons."""

import json

from ecarte_club.clubs.permissions import Act
from games.matches.models import Match
from games.matches.services.entries import match_annul
from games.matches.services.stopping import match_adjourn
from tests.support.scene import Scene

from .kinds import Page

HAND = {"king": "nobody", "opening": "stood", "tricks": "4-1", "dealer": "b", "version": "1"}
STORED = {
    "key": "page-table-stored",
    "version": 1,
    "kind": "hand",
    "fields": {name: HAND[name] for name in ("king", "opening", "tricks", "dealer")},
}
PAD = {"act": Act.ENTER_ANY, "own": Act.ENTER_OWN}


def annulled(scene: Scene) -> None:
    by = scene.house.person("director")
    match = Match.objects.get(pk=scene.match.pk)
    match_annul(by=by, match=match, reason="A trial.", version=match.version)


def adjourned(scene: Scene) -> None:
    by = scene.house.person("director")
    match = Match.objects.get(pk=scene.match.pk)
    match_adjourn(by=by, match=match, version=match.version)


PAGES = {
    "home": Page("/", None),
    "clubs": Page("/clubs/", None),
    "api_guide": Page("/api/", None),
    "developers": Page("/developers/", None),
    "api_schema": Page("/api/schema", None),
    "club": Page("", Act.SEE_PUBLIC, any_table=True),
    "seasons": Page("seasons/", Act.SEE_PUBLIC, any_table=True),
    "matches": Page("matches/", Act.SEE_PUBLIC, any_table=True),
    "match": Page("matches/{match}/", Act.SEE_PUBLIC, own=Act.SEE_EVENING),
    "match_now": Page("matches/{match}/now/", Act.SEE_PUBLIC, own=Act.SEE_EVENING),
    "match_new": Page(
        "matches/new/",
        Act.START_OWN,
        sent=lambda scene: {
            "player_a": str(scene.house.players["ann"].pk),
            "player_b": str(scene.house.players["bob"].pk),
            "event": str(scene.season.pk),
            "first_dealer": "a",
            # The two of the scene play a match already.
            "seat_anyway": "on",
        },
        write_act=Act.START_ANY,
        write_own=Act.START_OWN,
    ),
    "pad": Page("matches/{match}/pad/", Act.ENTER_ANY, Act.ENTER_OWN),
    "pad_body": Page("matches/{match}/pad/body/", Act.ENTER_ANY, Act.ENTER_OWN),
    "pad_board": Page("matches/{match}/pad/board/", Act.ENTER_ANY, Act.ENTER_OWN),
    "pad_outbox": Page(
        "matches/{match}/pad/outbox/",
        Act.ENTER_ANY,
        Act.ENTER_OWN,
        sent=lambda _: {"actions": json.dumps([STORED])},
    ),
    "pad_handed": Page(
        "matches/{match}/pad/handed/",
        Act.ENTER_ANY,
        Act.ENTER_OWN,
        sent=lambda _: {"hands": "deal:B stand tricks:4-1", "version": "1", "act": "enter"},
    ),
    "pad_hand": Page(
        "matches/{match}/pad/hand/",
        Act.ENTER_ANY,
        Act.ENTER_OWN,
        sent=lambda _: HAND,
        reads=False,
    ),
    "pad_game": Page(
        "matches/{empty}/pad/game/",
        Act.ENTER_ANY,
        Act.ENTER_OWN,
        sent=lambda _: {"game": "5-3", "version": "0"},
        reads=False,
    ),
    "pad_rubber": Page(
        "matches/{empty}/pad/rubber/",
        Act.ENTER_ANY,
        Act.ENTER_OWN,
        sent=lambda _: {"rubber": "1-0", "version": "0"},
        reads=False,
    ),
    "pad_undo": Page(
        "matches/{match}/pad/undo/",
        Act.ENTER_ANY,
        Act.ENTER_OWN,
        sent=lambda _: {"version": "1"},
        reads=False,
    ),
    "correct": Page(
        "matches/{match}/entries/{number}/correct/",
        Act.CORRECT,
        sent=lambda _: {**HAND, "reason": "misread", "do": "yes"},
    ),
    "entry_remove": Page(
        "matches/{match}/entries/{number}/remove/",
        Act.CORRECT,
        sent=lambda _: {"version": "1", "reason": "Never played.", "do": "yes"},
    ),
    "entry_insert_before": Page(
        "matches/{match}/entries/{number}/insert-before/",
        Act.CORRECT,
        sent=lambda _: {**HAND, "reason": "Forgotten.", "do": "yes"},
    ),
    "entry_insert_after": Page(
        "matches/{match}/entries/{number}/insert-after/",
        Act.CORRECT,
        sent=lambda _: {**HAND, "reason": "Forgotten.", "do": "yes"},
    ),
    "match_undo": Page("matches/{match}/undo/", Act.CORRECT, sent=lambda _: {"version": "1"}),
    "annul": Page(
        "matches/{match}/annul/",
        Act.CORRECT,
        sent=lambda _: {"version": "1", "reason": "A trial.", "do": "yes"},
    ),
    "annul_back": Page(
        "matches/{match}/annul/back/",
        Act.CORRECT,
        sent=lambda _: {"version": "2", "reason": "It was no trial."},
        before=annulled,
    ),
    "change_players": Page(
        "matches/{match}/players/",
        Act.CORRECT,
        sent=lambda _: {"version": "1", "way": "swap", "reason": "Misread.", "do": "yes"},
    ),
    "change_table": Page(
        "matches/{match}/table/",
        Act.START_ANY,
        sent=lambda scene: {
            "from": str(scene.table.pk),
            "table": str(scene.ids["free_table"]),
        },
    ),
    "abandon": Page(
        "matches/{match}/abandon/",
        Act.CORRECT,
        sent=lambda _: {"version": "1", "reason": "Ann fell ill.", "act": "abandon"},
    ),
    "adjourn": Page(
        "matches/{match}/adjourn/",
        Act.ENTER_ANY,
        Act.ENTER_OWN,
        sent=lambda _: {"version": "1"},
    ),
    "resume": Page(
        "matches/{match}/resume/",
        Act.START_ANY,
        Act.START_OWN,
        sent=lambda _: {"version": "2", "evening_table": ""},
        before=adjourned,
    ),
    "season": Page("seasons/{season}/", Act.SEE_PUBLIC),
    "standings": Page("seasons/{season}/standings/", Act.SEE_PUBLIC),
    "season_new": Page(
        "seasons/new/",
        Act.OPEN_SEASON,
        sent=lambda _: {
            "league": "Second",
            "name": "Winter",
            "starts_on": "2026-10-01",
            "ends_on": "2027-03-31",
            "format": "rubber",
            "games": "3",
            "code": "london",
            "rubber_bonus": "0",
            "points_win": "2",
            "points_draw": "1",
            "points_loss": "0",
            "tie_break_1": "won",
        },
    ),
    "players": Page(
        "players/",
        Act.SEE_CLUB,
        sent=lambda _: {"name": "Dora"},
        write_act=Act.ADD_PLAYER,
    ),
}
