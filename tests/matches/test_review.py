"""The post-mortem of a match that was entered: its page, its text, and the API."""

from functools import partial

import pytest
from django.core.cache import cache

from games.engine.hand.state import Say
from games.engine.notation.known_hands import hand_known
from games.engine.robots.advice import Option
from games.engine.robots.review import MISTAKE
from games.engine.seats import Seat
from games.matches.labels.advice import in_a_hundred
from games.matches.labels.review import decision_text
from games.matches.models import Match
from games.matches.rules.review import Judgement, judgements
from games.matches.selectors.reading import read as reading_of
from games.matches.selectors.review import review_of
from games.matches.selectors.robots import robot_tables
from tests.site.pages import HTMX, Browser, page, tight
from tests.support.clubhouse import House, read
from tests.support.told_hands import LOST, VOLE, WON

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

BLUNDER = LOST.text.replace(" B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D", "")
"""Hoyle's, with the ten cards told by their play alone."""


@pytest.fixture
def match(house: House) -> Match:
    """Ann wins it: one hand is known card by card, one with cards unknown, one without any."""
    match, api = house.match(), house.api("scorer")
    unknown = {"notation": "deal:B A:?,?,?,?,? B:?,?,?,?,? up:7D propose refuse tricks:4-1"}
    for body in (
        {"notation": BLUNDER},
        unknown,
        {"dealer": "a", "opening": "exchanged", "kings": [], "tricks": {"a": 5, "b": 0}},
    ):
        api.enter(match.pk, body)
    match.refresh_from_db()
    return match


def test_nothing_is_judged_while_a_match_is_in_play(house: House) -> None:
    match = house.match()
    house.api("scorer").enter(match.pk, {"notation": BLUNDER})
    answer = read(house.api("ann").get(f"matches/{match.pk}/review"))
    assert (answer["unavailable"], answer["hands"]) == ("in_play", [])
    ann = Browser(house, "ann")
    assert "The match is not over." in page(ann.get(f"matches/{match.pk}/post-mortem/"))
    assert (
        "The match is not over." in ann.get(f"matches/{match.pk}/post-mortem.txt").content.decode()
    )
    assert "post-mortem/" not in page(ann.get(f"matches/{match.pk}/"))


@pytest.mark.slow
def test_a_match_is_judged_where_its_cards_are_known(house: House, match: Match) -> None:
    """Bob leads the ten of diamonds where the ten of clubs wins the point (Hoyle's game)."""
    api = house.api("ann")
    answer = api.get(f"matches/{match.pk}/review")
    found = read(answer)
    assert (found["unavailable"], found["waiting"]) == (None, 0)
    first, second, third = found["hands"]
    assert [hand["status"] for hand in found["hands"]] == ["judged", "left_out", "left_out"]
    assert [hand["why_not"] for hand in (second, third)] == ["cards_unknown", "no_cards"]
    lead = next(one for one in first["decisions"] if one["done"]["action"] == "TD")
    assert lead["text"] == "Bob plays: ten of diamonds."
    assert lead["seat"] == "b"
    cards = lead["open_cards"]
    assert (cards["made"], cards["after"]) == (3, 2)
    assert "TC" in cards["best"]
    assert "TD" not in cards["best"]
    for one in first["decisions"]:
        assert one["cost"] == pytest.approx(max(one["best"]["chance"] - one["done"]["chance"], 0))
        assert one["is_mistake"] == (one["cost"] >= MISTAKE)
    for seat in ("a", "b"):
        costs = [one["cost"] for one in first["decisions"] if one["seat"] == seat]
        mistakes = [cost for cost in costs if cost >= MISTAKE]
        summary = found["players"][seat]
        assert (summary["decisions"], summary["mistakes"]) == (len(costs), len(mistakes))
        assert summary["given_away"] == pytest.approx(sum(mistakes))
    known = {"If-None-Match": answer["ETag"]}
    assert api.get(f"matches/{match.pk}/review", **known).status_code == 304

    ann = Browser(house, "ann")
    text = tight(page(ann.get(f"matches/{match.pk}/post-mortem/")))
    address = f"/clubs/cercle/matches/{match.pk}/hands/{first['entry']}/?step={lead['step']}"
    assert f'href="{address}">Bob plays: ten of diamonds.</a>' in text
    assert "With all cards seen, this gives away 1 trick." in text
    assert "Some of its cards were not written down." in text
    assert "Entered without its cards." in text
    # The step before the card is played: Bob is to lead, and holds both tens.
    replay = tight(page(ann.get(address)))
    assert "takes the trick" in replay
    near = replay[replay.index('class="seat seat-far"') :]
    fan = near[near.index('class="fan"') : near.index("</ul>")]
    assert "ten of diamonds" in fan
    assert "ten of clubs" in fan
    assert "queen of diamonds" not in fan
    text = ann.get(f"matches/{match.pk}/post-mortem.txt").content.decode()
    lines = text.splitlines()
    as_text = api.get(f"matches/{match.pk}/review/text")
    assert (as_text.content.decode(), as_text.status_code) == (text, 200)
    assert as_text["Content-Type"] == "text/plain; charset=utf-8"
    assert lines[0] == "Post-mortem: Ann against Bob"
    assert any(line.startswith("  Bob plays: ten of diamonds. Wins the game") for line in lines)
    assert sum(line.startswith("    Best: ") for line in lines) == sum(
        one["cost"] > 0 for one in first["decisions"]
    )
    assert f'"/clubs/cercle/matches/{match.pk}/post-mortem/"' in page(
        ann.get(f"matches/{match.pk}/")
    )


def test_hands_wait_for_the_next_request_and_are_judged_once(match: Match) -> None:
    cache.clear()
    reading = reading_of(match)
    before = review_of(reading, at_once=0)
    assert (before.waiting, before.is_complete, before.judged) == (1, False, [])
    after = review_of(reading, at_once=1)
    assert after.is_complete
    assert review_of(reading, at_once=0).hands == after.hands


def test_a_page_with_hands_that_wait_fetches_the_rest_by_itself(
    house: House, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    waits = partial(review_of, at_once=0)
    monkeypatch.setattr("games.matches.views.review.review_of", waits)
    visitor, address = Browser(house, "ann"), f"matches/{match.pk}/post-mortem/"
    waiting = page(visitor.get(address))
    assert "0 of 1 hands judged so far." in waiting
    assert 'hx-trigger="load"' in waiting
    assert f'href="/clubs/cercle/{address}">Judge more hands</a>' in waiting
    monkeypatch.undo()
    done = page(visitor.get(address, **HTMX))
    assert "<html" not in done
    assert "hx-trigger" not in done


def test_an_annulled_match_is_not_judged(house: House, match: Match) -> None:
    body = {"reason": "Played with a short pack.", "version": match.version}
    read(house.api("director").post(f"matches/{match.pk}/annulment", body), 201)
    assert read(house.api("ann").get(f"matches/{match.pk}/review"))["unavailable"] == "annulled"


def test_chances_are_rounded_and_not_cut_off() -> None:
    """Foster’s 46,039 of 65,780 hands are 70 in a hundred, and 68.97 are 69."""
    shares = (46_039 / 65_780, 0.6897, 0.0296, 0.0996, 0.0994, 0.0)
    assert [in_a_hundred(share) for share in shares] == ["70", "69", "3.0", "10", "9.9", "0"]


@pytest.mark.parametrize(
    ("done", "best", "figures"),
    [
        (0.57, 0.593, "Wins the game 57 times in a hundred, instead of 59."),
        (0.511, 0.514, "Wins the game 51.1 times in a hundred, instead of 51.4."),
        (0.5110, 0.5111, "Wins the game 51.1 times in a hundred, hardly less."),
        (0.514, 0.514, "Wins the game 51 times in a hundred."),
    ],
)
def test_two_chances_are_told_apart(done: float, best: float, figures: str) -> None:
    options = (Option(Say.PROPOSE, done, 0.4), Option(Say.STAND, best, 0.5))
    judged = Judgement(Seat.A, 1, 0, *options, None, "", None, None)
    assert decision_text(judged, {Seat.A: "Alice", Seat.B: "Bob"}).figures == figures


def test_the_step_of_a_decision_is_the_one_before_what_was_done() -> None:
    """Hoyle's vole: eighteen steps after the deal, of which the two discards and two draws stand
    after proposing and accepting."""
    judged = judgements(hand_known(f'[Code "london"]\n\n{VOLE.text}'), robot_tables())
    steps = {str(one.done.action): one.moment for one in judged}
    assert (steps["propose"], steps["accept"], steps["stand"]) == (1, 2, 7)
    won = judgements(hand_known(f'[Code "london"]\n\n{WON.text}'), robot_tables())
    assert won[0].moment == 0
