"""A contest as the entries of a match, and the terms of the match held to it."""

from collections.abc import Iterator

from games.engine.match import replay
from games.engine.refusals import RefusalError
from games.engine.terms import NOTHING, Entry, GameEntry, HandEntry

from .faults import NotationError, Place
from .following import follow
from .headers import context
from .judging import Told
from .values import Contest, ScoreBefore


def entries(contest: Contest) -> tuple[Entry, ...]:
    """Its hands that are over, and its games known by their score. Raises NotationError."""
    return tuple(entry for entry, _place in _placed(contest, tuple(follow(contest))))


def check_terms(contest: Contest) -> None:
    """Every hand; and no game after the last, where the whole of a match is written down.

    Raises NotationError.
    """
    told = tuple(follow(contest))
    terms = context(contest).terms
    if terms is None or not _from_the_start(contest):
        return
    placed = tuple(_placed(contest, told))
    try:
        replay(terms, None, [entry for entry, _place in placed])
    except RefusalError as error:
        refused, place = error.refusal, placed[error.index or 0][1]
        raise NotationError(refused.code, place, law=refused.law, params=refused.params) from None


def _placed(contest: Contest, told: tuple[Told, ...]) -> Iterator[tuple[Entry, Place]]:
    for game in contest.games:
        if game.score is not None:
            yield GameEntry(game.number, game.score), game.place
        for one in told:
            if one.game == game.number and one.record is not None:
                yield HandEntry(game.number, one.record), one.hand.place


def _from_the_start(contest: Contest) -> bool:
    hands = [hand for game in contest.games for hand in game.hands]
    gaps = any(True for hand in hands for _gap in hand.each(ScoreBefore))
    first = contest.games[0].number if contest.games else 1
    return first == 1 and context(contest).score == NOTHING and not gaps
