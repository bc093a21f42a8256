"""Columns that a format cannot fill are not in the standings, nor in what a player did."""

import re

import pytest

from games.engine.terms import GameEntry, Score
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import House
from tests.support.nights import rubber

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]

ALWAYS = ["Rank", "Player", "Points", "Decided by", "Played", "Won", "Lost", "Games", "Kings"]
ALWAYS += ["Voles"]


def heads(text: str, table: str) -> list[str]:
    """Of the table in the region of this name."""
    region = text[text.index(f'aria-label="{table}"') :]
    found = re.findall(r"<th scope=\"col\"[^>]*>(.*?)</th>", region[: region.index("</thead>")])
    return [re.sub(r"<[^>]*>", "", head).strip() for head in found]


@pytest.mark.parametrize(
    ("terms", "others"),
    [
        (MatchTerms(format="one_game", games=1), []),
        (MatchTerms(format="one_game", games=1, game_values=True), ["T/D/S", "Game values"]),
        (MatchTerms(format="games", games=3), []),
        (MatchTerms(format="games", games=4), ["Drawn"]),
        (MatchTerms(), ["Rubber points"]),
        (MatchTerms(game_values=True), ["T/D/S", "Game values", "Rubber points"]),
    ],
)
def test_standings_have_the_columns_of_their_format(
    house: House, terms: MatchTerms, others: list[str]
) -> None:
    season = house.season(terms=terms)
    house.match(season)
    text = tight(page(Browser(house).get(f"seasons/{season.pk}/")))
    found = heads(text, "Standings")
    assert sorted(found) == sorted([*ALWAYS, *others])
    row = text[text.index("<tbody>") : text.index("</tr>", text.index("<tbody>"))]
    assert row.count("<td") + row.count("<th") == len(found)


def test_a_player_who_never_drew_has_no_column_for_it(house: House) -> None:
    scorer = house.person("scorer")
    play_record(by=scorer, match=house.match(terms=MatchTerms()), what=rubber(2, 1), version=0)
    ann = f"players/{house.players['ann'].pk}/"
    assert "Drawn" not in page(Browser(house, "bob").get(ann))
    two = house.match(terms=MatchTerms(format="games", games=2))
    for number, score in ((1, (5, 3)), (2, (2, 5))):
        two.refresh_from_db()
        play_record(
            by=scorer, match=two, what=GameEntry(number, Score(*score)), version=two.version
        )
    text = tight(page(Browser(house, "bob").get(ann)))
    assert '<th scope="col" class="num drawn">Drawn</th>' in text
    assert '<td class="num drawn">1</td>' in text
