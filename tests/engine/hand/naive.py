"""A second account of what may be done in a hand, from the printed rules alone.

It shares nothing with the engine but the way a log is written: here a card is its name, a
discard a frozenset of names, a word a text. `Scribe` is told what was done and keeps it all in
plain lists; `options` reads the rules out one after another.
"""

from itertools import combinations

ORDER = "789TAJQK"
SUITS = "CDHS"
Move = str | frozenset[str]


def beats(card: str, other: str, trump: str) -> bool:
    if card[1] == other[1]:
        return ORDER.index(card[0]) > ORDER.index(other[0])
    return card[1] == trump


def to_follow(hand: set[str], led: str, trump: str) -> set[str]:
    """Every card, less those that some obligation forbids."""
    allowed = set(hand)
    same_suit = {card for card in hand if card[1] == led[1]}
    if same_suit:
        # "The second to play to a trick must follow suit if able"
        allowed &= same_suit
    winning = {card for card in allowed if beats(card, led, trump)}
    if winning:
        # "and must win the trick if he can"; so, "if you can't follow suit, you must trump in"
        allowed &= winning
    return allowed


class Scribe:
    """One hand. `rules` is the name of a code; `agreed`: on a second proposal."""

    def __init__(self, rules: str, pack: list[str], first: int, agreed: bool) -> None:
        self.rules, self.agreed = rules, agreed
        second = 5 - first
        stock = list(pack)
        self.elder = {stock.pop(0) for _ in range(first)}
        self.dealer = {stock.pop(0) for _ in range(first)}
        self.elder |= {stock.pop(0) for _ in range(second)}
        self.dealer |= {stock.pop(0) for _ in range(second)}
        self.turned = stock.pop(0)
        self.trump = self.turned[1]
        self.king = "K" + self.trump
        self.stock = stock
        self.words: list[str] = []
        self.thrown: list[tuple[int, str, frozenset[str]]] = []
        self.table: list[tuple[str, str]] = []
        self.won = {"elder": 0, "dealer": 0}
        self.marked = False
        self.finished = False

    # what the rules allow

    def options(self, game_over: bool = False) -> set[Move]:
        if game_over:
            return set()
        found: set[Move] = set()
        if self.turned == self.king and not self.marked:
            found.add("mark")
        if self.finished:
            return found
        if self.may_announce():
            found.add("king")
        return found | self.on_turn()

    def on_turn(self) -> set[Move]:
        doing = self.doing()
        if doing == "say":
            return {"propose", "stand"}
        if doing == "answer":
            # ten cards are the most that two players can exchange
            sure = len(self.stock) >= 10
            return {"accept", "refuse"} if sure else {"accept", "accept_if_enough", "refuse"}
        if doing == "elder throws":
            # Foster: the proposer must take at least one card
            return set(self.choices(self.elder, 1, len(self.stock)))
        if doing == "dealer throws":
            asked = len(self.thrown[-1][-1])
            left = len(self.stock) - asked
            found: set[Move] = set(self.choices(self.dealer, 0, left))
            if self.words[-1] == "accept_if_enough" and left < 5:
                found.add("not_enough")
            return found
        return self.cards() | {"abandon"}

    def choices(self, hand: set[str], least: int, most: int) -> list[frozenset[str]]:
        return [
            frozenset(some)
            for number in range(least, min(most, 5) + 1)
            for some in combinations(hand, number)
        ]

    def cards(self) -> set[Move]:
        if len(self.table) % 2 == 0:
            return set(self.hand_of(self.leader()))
        who, led = self.table[-1]
        return set(to_follow(self.hand_of(self.other(who)), led, self.trump))

    def doing(self) -> str:
        """What has to be done next, before the cards are played or while they are."""
        if self.table or any(word in self.words for word in ("stand", "refuse", "not_enough")):
            return "play"
        if not self.words:
            return "say"
        if self.words[-1] == "propose":
            return "answer"
        if self.thrown_since() == 0:
            return "elder throws"
        if self.thrown_since() == 1 and not self.dealer_must_play():
            return "dealer throws"
        return "say" if self.may_propose() else "play"

    def rounds(self) -> int:
        return self.words.count("accept") + self.words.count("accept_if_enough")

    def thrown_since(self) -> int:
        """Discards since the last acceptance."""
        return [number for number, _who, _cards in self.thrown].count(self.rounds())

    def dealer_must_play(self) -> bool:
        """Law 38: nothing is left when the elder hand has what he asked for."""
        plain = self.words[-1] == "accept"
        return plain and len(self.stock) == 0

    def may_propose(self) -> bool:
        if not self.stock:
            return False
        if self.rules == "household":
            return self.rounds() < (2 if self.agreed else 1)
        if self.rules == "modern":
            # "If the dealer exchanges any cards, the opponent has the option of proposing"
            _number, who, cards = self.thrown[-1]
            return who == "dealer" and len(cards) > 0
        return True

    def may_announce(self) -> bool:
        if self.marked or self.turned == self.king:
            return False
        for who in ("elder", "dealer"):
            first = next((card for player, card in self.table if player == who), None)
            if self.king in self.hand_of(who) and first is None:
                if self.rules != "modern":
                    return True
                # "After the exchange and before play begins"
                return self.doing() == "play" and not self.table
            # the king led, or first played by the dealer, and nothing has happened since
            if first == self.king and self.table[-1] == (who, first):
                # "If played in the first trick, it must be announced before it is played to."
                if self.rules == "household":
                    return who == "elder"
                return self.rules in ("london", "britannica")
        return False

    # what is done

    def done(self, move: Move) -> None:
        if isinstance(move, frozenset):
            self.throws(move)
        elif move in ("mark", "king"):
            self.marked = True
        elif move == "abandon":
            self.finished = True
        elif len(move) == 2:
            self.plays(move)
        else:
            self.says(move)

    def says(self, word: str) -> None:
        self.words.append(word)
        if word == "not_enough":
            _number, _who, cards = self.thrown.pop()
            self.elder |= cards

    def throws(self, cards: frozenset[str]) -> None:
        doing = self.doing()
        who = doing.split()[0]
        self.thrown.append((self.rounds(), who, cards))
        if who == "elder":
            self.elder -= cards
            if self.words[-1] == "accept" and len(cards) == len(self.stock):
                self.fill(self.elder)
            return
        self.dealer -= cards
        self.fill(self.elder)
        self.fill(self.dealer)

    def fill(self, hand: set[str]) -> None:
        while len(hand) < 5:
            hand.add(self.stock.pop(0))

    def plays(self, card: str) -> None:
        following = len(self.table) % 2 == 1
        who = self.other(self.table[-1][0]) if following else self.leader()
        self.hand_of(who).remove(card)
        self.table.append((who, card))
        if following:
            self.won[self.winner(self.table[-2], self.table[-1])] += 1
        self.finished = len(self.table) == 10

    def leader(self) -> str:
        """Who leads to a new trick: who won the last."""
        return self.winner(self.table[-2], self.table[-1]) if self.table else "elder"

    def winner(self, led: tuple[str, str], answer: tuple[str, str]) -> str:
        return answer[0] if beats(answer[1], led[1], self.trump) else led[0]

    def other(self, who: str) -> str:
        return "dealer" if who == "elder" else "elder"

    def hand_of(self, who: str) -> set[str]:
        return self.elder if who == "elder" else self.dealer
