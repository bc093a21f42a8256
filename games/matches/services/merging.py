"""Two players who are one: the matches of the one who goes, and the letters he was to have."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from ecarte_club.clubs.merge_preview import Told
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.merging import refused
from games.evenings.models import Letter
from games.matches.models import Match


def matches_move(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    """Raises: Invalid when they ever played each other, which nobody does with himself."""
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
    return Told(matches=len(ids), evenings=played)


def letters_move(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    """One letter an evening; what was sent to either is sent."""
    theirs = Letter.objects.filter(player=gone)
    twice = theirs.filter(evening__letters__player=kept)
    for letter in twice.exclude(sent_at=None):
        his = Letter.objects.filter(player=kept, evening=letter.evening_id, sent_at=None)
        his.update(sent_at=letter.sent_at)
    theirs.filter(pk__in=list(twice.values_list("pk", flat=True))).delete()
    theirs.update(player=kept)
    return Told()
