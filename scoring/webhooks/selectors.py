"""What pages and API read of webhooks."""

from collections.abc import Iterable, Mapping

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Invalid, get_or_absent
from ecarte_club.core.models import Outgoing
from ecarte_club.core.parsing import whole_number

from .models import Delivery, Subscription

CSV_MOST = 10_000
COLUMNS = [field.name for field in Delivery._meta.fields if field.name != "subscription"]


def hooks(somebody: Person) -> QuerySet[Subscription]:
    """Raises: Denied."""
    require(somebody, Act.RUN_HOOKS)
    found = Subscription.objects.filter(club_id=somebody.club_id)
    return found.select_related("club", "league", "created_by").order_by("-pk")


def hook(actor: Actor, pk: int) -> tuple[Subscription, Person]:
    """Raises: Absent when there is none, or it is not of their club; Denied."""
    somebody = person(actor, get_or_absent(Subscription.objects.all(), pk).club_id)
    return hooks(somebody).get(pk=pk), somebody


def outgoing_in(
    club: int, *, league: int | None = None, kinds: Iterable[str] = ()
) -> QuerySet[Outgoing]:
    """The numbered messages in order; of a league, and of these kinds, if any are given."""
    where = Q(event__season__league_id=league) if league is not None else Q()
    if chosen := list(kinds):
        where &= Q(kind__in=chosen)
    outgoing = Outgoing.objects.filter(where, club_id=club).exclude(number=None)
    return outgoing.select_related("event__season", "event__tournament", "club").order_by("number")


def outgoing_for(one: Subscription) -> QuerySet[Outgoing]:
    return outgoing_in(one.club_id, league=one.league_id, kinds=one.kinds)


def waiting(one: Subscription) -> int:
    """How many messages are still to be sent."""
    return outgoing_for(one).filter(number__gt=one.cursor).count()


def outbox_age() -> float:
    """Seconds since the oldest message that a receiver waits for, apart from those that fail."""
    in_club = Outgoing.objects.filter(club=OuterRef("club"))
    unnumbered = in_club.filter(number=None).order_by("pk")
    numbered = in_club.filter(number__gt=OuterRef("cursor")).order_by("number")
    well = Subscription.objects.filter(off="", failures=0).order_by()
    oldest = well.values_list(
        Subquery(numbered.values("at")[:1]), Subquery(unnumbered.values("at")[:1])
    )
    times = [at for both in oldest for at in both if at is not None]
    return (timezone.now() - min(times)).total_seconds() if times else 0.0


def deliveries(one: Subscription, asked: Mapping[str, str]) -> QuerySet[Delivery]:
    """The newest first; by `state` and by `number`. Raises: Invalid, naming the field."""
    found = one.deliveries.order_by("-pk")
    if state := asked.get("state", ""):
        if state not in Delivery.State.values:
            text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(Delivery.State.values)}
            raise Invalid("invalid", text, field="state")
        found = found.filter(state=state)
    if number := asked.get("number", ""):
        found = found.filter(number=number_of(number))
    return found


def number_of(text: str) -> int:
    """Raises: Invalid, naming `number`."""
    number = whole_number(text)
    if not number:
        raise Invalid("invalid", _("Must be a whole number of 1 or more."), field="number")
    return number


def csv_table(attempts: QuerySet[Delivery]) -> bytes:
    rows = attempts.values_list(*COLUMNS)[:CSV_MOST]
    return csv_files.write_rows(
        COLUMNS, (["" if cell is None else cell for cell in row] for row in rows)
    )
