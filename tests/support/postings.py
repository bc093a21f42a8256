"""Single transfers under keys of their own, by what the ledger posts and takes back with.

The site itself posts what a contest comes to, by `postings_bring`.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from scoring.ledger.models import Book, Posting
from scoring.ledger.services import posting
from scoring.ledger.services.posting import Due


@transaction.atomic(savepoint=False)
def postings_post(*, by: Person, book: Book, postings: Iterable[Due]) -> list[Posting]:
    """Those that are new. What was posted under the same key is passed over, even if taken back.

    Raises: Invalid for a key with other content than before (`posting_contradicts`), and as the
    ledger does.
    """
    wanted: dict[str, Due] = {}
    for due in postings:
        if wanted.setdefault(due.key, due) != due:
            raise _contradiction(due.key)
    book = posting.bump_book_version(book.pk)
    stored = {row.key: row for row in Posting.objects.filter(book=book, key__in=list(wanted))}
    players = posting._players(wanted.values()) | posting._players_of(stored.values())
    kept = posting._current_ids(book, players)
    for key, row in stored.items():
        if not posting._same(row, wanted[key], kept):
            raise _contradiction(key)
    new = [posting._row(due) for key, due in wanted.items() if key not in stored]
    return posting._write(by, book, new, kept)


@transaction.atomic(savepoint=False)
def postings_reverse(*, by: Person, book: Book, which: Q) -> list[Posting]:
    """The opposite of each posting that `which` finds, the newest first; of each only once."""
    book = posting.bump_book_version(book.pk)
    standing = Posting.objects.filter(which, book=book, reverses=None, reversed_by=None)
    return posting._reverse(by, book, list(standing.order_by("-pk")))


def _contradiction(key: str) -> Invalid:
    text = "This was already entered with another amount or between other accounts."
    return Invalid("posting_contradicts", text, errors={"key": text}, extra={"key": key})
