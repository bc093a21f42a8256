"""Reading what was sent: whole numbers, and JSON bounded in length and depth."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import IO, Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from .exceptions import Invalid

DIGITS_MOST = 18
BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
DEPTH_MOST = 16
# The day after any of them is a date too.
YEARS = range(1000, 9000)


def whole_number(value: str) -> int | None:
    """The number, if these are digits and a database can hold it."""
    digits = value.isascii() and value.isdigit() and len(value) <= DIGITS_MOST
    return int(value) if digits else None


def query_whole_number(query: Mapping[str, str], name: str) -> int | None:
    """Of a parameter that may be left out. Raises: Invalid."""
    value = query.get(name, "")
    number = whole_number(value)
    if value and number is None:
        raise Invalid("invalid", _("Must be a whole number."), field=name)
    return number


def query_boolean(query: Mapping[str, str], name: str) -> bool | None:
    """Of a parameter that may be left out. Raises: Invalid."""
    value = query.get(name, "")
    if value and value not in BOOLEANS:
        raise Invalid("invalid", _("Must be true or false."), field=name)
    return BOOLEANS.get(value)


def query_date(query: Mapping[str, str], name: str) -> date | None:
    """Of a parameter that may be left out. Raises: Invalid."""
    value = query.get(name, "")
    try:
        day = date.fromisoformat(value) if value else None
    except ValueError:
        day = None
    if value and (day is None or day.year not in YEARS):
        raise Invalid("invalid", _("Must be a date, such as 2026-03-14."), field=name)
    return day


def query_choice(query: Mapping[str, str], name: str, choices: Iterable[str]) -> str:
    """Of a parameter that may be left out: empty then. Raises: Invalid."""
    value, allowed = query.get(name, ""), list(choices)
    if value and value not in allowed:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(allowed)}
        raise Invalid("invalid", text, field=name)
    return value


def replaced(text: str, word: str, instead: str) -> str:
    """`instead` wherever `word` stands for itself, and not within another."""
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _found: instead, text)


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"

    def __init__(self, most: int | None = None) -> None:
        """`most`: bytes, where it is not what any request may hold."""
        limit = most or settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        super().__init__(_("A request may hold %(limit)s bytes at most.") % {"limit": limit})


class BoundedJSONParser(JSONParser):
    """JSON in UTF-8, read only up to what a request may hold."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body: bytes = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge
        try:
            found = json.loads(body.decode(), parse_constant=_no_number)
            _check(found)
        except (ValueError, RecursionError) as error:
            text = _("This is not JSON in UTF-8, or nested deeper than %(most)s levels: %(why)s")
            raise ParseError(text % {"most": DEPTH_MOST, "why": error}) from error
        return found


def _check(found: object) -> None:
    """Raises: ValueError when it is too deep, or holds half a character (a lone surrogate)."""
    rest = [(found, 1)]
    while rest:
        value, depth = rest.pop()
        if depth > DEPTH_MOST:
            raise ValueError(depth)
        if isinstance(value, str):
            value.encode()
        elif isinstance(value, dict):
            rest += [(item, depth + 1) for pair in value.items() for item in pair]
        elif isinstance(value, list):
            rest += [(item, depth + 1) for item in value]


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
