"""A score sheet typed in from paper: a match with many rows, entered all or not at all."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Invalid
from games.engine.terms import Entry as Play
from games.matches.models import Match
from games.matches.selectors import matches
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start


@transaction.atomic(savepoint=False)
def sheet_enter(
    *,
    by: Person,
    plays: Sequence[Play],
    match: Match | None = None,
    version: int = 0,
    start: dict[str, Any] | None = None,
) -> Match:
    """Into `match` at its `version`, or into a new one (`start`: arguments of match_start).

    Raises: Invalid, naming `row-N` where a row is refused; Stale, Denied, Absent.
    """
    require(by, Act.ENTER_ANY)
    if not plays:
        text = _("Type at least one row.")
        raise Invalid("no_rows", text, errors={"row-1": text})
    if match is None:
        made = match_start(by=by, **(start or {}))
        match, version = matches.matches().get(pk=made.pk), 0
    if match.club_id != by.club_id:
        raise Absent
    for number, play in enumerate(plays, start=1):
        try:
            written = play_record(by=by, match=match, what=play, version=version)
        except Invalid as fault:
            errors = {f"row-{number}": fault.detail}
            raise Invalid(fault.code, fault.detail, errors=errors, extra=fault.extra) from fault
        match, version = written.match, written.match.version
    return match
