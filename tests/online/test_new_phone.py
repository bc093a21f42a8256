"""A player goes on with a new phone while links of the other one lie ready."""

import json
from random import Random

import pytest

from games.engine.transcripts.checks import is_right, verify
from games.online.models import Draw
from tests.support.clubhouse import House

from .devices import loses, play_out, seated, step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.any_database
def test_a_new_phone_in_the_middle_of_a_hand_is_not_waited_for_in_vain(house: House) -> None:
    """Bob has opened his links of the next three hands, which Ann's new phone cannot answer."""
    ann, bob = seated(house, Random(1), {"terms": {"format": "one_game"}})
    while not (state := step((ann, bob)))["hand"]:
        pass
    draw = state["hand"]["draw"]
    ahead = range(draw + 1, draw + 4)
    bob.post("links", {"links": {str(number): bob.link_for(number) for number in ahead}})
    ann.open()
    assert ann.holds_from == draw + 4
    while (state := step((ann, bob)))["hand"] and state["hand"]["phase"] != "over":
        pass
    assert state["draw"]["number"] == ann.holds_from
    dead = Draw.objects.filter(table=ann.table, missing="a").order_by("number")
    assert list(dead.values_list("number", flat=True)) == list(ahead)
    assert play_out((ann, bob), loses("a"))["status"] == "over"
    assert is_right(verify(ann.api.get(f"online-tables/{ann.table}/transcript").content))


@pytest.mark.any_database
def test_of_two_new_phones_at_once_the_latter_alone_is_in_the_transcript(house: House) -> None:
    ann, bob = seated(house, Random(2), {"terms": {"format": "one_game"}})
    ann.open()
    while not (state := step((ann, bob)))["hand"]:
        pass
    bob.open()
    bob.open()
    assert bob.holds_from == state["hand"]["draw"] + 1
    play_out((ann, bob), loses("a"))
    content = ann.api.get(f"online-tables/{ann.table}/transcript").content
    assert is_right(verify(content))
    numbers = [end["from"] for end in json.loads(content)["ends"]["b"]]
    assert numbers == [1, bob.holds_from]
