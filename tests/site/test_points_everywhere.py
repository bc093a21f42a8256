"""Every page of a club that plays for points, read by the first who may, in both languages: none
speaks of stakes or money. What the pages of contests and accounts say as they go on, and letters,
is in test_accounts_told_points.
"""

import pytest

from ecarte_club.clubs.models import Club, User
from tests.ledger.points_evening import legible, of_money
from tests.support.scene import Scene, contest_begun

from .page_rows import PAGES
from .pages import Browser

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

# The laws say who pays for new packs; and where a club chooses between counters and points, the
# two have their names. The description of the API is one for all clubs.
SPEAK_OF_IT = {"api_schema", "laws", "club_laws", "laws_code", "law", "club_law", "club_settings"}
# A program, in which bytes are counted.
SPEAK_OF_IT |= {"verify_program"}
PEOPLE = ("committee", "director", "ann")
PAGES_LEAST = 60


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.thorough), "fr"])
def test_no_page_speaks_of_money(language: str, here: Scene) -> None:
    Club.objects.update(unit="points")
    User.objects.update(language=language)
    contest_begun(here, "ann", "bob", "cyd", kind="box")
    browsers, found = [Browser(here.house, who) for who in PEOPLE], {}
    names = [name for name in PAGES if name not in SPEAK_OF_IT]
    # What speaks of money in English does so in French, or is English there too.
    for name in names:
        address = here.path(PAGES[name].path)
        for browser in browsers:
            answer = browser.get(address, **{"Accept-Language": language})
            if answer.status_code == 200 and not answer.streaming:
                text = legible(answer.content.decode(errors="replace"))
                found[name] = of_money(text, language) | of_money(text, "en")
                break
    assert {name: words for name, words in found.items() if words} == {}
    assert len(found) > PAGES_LEAST
