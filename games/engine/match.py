"""Games, rubbers and the deal: `apply(state, entry)` gives the next state and the events."""

from collections.abc import Iterable
from dataclasses import replace

from .codes import Code, CutForDeal, Rule
from .facts import Mark, dealer_of
from .marks import marks, record_refusal
from .records import HandRecord
from .refusals import Refusal, RefusalCode, RefusalError
from .rulings.effect import is_void, settled, void_dealer
from .seats import Seat
from .states import (
    DealPassed,
    Event,
    GameState,
    GameWon,
    Line,
    Marked,
    MatchOver,
    MatchState,
    Rubber,
    RubberWon,
)
from .terms import (
    GAME_IS,
    NOTHING,
    Entry,
    FormatKind,
    GameEntry,
    HandEntry,
    RubberEntry,
    Score,
    Terms,
    game_value,
    terms_refusal,
)


def decided(state: MatchState) -> tuple[MatchState, tuple[Event, ...]]:
    """With the rubber closed that `state.game` ended, and the match if that decided it."""
    form = state.terms.format
    if form.kind is FormatKind.RUBBER:
        return _rubber_decided(state)
    won_a, won_b = state.games_won(Seat.A), state.games_won(Seat.B)
    if won_a + won_b < form.games:
        return state, ()
    leader = None if won_a == won_b else Seat.A if won_a > won_b else Seat.B
    return replace(state, over=True, winner=leader), (MatchOver(leader),)


def _rubber_decided(state: MatchState) -> tuple[MatchState, tuple[Event, ...]]:
    form, made = state.terms.format, _rubber(state)
    if max(made.games_a, made.games_b) < form.to_win:
        return state, ()
    winner, rubbers = made.winner, (*state.rubbers, made)
    after = replace(state, rubbers=rubbers, rubber_from=state.game + 1)
    if after.rubbers_won(winner) == form.rubbers_to_win:
        return replace(after, over=True, winner=winner), (MatchOver(winner),)
    if state.terms.code.cut_for_deal.value is CutForDeal.AT_EACH_RUBBER:
        after = replace(after, dealer=None)
    return after, (RubberWon(len(rubbers), winner),)


def _rubber(state: MatchState) -> Rubber:
    """What is won in the rubber now being played."""
    before = state.rubbers

    def won(seat: Seat) -> tuple[int, int]:
        games = sum(one.games_a if seat is Seat.A else one.games_b for one in before)
        value = sum(one.value_a if seat is Seat.A else one.value_b for one in before)
        return state.games_won(seat) - games, state.value_won(seat) - value

    (games_a, value_a), (games_b, value_b) = won(Seat.A), won(Seat.B)
    return Rubber(state.rubber_from, games_a, games_b, value_a, value_b)


def begin(terms: Terms, first_dealer: Seat | None) -> MatchState:
    """Raises RefusalError for terms that no match can have."""
    refused = terms_refusal(terms)
    if refused is not None:
        raise RefusalError(refused)
    return MatchState(terms, first_dealer, dealer=first_dealer)


def replay(terms: Terms, first_dealer: Seat | None, entries: Iterable[Entry]) -> MatchState:
    """Raises RefusalError with the index of the entry that is refused."""
    state = begin(terms, first_dealer)
    for index, entry in enumerate(entries):
        refused = refusal(state, entry)
        if refused is not None:
            raise RefusalError(refused, index)
        state, _ = _apply(state, entry)
    return state


def apply(state: MatchState, entry: Entry) -> tuple[MatchState, tuple[Event, ...]]:
    """Raises RefusalError with what `refusal` says of the entry."""
    refused = refusal(state, entry)
    if refused is not None:
        raise RefusalError(refused)
    return _apply(state, entry)


def refusal(state: MatchState, entry: Entry) -> Refusal | None:
    if isinstance(entry, RubberEntry):
        return _rubber_refusal(state, entry)
    refused = _number_refusal(state, entry.game)
    if refused is not None:
        return refused
    if isinstance(entry, GameEntry):
        return _score_refusal(state, entry)
    if _is_over(state, entry.game):
        return _surplus_refusal(state, entry.record)
    return _hand_refusal(state, entry.record)


def _rubber_refusal(state: MatchState, entry: RubberEntry) -> Refusal | None:
    form = state.terms.format
    refused = _rubber_number_refusal(state, entry)
    if refused is not None:
        return refused
    if form.rubbers > 1 and _begun_at(state, state.rubber_from):
        return _match_refusal(state, RefusalCode.RUBBER_HAS_ENTRIES, "games")
    if form.rubbers == 1 and state.lines:
        return _match_refusal(state, RefusalCode.MATCH_HAS_ENTRIES, "games")
    most, least = max(entry.games_a, entry.games_b), min(entry.games_a, entry.games_b)
    if form.kind is FormatKind.RUBBER:
        possible = most == form.to_win and 0 <= least < most
    else:
        possible = most + least == form.games and least >= 0
    if possible:
        return None
    params = {"a": entry.games_a, "b": entry.games_b, "games": form.games}
    return _match_refusal(state, RefusalCode.GAMES_IMPOSSIBLE, "games", **params)


def _rubber_number_refusal(state: MatchState, entry: RubberEntry) -> Refusal | None:
    """Of several rubbers it must be the next, with its number."""
    several = state.terms.format.rubbers > 1
    if several and state.over:
        return _match_refusal(state, RefusalCode.MATCH_OVER, "games")
    due = state.rubber_from if several else 0
    if entry.game == due:
        return None
    params = {"game": entry.game, "current": due}
    if not several or entry.game < 1:
        code = RefusalCode.GAME_NUMBER_IMPOSSIBLE
    elif entry.game < due:
        code = RefusalCode.GAME_ALREADY_ENTERED
    else:
        code = RefusalCode.EARLIER_GAME_UNFINISHED
    return _match_refusal(state, code, "game", **params)


def _begun_at(state: MatchState, game: int) -> bool:
    """Whether anything was entered in this game, be it a void deal, or after it."""
    return any(getattr(line.entry, "game", 0) >= game for line in state.lines)


def _number_refusal(state: MatchState, game: int) -> Refusal | None:
    form = state.terms.format
    # For several rubbers only: it looks at every line.
    if form.rubbers > 1 and any(0 <= game - one.game < form.games for one in state.by_games):
        return _match_refusal(state, RefusalCode.GAME_ALREADY_ENTERED, "game", game=game)
    if 1 <= game <= state.game:
        return None
    params, code = {"game": game, "current": state.game}, state.terms.code
    if game < 1:
        which = RefusalCode.GAME_NUMBER_IMPOSSIBLE
        return code.refusal(which, Rule.AGREED_GAMES, "game", **params)
    if state.over:
        return _match_refusal(state, RefusalCode.MATCH_OVER, "game", **params)
    which = RefusalCode.EARLIER_GAME_UNFINISHED
    return code.refusal(which, Rule.GAME_IS_FIVE, "game", **params)


def _score_refusal(state: MatchState, entry: GameEntry) -> Refusal | None:
    code, rule = state.terms.code, Rule.GAME_IS_FIVE
    begun = state.game_numbered(entry.game)
    if begun is not None:
        by_score, by_hands = RefusalCode.GAME_ALREADY_ENTERED, RefusalCode.GAME_HAS_HANDS
        which = by_score if begun.by_score else by_hands
        return code.refusal(which, rule, "game", game=entry.game)
    if state.over:
        return _match_refusal(state, RefusalCode.MATCH_OVER, "game", game=entry.game)
    a, b = entry.score.a, entry.score.b
    if max(a, b) == GAME_IS and 0 <= min(a, b) < GAME_IS:
        return None
    return code.refusal(RefusalCode.SCORE_IMPOSSIBLE, rule, "score", a=a, b=b)


def _hand_refusal(state: MatchState, record: HandRecord) -> Refusal | None:
    code, record = state.terms.code, _with_dealer(state, record)
    refused = record_refusal(code, record)
    if refused is not None or not _needs_tricks(code, record):
        return refused
    _, score = counted(state.score, marks(code, record))
    if score.winner is not None:
        return None
    return code.refusal(RefusalCode.TRICKS_MISSING, Rule.FIVE_TRICKS, "tricks")


def _needs_tricks(code: Code, record: HandRecord) -> bool:
    """A king may have ended the game, and then there are none."""
    noted = settled(code, record).tricks is not None or record.marks is not None
    return not noted and not is_void(code, record)


def _surplus_refusal(state: MatchState, record: HandRecord) -> Refusal | None:
    """A surplus hand needs no dealer, as it makes no marks."""
    refused = record_refusal(state.terms.code, record)
    if refused is not None and refused.code == RefusalCode.DEALER_UNKNOWN:
        return None
    return refused


def _apply(state: MatchState, entry: Entry) -> tuple[MatchState, tuple[Event, ...]]:
    """The entry, which is not refused."""
    if isinstance(entry, HandEntry):
        return _hand(state, entry)
    if isinstance(entry, RubberEntry):
        return _by_games(state, entry)
    game = _decided_game(state, GameState(entry.game, entry.score, by_score=True))
    return _after_line(state, Line(entry, (), entry.score), game, dealer=None)


def _hand(state: MatchState, entry: HandEntry) -> tuple[MatchState, tuple[Event, ...]]:
    begun = state.game_numbered(entry.game)
    if _is_over(state, entry.game):
        score = begun.score if begun else NOTHING
        line = Line(entry, (), score, surplus=True, dealer=entry.record.dealer)
        return replace(state, lines=(*state.lines, line)), ()
    record = _with_dealer(state, entry.record)
    made, score = counted(state.score, marks(state.terms.code, record))
    dealer = dealer_of(record)
    void = is_void(state.terms.code, record)
    line = Line(entry, made, score, dealer=dealer, void=void)
    hands = (begun.hands if begun else 0) + (not void)
    game = _decided_game(state, GameState(entry.game, score, hands=hands))
    if void:
        following = void_dealer(state.terms.code, record)
        return _after_line(state, line, game, following)[0], ()
    following = dealer.other if dealer else None
    after, events = _after_line(state, line, game, following)
    return after, (*(Marked(entry.game, mark) for mark in made), *events)


def _by_games(state: MatchState, entry: RubberEntry) -> tuple[MatchState, tuple[Event, ...]]:
    """A rubber of several has the numbers of all games that it could take, as a correction may
    change how many it took."""
    line = Line(entry, (), NOTHING)
    played = entry.games_a + entry.games_b
    last = state.game - 1 + played
    after = replace(state, lines=(*state.lines, line), dealer=None, game=last, score=NOTHING)
    after, events = decided(after)
    if after.over:
        return after, events
    following = state.game + state.terms.format.games
    return replace(after, game=following, rubber_from=following), events


def _after_line(
    state: MatchState, line: Line, game: GameState, dealer: Seat | None
) -> tuple[MatchState, tuple[Event, ...]]:
    """The match after a line that counted in the game now being played."""
    games = (*(one for one in state.games if one.number < game.number), game)
    after = replace(state, lines=(*state.lines, line), games=games, dealer=dealer, score=game.score)
    events: list[Event] = []
    if game.winner is not None:
        events.append(GameWon(game.number, game.winner, game.score, game.value or 1))
        after, more = decided(after)
        events.extend(more)
        if after.over:
            return after, tuple(events)
        after = replace(after, game=game.number + 1, score=NOTHING)
    if after.dealer is not None:
        events.append(DealPassed(after.dealer))
    return after, tuple(events)


def _decided_game(state: MatchState, game: GameState) -> GameState:
    """The game with its winner and value, if anyone has reached five."""
    winner = game.score.winner
    if winner is None:
        return game
    value = game_value(state.terms, game.score.of(winner.other))
    return replace(game, winner=winner, value=value)


def counted(score: Score, made: Iterable[Mark]) -> tuple[tuple[Mark, ...], Score]:
    """The game ends at the mark that reaches five, and no score passes it."""
    counting: list[Mark] = []
    for mark in made:
        if score.winner is None:
            points = min(mark.points, GAME_IS - score.of(mark.seat))
            counting.append(replace(mark, points=points))
            score = score.plus(mark.seat, points)
    return tuple(counting), score


def _with_dealer(state: MatchState, record: HandRecord) -> HandRecord:
    """A dealer that was noted is a fact; else the deal is whose turn it is."""
    return record if record.dealer else replace(record, dealer=state.dealer)


def _is_over(state: MatchState, game: int) -> bool:
    return game < state.game or state.over


def _match_refusal(
    state: MatchState, which: RefusalCode, field: str, **params: str | int
) -> Refusal:
    rubber = state.terms.format.kind is FormatKind.RUBBER
    rule = Rule.RUBBER if rubber else Rule.AGREED_GAMES
    return state.terms.code.refusal(which, rule, field, **params)
