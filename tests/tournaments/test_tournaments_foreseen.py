"""What a correction would make of a tournament's standings is told before it is done."""

from typing import Any

import pytest

from games.engine.terms import GameEntry, Score
from games.matches.models import Match
from games.matches.services.revisions import entry_correct, entry_correct_preview
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.tourneys import begin, draw, open_in, opened, players, publish, win

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

FIGURES = ("rank", "points", "played", "won", "drawn", "lost", "games_for", "games_against")
Lines = dict[tuple[int, str], int]


def played(house: House, kind: str) -> tuple[Tournament, list[Match]]:
    """The first round of four, or of two groups of four: who has the lower id wins."""
    cup = opened(house, players(house, 8 if kind == "groups" else 4), kind=kind)
    publish(house, cup, draw(house, cup).number)
    matches = []
    for fixture in open_in(progress_of(cup), 1):
        assert fixture.away_id is not None
        match = begin(house, fixture)
        matches.append(win(house, match, min(fixture.home_id, fixture.away_id)))
    return cup, matches


def lines(cup: Tournament) -> Lines:
    """By the API, as everybody reads them."""
    found = read(Api().get(f"tournaments/{cup.pk}/standings"))["results"]
    return {(one["player"]["id"], name): one[name] for one in found for name in FIGURES}


def turned(match: Match) -> GameEntry:
    return GameEntry(1, Score(*((3, 5) if match.winner == "a" else (5, 3))))


@pytest.mark.parametrize("kind", ["swiss", "round_robin", "groups"])
def test_what_is_foreseen_is_what_the_correction_then_makes(house: House, kind: str) -> None:
    cup, matches = played(house, kind)
    before, match = lines(cup), matches[0]
    winner = match.player_a_id if match.winner == "a" else match.player_b_id
    asked: dict[str, Any] = {"number": 1, "what": turned(match), "reason": "misread"}
    asked["version"] = match.version
    by = house.person("director")
    seen = entry_correct_preview(by=by, match=Match.objects.get(pk=match.pk), **asked).changes
    told = {
        (one.figure.row, one.figure.figure): (one.before.value, one.after.value)
        for one in seen
        if one.figure.part == "tournament" and one.before and one.after
    }
    assert lines(cup) == before, "Looking changes nothing."
    entry_correct(by=by, match=match, **asked)
    after = lines(cup)
    assert told == {key: (before[key], after[key]) for key in before if before[key] != after[key]}
    assert told[winner, "points"] == (2, 0), "Who had won has the points no more."


def test_a_tree_has_no_standings_to_tell_of(house: House) -> None:
    """And the preview says the rest of what it says of any match."""
    _cup, matches = played(house, "knockout")
    match = matches[0]
    seen = entry_correct_preview(
        by=house.person("director"),
        match=Match.objects.get(pk=match.pk),
        number=1,
        what=GameEntry(1, Score(*((5, 2) if match.winner == "a" else (2, 5)))),
        reason="misread",
        version=match.version,
    ).changes
    assert {one.figure.part for one in seen} == {"game"}


def tree(cup: Tournament) -> dict[int, dict[str, int | None]]:
    """By the API; the row of a place is worked out from where it says it stands."""
    parts = ["main", "third_place", "consolation"]
    return {
        parts.index(one["part"]) * 1_000_000 + one["round"] * 10_000 + one["number"]: {
            "home": one["home"] and one["home"]["id"],
            "away": one["away"] and one["away"]["id"],
            "winner": one["winner"],
        }
        for one in read(Api().get(f"tournaments/{cup.pk}/tree"))["fixtures"]
    }


@pytest.mark.parametrize("void", [False, True])
def test_the_tree_is_told_as_it_then_stands(house: House, void: bool) -> None:
    """With third place: who would have won goes to the final, who would have lost beside it. What
    was never played sends nobody on."""
    cup = opened(house, players(house, 4), kind="knockout", third_place=True)
    publish(house, cup, draw(house, cup).number)
    matches = []
    for fixture in open_in(progress_of(cup), 1):
        match = begin(house, fixture)
        matches.append(win(house, match, min(match.player_ids)))
    before, match = tree(cup), matches[0]
    asked: dict[str, Any] = {"number": 1, "what": None if void else turned(match)}
    asked |= {"reason": "misread", "version": match.version, "by": house.person("director")}
    seen = entry_correct_preview(match=Match.objects.get(pk=match.pk), **asked).changes
    changed = [one for one in seen if one.figure.part == "tree"]
    told = {
        (one.figure.row, one.figure.figure): tuple(
            side.number if side else None for side in (one.before, one.after)
        )
        for one in changed
    }
    assert tree(cup) == before, "Looking changes nothing."
    entry_correct(match=match, **asked)
    after = tree(cup)
    assert told == {
        (row, name): (before[row][name], after[row][name])
        for row in before
        for name in before[row]
        if before[row][name] != after[row][name]
    }
    assert len(told) == 3
    best, other = sorted(match.player_ids)
    words = {(one.figure.of, one.figure.label) for one in changed}
    assert ("Semi-finals, match 1", "winner") in words
    assert {"Final", "Third place"} < {of for of, _label in words}
    assert (best, None if void else other) in told.values()


def test_what_stands_in_the_way_is_named(house: House) -> None:
    """By the page in words, and to programs by its ids."""
    cup, matches = played(house, "knockout")
    (final,), match = progress_of(cup).of_round(2), matches[0]
    path = f"matches/{match.pk}/entries/1"
    director = Browser(house, "director")
    score = "3-5" if match.winner == "a" else "5-3"
    sent = {**director.hidden(f"{path}/correct/"), "game": score, "reason": "Misread."}
    assert "<caption>Cup, the tree</caption>" in page(director.post(f"{path}/correct/", sent))
    begun = begin(house, final)
    told = page(director.post(f"{path}/correct/", sent), 422)
    assert "Blocked by: Final." in told
    a, b = map(int, score.split("-"))
    body = {"version": 1, "game": {"score": {"a": a, "b": b}}, "reason": "Misread."}
    found = problem(house.api("director").post(f"{path}/corrections/preview", body), 422)
    assert found["code"] == "next_begun"
    assert found["in_the_way"] == [{"pairing": final.pk, "match": begun.pk}]


def test_a_tree_after_groups_goes_where_others_would_go_on(house: House) -> None:
    """It is to be drawn anew: nobody stands in it then."""
    cup, matches = played(house, "groups")
    for number in (2, 3):
        for fixture in open_in(progress_of(cup), number):
            match = begin(house, fixture)
            matches.append(win(house, match, min(match.player_ids)))
    publish(house, cup, draw(house, cup).number)
    standing = {row: who for row, who in tree(cup).items() if who["home"]}
    assert standing
    # The second of a group would go on as its first.
    best = min(one for found in matches for one in found.player_ids)
    tables = read(Api().get(f"tournaments/{cup.pk}/standings"))["results"]
    second = next(
        one["player"]["id"]
        for one in tables
        if one["rank"] == 2 and one["group"] == _group(tables, best)
    )
    match = next(one for one in matches if set(one.player_ids) == {best, second})
    asked: dict[str, Any] = {"number": 1, "what": turned(match), "reason": "misread"}
    asked |= {"version": match.version, "by": house.person("director")}
    seen = entry_correct_preview(match=Match.objects.get(pk=match.pk), **asked).changes
    gone = {
        (one.figure.row, one.figure.figure): one.before.number
        for one in seen
        if one.figure.part == "tree" and one.before and one.after is None
    }
    assert gone == {
        (row, name): who for row, found in standing.items() for name, who in found.items() if who
    }
    entry_correct(match=match, **asked)
    assert tree(cup) == {}


def _group(tables: list[Any], player: int) -> int:
    return next(int(one["group"]) for one in tables if one["player"]["id"] == player)


def test_people_see_it_on_the_page_and_programs_in_the_answer(house: House) -> None:
    cup, matches = played(house, "swiss")
    match = matches[0]
    path = f"matches/{match.pk}/entries/1/correct"
    director = Browser(house, "director")
    score = "3-5" if match.winner == "a" else "5-3"
    sent = {**director.hidden(f"{path}/"), "game": score, "reason": "The other way round."}
    text = page(director.post(f"{path}/", sent))
    assert "<caption>Cup</caption>" in text
    a, b = map(int, score.split("-"))
    body = {"version": 1, "game": {"score": {"a": a, "b": b}}, "reason": "The other way round."}
    path = f"matches/{match.pk}/entries/1/corrections/preview"
    found = read(house.api("director").post(path, body))["changes"]
    assert {one["about"] for one in found if one["part"] == "tournament"} == {cup.pk}
