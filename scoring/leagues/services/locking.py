"""One act at a time: the season's version is raised first, and its rows are read after."""

from collections.abc import Mapping
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from scoring.leagues.models import Fixture, Meeting, Season, Team
from scoring.leagues.services.standings import season_moved

REASON_MOST = 200
Row = TypeVar("Row", bound=Fixture | Meeting | Team)
RELATED: Mapping[type[Model], tuple[str, ...]] = {
    Fixture: ("round", "match"),
    Meeting: ("round", "home", "away"),
    Team: (),
}


def season_lock(by: Person, season: Season, version: int, act: Act = Act.RUN_SEASON) -> Season:
    """At its next version. Raises: Denied; Absent; Stale for a `version` that is not the newest."""
    require(by, act)
    locked = _own_season(by, season.pk)
    if locked.version - 1 != version:
        raise Stale(sent=version, current=locked.version - 1)
    return locked


def row_lock(by: Person, row: Row, version: int) -> tuple[Season, Row]:
    """Its season, and the row as it is now, at its next version.

    Raises: Absent; Stale, of the row.
    """
    season = _own_season(by, row.event_id if isinstance(row, Fixture) else row.season_id)
    model = type(row)
    rows: QuerySet[Row] = model._default_manager.all()  # type: ignore[assignment]
    now = rows.select_related(*RELATED[model]).filter(pk=row.pk).first()
    if now is None:
        raise Absent
    if now.version != version:
        raise Stale(sent=version, current=now.version)
    now.version += 1
    return season, now


def _own_season(by: Person, season_id: int) -> Season:
    """Raises: Absent for one of another club too."""
    season = season_moved(season_id)
    if season is None or season.league.club_id != by.club_id:
        raise Absent
    return season


def checked_reason(text: str) -> str:
    """Raises: Invalid where there is none, or too much of it."""
    reason = " ".join(text.replace("\x00", "").split())
    if not reason:
        wrong = _("Give a reason: everybody can read it.")
        raise Invalid("reason_needed", wrong, errors={"reason": wrong})
    if len(reason) > REASON_MOST:
        wrong = _("Must be %(most)s characters at most.") % {"most": REASON_MOST}
        raise Invalid("reason_long", wrong, errors={"reason": wrong})
    return reason
