"""Which contests somebody may see: those of the evenings that they may see."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.actors import Actor
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.parsing import whole
from games.evenings import selectors as evenings
from scoring.contests.models import Contest
from scoring.contests.rules.kinds import Kind

COLUMNS = ("id", "evening", "day", "table", "kind", "opened_at", "games_won", "over")
RUNNING = {"true": True, "1": True, "false": False, "0": False}


def contest(actor: Actor, contest_id: int) -> tuple[Contest, Person]:
    """Raises: Absent when there is none, or its evening is not for them."""
    found = (
        Contest.objects.select_related("club", "table", "pool__round").filter(pk=contest_id).first()
    )
    if found is None:
        raise Absent
    found.evening, person = evenings.evening(actor, found.evening_id)
    return found, person


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a list."""

    evening: int | None = None
    kind: str = ""
    running: bool | None = None

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Filters":
        """Raises: Invalid for a filter whose value cannot be."""
        evening, kind, running = (query.get(name, "") for name in ("evening", "kind", "running"))
        if evening and whole(evening) is None:
            raise _wrong("evening", _("Must be a whole number."))
        if kind and kind not in list(Kind):
            raise _wrong("kind", _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(Kind)})
        if running and running not in RUNNING:
            raise _wrong("running", _("Must be true or false."))
        return cls(whole(evening), kind, RUNNING.get(running))

    def apply(self, actor: Actor, club: Club) -> QuerySet[Contest]:
        """The newest first."""
        seen = evenings.evenings_seen(actor).filter(club=club)
        found = Contest.objects.filter(evening__in=seen.order_by()).order_by("-pk")
        if self.evening is not None:
            found = found.filter(evening=self.evening)
        if self.kind:
            found = found.filter(kind=self.kind)
        if self.running is not None:
            found = found.filter(over=not self.running)
        return found.select_related("club", "evening", "table", "pool__round")


def csv_rows(found: Iterable[Contest]) -> Iterator[tuple[object, ...]]:
    """A row for each contest, in the order of `COLUMNS`."""
    for one in found:
        at = one.evening_id, one.evening.held_on.isoformat(), one.table.name
        opened = one.opened_at.isoformat()
        yield one.pk, *at, one.kind, opened, one.games_won, int(one.over)


def _wrong(field: str, text: str) -> Invalid:
    return Invalid("invalid", text, errors={field: text})
