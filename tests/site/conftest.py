"""For every test of the site as a whole."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest
from django.test import override_settings
from pytest_django import DjangoDbBlocker, Settings

from games.practice.rules.problems import problem_of
from tests.support.archives import file_ready
from tests.support.clubhouse import Api, House
from tests.support.clubrooms import undone
from tests.support.everything import everything, written

from .operations import WRITES, Scene, Write, staged
from .people import strangers_token

# Clubs can be created, so that the operations that do it can be done.
SIGN_UP = "open"
EASILY_FOUND = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def _takes_clubs(settings: Settings) -> None:
    settings.SIGN_UP = SIGN_UP


@pytest.fixture(autouse=True)
def _problem_of_one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a day whose first deal is a good one: for others up to three seconds are searched."""
    monkeypatch.setattr(
        "games.practice.selectors.problems.problem_of",
        lambda _day, tables: problem_of(EASILY_FOUND, tables),
    )


@pytest.fixture(scope="module")
def _stranger(_standing: tuple[Scene, House], django_db_blocker: DjangoDbBlocker) -> str:
    with django_db_blocker.unblock():
        return strangers_token()


@pytest.fixture
def stranger(_stranger: str, here: Scene) -> str:
    """The token of somebody who is in no club."""
    return _stranger


@dataclass(frozen=True, slots=True)
class Ready:
    """A write that is possible, in a scene made ready for it, and `api`: of somebody who may.

    `rows`: all that there are; `count`: of what was written before.
    """

    name: str
    write: Write
    here: Scene
    api: Api
    path: str
    body: Mapping[str, Any]
    rows: Mapping[str, Any]
    count: object

    def is_unchanged(self) -> bool:
        return written() == self.count or everything() == self.rows


@pytest.fixture(scope="module", params=WRITES)
def made_ready(
    request: pytest.FixtureRequest,
    _standing: tuple[Scene, House],
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Ready]:
    """Once for the tests of a module that ask for `ready`: pytest runs them one after another."""
    name = request.param
    file_ready()
    with django_db_blocker.unblock(), override_settings(SIGN_UP=SIGN_UP), undone(name):
        write, here = WRITES[name], staged(deepcopy(_standing[0]), name)
        path, body, api = here.path(write.template), write.body(here), here.house.api(write.who)
        here.house.secret("committee")
        yield Ready(name, write, here, api, path, body, everything(), 0)


@pytest.fixture
def ready(made_ready: Ready) -> Ready:
    """Each write in turn; a test takes some of them by parameters of `made_ready`."""
    return replace(made_ready, count=written())
