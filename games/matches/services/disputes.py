"""Results confirmed, flagged, and mended by the players themselves (laws 50 and 51)."""

from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale
from ecarte_club.core.live import announce
from games.engine.codes import Rule
from games.engine.fixing import fix_refusal, fix_rules
from games.engine.rulings.book import with_laws
from games.engine.terms import HandEntry
from games.evenings.services.evenings import bump_evening_version
from games.matches.labels import engine
from games.matches.models import Confirmation, Entry, Flag, Match
from games.matches.selectors import matches
from games.matches.selectors.logs import Log, latest_entries, log_of
from games.matches.selectors.reading import (
    asks_confirmation,
    confirmations,
    lock_confirmations,
    play,
    refuse_annulled,
    refuse_confirmed,
    state_of,
)

from .entries import Written, entry_write, in_place_of, log_at, state_at


@transaction.atomic(savepoint=False)
def entry_mend(
    *, by: Person, match: Match, number: int, what: HandEntry, trump_turned: bool, version: int
) -> Written:
    """`what` stands from now on for the hand of entry `number`, as laws 50 and 51 allow it.

    `trump_turned`: whether the trump of the deal after the last hand is turned.
    Raises: Absent, Stale, Denied; Invalid with the law that does not allow it.
    """
    matches.require_for(by, match, Act.MEND_OWN, Act.MEND_ANY)
    log = log_at(match, version)
    old = log.numbered(number)
    standing = log.standing()
    if old not in standing:
        text = _("This entry has been replaced. Fix the newer one.")
        raise Invalid("already_superseded", text, field="number")
    refuse_confirmed(by, match, log, old)
    new = in_place_of(what, play(old))
    assert isinstance(new, HandEntry)  # noqa: S101 - in_place_of() refuses another kind
    state = state_at(match, log)
    line = state.lines[standing.index(old)]
    new = replace(new, record=with_laws(state.terms.code, new.record))
    refused = fix_refusal(state, line, new.record, trump_turned=trump_turned)
    if refused is not None:
        raise engine.refused(refused)
    rules = fix_rules(state, line, new.record)
    entry = Entry(
        place=old.place,
        supersedes=old,
        reason=" ".join(_reason(rule) for rule in rules),
        law=state.terms.code.source(*rules),
    )
    return entry_write(by, match, log, state, entry, new)


def _reason(rule: Rule) -> str:
    if rule is Rule.OMITTED_MARK:
        return _("A mark had been left out.")
    return _("Too much had been marked.")


@transaction.atomic(savepoint=False)
def game_confirm(*, by: Person, match: Match, game: int, number: int) -> Confirmation:
    """`number`: the latest entry of the game that they saw. Confirmed twice is confirmed once.

    Raises: Absent, Stale, Denied; Invalid for a game that is not over, and to who entered it.
    """
    matches.require_for(by, match, Act.CONFIRM_OWN, Act.CONFIRM_ANY)
    lock_confirmations(match)
    log = log_of(match)
    refuse_annulled(log)
    entry = latest_entries(log).get(game)
    if entry is None:
        raise Absent
    if entry.number != number:
        raise Stale(sent=number, current=entry.number)
    refused = confirm_refusal(by, match, log, game)
    if refused is not None:
        raise refused
    found, new = Confirmation.objects.get_or_create(
        match=match,
        game=game,
        number=number,
        defaults={"by_id": by.user_id, "phone_id": by.phone_id, "at": timezone.now()},
    )
    if new:
        if match.evening_table:
            bump_evening_version(match.evening_table.evening_id)
        log_act(by, "game_confirm", kind="match", about=match.pk, game=game, number=number)
        announce(f"confirm:{match.pk}", confirmations(match))
    return found


def confirm_refusal(by: Person, match: Match, log: Log, game: int) -> Fault | None:
    """Why somebody who may confirm at this table may not confirm this game."""
    if not asks_confirmation(match):
        text = _("This club does not ask for confirmation.")
        return Invalid("not_asked", text, field="game")
    state = state_of(match, log.standing())
    won = {one.number for one in state.games if one.winner}
    won |= {one.game for one in state.by_games}
    if game not in won:
        text = _("This game is not over. Confirm it when it is.")
        return Invalid("game_unfinished", text, field="game")
    if not by.may(Act.CONFIRM_ANY) and is_by(by, latest_entries(log)[game]):
        text = _("You made the last entry in this game, so your opponent has to confirm it.")
        return Invalid("own_entry", text, field="game")
    return None


def is_by(somebody: Person, entry: Entry) -> bool:
    """Whether they entered it: by their sign-in, on this phone, or as the same player elsewhere."""
    if somebody.user_id is not None and somebody.user_id == entry.by_id:
        return True
    if somebody.phone_id is not None and somebody.phone_id == entry.phone_id:
        return True
    return somebody.player_id is not None and somebody.player_id in _players(somebody, entry)


def _players(somebody: Person, entry: Entry) -> set[int]:
    found = {entry.phone.player_id} if entry.phone and entry.phone.player_id else set()
    if entry.by_id is not None:
        players = Player.objects.filter(club_id=somebody.club_id, user_id=entry.by_id)
        found |= set(players.values_list("pk", flat=True))
    return found


TEXT_MOST = 280


@transaction.atomic(savepoint=False)
def flag_raise(*, by: Person, match: Match, text: str, number: int | None = None) -> Flag:
    """`number`: the entry it is about; nothing for the match. After a sign-off too.

    Raises: Denied; Invalid, naming the field, or when the match is annulled.
    """
    matches.require_for(by, match, Act.FLAG_OWN, Act.FLAG_ANY)
    if match.annulled_at is not None:
        refuse_annulled(log_of(match))
    text = _text(text, "text", _("Say what is wrong, in at most %(most)s characters."))
    if number is not None and not Entry.objects.filter(match=match, number=number).exists():
        wrong = _("Must be the number of an entry of this match, or nothing.")
        raise Invalid("no_such_entry", wrong, field="number")
    flag = Flag.objects.create(
        match=match,
        number=number,
        text=text,
        by_id=by.user_id,
        phone_id=by.phone_id,
        at=timezone.now(),
    )
    _announce(by, "flag_raise", flag)
    return flag


@transaction.atomic(savepoint=False)
def flag_settle(*, by: Person, flag: Flag, answer: str) -> Flag:
    """Raises: Denied; Invalid for no answer, or when somebody settled it before."""
    require(by, Act.SETTLE_FLAG)
    answer = _text(answer, "answer", _("Give the outcome, in at most %(most)s characters."))
    settled = Flag.objects.filter(pk=flag.pk, settled_at=None).update(
        answer=answer, settled_at=timezone.now(), settled_by_id=by.user_id
    )
    if not settled:
        text = _("This flag is already closed.")
        raise Invalid("settled_already", text, field="answer")
    flag.refresh_from_db()
    _announce(by, "flag_settle", flag)
    return flag


def _text(text: str, field: str, wanted: str) -> str:
    text = " ".join(text.split())
    if not text or len(text) > TEXT_MOST:
        wrong = wanted % {"most": TEXT_MOST}
        raise Invalid("invalid_flag", wrong, field=field)
    return text


def _announce(by: Person, act: str, flag: Flag) -> None:
    """The log, and who watches the evening."""
    match = flag.match
    if match.evening_table:
        bump_evening_version(match.evening_table.evening_id, correcting=True)
    log_act(by, act, kind="match", about=match.pk, flag=flag.pk)
