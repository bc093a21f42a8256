"""The order of names: one, in Python and in every database.

Databases sort by what they were set up with, SQLite by bytes; so each row keeps the key of its
name, and keys are compared by their bytes everywhere.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q

KEY_MOST = 200
DIGITS = 9
# Letters that have no accent to drop and are sorted as others all the same, and the apostrophes.
AS_OTHERS = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "þ": "th", "ı": "i"}
    | dict.fromkeys("\u2018\u2019\u02bc\u02b9`", "'")
    | dict.fromkeys("\u2010\u2011\u2013", "-")
)


def sort_key(name: str) -> str:
    """Without accents and case, and with numbers by their size: `Élodie`, `Œuf`, `2` before `10`.

    Of the first 200 characters, which is more than a name makes unless it is made to.
    """
    parts = unicodedata.normalize("NFKD", name)
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    plain = " ".join(bare.casefold().translate(AS_OTHERS).split())
    return re.sub("[0-9]+", lambda found: found[0].zfill(DIGITS), plain)[:KEY_MOST]


class SortKeyField(models.CharField):  # type: ignore[type-arg]  # plain at run time
    """The key of another field of its row, kept at every `save` and `bulk_create`.

    A `save` of some fields alone must name this one too, and an `update` set it: `name_fields`.
    """

    def __init__(self, *args: Any, of: str = "name", **kwargs: Any) -> None:
        super().__init__(
            *args, **{**kwargs, "max_length": KEY_MOST, "editable": False, "default": ""}
        )
        self.of = of

    def deconstruct(self) -> tuple[str, str, Any, dict[str, Any]]:
        name, path, args, kwargs = super().deconstruct()
        kept = {key: kwargs[key] for key in kwargs if key not in ("max_length", "editable")}
        kept.pop("default", None)
        return name, path, args, {**kept, "of": self.of}

    def db_parameters(self, connection: BaseDatabaseWrapper) -> Any:
        """PostgreSQL is told to compare bytes, as SQLite does."""
        by_bytes = {"collation": "C"} if connection.vendor == "postgresql" else {}
        return {**super().db_parameters(connection), **by_bytes}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = sort_key(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, key)
        return key


def called(typed: str, *, begins: bool = False) -> Q:
    """Rows with this in their name, or at its beginning, whatever case and accents it is typed in.

    As it stands too, since half a number is not in the key of the whole.
    """
    how, key = "startswith" if begins else "contains", sort_key(typed)
    found = Q(**{f"name__i{how}": typed})
    return found | Q(**{f"sort_name__{how}": key}) if key else found


def name_fields(name: str) -> Mapping[str, str]:
    """What an `update` sets to give another name."""
    return {"name": name, "sort_name": sort_key(name)}
