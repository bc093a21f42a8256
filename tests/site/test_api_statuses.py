"""The same kind of error has the same status and code in every operation: those of docs/api.md."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from tests.support.clubhouse import Api, problem, read
from tests.support.clubrooms import noted
from tests.support.depth import each
from tests.support.everything import everything

from .operations import READS, WRITES, Scene

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

OPERATIONS = [*(("get", path) for path in READS), *(("post", path) for path in WRITES)]
NOBODYS_ID = 10**9


def _documented() -> dict[str, tuple[int, list[str]]]:
    """What is wrong, its status and its codes, as the document says."""
    text = Path(settings.BASE_DIR, "docs/api.md").read_text(encoding="utf-8")
    table = text.partition("## Errors")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (\d{3}) \| (.+?) \|$", table, re.MULTILINE)
    return {
        what: (int(status), [] if "each rule" in codes else re.findall(r"`(\w+)`", codes))
        for what, status, codes in rows
    }


DOCUMENTED = _documented()


def refused(answer: Any, what: str, field: str = "") -> dict[str, Any]:
    """The problem document, with the status and a code that are documented for it."""
    status, codes = DOCUMENTED[what]
    found = problem(answer, status, field=field)
    assert not codes or found["code"] in codes, (what, found)
    return found


def _address(method: str, name: str, here: Scene) -> str:
    return here.path((READS if method == "get" else WRITES)[name].template)


def _send(api: Api, method: str, path: str, body: Any = None, **headers: str) -> Any:
    return api.get(path, **headers) if method == "get" else api.post(path, body, **headers)


def _with(path: str, query: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{query}"


@pytest.fixture(scope="module")
def schema() -> Any:
    return SchemaGenerator().get_schema(public=True)


@pytest.fixture(scope="module")
def published(schema: Any) -> dict[tuple[str, str], list[str]]:
    """The names of the query parameters of each operation."""
    shared = schema["components"]["parameters"]
    found = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            every = operation.get("parameters", [])
            declared = [shared.get(one.get("$ref", "").rpartition("/")[2], one) for one in every]
            names = [one["name"] for one in declared if one["in"] == "query"]
            found[method, path.removeprefix("/api/v1/")] = names
    return found


def test_the_document_names_each_status_of_the_schema(schema: Any) -> None:
    """405 is of no operation."""
    named = {
        status
        for methods in schema["paths"].values()
        for operation in methods.values()
        for status in operation["responses"]
        if status.startswith("4")
    }
    assert named | {"405"} == {str(status) for status, _codes in DOCUMENTED.values()}


def test_an_unknown_parameter_is_refused_by_name(
    here: Scene, published: dict[tuple[str, str], list[str]]
) -> None:
    """Those that are known are told: all of the schema's."""
    wrong: list[str] = []
    api, before = here.house.api("committee"), everything()
    writes = [("post", name) for name in each(4, [*WRITES])]
    for method, name in [*(("get", name) for name in READS), *writes]:
        with noted(wrong, f"{method} {name}"):
            path = _with(_address(method, name, here), "plaier=1&surprise=")
            found = refused(_send(api, method, path, {}), "An unknown query parameter")
            assert [error["field"] for error in found["errors"]] == ["plaier", "surprise"]
            for error in found["errors"]:
                known = error["detail"].rpartition(": ")[2].removesuffix(".")
                assert known == "–" or set(known.split(", ")) == set(published[method, name])
                assert (known == "–") is (not published[method, name])
    assert wrong == []
    assert everything() == before


# That those of the schema are known is told above.
@pytest.mark.parametrize("name", each(8, [*READS]))
def test_every_parameter_of_the_schema_is_known(
    name: str, here: Scene, published: dict[tuple[str, str], list[str]]
) -> None:
    """Each may be wrong, but none is strange."""
    api, path = here.house.api("committee"), _address("get", name, here)
    query = "&".join(f"{parameter}=" for parameter in published["get", name])
    answer = api.get(_with(path, query))
    assert answer.status_code in (200, 401, 404, 422)
    assert b"unknown_parameter" not in b"".join(answer)


def test_pages_are_lenient(here: Scene) -> None:
    """Whatever a mail program or a search engine adds to a link."""
    api = here.house.api("committee")
    api.client.force_login(here.house.users["committee"])
    for page in ("", "matches/", "players/", "evenings/"):
        assert api.client.get(f"/clubs/cercle/{page}?utm_source=mail").status_code == 200


# All ids at once are nobody's in test_api_rights_read.
@pytest.mark.parametrize("name", each(4, [*READS]))
def test_what_is_not_at_an_address(name: str, here: Scene) -> None:
    """Each id in it in turn is nobody's."""
    api, before = here.house.api("committee"), everything()
    for there in not_there(_address("get", name, here), here):
        refused(api.get(there), "There is no such thing at the address")
    assert everything() == before


def not_there(path: str, here: Scene) -> Iterator[str]:
    steps = path.partition("?")[0].split("/")
    for place, step in enumerate(steps):
        if step.isdigit() or step == here.house.club.slug:
            nobodys = "nobodys" if step == here.house.club.slug else str(NOBODYS_ID)
            yield "/".join([*steps[:place], nobodys, *steps[place + 1 :]])


def test_a_key_that_was_used_for_something_else(here: Scene) -> None:
    """As in every operation: tests/core/test_api_receipts."""
    write = WRITES["matches/{id}/hands"]
    api = here.house.api(write.who)
    read(api.post(here.path(write.template), write.body(here), key="once"), write.status)
    other = api.post(f"clubs/{here.house.club.slug}/players", {"name": "Chloé"}, key="once")
    refused(other, "The key was used for something else")


@pytest.mark.parametrize(("method", "name"), each(20, OPERATIONS))
def test_other_methods_and_forms(method: str, name: str, here: Scene) -> None:
    api, path = here.house.api("committee"), _address(method, name, here)
    answer = api.client.delete(f"/api/v1/{path}", headers=api.headers)
    refused(answer, "The address has no such operation")


@pytest.mark.parametrize("accept", ["text/html", "image/*"])
def test_a_form_that_cannot_be_had(accept: str, here: Scene) -> None:
    answer = here.house.api("committee").get("matches", Accept=accept)
    refused(answer, "It cannot be had in the form that `Accept` asks for", "Accept")
