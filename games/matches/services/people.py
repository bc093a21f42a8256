"""Two players who are one: the matches of the one who goes, and the e-mails they were to have."""

from collections.abc import Collection, Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.personal import player_names
from ecarte_club.clubs.services.members import refused
from ecarte_club.clubs.services.merge_undo import MovedRows
from ecarte_club.core.parsing import replaced
from games.evenings.models import Letter
from games.matches.models import Entry, Flag, Match


def matches_move(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Raises: Invalid when they ever played each other, as nobody plays themselves."""
    pair = Q(player_a=kept, player_b=gone) | Q(player_a=gone, player_b=kept)
    if match := Match.objects.filter(pair).order_by("pk").first():
        text = _("They played each other in match %(match)s, so they are two people.")
        raise refused("played_each_other", text % {"match": match.pk})
    his = Match.objects.filter(Q(player_a=gone) | Q(player_b=gone))
    # Locked in one order, before any is changed: two merges may share a match.
    ids = list(his.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    evenings = his.filter(evening_table__isnull=False).order_by()
    played = frozenset(evenings.values_list("evening_table__evening_id", flat=True))
    Match.objects.filter(player_a=gone).update(player_a=kept)
    Match.objects.filter(player_b=gone).update(player_b=kept)
    return MergeEffects(matches=len(ids), evenings=played)


def emails_move(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """One letter an evening; what was sent to either is sent."""
    theirs = Letter.objects.filter(player=gone)
    twice = theirs.filter(evening__letters__player=kept)
    for letter in twice.exclude(sent_at=None):
        his = Letter.objects.filter(player=kept, evening=letter.evening_id, sent_at=None)
        his.update(sent_at=letter.sent_at)
    theirs.filter(pk__in=list(twice.values_list("pk", flat=True))).delete()
    theirs.update(player=kept)
    return MergeEffects()


def player_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    unsent_emails(player).delete()
    for flag in flags_naming(player, names):
        flag.text = _without(flag.text, names, player.name)
        flag.answer = _without(flag.answer, names, player.name)
        flag.save(update_fields=["text", "answer"])


def _without(text: str, names: Collection[str], number: str) -> str:
    """The longest first, so that a name within another leaves nothing of it."""
    for name in sorted(names, key=len, reverse=True):
        text = replaced(text, name, number)
    return text[: Flag._meta.get_field("text").max_length]


def player_records(*, player: Player, **_signal: Any) -> Iterable[StoredData]:
    played = Match.objects.filter(Q(player_a=player) | Q(player_b=player)).count()
    names = player_names(player)
    with_name = Entry.objects.filter(_contains("reason", names), match__club=player.club_id)
    reasons = [one for one in with_name.values_list("reason", flat=True) if _mentions(one, names)]
    return [
        StoredData(_("Matches, kept under the number"), played),
        StoredData(
            _("Unsent e-mails, which will not be sent"),
            unsent_emails(player).count(),
            stays=False,
        ),
        StoredData(
            _("Flags whose text contains the player’s name"),
            len(flags_naming(player, names)),
            stays=False,
        ),
        StoredData(
            _("Reasons for corrections that contain the player’s name: entries are never changed"),
            len(reasons),
        ),
    ]


def unsent_emails(player: Player) -> QuerySet[Letter]:
    return Letter.objects.filter(player=player, sent_at=None)


def flags_naming(player: Player, names: Collection[str]) -> list[Flag]:
    named = _contains("text", names) | _contains("answer", names)
    found = Flag.objects.filter(named, match__club=player.club_id)
    return [flag for flag in found if _mentions(flag.text, names) or _mentions(flag.answer, names)]


def _contains(field: str, names: Collection[str]) -> Q:
    """Also where a name is but a part of a word: what is found is looked at again."""
    return reduce(or_, (Q(**{f"{field}__contains": name}) for name in names))


def _mentions(text: str, names: Collection[str]) -> bool:
    return any(replaced(text, name, "") != text for name in names)


def merge_rows(*, kept: Player, gone: Player, **_signal: Any) -> Iterable[QuerySet[Any]]:
    yield Match.objects.filter(Q(player_a=gone) | Q(player_b=gone))
    yield Letter.objects.filter(player__in=(kept, gone))


def matches_unmerge(*, moved: MovedRows, **_signal: Any) -> tuple[int, int]:
    own = Match.objects.filter(pk__in=moved.ids(Match))
    ids = list(own.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    return len(ids), 0
