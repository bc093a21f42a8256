"""Entrants and fixtures when two players are one, and when one is made anonymous."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.merge_preview import Told
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.personal import Kept, player_names
from ecarte_club.clubs.services.merging import refused
from ecarte_club.core.text import replaced
from scoring.leagues.models import Entrant, Fixture, Season, Team
from scoring.leagues.services.standings import season_moved

from .locking import REASON_MOST


def entrants_guard(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    """Raises: Invalid when both take part in one event: whom would he have met?"""
    both = Entrant.objects.filter(player=gone, event__entrants__player=kept)
    found = both.select_related("event").first()
    if found is not None:
        text = _("Both take part in %(event)s, so they are two different people.")
        raise refused("both_enter", text % {"event": found.event})
    return Told()


def entrants_move(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    """Where he has played, his line of the table has taken them along already."""
    events = Entrant.objects.filter(player=gone).order_by("event_id")
    seasons = Season.objects.filter(pk__in=events.values("event_id")).order_by("pk")
    for season_id in list(seasons.values_list("pk", flat=True)):
        season = season_moved(season_id)
        if season is not None:
            entrants_become(season, kept, gone)
    # Of tournaments, whose own rooms have moved on.
    Entrant.objects.filter(player=gone).update(player=kept)
    Fixture.objects.filter(home=gone).update(home=kept)
    Fixture.objects.filter(away=gone).update(away=kept)
    return Told()


def entrants_become(season: Season, kept: Player, gone: Player) -> None:
    Entrant.objects.filter(event=season.pk, player=gone).update(player=kept)
    fixtures = Fixture.objects.filter(event=season.pk)
    fixtures.filter(home=gone).update(home=kept)
    fixtures.filter(away=gone).update(away=kept)
    season.event.adjustments.filter(player=gone).update(player=kept)
    _away_moves(season, kept, gone)


def _away_moves(season: Season, kept: Player, gone: Player) -> None:
    """When he is not there is kept by his id; of teams, by theirs."""
    if season.boards:
        return
    away = season.plan.get("away", {})
    if str(gone.pk) in away:
        away[str(kept.pk)] = away.pop(str(gone.pk))
        season.save(update_fields=["plan"])


def fixtures_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    """Reasons that name him have his number instead."""
    for decided in _naming(player, names):
        decided.reason = without(decided.reason, player, names)
        decided.save(update_fields=["reason"])
    kept_forget(_gone(player), player, names)


def kept_forget(gone: Iterable[Entrant | Team], player: Player, names: Collection[str]) -> None:
    """What is kept of their fixtures as it was before they left."""
    for entrant in keeping(gone, names):
        reasons = entrant.before_left["reasons"]
        for pk, reason in reasons.items():
            reasons[pk] = without(reason, player, names)
        entrant.save(update_fields=["before_left"])


def without(reason: str, player: Player, names: Collection[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        reason = replaced(reason, name, player.name)
    return reason[:REASON_MOST]


def fixtures_kept(*, player: Player, **_signal: Any) -> Iterator[Kept]:
    his = Fixture.objects.filter(Q(home=player) | Q(away=player)).count()
    yield Kept(_("Fixtures, kept under the number"), his)
    names = player_names(player)
    naming = len(_naming(player, names)) + len(keeping(_gone(player), names))
    yield Kept(_("Notes on fixtures that contain the player’s name"), naming, stays=False)


def _naming(player: Player, names: Collection[str]) -> list[Fixture]:
    fixtures = Fixture.objects.filter(event__club=player.club_id).exclude(reason="")
    return [fixture for fixture in fixtures if in_words(fixture.reason, names)]


def _gone(player: Player) -> QuerySet[Entrant]:
    return Entrant.objects.filter(event__club=player.club_id, left_round__isnull=False)


def keeping(gone: Iterable[Entrant | Team], names: Collection[str]) -> list[Entrant | Team]:
    """Who has left a season in which fixtures had such words before."""
    return [
        one
        for one in gone
        if any(in_words(reason, names) for reason in one.before_left.get("reasons", {}).values())
    ]


def in_words(reason: str, names: Collection[str]) -> bool:
    return any(replaced(reason, name, "") != reason for name in names)
