"""The tables of a tournament with results of its open pairings that are only tried."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Absent, Invalid
from scoring.leagues.selectors.standings.what_if import TrialResult, table_with_results
from scoring.tables.table import WhatIf

from .reading import Reading
from .wholes import Standing, wholes


class Then(NamedTuple):
    standing: Standing
    changed: WhatIf


def tried_out(found: Reading, results: Sequence[TrialResult]) -> list[Then]:
    """Each table as it would be. Raises: Absent where there is none; Invalid, naming the field, for
    what is not to be played and for what cannot be the games."""
    tables = wholes(found)
    if not tables:
        raise Absent
    _check(tables, results)
    event = found.progress.tournament.event
    return [
        Then(
            one,
            table_with_results(
                one.whole, event, [two for two in results if two.first in one.whole.entrants]
            ),
        )
        for one in tables
    ]


def _check(tables: Sequence[Standing], results: Sequence[TrialResult]) -> None:
    """Each is published, between two, not decided, and tried once."""
    left = Counter(frozenset(pair) for one in tables for _round, *pair in one.whole.open_fixtures)
    left.subtract(frozenset((one.first, one.second)) for one in results)
    if any(number < 0 for number in left.values()):
        text = _("Must have a published match with the first player that is not decided yet.")
        raise Invalid(
            "invalid_try", _("This result cannot be tried out."), errors={"player_b": text}
        )
