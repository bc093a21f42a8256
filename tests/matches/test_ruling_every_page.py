"""Every ruling of two codes through its page, and what the pad makes of it; by whom it may be."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from games.engine.codes import CODES
from games.engine.rulings.book import CULPRITS
from games.engine.rulings.ids import Culprit
from games.evenings.authentication import SESSION_KEY
from games.laws.views.ruling_page import MENDED
from games.matches.labels.rulings import CHOICES, CONSEQUENCES
from games.matches.models import Match
from games.matches.selectors.reading import read
from games.matches.services.matches import MatchTerms
from tests.laws.ruling_table import record_of
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, open_house
from tests.support.clubrooms import undone
from tests.support.depth import each
from tests.support.every_ruling import Way, every_way
from tests.support.scene import scene

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]
FIRST = {"dealer": "b", "king": "nobody", "opening": "exchanged", "tricks": "3-2"}


def begun(code: str) -> tuple[House, Match, Browser]:
    """Ann deals the second hand."""
    house = open_house()
    match = house.match(terms=MatchTerms(format="one_game", games=1, code=code))
    ann = Browser(house, "ann")
    goes(ann.mark(match, {**FIRST, **ann.pad(match)}))
    return house, match, ann


def address(match: Match, way: Way) -> str:
    said = {"what": way.what.value, **dict(way.facts)}
    if CULPRITS[way.what] is Culprit.EITHER:
        said["offender"] = "b"
    return f"matches/{match.pk}/ruling/?{urlencode(said)}"


def notes(text: str) -> list[str]:
    return [unescape(one) for one in re.findall(r'<a class="button" href="([^"]*)"', text)]


@pytest.mark.parametrize("code", ["london", "britannica"])
def test_every_ruling_has_its_page_and_is_marked_with_the_hand(code: str) -> None:
    """Where the hand goes on, it is entered with it, read with it, and taken back with it; usually,
    by one of the choices of each."""
    _house, match, ann = begun(code)
    tried = 0
    every = [way for way in every_way(CODES[code]) if way.what not in MENDED]
    for number, way in enumerate(each(2, every, first=code == "london")):
        text = page(ann.get(address(match, way)))
        _shows_its_choices(text, way)
        offered = notes(text)
        for note in each(max(1, len(offered)), offered, first=number % max(1, len(offered))):
            with undone(note):
                _marked_and_taken_back(ann, match, way, note)
            tried += 1
    assert tried > len(CODES[code].options())


def _shows_its_choices(text: str, way: Way) -> None:
    assert len(re.findall("<h1", text)) == 1
    for one in way.decided.choices:
        assert f"<h3>{CHOICES[one.choice]}</h3>" in text
        assert all(str(CONSEQUENCES[each]) in text for each in one.consequences)
    over = len(re.findall(r'name="choice"', text))
    assert over + len(notes(text)) == len(way.decided.choices)


def _marked_and_taken_back(ann: Browser, match: Match, way: Way, note: str) -> None:
    form = page(ann.get(note)).split('id="hand"')[1].split("<fieldset")[0]
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    sent = {**hidden, "king": "nobody", "opening": _opening(way), "tricks": "2-3"}
    goes(ann.mark(match, sent))
    found = read(Match.objects.get(pk=match.pk))
    assert len(found.state.lines) == 2
    (ruling,) = record_of(found.state.lines[-1]).rulings
    assert ruling.irregularity is way.what
    assert ruling.law in {one.law for one in way.decided.choices}
    undo = {"key": "taken-back", "version": str(found.match.version)}
    goes(ann.post(f"matches/{match.pk}/pad/undo/", undo))
    (first,) = read(Match.objects.get(pk=match.pk)).state.lines
    assert not record_of(first).rulings


def _opening(way: Way) -> str:
    """Who had played when it was found out had exchanged nothing."""
    return "stood" if "played" in dict(way.facts).values() else "exchanged"


def test_britannica_takes_nothing_off_after_a_revoke() -> None:
    """ "The adversary may correct score and have hand replayed", and no word of one less."""
    _house, match, ann = begun("britannica")
    text = page(ann.get(f"matches/{match.pk}/ruling/?what=revoke&offender=b&led_since=yes"))
    assert "marks one less" not in text
    assert "Britannica 1911" in text
    assert "Law 43, Revoking, or not winning the trick." in text


def test_modern_knows_no_penalty_of_its_own_for_a_false_king() -> None:
    """Its text is silent, so law 25 decides, and asks what it rests on."""
    _house, match, ann = begun("modern")
    way = f"matches/{match.pk}/ruling/?what=false_king&offender=b"
    penalty = {"": False, "&error_declared=no&adversary_held_king=no": True}
    penalty |= {"&error_declared=yes": False, "&error_declared=no&adversary_held_king=yes": False}
    for facts, is_due in penalty.items():
        text = page(ann.get(f"{way}{facts}"))
        assert "law 25" in text
        assert "modern rules" not in text
        assert ("There is no penalty." in text) is (bool(facts) and not is_due)
        assert ("marks one less" in text) is is_due


def test_a_phone_at_the_table_rules_too(house: House) -> None:
    """Let in by the table's code, it enters what the players of this table chose, and no other."""
    here = scene(house)
    phones = []
    for table in here.evening.tables.order_by("pk"):
        browser = Browser(house)
        session = browser.client.session
        session[SESSION_KEY] = table.phones.get().pk
        session.save()
        phones.append(browser)
    at_it, elsewhere = phones
    way = f"matches/{here.match.pk}/ruling/?what=pack_incorrect"
    sent = {"version": "1", "key": "phone", "choice": "fresh_deal"}
    assert elsewhere.post(way, sent).status_code in (403, 404)
    goes(at_it.post(way, sent))
    line = read(Match.objects.get(pk=here.match.pk)).state.lines[-1]
    assert line.void


def test_signed_out_one_comes_back_to_the_question() -> None:
    house, match, _ann = begun("london")
    way = f"matches/{match.pk}/ruling/?what=revoke&offender=b"
    to = goes(Browser(house).get(way))
    assert to.startswith("/account/login/")
    assert "what%3Drevoke" in to


def test_in_french_it_is_asked_in_french() -> None:
    _house, match, ann = begun("london")
    way = f"matches/{match.pk}/ruling/?what=revoke&offender=b"
    text = page(ann.get(way, **{"Accept-Language": "fr"}))
    assert "Oui" in text
    assert "article 43" in text


def test_the_match_of_another_club_is_nowhere() -> None:
    _house, match, ann = begun("london")
    page(ann.get(f"/clubs/elsewhere/matches/{match.pk}/ruling/"), 404)


def test_what_is_noted_twice_is_shown_twice_and_taken_off_one_by_one() -> None:
    _house, match, ann = begun("london")
    text = page(ann.get(f"matches/{match.pk}/ruling/?what=discard_looked_at&offender=b"))
    pad = page(ann.get(notes(text)[0]))
    again = re.findall(r'class="pad-wrong" href="([^"]*)"', pad)[0]
    more = page(ann.get(f"{unescape(again)}&what=number_not_told"))
    both = page(ann.get(notes(more)[0]))
    off = re.findall(r'<a\s+href="([^"]*)">Remove</a>', both)
    assert len(off) == 2
    left = page(ann.get(unescape(off[0])))
    assert "does not say how many cards were taken" in left
    assert "looked at discarded cards" not in left
