"""A transcript that the site made of a match on bad lines: every program finds it right, and wrong
as soon as any byte of it is another."""

from random import Random

import pytest

from games.engine.transcripts import checks
from games.verify import verify as program
from tests.support.clubhouse import House
from tests.support.depth import times

from .phones import Done, Player, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]
EVERY = times(7, thorough=1)
"""Of the bytes, how many are one that is changed."""


@pytest.fixture
def content(house: House) -> bytes:
    random, done = Random(6), list[Done]()
    body = {"guest": house.players["bob"].pk, "terms": {"format": "one_game"}}
    ann, bob = house.api("ann"), house.api("bob")
    table = ann.post("clubs/cercle/online-tables", body).json()["id"]
    bob.post(f"online-tables/{table}/accept", {})
    pairs = ((ann, "a"), (bob, "b"))
    play_out([Player(api, table, seat, random, done) for api, seat in pairs])
    return ann.get(f"online-tables/{table}/transcript").content


def is_rejected(content: bytes) -> bool:
    """By the cheapest of the checks; the others may only add to it."""
    try:
        program.check_hash(content)
        program.read(content)
    except program.Wrong:
        return True
    return False


def test_every_byte_of_a_transcript_counts(content: bytes) -> None:
    right = [(check.name.value, check.passed, check.place) for check in checks.verify(content)]
    assert program.verify(content) == right
    assert all(passed for _name, passed, _place in right)
    assert not is_rejected(content)
    random = Random(1)
    for place in range(random.randrange(EVERY), len(content), EVERY):
        other = (content[place] + random.randint(1, 255)) % 256
        changed = content[:place] + bytes([other]) + content[place + 1 :]
        assert is_rejected(changed), (place, changed[place - 20 : place + 20])
    for place in random.sample(range(len(content)), 12):
        changed = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        found = [(check.name.value, check.passed, check.place) for check in checks.verify(changed)]
        assert program.verify(changed) == found
        assert not all(passed for _name, passed, _place in found)
        for shorter in (content[:place], content[:place] + content[place + 1 :]):
            assert is_rejected(shorter)
