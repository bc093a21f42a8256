"""What screens and API read of the record."""

from django.db.models import Q, QuerySet

from ecarte_club.clubs.askers import Asker
from ecarte_club.clubs.queries import own_club_ids, person
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.faults import Absent

from .models import Event, Match


def matches() -> QuerySet[Match]:
    return Match.objects.select_related(
        "club", "event", "player_a", "player_b", "evening_table__evening"
    )


def is_public(match: Match) -> bool:
    """A match is public when its season is; one without a season belongs to the club alone."""
    return match.club.public and match.event is not None and match.event.public


def match(asker: Asker, match_id: int) -> tuple[Match, Person]:
    """Raises: Absent when there is none, or it is not public and not of his club."""
    found = matches().filter(pk=match_id).first()
    if found is None:
        raise Absent
    somebody = person(asker, found.club_id)
    require(somebody, _seeing(found, somebody))
    return found, somebody


def _seeing(match: Match, somebody: Person) -> Act:
    if is_public(match):
        return Act.SEE_PUBLIC
    return Act.SEE_EVENING if is_at_table(match, somebody) else Act.SEE_CLUB


def is_at_table(match: Match, somebody: Person) -> bool:
    """Whether the code of the table where it is played let him in."""
    return somebody.table_id is not None and somebody.table_id == match.evening_table_id


def is_own(match: Match, somebody: Person) -> bool:
    """Whether he plays in it himself, or its table's code let him in."""
    plays = somebody.user_id is not None and somebody.player_id in match.player_ids
    return plays or is_at_table(match, somebody)


def matches_seen(asker: Asker) -> QuerySet[Match]:
    """Every match that he may read, of all clubs."""
    return matches().filter(_seen(asker, "event__"))


def events_seen(asker: Asker) -> QuerySet[Event]:
    return Event.objects.select_related("club").filter(_seen(asker, ""))


def _seen(asker: Asker, event: str) -> Q:
    public = Q(**{"club__public": True, f"{event}public": True})
    if not asker.reads_own:
        return public
    # The ids themselves: a subquery here would keep the database from reading by club.
    return public | Q(club_id__in=list(own_club_ids(asker)))
