"""Hands that a phone stored and could not send, entered for it from their text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from games.engine.match import apply
from games.engine.notation.values import NotationError
from games.engine.refusals import RefusalError
from games.engine.states import Line, MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import GameEntry, HandEntry, Score
from games.evenings.models import Evening
from games.matches.labels import engine
from games.matches.labels import notation as notation_words
from games.matches.models import Match
from games.matches.rules.revision import Operation
from games.matches.selectors import notation
from games.matches.selectors.reading import read

from .entries import Written, play_record
from .revisions import first_entry_insert, match_revise
from .stopping import match_adjourn, match_stop_withdraw

# More than anybody plays in an evening.
MOST: Final = 20_000
_BEGINS: Final = re.compile(r"(?=\bdeal:|\bgame=)")
_ADDRESS: Final = re.compile(r"^\s*https?://\S*\s*$", re.MULTILINE)
_GAME: Final = re.compile(r"game=([0-5])-([0-5])\s*")


@dataclass(frozen=True, slots=True)
class Handed:
    """`lines`: what each comes to. `is_repeated`: the match ends with just these already."""

    plays: tuple[Play, ...]
    lines: tuple[Line, ...]
    after: MatchState
    is_repeated: bool


def handed(match: Match, text: str) -> Handed:
    """What the text would come to as the next of the match. Raises: Invalid, naming `hands`."""
    begun = read(match).state
    state, plays = begun, []
    try:
        for part in _parts(text):
            if state.over:
                raise Invalid("match_over", _("The match is over before the last of these."))
            play = _play(part, state)
            state, _events = apply(state, play)
            plays.append(play)
    except NotationError as error:
        raise notation_words.refused(error).renamed(_named(notation_words.refused(error))) from None
    except RefusalError as error:
        found = engine.refused(error.refusal)
        raise found.renamed(_named(found)) from None
    lines = state.lines[len(begun.lines) :]
    return Handed(tuple(plays), lines, state, _is_repeated(begun, lines))


def _named(fault: Invalid) -> dict[str, str]:
    return {"hands": str(fault.detail)}


def _parts(text: str) -> Iterator[str]:
    """Raises: Invalid."""
    if len(text) > MOST:
        raise Invalid(
            "too_long", _("Must be %(most)s characters at most.") % {"most": MOST}, field="hands"
        )
    found = [part.strip() for part in _BEGINS.split(_ADDRESS.sub("", text)) if part.strip()]
    if not found:
        raise Invalid("no_hands", _("Write the hands here, or paste them."), field="hands")
    yield from found


def _play(part: str, state: MatchState) -> Play:
    """A hand of which no card is known is stored by its facts."""
    if game := _GAME.fullmatch(part):
        return GameEntry(state.game, Score(int(game[1]), int(game[2])))
    entry = notation.placed(part, state)
    has_cards = any(sign in part for sign in ("A:", "B:", "up:"))
    return entry if has_cards else replace(entry, notation=None)


def _is_repeated(begun: MatchState, lines: Sequence[Line]) -> bool:
    """The same tricks, kings and play, one after the other."""
    if not 0 < len(lines) <= len(begun.lines):
        return False
    last = begun.lines[-len(lines) :]
    return [_facts(line) for line in last] == [_facts(line) for line in lines]


def _facts(line: Line) -> object:
    entry = line.entry
    if isinstance(entry, HandEntry):
        return (entry.record.tricks, entry.record.kings, entry.record.opening)
    return getattr(entry, "score", None)


@transaction.atomic(savepoint=False)
def hands_enter(*, by: Person, match: Match, text: str, version: int, reason: str = "") -> Written:
    """All of them or none, in order; with a `reason` after the sign-off, each as a correction.

    A match that the sign-off stopped is then finished by them, or else adjourned.
    Raises: Stale; Denied; Invalid, naming the field.
    """
    found, closed = handed(match, text), is_signed_off(match)
    written, last = None, version
    if closed and reopens(match, found):
        written = match_stop_withdraw(by=by, match=match, reason=reason, version=last)
        last = match.version
    for play in found.plays:
        if closed:
            written = _inserted(by, match, play, last, reason)
        else:
            written = play_record(by=by, match=match, what=play, version=last)
        last = match.version
    assert written is not None  # noqa: S101 - there is at least one part
    if closed and not match.stopped and not match.over:
        match_adjourn(by=by, match=match, version=last, reason=reason)
    return written


def reopens(match: Match, found: Handed) -> bool:
    """Whether it was stopped, and is so no longer with them."""
    is_abandoned = match.stopped == Match.Stopped.ABANDONED
    return is_abandoned or (bool(match.stopped) and found.after.over)


def is_signed_off(match: Match) -> bool:
    table = match.evening_table
    return table is not None and not Evening.objects.filter(pk=table.evening_id, signed_off_at=None)


def _inserted(by: Person, match: Match, play: Play, version: int, reason: str) -> Written:
    """After the last that stands."""
    standing = read(match).standing
    if not standing:
        return first_entry_insert(by=by, match=match, what=play, reason=reason, version=version)
    return match_revise(
        by=by,
        match=match,
        operation=Operation.INSERT_AFTER,
        number=standing[-1].number,
        what=play,
        reason=reason,
        version=version,
    )
