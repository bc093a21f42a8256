"""The committee's lists as CSV say what the lists say, and no cell is a formula."""

import csv
import io
from typing import TYPE_CHECKING

import pytest
from django.db import transaction

from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.roles import secret_of
from ecarte_club.clubs.services.roles import invitation_make
from tests.site.pages import Browser
from tests.support.clubhouse import House, problem, read

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.any_database


def _rows(answer: "Answer") -> list[dict[str, str]]:
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/csv")
    assert "attachment" in answer["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.parametrize("query", ["", "?name=an", "?name=o"])
def test_roles_as_csv_are_those_of_the_list(query: str, house: House) -> None:
    api = house.api("committee")
    listed = read(api.get(f"clubs/cercle/roles{query}"))["results"]
    wanted = {(str(one["user"]), one["email"], " ".join(one["roles"])) for one in listed}
    for answer in (
        api.get(f"clubs/cercle/roles.csv{query}"),
        Browser(house, "committee").get(f"committee/roles/export.csv{query}"),
    ):
        rows = _rows(answer)
        assert {(row["user"], row["email"], row["roles"]) for row in rows} == wanted


def test_invitations_as_csv_have_no_link(house: House) -> None:
    with transaction.atomic():
        made = invitation_make(by=house.person("committee"), role=Role.SCORER)
    api = house.api("committee")
    for answer in (
        api.get("clubs/cercle/invitations.csv"),
        Browser(house, "committee").get("committee/invitations/export.csv?state=open"),
    ):
        (row,) = _rows(answer)
        assert (row["id"], row["role"], row["state"]) == (str(made.pk), "scorer", "open")
        assert secret_of(made) not in answer.content.decode()
    assert _rows(api.get("clubs/cercle/invitations.csv?state=used")) == []
    problem(api.get("clubs/cercle/invitations.csv?state=lost"), 422, "invalid", "state")


def test_a_name_is_no_formula(house: House) -> None:
    house.users["scorer"].name = "=1+1"
    house.users["scorer"].save()
    rows = _rows(house.api("committee").get("clubs/cercle/roles.csv?role=scorer"))
    assert [row["name"] for row in rows] == ["'=1+1"]
