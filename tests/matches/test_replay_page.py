"""The page of a hand that was told card by card, without any script."""

import re

import pytest

from ecarte_club.clubs.models import NameVisibility
from games.matches.models import Match
from tests.site.pages import HTMX, Browser, page
from tests.support.clubhouse import House, read
from tests.support.told_hands import LOST, VOLE

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

CARD = re.compile(r'role="img" aria-label="([^"]+)"')


@pytest.fixture
def match(house: House) -> Match:
    found = house.match()
    house.api("scorer").enter(found.pk, {"notation": VOLE.text})
    return found


@pytest.fixture
def visitor(house: House) -> Browser:
    return Browser(house, "ann")


def at(visitor: Browser, match: Match, query: str = "", **headers: str) -> str:
    """The page, with its lines and indents as one space, as a browser shows them."""
    return " ".join(page(visitor.get(f"matches/{match.pk}/hands/1/{query}", **headers)).split())


def part(text: str, seat: str) -> list[str]:
    """The cards of a player's hand."""
    side = text[text.index(f'seat seat-{seat}"') :]
    fan = side[side.index('<ul class="fan"') : side.index("</ul>")]
    return CARD.findall(fan)


def told(text: str) -> str:
    found = re.search(r'<p class="replay-told">(.*?)</p>', text)
    assert found
    return re.sub(r"<[^>]+>", "", found[1]).strip()


def test_it_begins_with_the_deal(match: Match, visitor: Browser) -> None:
    text = at(visitor, match)
    assert told(text) == "Ann deals, and turns up: king of spades. Step 0 of 18"
    assert part(text, "near") == [
        "queen of spades",
        "knave of spades",
        "ace of spades",
        "ace of diamonds",
        "eight of hearts",
    ]
    assert len(part(text, "far")) == 5
    assert "Stock: 21 cards" in text
    assert "Trumps: spades" in text


def test_links_lead_step_by_step_without_a_script(match: Match, visitor: Browser) -> None:
    """Whoever follows Forward comes through every step, and whoever follows Back returns."""
    query, seen = "", []
    for _step in range(19):
        text = at(visitor, match, query)
        seen.append(told(text))
        found = re.search(r'id="step-forward" href="([^"]+)"', text)
        assert found
        query = found[1]
    assert len(set(seen)) == 19
    assert seen[-1].startswith("Ann plays: nine of spades.") or "seven of hearts" in seen[-1]
    assert query == "?step=18"
    back = re.search(r'id="step-back" href="([^"]+)"', at(visitor, match, query))
    assert back
    assert back[1] == "?step=17"


def test_a_step_that_is_none_is_the_nearest_that_is(match: Match, visitor: Browser) -> None:
    assert "Step 18 of 18" in told(at(visitor, match, "?step=999"))
    for nonsense in ("-1", "x", "", "1.5"):
        assert "Step 0 of 18" in told(at(visitor, match, f"?step={nonsense}"))
    assert "Step 0 of 18" in told(at(visitor, match, "?view=nobody"))


def test_ways_that_lead_nowhere_say_so(match: Match, visitor: Browser) -> None:
    first, last = at(visitor, match), at(visitor, match, "?step=18")
    resting = re.compile(r'id="step-(\w+)"[^>]*aria-disabled="true"')
    assert resting.findall(first) == ["first", "back"]
    assert resting.findall(last) == ["forward", "last"]


def test_marks_are_told_as_they_are_made_with_their_law(match: Match, visitor: Browser) -> None:
    assert told(at(visitor, match, "?step=1")).startswith(
        "Ann marks the king turned. Ann turned the king and marks one (law 47)."
    )
    assert "Ann made the vole and marks two (law 48)." in told(at(visitor, match, "?step=18"))
    trail = at(visitor, match, "?step=18")
    assert [figure for figure in ("0–0", "1–0", "3–0") if figure in trail] == ["0–0", "1–0", "3–0"]


def test_the_word_of_the_notation_that_is_on_is_marked(match: Match, visitor: Browser) -> None:
    text = at(visitor, match, "?step=9")
    assert re.findall(r'aria-current="step">([^<]+)</a>', text) == ["KH"]
    assert told(text).startswith("Bob leads: king of hearts.")


def test_from_one_seat_the_other_hand_is_shown_by_its_back(match: Match, visitor: Browser) -> None:
    """And his discards are not told; what he plays is seen by everybody."""
    text = at(visitor, match, "?view=a")
    assert set(part(text, "far")) == {"an unknown card"}
    assert "queen of spades" in part(text, "near")
    turned = at(visitor, match, "?view=b")
    assert set(part(turned, "far")) == {"an unknown card"}
    assert "king of hearts" in part(turned, "near")
    assert told(at(visitor, match, "?step=4&view=a")).startswith("Bob discards 3 cards. Step")
    assert "cards: ten of diamonds" in told(at(visitor, match, "?step=4"))
    assert "king of hearts" in told(at(visitor, match, "?step=9&view=a"))


def test_from_one_seat_the_notation_tells_no_more_than_is_known_there(
    match: Match, visitor: Browser
) -> None:
    def written(query: str) -> str:
        block = re.search(r'<p class="notation".*?</p>', at(visitor, match, query))
        assert block
        return re.sub("<[^>]+>", "", block[0])

    assert "B:TS,KH,TD,7D,9C" in written("")
    assert "9S 7H" in written("?step=0"), "with all cards seen the whole hand can be read"
    seen = written("?step=4&view=a")
    assert ("B:5?" in seen, "A:QS,JS,AS,AD,8H" in seen, "B-3?" in seen) == (True, True, True)
    assert "QS /A" not in seen, "what is still to come is not told"
    assert written("?step=9&view=a").rstrip(" <p>/").endswith("stand KH")


def test_the_view_is_kept_from_step_to_step(match: Match, visitor: Browser) -> None:
    text = at(visitor, match, "?step=3&view=b")
    assert 'id="step-forward" href="?step=4&view=b"' in text


def test_htmx_gets_the_table_alone_and_what_is_to_be_announced(
    match: Match, visitor: Browser
) -> None:
    text = at(visitor, match, "?step=9", **HTMX)
    assert "<html" not in text
    found = re.search(r'<p id="told" hx-swap-oob="innerHTML">(.*?)</p>', text)
    assert found
    assert found[1].strip().startswith("Bob leads: king of hearts.")
    assert 'hx-swap-oob="innerHTML"' not in at(visitor, match, "?step=9")


def test_a_whole_page_of_it_is_light(match: Match, visitor: Browser) -> None:
    for step in (0, 9, 18):
        text = page(visitor.get(f"matches/{match.pk}/hands/1/?step={step}"))
        assert len(text) < 30_000


def test_the_match_page_leads_there(match: Match, visitor: Browser) -> None:
    assert f'/matches/{match.pk}/hands/1/"' in page(visitor.get(f"matches/{match.pk}/"))


def test_a_hand_that_was_only_summed_up_has_no_such_page(house: House, visitor: Browser) -> None:
    found = house.match()
    house.api("scorer").enter(
        found.pk, {"dealer": "a", "opening": "stood", "tricks": {"a": 3, "b": 2}}
    )
    assert visitor.get(f"matches/{found.pk}/hands/1/").status_code == 404
    assert visitor.get(f"matches/{found.pk}/hands/7/").status_code == 404
    assert "/hands/1/" not in page(visitor.get(f"matches/{found.pk}/"))


def test_one_that_was_corrected_is_still_to_be_seen_and_marks_nothing(
    house: House, match: Match, visitor: Browser
) -> None:
    body = {"hand": {"opening": "stood", "tricks": {"a": 3, "b": 2}}, "reason": "misread"}
    path = f"matches/{match.pk}/entries/1/corrections"
    read(house.api("director").post(path, {**body, "version": 1}), 201)
    text = at(visitor, match, "?step=18")
    assert "no longer counts" in text
    assert "Nobody marks." in text


def test_the_second_hand_of_a_game_is_called_so(house: House, visitor: Browser) -> None:
    found = house.match()
    api = house.api("scorer")
    api.enter(found.pk, {"dealer": "b", "opening": "exchanged", "tricks": {"a": 3, "b": 2}})
    api.enter(found.pk, {"notation": LOST.text})
    text = page(visitor.get(f"matches/{found.pk}/hands/2/"))
    assert "Hand 2 of game 1" in text
    assert "1–0" in text
    assert "3–0" in page(visitor.get(f"matches/{found.pk}/hands/2/?step=11"))


def test_a_stranger_sees_no_names_where_the_club_shows_none(house: House) -> None:
    """Who may see it, and by which names, is as on the page of the match."""
    found = house.match(house.season())
    house.api("scorer").enter(found.pk, {"notation": VOLE.text})
    stranger = Browser(house)
    assert "Ann deals" in at(stranger, found)
    house.club.names_shown = NameVisibility.HIDDEN
    house.club.save()
    assert "Ann" not in at(stranger, found)
    assert Browser(house).get(f"matches/{house.match().pk}/hands/1/").status_code in (302, 404)
