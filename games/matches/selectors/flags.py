"""Flags as pages and programs read them: who may see them, and which come first."""

from django.db.models import F, QuerySet

from ecarte_club.clubs.actors import Actor
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core.exceptions import Absent
from games.matches.labels import engine
from games.matches.models import Flag, Match

from .matches import is_at_table


def all_flags() -> QuerySet[Flag]:
    return Flag.objects.select_related(
        "match__club",
        "match__player_a",
        "match__player_b",
        "match__evening_table",
        "by",
        "phone__player",
        "phone__table",
        "settled_by",
    )


def flags_of(match: Match, somebody: Person) -> list[Flag]:
    """For the club's own people and the table itself: strangers read no names in them."""
    if not (somebody.may(Act.SEE_CLUB) or is_at_table(match, somebody)):
        return []
    return list(all_flags().filter(match=match))


def club_flags(somebody: Person) -> QuerySet[Flag]:
    """Those to settle first, then the newest. Raises: Denied, Absent."""
    require(somebody, Act.SEE_CLUB)
    found = all_flags().filter(match__club_id=somebody.club_id)
    return found.order_by(F("settled_at").desc(nulls_first=True), "-pk")


def flag(actor: Actor, flag_id: int) -> tuple[Flag, Person]:
    """Raises: Absent when there is none, or it is of a club that is not his."""
    found = all_flags().filter(pk=flag_id).first()
    if found is None:
        raise Absent
    somebody = person(actor, found.match.club_id)
    require(somebody, Act.SEE_CLUB)
    return found, somebody


def raised_by(found: Flag) -> str:
    if found.by is not None:
        return str(found.by)
    return engine.phone(found.phone) if found.phone else ""
