"""Every picture of a hand, held against a reading of its text that knows nothing of the engine."""

import random
import re
from collections.abc import Iterator

import pytest

from games.engine.cards import NAMES
from games.engine.codes import CODES
from games.engine.hand import apply, legal_actions
from games.engine.hand.state import Phase, Say
from games.engine.notation import hand_dumps, hand_loads
from games.engine.notation.contests import game_of
from games.engine.notation.files import dumps
from games.engine.notation.values import Cards, Contest, Game
from games.engine.seats import Seat
from games.engine.terms import Score
from games.matches.management.ecarte import deal as dealing
from games.matches.rules.replay import Frame, replay
from games.matches.selectors import matches, reading
from games.matches.services.matches import MatchTerms
from games.matches.views.replay import replayed
from tests.support.clubhouse import House
from tests.support.told_hands import EVERY, LOST, ToldHand

from .naive_replay import OTHER, Picture, pictures

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

SEEDS = range(25)
EAGER = (Say.NOT_ENOUGH, Say.PROPOSE, Say.ACCEPT_IF_ENOUGH, Say.ACCEPT)


def signs(cards: Cards) -> list[str]:
    return sorted("?" if one is None else NAMES[one] for one in cards)


def same(frame: Frame, picture: Picture) -> None:
    table = frame.table
    for seat in Seat:
        name = seat.value.upper()
        assert signs(table.hands[seat]) == sorted(picture.hands[name]), picture.word
        assert signs(table.thrown[seat]) == sorted(picture.thrown[name]), picture.word
        assert table.won(seat) == picture.won[name], picture.word
        assert frame.score.of(seat) == picture.score[name], picture.word
    assert table.stock == picture.stock
    lies = table.trick.by_seat if table.trick else {}
    assert [(seat.value.upper(), signs((card,))[0]) for seat, card in lies.items()] == picture.trick
    assert frame.seat.value.upper() == picture.who, picture.word
    assert [(one.seat.value.upper(), one.points) for one in frame.marks] == picture.marked


def held(text: str, code: str = "london") -> None:
    told = hand_loads(f'[Code "{code}"]\n{text}')
    assert told.dealer
    found = replay(told.hand, told.dealer, told.marks, Score(0, 0)).frames
    for frame, picture in zip(found, pictures(text), strict=True):
        same(frame, picture)


@pytest.mark.parametrize("hand", EVERY, ids=lambda hand: hand.told)
def test_the_worked_hands_of_the_books(hand: ToldHand) -> None:
    held(hand.text)
    last = pictures(hand.text)[-1]
    assert (last.score["A"], last.score["B"]) == hand.after, "the naive reader knows the book"
    assert (last.won["A"], last.won["B"]) == hand.tricks


@pytest.mark.parametrize("card", range(1, 6))
def test_law_42_abandoned_at_each_card_it_is_marked_by_the_naive_reader_too(card: int) -> None:
    """Bob stood and abandons: two for the vole if he has no trick, and two for law 49 if he has."""
    before, _stand, play = LOST.text.partition("stand\n")
    words = play.split()[: 2 * card - 2]
    text = f"{before}stand {' '.join(words)} abandon"
    if pictures(text)[-1].who == "B":
        assert pictures(text)[-1].score == {"A": 2, "B": 0}
    held(text)


def by_chance(code: str, seed: int) -> str:
    chance = random.Random(f"{code} {seed}")
    begun = dealing.begun({"code": code})
    state = dealing.hand_played(dealing.dealt(begun, chance), chance)
    return hand_dumps(game_of(begun, state.log).hands[0])


@pytest.mark.parametrize("code", CODES)
def test_hands_by_chance(code: str) -> None:
    """Also without the words that say who took a trick: the pictures find it by the cards."""
    for seed in SEEDS:
        text = by_chance(code, seed)
        held(text, code)
        held(re.sub(r" /[AB]\b", "", text), code)


def eager(seed: int) -> str:
    """As long as anybody may, they exchange, and the dealer accepts on condition."""
    chance = random.Random(seed)
    begun = dealing.begun({"code": "london"})
    state = dealing.dealt(begun, chance)
    while state.phase is not Phase.OVER:
        legal = legal_actions(state)
        state = apply(state, next((one for one in EAGER if one in legal), legal[0]))[0]
    return hand_dumps(game_of(begun, state.log).hands[0])


def test_law_38_who_finds_too_few_cards_plays_with_those_he_put_aside() -> None:
    texts = [eager(seed) for seed in range(4)]
    assert any("not_enough" in text.split() for text in texts)
    for text in texts:
        held(text)


def test_the_hands_by_chance_have_everything_in_them() -> None:
    """Else the test above says less than it seems to."""
    words = {word.partition(":")[0] for seed in SEEDS for word in by_chance("london", seed).split()}
    assert {"king", "propose", "accept", "refuse", "stand"} <= words
    exchanges = [by_chance("london", seed).count("propose") for seed in SEEDS]
    assert max(exchanges) > 1


def game(seed: int) -> Iterator[str]:
    """The hands of one game, each by its text."""
    chance = random.Random(seed)
    begun = state = dealing.begun({"code": "london"})
    while state.winner is None:
        state = dealing.hand_played(dealing.dealt(state, chance), chance)
    whole = dumps(Contest((), (Game(1, (), game_of(begun, state.log).hands),)))
    yield from re.split(r"\s(?=deal:)", whole)[1:]


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_the_score_goes_on_from_hand_to_hand_through_a_whole_game(house: House, seed: int) -> None:
    match = house.match(terms=MatchTerms(format="one_game", games=1))
    api = house.api("scorer")
    texts = list(game(seed))
    for text in texts:
        api.enter(match.pk, {"notation": text})
    found = reading.read(matches.matches().get(pk=match.pk))
    assert len(found.standing) == len(texts)
    score = {"A": 0, "B": 0}
    for entry, text in zip(found.standing, texts, strict=True):
        naive = pictures(text, score["A"], score["B"])
        for frame, picture in zip(replayed(found, entry).frames, naive, strict=True):
            same(frame, picture)
        score = naive[-1].score
        assert f"={score['A']}-{score['B']}" in text.split(), "as the engine wrote it down"
    winner = max(score, key=lambda seat: score[seat])
    assert score[winner] >= 5 > score[OTHER[winner]]
    assert found.state.over
