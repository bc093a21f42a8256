"""What goes on paper and by post: a sheet for each table, and figures that are everywhere alike."""

import re
from random import Random

import pytest
from pytest_django import Settings

from ecarte_club.clubs.models import Club, NameVisibility, Player
from ecarte_club.core import qr
from games.evenings.models import Evening, Letter
from games.evenings.results import message
from games.evenings.services.evenings import code_renew, evening_open
from games.matches.services.matches import MatchTerms
from tests.ledger.reckoning import Sheet, some_sheet, total
from tests.site.pages import Browser, page
from tests.support.clubhouse import ONE_GAME, House
from tests.support.markup import tight
from tests.support.nights import THURSDAY, evening, hand, joins, played, rubber, sign_off

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

SITE = "https://ecarte.example/club/"


def papers(text: str) -> list[str]:
    """The pages of a printed document, each with one heading."""
    return re.findall(r'<section class="paper"[^>]*>(.*?)</section>', text, re.DOTALL)


def squares(drawn: str) -> list[str]:
    """What its QR codes draw."""
    return re.findall(r'stroke="#000" d="([^"]+)"', drawn)


def players(paper: str) -> list[str]:
    return re.findall(r"<dd>(.*?)</dd>", paper)


@pytest.fixture
def night(house: House) -> Evening:
    """Three tables: at the first two matches wait and one is played, at the second one is over."""
    found = evening(house, "ann", "bob", "cyd")
    season = house.season()
    played(house, found, "ann", "bob", season=season)
    played(house, found, "cyd", "ann", terms=MatchTerms(code="modern"))
    played(house, found, "bob", "cyd", [hand(3)])
    played(house, found, "bob", "cyd", [rubber(2, 0)], table=1)
    found.tables.create(name="Garden", code="GARDEN")
    return found


def sheets_of(house: House, night: Evening, who: str = "director") -> str:
    return tight(page(Browser(house, who).get(f"evenings/{night.pk}/print/sheets/")))


def test_a_page_for_each_table_and_for_each_match_that_waits(house: House, night: Evening) -> None:
    """What was begun is on the pad already, and what is over needs no sheet."""
    found = papers(sheets_of(house, night))
    heads = [re.findall(r"<h2>(.*?)</h2>", paper) for paper in found]
    assert heads == [["Table 1"], ["Table 1"], ["Blue room"], ["Garden"]]
    assert [players(paper) for paper in found] == [
        ["Ann", "Bob"],
        ["Cyd", "Ann"],
        ["", ""],
        ["", ""],
    ]
    assert "Season." in found[0]
    assert "Season." not in found[1]
    assert all(
        'First dealer</span> · <span lang="fr">Donneur</span>: A' in one for one in found[:2]
    )
    assert all("☐ A ☐ B" in one for one in found[2:])


def test_a_page_holds_a_rubber_of_the_longest_games(house: House, night: Evening) -> None:
    """Three games; 4–4 takes eight hands in which somebody marks, and the ninth ends it."""
    for paper in papers(sheets_of(house, night)):
        games = re.findall(r"<tbody>(.*?)</tbody>", paper, re.DOTALL)
        rows = [re.findall(r'<th scope="row">(\d+)</th>', game) for game in games]
        assert rows == [[str(number) for number in range(1, 10)]] * 3
        heads = re.findall(r"<thead>(.*?)</thead>", paper, re.DOTALL)
        for head, game in zip(heads, games, strict=True):
            first_row = game.partition("</tr>")[0]
            assert len(re.findall(r"<th|<td", first_row)) == head.count("<th ")


def test_each_page_has_the_code_of_its_own_table(
    house: House, night: Evening, settings: Settings
) -> None:
    """By letters, as they are typed at the door, and as a square that leads there."""
    settings.SITE_URL = SITE
    found = papers(sheets_of(house, night))
    first, second, third = night.tables.order_by("pk")
    for paper, table in zip(found, (first, first, second, third), strict=True):
        assert squares(paper) == squares(qr.svg(f"{SITE}t/{table.code}/"))
        assert f">{table.code[:3]} {table.code[3:]}<" in paper
        assert '<p class="paper-door">ecarte.example/club/t/</p>' in paper
    old = first.code
    code_renew(by=house.person("director"), table=first)
    text = sheets_of(house, night)
    assert f"{old[:3]} {old[3:]}" not in text
    assert squares(papers(text)[0]) != squares(found[0])


def test_after_the_sign_off_no_code_is_printed(house: House, night: Evening) -> None:
    codes = list(night.tables.values_list("code", flat=True))
    sign_off(house, night)
    for kind in ("sheets", "results"):
        text = page(Browser(house, "director").get(f"evenings/{night.pk}/print/{kind}/"))
        assert squares(text) == []
        assert not any(f"{code[:3]} {code[3:]}" in text for code in codes)


def test_an_evening_without_tables_says_what_to_do(house: House) -> None:
    bare = evening_open(by=house.person("director"), held_on=THURSDAY)
    text = sheets_of(house, bare)
    assert papers(text) == []
    assert "Add them on the evening’s page" in text


def test_an_odd_name_is_printed_as_it_is(house: House) -> None:
    Player.objects.filter(pk=house.players["ann"].pk).update(name='<b>Ann</b> & "Co"')
    night = evening(house, "ann")
    night.tables.create(name="<i>", code="ITALIC")
    played(house, night, "ann", "bob", terms=ONE_GAME, table=2)
    raw = Browser(house, "director").get(f"evenings/{night.pk}/print/sheets/").content.decode()
    assert "&lt;b&gt;Ann&lt;/b&gt; &amp; &quot;Co&quot;" in raw
    assert "<b>" not in raw
    assert "<i>" not in raw


@pytest.mark.parametrize(("club", "night_too"), [(True, True), (True, False), (False, True)])
def test_results_lead_where_strangers_may_read_them(
    club: bool, night_too: bool, house: House, settings: Settings
) -> None:
    """A square for who reads the notice board: not where the page is closed to him."""
    settings.SITE_URL = SITE
    Club.objects.filter(pk=house.club.pk).update(public=club)
    night = evening(house, "ann", public=night_too)
    path = f"evenings/{night.pk}/print/results/"
    text = page(Browser(house, "ann").get(path))
    where = f"{SITE}clubs/cercle/evenings/{night.pk}/results/"
    assert squares(text) == (squares(qr.svg(where)) if club and night_too else [])
    page(Browser(house).get(path), 200 if club and night_too else 404)
    codes = {squares(qr.svg(f"{SITE}t/{table.code}/"))[0] for table in night.tables.all()}
    assert codes < {*squares(page(Browser(house, "director").get(path))), ""}
    assert not codes & set(squares(text))


def test_strangers_read_on_paper_what_they_read_on_the_page(house: House) -> None:
    night = evening(house, "ann", "bob", public=True)
    played(house, night, "ann", "bob", [rubber(2, 1)])
    Player.objects.filter(pk=house.players["ann"].pk).update(name_shown=NameVisibility.HIDDEN)
    path = f"evenings/{night.pk}/print/results/"
    seen = page(Browser(house).get(path))
    assert not re.search(r"\bAnn\b", seen)
    assert seen.count(f"Nº\u00a0{house.players['ann'].pk}") == 2
    assert len(re.findall(r"\bAnn\b", page(Browser(house, "cyd").get(path)))) == 2


# --- one evening, told in six ways ---


def rows(text: str) -> dict[str, list[str]]:
    """The figures of each player in the first table."""
    table = tight(text).partition("<table")[2].partition("</table>")[0]
    found = re.findall(r'<tr[^>]*><th scope="row">(.*?)</tr>', table, re.DOTALL)
    cells = (re.findall(r">([^<>]+)<", f">{row}") for row in found)
    return {row[0]: row[1:] for row in cells}


def test_page_paper_and_letter_say_what_the_sheets_say(house: House) -> None:
    """Reckoned from the sheets alone; the letter in French too, and to each his own line."""
    random = Random(1870)
    names = ["ann", "bob", "cyd", "alice", "bruno"]
    joins(house, "alice")
    joins(house, "bruno", "fr")
    night = evening(house, "alice", "bruno")
    sheets: list[Sheet] = []
    while len(sheets) < 10:
        sheet = some_sheet(random, names)
        if len(sheet.items) <= 12:
            sheets.append(sheet)
            terms = MatchTerms("london", *sheet.form)
            played(house, night, sheet.a, sheet.b, sheet.plays(), terms=terms)
    known = {name.title(): total(sheets, name) for name in names}
    there = {one.title() for sheet in sheets for one in (sheet.a, sheet.b)} | {"Alice", "Bruno"}
    wanted = {
        name: [
            *(str(one[figure]) for figure in ("won", "drawn", "lost")),
            f"{one['games_for']}–{one['games_against']}",
            *(str(one[figure]) for figure in ("kings", "voles", "hands")),
        ]
        for name, one in known.items()
        if name in there
    }
    for path in ("results/", "print/results/"):
        assert rows(page(Browser(house, "cyd").get(f"evenings/{night.pk}/{path}"))) == wanted
    sign_off(house, night)
    for letter in Letter.objects.select_related("player__user", "evening__club"):
        user = letter.player.user
        assert user
        made = message(letter, user)
        own = wanted[letter.player.name]
        text = str(made.body).replace("\u00a0", " ")
        for name, cells in wanted.items():
            told = re.search(rf"^- {name} ?: (.*)$", text, re.MULTILINE)
            assert told, text
            assert re.findall(r"\d+", told[1]) == re.findall(r"\d+", " ".join(cells[:4]))
        if own[:3] != ["0"] * 3:
            line = next(one for one in text.splitlines() if one.startswith(("You", "Vous")))
            assert re.findall(r"\d+", line) == re.findall(r"\d+", " ".join(own[:4]))
        over = sum(sheet.over for sheet in sheets)
        assert len(re.findall(r"^- ", text, re.MULTILINE)) == over + len(wanted)
        for content, _kind in made.alternatives:
            assert all(name in str(content) for name in wanted)
