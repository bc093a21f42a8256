"""What was ruled stays with its hand: on the page of the match, in corrections and in mending."""

from dataclasses import replace

import pytest

from games.engine.records import HandRecord
from games.engine.terms import HandEntry
from games.matches.models import Match
from games.matches.selectors.reading import Reading, read
from games.matches.services.disputes import entry_mend
from games.matches.services.entries import play_record
from games.matches.services.revisions import entry_correct
from games.matches.views.match_sheet import entry_text, game_sheets, latest_sentences, short_names
from tests.engine.people import ALICE, BOB, EXCHANGED, hand, held
from tests.engine.rulings.table import I, take
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, open_house

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

REVOKED = take(I.REVOKE, "let_stand", ALICE, led_since="yes")
VOID = take(I.PACK_INCORRECT, "fresh_deal")


def _entered(house: House, *records: HandRecord) -> Match:
    match = house.match()
    for record in records:
        match.refresh_from_db()
        play_record(
            by=house.person("scorer"), match=match, what=HandEntry(1, record), version=_at(match)
        )
    return match


def _at(match: Match) -> int:
    return read(match).log.number()


def _told(found: Reading) -> list[str]:
    (sheet,) = game_sheets(found)
    return [" ".join(row.sentences) for row in reversed(sheet.rows)]


@pytest.mark.postgresql
def test_the_page_tells_what_went_wrong_and_what_came_of_it() -> None:
    """Alice makes the vole and marks one."""
    house = open_house()
    match = _entered(house, replace(hand(BOB, EXCHANGED, (5, 0)), rulings=(REVOKED,)))
    (text,) = _told(read(match))
    assert "did not follow suit" in text
    assert "It was Ann. What was played stands." in text
    assert "the offender marks one less. (law 43)" in text
    assert "Ann made the vole and marks one (law 48, law 43)." in text
    shown = page(Browser(house, "cyd").get(f"matches/{match.pk}/"))
    assert "the offender marks one less." in shown


def test_a_void_hand_is_told_and_the_same_player_deals() -> None:
    house = open_house()
    match = _entered(house, HandRecord(dealer=BOB, rulings=(VOID,)))
    found = read(match)
    (text,) = _told(found)
    assert "Bob dealt." in text
    assert "All deals before this one stand. (law 45)" in text
    assert text.endswith("This deal is void: nobody marks.")
    assert latest_sentences(found)[-1] == "This deal is void: nobody marks."
    assert found.state.dealer is BOB
    match.refresh_from_db()
    assert match.hands == 0


def test_a_correction_keeps_the_ruling() -> None:
    house = open_house()
    match = _entered(house, replace(hand(BOB, EXCHANGED, (5, 0)), rulings=(REVOKED,)))
    match.refresh_from_db()
    what = HandEntry(1, hand(BOB, EXCHANGED, (3, 2)))
    entry_correct(
        by=house.person("director"), match=match, number=1, what=what, reason="So.", version=1
    )
    found = read(match)
    assert (found.state.score.a, found.state.score.b) == (0, 0)
    old = found.log.entries[0]
    assert "(law 43)" in entry_text(old, short_names(found))


def test_what_the_players_mend_keeps_the_ruling() -> None:
    house = open_house()
    match = _entered(house, replace(hand(BOB, EXCHANGED, (5, 0)), rulings=(REVOKED,)))
    match.refresh_from_db()
    what = HandEntry(1, hand(BOB, EXCHANGED, (5, 0), held(ALICE)))
    entry_mend(
        by=house.person("ann"), match=match, number=1, what=what, trump_turned=False, version=1
    )
    score = read(match).state.score
    assert (score.a, score.b) == (2, 0)
