"""What a phone at a table has before it: the match played there, and who entered what."""

from django.conf import settings
from django.urls import reverse

from games.evenings.models import Table
from games.matches.models import IN_PLAY, Match

from . import reading
from .matches import matches


def playing_at(table: Table) -> Match | None:
    """The match in play at the table; of several, the one begun last."""
    return matches().filter(IN_PLAY, evening_table=table).order_by("-pk").first()


def code_address(table: Table) -> str:
    """What the QR code of a table's card says."""
    return settings.SITE_URL.rstrip("/") + reverse("table_code", args=(table.code,))


def table_plain(table: Table) -> reading.Plain:
    """`table.evening` with its club must have been read."""
    evening = table.evening
    return {
        "club": evening.club.slug,
        "evening": {"id": evening.pk, "name": evening.name, "held_on": evening.held_on},
        "table": {"id": table.pk, "name": table.name},
        "expires_at": evening.codes_until,
    }
