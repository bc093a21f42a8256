"""Teams when two players are one, and when one is made anonymous."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.merging import Told
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.personal import Kept
from ecarte_club.clubs.services.merging import refused
from scoring.models import Team, TeamPlayer
from scoring.services.standings import season_moved


def teams_guard(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    """Raises: Invalid when both are in teams of one season."""
    seasons = TeamPlayer.objects.filter(player=kept).values("season_id")
    both = TeamPlayer.objects.filter(player=gone, season__in=seasons)
    found = both.select_related("season__event").first()
    if found is not None:
        text = _("Both play for teams in %(season)s: they are two people.")
        raise refused("both_in_teams", text % {"season": found.season})
    return Told()


def teams_move(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    his = TeamPlayer.objects.filter(player=gone).order_by("season_id")
    for season_id in list(his.values_list("season_id", flat=True)):
        season_moved(season_id)
    TeamPlayer.objects.filter(player=gone).update(player=kept)
    Team.objects.filter(captain=gone).update(captain=kept)
    return Told()


def teams_kept(*, player: Player, **_signal: Any) -> Iterator[Kept]:
    his = TeamPlayer.objects.filter(player=player).count()
    yield Kept(_("Teams, under the number"), his)
