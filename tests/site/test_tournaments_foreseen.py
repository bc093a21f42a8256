"""What a correction would make of a tournament's standings is told before it is done."""

from typing import Any

import pytest

from games.engine.terms import GameEntry, Score
from games.models import Match
from games.services import entry_correct, entry_correct_preview
from scoring.models import Tournament
from scoring.tournaments.course import course
from tests.clubhouse import Api, House, read
from tests.site.pages import Browser, page
from tests.tourneys import begin, draw, opened, players, publish, win

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

FIGURES = ("rank", "points", "played", "won", "drawn", "lost", "games_for", "games_against")
Lines = dict[tuple[int, str], int]


def played(house: House, kind: str) -> tuple[Tournament, list[Match]]:
    """The first round of four, or of two groups of four: who has the lower id wins."""
    cup = opened(house, players(house, 8 if kind == "groups" else 4), kind=kind)
    publish(house, cup, draw(house, cup).number)
    matches = []
    for fixture in course(cup).open_in(1):
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
