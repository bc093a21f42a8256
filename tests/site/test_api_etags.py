"""Who has the newest version of a match is told so, and nothing is computed for it."""

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.core import etags
from games.matches.selectors import reading
from tests.support import printed_game
from tests.support.clubhouse import Api, House

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.any_database

PATHS = ("", "/hands", "/games", "/entries")


def _asked(api: Api, path: str, tag: str) -> "Answer":
    return api.client.get(f"/api/v1/{path}", headers={**api.headers, "If-None-Match": tag})


@pytest.mark.parametrize("path", PATHS)
def test_a_known_version_is_not_computed_again(
    house: House, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, api = house.match(), house.api("scorer")
    api.enter(match.pk, printed_game.BODIES[0])
    first = api.get(f"matches/{match.pk}{path}")
    assert first.status_code == 200
    with monkeypatch.context() as patch, CaptureQueriesContext(connection) as queries:
        patch.delattr(reading, "read")
        again = _asked(api, f"matches/{match.pk}{path}", first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert len(queries) <= 3  # the token, the match with its version, who he is there
    api.enter(match.pk, printed_game.BODIES[1])
    newer = _asked(api, f"matches/{match.pk}{path}", first["ETag"])
    assert newer.status_code == 200
    assert newer["ETag"] != first["ETag"]


@pytest.mark.slow
def test_who_may_see_less_has_another_tag(house: House) -> None:
    match = house.match(house.season())
    api = house.api("scorer")
    api.enter(match.pk, {**printed_game.BODIES[0]})
    own = api.get(f"matches/{match.pk}/entries")
    stranger = _asked(Api(), f"matches/{match.pk}/entries", own["ETag"])
    assert own.json()[0]["by"]
    assert stranger.status_code == 200
    assert stranger.json()[0]["by"] is None


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ('"1-2"', True),
        ('W/"1-2"', True),
        ('"0-0", "1-2"', True),
        ("*", True),
        ('"1-3"', False),
        ("1-2", False),
        ("", False),
    ],
)
def test_if_none_match_as_rfc_9110_has_it(header: str, known: bool) -> None:
    assert etags.is_current(header, etags.tag(1, 2)) is known
