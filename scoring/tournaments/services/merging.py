"""Two players who are one: their place, fixtures and requests follow."""

from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.personal import player_names
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Entrant, Fixture
from scoring.leagues.services.people import contains_name, without_names
from scoring.leagues.services.standings import results_move
from scoring.tournaments.models import KeptApart, Pool, PoolMember, RoundOff, Tournament

from .locking import draft_drop, tournament_lock


def tournament_merge_guard(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Raises: Invalid where both are in one tournament: two places cannot become one."""
    both = Tournament.objects.filter(event__entrants__player=gone)
    found = both.filter(event__entrants__player=kept).select_related("event").first()
    if found is not None:
        text = _(
            "Both take part in the same tournament (%(event)s), so they are two different people."
        )
        raise Invalid("both_enter", text % {"event": found.event})
    return MergeEffects()


def tournament_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    ids = Tournament.objects.filter(event__entrants__player=gone).order_by("pk")
    for pk in list(ids.values_list("pk", flat=True)):
        found = tournament_lock(pk)
        if found is not None:
            _follow(found, kept, gone)
    return MergeEffects()


def _follow(found: Tournament, kept: Player, gone: Player) -> None:
    draft_drop(found)
    Entrant.objects.filter(event=found.pk, player=gone).update(player=kept)
    fixtures = Fixture.objects.filter(event=found.pk)
    fixtures.filter(home=gone).update(home=kept)
    fixtures.filter(away=gone).update(away=kept)
    pools = Pool.objects.filter(round__event=found.pk)
    pools.filter(winner=gone).update(winner=kept)
    PoolMember.objects.filter(pool__in=pools, player=gone).update(player=kept)
    for one in fixtures.exclude(why=[]):
        one.why = [
            [code, kept.pk if who == gone.pk else who, figures] for code, who, figures in one.why
        ]
        one.save(update_fields=["why"])
    RoundOff.objects.filter(tournament=found, player=gone).update(player=kept)
    for pair in KeptApart.objects.filter(tournament=found):
        if gone.pk in (pair.one_id, pair.other_id):
            other = pair.other_id if pair.one_id == gone.pk else pair.one_id
            pair.one_id, pair.other_id = sorted((kept.pk, other))
            pair.save()
    found.event.adjustments.filter(player=gone).update(player=kept)
    results_move(found.pk, kept, gone)


def pools_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    for pool in _naming(player, names):
        pool.reason = without_names(pool.reason, player, names)
        pool.save(update_fields=["reason"])


def pools_kept(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    pools = PoolMember.objects.filter(player=player).count()
    yield StoredData(_("Pools of tournaments, kept under the number"), pools)
    naming = len(_naming(player, player_names(player)))
    yield StoredData(_("Notes on pools that contain the player’s name"), naming, stays=False)


def _naming(player: Player, names: Collection[str]) -> list[Pool]:
    pools = Pool.objects.filter(round__event__club=player.club_id).exclude(reason="")
    return [pool for pool in pools if contains_name(pool.reason, names)]
