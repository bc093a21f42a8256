"""`?fields=a,b`: only these fields of a thing, or of each line of a list."""

from collections.abc import Hashable
from contextlib import suppress
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from .faults import Invalid

ENVELOPE = {"next", "previous", "results"}


def thinned(body: Any, asked: str, known: tuple[str, ...]) -> Any:
    """`known`: the fields there are; none where any are allowed. Raises: Invalid, naming `fields`.

    Of a page of a list its lines are thinned; what tells where the next page is stays.
    """
    names = [name for name in asked.split(",") if name]
    if strange := [name for name in names if known and name not in known]:
        text = _("There is no such field here: %(strange)s. Known: %(known)s.")
        told = text % {"strange": ", ".join(strange)[:200], "known": ", ".join(known)}
        raise Invalid("unknown_field", told, errors={"fields": told})
    if isinstance(body, dict) and body.keys() >= ENVELOPE:
        return {**body, "results": [_of(line, names) for line in body["results"]]}
    if isinstance(body, list):
        return [_of(line, names) for line in body]
    return _of(body, names)


def _of(thing: Any, names: list[str]) -> Any:
    if not isinstance(thing, dict) or not names:
        return thing
    return {name: value for name, value in thing.items() if name in names}


def fields_of(view: Any) -> tuple[str, ...]:
    """The fields of what a view answers to GET, as the schema has them; none where it has none."""
    kind: Hashable = type(view)
    return _fields_of(kind)


@cache
def _fields_of(view: Any) -> tuple[str, ...]:
    described = getattr(view.get, "kwargs", {}).get("schema")
    answer = getattr(view, "serializer_class", None)
    if described is not None:
        # Where it says nothing of answers, the library guesses, for which it needs a view.
        with suppress(AttributeError):
            answer = described().get_response_serializers()
    return _names(answer)


def _names(answer: Any) -> tuple[str, ...]:
    if isinstance(answer, dict):
        first = (value for status, value in answer.items() if status in (200, "200"))
        answer = next(first, None)
    if isinstance(answer, serializers.ListSerializer):
        answer = answer.child
    if isinstance(answer, type) and issubclass(answer, serializers.Serializer):
        answer = answer()
    return tuple(answer.fields) if isinstance(answer, serializers.Serializer) else ()
