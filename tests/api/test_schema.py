"""Schemathesis against the published schema, in process, signed in and signed out."""

import itertools
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ecarte_club.wsgi import application
from games.models import Entry, Match
from scoring.models import Season
from scoring.recount import recount
from tests.api.operations import Scene, scene
from tests.clubhouse import House, open_house
from tests.clubrooms import let_go

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]
EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES") or 3)
"""Of each operation, in each of the four ways; SCHEMA_EXAMPLES=100 is the long run."""
SETTINGS = settings(
    max_examples=EXAMPLES,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
schema = schemathesis.openapi.from_path("docs/openapi.yaml")
schema.app = application
keys = map(str, itertools.count())


def _sometimes_real(case: Any, here: Scene, number: int) -> None:
    """Every other request is about things that exist, or nearly all would be answered 404."""
    if number % 2:
        return
    # Of a hundred tags that are made up, none is right.
    for condition in ("If-Match", "If-None-Match"):
        (case.headers or {}).pop(condition, None)
    real: dict[str, Any] = {"slug": here.house.club.slug, "number": 1}
    if "id" in case.path_parameters:
        kind = case.path.split("/")[3]
        real["id"] = {
            "players": here.house.players["ann"].pk,
            "matches": here.match.pk,
            "hands": Entry.objects.filter(kind="hand")[0].pk,
            "leagues": here.season.league_id,
            "seasons": here.season.pk,
            "evenings": here.evening.pk,
            "tables": here.table.pk,
            "contests": here.ids["contest"],
        }.get(kind, 1)
    case.path_parameters.update(
        {name: value for name, value in real.items() if name in case.path_parameters}
    )
    if isinstance(case.body, dict) and "version" in case.body and number % 4 == 0:
        case.body["version"] = Match.objects.get(pk=here.match.pk).version


@pytest.fixture
def house(emptied: list[str], transactional_db: None) -> Iterator[House]:
    """A bare WSGI call closes a connection that it finds inside a transaction."""
    yield open_house()
    let_go(emptied)


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
@pytest.mark.parametrize("signed_in", [True, False], ids=["signed in", "signed out"])
def test_the_schema_is_true(signed_in: bool, mode: GenerationMode, house: House) -> None:
    """Of content that fits the schema (positive) and that does not (negative)."""
    here = scene(house)
    authorization = f"Bearer {house.secret('committee')}"
    numbers, answers = itertools.count(), Counter[int]()

    def ask(case: Any) -> None:
        _sometimes_real(case, here, next(numbers))
        # What is left of an answer then is tried in test_described.
        (case.query or {}).pop("fields", None)
        case.headers["Idempotency-Key"] = next(keys)
        case.headers.pop("Authorization", None)
        if signed_in:
            case.headers["Authorization"] = authorization
        answer = case.call()
        case.validate_response(answer, checks=CHECKS)
        answers[answer.status_code] += 1

    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        strategy = operation.as_strategy(generation_mode=mode)
        SETTINGS(given(case=strategy)(ask))()
    print(dict(answers))
    assert sum(answers.values()) > 200
    if mode is GenerationMode.POSITIVE:
        assert answers[200] > 20
        assert (answers[201] >= 3) == signed_in
    assert recount(Season.objects.get(pk=here.season.pk)) == []
