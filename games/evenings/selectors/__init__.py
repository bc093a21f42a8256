"""What screens and API read of evenings."""

from django.db.models import Q, QuerySet

from ecarte_club.clubs.actors import Asker
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import public_names
from ecarte_club.clubs.selectors.clubs import own_club_ids, person
from ecarte_club.core.exceptions import Absent
from games.evenings.models import Evening, Table


def evening(asker: Asker, evening_id: int) -> tuple[Evening, Person]:
    """Raises: Absent when there is none, or it is not public and not of his club."""
    found = Evening.objects.select_related("club", "signed_off_by").filter(pk=evening_id).first()
    if found is None:
        raise Absent
    somebody = person(asker, found.club_id)
    if found.public and found.club.public:
        act = Act.SEE_PUBLIC
    else:
        act = Act.SEE_EVENING if _came_to(asker, found) else Act.SEE_CLUB
    require(somebody, act)
    return found, somebody


def _came_to(asker: Asker, evening: Evening) -> bool:
    """Whether the code of one of its tables let him in."""
    return asker.phone is not None and asker.phone.table.evening_id == evening.pk


def sees_names(evening: Evening, somebody: Person) -> bool:
    """The club's own people, and who was let in at one of its tables: they sit with the players."""
    return public_names.sees_names(somebody) or _is_at_table(evening, somebody)


def _is_at_table(evening: Evening, somebody: Person) -> bool:
    table = somebody.table_id
    return table is not None and evening.tables.filter(pk=table).exists()


def evening_table(asker: Asker, table_id: int) -> tuple[Table, Person]:
    """A table of an evening that he may see. Raises: Absent."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        raise Absent
    found.evening, somebody = evening(asker, found.evening_id)
    return found, somebody


def evenings_seen(asker: Asker) -> QuerySet[Evening]:
    public = Q(club__public=True, public=True)
    seen = public | Q(club_id__in=list(own_club_ids(asker))) if asker.reads_own else public
    return Evening.objects.select_related("club").filter(seen)
