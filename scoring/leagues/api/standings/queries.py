"""As of when a table is asked for."""

from datetime import date

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from ecarte_club.core.exceptions import Invalid
from scoring.leagues.selectors.seasons import When

ROUND_MOST = 10**4
WHEN = [
    OpenApiParameter("as_of", OpenApiTypes.DATE, description="What had happened by that day."),
    OpenApiParameter(
        "after_round",
        OpenApiTypes.INT,
        description="After that round; of a season without rounds, after so many days of play.",
    ),
]


def when_of(request: Request) -> When:
    """Raises: Invalid, naming the parameter."""
    return When(_day(request), _round(request))


def _day(request: Request) -> date | None:
    value = request.query_params.get("as_of", "")
    try:
        return date.fromisoformat(value) if value else None
    except ValueError as wrong:
        text = _("Must be a date, such as 2026-03-14.")
        raise Invalid("invalid", text, errors={"as_of": text}) from wrong


def _round(request: Request) -> int | None:
    value = request.query_params.get("after_round", "")
    if not value:
        return None
    digits = value.isascii() and value.isdigit() and len(value) <= len(str(ROUND_MOST))
    if not digits or not 1 <= int(value) <= ROUND_MOST:
        text = _("Must be a whole number from 1 to %(most)s.") % {"most": ROUND_MOST}
        raise Invalid("invalid", text, errors={"after_round": text})
    return int(value)
