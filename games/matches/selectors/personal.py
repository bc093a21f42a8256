"""What the record keeps of a player by his name, told before he is anonymous."""

from collections.abc import Collection, Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.personal import Kept, player_names
from ecarte_club.core.text import replaced
from games.evenings.models import Letter
from games.matches.models import Entry, Flag, Match


def player_kept(*, player: Player, **_signal: Any) -> Iterable[Kept]:
    played = Match.objects.filter(Q(player_a=player) | Q(player_b=player)).count()
    names = player_names(player)
    with_name = Entry.objects.filter(_contains("reason", names), match__club=player.club_id)
    reasons = [one for one in with_name.values_list("reason", flat=True) if _says(one, names)]
    return [
        Kept(_("Matches, kept under the number"), played),
        Kept(
            _("Unsent e-mails, which will not be sent"),
            letters_unsent(player).count(),
            stays=False,
        ),
        Kept(
            _("Flags whose text contains the player’s name"),
            len(flags_naming(player, names)),
            stays=False,
        ),
        Kept(
            _("Reasons for corrections that contain the player’s name: entries are never changed"),
            len(reasons),
        ),
    ]


def letters_unsent(player: Player) -> QuerySet[Letter]:
    return Letter.objects.filter(player=player, sent_at=None)


def flags_naming(player: Player, names: Collection[str]) -> list[Flag]:
    named = _contains("text", names) | _contains("answer", names)
    found = Flag.objects.filter(named, match__club=player.club_id)
    return [flag for flag in found if _says(flag.text, names) or _says(flag.answer, names)]


def _contains(field: str, names: Collection[str]) -> Q:
    """Also where a name is but a part of a word: what is found is looked at again."""
    return reduce(or_, (Q(**{f"{field}__contains": name}) for name in names))


def _says(text: str, names: Collection[str]) -> bool:
    return any(replaced(text, name, "") != text for name in names)
