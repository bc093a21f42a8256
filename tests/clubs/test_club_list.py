"""The clubs of a site, of which a federation has thousands: a page at a time, or by name."""

import re
from itertools import chain

from django.test import Client

from ecarte_club.clubs.models import Club
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read

NAMES = re.compile(r'<a class="row-link name" href="[^"]*">([^<]*)</a>')


def _add(*names: str, public: bool = True) -> None:
    for number, name in enumerate(names):
        slug = f"{'open' if public else 'closed'}-{number}"
        Club.objects.create(name=name, slug=slug, public=public)


def _listed(client: Client, address: str) -> list[str]:
    return NAMES.findall(page(client.get(address)))


def test_every_public_club_is_on_a_page(house: House) -> None:
    _add(*(f"Club {number}" for number in range(150)))
    client = Client()
    pages = [_listed(client, f"/clubs/?page={number}") for number in (1, 2, 3)]
    expected = [house.club.name, *(f"Club {number}" for number in range(150))]
    assert sorted(chain.from_iterable(pages)) == sorted(expected)
    assert max(map(len, pages)) < 100
    own = Browser(house, "ann").client
    assert _listed(own, "/clubs/")[0] == house.club.name
    assert house.club.name not in _listed(own, "/clubs/?page=2")


def test_a_club_is_found_by_a_part_of_its_name(house: House) -> None:
    _add("Écarté de Lyon", "Écarté de Nantes", "Whist de Lyon")
    _add("Écarté fermé de Lyon", public=False)
    client = Client()
    assert _listed(client, "/clubs/?name=ecarte") == ["Écarté de Lyon", "Écarté de Nantes"]
    assert _listed(client, "/clubs/?name=LYON") == ["Écarté de Lyon", "Whist de Lyon"]
    assert _listed(client, "/clubs/?name=Paris") == []
    assert "0 found" in page(client.get("/clubs/?name=Paris"))
    assert house.club.name in _listed(
        Browser(house, "ann").client, f"/clubs/?name={house.club.name}"
    )
    found = read(client.get("/api/v1/clubs?name=lyon"))["results"]
    assert {one["name"] for one in found} == {"Écarté de Lyon", "Whist de Lyon"}
