#!/usr/bin/env python3
"""Check the transcript of a match of écarté that was played online.

    python verify.py FILE

One file, with nothing but Python 3.9 or later, and no part of the site: it has its own reading of
the deal and of the rules. docs/deal.md of the project describes the format and every check. The
program ends with 0 if all checks pass, else with 1.
"""

from __future__ import annotations

import hmac
import json
import re
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

CHECKS = {
    "format": (
        "The file has the form of a transcript, to the letter.",
        "The file does not have the form of a transcript.",
    ),
    "hash": (
        "The hash at its end is that of the file.",
        "The hash at its end is of another file: something was changed.",
    ),
    "chain_s": (
        "Each link of the server leads to the one before it, and to the end published first.",
        "A link of the server does not lead to the one before it.",
    ),
    "chain_a": (
        "Each link of player A leads to the one before it, and to the end published first.",
        "The ends or the links of player A do not fit together.",
    ),
    "chain_b": (
        "Each link of player B leads to the one before it, and to the end published first.",
        "The ends or the links of player B do not fit together.",
    ),
    "draws": (
        "The draws are numbered without a gap, and each has its pack or a link that is missing.",
        "A draw is out of order, or its links and its pack contradict each other.",
    ),
    "packs": (
        "Each pack is the one that its links give.",
        "A pack is not the one that its links give.",
    ),
    "heads": (
        "The acts are chained: none was changed, added or left out.",
        "The chain of the acts is broken.",
    ),
    "acts": (
        "Every act is allowed by the code of laws, with the cards of the packs.",
        "An act is not allowed there, or no act belongs to a draw.",
    ),
    "results": (
        "Marks, games and the result follow from the acts.",
        "Marks, games or the result do not follow from the acts.",
    ),
}
"""In their order: what is right if they pass, and what is wrong if they fail."""
NOT_PROVED = (
    "What no check can show: that the server told nobody the cards, who sat at the devices, "
    "and that times are right."
)

Check = tuple[str, bool, str]
"""The check, whether it passed, and the first place at fault."""


class Wrong(Exception):
    """At a place in the file, such as "draws.3"."""

    def __init__(self, place: str = "") -> None:
        super().__init__(place)
        self.place = place


# the deal: docs/deal.md, "ecarte-deal-1"

SUITS = "CDHS"
RANKS = "789TAJQK"
"""From the lowest to the highest."""
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
CHAINS = ("s", "a", "b")


def leads_to(link: str, earlier: str, steps: int) -> bool:
    made = bytes.fromhex(link)
    for _ in range(steps):
        made = sha256(b"ecarte-chain-1" + made).digest()
    return made.hex() == earlier


def pack_of(s: str, a: str, b: str, match: str, number: int) -> list[str]:
    message = f"ecarte-deal-1\n{match}\n{number}\n{a}\n{b}\n".encode()
    words = words_from(hmac.digest(bytes.fromhex(s), message, "sha256"))
    pack = list(CARDS)
    for last in range(31, 0, -1):
        place = below(last + 1, words)
        pack[last], pack[place] = pack[place], pack[last]
    return pack


def below(limit: int, words: Iterator[int]) -> int:
    """Words from the greatest multiple of the limit on would favour low numbers: skipped."""
    fair = 2**32 // limit * limit
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % limit


def words_from(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def next_head(head: str, act: str) -> str:
    return sha256(b"ecarte-act-1" + bytes.fromhex(head) + act.encode()).hexdigest()


# the form of the file

CODES = ("london", "britannica", "modern", "household")
YES_NO = ("yes", "no")
OPTIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "proposals": (
        ("as_often_as_he_pleases", "while_dealer_exchanges", "one_second_by_agreement"),
        "0012",
    ),
    "propose_after_dealer_took_none": ((*YES_NO, "does_not_arise"), "0012"),
    "proposer_takes_one": (YES_NO, "0000"),
    "king_held_until": (
        (
            "first_card_or_king_answered",
            "first_card_king_included",
            "first_card_or_king_led",
            "opening_lead",
            "first_card",
        ),
        "0132",
    ),
    "false_king": (("one_less_unless_adversary_holds", "one_less"), "0100"),
    "wrong_deal": (("as_each_law_says", "new_deal"), "0001"),
    "exposed_in_cutting": (("new_cut", "new_deal"), "0001"),
    "score_amended": (("trump_turned_or_during_game", "next_deal"), "0001"),
    "abandoned": (("point_or_vole", "remaining_tricks"), "0110"),
    "lost_vole": (("vole_unaffected", "two_whatever_the_tricks"), "0111"),
    "gallery_may_point": (YES_NO, "1011"),
    "loser_goes_out": (("no", "unless_chouette"), "0100"),
    "game_value": (("by_agreement", "single"), "0111"),
    "cut_for_deal": (("at_the_start", "at_each_rubber"), "0001"),
    "highest_cut": (("deals", "chooses"), "0100"),
}
"""The values that each option can have, and which of them it has in each of the four codes."""
AFTER_NONE = {
    "as_often_as_he_pleases": YES_NO,
    "while_dealer_exchanges": ("no",),
    "one_second_by_agreement": ("does_not_arise",),
}
ENDS = ("played", "claimed:A", "claimed:B", "annulled", "stopped")
KEYS = "format deal match players terms ends draws acts results head sha256"
TERMS = "code options second_proposal format games rubbers game_values rubber_bonus"
DRAW = "number kind s a b missing pack"
RESULTS = "hands games games_won rubbers_won winner end"
HEX = "[0-9a-f]{64}"
PAIR = "(0|[1-9][0-9]?)-(0|[1-9][0-9]?)"
MOST = 9999
TAIL = b'"\n}\n'


def options_of(code: str) -> dict[str, str]:
    at = CODES.index(code)
    return {name: values[int(by_code[at])] for name, (values, by_code) in OPTIONS.items()}


class Value:
    """Of the file, with its path."""

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def __getitem__(self, key: str) -> Value:
        return Value(self.value[key], f"{self.path}.{key}" if self.path else key)

    def expect(self, right: bool) -> None:
        if not right:
            raise Wrong(self.path)

    def has(self, keys: str) -> None:
        """These and no others, in this order."""
        self.expect(type(self.value) is dict and list(self.value) == keys.split())

    def each(self) -> Iterator[Value]:
        self.expect(type(self.value) is list)
        for place, value in enumerate(self.value):
            yield Value(value, f"{self.path}.{place}")

    def is_in(self, *values: Any) -> None:
        self.expect(any(self.value == one and type(self.value) is type(one) for one in values))

    def is_like(self, pattern: str) -> None:
        right = type(self.value) is str and re.fullmatch(pattern, self.value)
        self.expect(bool(right))

    def is_text(self) -> None:
        """Characters only, so that it can be written in UTF-8."""
        self.is_like("[^\ud800-\udfff]+")

    def is_number(self, least: int = 0, most: int = MOST) -> None:
        self.expect(type(self.value) is int and least <= self.value <= most)


def read(content: bytes) -> Any:
    """Raises: Wrong, with "line 12" where a file is right but written in another form."""
    try:
        text = content.decode("utf-8")
        data = json.loads(text, parse_int=integer, parse_float=fraction, parse_constant=no_constant)
    except (ValueError, RecursionError):
        raise Wrong from None
    check_form(Value(data))
    lines, written = text.split("\n"), written_form(data).split("\n")
    for place in range(max(len(lines), len(written))):
        if lines[place : place + 1] != written[place : place + 1]:
            raise Wrong(f"line {place + 1}")
    return data


def written_form(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def integer(digits: str) -> int:
    return int(digits) if len(digits) <= 5 else MOST + 1


def fraction(digits: str) -> float:
    value = float(digits)
    return int(value) if value.is_integer() else value


def no_constant(word: str) -> None:
    raise ValueError(word)


def check_form(data: Value) -> None:
    data.has(KEYS)
    data["format"].is_in("ecarte-transcript-1")
    data["deal"].is_in("ecarte-deal-1")
    data["match"].is_like("[0-9A-Za-z-]{1,64}")
    check_players(data["players"])
    check_terms(data["terms"])
    data["ends"].has("s a b")
    data["ends"]["s"].is_like(HEX)
    for seat in "ab":
        for end in data["ends"][seat].each():
            end.has("from end")
            end["from"].is_number(1, 1024)
            end["end"].is_like(HEX)
    for draw in data["draws"].each():
        check_draw(draw)
    for act in data["acts"].each():
        act.has("act at head")
        act["act"].is_text()
        if act["at"].value is not None:
            act["at"].is_like(
                "[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}([.][0-9]{3})?Z",
            )
        act["head"].is_like(HEX)
    check_results(data["results"])
    data["head"].is_like(HEX)
    data["sha256"].is_like(HEX)


def check_players(players: Value) -> None:
    players.has("a b")
    for seat in "ab":
        players[seat].has("name robot")
        players[seat]["name"].is_text()
        players[seat]["robot"].is_in(True, False)
    players.expect(not all(players.value[seat]["robot"] for seat in "ab"))


def check_terms(terms: Value) -> None:
    terms.has(TERMS)
    terms["code"].is_in(*CODES)
    check_options(terms["options"], options_of(terms.value["code"]))
    terms["second_proposal"].is_in(True, False)
    terms["format"].is_in("one_game", "games", "rubber")
    terms["games"].is_number()
    terms["rubbers"].is_number()
    terms["game_values"].is_in(True, False)
    terms["rubber_bonus"].is_number()
    kind, games, rubbers = (terms.value[key] for key in ("format", "games", "rubbers"))
    terms.expect(1 <= games <= (1 if kind == "one_game" else 99))
    if kind == "rubber":
        terms.expect(games % 2 == 1 and rubbers % 2 == 1 and games * rubbers <= 99)
    else:
        terms.expect(rubbers == 1)
    options = {**options_of(terms.value["code"]), **terms.value["options"]}
    terms.expect(not terms.value["game_values"] or options["game_value"] == "by_agreement")


def check_options(options: Value, base: dict[str, str]) -> None:
    """Those that differ from the code's, in the order of the table."""
    changes = options.value
    options.expect(type(changes) is dict)
    options.expect(list(changes) == [name for name in OPTIONS if name in changes])
    for name, value in changes.items():
        options.expect(value in OPTIONS[name][0] and value != base[name])
    made = {**base, **changes}
    options.expect(made["propose_after_dealer_took_none"] in AFTER_NONE[made["proposals"]])


def check_draw(draw: Value) -> None:
    draw.has(DRAW)
    draw["number"].is_number(1, 1024)
    draw["kind"].is_in("cut", "hand")
    for chain in CHAINS:
        if draw[chain].value not in (None, ""):
            draw[chain].is_like(HEX)
    for missing in draw["missing"].each():
        missing.is_in(*CHAINS)
    if draw["pack"].value is not None:
        draw["pack"].is_text()
        draw["pack"].expect(sorted(draw["pack"].value.split(" ")) == sorted(CARDS))


def check_results(results: Value) -> None:
    results.has(RESULTS)
    for hand in results["hands"].each():
        hand.has("game draw dealer marks score")
        hand["game"].is_number()
        hand["draw"].is_number()
        hand["dealer"].is_in("a", "b")
        hand["marks"].is_text()
        hand["score"].is_like(PAIR)
    for game in results["games"].each():
        game.has("game winner score value")
        game["game"].is_number()
        game["winner"].is_in("a", "b")
        game["score"].is_like(PAIR)
        game["value"].is_number()
    results["games_won"].is_like(PAIR)
    results["rubbers_won"].is_like(PAIR)
    results["winner"].is_in("a", "b", None)
    results["end"].is_in(*ENDS)


# links, draws, packs and heads

CARD = "[789TAJQK][CDHS]"
DISCARD = f"([AB])-(0|{CARD}(?:,{CARD}){{0,4}})"


def check_hash(content: bytes) -> None:
    at = len(content) - len(TAIL) - 64
    digest = sha256(content[:at] + TAIL).hexdigest()
    if digest.encode() != content[at : at + 64]:
        raise Wrong("sha256")


def check_server(data: Any) -> None:
    follow(data["draws"], "s", [{"from": 1, "end": data["ends"]["s"]}])


def check_player(data: Any, seat: str) -> None:
    ends = data["ends"][seat]
    firsts = [end["from"] for end in ends]
    if data["players"][seat]["robot"]:
        right = not ends
    else:
        right = firsts[:1] == [1] and firsts == sorted(set(firsts))
    if not right:
        raise Wrong(f"ends.{seat}")
    if ends:
        follow(data["draws"], seat, ends)


def follow(draws: Any, chain: str, ends: list[Any]) -> None:
    """A link that is missing is stepped over: the next one leads to the one before the gap."""
    earlier, opened = "", 0
    for place, draw in enumerate(draws):
        for end in ends:
            if end["from"] == place + 1:
                earlier, opened = end["end"], place
        link = draw[chain]
        if link is not None:
            if not leads_to(link, earlier, place + 1 - opened):
                raise Wrong(f"draws.{place}.{chain}")
            earlier, opened = link, place + 1


def check_draws(data: Any) -> None:
    for place, draw in enumerate(data["draws"]):
        missing = [chain for chain in CHAINS if draw[chain] is None]
        right = draw["number"] == place + 1 and draw["missing"] == missing
        right = right and (draw["pack"] is None) == bool(missing)
        for chain in CHAINS:
            robot = chain != "s" and data["players"][chain]["robot"]
            right = right and (draw[chain] == "") == robot
        if not right:
            raise Wrong(f"draws.{place}")


def check_packs(data: Any) -> None:
    for place, draw in enumerate(data["draws"]):
        if draw["pack"] is None:
            continue
        s, a, b = (draw[chain] for chain in CHAINS)
        if None in (s, a, b):
            raise Wrong(f"draws.{place}")
        if pack_of(s, a, b, data["match"], draw["number"]) != draw["pack"].split(" "):
            raise Wrong(f"draws.{place}")


def seen(act: str) -> str:
    """What everybody saw: of a discard, how many cards it has."""
    names = discarded(act)
    if names is None:
        return act
    number = "" if len(names) == 1 else str(len(names))
    return f"{act[:2]}{number}?" if names else act


def discarded(act: str) -> list[str] | None:
    """In the order of the pack, each once; None if the act is no discard."""
    found = re.fullmatch(DISCARD, act)
    if not found:
        return None
    names = [] if found[2] == "0" else found[2].split(",")
    return names if names == sorted(set(names), key=CARDS.index) else None


def check_heads(data: Any) -> None:
    head = "00" * 32
    for place, act in enumerate(data["acts"]):
        head = next_head(head, seen(act["act"]))
        if act["head"] != head:
            raise Wrong(f"acts.{place}")
    if data["head"] != head:
        raise Wrong("head")


# a hand of écarté

OTHER = {"a": "b", "b": "a"}
KING_KEPT_ELDER = (
    "first_card_or_king_answered",
    "first_card_king_included",
    "first_card_or_king_led",
)
"""Where the king as one's first card may still be announced after it."""
KING_KEPT_DEALER = ("first_card_or_king_answered", "first_card_king_included")
MOST_EXCHANGES = 21
"""One for each card of the stock."""


def beats(answer: str, led: str, trump: str) -> bool:
    if answer[1] == led[1]:
        return RANKS.index(answer[0]) > RANKS.index(led[0])
    return answer[1] == trump


def answers(cards: set[str], led: str, trump: str) -> set[str]:
    """Those that may be played to a card: follow suit and win if you can; else trump."""
    suit = {card for card in cards if card[1] == led[1]}
    winning = {card for card in suit if beats(card, led, trump)}
    trumps = {card for card in cards if card[1] == trump}
    return winning or suit or trumps or cards


def require(right: bool) -> None:
    if not right:
        raise Wrong


class Hand:
    """From the deal to the last trick. `exchanges`: how many there may be. `score`: of the game."""

    def __init__(
        self,
        options: dict[str, str],
        exchanges: int,
        dealer: str,
        pack: list[str],
        order: str,
        score: dict[str, int],
    ) -> None:
        self.options, self.exchanges, self.dealer = options, exchanges, dealer
        self.elder = OTHER[dealer]
        one = int(order[0])
        first = set(pack[:one]), set(pack[one : 2 * one])
        rest = set(pack[2 * one : one + 5]), set(pack[one + 5 : 10])
        self.cards = {self.elder: first[0] | rest[0], dealer: first[1] | rest[1]}
        self.turned, self.stock = pack[10], pack[11:]
        self.trump = self.turned[1]
        self.score = score
        self.marks: list[str] = []
        self.king_marked = False
        self.king_in_time = True
        self.king_by = ""
        self.opening = ""
        self.exchanged = 0
        self.conditional = False
        self.thrown: set[str] = set()
        self.led: str | None = None
        self.tricks = {"a": 0, "b": 0}
        self.turn = self.elder
        self.awaited = "proposal"

    @property
    def over(self) -> bool:
        return self.awaited == ""

    def act(self, seat: str, word: str) -> None:
        if word == "mark":
            require(seat == self.dealer and self.turned[0] == "K" and not self.king_marked)
            self.mark_king(seat, "king_turned")
        elif word == "king":
            require(not self.over and self.may_announce(seat))
            self.mark_king(seat, "king_held")
        else:
            require(not self.over and seat == self.turn)
            if word == "time" or (word == "abandon" and self.awaited == "card"):
                self.give_up()
            elif word in CARDS:
                require(self.awaited == "card")
                self.play(word)
            else:
                require(word in self.WORDS.get(self.awaited, {}))
                self.WORDS[self.awaited][word](self)

    # the king

    def may_announce(self, seat: str) -> bool:
        """Whoever holds it, or has just played it where that is not too late."""
        king = f"K{self.trump}"
        early = self.options["king_held_until"] == "opening_lead" and self.awaited != "card"
        theirs = king in self.cards[seat] or seat == self.king_by
        return theirs and not early and self.king_in_time and not self.king_marked

    def mark_king(self, seat: str, kind: str) -> None:
        self.king_marked = True
        self.mark(seat, 1, kind)

    def mark(self, seat: str, points: int, kind: str) -> None:
        points = min(points, 5 - self.score[seat])
        self.score[seat] += points
        self.marks.append(f"{seat.upper()}{points}/{kind}")
        if self.score[seat] == 5:
            self.awaited = ""

    # proposing, answering, exchanging

    def propose(self) -> None:
        self.awaited, self.turn = "answer", self.dealer

    def stand(self) -> None:
        self.opening = self.opening or "stood"
        self.begin_play()

    def refuse(self) -> None:
        self.opening = self.opening or "refused"
        self.begin_play()

    def accept(self) -> None:
        self.opening = "exchanged"
        self.exchanged += 1
        self.conditional = False
        self.awaited, self.turn = "elder's discard", self.elder

    def accept_if_enough(self) -> None:
        require(len(self.stock) < 10)
        self.accept()
        self.conditional = True

    def not_enough(self) -> None:
        """The elder hand takes the discard back, and the hand is played as it is."""
        require(self.conditional and len(self.stock) - len(self.thrown) < 5)
        self.cards[self.elder] |= self.thrown
        self.begin_play()

    WORDS: dict[str, dict[str, Callable[[Hand], None]]] = {
        "proposal": {"propose": propose, "stand": stand},
        "answer": {"accept": accept, "refuse": refuse, "accept_if_enough": accept_if_enough},
        "dealer's discard": {"not_enough": not_enough},
    }

    def discard(self, seat: str, thrown: set[str]) -> None:
        require(self.awaited.endswith("discard") and seat == self.turn)
        require(thrown <= self.cards[seat])
        if seat == self.elder:
            least = 1 if self.options["proposer_takes_one"] == "yes" else 0
            require(least <= len(thrown) <= len(self.stock))
            self.cards[seat] -= thrown
            self.thrown = thrown
            self.awaited, self.turn = "dealer's discard", self.dealer
            if len(thrown) == len(self.stock) and not self.conditional:
                self.draw(0)
        else:
            require(len(thrown) <= len(self.stock) - len(self.thrown))
            self.cards[seat] -= thrown
            self.draw(len(thrown))

    def draw(self, by_dealer: int) -> None:
        """The elder hand takes first."""
        for seat, number in ((self.elder, len(self.thrown)), (self.dealer, by_dealer)):
            self.cards[seat] |= set(self.stock[:number])
            del self.stock[:number]
        none_ends_it = self.options["propose_after_dealer_took_none"] == "no"
        again = self.stock and self.exchanged < self.exchanges
        if again and (by_dealer or not none_ends_it):
            self.awaited, self.turn = "proposal", self.elder
        else:
            self.begin_play()

    # the play

    def begin_play(self) -> None:
        self.awaited, self.turn = "card", self.elder

    def play(self, card: str) -> None:
        mine = self.cards[self.turn]
        allowed = mine if self.led is None else answers(mine, self.led, self.trump)
        require(card in allowed)
        self.watch_king(card)
        mine.remove(card)
        if self.led is None:
            self.led, self.turn = card, OTHER[self.turn]
            return
        if not beats(card, self.led, self.trump):
            self.turn = OTHER[self.turn]
        self.led = None
        self.tricks[self.turn] += 1
        if sum(self.tricks.values()) == 5:
            winner = max("ab", key=lambda seat: self.tricks[seat])
            self.mark_tricks(winner, self.tricks[winner] == 5)

    def watch_king(self, card: str) -> None:
        """Whether it may still be announced after this card."""
        until, by_elder = self.options["king_held_until"], self.turn == self.elder
        king = f"K{self.trump}"
        if card == king:
            self.king_by = self.turn
            kept = KING_KEPT_ELDER if by_elder else KING_KEPT_DEALER
            self.king_in_time = self.king_in_time and until in kept
        else:
            with_dealer = by_elder and king in self.cards[self.dealer]
            self.king_in_time = self.king_in_time and with_dealer and until != "opening_lead"

    def give_up(self) -> None:
        """Law 42, or the remaining tricks to the other: both come to this."""
        made = self.tricks[self.turn]
        if made >= 3:
            self.mark_tricks(self.turn, False)
        else:
            self.mark_tricks(OTHER[self.turn], made == 0)

    def mark_tricks(self, winner: str, vole: bool) -> None:
        """Law 49: two for the point against whoever stood, or refused the first proposal."""
        lost_by = {"stood": self.elder, "refused": self.dealer}.get(self.opening)
        double = vole or lost_by == OTHER[winner]
        self.awaited = ""
        self.mark(winner, 2 if double else 1, "vole" if vole else "point")


# a match

SAID = (
    "deal_first|leave_deal|propose|stand|accept|accept_if_enough|refuse|not_enough|king|mark"
    "|abandon|time"
)
ORDER = "(3-2|2-3|-)"
FROM = (
    f"from game:([1-9][0-9]?|0) rubbers:{PAIR} games:{PAIR} score:([0-4])-([0-4])"
    f" dealer:([AB?]) orders:{ORDER},{ORDER}"
)


class Match:
    """Act by act. `draws`: those that did not die, each with its place in the file."""

    def __init__(self, data: Any) -> None:
        terms = data["terms"]
        self.options = {**options_of(terms["code"]), **terms["options"]}
        self.kind, self.form = terms["format"], terms
        by_agreement = self.options["proposals"] == "one_second_by_agreement"
        self.exchanges = MOST_EXCHANGES
        if by_agreement:
            self.exchanges = 2 if terms["second_proposal"] else 1
        self.draws = [
            (place, draw) for place, draw in enumerate(data["draws"]) if draw["pack"] is not None
        ]
        self.game, self.score = 1, {"a": 0, "b": 0}
        self.rubbers, self.games = {"a": 0, "b": 0}, {"a": 0, "b": 0}
        self.dealer: str | None = None
        self.chooses: str | None = None
        self.orders: dict[str, str] = {}
        self.before: dict[str, Any] = {}
        self.hand: Hand | None = None
        self.hands: list[dict[str, Any]] = []
        self.won: list[dict[str, Any]] = []
        self.winner: str | None = None
        self.end = ""

    @property
    def in_play(self) -> bool:
        return self.hand is not None and not self.hand.over

    @property
    def current(self) -> Hand:
        """The hand in play, or the one that is over while a king turned may be marked."""
        if self.hand is None:
            raise Wrong
        return self.hand

    def act(self, line: str) -> None:
        require(not self.end)
        for pattern, done in self.ACTS.items():
            found = re.fullmatch(pattern, line)
            if found:
                done(self, *found.groups())
                return
        raise Wrong

    def take(self, kind: str) -> Any:
        require(bool(self.draws) and self.draws[0][1]["kind"] == kind)
        return self.draws.pop(0)[1]

    def cut(self, a: str, b: str) -> None:
        require(self.dealer is None and self.chooses is None)
        pack = self.take("cut")["pack"].split(" ")
        require(pack[:2] == [a, b])
        if a[0] != b[0]:
            highest = "a" if RANKS.index(a[0]) > RANKS.index(b[0]) else "b"
            if self.options["highest_cut"] == "chooses":
                self.chooses = highest
            else:
                self.dealer = highest

    def deal(self, seat: str, order: str) -> None:
        dealer = seat.lower()
        require(not self.in_play and self.dealer == dealer)
        require(self.orders.get(dealer, order) == order)
        draw = self.take("hand")
        self.before = {"score": dict(self.score), "orders": dict(self.orders)}
        self.orders[dealer] = order
        pack = draw["pack"].split(" ")
        self.hand = Hand(self.options, self.exchanges, dealer, pack, order, self.score)
        self.drawn, self.counted = draw["number"], False

    def say(self, seat: str, word: str) -> None:
        player = seat.lower()
        if word in ("deal_first", "leave_deal"):
            require(self.chooses == player)
            self.dealer = player if word == "deal_first" else OTHER[player]
            self.chooses = None
            return
        self.current.act(player, word)
        if self.current.over:
            self.hand_over(self.current)

    def discard(self, seat: str, listed: str) -> None:
        names = discarded(f"{seat}-{listed}")
        require(names is not None and self.in_play)
        self.current.discard(seat.lower(), set(names or ()))

    def annul(self) -> None:
        """The same player deals again."""
        require(self.in_play)
        self.score, self.orders = self.before["score"], self.before["orders"]
        self.hand = None

    def go_on(self, game: str, *values: str) -> None:
        require(not self.in_play)
        numbers = list(map(int, values[:6]))
        self.game = int(game)
        pairs = (numbers[:2], numbers[2:4], numbers[4:])
        self.rubbers, self.games, self.score = ({"a": a, "b": b} for a, b in pairs)
        rubbers, games = numbers[:2], numbers[2:4]
        require(self.game > sum(games))
        if self.kind == "rubber":
            require(max(games) <= self.form["games"] // 2)
            require(max(rubbers) <= self.form["rubbers"] // 2)
        else:
            require(sum(games) < self.form["games"] and rubbers == [0, 0])
        self.dealer = None if values[6] == "?" else values[6].lower()
        self.orders = {
            seat: order for seat, order in (("a", values[7]), ("b", values[8])) if order != "-"
        }
        self.chooses = self.hand = None

    def stop(self, why: str) -> None:
        self.end = why
        self.winner = {"claimed:A": "a", "claimed:B": "b"}.get(why)

    ACTS: dict[str, Callable[..., None]] = {
        f"cut:({CARD}),({CARD})": cut,
        "deal:([AB])/(3-2|2-3)": deal,
        f"([AB]) ({SAID}|{CARD})": say,
        DISCARD: discard,
        "annul": annul,
        FROM: go_on,
        f"end ({'|'.join(ENDS[1:])})": stop,
    }

    def hand_over(self, hand: Hand) -> None:
        """Its marks; a king that was turned may still be added to them."""
        if self.counted:
            self.hands.pop()
        self.counted = True
        made = {"game": self.game, "draw": self.drawn, "dealer": hand.dealer}
        self.hands.append({**made, "marks": ",".join(hand.marks), "score": pair(self.score)})
        self.dealer = hand.elder
        for seat in "ab":
            if self.score[seat] == 5:
                self.game_over(seat)

    def game_over(self, winner: str) -> None:
        lost = self.score[OTHER[winner]]
        value = (3 if lost == 0 else 2 if lost <= 2 else 1) if self.form["game_values"] else 1
        score = pair(self.score)
        self.won.append({"game": self.game, "winner": winner, "score": score, "value": value})
        self.games[winner] += 1
        self.game += 1
        self.score, self.orders, self.hand = {"a": 0, "b": 0}, {}, None
        if self.kind != "rubber":
            if sum(self.games.values()) == self.form["games"]:
                self.match_over()
        elif self.games[winner] > self.form["games"] // 2:
            self.rubbers[winner] += 1
            if self.rubbers[winner] > self.form["rubbers"] // 2:
                self.winner, self.end = winner, "played"
                return
            self.games = {"a": 0, "b": 0}
            if self.options["cut_for_deal"] == "at_each_rubber":
                self.dealer = None

    def match_over(self) -> None:
        self.end = "played"
        if self.games["a"] != self.games["b"]:
            self.winner = max("ab", key=lambda seat: self.games[seat])

    def results(self) -> dict[str, Any]:
        return {
            "hands": self.hands,
            "games": self.won,
            "games_won": pair(self.games),
            "rubbers_won": pair(self.rubbers),
            "winner": self.winner,
            "end": self.end,
        }


def pair(of: dict[str, int]) -> str:
    return f"{of['a']}-{of['b']}"


def played(data: Any) -> Match:
    match = Match(data)
    for place, act in enumerate(data["acts"]):
        try:
            match.act(act["act"])
        except Wrong:
            raise Wrong(f"acts.{place}") from None
    if not match.end:
        raise Wrong("acts")
    if match.draws:
        raise Wrong(f"draws.{match.draws[0][0]}")
    return match


def check_results_are(stated: Any, made: Any) -> None:
    for key in RESULTS.split():
        if key in ("hands", "games"):
            for place in range(max(len(stated[key]), len(made[key]))):
                if stated[key][place : place + 1] != made[key][place : place + 1]:
                    raise Wrong(f"results.{key}.{place}")
        elif stated[key] != made[key]:
            raise Wrong(f"results.{key}")


# all together


def verify(content: bytes) -> list[Check]:
    """Each check with its outcome; where the form is wrong there is only that one."""
    try:
        data = read(content)
    except Wrong as wrong:
        return [("format", False, wrong.place)]
    checks = [
        ("format", True, ""),
        outcome("hash", lambda: check_hash(content)),
        outcome("chain_s", lambda: check_server(data)),
        outcome("chain_a", lambda: check_player(data, "a")),
        outcome("chain_b", lambda: check_player(data, "b")),
        outcome("draws", lambda: check_draws(data)),
        outcome("packs", lambda: check_packs(data)),
        outcome("heads", lambda: check_heads(data)),
    ]
    try:
        made = played(data).results()
    except Wrong as wrong:
        return [*checks, ("acts", False, wrong.place), ("results", False, "results")]
    results = outcome("results", lambda: check_results_are(data["results"], made))
    return [*checks, ("acts", True, ""), results]


def outcome(name: str, check: Callable[[], None]) -> Check:
    try:
        check()
    except Wrong as wrong:
        return name, False, wrong.place
    return name, True, ""


def sentence(name: str, passed: bool, place: str) -> str:
    right, wrong = CHECKS[name]
    if passed:
        return f"  ok   {right}"
    return f"WRONG  {wrong}" + (f" See {place}." if place else "")


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("Name the file of one transcript: python verify.py FILE")
        return 1
    try:
        with open(arguments[0], "rb") as file:
            content = file.read()
    except OSError as error:
        print(f"{arguments[0]} cannot be read: {error.strerror}. Name another file.")
        return 1
    checks = verify(content)
    for check in checks:
        print(sentence(*check))
    right = all(passed for _name, passed, _place in checks)
    print()
    print("Every check passed." if right else "This transcript is not right.")
    print(NOT_PROVED)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
