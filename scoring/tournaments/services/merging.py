"""Two players who become one or two again, and what a player’s data leave when they are deleted."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.personal import player_names
from ecarte_club.clubs.services.merge_undo import MovedRows
from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from scoring.leagues.models import Entrant, Fixture, Result
from scoring.leagues.services.people import contains_name, without_names
from scoring.leagues.services.standings import results_move
from scoring.tournaments.models import (
    FixedPair,
    KeptApart,
    PairingChange,
    Pool,
    PoolMember,
    RoundOff,
    Tournament,
)

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
    for rows in (found.fixed_pairs, PairingChange.objects.filter(round__event=found.pk)):
        for name in ("one", "other"):
            rows.filter(**{name: gone}).update(**{name: kept})
    found.event.adjustments.filter(player=gone).update(player=kept)
    results_move(found.pk, kept, gone)


def reasons_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    for row in (*_pools_naming(player, names), *_by_hand_naming(player, names)):
        row.reason = without_names(row.reason, player, names)
        row.save(update_fields=["reason"])


def stored_pools(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    pools = PoolMember.objects.filter(player=player).count()
    yield StoredData(_("Pools of tournaments, kept under the number"), pools)
    names = player_names(player)
    naming = len(_pools_naming(player, names))
    yield StoredData(_("Notes on pools that contain the player’s name"), naming, stays=False)
    naming = len(_by_hand_naming(player, names))
    text = _("Notes on pairings by hand that contain the player’s name")
    yield StoredData(text, naming, stays=False)


def _pools_naming(player: Player, names: Collection[str]) -> list[Pool]:
    pools = Pool.objects.filter(round__event__club=player.club_id).exclude(reason="")
    return [pool for pool in pools if contains_name(pool.reason, names)]


def _by_hand_naming(player: Player, names: Collection[str]) -> list[FixedPair | PairingChange]:
    fixed = FixedPair.objects.filter(tournament__event__club=player.club_id)
    changes = PairingChange.objects.filter(round__event__club=player.club_id)
    rows: list[FixedPair | PairingChange] = [*fixed, *changes]
    return [row for row in rows if contains_name(row.reason, names)]


def merge_rows(*, gone: Player, **_signal: Any) -> Iterator[QuerySet[Any]]:
    yield Pool.objects.filter(winner=gone)
    yield PoolMember.objects.filter(player=gone)
    yield RoundOff.objects.filter(player=gone)
    for model in (KeptApart, FixedPair, PairingChange):
        yield model.objects.filter(Q(one=gone) | Q(other=gone))


def tournament_unmerge(*, kept: Player, gone: Player, moved: MovedRows, **_signal: Any) -> None:
    """A draft is dropped, as it may pair the one player that there was."""
    entered = Entrant.objects.filter(pk__in=moved.ids(Entrant), event__tournament__isnull=False)
    for event in entered.order_by("event_id").values_list("event_id", flat=True):
        found = tournament_lock(event)
        if found is not None:
            draft_drop(found)
            own = Result.objects.filter(event=event, match__in=moved.ids(Match))
            own.filter(player=kept).update(player=gone)
            own.filter(opponent=kept).update(opponent=gone)
