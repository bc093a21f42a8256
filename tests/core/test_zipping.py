"""Pages are compressed for who asks so, and nothing else is."""

import gzip

import pytest
from django.test import Client

from tests.support.clubhouse import House

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ASKS = {"Accept-Encoding": "gzip, br"}


@pytest.mark.slow
def test_a_page_comes_compressed_to_who_takes_it_so(house: House) -> None:
    client = Client()
    plain = client.get("/clubs/cercle/laws/")
    zipped = client.get("/clubs/cercle/laws/", headers=ASKS)
    assert "Content-Encoding" not in plain
    assert zipped["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in zipped["Vary"]
    assert int(zipped["Content-Length"]) == len(zipped.content)
    text = gzip.decompress(zipped.content).decode()
    assert "<h1" in text
    assert len(zipped.content) < len(plain.content) / 2


def test_what_programs_read_keeps_its_bytes_and_its_tag(house: House) -> None:
    season = house.season().pk
    address = f"/api/v1/seasons/{season}/standings"
    answer = Client().get(address, headers=ASKS)
    assert "Content-Encoding" not in answer
    tag = answer["ETag"]
    assert not tag.startswith("W/")
    assert Client().get(address, headers={**ASKS, "If-None-Match": tag}).status_code == 304
