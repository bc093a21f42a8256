"""A write that is sent again: answered as the first time, done once."""

import string
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from ecarte_club.clubs.models import Player
from ecarte_club.core import live
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.idempotency import check_key, fingerprint, new_receipt
from ecarte_club.core.models import IdempotencyRecord
from games.matches.models import Entry, Match
from tests.site.operations import HAND, KEYLESS, WRITES, Scene, staged
from tests.support.clubhouse import House, problem, read
from tests.support.depth import each, times

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

OTHER: dict[str, Any] = {
    **dict.fromkeys(("name", "league", "secret", "content"), "Another"),
    "role": "director",
    "second_factor": True,
    "language": "fr",
    "held_on": "2026-11-26",
    "starts_on": "2026-11-02",
    "places": "listed",
    "url": "https://third.example/",
    "books": [{"book": 1, "version": 99}],
    "players": [1],
    "entrants": [3, 2, 1],
    "teams": [2, 1],
    "fixtures": [{"fixture": 1, "table": 1}],
    "boards": [{"board": 1, "table": 1}],
    "reason": "Another",
    "award": "away",
    "state": "failed",
    "at": "2099-02-02T20:00:00Z",
    "email": "gus@nowhere.example",
    "played_on": "2026-11-02",
    "operation": "insert_after",
    "clock": "calm",
    "end": "0" * 64,
    "links": {"1": "0" * 64},
    "phrase": "well_played",
    "winner": "b",
}
# There is nothing to be said otherwise.
ALONE = ("accept", "withdraw", "claim", "close", "rematch", "clock-stop")
WITHOUT_CONTENT = {
    "evenings/{id}/payments/{posting}/undo",
    *(f"online-tables/{{id}}/{way}" for way in ALONE),
    *(f"clubs/{{slug}}/me/notifications/devices/{{id}}/{way}" for way in ("remove", "test")),
    "tournaments/{id}/draw-jobs/{job}/cancel",
    "tournaments/{id}/import-jobs/{job}/cancel",
    "tournaments/{id}/meetings/{fixture}/award-back",
    "tournaments/{id}/meetings/{fixture}/start-back",
    "tournaments/{id}/pools/{pool}/award-back",
}
KEYED = [name for name in WRITES if name not in KEYLESS]
REPEATS = times(1, thorough=2)
# That a key is of one path is checked before anybody looks what is done there.
ASKED_ELSEWHERE = frozenset(each(10, KEYED))
# Where the first was that already.
AGAIN: dict[str, Any] = {
    "held_on": "2026-11-25",
    "language": "en",
    "second_factor": False,
    "role": "scorer",
    "version": 3,
    "evening_table": 3,
}
# Where the first field decides which others there may be.
FIELD = {
    "contests/{id}/events": "version",
    "evenings/{id}/contests": "places",
    "tournaments/{id}/start": "matches",
    "tournaments/{id}/pools/start": "pools",
    "tournaments/{id}/pools/{pool}/award": "reason",
    "tournaments/{id}/rounds/{number}/pairings": "reason",
    "tournaments/{id}/rounds/{number}/pairings/preview": "player",
    **dict.fromkeys(
        (
            "meetings/{id}/lineups",
            "seasons/{id}/teams/late",
            "seasons/{id}/teams/withdrawals",
            "seasons/{id}/teams/returns",
        ),
        "version",
    ),
}
STARTED: dict[str, Any] = {
    "tournaments/{id}/start": [{"fixture": 1, "table": 1}],
    "tournaments/{id}/pools/start": [{"pool": 1, "table": 1}],
}


@pytest.fixture(autouse=True)
def _takes_clubs(settings: Settings) -> None:
    """Clubs can be created, so that the operations that do it can be done."""
    settings.SIGN_UP = "open"


# That a repeated key does nothing more is asked of all in tests/site/test_api_rights.py.
@pytest.mark.parametrize("name", each(5, KEYED))
def test_a_repeated_key_answers_as_the_first_time_and_is_of_nothing_else(
    name: str, here: Scene
) -> None:
    """Byte for byte, though the version it was made on has long gone by."""
    write = WRITES[name]
    api = staged(here, name).house.api(write.who)
    path, body = here.path(write.template), write.body(here)
    first = api.post(path, body, key="once")
    assert first.status_code == write.status
    assert "Idempotency-Replayed" not in first
    written = _written()
    for _ in range(REPEATS):
        again = api.post(path, body, key="once")
        assert again.status_code == write.status
        assert again.content == first.content
        assert again["Idempotency-Replayed"] == "true"
        assert again["Content-Type"] == first["Content-Type"]
    if name in ASKED_ELSEWHERE:
        elsewhere = f"clubs/{here.house.club.slug}/players"
        problem(api.post(elsewhere, {"name": "Chloé"}, key="once"), 422, "key_reused")
    if name not in WITHOUT_CONTENT:
        problem(api.post(path, _otherwise(name, body), key="once"), 422, "key_reused")
    assert _written() == written


def _written() -> list[int]:
    return [model.objects.count() for model in (IdempotencyRecord, Entry, Match, Player)]


def _otherwise(name: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The same content but for one field."""
    field, texts = FIELD.get(name) or next(iter(body)), WRITES[name].texts
    value = body[field]
    usual = not value if isinstance(value, bool) else "Another" if field in texts else 2
    other = STARTED.get(name) or OTHER.get(field, usual)
    return {**body, field: AGAIN[field] if other == value else other}


def test_content_is_what_it_says_not_how_it_is_written(house: House) -> None:
    match, api = house.match(), house.api("scorer")
    path = f"matches/{match.pk}/hands"
    a = b'{"version":0,"opening":"exchanged","tricks":{"a":3,"b":2}}'
    b = b'{ "tricks": {"b": 2, "a": 3},\n "opening": "exch\\u0061nged", "version": 0 }'
    first = api.send(path, a, key="once")
    assert read(first, 201) == read(api.send(path, b, key="once"), 201)


@pytest.mark.parametrize("repeats", [0, 1, 2])
def test_whoever_repeats_a_write_tells_those_who_watch(
    repeats: int,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    """A machine that is cut off after its commit tells nobody; the write then comes to another one.
    What only reads, or is refused, tells nothing again."""
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(live, "send", lambda topic, version: told.append((topic, version)))
    match, api = house.match(), house.api("scorer")
    path, body = f"matches/{match.pk}/hands", {**HAND, "version": 0}
    with django_capture_on_commit_callbacks(execute=True):
        first = read(api.post(path, body, key="once"), 201)
    of_the_first = [*told]
    assert (f"match:{match.pk}", 1) in of_the_first
    told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        for _repeat in range(repeats):
            assert read(api.post(path, body, key="once"), 201) == first
        problem(api.post(path, {**body, "version": 9}, key="once"), 422, "key_reused")
        read(api.get(f"matches/{match.pk}"))
    assert told == [*dict(of_the_first).items()] * repeats


def test_the_same_key_elsewhere_is_other_content(house: House) -> None:
    one, two, api = house.match(), house.match(), house.api("scorer")
    body = {**HAND, "version": 0}
    read(api.post(f"matches/{one.pk}/hands", body, key="once"), 201)
    problem(api.post(f"matches/{two.pk}/hands", body, key="once"), 422, "key_reused")


def test_keys_are_each_persons_own(house: House) -> None:
    one, two = house.match(), house.match()
    body = {**HAND, "version": 0}
    read(house.api("scorer").post(f"matches/{one.pk}/hands", body, key="1"), 201)
    read(house.api("director").post(f"matches/{two.pk}/hands", body, key="1"), 201)
    assert Entry.objects.count() == 2


BAD_KEYS = ["", " ", "a b", "é", "a\tb", "x" * 201, "\x7f"]


@pytest.mark.parametrize("key", BAD_KEYS)
def test_odd_keys_are_refused(key: str, house: House) -> None:
    match, api = house.match(), house.api("scorer")
    answer = api.post(f"matches/{match.pk}/hands", {**HAND, "version": 0}, key=key)
    problem(answer, 422, "idempotency_key", "Idempotency-Key")
    assert not Entry.objects.exists()


def test_a_missing_key_is_asked_for(house: House) -> None:
    match, api = house.match(), house.api("scorer")
    answer = api.client.post(
        f"/api/v1/matches/{match.pk}/hands",
        {**HAND, "version": 0},
        "application/json",
        headers=api.headers,
    )
    problem(answer, 422, "idempotency_key", "Idempotency-Key")
    assert not Entry.objects.exists()


@given(st.text(string.ascii_letters + string.digits + string.punctuation, min_size=1, max_size=200))
def test_every_printable_key_is_taken(key: str) -> None:
    """As it is, but not with a space."""
    check_key(key)
    with pytest.raises(Invalid):
        check_key(f"{key} ")


@given(st.text(min_size=1).filter(lambda key: any(not "!" <= letter <= "~" for letter in key)))
def test_no_other_key_is_taken(key: str) -> None:
    with pytest.raises(Invalid):
        check_key(key)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"version": 7}, 409),
        ({"tricks": {"a": 4, "b": 4}}, 422),
        ({"dealer": "c"}, 422),
    ],
)
def test_a_failed_write_leaves_its_key_free(
    wrong: dict[str, Any], status: int, house: House
) -> None:
    match, api = house.match(), house.api("scorer")
    good = {**HAND, "version": 0}
    path = f"matches/{match.pk}/hands"
    problem(api.post(path, {**good, **wrong}, key="once"), status)
    assert not IdempotencyRecord.objects.exists()
    answer = api.post(path, good, key="once")
    read(answer, 201)
    assert "Idempotency-Replayed" not in answer
    assert Entry.objects.count() == 1


def test_a_failure_half_way_leaves_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The receipt cannot be kept: then neither is the entry, nor the standings."""
    season = house.season()
    match, api = house.match(season), house.api("scorer")
    season.refresh_from_db()

    def broken(**_fields: object) -> None:
        raise OSError("disk full")

    api.client.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(new_receipt, "create", broken)
        answer = api.post(f"matches/{match.pk}/hands", {**HAND, "version": 0}, key="once")
    problem(answer, 500, "server_error")
    assert not Entry.objects.exists()
    assert Match.objects.get().version == 0
    read(api.post(f"matches/{match.pk}/hands", {**HAND, "version": 0}, key="once"), 201)
    assert Entry.objects.count() == 1


def test_a_revoked_right_is_not_hidden_by_a_receipt(neighbour: House) -> None:
    """Who no longer sees the club does not see its old answers either."""
    match, api = neighbour.match(), neighbour.api("scorer")
    body = {**HAND, "version": 0}
    read(api.post(f"matches/{match.pk}/hands", body, key="once"), 201)
    neighbour.users["scorer"].offices.all().delete()
    problem(api.post(f"matches/{match.pk}/hands", body, key="once"), 404)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=4), json_values, max_size=5))
def test_a_print_knows_no_order(content: dict[str, Any]) -> None:
    backwards = dict(reversed(content.items()))
    assert fingerprint("POST", content) == fingerprint("POST", backwards)


@given(json_values, json_values)
def test_other_content_has_another_print(one: object, other: object) -> None:
    """`1` and `True` are equal in Python, and not the same content."""
    same = repr(one) == repr(other) or (fingerprint(one) == fingerprint(other) and one == other)
    assert (fingerprint(one) == fingerprint(other)) == same
