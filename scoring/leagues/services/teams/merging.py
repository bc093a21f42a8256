"""Teams when two players are one, and when one is made anonymous."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.merge_preview import Told
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.personal import Kept, player_names
from ecarte_club.clubs.services.merging import refused
from scoring.leagues.models import Board, Meeting, Team, TeamPlayer
from scoring.leagues.services.planning.merging import in_words, keeping, kept_forget, without
from scoring.leagues.services.standings import season_moved


def teams_guard(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    """Raises: Invalid when both are in teams of one season."""
    seasons = TeamPlayer.objects.filter(player=kept).values("season_id")
    both = TeamPlayer.objects.filter(player=gone, season__in=seasons)
    found = both.select_related("season__event").first()
    if found is not None:
        text = _("Both play for teams in %(season)s, so they are two different people.")
        raise refused("both_in_teams", text % {"season": found.season})
    return Told()


def teams_move(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    his = TeamPlayer.objects.filter(player=gone).order_by("season_id")
    for season_id in list(his.values_list("season_id", flat=True)):
        season_moved(season_id)
    TeamPlayer.objects.filter(player=gone).update(player=kept)
    Team.objects.filter(captain=gone).update(captain=kept)
    Board.objects.filter(home=gone).update(home=kept)
    Board.objects.filter(away=gone).update(away=kept)
    return Told()


def teams_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    """Reasons that name him have his number instead."""
    for one in _naming(player, names):
        one.reason = without(one.reason, player, names)
        one.save(update_fields=["reason"])
    kept_forget(_gone(player), player, names)


def teams_kept(*, player: Player, **_signal: Any) -> Iterator[Kept]:
    his = TeamPlayer.objects.filter(player=player).count()
    yield Kept(_("Teams, kept under the number"), his)
    names = player_names(player)
    naming = len(_naming(player, names)) + len(keeping(_gone(player), names))
    yield Kept(_("Notes on meetings that contain the player’s name"), naming, stays=False)


def _gone(player: Player) -> QuerySet[Team]:
    left = Team.objects.filter(left_round__isnull=False)
    return left.filter(season__league__club=player.club_id)


def _naming(player: Player, names: Collection[str]) -> list[Meeting | Board]:
    club = player.club_id
    meetings = Meeting.objects.filter(season__league__club=club).exclude(reason="")
    boards = Board.objects.filter(meeting__season__league__club=club).exclude(reason="")
    found: list[Meeting | Board] = [*meetings, *boards]
    return [one for one in found if in_words(one.reason, names)]
