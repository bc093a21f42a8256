"""The faces of the cards: what is drawn of each, and how a page calls it."""

import gzip
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils import translation

from games.engine.cards import NAMES, PACK, card, name
from games.matches.card_faces.ink import PLACES, SHAPES, STROKES
from games.matches.card_faces.sprite import sprite, symbol
from games.matches.labels import hands as cards

SVG = "{http://www.w3.org/2000/svg}"
WRITTEN = Path("static/svg/faces.svg")
TURNED_IS_THE_SAME = ("8", "9", "T")


def drawing() -> ElementTree.Element:
    return ElementTree.fromstring(sprite())  # noqa: S314  (our own)


def shown(source: str, **values: object) -> str:
    return Template("{% load matches %}" + source).render(Context(values))


def test_the_file_that_is_served_is_what_the_drawing_makes() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == sprite()


def test_it_is_whole_and_small_enough_for_a_page_of_cards() -> None:
    """One file is fetched once; a page of ten cards adds ten references."""
    assert drawing().tag == f"{SVG}svg"
    assert len(gzip.compress(sprite().encode())) < 12_000
    assert len(shown("{% card one %}" * 10, one=card("KH"))) < 2_000


def test_whatever_it_refers_to_is_in_it_and_nothing_is_there_twice() -> None:
    tree = drawing()
    ids = Counter(one.attrib["id"] for one in tree.iter() if "id" in one.attrib)
    asked = {one.attrib["href"] for one in tree.iter(f"{SVG}use")}
    assert asked <= {f"#{known}" for known in ids}
    assert set(ids.values()) == {1}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", ["", "small-"])
def test_every_card_has_a_symbol_of_its_own(language: str, size: str) -> None:
    tree = drawing()
    known = {one.attrib["id"] for one in tree.iter(f"{SVG}symbol")}
    asked = [size + symbol(one, language) for one in NAMES]
    assert len(set(asked)) == 32
    assert set(asked) <= known


def test_the_corner_is_in_the_language_of_the_page() -> None:
    names = [symbol(one, "fr") for one in ("JS", "QS", "KS", "AS", "TS", "7S")]
    assert names == ["VS", "DS", "RS", "AS", "TS", "7S"]
    assert symbol("KS", "en") == "KS"
    assert {symbol(one, "de")[0] for one in NAMES} == set("789TAJQK")


@pytest.mark.parametrize(("rank", "pips"), [("7", 7), ("8", 8), ("9", 9), ("T", 10)])
def test_a_plain_card_shows_as_many_pips_as_it_is_worth(rank: str, pips: int) -> None:
    places = PLACES[rank]
    assert len(places) == len(set(places)) == pips
    assert {(300 - x, y) for x, y in places} == set(places)


@pytest.mark.parametrize("rank", TURNED_IS_THE_SAME)
def test_a_plain_card_turned_about_is_the_same_card(rank: str) -> None:
    """But for the one pip in the middle of the nine. The seven has one above and none below."""
    assert {(300 - x, 420 - y) for x, y in PLACES[rank]} == set(PLACES[rank])


def test_pips_do_not_lie_upon_each_other() -> None:
    for places in PLACES.values():
        for x, y in places:
            others = [(abs(x - a), abs(y - b)) for a, b in places if (a, b) != (x, y)]
            assert all(across > 48 or down > 38 for across, down in others)


def test_suits_are_four_shapes_and_indices_are_of_one_weight() -> None:
    assert len(set(SHAPES.values())) == 4
    drawn = re.findall(r'<g id="index-\w+">(.*?)</g>', sprite())
    assert len(drawn) == len(STROKES)
    assert len({re.search('stroke-width="([^"]+)"', one)[1] for one in drawn}) == 1  # type: ignore[index]


def test_each_court_holds_or_wears_what_no_other_of_its_colour_does() -> None:
    halves = re.findall(r'<g id="half-(\w\w)">(.*?)</g>\n', sprite())
    assert len(halves) == len({drawn for _name, drawn in halves}) == 12


def test_a_card_is_called_by_its_name() -> None:
    assert cards.card_name(card("KH")) == "king of hearts"
    assert cards.card_name(card("TD")) == "ten of diamonds"
    assert len({cards.card_name(one) for one in PACK}) == 32
    assert cards.suit_name(3) == "spades"


def test_a_page_shows_it_with_its_name_and_in_its_colour() -> None:
    king = shown("{% card one %}", one=card("KH"))
    assert 'role="img" aria-label="king of hearts"' in king
    assert 'class="card card-red"' in king
    assert re.search(r'href="/static/svg/faces[^"]*\.svg#KH"', king)
    assert 'class="card"' in shown("{% card one %}", one=card("KS"))
    assert "#small-KS" in shown("{% card one 'small' %}", one=card("KS"))
    assert shown("{{ one|card_name }}", one=card("AC")) == "ace of clubs"


def test_a_french_page_shows_roi_dame_and_valet() -> None:
    with translation.override("fr"):
        assert "#RH" in shown("{% card one %}", one=card("KH"))
        assert "#small-VH" in shown("{% card one 'small' %}", one=card("JH"))


def test_a_card_that_nobody_knows_is_shown_by_its_back() -> None:
    back = shown("{% card one %}", one=None)
    assert "#back" in back
    assert 'aria-label="an unknown card"' in back


def test_red_is_hearts_and_diamonds() -> None:
    red = {name(one)[1] for one in PACK if "card-red" in shown("{% card one %}", one=one)}
    assert red == set("DH")
