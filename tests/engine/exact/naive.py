"""Écarté's play written a second time, from the laws alone: names of cards, sets, plain minimax."""

from functools import lru_cache

HIGHEST_FIRST = "KQJAT987"


def wins(answer: str, led: str, trump: str) -> bool:
    """`trump` is the letter of a suit."""
    if answer[1] == led[1]:
        return HIGHEST_FIRST.index(answer[0]) < HIGHEST_FIRST.index(led[0])
    return answer[1] == trump


def allowed(hand: frozenset[str], led: str, trump: str) -> frozenset[str]:
    """Law 43 and Britannica: follow suit, and win the trick if able; so trump when void."""
    suited = frozenset(card for card in hand if card[1] == led[1])
    trumps = frozenset(card for card in hand if card[1] == trump)
    winning = frozenset(card for card in suited if wins(card, led, trump))
    return winning or suited or trumps or hand


@lru_cache(maxsize=100_000)
def leader_tricks(leader: frozenset[str], follower: frozenset[str], trump: str) -> int:
    return max((of_lead(leader, follower, trump, led) for led in leader), default=0)


def of_lead(leader: frozenset[str], follower: frozenset[str], trump: str, led: str) -> int:
    """The leader's tricks, having led that card of his."""
    kept = leader - {led}
    return min(
        of_answer(kept, follower, trump, led, card) for card in allowed(follower, led, trump)
    )


def of_answer(
    leader: frozenset[str], follower: frozenset[str], trump: str, led: str, card: str
) -> int:
    """The leader's tricks, the card led out of his hand and answered with one of the follower's."""
    kept = follower - {card}
    if wins(card, led, trump):
        return len(kept) - leader_tricks(kept, leader, trump)
    return 1 + leader_tricks(leader, kept, trump)
