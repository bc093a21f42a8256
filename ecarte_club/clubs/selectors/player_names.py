"""What is shown of a player's name: of the club's choice and their own, the stricter holds.

The club's own people see names; everybody else sees what `public_name` says.
"""

import re
import unicodedata
from collections.abc import Iterable

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Club, NameVisibility, Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.collation import called
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.names import alike_keys
from ecarte_club.core.parsing import whole_number
from ecarte_club.core.sentences import or_list

from .clubs import players

# Plain words, as a table of ten thousand asks of each.
NAME, INITIALS, HIDDEN = (shown.value for shown in NameVisibility)
STRICTNESS = {NAME: 0, INITIALS: 1, HIDDEN: 2}
# Within a name that is shown instead of one: it is never parted, nor shortened to its first word.
TIE = "\u00a0"
# As many as one finds in a list without searching.
LISTED_MOST = 60
OFFERED = 12
NUMBER = re.compile(r"(?:.*\()?nº\s*([0-9]{1,18})\)?", re.IGNORECASE)


def numbered(player_id: int) -> str:
    """Of who is hidden, or was made anonymous; the same in every language."""
    return f"Nº{TIE}{player_id}"


def initials(name: str) -> str:
    """Of Alice Potts `A. P.`, of Jean-Paul Arnaud `J.-P. A.`; nothing of what has no letter."""
    words = unicodedata.normalize("NFC", name).split()
    return TIE.join(filter(None, ("-".join(_word_initials(word)) for word in words)))


def _word_initials(word: str) -> list[str]:
    firsts = (next(filter(str.isalnum, part), "") for part in word.split("-"))
    return [f"{first.upper()}." for first in firsts if first]


def public_name(name: str, player_id: int, *, club: str, own: str) -> str:
    """`club` and `own`: the two choices, values of `NameVisibility`.

    Who was made anonymous has a number for a name, of which there are no initials.
    """
    if club == own == NAME or name == numbered(player_id):
        return name
    hidden = HIDDEN in (club, own)
    return ("" if hidden else initials(name)) or numbered(player_id)


def sees_names(person: Person) -> bool:
    return person.may(Act.SEE_CLUB)


def names_shown(club: Club, person: Person) -> str:
    """What a person sees of names where the club says it; empty: the names themselves."""
    return "" if sees_names(person) else club.names_shown


def visible_name(player: Player, club: Club, person: Person) -> str:
    """`player.name` as `person` may know it."""
    if sees_names(person) or player.robot:
        return player.name
    return public_name(player.name, player.pk, club=club.names_shown, own=player.name_shown)


def veil(players: Iterable[Player], club: Club) -> None:
    """From now on these objects know no other name than strangers may: for reading alone.

    Robots have nothing to hide. Twice is as once. A veiled player refuses to be saved.
    """
    for player in players:
        if not player.is_veiled and not player.robot:
            player.name = public_name(
                player.name, player.pk, club=club.names_shown, own=player.name_shown
            )
            player.is_veiled = True


def are_many(person: Person) -> bool:
    return players(person)[: LISTED_MOST + 1].count() > LISTED_MOST


def offered(person: Person, typed: str) -> list[str]:
    """What can be typed for the players of such a name; those that begin with it first, and
    among them those whose membership has not ended."""
    typed = _cleaned(typed)
    if not typed:
        return []
    here = players(person).members_first()
    begin = here.filter(called(typed, begins=True))[:OFFERED]
    found = {player.pk: player for player in begin}
    if len(found) < OFFERED:
        for player in here.filter(called(typed))[:OFFERED]:
            found.setdefault(player.pk, player)
    return labels(person, list(found.values())[:OFFERED])


def labels(person: Person, those: Iterable[Player]) -> list[str]:
    """The name, with the number where two have the same."""
    listed = list(those)
    names = players(person).filter(name__in={player.name for player in listed})
    twice = names.order_by().values("name").annotate(times=Count("pk")).filter(times__gt=1)
    shared = set(twice.values_list("name", flat=True))
    return [
        f"{player.name} ({numbered(player.pk)})" if player.name in shared else player.name
        for player in listed
    ]


def picked(person: Person, typed: str) -> Player:
    """The one player who is meant. Raises: Invalid, with those who may be; Absent, Denied."""
    typed = _cleaned(typed)
    for found in _readings(person, typed):
        meant = list(found[: OFFERED + 1])
        if len(meant) == 1:
            return meant[0]
        if meant:
            told = _("Several players match. Choose one: %(names)s.")
            raise _unknown_player(told % {"names": or_list(labels(person, meant[:OFFERED]))})
    if near := offered(person, typed):
        told = _("Nobody here is called “%(typed)s”. Perhaps one of these: %(names)s.")
        raise _unknown_player(told % {"typed": typed, "names": or_list(near)})
    raise _unknown_player(_("Nobody here is called “%(typed)s”.") % {"typed": typed})


def alike(club_id: int, name: str, *, but: int | None = None) -> list[Player]:
    """Players of the club, former ones too, whose names can be taken for this one."""
    keys = alike_keys(name)
    rows = Player.objects.current().filter(club_id=club_id).exclude(pk=but or 0).order_by()
    found = [pk for pk, other in rows.values_list("pk", "name") if keys & alike_keys(other)]
    return list(Player.objects.filter(pk__in=found))


def _readings(person: Person, typed: str) -> Iterable[QuerySet[Player]]:
    """The ways to read it, the plainest first."""
    everybody = players(person)
    yield everybody.filter(name=typed)
    yield everybody.filter(name__iexact=typed)
    number = NUMBER.fullmatch(typed)
    if (pk := whole_number(number[1] if number else typed)) is not None:
        yield everybody.filter(pk=pk)


def _cleaned(typed: str) -> str:
    return " ".join(typed.replace("\x00", "").split())[:120]


def _unknown_player(text: str) -> Invalid:
    return Invalid("unknown_player", text, field="player")
