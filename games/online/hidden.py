"""What nobody may see: the server's chain, and the hands and packs that are drawn from it.

No other module can reach them. What leaves this one is a `View` of somebody, what everybody saw,
and, once the match is over, the server's link.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps
from traceback import clear_frames
from typing import NoReturn, ParamSpec, TypeVar

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Fault, Invalid
from games.engine import fair_deal
from games.engine.cards import Card
from games.engine.codes import Code
from games.engine.facts import Mark
from games.engine.hand import apply, begin, out_of_time
from games.engine.hand.legality import actor, refusal
from games.engine.hand.state import Action, Cut, Deal, Discard, Order, Phase, Say, State
from games.engine.hand.views import View, Viewer, abandoned_by, record, view
from games.engine.notation.contests import game_of
from games.engine.notation.files import dumps
from games.engine.notation.headers import Context, headers
from games.engine.notation.values import Contest, Game
from games.engine.records import HandRecord
from games.engine.refusals import Refusal, RefusalError
from games.engine.robots.seeing import Memory, remembered
from games.engine.seats import Seat
from games.engine.terms import HandEntry, Score
from games.engine.transcripts.acts import Done, TimeOver, read

from .rules.actions import as_everybody_saw

SALT = "games.online.deal"
CHANCE_SALT = "games.online.robot"
HANDS_AT_ONCE = 256
P = ParamSpec("P")
T = TypeVar("T")


class HiddenError(Exception):
    """A bug in here. What it says names no card, and its frames have no variables any more."""


def _sealed(function: Callable[P, T]) -> Callable[P, T]:
    """Reports of errors show the variables of every frame, and messages what they are about."""

    @wraps(function)
    def sealed(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (Fault, RefusalError, HiddenError) as expected:
            clear_frames(expected.__traceback__)
            raise
        except Exception as error:
            clear_frames(error.__traceback__)
            hidden = HiddenError(f"{type(error).__name__} in {function.__qualname__}")
            raise hidden.with_traceback(error.__traceback__) from None

    return sealed


class ChainLost(Invalid):
    """The site's key is another one than when the table was opened, and no earlier key is kept."""

    def __init__(self) -> None:
        text = _(
            "The site’s secret key was changed, so that no more cards can be dealt at this table. "
            "Close it, and go on at another one or at a physical table."
        )
        super().__init__("chain_lost", text)


@_sealed
def _seed(nonce: str, key: str | bytes) -> bytes:
    return _digest(SALT, nonce, key)


@_sealed
def _digest(salt: str, value: str, key: str | bytes) -> bytes:
    return salted_hmac(salt, value, secret=key, algorithm="sha256").digest()


@_sealed
def server_end(nonce: str) -> str:
    """Of the server's chain, to be published."""
    return fair_deal.chain_end(_seed(nonce, settings.SECRET_KEY)).hex()


@_sealed
def robot_chance(nonce: str, number: int) -> float:
    """From 0 up to 1, of a robot's decision after so many actions: nobody can foresee it, and a
    decision that is looked at again comes out as before."""
    digest = _digest(CHANCE_SALT, f"{nonce}:{number}", settings.SECRET_KEY)
    return int.from_bytes(digest[:6]) / 2**48


@_sealed
def _link(nonce: str, end: str, number: int) -> bytes:
    """Raises: ChainLost."""
    return _known_link(nonce, end, number, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


# A thousand steps of the chain, for every action of the same hand.
@lru_cache(HANDS_AT_ONCE)
def _known_link(nonce: str, end: str, number: int, keys: tuple[str | bytes, ...]) -> bytes:
    for key in keys:
        link = fair_deal.draw_link(_seed(nonce, key), number)
        if fair_deal.hashed(link, number).hex() == end:
            return link
    raise ChainLost


@_sealed
def opened_link(nonce: str, end: str, number: int) -> str:
    """The server's, of the last draw: for a match that is over, and not before."""
    return _link(nonce, end, number).hex()


class Links:
    """Those of one draw, from which it follows. `a`, `b`: the players', in hex."""

    __slots__ = ("_a", "_b", "_end", "_match", "_nonce", "_number")

    def __init__(self, nonce: str, end: str, match: int, number: int, a: str, b: str) -> None:
        self._nonce, self._end, self._match, self._number = nonce, end, match, number
        self._a, self._b = bytes.fromhex(a), bytes.fromhex(b)

    @_sealed
    def cut(self) -> Cut:
        return fair_deal.cut_of(self._pack())

    @_sealed
    def _pack(self) -> tuple[Card, ...]:
        server = _link(self._nonce, self._end, self._number)
        match, number = str(self._match), self._number
        return fair_deal.pack(server, self._a, self._b, match=match, number=number)

    @_sealed
    def hand(
        self, code: Code, score: Score, dealer: Seat, order: Order, *, second_proposal: bool
    ) -> "HiddenHand":
        """As dealt."""
        begun = begin(code, score=score, dealer=dealer, second_proposal=second_proposal)
        deal = Deal(self._pack(), order)
        return HiddenHand(begun, apply(begun, deal)[0], (deal,))


class HiddenHand:
    """A hand in play; it cannot be printed, pickled or compared."""

    __slots__ = ("_begun", "_log", "_state")

    def __init__(self, begun: State, state: State, log: tuple[Action, ...]) -> None:
        self._begun, self._state, self._log = begun, state, log

    def __repr__(self) -> str:
        return "<a hand in play>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A hand in play stays where it is.")

    @_sealed
    def after(self, action: Card | Discard | Say) -> "HiddenHand":
        """Raises: RefusalError."""
        state, _events = apply(self._state, action)
        return HiddenHand(self._begun, state, (*self._log, action))

    @_sealed
    def after_lines(self, lines: Iterable[str]) -> "HiddenHand":
        """After these of the transcript; what is not of the play of the hand is passed over."""
        hand = self
        for line in lines:
            act = read(line)
            if isinstance(act, Done):
                hand = hand.after(act.action)
            elif isinstance(act, TimeOver):
                hand = hand.out_of_time()
        return hand

    @_sealed
    def out_of_time(self) -> "HiddenHand":
        """Abandoned by whoever's turn it is."""
        state, _events = out_of_time(self._state)
        return HiddenHand(self._begun, state, (*self._log, Say.ABANDON))

    @_sealed
    def refusal(self, action: object, seat: Seat) -> Refusal | None:
        return refusal(self._state, action, seat)

    @_sealed
    def view(self, viewer: Viewer) -> View:
        return view(self._state, viewer)

    @_sealed
    def sight(self, seat: Seat) -> tuple[View, Memory]:
        """What a player sees, and what they have seen in this hand: all that a robot plays by."""
        state, views = self._begun, [view(self._state, seat)]
        for action in self._log:
            state, _events = apply(state, action)
            views.append(view(state, seat))
        return views[0], remembered(views)

    @property
    @_sealed
    def king_turned(self) -> Seat | None:
        """Who is to mark it."""
        return actor(self._state, Say.MARK) if Say.MARK in self._state.legal else None

    @property
    def is_over(self) -> bool:
        return self._state.phase is Phase.OVER

    @property
    def to_act(self) -> Seat | None:
        return self._state.to_act

    @property
    @_sealed
    def abandoned_by(self) -> Seat | None:
        return abandoned_by(self._state) if self.is_over else None

    @property
    def marks(self) -> Sequence[Mark]:
        return self._state.marks

    @property
    def score(self) -> Score:
        return self._state.score

    @_sealed
    def entry(self, game: int) -> HandEntry:
        """Of a hand that is over, with the cards that everybody saw; by its facts alone where time
        ran out before the play of the cards, which no notation has."""
        state = self._state
        if self.abandoned_by and Say.ABANDON not in self._legal_before_last():
            return HandEntry(game, record(state))
        hand = as_everybody_saw(game_of(self._begun, self._log, game).hands[0])
        # The match knows the score and the dealer by itself.
        context = Context(self._begun.code, second_proposal=self._begun.second_proposal)
        text = dumps(Contest(headers(context), (Game(game, (), (hand,)),)))
        return HandEntry(game, HandRecord(), text)

    def _legal_before_last(self) -> tuple[Action, ...]:
        state = self._begun
        for action in self._log[:-1]:
            state, _events = apply(state, action)
        return state.legal
