"""The verifiable deal `ecarte-deal-1`: chains of links, the pack of a draw, the chain of acts.

Nothing is random here. The server and each player make a seed of 32 random bytes; everything else
follows from the three seeds, the match's id and the draw's number. docs/deal.md describes it.
"""

from collections.abc import Iterator
from hashlib import sha256
from hmac import digest
from typing import Final

from .cards import PACK, Card
from .hand.state import Cut

LINKS: Final = 1024
"""Of a chain; more than any match draws."""
NO_LINK: Final = b""
"""A robot's, which has no chain: the pack is the server's and the one player's."""
FIRST_HEAD: Final = bytes(32)
"""Before the first act."""

_CHAIN: Final = b"ecarte-chain-1"
_ACT: Final = b"ecarte-act-1"
_WORDS: Final = 2**32


def hashed(link: bytes, times: int = 1) -> bytes:
    """What the link leads to, nearer the published end."""
    for _ in range(times):
        link = sha256(_CHAIN + link).digest()
    return link


def chain_end(seed: bytes, links: int = LINKS) -> bytes:
    """To be published before any link is opened; itself it is never drawn with."""
    return hashed(seed, links)


def draw_link(seed: bytes, number: int, links: int = LINKS) -> bytes:
    """The chain's link for its first draw, its second …, each the step before the last one.

    `number` counts the draws of this chain from 1: a chain that holds from draw 7 opens its first
    link there. Raises: ValueError when the chain has no more links.
    """
    if not 1 <= number <= links:
        raise ValueError(number)
    return hashed(seed, links - number)


def follows(link: bytes, previous: bytes, steps: int = 1) -> bool:
    """Whether the link leads to the one opened before it, or to the published end.

    `steps`: draws since then, more than one where this chain's link was missing in some.
    """
    return hashed(link, steps) == previous


def pack(server: bytes, a: bytes, b: bytes, *, match: str, number: int) -> tuple[Card, ...]:
    """From the top; `number` is the draw's in the match. A robot's link is `NO_LINK`."""
    text = f"ecarte-deal-1\n{match}\n{number}\n{a.hex()}\n{b.hex()}\n"
    words = _words(digest(server, text.encode(), "sha256"))
    cards = list(PACK)
    for place in range(len(cards) - 1, 0, -1):
        other = below(place + 1, words)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _words(key: bytes) -> Iterator[int]:
    """32 bits each, without end."""
    counter = 0
    while True:
        block = digest(key, counter.to_bytes(4, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(limit: int, words: Iterator[int]) -> int:
    """From the next word below the greatest multiple of `limit`, so that all are as likely."""
    fair = _WORDS - _WORDS % limit
    return next(word for word in words if word < fair) % limit


def cut_of(cards: tuple[Card, ...]) -> Cut:
    """Of a draw that is cut for deal; equal ranks take the next draw."""
    return Cut(cards[0], cards[1])


def act_hash(head: bytes, act: str) -> bytes:
    """The head of the chain with one more act, as `transcripts.acts.seen_text` has it."""
    return sha256(_ACT + head + act.encode()).digest()
