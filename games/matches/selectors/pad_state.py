"""A match as the pad's script knows it: plain, without names, enough to score on and undo."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

from games.engine import match as engine
from games.engine import pad_tables
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import FormatKind
from games.matches.models import Entry

from .reading import Reading, play

# Nobody takes back more than this without the network.
UNDONE_MOST: Final = 30
Plain = dict[str, Any]


def plain_terms(state: MatchState) -> Plain:
    form = state.terms.format
    return {
        "kind": form.kind.value,
        "games": form.games,
        "rubbers": form.rubbers,
        **pad_tables.options(state.terms.code),
    }


def plain_state(state: MatchState) -> Plain:
    """`here`: games of the rubber now being played; `begun`: something was entered in the game."""
    begun = state.game_numbered(state.game)
    games = [state.games_won(seat) for seat in Seat]
    past = [
        sum(pair) for pair in zip(*((r.games_a, r.games_b) for r in state.rubbers), strict=True)
    ]
    is_rubber = state.terms.format.kind is FormatKind.RUBBER
    return {
        "dealer": state.dealer or "",
        "over": state.over,
        "winner": state.winner or "",
        "game": state.game,
        "score": [state.score.a, state.score.b],
        "hands": begun.hands if begun else 0,
        "begun": begun is not None,
        "games": games,
        "here": [won - old for won, old in zip(games, past or [0, 0], strict=True)],
        "rubbers": [state.rubbers_won(seat) for seat in Seat] if is_rubber else [0, 0],
        "rubberFrom": state.rubber_from,
    }


def snapshot(found: Reading) -> Plain:
    """With the states to which each *undo* would lead, the latest last."""
    return {
        "version": found.match.version,
        "terms": plain_terms(found.state),
        "state": plain_state(found.state),
        "undo": [plain_state(state) for state in _before(found)],
    }


def _before(found: Reading) -> list[MatchState]:
    """As far back as nothing but hands and scores were entered one after the other."""
    log = found.log
    if log.annulment or log.stop:
        return []
    undone = {entry.undoes_id for entry in log.entries}
    acts = [one for one in log.entries if one.undoes_id is None and one.pk not in undone]
    plain = _plain_tail(acts, log.standing())
    state = engine.begin(found.state.terms, found.state.first_dealer)
    states = accumulate(
        (play(entry) for entry in log.standing()),
        lambda before, what: engine.apply(before, what)[0],
        initial=state,
    )
    return list(states)[:-1][len(log.standing()) - plain :] if plain else []


def _plain_tail(acts: Sequence[Entry], standing: Sequence[Entry]) -> int:
    """How many of the latest acts are the latest of what stands, each entered after the other."""
    number = 0
    for act, stands in zip(reversed(acts), reversed(standing), strict=False):
        if act.pk != stands.pk or act.corrects or number == UNDONE_MOST:
            break
        number += 1
    return number
