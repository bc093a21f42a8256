"""Whatever goes wrong is told in one form: RFC 9457, with the statuses and phrases of RFC 9110."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from rest_framework import exceptions
from rest_framework.serializers import ValidationError

from ecarte_club.core import problems
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid, KeyReused, Stale

# RFC 9110, 15.5, as it names them; 413 and 422 have kept the older phrases of RFC 7231 and 4918
# in the standard library for long, so either is right.

PHRASES = {
    400: {"Bad Request"},
    401: {"Unauthorized"},
    403: {"Forbidden"},
    404: {"Not Found"},
    405: {"Method Not Allowed"},
    406: {"Not Acceptable"},
    408: {"Request Timeout"},
    409: {"Conflict"},
    412: {"Precondition Failed"},
    413: {"Content Too Large", "Request Entity Too Large"},
    415: {"Unsupported Media Type"},
    422: {"Unprocessable Content", "Unprocessable Entity"},
    429: {"Too Many Requests"},
    500: {"Internal Server Error"},
    503: {"Service Unavailable"},
}

# What may be raised while a request is answered: its status, its code, and the field it names.
RAISED: dict[str, tuple[Callable[[], Exception], int, str, str]] = {
    "fault": (lambda: Fault("odd", "It is odd."), 400, "odd", ""),
    "invalid": (lambda: Invalid("odd", "Odd.", errors={"a": "b"}), 422, "odd", "a"),
    "denied": (lambda: Denied("No."), 403, "not_allowed", ""),
    "absent": (Absent, 404, "not_found", ""),
    "stale": (lambda: Stale(sent=1, current=2), 409, "stale_version", "version"),
    "key": (KeyReused, 422, "key_reused", ""),
    "404": (Http404, 404, "not_found", ""),
    "403": (PermissionDenied, 403, "not_allowed", ""),
    "parse": (exceptions.ParseError, 400, "parse_error", "body"),
    "login": (exceptions.NotAuthenticated, 401, "not_authenticated", ""),
    "bad login": (exceptions.AuthenticationFailed, 401, "authentication_failed", ""),
    "csrf": (exceptions.PermissionDenied, 403, "permission_denied", ""),
    "not found": (exceptions.NotFound, 404, "not_found", ""),
    "method": (lambda: exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed", ""),
    "accept": (exceptions.NotAcceptable, 406, "not_acceptable", "Accept"),
    "type": (
        lambda: exceptions.UnsupportedMediaType("a/b"),
        415,
        "unsupported_media_type",
        "Content-Type",
    ),
    "throttled": (exceptions.Throttled, 429, "throttled", ""),
    "large": (RequestDataTooBig, 413, "too_large", "body"),
    "unreadable": (BadRequest, 400, "bad_request", "body"),
    "suspicious": (SuspiciousOperation, 400, "bad_request", "body"),
    "host": (DisallowedHost, 400, "bad_request", "body"),
    "fields": (lambda: ValidationError({"a": {"b": ["Wrong."]}}), 422, "invalid", "a.b"),
    "whole": (lambda: ValidationError("Wrong."), 422, "invalid", "body"),
}


def _answered(error: Exception) -> dict[str, Any]:
    answer = problems.answer(error, {})
    assert answer is not None
    assert answer.content_type == "application/problem+json"
    found: dict[str, Any] = json.loads(json.dumps(answer.data))
    assert found["status"] == answer.status_code
    return found


@pytest.mark.parametrize("name", RAISED)
def test_whatever_is_raised_has_the_members_of_rfc_9457(name: str) -> None:
    make, status, code, field = RAISED[name]
    found = _answered(make())
    assert list(found)[:6] == ["type", "title", "status", "detail", "code", "errors"]
    assert found["status"] == status
    assert found["code"] == code
    assert found["type"] == f"/api/problems#{code}"
    assert found["title"] in PHRASES[status]
    assert found["detail"].strip()
    assert [error["field"] for error in found["errors"]] == ([field] if field else [])
    assert all(error.keys() == {"field", "detail"} for error in found["errors"])


@pytest.mark.parametrize("bug", [ValueError, KeyError, AssertionError, OSError])
def test_a_bug_is_no_problem_document(bug: type[Exception]) -> None:
    """It goes on to the server's log, and what it says to nobody."""
    assert problems.answer(bug("secret"), {}) is None


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_status_has_a_title_in_every_language(language: str) -> None:
    with translation.override(language):
        titles = {status: str(title) for status, title in problems.TITLES.items()}
    assert titles.keys() == PHRASES.keys()
    assert len(set(titles.values())) == len(titles)
    english = {status for status, title in titles.items() if title in PHRASES[status]}
    assert english == (set(PHRASES) if language == "en" else set())


@pytest.mark.parametrize("name", RAISED)
def test_every_problem_reads_in_french_and_keeps_its_code(name: str) -> None:
    """Words change with the language; what programs branch on does not."""
    make, status, code, field = RAISED[name]
    english = _answered(make())
    with translation.override("fr"):
        french = _answered(make())
    assert (french["status"], french["code"], french["type"]) == (
        *(status, code, f"/api/problems#{code}"),
    )
    assert [error["field"] for error in french["errors"]] == ([field] if field else [])
    assert french["title"] != english["title"]
    own_words = name in ("fault", "invalid", "denied", "fields", "whole")
    assert own_words or french["detail"] != english["detail"]


def test_the_extras_of_a_fault_are_members_of_the_document() -> None:
    """RFC 9457, 3.2: a problem type may extend the document with members of its own."""
    extra = {"law": "law 49", "entry": 3}
    found = _answered(Invalid("odd", "Odd.", extra=extra))
    assert extra.items() <= found.items()
    assert _answered(Stale(sent=4, current=9))["current_version"] == 9


def test_a_status_without_a_title_of_ours_has_that_of_http() -> None:
    class Teapot(exceptions.APIException):
        status_code = 418

    assert _answered(Teapot("No coffee."))["title"] == "I'm a Teapot"


@pytest.mark.parametrize(("wait", "told"), [(0.2, "1"), (1, "1"), (29.6, "30"), (60, "60")])
def test_who_must_wait_is_told_whole_seconds(wait: float, told: str) -> None:
    """RFC 9110, 10.2.3: a non-negative decimal integer; never 0, which would be a retry at once."""
    error = exceptions.Throttled()
    vars(error)["wait"] = wait
    answer = problems.answer(error, {})
    assert answer is not None
    assert answer["Retry-After"] == told


def test_who_must_sign_in_is_told_how() -> None:
    """RFC 9110, 15.5.2: a 401 must carry WWW-Authenticate."""
    error = exceptions.NotAuthenticated()
    vars(error)["auth_header"] = "Bearer"
    answer = problems.answer(error, {})
    assert answer is not None
    assert answer["WWW-Authenticate"] == "Bearer"


def test_an_object_within_another_names_both() -> None:
    fault = Invalid("odd", "Odd.", errors={"tricks": "x", "kings.0": "y"}, extra={"law": "law 1"})
    within = fault.within("facts").within("body")
    assert within.errors == {"body.facts.tricks": "x", "body.facts.kings.0": "y"}
    assert (within.code, within.detail, within.extra) == ("odd", "Odd.", {"law": "law 1"})
    assert fault.errors == {"tricks": "x", "kings.0": "y"}


# DRF's nested errors, as its documentation describes them: texts at the leaves, in lists; objects
# by field; lists of objects by position, an empty object where nothing is wrong.
Nested = Any
texts = st.lists(st.sampled_from(["Wrong.", "Too long.", "Missing."]), min_size=1, max_size=3)
names = st.sampled_from(["kings", "tricks", "dealer", "a", "b", "non_field_errors"])


def _deeper(inner: st.SearchStrategy[Nested]) -> st.SearchStrategy[Nested]:
    objects = st.dictionaries(names, inner, max_size=4)
    return objects | st.lists(objects, min_size=1, max_size=3)


nested = st.recursive(texts, _deeper, max_leaves=12)


def _walked(detail: Nested) -> list[tuple[str, str]]:
    """Every text with the path that leads to it; written with a stack and no recursion."""
    found: list[tuple[str, str]] = []
    rest: list[tuple[tuple[str, ...], Nested]] = [((), detail)]
    while rest:
        path, here = rest.pop()
        if isinstance(here, str):
            found.append((".".join(path) or "body", here))
        elif isinstance(here, dict):
            for name, value in here.items():
                rest.append((path if name == "non_field_errors" else (*path, name), value))
        elif all(isinstance(item, str) for item in here):
            rest += [(path, text) for text in here]
        else:
            rest += [((*path, str(at)), value) for at, value in enumerate(here)]
    return found


@given(nested)
def test_nested_errors_are_told_flat(detail: Nested) -> None:
    """No text is lost, each under its path; texts of one path are told together."""
    wanted: dict[str, set[str]] = {}
    for path, text in _walked(detail):
        wanted.setdefault(path, set()).add(text)
    found = problems.flat(detail)
    assert found.keys() == wanted.keys()
    for path, texts_there in wanted.items():
        assert all(text in found[path] for text in texts_there), (path, found)


def test_an_object_may_be_wrong_in_two_ways_at_once() -> None:
    detail = {"kings": {"non_field_errors": ["Two at most."], "body": ["Not a list."]}}
    assert problems.flat(detail) == {"kings": "Two at most. Not a list."}


@pytest.mark.slow
@given(nested)
def test_flat_errors_make_a_whole_document(detail: Nested) -> None:
    errors = _answered(ValidationError(detail))["errors"]
    fields = [error["field"] for error in errors]
    assert fields == sorted(set(fields))
    assert all(error["field"] and error["detail"] for error in errors)
