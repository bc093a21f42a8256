from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from ecarte_club.core.management.migrated import require_migrated
from scoring.ledger.models import Book
from scoring.ledger.selectors.books import BookBusy, Difference, recount


class Command(BaseCommand):
    help = "Add the postings up from nothing and report every balance that differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("book", nargs="*", type=int, help="ids; all when none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        books = list(chosen(options["book"]))
        found: list[Difference] = []
        faults = []
        for book in books:
            try:
                found += recount(book)
            except BookBusy as busy:
                faults.append(f"{busy}.")
        for one in found:
            self.stdout.write(
                f"book {one.book}, {one.held.holder} {one.held.of}: "
                f"kept {one.kept}, counted {one.counted}"
            )
        if found:
            faults.append(f"{len(found)} balances differ.")
        if faults:
            raise CommandError(" ".join(faults))
        self.stdout.write(f"{len(books)} books: balances equal the recount.")


def chosen(ids: list[int]) -> QuerySet[Book]:
    """Those of `ids`, which must all be there; all books when none is given."""
    if not ids:
        return Book.objects.all()
    named = Book.objects.filter(pk__in=ids)
    missing = sorted(set(ids) - {book.pk for book in named})
    if missing:
        raise CommandError(f"There is no book {', '.join(map(str, missing))}.")
    return named
