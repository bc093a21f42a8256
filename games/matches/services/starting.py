"""Starting the matches of a round: all of them, or none."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_moved
from games.matches.models import IN_PLAY, Match

from .matches import MatchTerms, match_start

STARTS_MOST = 60


@dataclass(frozen=True, slots=True)
class Start:
    """Two players at a table of the evening; who deals first, where the cut is known."""

    table: int
    player_a: int
    player_b: int
    first_dealer: Seat | None = None


@transaction.atomic(savepoint=False)
def matches_start(
    *,
    by: Person,
    evening: Evening,
    starts: Sequence[Start],
    event_id: int | None = None,
    terms: MatchTerms | None = None,
) -> list[Match]:
    """All at once; who plays is marked as present.

    Raises: Denied; Invalid when the evening is signed off, somebody would play twice or plays
    still, a table is named twice, is taken or of another evening, and as match_start. Errors are
    named `matches.0.player_a`, the first being 0.
    """
    require(by, Act.START_ANY)
    if not 1 <= len(starts) <= STARTS_MOST:
        text = _("Must be from 1 to %(most)s matches.") % {"most": STARTS_MOST}
        raise Invalid("nothing_to_start", text, field="matches")
    # In one order and before the evening, as match_start takes them: no two starts wait in a ring.
    players = {pk for start in starts for pk in (start.player_a, start.player_b)}
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk"))
    evening_moved(evening.pk)
    _check(evening, starts)
    return [_start(by, number, start, event_id, terms) for number, start in enumerate(starts)]


def _check(evening: Evening, starts: Sequence[Start]) -> None:
    """Read after the evening was moved, so that nobody starts beside it."""
    in_play = Match.objects.filter(IN_PLAY, evening_table__evening=evening)
    rows = in_play.values_list("player_a_id", "player_b_id", "evening_table_id")
    playing = {pk for a, b, _table in rows for pk in (a, b)}
    taken = {table for _a, _b, table in rows if table is not None}
    own = set(evening.tables.values_list("pk", flat=True))
    players = Counter(pk for start in starts for pk in (start.player_a, start.player_b))
    tables = Counter(start.table for start in starts)
    errors: dict[str, str] = {}
    for number, start in enumerate(starts):
        for field in ("player_a", "player_b"):
            if why := _player_refusal(getattr(start, field), players, playing):
                errors[f"matches.{number}.{field}"] = why
        if why := _table_refusal(start.table, tables, taken, own):
            errors[f"matches.{number}.table"] = why
    if errors:
        text = _("No match was started: some of them cannot start.")
        raise Invalid("cannot_start", text, errors=errors)


def _player_refusal(player: int, players: Counter[int], playing: set[int]) -> str:
    if players[player] > 1:
        return _("A player cannot play twice in a round.")
    return _("Still playing at another table.") if player in playing else ""


def _table_refusal(table: int, tables: Counter[int], taken: set[int], own: set[int]) -> str:
    if table not in own:
        return _("Must be a table of this evening.")
    if tables[table] > 1:
        return _("Only one match can start at a table. Choose another table for one of them.")
    return _("A match is in play at this table.") if table in taken else ""


def _start(
    by: Person, number: int, start: Start, event_id: int | None, terms: MatchTerms | None
) -> Match:
    try:
        return match_start(
            by=by,
            player_a=start.player_a,
            player_b=start.player_b,
            event_id=event_id,
            terms=terms,
            evening_table=start.table,
            first_dealer=start.first_dealer,
        )
    except Invalid as fault:
        if {"event", "evening"} & fault.errors.keys() or not fault.errors:
            raise
        raise fault.within(f"matches.{number}") from fault


def beside(fault: Invalid, places: Sequence[int], many: str, one: str) -> Invalid:
    """What `matches_start` says of its matches, said of those of a longer list (`many`) at these
    places; of the two players as of the `one` that they play."""
    errors = {}
    for name, text in fault.errors.items():
        _list, _dot, rest = name.partition("matches.")
        number, _dot, field = rest.partition(".")
        own = "table" if field == "table" else one
        errors[f"{many}.{places[int(number)]}.{own}" if number.isdigit() else name] = text
    return Invalid(fault.code, fault.detail, errors=errors, extra=fault.extra)
