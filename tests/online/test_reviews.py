"""The post-mortem of a match played online reads every card from its transcript."""

from random import Random

import pytest
from django.core.cache import cache

from games.engine.robots.review import review
from games.engine.transcripts.files import read as read_transcript
from games.matches.models import Match
from games.matches.selectors.reading import read as reading_of
from games.matches.selectors.review import review_of
from games.matches.selectors.robots import robot_tables
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read
from tests.support.depth import times
from tests.support.reviewed import hands_of_transcript

from .devices import State, any_act
from .robots import against, play_out, with_robots

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]
UNKNOWN = "an unknown card"
HANDS = times(2, thorough=100)


def first_hands(state: State, random: Random) -> tuple[str, bool]:
    """Ann, who abandons the later ones: to judge a hand takes longer than to play it."""
    hand = state["hand"]
    if hand and hand["draw"] > HANDS and "abandon" in hand["legal"]:
        return "abandon", False
    return any_act(state, random)


def test_hands_played_online_are_judged_card_by_card(house: House) -> None:
    """As the engine reviews the transcript by itself; and their replay shows what nobody saw."""
    cache.clear()
    ann = against(with_robots(house), "beginner", Random(3))
    match = Match.objects.get(online_table=ann.table)
    waiting = read(house.api("ann").get(f"matches/{match.pk}/review"))
    assert (waiting["unavailable"], waiting["hands"]) == ("in_play", [])
    assert play_out(ann, first_hands)["status"] == "over"
    match.refresh_from_db()
    content = ann.api.get(f"online-tables/{ann.table}/transcript").content
    expected = review(hands_of_transcript(read_transcript(content)), robot_tables())
    found = review_of(reading_of(match), at_once=100)
    assert not found.left_out
    judged = [one for hand in found.judged for one in hand.judged or ()]
    assert [(one.seat, one.done, one.best) for one in judged] == [
        (one.seat, one.done, one.best) for one in expected
    ]
    assert judged
    visitor = Browser(house, "cyd")
    for hand in found.judged:
        replay = page(visitor.get(f"matches/{match.pk}/hands/{hand.entry.number}/"))
        dealt = replay[replay.index('class="felt"') : replay.index('class="views"')]
        # The back of the stock alone.
        assert dealt.count(UNKNOWN) == 1
        assert "stock:" not in replay
