"""What printed hints are worth as they come up in play, against other ways to the same figures."""

from itertools import count, islice
from random import Random

import pytest

from games.engine.cards import PACK, cards
from games.engine.codes import CODES
from games.engine.robots.confirming import confirmation, hands_of
from games.engine.robots.following import followed
from games.engine.robots.hints import HINTS, SILENT, STANDS, THROW
from games.engine.terms import NOTHING, Score

from .tables import robot_tables

pytestmark = pytest.mark.slow

LONDON = CODES["london"]


def test_a_bid_is_worth_what_it_is_as_the_hands_are_dealt() -> None:
    """Of the non-dealer’s first decision; the pack gives them the first three cards, and two more
    after the dealer’s three."""
    hint = next(hint for hint in STANDS if hint.id == "2a")
    random = Random(5)
    packs = (tuple(random.sample(PACK, 32)) for _ in count())
    (pack,) = islice(hands_of(hint, packs), 1)
    hand, turned, rest = pack[:5], pack[5], pack[6:]
    dealt = (*hand[:3], *rest[:3], *hand[3:], *rest[3:5], turned, *rest[5:])
    first, gain = next(followed(LONDON, [dealt], NOTHING, robot_tables()))
    assert first is hint
    expected = confirmation(LONDON, hint, [pack, pack], NOTHING, robot_tables())
    assert gain == pytest.approx(expected.gain)


def test_every_figure_is_of_a_hint_and_a_difference_of_chances() -> None:
    random = Random(2)
    packs = [tuple(random.sample(PACK, 32)) for _ in range(6)]
    found = list(followed(LONDON, packs, Score(3, 4), robot_tables()))
    assert {hint.id for hint, _gain in found} <= {hint.id for hint in HINTS}
    assert all(-1 <= gain <= 1 for _hint, gain in found)
    assert any(hint is THROW for hint, _gain in found)


def test_at_three_to_four_a_dealer_gains_nothing_by_the_king() -> None:
    """Alice deals and holds it; Bob, at four, stands on three trumps: whoever wins the point has
    the game, as two are marked against who stood (law 49)."""
    elder, dealer = cards("QH JH AH KC QC"), cards("KH 7C 8D 9S 7S")
    rest = [card for card in PACK if card not in (*elder, *dealer, *cards("7H"))]
    pack = (*elder[:3], *dealer[:3], *elder[3:], *dealer[3:], *cards("7H"), *rest)
    found = list(followed(LONDON, [pack], Score(3, 4), robot_tables()))
    assert (SILENT, 0.0) in found
