"""Events and terms as JSON-able data, and back; `load` takes nothing it does not know."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

NAME = "event"


class PlainError(Exception):
    """`field`: where; empty for the whole."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def name_of(kind: type) -> str:
    """GameWon is "game_won"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def named(kinds: Iterable[type]) -> Mapping[str, type]:
    return {name_of(kind): kind for kind in kinds}


def dump(event: Any) -> dict[str, object]:
    return {NAME: name_of(type(event)), **dump_fields(event)}


def dump_fields(value: Any) -> dict[str, object]:
    found = {one.name: getattr(value, one.name) for one in fields(value)}
    return {name: list(one) if isinstance(one, tuple) else one for name, one in found.items()}


def load(data: Mapping[str, Any], among: Mapping[str, type]) -> Any:
    """Raises: PlainError."""
    kind = among.get(data.get(NAME, ""))
    if kind is None:
        raise PlainError(NAME)
    return load_fields({name: one for name, one in data.items() if name != NAME}, kind)


def load_fields(data: Mapping[str, Any], kind: type) -> Any:
    """Raises: PlainError."""
    hints = _hints(kind)
    unknown = data.keys() - hints.keys()
    if unknown:
        raise PlainError(min(unknown))
    given = {name: _value(name, one, hints[name]) for name, one in data.items()}
    try:
        return kind(**given)
    except TypeError:
        missing = next(one.name for one in fields(kind) if one.name not in given)
        raise PlainError(missing) from None


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _value(name: str, value: Any, hint: Any) -> Any:
    if isinstance(hint, UnionType):
        choices = [one for one in get_args(hint) if one is not type(None)]
        return None if value is None else _value(name, value, choices[0])
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise PlainError(name)
        return tuple(_value(name, one, get_args(hint)[0]) for one in value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if value not in list(hint):
            raise PlainError(name)
        return hint(value)
    if type(value) is not hint:
        raise PlainError(name)
    return value
