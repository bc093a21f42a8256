"""What a match may be played for, and matches that are not begun or not entered at all."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import Format, FormatKind, GameEntry, HandEntry, RubberEntry, Score
from games.matches.models import Entry, Event, Match
from games.matches.services.matches import (
    MatchTerms,
    event_open,
    match_enter_at_once,
    match_start,
)
from scoring.leagues.models import Season, Standing
from tests.sheets.paper import BEGUN, hand
from tests.support.clubhouse import ONE_GAME, House
from tests.support.printed_game import RECORDS

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

LAST = datetime(2026, 10, 3, 21, 30, tzinfo=UTC)
# Real transactions, so that what a refusal leaves behind would be seen.
COMMITTED = pytest.mark.django_db(transaction=True)
KEPT = (Match, Entry, Event, Season, Standing)


def refused(terms: MatchTerms) -> dict[str, str]:
    """What is said of each field."""
    with pytest.raises(Invalid) as found:
        terms.check()
    assert found.value.code == "invalid_terms"
    return {field: str(text) for field, text in found.value.errors.items()}


@pytest.mark.parametrize("code", ["london", "britannica", "modern", "household"])
@pytest.mark.parametrize(
    ("form", "games"),
    [("one_game", 1), ("games", 1), ("games", 2), ("games", 25), ("rubber", 1), ("rubber", 25)],
)
def test_what_a_match_may_be(code: str, form: str, games: int) -> None:
    for bonus in (0, 10):
        terms = MatchTerms(code, form, games, rubber_bonus=bonus)
        terms.check()
        assert terms.engine().format == Format(FormatKind(form), games)


@pytest.mark.parametrize(
    ("terms", "field", "said"),
    [
        (MatchTerms(code="hoyle"), "code", "london, britannica, modern, household"),
        (MatchTerms(code=""), "code", "london"),
        (MatchTerms(format="best_of"), "format", "one_game, games, rubber"),
        (MatchTerms(format=""), "format", "rubber"),
        (MatchTerms(format="games", games=0), "games", "from 1 to 25"),
        (MatchTerms(format="games", games=-1), "games", "from 1 to 25"),
        (MatchTerms(format="games", games=26), "games", "from 1 to 25"),
        (MatchTerms(format="rubber", games=0), "games", "from 1 to 25"),
        (MatchTerms(format="rubber", games=27), "games", "from 1 to 25"),
        (MatchTerms(format="rubber", games=2), "games", "odd"),
        (MatchTerms(format="rubber", games=24), "games", "odd"),
        (MatchTerms(format="one_game", games=0), "games", "from 1 to 1"),
        (MatchTerms(format="one_game", games=3), "games", "from 1 to 1"),
        (MatchTerms(rubber_bonus=-1), "rubber_bonus", "cannot be negative"),
        (MatchTerms(rubber_bonus=11), "rubber_bonus", "from 0 to 10"),
        (MatchTerms(code="britannica", game_values=True), "game_values", "Britannica 1911"),
        (MatchTerms(code="modern", game_values=True), "game_values", "modern rules"),
        (MatchTerms(code="household", game_values=True), "game_values", "Enquire Within"),
    ],
)
def test_each_field_out_of_range_is_named_with_what_is_allowed(
    terms: MatchTerms, field: str, said: str
) -> None:
    errors = refused(terms)
    assert list(errors) == [field]
    assert said in errors[field]


def test_all_that_is_wrong_is_said_at_once() -> None:
    wrong = MatchTerms(code="x", format="y", games=99, rubber_bonus=99)
    assert set(refused(wrong)) == {"code", "format", "games", "rubber_bonus"}


def test_treble_and_double_are_agreed_on_under_the_london_laws() -> None:
    terms = MatchTerms(game_values=True)
    terms.check()
    assert terms.engine().game_values


# --- matches that are not begun ---


def counts() -> list[int]:
    return [model._default_manager.count() for model in KEPT]


def not_done(
    fault: type[Fault], act: Callable[[], object], code: str = "", field: str = ""
) -> None:
    """The act is refused so, and leaves nothing behind."""
    before = counts()
    with pytest.raises(fault) as found:
        act()
    assert counts() == before
    assert not code or found.value.code == code
    assert not field or field in found.value.errors


def start(house: House, who: str = "scorer", **more: Any) -> Callable[[], Match]:
    """To begin a match of Ann's against Bob, when called."""
    given = {"by": house.person(who), **seats(house), **more}
    return partial(match_start, **given)


def seats(house: House) -> dict[str, Any]:
    return {"player_a": house.players["ann"].pk, "player_b": house.players["bob"].pk}


@COMMITTED
def test_nobody_plays_himself_nor_a_player_of_elsewhere(house: House, neighbour: House) -> None:
    for field in ("player_a", "player_b"):
        for pk in (neighbour.players["ann"].pk, 10**6):
            other: dict[str, Any] = {field: pk}
            not_done(Invalid, start(house, **other), "unknown_player", field)
    alone = start(house, player_b=house.players["ann"].pk)
    not_done(Invalid, alone, "same_player", "player_b")


@COMMITTED
def test_a_season_is_of_the_club_and_says_what_is_played(house: House, neighbour: House) -> None:
    ours, theirs = house.season(), neighbour.season()
    for pk in (theirs.pk, 10**6):
        not_done(Invalid, start(house, event_id=pk), "unknown_event", "event")
    for other in (
        MatchTerms(),
        replace(ONE_GAME, code="modern"),
        replace(ONE_GAME, game_values=True),
        replace(ONE_GAME, rubber_bonus=1),
    ):
        not_done(Invalid, start(house, event_id=ours.pk, terms=other), "terms_fixed", "event")
    assert start(house, event_id=ours.pk, terms=ONE_GAME)().games == 1


@COMMITTED
def test_bad_terms_begin_nothing(house: House) -> None:
    bad, by = MatchTerms(games=4), house.person("committee")
    not_done(Invalid, start(house, terms=bad), "invalid_terms", "games")
    not_done(
        Invalid, lambda: event_open(by=by, name="Cup", public=True, terms=bad), "invalid_terms"
    )


@COMMITTED
def test_who_may_begin_a_match(house: House, neighbour: House) -> None:
    not_done(Denied, start(house, "cyd"))
    stranger = person(Actor(neighbour.users["cyd"]), house.club.pk)
    not_done(Absent, start(house, by=stranger))
    for who in ("ann", "bob", "scorer"):
        match = start(house, who, table=" 4 ", first_dealer=Seat.B)()
        assert (match.started_by, match.table, match.first_dealer) == (house.users[who], "4", "b")
        # Without terms it is a rubber, best of three, by the London laws.
        assert (match.code, match.format, match.games) == ("london", "rubber", 3)


# --- matches played elsewhere ---

PRINTED: list[Play] = [HandEntry(1, record) for record in RECORDS]


def whole(house: House, plays: list[Play], who: str = "scorer", **more: Any) -> Match:
    times = [BEGUN] * (len(plays) - 1) + [LAST]
    given = {**seats(house), "terms": ONE_GAME, **more}
    dated = list(zip(plays, times, strict=True)) if plays else []
    return match_enter_at_once(by=house.person(who), plays=dated, **given)


IMPOSSIBLE: list[tuple[list[Play], int, str]] = [
    ([PRINTED[0], HandEntry(2, RECORDS[1])], 1, "earlier_game_unfinished"),
    ([PRINTED[0], GameEntry(1, Score(5, 2))], 1, "game_has_hands"),
    ([PRINTED[0], RubberEntry(1, 0)], 1, "match_has_entries"),
    ([*PRINTED[:3], hand("a", "exchanged", (4, 2))], 3, "tricks_too_many"),
    ([hand("a", "", (3, 2))], 0, "opening_missing"),
    ([GameEntry(1, Score(5, 5))], 0, "score_impossible"),
    ([RubberEntry(1, 1)], 0, "games_impossible"),
    ([GameEntry(1, Score(5, 0)), GameEntry(2, Score(5, 0))], 1, "match_over"),
]


@COMMITTED
def test_a_match_with_one_entry_that_cannot_be_is_refused_whole(house: House) -> None:
    before = counts()
    for plays, index, code in IMPOSSIBLE:
        with pytest.raises(RefusalError) as found:
            whole(house, plays)
        assert (found.value.index, found.value.refusal.code) == (index, code)
        assert counts() == before


def test_the_printed_game_at_once(house: House) -> None:
    """Five to four for A, as the book has it; each hand with the time it was played."""
    season = house.season()
    match = whole(house, PRINTED, event_id=season.pk, terms=None)
    kept = Match.objects.get(pk=match.pk)
    assert (kept.score_a, kept.score_b, kept.games_a, kept.games_b) == (5, 4, 1, 0)
    assert (kept.over, kept.winner, kept.version) == (True, "a", 5)
    assert (kept.started_at, kept.changed_at) == (BEGUN, LAST)
    entries = kept.entries.values_list("number", "place", "kind", "by__name")
    assert list(entries) == [(number, number, "hand", "Scorer") for number in range(1, 6)]
    points = Standing.objects.filter(season=season).values_list("player__name", "points")
    assert dict(points) == {"Ann": 2, "Bob": 0}


def test_a_hand_played_after_the_end_is_kept_and_marks_nothing(house: House) -> None:
    match = whole(house, [*PRINTED, PRINTED[0]])
    assert (match.score_a, match.score_b, match.version) == (5, 4, 6)


def test_a_match_of_nothing_waits_for_its_first_hand(house: House) -> None:
    match = whole(house, [])
    assert (match.version, match.over, match.entries.count()) == (0, False, 0)


@COMMITTED
@pytest.mark.parametrize(("who", "player_a"), [("ann", "cyd"), ("cyd", "ann")])
def test_a_member_enters_no_whole_match_of_others(house: House, who: str, player_a: str) -> None:
    others = {"player_a": house.players[player_a].pk}
    not_done(Denied, lambda: whole(house, PRINTED, who, **others))


@COMMITTED
@pytest.mark.parametrize("who", ["ann", "bob"])
def test_a_player_enters_a_whole_match_but_none_again(house: House, who: str) -> None:
    """To enter one in place of another is a correction."""
    not_done(Denied, lambda: whole(house, PRINTED, who, correcting=True))
    match = whole(house, PRINTED, who)
    assert (match.over, match.winner, match.started_by) == (True, "a", house.users[who])


@COMMITTED
def test_a_whole_match_between_strangers_is_refused(house: House, neighbour: House) -> None:
    other = Player.objects.get(club=neighbour.club, name="Bob")
    not_done(
        Invalid, lambda: whole(house, PRINTED, player_b=other.pk), "unknown_player", "player_b"
    )
