"""What can be read so that it can be changed on a condition: its tag, and who may read it."""

import pytest

from games.evenings.models import Table
from scoring.ledger.models import Payment
from tests.support.clubhouse import Api, problem, read

from .operations import WRITES, Scene, staged

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def test_of_two_who_read_the_same_the_second_is_refused(here: Scene) -> None:
    api = here.house.api("committee")
    payment, table = here.path("payments/{payment}"), here.path("tables/{free_table}")
    asked = {
        payment: (payment, {"made": True}, {"made": False}),
        table: (f"{table}/name", {"name": "Window"}, {"name": "Fire"}),
    }
    for where, (path, first, second) in asked.items():
        tag = {"If-Match": api.get(where)["ETag"]}
        assert api.post(path, first, **tag).status_code in (200, 201)
        problem(api.post(path, second, **tag), 412, "precondition_failed")
    assert Payment.objects.get(pk=here.ids["payment"]).made_at
    assert Table.objects.get(pk=int(here.path("{free_table}"))).name == "Window"


@pytest.mark.parametrize(
    ("reads", "name"),
    [
        ("seasons/{planned}/entrants", "seasons/{id}/withdrawals"),
        ("seasons/{planned}/divisions", "seasons/{id}/division"),
        ("clubs/{slug}/rules/{rules}", "clubs/{slug}/rules/{id}/retire"),
    ],
)
def test_the_tag_of_a_list_says_the_version_of_whose_it_is(
    reads: str, name: str, here: Scene
) -> None:
    """Which a change moves: then it is another tag, whether or not the lines are the same."""
    write, api = staged(here, name), here.house.api("committee")
    path, body = here.path(WRITES[name].template), dict(WRITES[name].body(write))
    version, tag = body.pop("version"), api.get(here.path(reads))["ETag"]
    assert tag.split("-")[1] == str(version)
    read(api.post(path, body, **{"If-Match": tag}), WRITES[name].status)
    found = problem(api.post(path, body, **{"If-Match": tag}), 412, "precondition_failed")
    assert found["current_version"] == version + 1


def test_one_payment_is_read_by_its_two_sides_and_who_sees_all(here: Scene) -> None:
    found = read(here.house.api("scorer").get(here.path("payments/{payment}")))
    whole = read(here.house.api("scorer").get(here.path("settlements/{settlement}")))
    assert [found] == whole["payments"]
    sides = {found["payer"]["id"], found["payee"]["id"]}
    for who in ("ann", "bob", "cyd"):
        player, api = here.house.players[who].pk, here.house.api(who)
        answer = api.get(here.path("payments/{payment}"))
        assert (answer.status_code == 200) == (player in sides), who


def test_one_table_and_one_flag_are_read_as_in_their_lists(here: Scene) -> None:
    api = here.house.api("director")
    evening = read(api.get(here.path("evenings/{evening}")))
    for table in evening["tables"]:
        found = read(api.get(f"tables/{table['id']}"))
        assert found == {**table, "evening": evening["id"]}
        assert read(Api().get(f"tables/{table['id']}"))["code"] is None
    read(here.house.api("ann").post(here.path("matches/{match}/flags"), {"text": "Not 5-3."}), 201)
    flags = read(api.get("clubs/cercle/flags"))["results"]
    assert flags
    assert [read(api.get(f"flags/{one['id']}")) for one in flags] == flags
    problem(api.get("tables/999999"), 404)
    problem(api.get("flags/999999"), 404)
    problem(api.get("payments/999999"), 404)
