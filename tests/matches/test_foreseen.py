"""The preview of a correction: everything that the correction then changes, and nothing else."""

import re
from itertools import count
from random import Random
from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import Club
from ecarte_club.core.exceptions import Denied, Invalid
from games.engine.records import HandRecord, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import GameEntry, HandEntry, Score
from games.evenings.models import Evening
from games.evenings.results import evening_results
from games.matches.models import Confirmation, Entry, Match
from games.matches.selectors.effects import Change, Figure, changes
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import entry_correct, entry_correct_preview
from scoring.leagues.models import Season
from scoring.leagues.selectors.seasons import table
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read
from tests.support.depth import each
from tests.support.everything import everything
from tests.support.markup import tight
from tests.support.nights import evening, game, hand, played, sign_off

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

ONE_GAME = MatchTerms("london", "one_game", 1)
FIGURES = ("won", "drawn", "lost", "games_for", "games_against", "kings", "voles", "hands")


def foresee(house: House, match: Match, number: int, what: Play | None) -> tuple[Change, ...]:
    match.refresh_from_db()
    return entry_correct_preview(
        by=house.person("director"),
        match=match,
        number=number,
        what=what,
        reason="misread",
        version=match.version,
    ).changes


def correct(house: House, match: Match, number: int, what: Play | None) -> None:
    match.refresh_from_db()
    entry_correct(
        by=house.person("director"),
        match=match,
        number=number,
        what=what,
        reason="misread",
        version=match.version,
    )


def told(found: tuple[Change, ...], part: str) -> dict[tuple[str, str], tuple[str, str]]:
    return {
        (one.figure.of, one.figure.figure): (
            one.before.text if one.before else "",
            one.after.text if one.after else "",
        )
        for one in found
        if one.figure.part == part
    }


def test_a_won_game_turned_round(house: House) -> None:
    """Ann's 5-3 was Bob's: two points each way, and both lines of the evening."""
    season, night = house.season(), evening(house, "ann", "bob")
    match = played(house, night, "ann", "bob", [game(5, 3)], season=season)
    sign_off(house, night)
    found = foresee(house, match, 1, GameEntry(1, Score(3, 5)))
    assert told(found, "game") == {
        ("game 1", "score"): ("5–3", "3–5"),
        ("game 1", "winner"): ("Ann", "Bob"),
    }
    assert told(found, "match") == {
        ("the match", "games"): ("1–0", "0–1"),
        ("the match", "result"): ("Won by Ann", "Won by Bob"),
    }
    standings = told(found, "season")
    assert standings["Ann", "rank"] == ("1", "2")
    assert standings["Ann", "points"] == ("2", "0")
    assert standings["Bob", "rank"] == ("2", "1")
    assert standings["Bob", "points"] == ("0", "2")
    assert ("Bob", "kings") not in standings
    results = told(found, "evening")
    assert results["Ann", "won"] == ("1", "0")
    assert results["Bob", "won"] == ("0", "1")


def test_who_did_not_play_may_go_down_too(house: House) -> None:
    season, night = house.season(), evening(house)
    match = played(house, night, "ann", "bob", [game(3, 5)], season=season)
    played(house, night, "cyd", "ann", [game(5, 0)], season=season)
    found = told(foresee(house, match, 1, GameEntry(1, Score(5, 3))), "season")
    assert found["Bob", "rank"] == ("1", "3")
    assert found["Ann", "rank"] == ("3", "2")
    assert ("Cyd", "points") not in found


def test_a_mark_less_and_the_match_goes_on(house: House) -> None:
    """1 + 2 + 2 makes five; with the point instead of a vole it is four, and nobody has won."""
    night = evening(house)
    plays = [hand(5, king=Seat.A), hand(5)]
    match = played(house, night, "ann", "bob", plays, terms=ONE_GAME)
    point = HandRecord(opening=Opening.EXCHANGED, tricks=Tricks(4, 1))
    found = foresee(house, match, 2, HandEntry(1, point))
    assert told(found, "hand") == {("game 1, hand 2", "marks_a"): ("2", "1")}
    assert told(found, "match") == {
        ("the match", "games"): ("1–0", "0–0"),
        ("the match", "result"): ("Won by Ann", "In play"),
        ("the match", "voles_a"): ("2", "1"),
    }
    assert told(found, "evening")["Ann", "won"] == ("1", "0")


def test_taken_out_is_foreseen_too(house: House) -> None:
    night = evening(house)
    match = played(house, night, "ann", "bob", [hand(5), hand(4)], terms=ONE_GAME)
    found = told(foresee(house, match, 2, None), "hand")
    assert found == {
        ("game 1, hand 2", "marks_a"): ("1", ""),
        ("game 1, hand 2", "marks_b"): ("0", ""),
    }


def test_a_confirmation_lapses(house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(confirms=True)
    night = evening(house)
    match = played(house, night, "ann", "bob", [game(5, 3), game(5, 0)])
    for number in (1, 2):
        Confirmation.objects.create(match=match, game=number, number=number, at=night.opened_at)
    found = told(foresee(house, match, 1, GameEntry(1, Score(5, 2))), "confirmation")
    assert found == {("game 1", "confirmed"): ("Yes", "")}


def test_looking_writes_nothing_and_who_may_not_correct_may_not_look(house: House) -> None:
    season, night = house.season(), evening(house)
    match = played(house, night, "ann", "bob", [game(5, 3)], season=season)
    before = everything()
    with transaction.atomic():
        foresee(house, match, 1, GameEntry(1, Score(3, 5)))
    assert everything() == before
    with pytest.raises(Denied), transaction.atomic():
        entry_correct_preview(
            by=house.person("scorer"), match=match, number=1, what=None, reason="x", version=1
        )


def test_only_what_differs_is_a_change() -> None:
    def figure(row: int, value: int, about: int = 1) -> Figure:
        return Figure("season", about, row, "points", "Season", "Ann", "points", value)

    same, old, new, elsewhere = figure(1, 4), figure(2, 4), figure(3, 4), figure(1, 9, about=2)
    found = changes([same, old, elsewhere], [same, figure(2, 5), figure(1, 8, about=2), new])
    assert [(one.before, one.after) for one in found] == [
        (old, figure(2, 5)),
        (None, new),
        (elsewhere, figure(1, 8, about=2)),
    ]


# --- the preview equals what the correction does ---


def state(match: Match, night: Evening, season: Season) -> dict[tuple[Any, ...], Any]:
    """Read from the tables themselves, by other ways than the preview's."""
    match.refresh_from_db()
    names = {match.player_a_id: "a", match.player_b_id: "b"}
    found: dict[tuple[Any, ...], Any] = {
        ("match", "games"): f"{match.games_a}–{match.games_b}",
        **{
            ("match", f"{name}_{seat}"): str(getattr(match, f"{name}_{seat}"))
            for name in ("kings", "voles")
            for seat in names.values()
        },
    }
    for line in evening_results(night).lines:
        for name in FIGURES:
            found["evening", line.player.pk, name] = str(getattr(line, name))
    for row in table(season.pk, named=True).lines:
        found["season", row.player, "rank"] = str(row.rank)
        found["season", row.player, "points"] = str(row.share.points)
        for name in ("won", "lost", "kings", "voles", "games_for", "rubber_points"):
            found["season", row.player, name] = str(getattr(row.share, name))
    return found


def foreseen(found: tuple[Change, ...]) -> dict[tuple[Any, ...], tuple[str, str]]:
    return {
        ("match", one.figure.figure)
        if one.figure.part == "match"
        else (one.figure.part, one.figure.row, one.figure.figure): (
            one.before.text if one.before else "",
            one.after.text if one.after else "",
        )
        for one in found
    }


@pytest.mark.parametrize("seed", each(4, range(4)))
def test_the_preview_is_what_the_correction_does(seed: int, house: House) -> None:
    """Any correction of any entry of a season's evening, one after another."""
    random, season, night = Random(seed), house.season(terms=MatchTerms()), evening(house)
    matches = []
    for pair in (("ann", "bob"), ("bob", "cyd"), ("cyd", "ann"), ("ann", "bob")):
        match = played(house, night, *pair, season=season)
        matches.append(match)
        for _hand in count():
            if match.over or _hand > 40:
                break
            _enter(house, match, _any_hand(random))
    sign_off(house, night)
    done = 0
    for _try in range(12):
        match = random.choice(matches)
        standing = match.entries.filter(superseded_by=None).exclude(kind=Entry.Kind.VOID)
        number = random.choice(list(standing.values_list("number", flat=True)))
        what = _any_hand(random) if random.random() < 0.9 else None
        before = state(match, night, season)
        try:
            with transaction.atomic():
                seen = foreseen(foresee(house, match, number, what))
        except Invalid:
            with pytest.raises(Invalid), transaction.atomic():
                correct(house, match, number, what)
            continue
        match.refresh_from_db()
        assert state(match, night, season) == before
        correct(house, match, number, what)
        after = state(match, night, season)
        differs = {key: (before[key], after[key]) for key in before if before[key] != after[key]}
        assert {key: seen[key] for key in seen if key in before} == differs
        done += 1
    assert done >= 3


def _any_hand(random: Random) -> Play:
    king = random.choice([None, None, Seat.A, Seat.B])
    return hand(random.choice([0, 1, 2, 3, 4, 5]), king=king)


def _enter(house: House, match: Match, what: Play) -> None:
    from games.matches.services.entries import play_record

    play_record(by=house.person("scorer"), match=match, what=what, version=match.version)


# --- where people and programs see it ---


def test_the_page_shows_the_difference_before_it_is_done(house: House) -> None:
    season, night = house.season(), evening(house)
    match = played(house, night, "ann", "bob", [game(5, 3)], season=season)
    sign_off(house, night)
    browser = Browser(house, "director")
    path = f"matches/{match.pk}/entries/1/correct/"
    sent = {**browser.hidden(path), "game": "3-5", "reason": "The other way round."}
    text = tight(page(browser.post(path, sent)))
    assert re.search(r"Ann: rank</th><td class=\"num\">1</td><td class=\"num decides\">2<", text)
    assert "Results of the evening" in text
    assert "Won by Bob" in text
    assert browser.post(path, {**sent, "do": "yes"}).status_code == 302
    match.refresh_from_db()
    assert match.winner == "b"


def test_the_form_that_takes_an_entry_out_shows_it_too(house: House) -> None:
    match = played(house, evening(house), "ann", "bob", [game(5, 3)])
    browser = Browser(house, "committee")
    path = f"matches/{match.pk}/entries/1/remove/"
    sent = {**browser.hidden(path), "reason": "Never."}
    text = tight(page(browser.post(path, sent)))
    lost = re.search(r"Game 1: points</th>(.*?)</tr>", text)
    assert lost
    assert re.findall(r">([^<>]+)</td>", lost[1]) == ["5–3", "–"]
    match.refresh_from_db()
    assert match.games_a == 1


def test_the_page_says_when_nothing_changes_but_the_note(house: House) -> None:
    match = played(house, evening(house), "ann", "bob", [hand(4)])
    browser = Browser(house, "director")
    path = f"matches/{match.pk}/entries/1/correct/"
    more = {"dealer": "a", "king": "nobody", "opening": "exchanged", "tricks": "3-2"}
    text = page(browser.post(path, {**browser.hidden(path), **more, "reason": "Three it was."}))
    assert "only the details of the hand" in text


def test_programs_hear_the_same(house: House) -> None:
    season, night = house.season(), evening(house)
    match = played(house, night, "ann", "bob", [game(5, 3)], season=season)
    sign_off(house, night)
    body = {"version": 1, "game": {"score": {"a": 3, "b": 5}}, "reason": "The other way round."}
    path = f"matches/{match.pk}/entries/1/corrections"
    found = read(house.api("director").post(f"{path}/preview", body))
    assert found["match"]["winner"] == "b"
    rank = next(one for one in found["changes"] if (one["of"], one["figure"]) == ("Ann", "rank"))
    assert (rank["part"], rank["about"], rank["before"], rank["after"]) == (
        *("season", season.pk),
        *("1", "2"),
    )
    assert match.entries.count() == 1
    done = read(house.api("director").post(path, body), 201)
    assert done["match"] == {**found["match"], "changed_at": done["match"]["changed_at"]}
