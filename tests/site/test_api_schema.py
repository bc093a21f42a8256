"""Schemathesis against the published schema, in process, as each role and signed out."""

import itertools
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
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

from ecarte_club.clubs.permissions import TABLE, Role
from ecarte_club.wsgi import application
from games.matches.models import Entry, Match
from scoring.archive import services as archives
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from tests.support.clubhouse import House, open_house
from tests.support.clubrooms import let_go
from tests.support.depth import THOROUGH, each, times

from .operations import WRITES, Scene, scene

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]
EXAMPLES = 10
"""Of an operation, in each of the two ways, where tests are thorough. Usually one, the simplest
that there is, and another of every sixth operation with content that fits."""
ROLES = ("director", "scorer", "ann", "cyd", "phone")
"""Beside the committee and nobody: Ann plays at the phone's table and Cyd does not."""
OPEN_TO_ALL = {
    f"/api/v1/{path}"
    for path, write in WRITES.items()
    if write.act is None or Role.PUBLIC in TABLE[write.act].roles
}
SETTINGS = settings(
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
def house(
    emptied: list[str], transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[House]:
    """A bare WSGI call closes a connection that it finds inside a transaction. Archives are made
    at once, as a thread that made them would hold tables which the next call writes to."""
    monkeypatch.setattr(archives, "start", archives.archive_make)
    yield open_house()
    let_go(emptied)


@dataclass(slots=True)
class Asking:
    """`asked` and `answers`: how often by whom, and with which status. `made_by_nobody`: the paths
    where somebody signed out made something."""

    here: Scene
    authorization: dict[str, str]
    numbers: Iterator[int] = field(default_factory=itertools.count)
    asked: Counter[str] = field(default_factory=Counter)
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    made_by_nobody: set[str] = field(default_factory=set)

    def operation(
        self, operation: Any, mode: GenerationMode, roles: list[str], examples: int
    ) -> None:
        """The committee asks all, and where tests are thorough so does who is signed out, and those
        of `roles` one each. Usually they ask the last alone: about what exists, where it fits."""
        left = deque(roles)
        last: list[Any] = []

        def ask(case: Any) -> None:
            last[:] = [case, next(self.numbers)]
            others = ["nobody", *([left.popleft()] if left else [])] if THOROUGH else []
            for who in ["committee", *others]:
                self._ask(who, *last)

        strategy = operation.as_strategy(generation_mode=mode)
        settings(SETTINGS, max_examples=examples)(given(case=strategy)(ask))()
        if not THOROUGH and mode is GenerationMode.POSITIVE:
            last[1] *= 2
        # Of an operation that takes nothing there are fewer examples than roles.
        for who in left:
            self._ask(who, *last)

    def _ask(self, who: str, case: Any, number: int) -> None:
        _sometimes_real(case, self.here, number)
        # What is left of an answer then is tried in test_described.
        (case.query or {}).pop("fields", None)
        case.headers["Idempotency-Key"] = next(keys)
        case.headers.pop("Authorization", None)
        if who in self.authorization:
            case.headers["Authorization"] = self.authorization[who]
        answer = case.call()
        case.validate_response(answer, checks=CHECKS)
        self.asked[who] += 1
        self.answers[who, answer.status_code] += 1
        if (who, answer.status_code) == ("nobody", 201):
            self.made_by_nobody.add(case.path)


def _asking(house: House) -> Asking:
    here = scene(house)
    bearers = {who: f"Bearer {house.secret(who)}" for who in ("committee", *ROLES[:-1])}
    return Asking(here, {**bearers, "phone": f"Table {here.phones[0]}"})


def _roles(index: int, operation: Any, mode: GenerationMode) -> list[str]:
    """Half of them, in turn. Usually one of every other operation; of the others, who is signed
    out: but writes, which nobody may, are in test_api_rights."""
    first = index + (mode is GenerationMode.NEGATIVE)
    if THOROUGH:
        return [*ROLES[first % 2 :: 2]]
    if index % 2 or mode is GenerationMode.NEGATIVE:
        return [ROLES[first // 2 % len(ROLES)]]
    return ["nobody"] if operation.method == "get" else []


def _ask_all(asking: Asking, operations: list[Any], mode: GenerationMode) -> None:
    fits = mode is GenerationMode.POSITIVE
    for index, operation in enumerate(operations):
        usual = 2 if fits and index % 6 == 0 else 1
        examples = times(usual, thorough=EXAMPLES)
        asking.operation(operation, mode, _roles(index, operation, mode), examples)
    print(mode, dict(asking.asked), dict(asking.answers))
    assert asking.asked["committee"] >= len(operations)
    assert min(asking.asked[who] for who in ROLES) >= len(operations) // times(12, thorough=2)


# That nothing unfit is taken by any operation is in test_api_bad_fields too.
@pytest.mark.parametrize("half", range(times(1, thorough=2)))
def test_the_schema_is_true(half: int, house: House) -> None:
    """Of content that fits the schema (positive) and that does not (negative): every operation by
    every role and by nobody, one half of the roles here and the other half there; usually by one
    of them, in turn, and what does not fit by a twelfth of the operations."""
    asking = _asking(house)
    operations: list[Any] = [
        found.ok()  # type: ignore[union-attr]
        for found in itertools.islice(schema.get_all_operations(), half, None, times(1, thorough=2))
    ]
    _ask_all(asking, operations, GenerationMode.POSITIVE)
    assert asking.asked["committee"] > 200
    assert asking.answers["committee", 200] > 20
    assert asking.answers["nobody", 200] > 20
    assert asking.answers["committee", 201] >= 3
    assert asking.made_by_nobody <= OPEN_TO_ALL
    unfit = Asking(asking.here, asking.authorization)
    _ask_all(unfit, [*each(12, operations)], GenerationMode.NEGATIVE)
    assert recount(Season.objects.get(pk=asking.here.season.pk)) == []
