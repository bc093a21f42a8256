"""What happens in the scene before an act that is not possible as it stands."""

from games.services import flag_raise
from tests import printed_game
from tests.scene import Scene


def finished(here: Scene) -> None:
    """The match is played to its end, in a club where the opponent confirms each game."""
    club = here.house.club
    club.confirms = True
    club.save()
    for body in printed_game.BODIES[1:]:
        here.house.api("scorer").enter(here.match.pk, body)


def flagged(here: Scene) -> None:
    """Somebody who scores said of the match that it is not right."""
    by = here.house.person("scorer")
    here.ids["flag"] = flag_raise(by=by, match=here.match, text="Not so.").pk
