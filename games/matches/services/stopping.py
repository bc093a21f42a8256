"""Matches that are not played to their end: abandoned, or to be continued another day."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.live import announce
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import bump_evening_version, players_seated
from games.matches.changes import match_changed, running_game_at
from games.matches.models import IN_PLAY, Entry, Match
from games.matches.selectors import matches
from games.matches.selectors.logs import Log
from games.matches.selectors.reading import refuse_annulled, state_of

from .entries import (
    REASON_MOST,
    Foreseen,
    Written,
    checked_reason,
    entry_sign,
    foreseen,
    log_as_it_is,
    log_at,
    match_claim,
)

STOPPED = Match.Stopped


@transaction.atomic(savepoint=False)
def match_abandon(*, by: Person, match: Match, reason: str, version: int) -> Written:
    """It has no result, and what it was played for, if anything, is to be played again.

    Raises: Denied; Stale; Invalid for a missing reason, when it is over, annulled or abandoned, or
    its players cannot play again what it was played for.
    """
    require(by, Act.CORRECT)
    reason = checked_reason(reason)
    return _stop(by, match, STOPPED.ABANDONED, reason, version, correcting=True)


def match_abandon_preview(*, by: Person, match: Match, **abandoning: Any) -> Foreseen:
    """What match_abandon would come to, with its arguments."""
    return foreseen(by, match, lambda: match_abandon(by=by, match=match, **abandoning))


@transaction.atomic(savepoint=False)
def match_adjourn(*, by: Person, match: Match, version: int, reason: str = "") -> Written:
    """It holds its table and its players no longer, and is still played for the same.

    Raises: Denied; Stale; Invalid when it is over, annulled, abandoned or adjourned.
    """
    matches.require_for(by, match, Act.ENTER_OWN, Act.ENTER_ANY)
    reason = " ".join(reason.split())[:REASON_MOST]
    return _stop(by, match, STOPPED.ADJOURNED, reason, version, correcting=by.may(Act.CORRECT))


def _stop(
    by: Person, match: Match, how: str, reason: str, version: int, *, correcting: bool
) -> Written:
    """`correcting`: also after the evening's sign-off."""
    log = log_as_it_is(match, version)
    refuse_annulled(log)
    if match.over:
        text = _("This match is finished. To cancel its result, annul it.")
        raise Invalid("match_over", text, field="version")
    old = log.stop
    if old is not None and (old.kind == how or how == STOPPED.ADJOURNED):
        log_at(match, version)  # says since when
    # One that is adjourned is abandoned in its place: taking that back resumes it.
    entry = Entry(kind=how, place=old.place if old else log.next_place(), reason=reason)
    entry.supersedes = old
    return _write(by, match, log, entry, {"stopped": how}, correcting=correcting)


@transaction.atomic(savepoint=False)
def match_resume(
    *, by: Person, match: Match, version: int, evening_table: int | None = None
) -> Written:
    """Played on, at a free table of an evening that is open, or at none.

    Raises: Denied; Stale; Invalid when it is not stopped, the table or one of the players is taken,
    or what it was played for was played or decided since.
    """
    own = by.user_id is not None and by.player_id in match.player_ids
    require_own_or_any(by, Act.START_OWN, Act.START_ANY, is_own=own)
    _players_lock(match)
    log = log_as_it_is(match, version)
    refuse_annulled(log)
    entry = _withdrawal(log)
    if log.stop is not None and log.stop.kind == Entry.Kind.ABANDONED:
        require(by, Act.CORRECT)
    table = _free_table(by, match, evening_table)
    fields: dict[str, object] = {
        "stopped": "",
        "evening_table_id": table.pk if table else None,
        "table": table.name if table else "",
    }
    return _write(by, match, log, entry, fields, correcting=True, table=table)


@transaction.atomic(savepoint=False)
def match_stop_withdraw(*, by: Person, match: Match, reason: str, version: int) -> Written:
    """As if it had not been stopped: at its own table, also after the evening's sign-off, so that
    what was played there before can be entered. To play on, it is resumed.

    Raises: Denied; Stale; Invalid when it is not stopped, or what it was played for was played or
    decided since.
    """
    require(by, Act.CORRECT)
    _players_lock(match)
    log = log_as_it_is(match, version)
    refuse_annulled(log)
    entry = _withdrawal(log)
    entry.reason = checked_reason(reason)
    return _write(by, match, log, entry, {"stopped": ""}, correcting=True)


def _players_lock(match: Match) -> None:
    """Before the match, as match_start takes them."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=match.player_ids)
    list(rows.order_by("pk"))


def _withdrawal(log: Log) -> Entry:
    """Raises: Invalid when the match is not stopped."""
    old = log.stop
    if old is None:
        raise Invalid("not_stopped", _("This match is being played."), field="version")
    return Entry(kind=Entry.Kind.VOID, place=old.place, supersedes=old, undoes=old)


def _free_table(by: Person, match: Match, table_id: int | None) -> Table | None:
    if table_id is None:
        return None
    table = Table.objects.select_related("evening").filter(pk=table_id).first()
    if table is None or table.evening.club_id != by.club_id:
        text = _("Must be a table of an evening of this club.")
        raise Invalid("unknown_table", text, field="evening_table")
    here = Match.objects.filter(IN_PLAY, evening_table__evening=table.evening_id)
    rows = here.values_list("player_a_id", "player_b_id", "evening_table_id")
    if any(at == table.pk for _a, _b, at in rows) or running_game_at(table) is not None:
        text = _("A match is in play at this table. Choose another.")
        raise Invalid("table_taken", text, field="evening_table")
    if {pk for a, b, _at in rows for pk in (a, b)} & set(match.player_ids):
        text = _("One of the two is playing at another table. Finish or adjourn that match first.")
        raise Invalid("player_taken", text, field="evening_table")
    return table


def _write(
    by: Person,
    match: Match,
    log: Log,
    entry: Entry,
    fields: dict[str, object],
    *,
    correcting: bool,
    table: Table | None = None,
) -> Written:
    """`correcting`: also after the evening's sign-off. `table`: where it is played from now on."""
    before = match.evening_table
    entry_sign(by, match, log, entry)
    match_claim(match, log.number(), {**fields, "changed_at": entry.at})
    evenings = {before.evening_id: correcting} if before else {}
    evenings |= {table.evening_id: False} if table else {}
    for evening_id, may_pass in sorted(evenings.items()):
        bump_evening_version(evening_id, correcting=may_pass)
    if table is not None:
        players_seated(evening_id=table.evening_id, player_ids=match.player_ids)
    entry.save()
    state = state_of(match, log.standing())
    act = f"match_{entry.kind}" if entry.stops else "match_resume"
    log_act(by, act, kind="match", about=match.pk, number=entry.number)
    match_changed.send(match=match, before=state, after=state, by=by, entry=entry)
    announce(f"match:{match.pk}", match.version)
    return Written(entry, match, Log((*log.entries, entry)), state)


def unfinished_lock(*, evening: Evening, **_signal: Any) -> None:
    """Before the evening, as entries lock them: what is being entered is in before its sign-off."""
    rows = Match.objects.select_for_update(no_key=True)
    list(rows.filter(IN_PLAY, evening_table__evening=evening).order_by("pk").values_list("pk"))


def unfinished_close(
    *, evening: Evening, by: Person, closing: Mapping[int, str], reason: str, **_signal: Any
) -> None:
    """Within the sign-off. `closing`: how each match is closed, by its id; else, a match in which
    nothing was entered is abandoned, and any other is to be continued.

    Raises: Invalid for a match that is not unfinished, and as match_abandon.
    """
    rows = matches.matches().filter(IN_PLAY, evening_table__evening=evening).order_by("pk")
    found = {match.pk: match for match in rows}
    if unknown := closing.keys() - found.keys():
        text = _("Match %(match)s is not an unfinished match of this evening.")
        raise Invalid("not_unfinished", text % {"match": min(unknown)}, field="closing")
    usual = _("The evening ended.")
    for match in found.values():
        how = closing.get(match.pk) or usual_stop(match)
        try:
            why = checked_reason(reason or usual) if how == STOPPED.ABANDONED else ""
            _stop(by, match, how, why, match.version, correcting=True)
        except Invalid as fault:
            text = _("%(a)s against %(b)s: %(why)s") % {
                "a": match.player_a.name,
                "b": match.player_b.name,
                "why": fault.detail,
            }
            raise Invalid(fault.code, text, field="closing", extra=fault.extra) from fault
    evening.refresh_from_db(fields=["version"])


def pads_close(*, evening: Evening, **_signal: Any) -> None:
    """Those of matches that are over are still open on phones, and hear of no entry any more."""
    rows = Match.objects.filter(evening_table__evening=evening, over=True, annulled_at=None)
    for pk, version in rows.values_list("pk", "version"):
        announce(f"match:{pk}", version + 1)


def usual_stop(match: Match) -> str:
    """How a match is closed at the sign-off unless the director chooses."""
    figures = (match.hands, match.games_a, match.games_b, match.score_a, match.score_b)
    is_empty = not any(figures)
    return STOPPED.ABANDONED if is_empty else STOPPED.ADJOURNED
