"""What the published schema says of each operation: what it does, who may, how it fails."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from ecarte_club.api_glossary import FIELDS, MEANINGS, THINGS
from ecarte_club.clubs.api.requirements import NEEDS, Need
from ecarte_club.core import api
from ecarte_club.core.schema import OF_READS, OF_WRITES
from tests.support.clubhouse import Api, House, problem, read
from tests.support.depth import THOROUGH

from .operations import READS, STAKED, WRITES, Scene

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

Schema = dict[str, Any]
STREAM = "text/event-stream"


@pytest.fixture(scope="module")
def schema() -> Schema:
    found: Schema = SchemaGenerator().get_schema(public=True)
    return found


def _operations(schema: Schema) -> dict[str, Schema]:
    return {
        f"{method} {address.removeprefix('/api/v1/')}": operation
        for address, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def _parameters(schema: Schema, operation: Schema) -> list[Schema]:
    known = schema["components"]["parameters"]
    return [
        known.get(one.get("$ref", "").rpartition("/")[2], one) for one in operation["parameters"]
    ]


def test_who_may_is_what_the_tests_of_rights_try() -> None:
    tried = {f"get {path}": Need(row.act, row.own) for path, row in READS.items()}
    tried |= {
        f"post {path}": Need(row.act, row.own or row.players_own) for path, row in WRITES.items()
    }
    tried |= {f"post {path}": Need(act) for path, act in STAKED.items()}
    wrong = [f"{name}: {tried[name]}" for name in tried if NEEDS.get(name) != tried[name]]
    assert not wrong, "Put these into ecarte_club/clubs/api/requirements.toml:\n" + "\n".join(wrong)
    assert not NEEDS.keys() - tried.keys()


def test_each_operation_says_what_it_does_who_may_and_how_it_fails(schema: Schema) -> None:
    names = []
    for name, operation in _operations(schema).items():
        text, _mark, needs = operation.get("description", "").partition("*Who:*")
        assert len(text.strip()) > 5, name
        assert "*Scope:*" in needs, name
        statuses = OF_READS if name.startswith("get") else OF_WRITES
        assert {*statuses, "default"} <= operation["responses"].keys(), name
        headers = {one["name"] for one in _parameters(schema, operation) if one["in"] == "header"}
        wanted = {"Idempotency-Key", "If-Match"} if name.startswith("post") else {"If-None-Match"}
        if STREAM not in operation["responses"].get("200", {}).get("content", {}):
            assert wanted <= headers, name
        names.append(operation["operationId"])
    assert len(names) == len(set(names))
    assert all(name.replace("_", "").isalnum() for name in names)


def test_reads_give_just_the_fields_that_are_asked_for(here: Scene, schema: Schema) -> None:
    """Each that the schema names, in every read; and no other. Usually of every fourth read the
    one, and of every fourth the other."""
    api, tried = here.house.api("committee"), 0
    operations = _operations(schema)
    for name, row in READS.items():
        asked = [
            one for one in _parameters(schema, operations[f"get {name}"]) if one["name"] == "fields"
        ]
        if not asked:
            continue
        path = here.path(row.template)
        mark = "&" if "?" in path else "?"
        known = asked[0]["schema"]["items"]["enum"]
        tried += 1
        if not THOROUGH and tried % 4:
            if tried % 4 == 2:
                _refuses_another_field(api, f"{path}{mark}", known, name)
            continue
        chosen = known[: max(1, len(known) // 2)]
        for line in _lines(read(api.get(f"{path}{mark}fields={','.join(chosen)}"))):
            assert line.keys() == set(chosen), name
        if THOROUGH:
            _refuses_another_field(api, f"{path}{mark}", known, name)
    assert tried > 40


def _refuses_another_field(api: Api, path: str, known: list[str], name: str) -> None:
    found = problem(api.get(f"{path}fields={known[0]},surprise"), 422, "unknown_field")
    told = found["errors"][0]["detail"]
    assert "surprise" in told, name
    assert [field for field in known if field not in told] == [], (name, told)


def _lines(body: Any) -> list[dict[str, Any]]:
    if isinstance(body, dict) and body.keys() >= api.ENVELOPE:
        body = body["results"]
    return body if isinstance(body, list) else [body]


def test_the_next_page_is_in_a_header_too(house: House) -> None:
    api = house.api("ann")
    first = api.get("clubs/cercle/players?page_size=1&fields=id")
    assert first["Link"] == f'<{read(first)["next"]}>; rel="next"'
    second = api.client.get(read(first)["next"], headers=api.headers)
    assert f'<{read(second)["previous"]}>; rel="prev"' in second["Link"]
    assert "Link" not in api.get("clubs")


def test_each_field_says_what_it_means_and_the_glossary_has_no_more(schema: Schema) -> None:
    described = {
        (component, name): field.get("description", "")
        for component, shape in schema["components"]["schemas"].items()
        for name, field in shape.get("properties", {}).items()
    }
    silent = [f"{component}.{name}" for (component, name), text in described.items() if not text]
    assert not silent, "Give these a help_text, or a line in ecarte_club/api_glossary.toml"
    used = {(name, text) for (_component, name), text in described.items()}
    assert {name for name, text in FIELDS.items() if (name, text) not in used} == set()
    texts = {text for _name, text in used}
    assert {key for key, text in MEANINGS.items() if text not in texts} == set()
    assert {
        name for name, text in THINGS.items() if not texts & {f"Id of the {text}.", f"The {text}."}
    } == set()
