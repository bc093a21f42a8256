"""Where the adviser answers, and what it was asked."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.adviser.models import AdviceRequest
from games.engine.robots.advice import Advice, advice
from games.engine.seats import Seat
from games.matches.models import Match
from games.matches.selectors.robots import robot_tables
from games.online.models import Draw
from games.online.selectors.tables import Play, backers_of, is_practice


def require_practice(match: Match) -> None:
    """Raises: Invalid where a hand counts, with the reason."""
    if not match.has_robot:
        text = _(
            "The adviser answers only in practice against a robot. Between two people it says "
            "nothing: see the post-mortem after the match."
        )
        raise Invalid("no_practice", text)
    if not is_practice(match):
        text = _(
            "This match counts in ratings, so the adviser says nothing. See the post-mortem after "
            "the match."
        )
        raise Invalid("rated", text)
    if backers_of(match):
        text = _(
            "Somebody has bet on this game, so the adviser says nothing. See the post-mortem after "
            "the match."
        )
        raise Invalid("stakes", text)


def advice_of(play: Play, seat: Seat) -> Advice | None:
    """By what the player sees and has seen; None while it is not theirs to decide."""
    if play.hand is None or not play.has_hand_in_play:
        return None
    view, memory = play.hand.sight(seat)
    return advice(view, memory, robot_tables()) if view.to_act is seat else None


def place_of(play: Play) -> tuple[int, int]:
    """The draw of the hand in play, and how many actions it has, the deal among them."""
    draw = play.current
    return draw.number, sum(action.draw_id == draw.pk for action in play.actions)


def requests_of(match: Match, seat: Seat) -> int:
    return AdviceRequest.objects.filter(match=match, seat=seat.value).count()


def advice_places(*, match: Match, **_question: object) -> Mapping[tuple[int, int], Seat]:
    """By the number of the hand's entry and the place of the action that followed."""
    rows = AdviceRequest.objects.filter(match=match).values_list("draw", "place", "seat")
    found = list(rows)
    if not found:
        return {}
    draws = Draw.objects.filter(table__match=match, entry__isnull=False)
    entries = dict(draws.values_list("number", "entry__number"))
    return {(entries[draw], place): Seat(seat) for draw, place, seat in found if draw in entries}
