"""A whole little league, worked by hand, and every cell of its table wherever it is shown.

Rubbers with game values under the London laws. The scores of the games, and what they are worth:

| match         | games                     | worth            | rubber points |
| ------------- | ------------------------- | ---------------- | ------------- |
| Alice – Bob   | 5–0, 2–5, 5–4             | 3+1 to 2         | Alice +2      |
| Chloé – Dora  | 5–3, 5–1                  | 1+2 to 0         | Chloé +3      |
| Alice – Chloé | 0–5, 5–4, 5–3             | 1+1 to 3         | Alice −1      |
| Bob – Dora    | 2 games to 0, no scores   | 1+1 to 0         | Bob +2        |
| Alice – Dora  | hand by hand: 5–0 0–5 5–2 | 3+2 to 3         | Alice +2      |
| Bob – Chloé   | 4–5 (mended from 5–4), 1–5| 0 to 1+2         | Chloé +3      |
| Dora – Alice  | 5–0, and not finished     | nothing          | nothing       |
| Dora – Bob    | 5–0, 5–0, a friendly one  | nothing          | nothing       |
"""

import csv
import io
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Player
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry, GameEntry, HandEntry, RubberEntry, Score
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms, match_start
from games.matches.services.revisions import entry_correct
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from scoring.leagues.services.seasons import SeasonPlan, season_open
from scoring.leagues.templatetags.signed_numbers import signed
from scoring.tables.results import Scheme
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, open_house, read
from tests.support.markup import tight
from tests.support.standing import as_built, built_once

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]

RUBBERS = MatchTerms(game_values=True)
A, B = Seat
STOOD, REFUSED, EXCHANGED = Opening.STOOD, Opening.REFUSED, Opening.EXCHANGED


def by_hand(
    dealer: Seat, opening: Opening | None, tricks: tuple[int, int] | None, *kings: King
) -> Entry:
    made = Tricks(*tricks) if tricks else None
    return HandEntry(1, HandRecord(dealer, opening, kings, made))


# Alice deals first. Each hand with the score after it; marks by laws 47, 48 and 49.
HANDS = [
    by_hand(A, EXCHANGED, (5, 0), King(A, KingHow.TURNED)),  # king and vole: 3–0
    by_hand(B, REFUSED, (5, 0)),  # vole: 5–0, treble
    by_hand(A, STOOD, (2, 3)),  # point: 0–1
    by_hand(B, STOOD, (2, 3)),  # Alice stood and lost it, two: 0–3
    by_hand(A, EXCHANGED, (1, 4), King(B, KingHow.HELD)),  # king and point: 0–5, treble
    by_hand(B, EXCHANGED, (4, 1), King(A, KingHow.HELD)),  # king and point: 2–0
    by_hand(A, EXCHANGED, (0, 5)),  # vole: 2–2
    by_hand(B, REFUSED, (3, 2)),  # Dora refused and lost it, two: 4–2
    by_hand(A, None, None, King(A, KingHow.TURNED)),  # the king ends it: 5–2, double
]

COLUMNS = (
    *("rank", "player", "points", "played", "won", "drawn", "lost"),
    *("games_for", "games_against", "trebles", "doubles", "singles"),
    *("value", "value_against", "rubber_points", "kings", "voles"),
)
TABLE = [
    (1, "Alice", 6, 3, 3, 0, 0, 6, 3, 2, 1, 3, 11, 8, 3, 3, 2),
    (2, "Chloé", 4, 3, 2, 0, 1, 5, 2, 1, 2, 2, 9, 2, 7, 0, 0),
    (3, "Bob", 2, 3, 1, 0, 2, 3, 4, 0, 1, 2, 4, 7, -3, 0, 0),
    (4, "Dora", 0, 3, 0, 0, 3, 1, 6, 1, 0, 0, 3, 10, -7, 1, 1),
]


class League:
    def __init__(self, house: House, season: Season) -> None:
        self.house, self.season = house, season
        self.ids = dict(Player.objects.filter(club=house.club).values_list("name", "pk"))

    def match(self, a: str, b: str, *, friendly: bool = False) -> Match:
        return match_start(
            by=self.house.person("scorer"),
            player_a=self.ids[a],
            player_b=self.ids[b],
            event_id=None if friendly else self.season.pk,
            terms=RUBBERS if friendly else None,
        )

    def enters(self, match: Match, *plays: Entry) -> Match:
        by = self.house.person("scorer")
        for play in plays:
            play_record(by=by, match=match, what=play, version=match.version)
        return match

    def scores(self, match: Match, *scores: tuple[int, int]) -> Match:
        return self.enters(match, *(GameEntry(1, Score(*score)) for score in scores))

    def plays_all(self) -> None:
        self.scores(self.match("Alice", "Bob"), (5, 0), (2, 5), (5, 4))
        self.scores(self.match("Chloé", "Dora"), (5, 3), (5, 1))
        self.scores(self.match("Alice", "Chloé"), (0, 5), (5, 4), (5, 3))
        self.enters(self.match("Bob", "Dora"), RubberEntry(2, 0))
        self.enters(self.match("Alice", "Dora"), *HANDS)
        mended = self.scores(self.match("Bob", "Chloé"), (5, 4), (1, 5))
        entry_correct(
            by=self.house.person("director"),
            match=mended,
            number=1,
            what=GameEntry(1, Score(4, 5)),
            reason="the slip was read from the wrong side",
            version=2,
        )
        self.scores(self.match("Dora", "Alice"), (5, 0))
        self.scores(self.match("Dora", "Bob", friendly=True), (5, 0), (5, 0))


def people_of(house: House) -> House:
    for name, called in (("ann", "Alice"), ("cyd", "Chloé")):
        Player.objects.filter(pk=house.players[name].pk).update(name=called)
    Player.objects.create(club=house.club, name="Dora")
    return house


def played_out() -> tuple[House, Season]:
    people = people_of(open_house())
    season = people.season(terms=RUBBERS)
    League(people, season).plays_all()
    return people, season


@pytest.fixture(scope="module")
def _standing_league(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[House, Season]]:
    with built_once(django_db_blocker, played_out) as found:
        yield found


@pytest.fixture
def league(_standing_league: tuple[House, Season]) -> Iterator[tuple[House, Season]]:
    with as_built(_standing_league) as found:
        yield found


@pytest.fixture
def people(league: tuple[House, Season]) -> House:
    return league[0]


@pytest.fixture
def season(league: tuple[House, Season]) -> Season:
    return league[1]


def test_the_api_shows_it(season: Season) -> None:
    found = read(Api().get(f"seasons/{season.pk}/standings"))
    told = [{**line, "player": line["player"]["name"]} for line in found["results"]]
    lines = [{name: line[name] for name in COLUMNS} for line in told]
    assert lines == [dict(zip(COLUMNS, row, strict=True)) for row in TABLE]
    assert recount(season) == []


def test_the_spreadsheet_shows_it(season: Season) -> None:
    text = Api().get(f"seasons/{season.pk}/standings.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [tuple(row[name] for name in COLUMNS) for row in rows] == [
        tuple(map(str, row)) for row in TABLE
    ]


def cells(text: str) -> list[list[str]]:
    """The words of each row of the body of the only table."""
    body = tight(text).partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in re.split("</tr>", body)]
    whole = [[re.sub("<[^>]*>", "", cell) for cell in row] for row in rows if row]
    # What decides between two lines stands fourth; tests of its own ask for it.
    return [[*row[:3], *row[4:]] for row in whole]


@pytest.mark.parametrize("path", ["", "standings/"])
def test_the_page_and_its_fragment_show_it(people: House, season: Season, path: str) -> None:
    """Without a column of draws, as no rubber ends level."""
    found = cells(page(Browser(people).get(f"seasons/{season.pk}/{path}")))
    assert found == [
        ["1", "Alice", "6", "3", "3", "0", "6–3", "2/1/3", "11–8", "+3", "3", "2"],
        ["2", "Chloé", "4", "3", "2", "1", "5–2", "1/2/2", "9–2", "+7", "0", "0"],
        ["3", "Bob", "2", "3", "1", "2", "3–4", "0/1/2", "4–7", "−3", "0", "0"],
        ["4", "Dora", "0", "3", "0", "3", "1–6", "1/0/0", "3–10", "−7", "1", "1"],
    ]


def test_the_leader_and_oneself_are_marked(people: House, season: Season) -> None:
    def marked(who: str) -> list[str]:
        text = tight(page(Browser(people, who).get(f"seasons/{season.pk}/")))
        return re.findall('<tr class="([^"]*)"><td', text)

    assert [row.split() for row in marked("")] == [["is-leader"], [], [], []]
    assert [row.split() for row in marked("cyd")] == [["is-leader"], ["is-you"], [], []]
    assert [row.split() for row in marked("ann")] == [["is-leader", "is-you"], [], [], []]


def test_nobody_leads_before_anything_is_over(people: House) -> None:
    season = people.season(terms=RUBBERS)
    League(people, season).match("Alice", "Bob")
    text = page(Browser(people).get(f"seasons/{season.pk}/"))
    assert [row[:4] for row in cells(text)] == [["1", "Alice", "0", "0"], ["1", "Bob", "0", "0"]]
    assert "is-leader" not in text


# The same matches, worth the same to all; then three points to the loser alone. What else may
# decide between two is in tests/tables.
@pytest.mark.parametrize(
    ("scheme", "order", "wanted"),
    [
        (Scheme(1, 1, 1), ["rubber_points"], ["1 Chloé 3", "2 Alice 3", "3 Bob 3", "4 Dora 3"]),
        pytest.param(
            Scheme(1, 1, 1),
            ["kings", "voles"],
            ["1 Alice 3", "2 Dora 3", "3 Bob 3", "3 Chloé 3"],
            marks=pytest.mark.thorough,
        ),
        (Scheme(1, 1, 1), [], ["1 Alice 3", "1 Bob 3", "1 Chloé 3", "1 Dora 3"]),
        (Scheme(0, 0, 3), ["won"], ["1 Dora 9", "2 Bob 6", "3 Chloé 3", "4 Alice 0"]),
        pytest.param(
            Scheme(3, 1, 1),
            ["games_for"],
            ["1 Alice 9", "2 Chloé 7", "3 Bob 5", "4 Dora 3"],
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_the_season_says_what_it_is_worth(
    people: House, scheme: Scheme, order: list[str], wanted: list[str]
) -> None:
    days = date(2026, 1, 1), date(2026, 12, 31)
    plan = SeasonPlan("Other", *days, RUBBERS, scheme, tuple(order))
    season = season_open(by=people.person("committee"), league="League", plan=plan)
    League(people, season).plays_all()
    found: dict[str, Any] = read(Api().get(f"seasons/{season.pk}/standings"))
    lines = [f"{one['rank']} {one['player']['name']} {one['points']}" for one in found["results"]]
    assert (lines, found["tie_breaks"]) == (wanted, order)
    text = page(Browser(people).get(f"seasons/{season.pk}/"))
    assert [" ".join(row[:3]) for row in cells(text)] == wanted
    caption = text.partition("<caption>")[2].partition("</caption>")[0]
    assert bool(order) == ("tie-breaks:" in caption)


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (3, "+3"), (-12, "−12"), (-1, "−1")])
def test_signed_figures(value: int, text: str) -> None:
    assert signed(value) == text
