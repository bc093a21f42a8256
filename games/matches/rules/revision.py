"""A hand replaced, removed or inserted anywhere in a match, and what becomes of the later ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine.codes import Rule
from games.engine.match import apply, begin, refusal, replay
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry, GameEntry, HandEntry, RubberEntry, Terms


class Operation(StrEnum):
    REPLACE = "replace"
    REMOVE = "remove"
    INSERT_BEFORE = "insert_before"
    INSERT_AFTER = "insert_after"

    @property
    def inserts(self) -> bool:
        return self in (Operation.INSERT_BEFORE, Operation.INSERT_AFTER)


class Later(StrEnum):
    """What becomes of the later entries."""

    MOVE = "move"
    """Each counts in the game in play when its turn comes; after the match they are surplus."""
    REMOVE = "remove"
    """Those that no longer fit where they are go."""
    SURPLUS = "surplus"
    """Each stays in its game; nothing is marked for it where that is over before."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The entry of this number, with the game that it belongs to."""

    number: int
    play: Entry


@dataclass(frozen=True, slots=True)
class Edit:
    """From `at` on, `removed` slots go (none or one) and `slot` comes, if any."""

    at: int
    removed: int
    slot: Slot | None

    @classmethod
    def of(cls, operation: Operation, at: int, slot: Slot | None) -> "Edit":
        """`at`: the place, from 0, of the entry that the operation is about."""
        at += operation is Operation.INSERT_AFTER
        return cls(at, int(not operation.inserts), slot)


@dataclass(frozen=True, slots=True)
class GameChange:
    number: int
    old_game: int
    new_game: int


@dataclass(frozen=True, slots=True)
class Revision:
    """The match as it would be. `removed`, `surplus`: numbers of later entries that go, or that
    counted and no longer do; `out_of_turn`: those whose dealer is newly not the one whose turn it
    would be."""

    slots: tuple[Slot, ...]
    state: MatchState
    removed: tuple[int, ...]
    game_changes: tuple[GameChange, ...]
    surplus: tuple[int, ...]
    out_of_turn: tuple[int, ...]

    @property
    def won_a(self) -> int:
        return self.state.games_won(Seat.A)

    @property
    def won_b(self) -> int:
        return self.state.games_won(Seat.B)


@dataclass(frozen=True, slots=True)
class Blocked:
    """It cannot be. `number`: of the entry in the way; None where the new one itself is wrong."""

    number: int | None
    refusal: Refusal


def revised(
    terms: Terms, first_dealer: Seat | None, slots: Sequence[Slot], edit: Edit, later: Later
) -> Revision | Blocked:
    """`slots`: the match as it is, in the order of play, which nothing in it contradicts."""
    old = replay(terms, first_dealer, [slot.play for slot in slots])
    old_surplus = _surplus(slots, old)
    done = list(slots[: edit.at])
    state = replay(terms, first_dealer, [slot.play for slot in done])
    previous = done[-1] if done else None
    if edit.slot is not None:
        if (refused := _new_refusal(state, edit)) is not None:
            return Blocked(_in_the_way(done, state, refused), refused)
        done.append(edit.slot)
        state, _ = apply(state, edit.slot.play)
        previous = edit.slot if edit.removed else previous
    removed = []
    for slot in slots[edit.at + edit.removed :]:
        after = previous if slot.number in old_surplus else None
        play = _fitted(state, slot.play, later, after)
        refused = refusal(state, play)
        if later is Later.REMOVE:
            counts = slot.number in old_surplus or not _would_be_surplus(state, play)
            if refused is not None or not counts:
                removed.append(slot.number)
                continue
        if refused is not None:
            return Blocked(slot.number, refused)
        previous = Slot(slot.number, play)
        done.append(previous)
        state, _ = apply(state, play)
    own = {edit.slot.number} if edit.slot else set()
    turned = _out_of_turn(terms, first_dealer, slots)
    return Revision(
        slots=tuple(done),
        state=state,
        removed=tuple(removed),
        game_changes=_game_changes(slots, done, own),
        surplus=_without(_surplus(done, state), {*old_surplus, *own}),
        out_of_turn=_without(_out_of_turn(terms, first_dealer, done), {*turned, *own}),
    )


def choices(
    terms: Terms, first_dealer: Seat | None, slots: Sequence[Slot], edit: Edit
) -> dict[Later, Revision | Blocked]:
    """What each choice comes to; one that comes to the same as an earlier one is left out, and so
    is one that is impossible for the reason for which an earlier one is."""
    every: dict[Later, Revision | Blocked] = {}
    for later in Later:
        result = revised(terms, first_dealer, slots, edit, later)
        if result not in every.values():
            every[later] = result
    return every


def state_before(
    terms: Terms, first_dealer: Seat | None, slots: Sequence[Slot], edit: Edit
) -> MatchState:
    return replay(terms, first_dealer, [slot.play for slot in slots[: edit.at]])


def _new_refusal(state: MatchState, edit: Edit) -> Refusal | None:
    """Nothing is inserted after the end: it would count for nothing."""
    assert edit.slot is not None  # noqa: S101 - asked only of an edit that brings something
    if state.over and not edit.removed:
        return state.terms.code.refusal(RefusalCode.MATCH_OVER, Rule.AGREED_GAMES, "game")
    return refusal(state, edit.slot.play)


def _fitted(state: MatchState, play: Entry, later: Later, after: Slot | None) -> Entry:
    """The play with the game that it is to belong to. `after`: of a surplus hand, what it followed;
    it stays with that as long as it is surplus there."""
    if isinstance(play, RubberEntry):
        return replace(play, game=state.rubber_from if state.terms.format.rubbers > 1 else 0)
    if later is not Later.MOVE:
        beyond = isinstance(play, HandEntry) and state.over and later is Later.SURPLUS
        return replace(play, game=min(play.game, state.game)) if beyond else play
    if isinstance(play, GameEntry):
        # After the match none is left for it.
        return replace(play, game=state.game + state.over)
    return replace(play, game=_game_over(state, after) or state.game)


def _game_over(state: MatchState, slot: Slot | None) -> int:
    """The game of the slot, if that is over; 0 if it is not, or none is known."""
    if slot is None or isinstance(slot.play, RubberEntry):
        return 0
    game = state.game_numbered(slot.play.game)
    return slot.play.game if game is not None and game.winner is not None else 0


def _would_be_surplus(state: MatchState, play: Entry) -> bool:
    return isinstance(play, HandEntry) and (state.over or play.game < state.game)


def _in_the_way(done: Sequence[Slot], state: MatchState, refused: Refusal) -> int | None:
    """The entry after which nothing more can be played, or beside which no score can be."""
    if refused.code == RefusalCode.MATCH_OVER:
        counting = _without([slot.number for slot in done], _surplus(done, state))
        return counting[-1]
    if refused.code == RefusalCode.GAME_HAS_HANDS:
        return next(slot.number for slot in done if getattr(slot.play, "game", 0) == state.game)
    if refused.code in (RefusalCode.MATCH_HAS_ENTRIES, RefusalCode.RUBBER_HAS_ENTRIES):
        return done[-1].number
    return None


def _surplus(slots: Sequence[Slot], state: MatchState) -> tuple[int, ...]:
    lines = zip(slots, state.lines, strict=True)
    return tuple(slot.number for slot, line in lines if line.surplus)


def _out_of_turn(terms: Terms, first_dealer: Seat | None, slots: Sequence[Slot]) -> tuple[int, ...]:
    """The hands whose dealer was noted though it was the turn of the other."""
    state, numbers = begin(terms, first_dealer), []
    for slot in slots:
        turn = state.dealer
        state, _ = apply(state, slot.play)
        dealer = state.lines[-1].dealer
        if turn and dealer and turn is not dealer and not state.lines[-1].surplus:
            numbers.append(slot.number)
    return tuple(numbers)


def _game_changes(
    old: Sequence[Slot], new: Sequence[Slot], own: set[int]
) -> tuple[GameChange, ...]:
    games = {slot.number: slot.play.game for slot in old}
    return tuple(
        GameChange(slot.number, games[slot.number], slot.play.game)
        for slot in new
        if slot.number not in own and games[slot.number] != slot.play.game
    )


def _without(numbers: Iterable[int], others: Iterable[int]) -> tuple[int, ...]:
    left_out = set(others)
    return tuple(number for number in numbers if number not in left_out)
