"""Evenings and seasons of an exported file that the club does not have: they are opened first."""

from datetime import date

from django.db import transaction

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.services.clubs import lock_club
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.sheets.changes import season_missing

from .club_index import ClubIndex, NewEvening


@transaction.atomic
def missing_open(*, by: Person, book: ClubIndex) -> None:
    """All that `book` found missing, unless another import has opened it since. Raises: Denied;
    Invalid for a name that cannot be."""
    if not book.new_evenings and not book.new_seasons:
        return
    lock_club(by.club_id)
    now = ClubIndex(book.club, by=by)
    for evening in book.new_evenings.values():
        if not now.evenings_like(evening.day, evening.name):
            _open(by, evening)
    for season in book.new_seasons:
        if now.seasons_like(season.name, season.place):
            continue
        season_missing.send(
            by=by,
            name=season.name,
            place=season.place,
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
