"""The map by which a door finds the cell of a club."""

import io

import pytest
import requests
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from scoring.cells import client as cells_client
from scoring.cells.services import club_freeze, club_leave
from tests.support.clubhouse import open_house

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
SECRET = "a secret that two cells share"


@pytest.fixture(autouse=True)
def federation(settings: Settings) -> None:
    settings.CELL_SECRET = SECRET
    settings.SITE_URL = "https://a.example/"
    settings.CELLS = ("https://b.example",)


def _printed() -> str:
    out = io.StringIO()
    call_command("cells_map", stdout=out)
    return out.getvalue()


def test_the_map_names_the_cell_of_each_club(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cells_client, "directory", lambda _address: ["lyon"])
    open_house("nantes", public=False)
    gone = open_house("lyon").club
    club_leave(move=club_freeze(club=gone, address="https://b.example"), raised=0)
    assert _printed() == "lyon https://b.example;\nnantes https://a.example;\n"
    answer = client.post("/cells/directory", headers={"Authorization": f"Bearer {SECRET}"})
    assert answer.json() == {"clubs": ["nantes"]}


def test_half_a_map_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_address: str) -> list[str]:
        raise requests.ConnectionError("refused")

    open_house("nantes")
    monkeypatch.setattr(cells_client, "directory", away)
    with pytest.raises(CommandError, match=r"https://b\.example does not answer"):
        _printed()
    monkeypatch.setattr(cells_client, "directory", lambda _address: ["nantes"])
    with pytest.raises(CommandError, match="In two cells"):
        _printed()
