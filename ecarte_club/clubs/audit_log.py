"""The audit log, for every app: each act of a club is logged in the transaction that does it.

An app registers its acts here when the site starts, and the names of the things that they are
about. Names are looked up when the log is read, and never stored.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise

from .models import AuditLogEntry
from .permissions import Person

# Names of all things of one kind that a page of the log mentions, by their ids.
NamesOf = Callable[[set[int]], dict[int, str]]


class ActText(NamedTuple):
    """`label`: the act by itself, as in the filter of the log. `sentence`: the act with
    %(about)s, the thing that it was done to, and with figures of its `detail`."""

    label: str | Promise
    sentence: str | Promise


ACTS: dict[str, ActText] = {}
NAMES_OF: dict[str, NamesOf] = {}


def register_acts(acts: Mapping[str, tuple[str | Promise, str | Promise]]) -> None:
    """Raises: ValueError for an act that another app has registered."""
    if twice := ACTS.keys() & acts.keys():
        raise ValueError(f"registered twice: {sorted(twice)}")
    ACTS.update({act: ActText(*texts) for act, texts in acts.items()})


def register_names(kind: str, names_of: NamesOf) -> None:
    NAMES_OF[kind] = names_of


def log_act(
    by: Person, act: str, *, kind: str = "", about: int | None = None, **detail: object
) -> None:
    """Must be called within the transaction of the act."""
    AuditLogEntry.objects.create(
        club_id=by.club_id,
        at=timezone.now(),
        act=act,
        by_id=by.user_id,
        phone_id=by.phone_id,
        kind=kind,
        about=about,
        detail=detail,
    )


def log_act_for_each(by: Person, act: str, *, kind: str, about: Iterable[int]) -> None:
    """The same act, done to many things at once."""
    now = timezone.now()
    entries = [
        AuditLogEntry(club_id=by.club_id, at=now, act=act, by_id=by.user_id, kind=kind, about=pk)
        for pk in about
    ]
    AuditLogEntry.objects.bulk_create(entries, batch_size=500)
