"""The verifiable deal: published vectors, links worked with hashlib alone, words worked by hand."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import fair_deal
from games.engine.cards import NAMES, PACK
from games.engine.hand.state import Cut

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "transcripts" / "deal-v1.json").read_text(encoding="utf-8")
)
links = st.binary(min_size=32, max_size=32)


def test_the_vectors_give_their_packs() -> None:
    assert len(VECTORS["hands"]) == 12
    for draw in VECTORS["hands"]:
        server, a, b = (bytes.fromhex(draw[chain]) for chain in "sab")
        made = fair_deal.pack(server, a, b, match=VECTORS["match"], number=draw["hand"])
        assert [NAMES[card] for card in made] == draw["pack"]


@pytest.mark.parametrize("chain", ["s", "a", "b"])
def test_the_vectors_links_follow_each_other(chain: str) -> None:
    before = bytes.fromhex(VECTORS["commit"][chain])
    for draw in VECTORS["hands"]:
        link = bytes.fromhex(draw[chain])
        assert fair_deal.follows(link, before)
        assert not fair_deal.follows(before, link)
        before = link


def test_a_link_that_was_missing_is_stepped_over() -> None:
    first, third = (bytes.fromhex(VECTORS["hands"][draw]["a"]) for draw in (0, 2))
    assert fair_deal.follows(third, first, steps=2)
    assert not fair_deal.follows(third, first)


def test_a_chain_of_three_links_by_hand() -> None:
    seed = bytes(range(32))
    one = sha256(b"ecarte-chain-1" + seed).digest()
    two = sha256(b"ecarte-chain-1" + one).digest()
    end = sha256(b"ecarte-chain-1" + two).digest()
    assert fair_deal.chain_end(seed, links=3) == end
    assert [fair_deal.draw_link(seed, number, links=3) for number in (1, 2, 3)] == [two, one, seed]


@pytest.mark.parametrize("number", [-1, 0, 1025])
def test_a_chain_has_as_many_links_as_it_was_made_with(number: int) -> None:
    with pytest.raises(ValueError, match=str(number)):
        fair_deal.draw_link(bytes(32), number)


@given(links, st.integers(1, 1024))
def test_every_link_leads_to_the_end(seed: bytes, number: int) -> None:
    link = fair_deal.draw_link(seed, number)
    assert fair_deal.follows(link, fair_deal.chain_end(seed), steps=number)


@given(links, links, links, st.text("0123456789", min_size=1), st.integers(1, 1024))
def test_a_pack_is_a_whole_pack(s: bytes, a: bytes, b: bytes, match: str, number: int) -> None:
    assert sorted(fair_deal.pack(s, a, b, match=match, number=number)) == list(PACK)


@given(st.lists(links, min_size=4, max_size=4, unique=True))
def test_every_part_decides_the_pack(parts: list[bytes]) -> None:
    s, a, b, other = parts
    pack = fair_deal.pack
    packs = {
        pack(s, a, b, match="1", number=11),
        pack(s, a, other, match="1", number=11),
        pack(s, other, b, match="1", number=11),
        pack(other, a, b, match="1", number=11),
        pack(s, b, a, match="1", number=11),
        pack(s, a, b, match="11", number=1),
        pack(s, a, fair_deal.NO_LINK, match="1", number=11),
    }
    assert len(packs) == 7


def test_a_word_that_would_favour_low_cards_is_skipped() -> None:
    """2³² is 31 · 138,547,332 + 4: the four words from 4,294,967,292 on would be too many."""
    words = iter([4_294_967_295, 4_294_967_292, 4_294_967_291, 5])
    assert fair_deal.below(31, words) == 30
    assert list(words) == [5]


def test_no_word_is_skipped_where_all_numbers_are_as_likely() -> None:
    assert fair_deal.below(32, iter([2**32 - 1])) == 31


def test_the_cut_is_the_two_cards_on_top() -> None:
    """The second pack of the vectors begins with the eights of diamonds and spades."""
    pack = tuple(NAMES.index(name) for name in VECTORS["hands"][1]["pack"])
    assert fair_deal.cut_of(pack) == Cut(NAMES.index("8D"), NAMES.index("8S"))  # type: ignore[arg-type]


def test_acts_are_chained_from_nothing() -> None:
    first = sha256(b"ecarte-act-1" + bytes(32) + b"deal:A/3-2").digest()
    second = sha256(b"ecarte-act-1" + first + b"B propose").digest()
    head = fair_deal.act_hash(fair_deal.FIRST_HEAD, "deal:A/3-2")
    assert head == first
    assert fair_deal.act_hash(head, "B propose") == second
