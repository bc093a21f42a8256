"""What a correction would make of the ratings is told before it is done."""

from math import exp
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.terms import RubberEntry
from games.matches.models import Match
from games.matches.selectors.effects import Change
from games.matches.services.revisions import entry_correct_preview
from scoring.ratings.models import RatingBook
from scoring.ratings.selectors import recount as foreseen
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read
from tests.support.rated import add_players, after, brought, correct, rubber, worked_out

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

NAMES = ("ann", "bob", "cyd", "dan", "eve")
GAMES = ((2, 0), (2, 1), (1, 2), (0, 2))
Told = dict[int, tuple[str, str]]


@pytest.fixture
def five(house: House) -> House:
    add_players(house, "dan", "eve")
    brought(house)
    return house


def changes(house: House, match: Match, games: tuple[int, int] | None) -> tuple[Change, ...]:
    """Of the entry that stands; None takes it out."""
    match.refresh_from_db()
    entry = match.entries.filter(superseded_by=None).latest("number")
    return entry_correct_preview(
        by=house.person("director"),
        match=Match.objects.get(pk=match.pk),
        number=entry.number,
        what=RubberEntry(*games) if games else None,
        reason="misread",
        version=match.version,
    ).changes


def told(found: tuple[Change, ...]) -> Told:
    """By player, as it is and as it would be."""
    return {
        one.figure.row: (
            str(one.before.value) if one.before else "",
            str(one.after.value) if one.after else "",
        )
        for one in found
        if one.figure.part == "rating"
    }


def rated(house: House) -> dict[int, str]:
    """Of a hundred games against one of the middle: by the matches read one by one."""
    return {
        pk: f"{round(1000 / (1 + exp(-one.strength / 10**6))) / 10:.1f}"
        for pk, one in worked_out(house.club).items()
    }


def test_what_is_foreseen_is_what_the_correction_then_makes(five: House) -> None:
    """In a mixed club, where a correction is seen also in those who met them later."""
    RatingBook.objects.filter(pk=five.club.pk).update(
        spread=500_000, drift=40_000, widest=500_000, learn_at=1000
    )
    random = Random(1911)
    pairs = [random.sample(NAMES, 2) for _day in range(12)]
    matches = [
        rubber(five, a, b, random.choice(GAMES), after(day)) for day, (a, b) in enumerate(pairs)
    ]
    reached = 0
    for _try in range(8):
        match, games = random.choice(matches), random.choice(GAMES)
        before = rated(five)
        found = told(changes(five, match, games))
        assert rated(five) == before, "Looking changes nothing."
        assert RatingBook.objects.get(pk=five.club.pk).is_up_to_date
        correct(five, match, games)
        brought(five)
        now = rated(five)
        assert found == {pk: (before[pk], now[pk]) for pk in now if before[pk] != now[pk]}
        reached += len(found.keys() - {*match.player_ids})
    assert reached, "Also who met them later."


def test_who_has_no_other_match_would_have_none(five: House) -> None:
    rubber(five, "ann", "cyd", (2, 0), after(0))
    match = rubber(five, "ann", "bob", (2, 0), after(1))
    before = rated(five)
    found = told(changes(five, match, None))
    ann, bob = (five.players[name].pk for name in ("ann", "bob"))
    assert found[bob] == (before[bob], "")
    assert found[ann][0] == before[ann]
    assert set(found) == {ann, bob}


def test_nobody_waits_where_much_was_played_since(
    five: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (rubber(five, "ann", "bob", (2, 0), after(day)) for day in range(2))
    monkeypatch.setattr(foreseen, "MOST", 1)
    found = changes(five, first, (0, 2))
    assert found
    assert not told(found)
    assert told(changes(five, second, (0, 2)))


def test_what_is_not_known_now_is_not_told(five: House) -> None:
    """While older results are taken in, or computed again, by the task."""
    first, second = (rubber(five, "ann", "bob", (2, 0), after(day)) for day in range(2))
    book = RatingBook.objects.filter(pk=five.club.pk)
    book.update(stale_at=after(0), stale_match=first.pk)
    assert not told(changes(five, second, (0, 2)))
    assert told(changes(five, first, (0, 2)))
    book.update(stale_at=None, stale_match=None, taken_to=0)
    assert not told(changes(five, first, (0, 2)))


def test_it_costs_no_more_queries_whatever_was_played(five: House) -> None:
    match, costs = rubber(five, "ann", "bob", (2, 0), after(0)), []
    for day in range(1, 9):
        rubber(five, NAMES[day % 2], NAMES[day % 2 + 1], (2, 1), after(day))
        if day in (2, 8):
            with CaptureQueriesContext(connection) as found:
                changes(five, match, (0, 2))
            costs.append(len(found))
    assert costs[0] == costs[1]


def test_people_and_programs_see_it(five: House) -> None:
    match = rubber(five, "ann", "bob", (2, 0), after(0))
    rubber(five, "bob", "cyd", (2, 1), after(1))
    found = told(changes(five, match, (0, 2)))
    path = f"matches/{match.pk}/entries/1/correct"
    director = Browser(five, "director")
    sent = {**director.hidden(f"{path}/"), "rubber": "0-2", "reason": "The other way round."}
    text = page(director.post(f"{path}/", sent))
    ann = five.players["ann"].pk
    own = text[text.index("<caption>Ratings") :]
    assert "Ann: games out of a hundred" in own
    assert own.index(found[ann][0]) < own.index(found[ann][1])
    body = {"version": 1, "rubber": {"games": {"a": 0, "b": 2}}, "reason": "The other way round."}
    api = five.api("director")
    answer = read(api.post(f"matches/{match.pk}/entries/1/corrections/preview", body))
    assert told_by(answer) == found


def told_by(answer: dict[str, list[dict[str, object]]]) -> Told:
    return {
        int(str(one["row"])): (str(one["before"]), str(one["after"]))
        for one in answer["changes"]
        if one["part"] == "rating"
    }


def test_the_clubs_page_leads_to_its_ratings(five: House) -> None:
    assert 'href="/clubs/cercle/ratings/">Ratings</a>' in page(Browser(five).get(""))
