"""What the rooms above know of a player, for the facts on his page."""

from dataclasses import dataclass

from ecarte_club.clubs.models import Player

from .changes import player_told_asked


@dataclass(frozen=True, slots=True)
class Told:
    """`label`: what it is; `text`: how it stands; `note`: how sure; `address`: its own page."""

    label: str
    text: str
    note: str
    address: str


def told_of(player: Player) -> list[Told]:
    """For people of his club."""
    answers = player_told_asked.ask(player=player)
    return [one for one in answers if one is not None]
