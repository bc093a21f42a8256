"""Hands of a phone that could not send them, entered by somebody else from its text."""

import pytest

from games.matches.models import Entry, Match
from games.matches.services.matches import MatchTerms
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House
from tests.support.nights import evening, played, sign_off

from .test_outbox import tricks

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TWO_TO_ANN = {"king": "nobody", "opening": "exchanged", "tricks": "5-0"}
# Bob held the king and stood; Ann dealt and refused; the king turned by Ann; a game by its score.
HANDS = """https://club.example/clubs/cercle/matches/1/pad/
deal:A stand king:B tricks:2-3
deal:B propose refuse tricks:3-2
deal:A propose accept mark tricks:3-2
"""


@pytest.fixture
def match(house: House) -> Match:
    return house.match()


@pytest.mark.any_database
def test_they_are_shown_first_and_then_entered_together(house: House, match: Match) -> None:
    """Laws 47 to 49: Bob two, then Ann two for his refusal, then the king and the point."""
    scorer, address = Browser(house, "scorer"), f"matches/{match.pk}/pad/handed/"
    text = page(scorer.client.get(scorer.address(address), {"hands": HANDS}))
    assert "Bob held the king and marks one" in text
    assert "Bob refused and lost the point: Ann marks two" in text
    assert "Then game 1 stands at 4–2." in text
    assert Entry.objects.filter(match=match).count() == 0
    sent = {**scorer.hidden(address), "hands": HANDS, "version": "0", "act": "enter"}
    for _again in range(2):
        assert goes(scorer.post(address, sent)) == scorer.address(f"matches/{match.pk}/")
    assert tricks(match) == ["2-3", "3-2", "3-2"]
    last = {"hands": "deal:A propose accept mark tricks:3-2"}
    match.refresh_from_db()
    assert (match.score_a, match.score_b) == (4, 2)
    over = {"hands": f"{HANDS}deal:B stand tricks:3-2"}
    assert "The match is over" in page(scorer.client.get(scorer.address(address), over))
    again = page(scorer.client.get(scorer.address(address), last))
    assert "The match ends with the same hands already." in again


@pytest.mark.any_database
def test_a_line_that_cannot_be_is_named_and_nothing_is_entered(house: House, match: Match) -> None:
    scorer, address = Browser(house, "scorer"), f"matches/{match.pk}/pad/handed/"
    for hands in ("deal:A stand tricks:3-2 deal:B stand tricks:4-4", "deal:A", "nothing", ""):
        sent = {**scorer.hidden(address), "hands": hands, "version": "0", "act": "enter"}
        text = page(scorer.post(address, sent), 422)
        assert "The hands were not entered." in text
        assert hands in text
    assert Entry.objects.filter(match=match).count() == 0


def test_after_the_sign_off_it_takes_a_director_and_a_reason(house: House) -> None:
    night = evening(house)
    match = played(house, night, "ann", "bob")
    scorer, director = Browser(house, "scorer"), Browser(house, "director")
    scorer.mark(match, {**scorer.pad(match), "dealer": "a", **TWO_TO_ANN})
    sign_off(house, night)
    address = f"matches/{match.pk}/pad/handed/"
    assert scorer.get(address).status_code == 403
    sent = {**director.hidden(address), "hands": "deal:B propose accept tricks:3-2"}
    sent["act"] = "enter"
    assert "The hands were not entered." in page(director.post(address, sent), 422)
    assert tricks(match) == ["5-0"]
    done = director.post(address, {**sent, "reason": "The cellar had no signal."})
    assert goes(done) == director.address(f"matches/{match.pk}/")
    match.refresh_from_db()
    assert tricks(match) == ["5-0", "3-2"]
    assert (match.score_a, match.score_b) == (3, 0)


@pytest.mark.any_database
def test_a_match_that_the_sign_off_found_empty_takes_its_hands(house: House) -> None:
    """Alice and Bob played it in the cellar: the sign-off abandoned it. Two hands leave it to be
    continued, at its own table; the rest of the game, on another phone, finishes it."""
    night = evening(house)
    match = played(house, night, "ann", "bob", terms=MatchTerms(format="one_game", games=1))
    sign_off(house, night)
    director, address = Browser(house, "director"), f"matches/{match.pk}/pad/handed/"
    first = "deal:A propose accept tricks:5-0 deal:B propose accept tricks:2-3"
    text = page(director.client.get(director.address(address), {"hands": first}))
    assert "With these hands it can be continued another day." in text
    sent = {**director.hidden(address), "hands": first, "act": "enter"}
    assert "The hands were not entered." in page(director.post(address, sent), 422)
    sent["reason"] = "The cellar had no signal."
    for _again in range(2):
        assert goes(director.post(address, sent)) == director.address(f"matches/{match.pk}/")
    match.refresh_from_db()
    assert tricks(match) == ["5-0", "2-3"]
    assert (match.score_a, match.score_b, match.stopped, match.over) == (2, 1, "adjourned", False)
    assert match.evening_table == night.tables.order_by("pk")[0]
    rest = "deal:A propose refuse tricks:2-3 deal:B tricks:5-0 deal:A stand tricks:3-2"
    text = page(director.client.get(director.address(address), {"hands": rest}))
    assert "These hands finish it." in text
    sent = {**sent, **director.hidden(address), "hands": rest}
    director.post(address, sent)
    match.refresh_from_db()
    # Ann refused and lost the point, so Bob two (3); her vole two (4); her point the last (5).
    assert (match.score_a, match.score_b, match.stopped, match.over) == (5, 3, "", True)
    journal = page(director.get(f"matches/{match.pk}/"))
    assert "The cellar had no signal." in journal
    assert page(director.get(f"evenings/{night.pk}/results/")).count("5–3") > 0
