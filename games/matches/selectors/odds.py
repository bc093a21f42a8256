"""The odds of a game in play, where the club wants its gallery to see them."""

from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import urlencode

from ecarte_club.clubs.models import Club
from games.matches.changes import game_odds

from .reading import Reading

TENTHS = 10
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Odds:
    """In per cent, to the tenth; together they are a hundred. `query`: how the page is asked."""

    a: float
    b: float
    query: str


def percent(chance: Fraction) -> float:
    return round(chance * HUNDRED * TENTHS) / TENTHS


def odds(reading: Reading, club: Club) -> Odds | None:
    """Nothing where the club does not want it, and when it is not known who deals.

    `club`: that of the match.
    """
    state = reading.state
    if not club.shows_odds or state.over or state.dealer is None:
        return None
    code, score = reading.match.code, state.score
    answers = game_odds.ask(code=code, score=score, dealer=state.dealer)
    a = next((percent(chance) for chance in answers), None)
    if a is None:
        return None
    asked = {"a": score.a, "b": score.b, "dealer": state.dealer.value, "code": code}
    return Odds(a, round(HUNDRED - a, 1), urlencode(asked))
