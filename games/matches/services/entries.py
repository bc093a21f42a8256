"""Enter, correct, undo, annul: each is one new entry, made on a version of the match."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.composed_writes import ComposedUpdate
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from ecarte_club.core.live import announce
from games.engine import serialization
from games.engine.codes import Rule
from games.engine.notation.values import NotationError
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.rulings.book import with_laws
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import GameEntry, HandEntry, RubberEntry
from games.evenings.services.evenings import bump_evening_version
from games.matches.changes import match_changed
from games.matches.labels import engine
from games.matches.labels import notation as notation_words
from games.matches.models import Entry, Match
from games.matches.selectors import matches, notation
from games.matches.selectors.effects import Change, changes, figures
from games.matches.selectors.improbable import Warned, warnings_about
from games.matches.selectors.logs import Log, log_of
from games.matches.selectors.matches import match_fields
from games.matches.selectors.reading import (
    EntryReading,
    Reading,
    play,
    read,
    refuse_annulled,
    refuse_confirmed,
    refuse_stopped,
    state_of,
)

REASON_MOST = 200


@dataclass(frozen=True, slots=True)
class Written:
    """An entry just made, and what the match comes to with it."""

    entry: Entry
    match: Match
    log: Log
    state: MatchState

    @property
    def reading(self) -> Reading:
        return Reading(self.match, self.log, self.state)

    @property
    def entry_reading(self) -> EntryReading:
        return self.reading.of(self.entry)

    @property
    def warnings(self) -> list[Warned]:
        return warnings_about(self.entry, self.reading)


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a correction would write, and every figure that it would change, anywhere."""

    written: Written
    changes: tuple[Change, ...]


@transaction.atomic(savepoint=False)
def play_record(*, by: Person, match: Match, what: Play, version: int) -> Written:
    """A hand, a game by its score, or a rubber by its score, after all that stands.

    The number of the game is found here, and so is the dealer where the deal says who it is.
    Raises: Stale, Invalid with the law, Denied.
    """
    matches.require_for(by, match, Act.ENTER_OWN, Act.ENTER_ANY)
    log = log_at(match, version)
    before = state_at(match, log)
    if before.over:
        law = before.terms.code.source(Rule.AGREED_GAMES)
        raise engine.refused(Refusal(RefusalCode.MATCH_OVER, law, "version"))
    entry = Entry(place=log.next_place())
    return entry_write(by, match, log, before, entry, placed(what, before))


@transaction.atomic(savepoint=False)
def entry_undo(*, by: Person, match: Match, version: int, reason: str = "") -> Written:
    """Take back the latest act: an entry, or a correction, after which all stands as it did before.

    With a `reason` it is itself a correction, and so possible after the evening's sign-off.
    Raises: Stale, Denied, Invalid when nothing is left to undo.
    """
    matches.require_for(by, match, Act.ENTER_OWN, Act.ENTER_ANY)
    return _undo(by, match, version, reason)


def _undo(by: Person, match: Match, version: int, reason: str) -> Written:
    log = log_at(match, version, also_stopped=bool(reason))
    act = log.last_act()
    if act is None:
        raise Invalid("nothing_to_undo", _("There is nothing left to undo."), field="version")
    if reason or (act.corrects and not act.law):
        require(by, Act.CORRECT)
    refuse_confirmed(by, match, log, act)
    old = next((one for one in log.before(act).in_order if one.pk == act.supersedes_id), None)
    entry = Entry(place=act.place, supersedes=log.at_place(act.place), undoes=act)
    entry.reason = checked_reason(reason) if reason else ""
    what = play(old) if old is not None else None
    return entry_write(by, match, log, state_at(match, log), entry, what)


@transaction.atomic(savepoint=False)
def match_annul(*, by: Person, match: Match, reason: str, version: int) -> Written:
    """What it was played for, if anything, is to be played again.

    Raises: Denied; Stale; Invalid for a missing reason, when it is annulled already, or something
    else rests on it.
    """
    require(by, Act.CORRECT)
    reason = checked_reason(reason)
    log = log_at(match, version)
    entry = Entry(kind=Entry.Kind.ANNULLED, place=log.next_place(), reason=reason)
    return _annulment_write(by, match, log, entry, state_of(match, ()))


@transaction.atomic(savepoint=False)
def match_annul_back(*, by: Person, match: Match, reason: str, version: int) -> Written:
    """Everything stands again as it stood, where what it was played for is still to be played.

    Raises: Denied; Stale; Invalid for a missing reason, when it is not annulled, or what it was
    played for was decided since.
    """
    require(by, Act.CORRECT)
    reason = checked_reason(reason)
    log = log_as_it_is(match, version)
    old = log.annulment
    if old is None:
        raise Invalid("not_annulled", _("This match is not annulled."), field="version")
    again = matches.replacement_of(match).replaced_by
    if Match.objects.filter(pk=again or 0, annulled_at=None).exists():
        text = _("This match was entered again with other players. Annul that match first.")
        way = {"in_the_way": [{"match": again}]}
        raise Invalid("entered_again", text, field="version", extra=way)
    entry = Entry(kind=Entry.Kind.VOID, place=old.place, supersedes=old, undoes=old, reason=reason)
    return _annulment_write(by, match, log, entry, state_of(match, log.played().standing()))


def entry_undo_preview(*, by: Person, match: Match, version: int, reason: str = "") -> Foreseen:
    """What entry_undo would come to, with its arguments. As for every preview, it takes the right
    to correct, and none to enter."""
    return foreseen(by, match, lambda: _undo(by, match, version, reason))


def match_annul_preview(*, by: Person, match: Match, **annulment: Any) -> Foreseen:
    """What match_annul would come to, with its arguments."""
    return foreseen(by, match, lambda: match_annul(by=by, match=match, **annulment))


def foreseen(by: Person, match: Match, act: Callable[[], Written]) -> Foreseen:
    """Done, looked at and taken back, heard by nobody.

    `match` is changed as if it had been done: give one that is not used further.
    """
    require(by, Act.CORRECT)
    with transaction.atomic():
        before = figures(read(match))
        written = act()
        after = figures(written.reading)
        transaction.set_rollback(True)
    return Foreseen(written, changes(before, after))


def checked_reason(text: str) -> str:
    """Raises: Invalid where there is none, or too much of it."""
    reason = text.strip()
    if not reason or len(reason) > REASON_MOST:
        text = _("Give a reason of at most %(most)s characters.") % {"most": REASON_MOST}
        raise Invalid("no_reason", text, field="reason")
    return reason


def log_at(match: Match, version: int, *, also_stopped: bool = False) -> Log:
    """Of a match that counts and is played on. Raises: Stale; Invalid for one that is annulled,
    or, unless `also_stopped`, abandoned or adjourned."""
    log = log_of(match)
    if not also_stopped:
        # Rather than that the version is an old one: nothing is entered whatever the version.
        refuse_stopped(log)
    check_version(log, version)
    refuse_annulled(log)
    return log


def log_as_it_is(match: Match, version: int) -> Log:
    log = log_of(match)
    check_version(log, version)
    return log


def check_version(log: Log, version: int) -> None:
    """Raises: Stale."""
    if log.number() != version:
        raise Stale(sent=version, current=log.number())


def state_at(match: Match, log: Log) -> MatchState:
    return state_of(match, log.standing())


def placed(what: Play, state: MatchState) -> Play:
    """A hand told in the notation is read here, where it stands in the match."""
    if isinstance(what, HandEntry) and what.notation is not None:
        try:
            return notation.placed(what.notation, state)
        except NotationError as error:
            raise notation_words.refused(error) from None
    if isinstance(what, HandEntry):
        dealer = what.record.dealer or state.dealer
        record = replace(what.record, dealer=dealer)
        return HandEntry(state.game, record)
    if isinstance(what, GameEntry):
        return GameEntry(state.game, what.score)
    return rubber_placed(what, state)


def rubber_placed(what: RubberEntry, state: MatchState) -> RubberEntry:
    """One of several has the number of its first game."""
    several = state.terms.format.rubbers > 1
    return replace(what, game=state.rubber_from if several else 0)


def in_place_of(what: Play, old: Play) -> Play:
    """A correction stays in its game, and keeps the dealer and the rulings unless it names others.

    What was wrongly ruled is taken back with its hand, which is then entered anew.
    """
    if isinstance(what, HandEntry) and isinstance(old, HandEntry):
        dealer = what.record.dealer or old.record.dealer
        rulings = what.record.rulings or old.record.rulings
        return HandEntry(old.game, replace(what.record, dealer=dealer, rulings=rulings))
    if isinstance(what, GameEntry) and isinstance(old, GameEntry):
        return GameEntry(old.game, what.score)
    if isinstance(what, RubberEntry) and isinstance(old, RubberEntry):
        return replace(what, game=old.game)
    text = _("A correction must be of the same kind as the entry it corrects.")
    raise Invalid("other_kind", text, field="kind")


def entry_write(
    by: Person, match: Match, log: Log, before: MatchState, entry: Entry, what: Play | None
) -> Written:
    """Add `entry` with `what` in it, if the match is still at the log's version."""
    if isinstance(what, HandEntry) and what.notation is None:
        record = with_laws(before.terms.code, what.record)
        what = replace(what, record=record)
    entry.data = serialization.dump(what) if what else None
    entry.kind = str(entry.data["kind"]) if entry.data else Entry.Kind.VOID
    entry_sign(by, match, log, entry)
    # To undo without a reason is no correction, which is all that is possible after the sign-off.
    correcting = entry.corrects and bool(entry.reason) and not entry.law
    try:
        after = state_at(match, Log((*log.entries, entry)))
    except RefusalError as error:
        raise engine.refused(error.refusal) from error
    return _add(by, log, entry, (before, after), correcting=correcting)


def _annulment_write(
    by: Person, match: Match, log: Log, entry: Entry, after: MatchState
) -> Written:
    """`entry` annuls the match, or takes that back."""
    entry_sign(by, match, log, entry)
    states = state_at(match, log), after
    annulled_at = entry.at if entry.annuls else None
    return _add(by, log, entry, states, correcting=True, annulled_at=annulled_at)


def entry_sign(by: Person, match: Match, log: Log, entry: Entry) -> None:
    entry.match, entry.number, entry.at = match, log.number() + 1, timezone.now()
    entry.by_id, entry.phone_id = by.user_id, by.phone_id


def _add(
    by: Person,
    log: Log,
    entry: Entry,
    states: tuple[MatchState, MatchState],
    *,
    correcting: bool,
    **fields: object,
) -> Written:
    """`states`: before and after it. `correcting`: also after the evening's sign-off."""
    match, (before, after) = entry.match, states
    if after.over:
        refuse_stopped(log)
    match_claim(match, log.number(), {**match_fields(after), **fields, "changed_at": entry.at})
    if match.evening_table:
        bump_evening_version(match.evening_table.evening_id, correcting=correcting)
    entry.save()
    _log(by, entry)
    match_changed.send(match=match, before=before, after=after, by=by, entry=entry)
    announce(f"match:{match.pk}", match.version)
    return Written(entry, match, Log((*log.entries, entry)), after)


def _log(by: Person, entry: Entry) -> None:
    act = "entry_undo" if entry.undoes_id else "entry_correct" if entry.corrects else "entry"
    act = "entry_insert" if entry.inserted else act
    act = "match_annul" if entry.annuls else "match_annul_back" if entry.reinstates else act
    act = "entry_mend" if entry.law else act
    act = "entry_ruled" if act == "entry" and (entry.data or {}).get("rulings") else act
    log_act(by, act, kind="match", about=entry.match_id, number=entry.number, entry=entry.kind)


@cache
def _claim(fields: tuple[str, ...]) -> ComposedUpdate:
    return ComposedUpdate(
        lambda pk, version: Match.objects.filter(pk=pk, version=version),
        {"version": F("version") + 1},
        fields,
        pk=int,
        version=int,
    )


def match_claim(match: Match, version: int, fields: dict[str, object]) -> None:
    """Move the match on from `version`, which only one write can do.

    The comparison is in the statement itself, so it holds on SQLite and PostgreSQL alike.
    Raises: Stale; Absent where the match was taken back meanwhile, as nothing was entered in it.
    """
    if not _claim(tuple(fields)).run(fields, pk=match.pk, version=version):
        current = Match.objects.values_list("version", flat=True).filter(pk=match.pk).first()
        if current is None:
            raise Absent
        raise Stale(sent=version, current=current)
    for name, value in {**fields, "version": version + 1}.items():
        setattr(match, name, value)
