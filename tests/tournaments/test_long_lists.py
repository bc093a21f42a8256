"""Tournaments of many: tables and rounds page by page, and a name found in them. Here three are
many."""

import re
from typing import Any

import pytest
from django.test import Client

from ecarte_club.clubs.models import Club, Player
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors import board, pairings
from scoring.tournaments.views import people, tournaments
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import House
from tests.support.teamed import built_once
from tests.support.tourneys import draw, fresh, opened, players, publish

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

NAMES = ("Alice", "Bob", "Chloé", "Denis", "Élodie", "Fanny", "Gilles", "Hugo")


@pytest.fixture(autouse=True)
def few_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "LINES", 3)
    monkeypatch.setattr(pairings, "PAIRS", 3)
    monkeypatch.setattr(people, "ENTRANTS", 3)
    monkeypatch.setattr(tournaments, "PAGE", 3)


def cup_of_eight(house: House) -> Tournament:
    """Eight players and the first round; its four pairings are on two pages."""
    ids = players(house, len(NAMES))
    for pk, name in zip(ids, NAMES, strict=True):
        player = Player.objects.get(pk=pk)
        player.name = name
        player.save()
    made = opened(house, ids)
    draw(house, made)
    publish(house, made, 1)
    return fresh(made)


_built, built, house, cup = built_once(cup_of_eight)


def _rows(text: str) -> list[str]:
    """The names in the table."""
    table = text.partition("<tbody>")[2].partition("</tbody>")[0]
    return re.findall(r'class="row-link name"[^>]*>([^<]+)<', table)


def _entrants(text: str) -> list[str]:
    found = text.partition('class="lines seats"')[2].partition("</ol>")[0]
    return re.findall(r'<span class="name">(?:\d+\. )?([^<]+)<', found)


def _pairs(text: str) -> list[str]:
    found = text.partition('class="pairings"')[2].partition("</ol>")[0]
    return re.findall(r'class="name[^"]*">([^<]+)<', found)


def test_every_line_is_on_one_page(house: House, cup: Tournament) -> None:
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/"
    seen = [_rows(page(director.get(f"{here}?page={number}"))) for number in (1, 2, 3)]
    assert [len(rows) for rows in seen] == [3, 3, 2]
    assert sorted(name for rows in seen for name in rows) == sorted(NAMES)
    assert seen[0] == _rows(page(director.get(here)))
    assert "Page 2 of 3" in tight(page(director.get(f"{here}?page=2")))
    for strange in ("x", "0", "99"):
        assert page(director.get(f"{here}?page={strange}"))


def test_a_name_is_found_however_it_is_typed(house: House, cup: Tournament) -> None:
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/"
    for path, found in ((here, _rows), (f"{here}rounds/1/", _pairs)):
        for typed in ("chloe", "CHLOÉ", " hlo"):
            names = found(page(director.get(f"{path}?name={typed}")))
            assert "Chloé" in names
            assert len(names) == (1 if found is _rows else 2)
        text = tight(page(director.get(f"{path}?name=Zoé")))
        assert "Nobody in this list has such a name." in text
        assert 'value="Zoé"' in text


def test_a_round_has_its_pairings_on_pages_of_its_own(house: House, cup: Tournament) -> None:
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/"
    text = page(director.get(here))
    assert len(_pairs(text)) == 6
    assert "See all 4 pairings" in tight(text)
    seen = [_pairs(page(director.get(f"{here}rounds/1/?page={number}"))) for number in (1, 2)]
    assert [len(names) for names in seen] == [6, 2]
    assert sorted(seen[0] + seen[1]) == sorted(NAMES)


def test_entrants_have_pages_and_are_put_in_order_on_each(house: House) -> None:
    """Who is on another page keeps their place; the director stays on the page."""
    ids = players(house, len(NAMES))
    for pk, name in zip(ids, NAMES, strict=True):
        Player.objects.filter(pk=pk).update(name=name)
    cup = opened(house, ids)
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/entrants/"
    seen = [_entrants(page(director.get(f"{here}?page={number}"))) for number in (1, 2, 3)]
    assert [name for names in seen for name in names] == list(NAMES)
    assert [len(names) for names in seen] == [3, 3, 2]
    assert _entrants(page(director.get(f"{here}?name=elo"))) == ["Élodie"]
    assert "Nobody in this list has such a name." in page(director.get(f"{here}?name=Zoé"))
    # On the second page Élodie, fifth, comes before Denis, fourth; Fanny stays sixth.
    sent = {"key": "one", "do": "order", f"place_{ids[3]}": "5", f"place_{ids[4]}": "4"}
    sent[f"place_{ids[5]}"] = "6"
    assert goes(director.post(f"{here}change/?page=2", sent)).endswith("/entrants/?page=2")
    order = cup.event.entrants.order_by("place").values_list("player__name", flat=True)
    assert list(order) == ["Alice", "Bob", "Chloé", "Élodie", "Denis", "Fanny", "Gilles", "Hugo"]


def test_your_own_match_comes_first_and_your_line_is_one_link_away(
    house: House, cup: Tournament
) -> None:
    browser, here = Browser(house, "ann"), f"tournaments/{cup.pk}/"
    text = page(Browser(house, "director").get(f"{here}?page=3"))
    last = _rows(text)[-1]
    own = Player.objects.get(name=last, club=house.club)
    Player.objects.filter(user=house.users["ann"]).update(user=None)
    Player.objects.filter(pk=own.pk).update(user=house.users["ann"])
    text = page(browser.get(here))
    assert last in _pairs(text)[:2]
    assert last not in _rows(text)
    there = re.search(r'href="([^"]*)">Your line', text)
    assert there
    assert last in _rows(page(browser.get(here + there[1])))


def test_what_moves_keeps_the_page_and_the_name(house: House, cup: Tournament) -> None:
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/"
    text = page(director.get(f"{here}?page=2"))
    asked = re.search(r'hx-get="([^"]*)"', text)
    assert asked
    address = asked[1].replace("&amp;", "&").replace(f"have={cup.version}", "have=0")
    part = page(director.get(address.partition(f"/{house.club.slug}/")[2]))
    assert _rows(part) == _rows(text)
    assert "have=" not in part.partition('class="pages"')[2].partition("</p>")[0]


def test_the_public_finds_nobody_by_a_name_that_is_hidden(house: House, cup: Tournament) -> None:
    Club.objects.filter(pk=house.club.pk).update(names_shown="initials")
    address = f"/clubs/{house.club.slug}/tournaments/{cup.pk}/"
    answer: Any = Client().get(address, {"name": "Chloé"})
    assert _rows(answer.content.decode()) == []
    assert _rows(Client().get(address, {"name": "C."}).content.decode()) == ["C."]


def test_a_short_list_has_neither_pages_nor_a_search(
    house: House, cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "LINES", 8)
    monkeypatch.setattr(pairings, "PAIRS", 4)
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/"
    for path in (here, f"{here}rounds/1/"):
        text = page(director.get(path))
        assert 'type="search"' not in text
        assert "Page 1" not in text


def test_every_tournament_of_the_club_is_on_one_page(neighbour: House) -> None:
    """The newest first."""
    made = [opened(neighbour, []).pk for _number in range(7)]
    visitor = Browser(neighbour, "ann")
    lists = [page(visitor.get(f"tournaments/?page={number}")) for number in (1, 2, 3)]
    found = [re.findall(r'class="row-link name" href="[^"]*/(\d+)/"', text) for text in lists]
    assert [[int(pk) for pk in one] for one in found] == [made[:3:-1], made[3:0:-1], made[:1]]
    assert "Page 3 of 3" in lists[2]
