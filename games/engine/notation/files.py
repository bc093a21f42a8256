"""Contests from lines of text, and back in the one form that a contest has.

A header behind a game begins the next contest.
"""

from collections.abc import Iterable, Iterator

from games.engine.hand.state import Say

from .lexing import Lexeme, Token, lexemes
from .tokens import DealBegins, GameBegins, read, text
from .values import (
    Comment,
    Contest,
    CutCards,
    Fault,
    Game,
    Hand,
    Header,
    Holds,
    NotationError,
    Place,
    Plays,
    Says,
    ScoreBefore,
    Step,
    Takes,
    Throws,
    TrickTo,
    TurnUp,
)

START = Place(1, 1)


class _Building:
    """A contest, a game and a hand of it, as far as they are read."""

    def __init__(self, *, headless: bool) -> None:
        self.headless = headless
        self.head: list[Header | Comment] = []
        self.head_places: list[Place] = []
        self.games: list[Game] = []
        self.game: GameBegins | None = None
        self.game_place = START
        self.before: list[CutCards | Comment] = []
        self.cut_places: list[Place] = []
        self.hands: list[Hand] = []
        self.deal: DealBegins | None = None
        self.steps: list[Step] = []
        self.places: list[Place] = []

    def header(self, value: Header, place: Place) -> None:
        self.head.append(value)
        self.head_places.append(place)

    def comment(self, value: Comment, place: Place) -> None:
        if self.deal is not None:
            self.steps.append(value)
            self.places.append(place)
        elif self.game is not None:
            self.before.append(value)
        else:
            self.head.append(value)
            self.head_places.append(place)

    def token(self, token: Token) -> None:
        written, place = read(token), token.place
        if not (self.headless or any(isinstance(one, Header) for one in self.head)):
            raise NotationError(Fault.HEADER_EXPECTED, place)
        if isinstance(written, GameBegins):
            self.begin_game(written, place)
            return
        if self.game is None:
            self.begin_game(GameBegins(1, None), place)
        if isinstance(written, DealBegins):
            self.end_hand()
            self.deal, self.places = written, [place]
        elif isinstance(written, CutCards):
            self.cut(written, place)
        elif self.deal is None:
            raise NotationError(Fault.DEAL_EXPECTED, place)
        else:
            self.steps.append(written)
            self.places.append(place)

    def cut(self, cards: CutCards, place: Place) -> None:
        """Behind a hand it would be of the next game."""
        if self.deal is not None and self.game is not None:
            expected = (text(GameBegins(self.game.number + 1, None)),)
            raise NotationError(Fault.GAME_NUMBER, place, expected=expected)
        self.before.append(cards)
        self.cut_places.append(place)

    def begin_game(self, begins: GameBegins, place: Place) -> None:
        self.end_game()
        self.game, self.game_place = begins, place

    def end_hand(self) -> None:
        if self.deal is not None:
            dealer, order = self.deal
            self.hands.append(Hand(dealer, order, tuple(self.steps), tuple(self.places)))
        self.deal, self.steps, self.places = None, [], []

    def end_game(self) -> None:
        self.end_hand()
        if self.game is not None:
            number, score = self.game
            hands, before, cuts = tuple(self.hands), tuple(self.before), tuple(self.cut_places)
            self.games.append(Game(number, before, hands, score, self.game_place, cuts))
        self.game, self.hands, self.before, self.cut_places = None, [], [], []

    def contest(self) -> Contest:
        self.end_game()
        return Contest(tuple(self.head), tuple(self.games), tuple(self.head_places))


def contests(lines: Iterable[str], *, headless: bool = False) -> Iterator[Contest]:
    """As they are written, and not yet judged. Raises NotationError.

    Holds one contest at a time, however long the text. `headless`: they need no headers.
    """
    building = _Building(headless=headless)
    for lexeme in lexemes(lines):
        if isinstance(lexeme[0], Header) and building.game is not None:
            yield building.contest()
            building = _Building(headless=headless)
        _add(building, lexeme)
    if building.head or building.game is not None:
        yield building.contest()


def _add(building: _Building, lexeme: Lexeme) -> None:
    one, place = lexeme
    if isinstance(one, Header):
        building.header(one, place)
    elif isinstance(one, Comment):
        building.comment(one, place)
    else:
        building.token(one)


WIDTH = 80
_DEALT = (Holds, TurnUp, ScoreBefore)
_PLAYED = (Plays, TrickTo)
_TALKED = (Throws, Takes)
_ANYWHERE = (Say.KING, Say.MARK, Say.ABANDON)


def dumps(contest: Contest) -> str:
    return "".join(lines(contest))


def dump(contests: Iterable[Contest]) -> Iterator[str]:
    """Line by line, an empty line between two of them."""
    for number, contest in enumerate(contests):
        if number:
            yield "\n"
        yield from lines(contest)


def lines(contest: Contest) -> Iterator[str]:
    """Each with its end."""
    for one in contest.head:
        yield f"{text(one)}\n"
    for game in contest.games:
        yield "\n"
        yield from _wrapped([text(GameBegins(game.number, game.score)), *map(text, game.before)])
        for hand in game.hands:
            for part in _parts(hand):
                yield from _wrapped(part)


def _parts(hand: Hand) -> Iterator[list[str]]:
    """The deal, what was said, what was played, and what came of it, a line each or more."""
    part = [text(DealBegins(hand.dealer, hand.order))]
    kind = "dealt"
    for step in hand.steps:
        follows = _kind(step, kind)
        if follows != kind:
            yield part
            part, kind = [], follows
        part.append(text(step))
    yield part


def _kind(step: Step, kind: str) -> str:
    if isinstance(step, Comment):
        return kind
    if isinstance(step, _DEALT):
        return "dealt"
    if isinstance(step, _PLAYED):
        return "played"
    if isinstance(step, Says):
        return kind if step.say in _ANYWHERE else "talked"
    return "talked" if isinstance(step, _TALKED) else "noted"


def _wrapped(tokens: list[str]) -> Iterator[str]:
    """Tokens are not broken; a comment may have lines of its own."""
    line = ""
    for token in tokens:
        last = line.rpartition("\n")[2]
        if line and len(last) + 1 + len(token.partition("\n")[0]) > WIDTH:
            yield f"{line}\n"
            line = token
        else:
            line = f"{line} {token}" if line else token
    yield f"{line}\n"
