"""The log: every act of a club is noted in the transaction that does it.

A room says its own deeds in words with `tells`; `detail` fills the sentence. What a sentence names
(a player, another person) is looked up when it is read, never stored.
"""

from collections.abc import Callable, Iterable

from django.utils import timezone
from django.utils.functional import Promise

from .models import Deed
from .permissions import Person

Sentence = str | Promise
SENTENCES: dict[str, Sentence] = {}


def tells(sentences: dict[str, Sentence]) -> None:
    """Sentences for acts, with %(about)s for the thing it was done to and others of `detail`."""
    SENTENCES.update(sentences)


# The name of a thing by its kind and id, for those who read the log.
Namer = Callable[[set[int]], dict[int, str]]
NAMERS: dict[str, Namer] = {}


def names(kind: str, namer: Namer) -> None:
    """`namer` gives the names of all things of a kind that a page of the log speaks of, at once."""
    NAMERS[kind] = namer


def note(
    by: Person, act: str, *, kind: str = "", about: int | None = None, **detail: object
) -> None:
    """Must be called within the transaction of the act."""
    Deed.objects.create(
        club_id=by.club_id,
        at=timezone.now(),
        act=act,
        by_id=by.user_id,
        phone_id=by.phone_id,
        kind=kind,
        about=about,
        detail=detail,
    )


def note_each(by: Person, act: str, *, kind: str, about: Iterable[int]) -> None:
    """The same act done to many things at once."""
    now = timezone.now()
    deeds = [
        Deed(club_id=by.club_id, at=now, act=act, by_id=by.user_id, kind=kind, about=pk)
        for pk in about
    ]
    Deed.objects.bulk_create(deeds, batch_size=500)
