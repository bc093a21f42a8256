"""What is shown of a player's name: of the club's choice and his own, the stricter holds.

The club's own people see names; everybody else sees what `public_name` says.
"""

import unicodedata
from collections.abc import Iterable

from ecarte_club.clubs.models import Club, Player, Shown
from ecarte_club.clubs.permissions import Act, Person

# Plain words, as a table of ten thousand asks of each.
NAME, INITIALS, HIDDEN = (shown.value for shown in Shown)
STRICTNESS = {NAME: 0, INITIALS: 1, HIDDEN: 2}
# Within a name that is shown instead of one: it is never parted, nor shortened to its first word.
TIE = "\u00a0"


def numbered(player_id: int) -> str:
    """Of who is hidden, or was made anonymous; the same in every language."""
    return f"Nº{TIE}{player_id}"


def initials(name: str) -> str:
    """Of Alice Potts `A. P.`, of Jean-Paul Arnaud `J.-P. A.`; nothing of what has no letter."""
    words = unicodedata.normalize("NFC", name).split()
    return TIE.join(filter(None, ("-".join(_letters(word)) for word in words)))


def _letters(word: str) -> list[str]:
    firsts = (next(filter(str.isalnum, part), "") for part in word.split("-"))
    return [f"{first.upper()}." for first in firsts if first]


def public_name(name: str, player_id: int, *, club: str, own: str) -> str:
    """`club` and `own`: the two choices, values of `Shown`.

    Who was made anonymous has his number for a name, of which there are no initials.
    """
    if club == own == NAME or name == numbered(player_id):
        return name
    hidden = HIDDEN in (club, own)
    return ("" if hidden else initials(name)) or numbered(player_id)


def sees_names(person: Person) -> bool:
    return person.may(Act.SEE_CLUB)


def shown_name(player: Player, club: Club, person: Person) -> str:
    """`player.name` as `person` may know it."""
    if sees_names(person):
        return player.name
    return public_name(player.name, player.pk, club=club.names_shown, own=player.name_shown)


def veil(players: Iterable[Player], club: Club) -> None:
    """From now on these objects know no other name than strangers may: for reading alone.

    Twice is as once. A veiled player refuses to be saved.
    """
    for player in players:
        if not player.is_veiled:
            player.name = public_name(
                player.name, player.pk, club=club.names_shown, own=player.name_shown
            )
            player.is_veiled = True
