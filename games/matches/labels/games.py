"""How a game of a match is called: by its number, and by its rubber where there are several."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.states import Line, MatchState


def game_named(state: MatchState, number: int) -> str:
    """0: the match, of which only the games won were kept."""
    if number == 0:
        return _("the match")
    if state.terms.format.rubbers == 1:
        return _("game %(game)s") % {"game": number}
    rubber, game = state.place_of(number)
    if _is_by_score(state, number):
        return _("rubber %(rubber)s") % {"rubber": rubber}
    return _("rubber %(rubber)s, game %(game)s") % {"rubber": rubber, "game": game}


def game_headed(state: MatchState, number: int) -> str:
    """Above what was played in it."""
    if number == 0:
        return _("The match, score only")
    named = capfirst(game_named(state, number))
    if _is_by_score(state, number):
        return _("%(rubber)s, score only") % {"rubber": named}
    return named


def _is_by_score(state: MatchState, number: int) -> bool:
    """Of several rubbers, one of which only the games won were kept."""
    return any(entry.game == number for entry in state.by_games)


def game_won_text(state: MatchState, line: Line, winner: str) -> str:
    """That he has won the game, and with it a rubber that is not the last."""
    name = {"name": winner}
    if state.rubbers and state.rubber_from == state.game and line is state.lines[-1]:
        return _("%(name)s has won the game and the rubber.") % name
    return _("%(name)s has won the game.") % name


def hand_named(state: MatchState, game: int, hand: int) -> str:
    if state.terms.format.rubbers == 1:
        return _("Hand %(hand)s of game %(game)s") % {"hand": hand, "game": game}
    return _("%(game)s, hand %(hand)s") % {"game": game_headed(state, game), "hand": hand}
