"""Evenings and seasons of an exported file that the club does not have: they are opened first."""

from datetime import date

from django.db import transaction

from ecarte_club.clubs.permissions import Person
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.sheets.changes import season_missing

from .club_index import ClubIndex, NewEvening


@transaction.atomic
def missing_open(*, by: Person, book: ClubIndex) -> None:
    """All that `book` found missing. Raises: Denied; Invalid for a name that cannot be."""
    for evening in book.new_evenings.values():
        _open(by, evening)
    for season in book.new_seasons.values():
        season_missing.send(
            by=by,
            name=season.name,
            public=season.public,
            terms=season.terms,
            days=(season.first, season.last),
        )


def _open(by: Person, new: NewEvening) -> None:
    evening = evening_open(
        by=by,
        held_on=date.fromisoformat(new.day),
        name=new.name,
        public=new.public,
        tables=new.tables,
    )
    if new.signed_off is not None:
        # It was signed off elsewhere, by somebody who is not known here.
        Evening.objects.filter(pk=evening.pk).update(signed_off_at=new.signed_off)
