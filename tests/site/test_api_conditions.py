"""Reads that are known already, and changes that are made on one version or not at all."""

from copy import deepcopy
from typing import Any

import pytest

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.core import etags
from ecarte_club.core.models import IdempotencyRecord
from games.evenings.models import Evening
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
from tests.support.depth import each

from .operations import READS, STREAMS, WRITES, Scene, staged

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def test_every_read_has_a_tag_and_answers_304_to_who_has_it(here: Scene) -> None:
    """Every other first read is of the headers alone, which have nothing after them. Usually every
    fifth read: of the others the tag is in test_api_rights_read."""
    api = here.house.api("committee")
    for number, name in enumerate(each(5, [name for name in READS if name not in STREAMS])):
        with undone(name):
            path = here.path(READS[name].template)
            if number % 2:
                first = api.client.head(f"/api/v1/{path}", headers=api.headers)
                assert first.content == b"", name
            else:
                first = api.get(path)
            assert first.status_code == 200, (name, first.content[:300])
            assert first["ETag"].startswith('"'), name
            again = api.get(path, **{"If-None-Match": first["ETag"]})
            assert (again.status_code, again.content) == (304, b""), name
            assert again["ETag"] == first["ETag"]
            assert "no-cache" in again["Cache-Control"]


def test_a_read_without_words_in_it_is_told_apart_by_language(house: House) -> None:
    api = house.api("committee")
    first = api.get("clubs/cercle/rights", **{"Accept-Language": "en"})
    french = api.get(
        "clubs/cercle/rights", **{"Accept-Language": "fr", "If-None-Match": first["ETag"]}
    )
    assert french.status_code == 200
    assert french["ETag"] != first["ETag"]


UNREAD = {"invitations/accept", "table-codes", "club-codes"}
"""What begins with a secret, or is asked for: nothing was read before."""


def _tag(api: Api, path: str) -> str:
    """Of what can be read there, or at the nearest address above; empty where nothing can."""
    while path:
        answer = api.get(path)
        if answer.status_code == 200:
            return str(answer["ETag"])
        path = path.rpartition("/")[0]
    return ""


def test_each_change_is_made_on_the_tag_of_what_was_read_and_on_no_other(here: Scene) -> None:
    """Though nothing else says the version."""
    wrong = {"If-Match": 'W/"1-1", "999999-0-x", x'}
    for write in WRITES.values():
        here.house.secret(write.who)
    changes = [name for name, write in WRITES.items() if write.keeps]
    # On another tag none is made: that is asked of others in test_api_bad_fields.
    for name in dict.fromkeys([*each(12, changes), *UNREAD]):
        with undone(name):
            write, made_ready = WRITES[name], staged(deepcopy(here), name)
            api = here.house.api(write.who)
            path, body = made_ready.path(write.template), dict(write.body(made_ready))
            # A change leaves its receipt and, nearly always, a deed.
            before = IdempotencyRecord.objects.count(), AuditLogEntry.objects.count()
            answer = api.post(path, body, **wrong)
            problem(answer, 412, "precondition_failed", "If-Match")
            assert (IdempotencyRecord.objects.count(), AuditLogEntry.objects.count()) == before
            body.pop("version", None)
            tag = _tag(api, path)
            assert (name in UNREAD) == (not tag), name
            if tag:
                read(api.post(path, body, **{"If-Match": tag}), write.status)
            else:
                problem(api.post(path, body, **{"If-Match": "*"}), 412, "precondition_failed")


VERSIONED = {
    "players/{id}": "players/{other}",
    "matches/{id}/hands": "matches/{empty}",
    "matches/{id}/games": "matches/{empty}",
    "matches/{id}/undo": "matches/{match}",
    "players/{id}/anonymise": "players/{spare}",
    "clubs/{slug}/settings": "clubs/{slug}/settings",
    "evenings/{id}/sign-off": "evenings/{evening}",
    "contests/{id}/undo": "contests/{contest}",
}


def _told(here: Scene, name: str) -> tuple[str, dict[str, Any], str]:
    """Where it is written, with what, and the tag of what it is written on."""
    write = staged(here, name)
    path, body = here.path(WRITES[name].template), dict(WRITES[name].body(write))
    tag = here.house.api("committee").get(here.path(VERSIONED[name]))["ETag"]
    return path, body, tag


@pytest.mark.parametrize("name", ["players/{id}", "matches/{id}/undo", "clubs/{slug}/settings"])
def test_the_tag_takes_the_place_of_the_version(name: str, here: Scene) -> None:
    api = here.house.api("committee")
    path, body, tag = _told(here, name)
    del body["version"]
    read(api.post(path, body, **{"If-Match": tag}), WRITES[name].status)
    found = problem(api.post(path, body, **{"If-Match": tag}), 412, "precondition_failed")
    assert found["current_version"] > int(tag.split("-")[1])


def test_a_repeated_change_answers_as_at_first_whatever_came_meanwhile(here: Scene) -> None:
    api, path = here.house.api("committee"), here.path("players/{other}")
    tag = {"If-Match": api.get(path)["ETag"]}
    first = api.post(path, {"name": "Cydney"}, key="k", **tag)
    again = api.post(path, {"name": "Cydney"}, key="k", **tag)
    assert read(first, 201) == read(again, 201)
    assert again["Idempotency-Replayed"] == "true"
    assert Player.objects.get(pk=here.house.players["cyd"].pk).version == 1


def test_two_versions_at_once_are_refused(here: Scene) -> None:
    api, path = here.house.api("committee"), here.path("players/{other}")
    tag = {"If-Match": api.get(path)["ETag"]}
    problem(api.post(path, {"name": "C", "version": 7}, **tag), 422, "invalid", "version")
    read(api.post(path, {"name": "C", "version": 0}, **tag), 201)


def test_a_star_asks_for_nothing_but_that_it_is_there(here: Scene) -> None:
    api, path = here.house.api("committee"), here.path("players/{other}")
    problem(api.post(path, {"name": "C"}, **{"If-Match": "*"}), 422, "invalid", "version")
    read(api.post(path, {"name": "C", "version": 0}, **{"If-Match": "*"}), 201)


@pytest.mark.postgresql
def test_without_a_version_what_is_read_there_is_compared(here: Scene) -> None:
    """Who comes to an evening: by the evening's tag, which each arrival changes."""
    api, path = here.house.api("director"), here.path("evenings/{evening}")
    tag, spare = api.get(path)["ETag"], {"player": here.spare.pk}
    read(api.post(f"{path}/arrivals", spare, **{"If-Match": tag}), 201)
    version = Evening.objects.get(pk=here.evening.pk).version
    other = {"player": here.house.players["cyd"].pk}
    problem(api.post(f"{path}/arrivals", other, **{"If-Match": tag}), 412, "precondition_failed")
    assert Evening.objects.get(pk=here.evening.pk).version == version
    newest = {"If-Match": api.get(path)["ETag"]}
    read(api.post(f"{path}/arrivals", other, **newest), 201)


def test_the_sign_off_takes_the_tag_of_the_evening(here: Scene) -> None:
    """Its content is read within the act."""
    api, path = here.house.api("director"), here.path("evenings/{evening}")
    stale = etags.tag(here.evening.pk, 10**6)
    problem(api.post(f"{path}/sign-off", {}, **{"If-Match": stale}), 412, "precondition_failed")
    read(api.post(f"{path}/sign-off", {}, **{"If-Match": api.get(path)["ETag"]}), 201)


@pytest.mark.parametrize(
    ("tag", "version"),
    [
        ('"12-7"', 7),
        ('"12-7-0-en"', 7),
        ('"le_club-3-x"', 3),
        ('"13-7"', None),
        ('W/"12-7"', None),
        ('"12-7', None),
        ('"12"', None),
        ('"12-x"', None),
        ('"12--7"', None),
        ("", None),
    ],
)
def test_what_a_tag_says(tag: str, version: int | None) -> None:
    assert etags.version_of(tag, [12, "le-club"]) == version
