"""The page of matches: which, in what order, for whom, and at what cost."""

import csv
import re
from copy import copy
from html import unescape
from itertools import chain, product
from random import Random

import pytest
from django.db import connection
from django.db.models.base import ModelState
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.models import Player
from games.engine.terms import GameEntry, RubberEntry, Score
from games.matches.models import Event, Match
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms, match_start
from games.matches.views.match import PAGE
from scoring.leagues.models import Season
from tests.site.pages import Browser, page
from tests.support.clubhouse import House
from tests.support.depth import each, times

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

NAMES = ("ann", "bob", "cyd")
FIVE_THREE = Score(5, 3)


def listed(house: House, query: str = "", who: str = "") -> list[int]:
    """The matches of a page, by their links, in order."""
    text = page(Browser(house, who).get(f"matches/?{query}"))
    return [
        int(pk) for pk in re.findall(r'class="row-link name"\s+href="[^"]*/matches/(\d+)/"', text)
    ]


def played(house: House, a: str, b: str, event: Season | None = None) -> Match:
    return match_start(
        by=house.person("scorer"),
        player_a=house.players[a].pk,
        player_b=house.players[b].pk,
        event_id=event.pk if event else None,
        terms=None if event else MatchTerms("london", "one_game", 1),
    )


def _copied(match: Match) -> Match:
    other = copy(match)
    other.pk, other._state = None, ModelState()
    return other


def ended(house: House, match: Match, score: Score = FIVE_THREE) -> None:
    by = house.person("scorer")
    play_record(by=by, match=match, what=GameEntry(1, score), version=match.version)


def mixed(house: House) -> tuple[list[Match], list[Season]]:
    """Matches of two public seasons, of one for members, and friendly ones; some over."""
    random = Random(46)
    seasons = [house.season(), house.season(), house.season(public=False)]
    made = []
    for number in range(24):
        a, b = random.sample(NAMES, 2)
        made.append(played(house, a, b, [*seasons, None][number % 4]))
        if random.random() < 0.6:
            ended(house, made[-1])
    return made, seasons


def expected(
    matches: list[Match], hidden: set[int | None], player: int | None, season: int | None
) -> list[int]:
    """Sifted and ordered by hand: what is in play first, then the newest."""
    kept = [
        match
        for match in matches
        if match.event_id not in hidden
        and (player is None or player in (match.player_a_id, match.player_b_id))
        and (season is None or match.event_id == season)
    ]
    in_play = [match.pk for match in kept if not match.over]
    over = [match.pk for match in kept if match.over]
    return sorted(in_play, reverse=True) + sorted(over, reverse=True)


@pytest.mark.any_database
def test_each_filter_and_both_for_everybody(house: House) -> None:
    """Usually every other combination."""
    matches, seasons = mixed(house)
    hidden: dict[str, set[int | None]] = {"": {seasons[2].pk, None}, "cyd": set()}
    players = (None, *(house.players[name].pk for name in NAMES))
    combined = [*product(players, (None, *(found.pk for found in seasons)))]
    for first, who in enumerate(hidden):
        for player, season in each(2, combined, first=first):
            query = f"player={player or ''}&season={season or ''}"
            assert listed(house, query, who) == expected(matches, hidden[who], player, season)


def test_pages_follow_each_other_without_gap_or_repeat(house: House) -> None:
    season = house.season()
    match = played(house, "ann", "bob", season)
    # As many more at once: to start each takes longer than to list them all.
    copies = Match.objects.bulk_create([_copied(match) for _ in range(82)])
    pks = [match.pk, *(one.pk for one in copies)]
    ended(house, Match.objects.get(pk=pks[-1]))
    pages = [listed(house, f"page={number}&season={season.pk}") for number in (1, 2, 3)]
    assert [len(found) for found in pages] == [40, 40, 3]
    assert list(chain(*pages)) == [*reversed(pks[:-1]), pks[-1]]
    first = page(Browser(house).get(f"matches/?season={season.pk}"))
    assert f"season={season.pk}&page=2" in first
    for beyond in ("4", "1000"):
        assert listed(house, f"page={beyond}") == pages[2]


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("score", "told", "figure"),
    [
        (None, "Ann against Bob", "0–0"),
        (Score(5, 3), "Ann beat Bob", "5–3"),
        (Score(1, 5), "Bob beat Ann", "5–1"),
    ],
)
def test_a_line_names_the_winner_first(
    house: House, score: Score | None, told: str, figure: str
) -> None:
    match = played(house, "ann", "bob")
    if score:
        ended(house, match, score)
    text = page(Browser(house, "cyd").get("matches/"))
    assert f">{told}</a>" in text
    assert f'line-end figure">{figure}<' in text
    assert ("In play" in text) == (score is None)


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("terms", "games", "told", "figure"),
    [
        (MatchTerms(), (1, 2), "Bob beat Ann", "2–1"),
        (MatchTerms(), (2, 0), "Ann beat Bob", "2–0"),
        (MatchTerms(format="games", games=4), (2, 2), "Ann drew with Bob", "2–2"),
    ],
)
def test_a_line_of_several_games_counts_games(
    house: House, terms: MatchTerms, games: tuple[int, int], told: str, figure: str
) -> None:
    match = house.match(terms=terms)
    play_record(by=house.person("scorer"), match=match, what=RubberEntry(*games), version=0)
    text = page(Browser(house, "cyd").get("matches/"))
    assert f">{told}</a>" in text
    assert f'line-end figure">{figure}<' in text


def test_the_csv_of_a_list_has_the_matches_of_the_list(house: House) -> None:
    """However the list is filtered, the link below it leads to a file of the same matches."""
    _matches, seasons = mixed(house)
    browser = Browser(house, "cyd")
    ann = house.players["ann"].pk
    queries = ["", f"player={ann}", f"season={seasons[1].pk}", "player=&season="]
    for query in [*queries, f"player={ann}&season={seasons[0].pk}", "season=x&player=Ann"]:
        text = page(browser.get(f"matches/?{query}"))
        (address,) = re.findall(r'href="[^"]*/(score-sheet\.csv[^"]*)"', text)
        answer = browser.get(unescape(address))
        assert answer.status_code == 200, address
        lines = csv.DictReader(b"".join(answer).decode("utf-8-sig").splitlines())
        assert {int(line["match"]) for line in lines} == set(listed(house, query, "cyd")) != set()


# --- privacy ---


@pytest.mark.any_database
def test_strangers_hear_nothing_of_what_is_for_members(house: House) -> None:
    """Neither a line, nor a name in a filter, nor whose matches were asked for."""
    hidden = house.season(public=False)
    Event.objects.filter(pk=hidden.pk).update(name="Inner circle")
    ended(house, played(house, "ann", "bob", hidden))
    played(house, "ann", "cyd")
    ann = house.players["ann"].pk
    for query in ("", f"season={hidden.pk}", f"player={ann}", f"player={ann}&season={hidden.pk}"):
        text = page(Browser(house).get(f"matches/?{query}"))
        assert ("No matches found." if "season" in query else "No matches") in text
        assert not re.search(r"\b(Ann|Bob|Cyd|Inner circle)\b", text)
    text = page(Browser(house, "cyd").get(f"matches/?season={hidden.pk}"))
    assert "Inner circle" in text
    assert "Ann beat Bob" in text


@pytest.mark.any_database
def test_matches_of_another_club_are_not_in_the_list(house: House, neighbour: House) -> None:
    theirs, ours = neighbour.season(), house.season()
    played(neighbour, "ann", "bob", theirs)
    mine = played(house, "ann", "bob", ours)
    for who in ("", "committee"):
        assert listed(house, "", who) == [mine.pk]
        assert listed(house, f"season={theirs.pk}", who) == []
        assert listed(house, f"player={neighbour.players['ann'].pk}", who) == []
    page(Browser(neighbour).get("matches/"), 404)


# --- cost ---


def queries(house: House, who: str, query: str = "") -> int:
    browser = Browser(house, who)
    browser.get("matches/")
    with CaptureQueriesContext(connection) as found:
        page(browser.get(f"matches/?{query}"))
    return len(found)


@pytest.mark.any_database
def test_a_long_list_costs_no_more_queries_than_a_short_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = times(12, thorough=PAGE)
    monkeypatch.setattr("games.matches.views.match.PAGE", most)

    def more(count: int) -> None:
        for number in range(count):
            season = house.season()
            extra = Player.objects.create(club=house.club, name=f"Player {season.pk}")
            house.players[f"p{season.pk}"] = extra
            match = played(house, f"p{season.pk}", "bob", season)
            if number % 2:
                ended(house, match)

    def asked() -> dict[str, list[int]]:
        bobs = f"player={house.players['bob'].pk}"
        return {
            who: [queries(house, who), queries(house, who, bobs)]
            for who in ("", "ann", "committee")
        }

    more(5)
    few = asked()
    more(most - 5)
    assert [len(listed(house, "", who)) for who in few] == [most] * 3
    many = asked()
    assert many == few
    assert max(map(max, many.values())) <= 14
