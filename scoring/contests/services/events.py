"""What happens in a contest while it runs: each act is one number of its log."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, Role, require
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.live import announce
from games.matches.models import IN_PLAY, Match
from games.matches.selectors.logs import log_of
from games.matches.selectors.reading import refuse_confirmed
from games.matches.services.entries import entry_undo, match_annul
from games.matches.services.matches import MatchTerms, match_start
from games.online.models import OnlineTable
from games.online.selectors.tables import of_match
from games.online.services.tables import table_of_match
from scoring.contests.labels import texts
from scoring.contests.models import Contest
from scoring.contests.rules import machine, pool
from scoring.contests.rules.events import Closed, Dealt, GameWon
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.courses import ACT, Happened, read
from scoring.tables.ranking import drawn

from . import checks
from .entries import (
    Entered,
    acceptance_store,
    append_events,
    check_same_deal,
    check_same_game,
    check_version,
    current_course,
    entries_write,
    lock_course,
)
from .facts import changes_without


@transaction.atomic(savepoint=False)
def event_tell(
    *,
    by: Person,
    contest: Contest,
    event: Any,
    version: int | None = None,
    accepts: bool = False,
    seat_anyway: bool = False,
) -> Entered:
    """One event after all that stands; `accepts`: with the player's yes to the terms;
    `seat_anyway`: also where it seats players who are not free.

    `version`: as it was seen; for a bet it says which game was seen, and between whom, whatever
    else was told since. None takes what there is. The deal of a game is `game_deal`. Who won is
    told so where the pad was not used: its match, in which nothing was entered, is then forgotten,
    as it is at the close. Raises: Denied; Stale; AlreadySeated; Invalid, with the source.
    """
    checks.require_for(by, contest, event)
    checks.check_not_dealt(event)
    checks.check_keeper(event)
    player = getattr(event, "player", None)
    checks.lock_players(contest, [event])
    if isinstance(event, GameWon | Closed):
        _lock_pad(contest)
    course = lock_course(contest)
    check = check_same_game if isinstance(event, machine.ON_A_GAME) else check_version
    check(course, version)
    if isinstance(event, checks.OF_THE_BANKER):
        # It may have changed hands meanwhile.
        checks.require_banker(by, course)
    if accepts and isinstance(player, int):
        acceptance_store(by, contest, player)
    checks.check_terms(contest, event)
    if isinstance(event, GameWon) and course.dealt is not None:
        _forget_match(course.dealt)
    if isinstance(event, Closed) and course.dealt is not None and not _has_entries(course.dealt):
        _forget_match(course.dealt)
    entered = append_events(by, course, event)
    checks.check_limits(entered, event)
    if not seat_anyway:
        checks.check_free(entered, event)
    return entered


@transaction.atomic(savepoint=False)
def game_deal(
    *, by: Person, contest: Contest, version: int, first_dealer: str | None = None
) -> tuple[Entered, Match]:
    """The first card is dealt: no bet is laid any more, and the match of the game begins.

    `version`: as it was seen; bets that were laid since stand. Raises: Denied; Stale; Invalid when
    nobody or only one sits, a player has not accepted the terms, or a match is in play at the
    table.
    """
    checks.require_for(by, contest, Dealt())
    pair = machine.seats(read(contest).state)
    # Players are locked before the evening, as everywhere; that these two still sit is seen after.
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=pair or ()).order_by("pk"))
    course = lock_course(contest)
    check_same_deal(course, version)
    refused = machine.refusal(course.state, Dealt())
    if refused is not None:
        raise texts.refused_event(refused, contest)
    checks.check_accepted(contest, pair or ())
    match = _start_match(by, contest, pair or (), first_dealer)
    return append_events(by, course, Dealt(), match=match.pk), match


@transaction.atomic(savepoint=False)
def game_deal_online(
    *, by: Person, contest: Contest, version: int
) -> tuple[Match, OnlineTable | None]:
    """The game that is due is played at a distance: its bets close, and its table online is opened
    as that of the game before it in this contest. None for the first one, whose clock and
    spectators are still to be chosen.

    Raises: as `game_deal`; Denied.
    """
    before = _last_online(contest)
    _entered, match = game_deal(by=by, contest=contest, version=version)
    if before is None:
        return match, None
    table = table_of_match(
        by=by,
        match=match,
        clock=before.clock,
        spectators=before.spectators,
        second_proposal=before.second_proposal,
    )
    return match, table


def _last_online(contest: Contest) -> OnlineTable | None:
    games = contest.entries.exclude(match=None).values("match")
    return OnlineTable.objects.filter(match__in=games).order_by("-pk").first()


def _start_match(
    by: Person, contest: Contest, pair: Sequence[int], first_dealer: str | None
) -> Match:
    if Match.objects.filter(IN_PLAY, evening_table=contest.table_id).exists():
        text = _("A match is in play at this table: finish it first.")
        raise Invalid("table_taken", text, field="table")
    # Whoever may say that the cards are dealt starts what they are dealt for.
    starter = replace(by, roles=by.roles | {Role.SCORER}, scopes=None)
    names = MatchTerms().fields()
    return match_start(
        by=starter,
        player_a=pair[0],
        player_b=pair[1],
        terms=MatchTerms(**{name: getattr(contest, name) for name in names}),
        evening_table=contest.table_id,
        first_dealer=checks.seat_of(first_dealer or ""),
    )


@transaction.atomic(savepoint=False)
def contest_undo(*, by: Person, contest: Contest, version: int) -> Entered:
    """Takes back the deal of the game in play, else the last game, whole: the money, the seats, and
    the bets that were laid since. What was entered on the pad of a deal stays on record in its
    match, which is annulled; without an entry it is forgotten.

    Raises: Denied; Stale; Invalid when nothing is left to take back.
    """
    checks.require_table(by, contest)
    _lock_pad(contest)
    course = lock_course(contest)
    check_version(course, version)
    dealt, won = course.dealt, course.last(GameWon)
    last = dealt or won
    if last is None:
        text = _("There is nothing left to undo.")
        raise Invalid("nothing_to_undo", text, field="version")
    if dealt is not None and not _has_entries(dealt):
        _forget_match(dealt)
    following = changes_without(course, last.place)
    entered = entries_write(by, course, following.changes, gave_way=following.gave_way)
    if dealt is None:
        return _reopen_match(by, entered, last)
    _annul_match(by, dealt)
    return entered


def _annul_match(by: Person, dealt: Happened) -> None:
    """Of a deal that stands no more, if its match was not forgotten."""
    match = _match_of(dealt)
    if match is not None:
        # Whoever may take back the deal could undo each hand as well.
        text = _("Deal undone.")
        match_annul(by=_as_director(by), match=match, reason=text, version=match.version)


def _as_director(by: Person) -> Person:
    return replace(by, roles=by.roles | {Role.DIRECTOR}, scopes=None)


def _lock_pad(contest: Contest) -> None:
    """The last match of the contest and who plays it, before the evening, as whoever enters in it
    has them."""
    course = read(contest)
    last = course.dealt or course.last(GameWon)
    match = _match_of(last) if last is not None else None
    if match is not None:
        players = Player.objects.filter(pk__in=match.player_ids).order_by("pk")
        list(players.select_for_update(no_key=True).values_list("pk"))
        list(Match.objects.filter(pk=match.pk).select_for_update().values_list("pk"))


def _match_of(happened: Happened) -> Match | None:
    """None where it was forgotten before, or the pad was not used."""
    matches = Match.objects.select_related("evening_table")
    return matches.filter(pk=happened.entry.match or 0).first()


def _has_entries(dealt: Happened) -> bool:
    """Also of a match whose table online was opened: what was drawn there stays on record."""
    match = _match_of(dealt)
    if match is None:
        return False
    return match.version > 0 or match.flags.exists() or of_match(match) is not None


def _forget_match(dealt: Happened) -> None:
    if _has_entries(dealt):
        text = _("A game is being played. Undo what was entered in it first.")
        raise Invalid("game_in_play", text, field="version")
    if (match := _match_of(dealt)) is not None:
        announce(f"match:{match.pk}", match.version + 1)
        match.delete()


def _reopen_match(by: Person, entered: Entered, won: Happened) -> Entered:
    """Nothing stands any more that hangs on who won it. What a director corrected is undone too, as
    it is where the pad was not used; what players confirmed, by a director alone."""
    match = _match_of(won)
    if match is None:
        return entered
    while match.over:
        log = log_of(match)
        act = log.last_act()
        if act is not None and act.corrects:
            refuse_confirmed(by, match, log, act)
            entry_undo(by=_as_director(by), match=match, version=match.version)
        else:
            entry_undo(by=by, match=match, version=match.version)
    return replace(entered, course=current_course(entered.contest))


SEED_BYTES = 4


def new_seed() -> str:
    return secrets.token_hex(SEED_BYTES)


@transaction.atomic(savepoint=False)
def places_draw(
    *, by: Person, contest: Contest, version: int, seat_anyway: bool = False
) -> Entered:
    """Of a pool: who is inscribed, in the order that the seed gives. `seat_anyway`: also where the
    two who play first are not free.

    Raises: Denied; Stale; AlreadySeated; Invalid, with the source, when places are taken or players
    too few, and where what is put in is over somebody's limit.
    """
    require(by, Act.RUN_CONTEST)
    course = lock_course(contest)
    check_version(course, version)
    state, seed = course.state.contest, new_seed()
    waiting = state.inscribed if isinstance(state, pool.State) else machine.queue(course.state)
    taken = Seated(drawn(waiting, seed))
    entered = append_events(by, course, taken)
    checks.check_limits(entered, taken)
    if not seat_anyway:
        checks.check_free(entered, taken)
    drawing_note(by, contest, seed)
    return entered


def drawing_note(by: Person, contest: Contest, seed: str) -> None:
    log_act(by, ACT, kind="contest", about=contest.pk, seed=seed)
