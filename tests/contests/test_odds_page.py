"""The gallery's odds on pages: the table, the score that is asked for, and the games in play."""

import json
import re
from datetime import date
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.models import Club, NameVisibility
from games.engine.codes import CODES
from games.engine.terms import GAME_IS
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, table_add
from games.matches.models import Match
from games.matches.services.matches import MatchTerms, match_start
from scoring.contests.rules.odds import SCORES, At, Counted, Side, chances
from scoring.contests.selectors import odds
from scoring.contests.selectors.odds import COUNTED, STRONG
from tests.site.pages import HAND, Browser, goes, page
from tests.support.clubhouse import ONE_GAME, Api, House, problem, read
from tests.support.depth import times

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

PERCENT = r"(\d+\.\d)%"


@pytest.fixture
def shown(house: House) -> House:
    """A club that wants its gallery to see the odds."""
    Club.objects.update(shows_odds=True)
    house.club.refresh_from_db()
    return house


def words(text: str) -> str:
    """A page without its tags."""
    return " ".join(re.sub("<[^>]*>", " ", text).split())


def cells(text: str) -> list[list[str]]:
    """Of the table of odds, row by row."""
    body = text.partition("odds-table")[2].partition("<tbody>")[2].partition("</tbody>")[0]
    rows = body.split("</tr>")[:-1]
    return [re.findall(r"<td[^>]*>\s*([\d.]+)\s*</td>", row) for row in rows]


def scored(house: House, match: Match, *hands: dict[str, str]) -> None:
    scorer = Browser(house, "scorer")
    for hand in hands:
        goes(scorer.mark(match, {**scorer.pad(match), **HAND, **hand}))


def told(text: str) -> tuple[str, str] | None:
    """Of the page of a match or the wall: the chances of Ann and of Bob."""
    found = re.search(rf"Odds Ann {PERCENT} · Bob {PERCENT}", words(text))
    return (found[1], found[2]) if found else None


def exact(dealer: int, elder: int, code: str = "london") -> Fraction:
    """By the API: the dealer's chance."""
    scores = read(Api().get(f"odds?code={code}"))["scores"]
    one = next(one for one in scores if (one["dealer"], one["elder"]) == (dealer, elder))
    return Fraction(one["chance"])


# --- the page ---


def test_the_table_has_every_score_with_one_decimal(house: House) -> None:
    found = cells(page(Browser(house).get("odds/")))
    assert [len(row) for row in found] == [GAME_IS] * GAME_IS
    for at in SCORES:
        wanted = float(exact(*at)) * 100
        assert abs(float(found[at.dealer][at.elder]) - wanted) <= 0.05 + 1e-9


@pytest.mark.parametrize(
    ("asked", "at"),
    [
        ("a=3&b=2&dealer=a", At(3, 2)),
        ("a=3&b=2&dealer=b", At(2, 3)),
        ("a=0&b=4&dealer=b", At(4, 0)),
    ],
)
def test_the_score_asked_for_is_marked_and_said(asked: str, at: At, house: House) -> None:
    text = page(Browser(house).get(f"odds/?{asked}"))
    marked = re.findall(r'aria-current="true">\s*([\d.]+)\s*<', text)
    assert marked == [cells(text)[at.dealer][at.elder]]
    assert f"The dealer has {at.dealer}, the non-dealer {at.elder}:" in text
    found = re.search(rf"dealer {PERCENT} · non-dealer {PERCENT}", words(text))
    assert found is not None
    assert found[1] == marked[0]
    assert Fraction(found[1]) + Fraction(found[2]) == 100


@pytest.mark.parametrize(
    "asked",
    ["a=5&b=2&dealer=a", "a=3&b=2", "a=3&dealer=a", "a=-1&b=0&dealer=b", "a=%00&b=٣&dealer=ann"],
)
def test_what_is_no_score_is_not_marked(asked: str, house: House) -> None:
    text = page(Browser(house).get(f"odds/?{asked}"))
    assert 'aria-current="true"' not in text
    assert "The dealer has" not in text


def test_it_is_of_the_code_that_the_club_plays_by_or_that_is_asked_for(house: House) -> None:
    Club.objects.update(code="household")
    browser = Browser(house)
    own = page(browser.get("odds/"))
    assert cells(own) == cells(page(browser.get("odds/?code=household")))
    assert cells(own) == cells(page(browser.get("odds/?code=hoyle")))
    assert cells(own) != cells(page(browser.get("odds/?code=london")))
    assert 'href="?code=household" aria-current="page"' in own


def test_the_page_says_how_it_was_computed_and_from_what(house: House) -> None:
    text = words(page(Browser(house).get("odds/")))
    kept = COUNTED["london"]
    assert (
        f"played {kept.hands:,} hands under this code, from packs shuffled with the draw key 1,"
        in text
    )
    most = max(odds.table("london").errors.values())
    assert f"Standard error of each figure: at most {most * 100:.2f}" in text
    for hands in kept.outcomes.values():
        assert f"{hands:,}" in text


def test_the_odds_of_the_strong_robot_have_their_error(house: House) -> None:
    """On the page as in the API, and only under a code that it has played."""
    browser, api = Browser(house), Api()
    strong = read(api.get("odds?code=london"))["strong"]
    text = page(browser.get("odds/?code=london"))
    found = cells(text.partition('id="strong"')[2])
    for one in strong["scores"]:
        shown = float(found[one["dealer"]][one["elder"]])
        assert abs(shown - float(one["decimal"]) * 100) <= 0.05 + 1e-4
    most = max(float(one["error"]) for one in strong["scores"])
    assert f"Standard error of each figure: at most {most * 100:.1f}." in words(text)
    assert f"the first {strong['hands']:,} of the same packs" in words(text)
    assert read(api.get("odds?code=household"))["strong"] is None
    other = page(browser.get("odds/?code=household"))
    assert 'id="strong"' not in other
    assert "solved for the London laws" in words(other)
    assert 'href="?code=london#strong"' in other


def test_the_hands_of_the_strong_robot_can_be_played_again() -> None:
    """The first of them: no pair of marks comes up more often than in all of them."""
    out = StringIO()
    number = times(8, thorough=25)
    call_command("gallery_odds", "--strong", str(number), "--code", "london", stdout=out)
    again = json.loads(out.getvalue())["london"]["pairs"]
    stored = json.loads(STRONG.read_text())["london"]["pairs"]
    assert sum(again.values()) == number
    assert all(hands <= stored.get(pair, 0) for pair, hands in again.items())


def test_the_page_says_what_the_error_covers_and_what_other_ways_of_playing_change(
    house: House,
) -> None:
    text = words(page(Browser(house).get("odds/")))
    assert "This error covers sampling only" in text
    api = read(Api().get("odds"))
    for one in api["other_ways"]:
        compared = odds.COUNTED["london"].compared
        at = At(one["dealer"], one["elder"])
        change = chances(compared[one["way"]])[at] - chances(compared["usual"])[at]
        assert Fraction(one["change"]) == change
        assert f"{abs(float(change)) * 100:.1f}" in text
    assert {one["way"] for one in api["other_ways"]} == {"bold", "careful", "own_hand"}


def test_the_law_book_of_the_club_leads_there(house: House) -> None:
    assert 'href="/clubs/cercle/odds/"' in page(Browser(house).get("laws/"))


def test_french_figures_have_a_comma(house: House) -> None:
    text = page(Browser(house).get("odds/", **{"Accept-Language": "fr"}))
    assert re.search(r'<td class="num">\s*\d+,\d\s*</td>', text)
    assert not re.search(r'<td class="num">\s*\d+\.\d\s*</td>', text)


# --- games in play ---


def test_a_match_shows_its_odds_where_the_club_wants_it(shown: House) -> None:
    match = shown.match()
    stranger = Browser(shown)
    path = f"matches/{match.pk}/"
    assert told(page(Browser(shown, "ann").get(path))) is None, "nobody knows who deals"
    scored(shown, match, {"dealer": "a"})
    text = page(Browser(shown, "ann").get(path))
    match.refresh_from_db()
    # Ann dealt, Bob stood and won the point: it is Bob's deal.
    chance = 100 * exact(match.score_b, match.score_a)
    found = told(text)
    assert found is not None
    assert abs(Fraction(found[1]) - chance) <= Fraction(1, 20)
    assert Fraction(found[0]) + Fraction(found[1]) == 100
    link = re.search(r'href="(/clubs/cercle/odds/\?[^"]*)"', text)
    assert link is not None
    leads_to = page(stranger.get(link[1]))
    assert re.findall(r'aria-current="true">\s*([\d.]+)\s*<', leads_to) == [found[1]]
    assert told(page(Browser(shown, "ann").get(f"{path}now/"))) == found


def test_nobody_sees_odds_where_the_club_does_not(house: House) -> None:
    match = house.match()
    scored(house, match, {"dealer": "a"})
    text = page(Browser(house, "ann").get(f"matches/{match.pk}/"))
    assert told(text) is None
    assert "/odds/" not in text


def test_a_match_that_is_over_has_no_odds(shown: House) -> None:
    match = shown.match()
    vole = {"tricks": "5-0"}
    scored(shown, match, {**vole, "dealer": "b"}, {**vole, "dealer": "a"})
    assert told(page(Browser(shown, "ann").get(f"matches/{match.pk}/"))) is not None
    scored(shown, match, {"tricks": "4-1", "dealer": "b"})
    match.refresh_from_db()
    assert match.over
    assert told(page(Browser(shown, "ann").get(f"matches/{match.pk}/"))) is None


def test_a_game_that_begins_in_a_rubber_is_even_but_for_the_deal(shown: House) -> None:
    match = shown.match(terms=MatchTerms(format="rubber", games=3))
    scored(shown, match, {"dealer": "b", "tricks": "5-0"}, {"dealer": "a", "tricks": "5-0"})
    scored(shown, match, {"dealer": "b", "tricks": "4-1"})
    match.refresh_from_db()
    assert (match.games_a, match.score_a, match.score_b) == (1, 0, 0)
    found = told(page(Browser(shown, "ann").get(f"matches/{match.pk}/")))
    assert found is not None
    assert abs(Fraction(found[0]) - 100 * exact(0, 0)) <= Fraction(1, 20)


@pytest.fixture
def night(shown: House) -> Evening:
    director = shown.person("director")
    evening = evening_open(by=director, held_on=date(2026, 11, 20), public=True)
    table = table_add(by=director, evening=evening, name="Window")
    match = match_start(
        by=director,
        player_a=shown.players["ann"].pk,
        player_b=shown.players["bob"].pk,
        terms=ONE_GAME,
        evening_table=table.pk,
    )
    scored(shown, match, {"dealer": "b", "opening": "exchanged", "tricks": "3-2"})
    return evening


def test_the_wall_shows_the_odds_to_whoever_looks_at_it(night: Evening, shown: House) -> None:
    for who in ("", "ann", "director"):
        found = told(page(Browser(shown, who).get(f"evenings/{night.pk}/wall/")))
        assert found is not None
        assert abs(Fraction(found[0]) - 100 * exact(1, 0)) <= Fraction(1, 20)


def test_the_odds_veil_names_as_the_rest_of_the_page(night: Evening, shown: House) -> None:
    Club.objects.update(names_shown=NameVisibility.HIDDEN)
    for path in (f"evenings/{night.pk}/wall/", "matches/"):
        assert "Ann" not in page(Browser(shown).get(path))
    assert "Odds of this game" in page(Browser(shown).get(f"evenings/{night.pk}/wall/"))


def test_odds_ask_the_database_nothing(night: Evening, shown: House) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            page(Browser(shown).get(f"evenings/{night.pk}/wall/"))
        return len(asked)

    with_odds = queries()
    Club.objects.update(shows_odds=False)
    assert queries() == with_odds


# --- the API ---


@pytest.mark.parametrize("code", [*CODES])
def test_a_program_gets_counts_and_exact_chances(code: str, house: House) -> None:
    found = read(Api().get(f"odds?code={code}"))
    assert (found["code"], found["seed"]) == (code, COUNTED[code].seed)
    assert sum(one["hands"] for one in found["outcomes"]) == found["hands"]
    assert [(one["dealer"], one["elder"]) for one in found["scores"]] == [
        tuple(at) for at in SCORES
    ]
    first = sum(one["hands"] for one in found["outcomes"] if one["marks"][0]["side"] == "dealer")
    last = found["scores"][-1]
    assert Fraction(last["chance"]) == Fraction(first, found["hands"])
    for one in found["scores"]:
        assert re.fullmatch(r"\d+/\d+", one["chance"])
        assert abs(Fraction(one["decimal"]) - Fraction(one["chance"])) <= Fraction(1, 2 * 10**6)
        assert 0 < float(one["error"]) < 0.001


def test_without_a_code_it_is_londons_and_an_unknown_one_is_refused(house: House) -> None:
    assert read(Api().get("odds")) == read(Api().get("odds?code=london"))
    problem(Api().get("odds?code=hoyle"), 422, "unknown_code", "code")


# --- counting ---


def test_none_to_three_marks_are_all_there_is() -> None:
    dealer, elder = odds.means(COUNTED["london"])
    assert sum(dealer) == sum(elder) == 1
    told_by_hand = Counted(
        1, 0, {}, {((Side.DEALER, 1), (Side.ELDER, 2)): 1, ((Side.DEALER, 2),): 3}, {}
    )
    dealer, elder = odds.means(told_by_hand)
    assert list(dealer) == [0, Fraction(1, 4), Fraction(3, 4), 0]
    assert list(elder) == [Fraction(3, 4), 0, Fraction(1, 4), 0]


def test_the_command_counts_and_prints_what_is_kept_of_the_first_hands() -> None:
    out, err = StringIO(), StringIO()
    hands = ("--hands", "1000", "--compare", "20", "--code", "household")
    call_command("gallery_odds", *hands, stdout=out, stderr=err)
    kept = COUNTED["household"]
    printed = json.loads(out.getvalue())["household"]
    assert printed["first_hands"] == kept.first_hands
    for name in ("first", "outcomes"):
        assert list(printed[name].values()) == [kept.first[marks] for marks in sorted(kept.first)]
    with pytest.raises(CommandError):
        call_command("gallery_odds", "--hands", "999", stdout=out, stderr=err)
