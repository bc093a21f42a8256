"""What screens and API read of the record."""

from django.db.models import Q, QuerySet

from ecarte_club.clubs.models import Office, Player, Token, User
from ecarte_club.clubs.queries import Who, person
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.faults import Absent

from .models import Event, Match


def matches() -> QuerySet[Match]:
    return Match.objects.select_related("club", "event", "player_a", "player_b")


def is_public(match: Match) -> bool:
    """A match is public when its season is; one without a season belongs to the club alone."""
    return match.club.public and match.event is not None and match.event.public


def match(who: Who, match_id: int, token: Token | None = None) -> tuple[Match, Person]:
    """Raises: Absent when there is none, or it is not public and not of his club."""
    found = matches().filter(pk=match_id).first()
    if found is None:
        raise Absent
    somebody = person(who, found.club_id, token)
    require(somebody, Act.SEE_PUBLIC if is_public(found) else Act.SEE_CLUB)
    return found, somebody


def matches_seen(who: Who) -> QuerySet[Match]:
    """Every match that he may read, of all clubs."""
    return matches().filter(_seen(who, "event__"))


def events_seen(who: Who) -> QuerySet[Event]:
    return Event.objects.select_related("club").filter(_seen(who, ""))


def _seen(who: Who, event: str) -> Q:
    public = Q(**{"club__public": True, f"{event}public": True})
    if not isinstance(who, User):
        return public
    offices = Office.objects.filter(user=who).values("club_id")
    players = Player.objects.filter(user=who).values("club_id")
    return public | Q(club_id__in=offices) | Q(club_id__in=players)
