"""A game played by keyboard alone, and what each audience hears of it: all that it may know, and
nothing else. What that is, is worked out of the transcript."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import pytest
from playwright.sync_api import Page, expect

from tests.support.depth import times

from .online_club import DEALT, MARKED, Look, OnlineClub, Phone, is_over, play, play_hands

pytestmark = pytest.mark.slow
NUMBERS = {"7": "seven", "8": "eight", "9": "nine", "T": "ten"}
RANKS = {**NUMBERS, "J": "knave", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
ORDER = "789TAJQK"
SAID = {
    "propose": "proposes.",
    "stand": "stands.",
    "accept": "accepts.",
    "accept_if_enough": "accepts, if there are enough cards.",
    "refuse": "refuses.",
    "king": "announces the king.",
    "mark": "marks the king turned.",
    "abandon": "abandons the hand.",
}
# Where in the pack the non-dealer's cards are, and the dealer's.
DEALS = {
    "3-2": ((0, 1, 2, 6, 7), (3, 4, 5, 8, 9)),
    "2-3": ((0, 1, 4, 5, 6), (2, 3, 7, 8, 9)),
}
NAMES = {"A": "Alice", "B": "Bob"}
BEFORE = " cuts: "
AFTER = ("Score: ", "Alice has won the match.", "Bob has won the match.", "Nobody marks.")


def named(card: str) -> str:
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


@dataclass
class Hand:
    """Of a transcript. `sentences`: for everybody; `cards`: what each of the two holds, whenever
    cards come to them."""

    sentences: list[str] = field(default_factory=list)
    cards: dict[str, list[set[str]]] = field(default_factory=dict)

    @classmethod
    def of(cls, pack: list[str], deal: str, acts: list[str]) -> Self:
        dealer, order = deal.removeprefix("deal:").split("/")
        elder = "B" if dealer == "A" else "A"
        places = dict(zip((elder, dealer), DEALS[order], strict=True))
        holds = {seat: {pack[place] for place in places[seat]} for seat in "AB"}
        hand = cls(cards={seat: [holds[seat]] for seat in "AB"})
        hand.sentences.append(f"{NAMES[dealer]} deals, and turns up: {named(pack[10])}.")
        stock, trump = iter(pack[11:]), pack[10][1]
        played: list[tuple[str, str]] = []
        for act in acts:
            seat, word = act[0], act[2:]
            if act[1] == "-":
                hand._exchanged(seat, word.split(",") if word else [], stock)
            elif word in SAID:
                hand.sentences.append(f"{NAMES[seat]} {SAID[word]}")
            elif word == "not_enough":
                hand.sentences.append("There are not enough cards: the hand is played as it is.")
            else:
                played.append((seat, word))
                hand.sentences += _played(played, trump)
        return hand

    def _exchanged(self, seat: str, discards: list[str], stock: Iterator[str]) -> None:
        number = len(discards)
        takes = f"{number} card{'' if number == 1 else 's'}" if number else "nothing"
        self.sentences.append(f"{NAMES[seat]} takes {takes}.")
        if number:
            drawn = {next(stock) for _discard in discards}
            self.cards[seat].append((self.cards[seat][-1] - set(discards)) | drawn)


def _played(played: list[tuple[str, str]], trump: str) -> list[str]:
    seat, card = played[-1]
    if len(played) % 2:
        return [f"{NAMES[seat]} leads: {named(card)}."]
    leader, led = played[-2]
    follows = card[1] == led[1]
    is_higher = follows and ORDER.index(card[0]) > ORDER.index(led[0])
    taker = seat if is_higher or (not follows and card[1] == trump) else leader
    return [f"{NAMES[seat]} plays: {named(card)}.", f"{NAMES[taker]} takes the trick."]


def hands_of(transcript: dict[str, Any]) -> list[Hand]:
    packs = [draw["pack"].split() for draw in transcript["draws"] if draw["kind"] == "hand"]
    acts = [row["act"] for row in transcript["acts"]]
    deals = [place for place, act in enumerate(acts) if act.startswith("deal:")]
    ends = [*deals[1:], len(acts)]
    return [
        Hand.of(pack, acts[start], acts[start + 1 : end])
        for pack, start, end in zip(packs, deals, ends, strict=True)
    ]


def heard_hands(heard: Sequence[str]) -> list[list[str]]:
    """Cut where a hand is dealt; without marks and scores, which the stories count."""
    hands: list[list[str]] = []
    for sentence in heard:
        if BEFORE in sentence or MARKED.search(sentence) or sentence.startswith(AFTER):
            continue
        if DEALT in sentence:
            hands.append([])
        hands[-1].append(sentence)
    return hands


def test_a_game_by_keyboard_and_by_ear(club: OnlineClub) -> None:
    host = club.opens("Alice", "Bob", format="one_game", code="london")
    alice = ByKeyboard.of(host, "Alice")
    bob = Phone.of(club.sits_down("Bob", "Alice"), "Bob")
    chloe = club.phone("Chloé", host.url)
    expect(chloe.page.locator("#choices")).to_have_text("You are watching.")
    for phone in (alice, bob, chloe):
        phone.hurries()
    alice.page.locator("#choices").focus()
    play_hands([alice, bob], times(2, thorough=9))
    bob.gives_up = True
    play([alice, bob], is_over)
    for phone in (alice, bob, chloe):
        expect(phone.page.locator("#report")).to_contain_text("has won the match.")
    hands = hands_of(_transcript(chloe.page))
    for phone, seat in ((alice, "A"), (bob, "B"), (chloe, "")):
        heard = heard_hands(phone.heard)
        for sentences, hand in zip(heard, hands, strict=True):
            own = [one for one in sentences if one.startswith("Your cards: ")]
            public = [one for one in sentences if one not in own]
            assert Counter(public) == Counter(hand.sentences), phone.name
            assert [one for one in public if ": " in one] == [
                one for one in hand.sentences if ": " in one
            ]
            assert list(map(_cards, own)) == [
                set(map(named, cards)) for cards in hand.cards.get(seat, [])
            ]
    assert club.wrong == []


def _cards(sentence: str) -> set[str]:
    """Of "Your cards: … and ….\" """
    return set(
        sentence.removeprefix("Your cards: ").removesuffix(".").replace(" and ", ", ").split(", ")
    )


def _transcript(page: Page) -> dict[str, Any]:
    address = page.locator("#choice-to-transcript").get_attribute("href") or ""
    found: dict[str, Any] = json.loads(page.request.get(address).body())
    return found


FOCUS = """() => {
  const { id, dataset } = document.activeElement;
  return document.activeElement.closest("#hand, #choices") ? id || dataset.choice : null;
}"""
FIRST = {"propose": "p", "stand": "s", "accept": "a", "accept_if_enough": "e", "refuse": "r"}


@dataclass
class ByKeyboard(Phone):
    """By letters and figures, then by Tab and Enter, by turns; never by touch. The focus never
    leaves the hand and the choices by itself."""

    moves: int = 0

    def act(self, look: Look) -> bool:
        page, choices = self.page, set(look["choices"])
        words = [word for word in FIRST if word in choices]
        assert page.evaluate(FOCUS) is not None, look
        if not (look["isMine"] or "next" in choices):
            return False
        by_tab = self.moves % 2 == 1
        self.moves += 1
        if "next" in choices:
            _tab_to(page, "choice-next") if by_tab else page.keyboard.press("Enter")
        elif words:
            word = self.random.choice(words)
            _tab_to(page, f"choice-{word}") if by_tab else page.keyboard.press(FIRST[word])
        elif look["cards"]:
            _cards_by_keyboard(page, look["phase"], by_tab=by_tab)
        assert page.evaluate(FOCUS) is not None, look
        return True


def _cards_by_keyboard(page: Page, phase: str, *, by_tab: bool) -> None:
    """The last card that may be played or discarded."""
    card = page.locator('#hand button[aria-disabled="false"]').last
    key = card.get_attribute("id") or ""
    if by_tab:
        _tab_to(page, key)
        if phase.startswith("discard"):
            _tab_to(page, "choice-discard")
        else:
            page.keyboard.press("Enter")
    else:
        page.keyboard.press(key[-1])
        _tab_to(page, "choice-discard" if phase.startswith("discard") else "choice-play")


def _tab_to(page: Page, name: str) -> None:
    """And Enter there."""
    for key in ("Tab",) * 12 + ("Shift+Tab",) * 24:
        if page.evaluate(FOCUS) == name:
            page.keyboard.press("Enter")
            return
        page.keyboard.press(key)
    raise AssertionError(f"{name} is not reached.")
