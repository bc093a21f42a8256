"""A match entered for the wrong players, or at the wrong table."""

import copy
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, Stale
from ecarte_club.core.live import announce
from games.evenings.models import Table
from games.evenings.services.evenings import bump_evening_version
from games.matches.changes import match_figures, match_moving, running_game_at
from games.matches.models import IN_PLAY, Match
from games.matches.selectors import matches
from games.matches.selectors.effects import Change, Figure, changes, figures
from games.matches.selectors.reading import read, seat

from .entries import checked_reason, log_at, match_annul
from .matches import MatchTerms, match_enter_at_once

# Parts whose figures belong to the match: what is entered again has another id.
OF_MATCH = ("hand", "game", "match", "confirmation")
RATING = "rating"


@transaction.atomic(savepoint=False)
def match_change_players(
    *, by: Person, match: Match, player_a: int, player_b: int, reason: str, version: int
) -> Match:
    """The match is annulled, and the same hands are entered in a new one, which is returned: with
    their times, and `player_a` where the first player was.

    Raises: Denied; Stale; Invalid for a missing reason, players who are those of the match already
    or cannot play it, and as match_annul.
    """
    require(by, Act.CORRECT)
    reason = checked_reason(reason)
    # Players are locked before matches.
    pks = {*match.player_ids, player_a, player_b}
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk"))
    log_at(match, version)
    if (player_a, player_b) == match.player_ids:
        text = _("These two are the players of the match already. Swap them, or choose others.")
        raise Invalid("same_players", text, field="player_b")
    plays = [(line.entry, entry.at) for entry, line in read(match).lines()]
    match_annul(by=by, match=match, reason=reason, version=version)
    again = match_enter_at_once(
        by=by,
        plays=plays,
        started_at=match.started_at,
        correcting=True,
        player_a=player_a,
        player_b=player_b,
        event_id=match.event_id,
        terms=None if match.event_id else MatchTerms.of(match),
        table=match.table,
        evening_table=match.evening_table_id,
        first_dealer=seat(match.first_dealer),
    )
    log_act(by, "match_change_players", kind="match", about=match.pk, match=again.pk)
    log_act(by, "match_enter_again", kind="match", about=again.pk, match=match.pk)
    return again


def match_change_players_preview(
    *, by: Person, match: Match, player_a: int, player_b: int, **change: Any
) -> tuple[Change, ...]:
    """Every figure that match_change_players would change; done, looked at and taken back.

    `match` is changed as if it had been done: give one that is not used further.
    """
    require(by, Act.CORRECT)
    pairs = [match.player_ids, (player_a, player_b)]
    with transaction.atomic():
        before = _figures(match, match, pairs)
        again = match_change_players(
            by=by, match=match, player_a=player_a, player_b=player_b, **change
        )
        after = _figures(matches.matches().get(pk=again.pk), match, pairs)
        transaction.set_rollback(True)
    return changes(before, after)


def _figures(match: Match, old: Match, pairs: Iterable[tuple[int, int]]) -> list[Figure]:
    """As of the old match, so that they can be compared. Ratings are learnt again from it on, those
    of all who play it before or after the change."""
    of_match = (one for one in figures(read(match)) if one.part != RATING)
    found = [replace(one, about=old.pk) if one.part in OF_MATCH else one for one in of_match]
    known = {one.key for one in found}
    for pair in pairs:
        players = Player.objects.in_bulk(pair)
        if len(players) < len(pair):
            continue
        played = copy.copy(old)
        played.player_a, played.player_b = (players[pk] for pk in pair)
        ratings = (one for answer in match_figures.ask(match=played) for one in answer)
        found += [one for one in ratings if one.part == RATING and one.key not in known]
        known = {one.key for one in found}
    return found


@transaction.atomic(savepoint=False)
def match_change_table(
    *, by: Person, match: Match, evening_table: int, from_table: int, exchange: bool = False
) -> Match:
    """Played at another table of its evening from now on; `exchange`: a match that is in play there
    comes to the table of this one. `from_table`: where it was when this was decided.

    Who starts matches there may do it while the match is played, a director always.
    Raises: Denied; Stale; Invalid for a table that is not free, or a game of a pool or chouette.
    """
    old = match.evening_table
    if old is None:
        text = _("This match is played at no table of an evening.")
        raise Invalid("no_evening", text, field="evening_table")
    require(by, moves_by(match))
    table = old.evening.tables.filter(pk=evening_table).first()
    if table is None:
        text = _("Must be a table of this evening.")
        raise Invalid("unknown_table", text, field="evening_table")
    if old.pk != from_table:
        raise _table_gone(from_table, old.pk)
    if table == old:
        text = _("The match is at this table already. Choose another.")
        raise Invalid("same_table", text, field="evening_table")
    here = Match.objects.filter(IN_PLAY, evening_table=table)
    here = here if matches.is_in_play(match) else here.none()
    others = list(here.exclude(pk=match.pk).select_related("player_a", "player_b"))
    _lock_and_check(match, table, others, exchange=exchange)
    bump_evening_version(old.evening_id, correcting=by.may(Act.CORRECT))
    if here.exclude(pk__in=[match.pk, *(one.pk for one in others)]).exists():
        raise _taken(others)
    if not _move(match, old, table):
        raise _table_gone(from_table, match.evening_table_id or 0)
    log_act(by, "match_change_table", kind="match", about=match.pk, table=table.name)
    for other in others:
        if _move(other, table, old):
            log_act(by, "match_change_table", kind="match", about=other.pk, table=old.name)
    return match


def moves_by(match: Match) -> Act:
    """What it takes to move it: who starts matches may while it is played, a director always."""
    here = match.evening_table
    is_open = here is not None and here.evening.is_open
    return Act.START_ANY if is_open and matches.is_in_play(match) else Act.CORRECT


def _lock_and_check(match: Match, table: Table, others: list[Match], *, exchange: bool) -> None:
    """Raises: Invalid where one of them may not move."""
    if others and not exchange:
        raise _taken(others)
    if running_game_at(table) is not None:
        text = _("A pool or chouette is played at this table. Choose another.")
        raise Invalid("table_taken", text, field="evening_table")
    moving = [match, *others]
    rows = Match.objects.select_for_update(no_key=True).filter(pk__in=[one.pk for one in moving])
    list(rows.order_by("pk").values_list("pk"))
    for one in moving:
        match_moving.send(match=one)


def _taken(others: list[Match]) -> Invalid:
    text = _("A match is in play at this table. Choose another, or let the matches change places.")
    ids = [{"match": one.pk} for one in others]
    return Invalid("table_taken", text, field="evening_table", extra={"in_the_way": ids})


def _move(match: Match, old: Table, new: Table) -> bool:
    """False where it is at `old` no longer."""
    rows = Match.objects.filter(pk=match.pk, evening_table=old)
    if not rows.update(evening_table=new, table=new.name):
        match.refresh_from_db(fields=["evening_table"])
        return False
    match.evening_table, match.table = new, new.name
    # Nothing was entered: the pads ask, and hear that the match is elsewhere.
    announce(f"match:{match.pk}", match.version + 1)
    return True


def _table_gone(sent: int, current: int) -> Stale:
    fault = Stale(sent=sent, current=current)
    text = _("The match has come to another table since you opened this page. Look where it is.")
    fault.detail, fault.errors = text, {"from_table": text}
    return fault
