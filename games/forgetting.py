"""What the record keeps of a player by his name, told before and left out after he is anonymous."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.personal import Kept
from ecarte_club.wire.texts import replaced

from .models import Entry, Flag, Letter, Match, SheetImport


def player_kept(*, player: Player, **_signal: Any) -> Iterable[Kept]:
    played = Match.objects.filter(Q(player_a=player) | Q(player_b=player)).count()
    reasons = Entry.objects.filter(match__club=player.club_id, reason__contains=player.name)
    return [
        Kept(_("Matches, which keep their results under the number"), played),
        Kept(_("Letters not sent yet, which will not be"), _letters(player).count(), stays=False),
        Kept(_("Flags that name him in words"), _flags(player, player.name).count(), stays=False),
        Kept(
            _("Score sheets uploaded and not entered yet, which must be uploaded again"),
            SheetImport.objects.filter(club=player.club_id, done_at=None).count(),
            stays=False,
        ),
        Kept(
            _("Reasons of corrections that have his name in them: entries are never changed"),
            reasons.exclude(reason="").count(),
        ),
    ]


def player_forget(*, player: Player, name: str, **_signal: Any) -> None:
    _letters(player).delete()
    most = Flag._meta.get_field("text").max_length
    for flag in _flags(player, name):
        flag.text = replaced(flag.text, name, player.name)[:most]
        flag.answer = replaced(flag.answer, name, player.name)[:most]
        flag.save(update_fields=["text", "answer"])


def _letters(player: Player) -> QuerySet[Letter]:
    return Letter.objects.filter(player=player, sent_at=None)


def _flags(player: Player, name: str) -> QuerySet[Flag]:
    named = Q(text__contains=name) | Q(answer__contains=name)
    return Flag.objects.filter(named, match__club=player.club_id)
