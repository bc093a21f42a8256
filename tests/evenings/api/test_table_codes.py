"""A program at a table: a secret for its code, told again to who heard nothing, kept nowhere."""

import pytest
from django.core.cache import cache
from django.db import connection

from ecarte_club.clubs.models import AuditLogEntry
from games.evenings import authentication as phones
from games.evenings.models import Phone
from games.evenings.services.evenings import code_renew
from tests.site.operations import HAND
from tests.support.clubhouse import Api, problem, read
from tests.support.scene import Scene, phone_api

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def _open(here: Scene, key: str = "once") -> dict[str, object]:
    answer = Api().post("table-codes", {"code": here.table.code}, key=key)
    found: dict[str, object] = read(answer, 201)
    return found


def test_a_code_is_changed_for_a_secret_that_enters(here: Scene) -> None:
    opened = _open(here)
    assert (opened["match"], opened["club"]) == (here.empty.pk, "cercle")
    phone = phone_api(str(opened["secret"]))
    body = {**HAND, "version": 0}
    read(phone.post(f"matches/{here.empty.pk}/hands", body), 201)
    assert AuditLogEntry.objects.latest("pk").phone_id == opened["id"]


def test_who_heard_no_answer_is_told_the_same_secret_again(here: Scene) -> None:
    before = Phone.objects.count()
    assert _open(here) == _open(here)
    assert Phone.objects.count() == before + 1
    assert _open(here, "another")["secret"] != _open(here)["secret"]


def test_the_secret_is_in_no_table(here: Scene) -> None:
    secret = str(_open(here)["secret"])
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            assert secret not in repr(cursor.fetchall())


def test_a_secret_ends_with_its_code(here: Scene) -> None:
    phone = phone_api(str(_open(here)["secret"]))
    code_renew(by=here.house.person("director"), table=here.table)
    answer = phone.get(f"matches/{here.match.pk}")
    assert "has expired" in problem(answer, 401)["detail"]


@pytest.mark.usefixtures("one_minute")
def test_guesses_are_bounded_and_told_when_to_come_back(here: Scene) -> None:
    cache.clear()
    for _time in range(phones.GUESSES):
        problem(Api().post("table-codes", {"code": "ZZZZZZ"}), 422, "no_such_code", "code")
    answer = Api().post("table-codes", {"code": here.table.code})
    problem(answer, 429, "too_often")
    assert 1 <= int(answer["Retry-After"]) <= 60


def test_the_card_is_for_who_runs_the_evening(here: Scene) -> None:
    card = read(here.house.api("director").get(f"tables/{here.table.pk}/code"))
    assert card["code"] == here.table.code
    assert card["address"].endswith(f"/t/{here.table.code}/")
    assert card["svg"].startswith("<svg ")
    problem(here.house.api("cyd").get(f"tables/{here.table.pk}/code"), 403)
    problem(here.house.api("director").get("tables/999999/code"), 404)
