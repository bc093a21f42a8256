"""`?fields=a,b`: only these fields of a thing, or of each line of a list."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from .exceptions import Invalid

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


_KNOWN: dict[object, tuple[str, ...]] = {}


def fields_of(view: Any) -> tuple[str, ...]:
    """The fields of what a view answers to GET, as the schema has them; none where it has none."""
    kind = type(view)
    if kind not in _KNOWN:
        _KNOWN[kind] = _names(_answer_of(view))
    return _KNOWN[kind]


def _answer_of(view: Any) -> Any:
    if answer := getattr(view, "serializer_class", None):
        return answer
    described = getattr(view.get, "kwargs", {}).get("schema")
    if described is None:
        return None
    inspector = described()
    inspector.view, inspector.method = view, "GET"
    return inspector.get_response_serializers()


def _names(answer: Any) -> tuple[str, ...]:
    if isinstance(answer, dict):
        first = (value for status, value in answer.items() if status in (200, "200"))
        answer = next(first, None)
    if isinstance(answer, type) and issubclass(answer, serializers.Serializer):
        answer = answer()
    if isinstance(answer, serializers.ListSerializer):
        answer = answer.child
    if not isinstance(answer, serializers.Serializer):
        return ()
    if answer.fields.keys() >= ENVELOPE:
        return _names(answer.fields["results"])
    return tuple(answer.fields)
