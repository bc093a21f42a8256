"""The teams of a season in the next one: the same, with their captains and who plays for them."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Season, Team, TeamPlayer
from scoring.leagues.selectors.next_divisions import Asked, Proposed, divisions_of, proposal

from .locking import playing


def teams_proposed(season: Season, asked: Asked) -> Sequence[Proposed]:
    """Raises: Invalid, naming the field, also where those of a division could not be in one."""
    found = proposal(season, asked)
    for one in found:
        _check_together(one)
    return found


def _check_together(proposed: Proposed) -> None:
    """Teams that were in two divisions may have one name, or a player in common."""
    teams = Team.objects.filter(pk__in=proposed.entrants)
    division = proposed.season.division or proposed.season.level
    (name, times), *_more = Counter(teams.values_list("name", flat=True)).most_common(1)
    if times > 1:
        text = _("Two teams of division %(division)s would be called %(name)s: rename one first.")
        text %= {"division": division, "name": name}
        raise Invalid("team_twice", text, errors={"divisions": text})
    members = _members(proposed.entrants).select_related("player")
    times_of = Counter(members.values_list("player", flat=True))
    both = next((one for one in members if times_of[one.player_id] > 1), None)
    if both is not None:
        text = _(
            "%(name)s would play for two teams of division %(division)s. Change "
            "one of the teams first."
        )
        text %= {"division": division, "name": both.player.name}
        raise Invalid("in_a_team", text, errors={"divisions": text})


def _members(teams: Sequence[int]) -> QuerySet[TeamPlayer]:
    """Who plays for them now and is still of the club."""
    rows = TeamPlayer.objects.filter(team__in=teams, left_on=None)
    return rows.filter(player__left_on=None, player__anonymised_at=None).order_by("pk")


def members_held(club_id: int, season: Season) -> None:
    """Nobody of them can be merged away meanwhile."""
    own = TeamPlayer.objects.filter(season__in=divisions_of(season), left_on=None)
    held: QuerySet[Player] = playing(club_id).filter(pk__in=own.values("player"))
    list(held.select_for_update(no_key=True).values_list("pk", flat=True))


def teams_enter(season: Season, teams: Sequence[int]) -> None:
    """In this order, each with who plays for it from the first day of the season on."""
    before = {one.pk: one for one in Team.objects.filter(pk__in=teams)}
    members: dict[int, list[int]] = {}
    for team, player in _members(teams).values_list("team", "player"):
        members.setdefault(team, []).append(player)
    for place, pk in enumerate(teams, start=1):
        own, here = before[pk], members.get(pk, [])
        captain = own.captain_id if own.captain_id in here else None
        made = Team.objects.create(season=season, name=own.name, captain_id=captain, place=place)
        TeamPlayer.objects.bulk_create(
            TeamPlayer(season=season, team=made, player_id=one, joined_on=season.starts_on)
            for one in here
        )
