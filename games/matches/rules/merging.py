"""Two phones entered hands at one table, one of them without a network: what they agree on."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.match import apply
from games.engine.records import TRICKS_IN_A_HAND
from games.engine.states import Line, MatchState
from games.engine.terms import Entry, GameEntry, HandEntry


@dataclass(frozen=True, slots=True)
class Stored:
    """Something a phone stored. `what` None: an undo."""

    key: str
    what: Entry | None


@dataclass(frozen=True, slots=True)
class Branch:
    """What was entered since a version, as far as it stands, with the keys by which it was sent.

    `reaches_back`: something from before was undone.
    """

    lines: tuple[Line, ...]
    keys: tuple[str, ...] = ()
    reaches_back: bool = False


@dataclass(frozen=True, slots=True)
class Merge:
    """`rest`: the keys of what is still to be entered after theirs, in order.

    `is_same`: as far as both go, they entered the same. `may_add`: `rest` can follow theirs.
    """

    is_same: bool
    may_add: bool
    rest: tuple[str, ...]


def branch(begun: MatchState, stored: Sequence[Stored]) -> Branch:
    """Raises RefusalError for what the engine does not take after `begun`."""
    states, keys, reaches_back = [begun], [""], False
    for one in stored:
        if one.what is not None:
            states.append(apply(states[-1], _in_game(one.what, states[-1]))[0])
            keys.append(one.key)
        elif len(states) > 1:
            states.pop()
            keys.pop()
        else:
            reaches_back = True
    lines = tuple(state.lines[-1] for state in states[1:])
    return Branch(lines, tuple(keys[1:]), reaches_back)


def merge(ours: Branch, theirs: Branch) -> Merge:
    alike = 0
    for our, their in zip(ours.lines, theirs.lines, strict=False):
        if _facts(our) != _facts(their):
            break
        alike += 1
    is_straight = not ours.reaches_back and not theirs.reaches_back
    is_same = is_straight and 0 < alike == min(len(ours.lines), len(theirs.lines))
    rest = ours.keys[alike:] if is_same else ours.keys
    return Merge(is_same, not ours.reaches_back, rest)


def _in_game(what: Entry, state: MatchState) -> Entry:
    """As the match stands there."""
    if isinstance(what, HandEntry):
        return HandEntry(state.game, what.record)
    return GameEntry(state.game, what.score) if isinstance(what, GameEntry) else what


def _facts(line: Line) -> object:
    """What a player would call the same hand. Of a vole the play does not matter."""
    entry = line.entry
    if not isinstance(entry, HandEntry):
        return entry
    record = entry.record
    is_vole = record.tricks is not None and TRICKS_IN_A_HAND in (record.tricks.a, record.tricks.b)
    opening = None if is_vole else record.opening
    kings = frozenset(record.kings)
    facts = (record.tricks, record.abandoned_by, record.marks, record.rulings)
    return (entry.game, line.dealer, opening, kings, facts, line.score_after)
