"""Standings and results written anew from the entries."""

from django.db import transaction

from scoring.leagues.models import Result, Standing
from scoring.leagues.selectors.recount import batches
from scoring.tables.points import SHARE_FIELDS, Share

from .results import results_write
from .standings import season_moved


@transaction.atomic(savepoint=False)
def season_mend(season_id: int) -> None:
    """For sites that have results of before they were kept, and for what a recount has found.

    Whoever enters a result of the season waits until it is done.
    """
    season = season_moved(season_id)
    if season is None:
        return
    sums: dict[int, Share] = {}
    Result.objects.filter(event=season_id).delete()
    for batch in batches(season):
        for worth in batch:
            for player, share in worth.shares.items():
                sums[player] = sums.get(player, Share()) + share
        results_write(season_id, {one.match.pk: one.pair for one in batch if one.over})
    Standing.objects.filter(season=season).exclude(player__in=sums).delete()
    Standing.objects.bulk_create(
        [Standing(season=season, player_id=pk, **sum_._asdict()) for pk, sum_ in sums.items()],
        update_conflicts=True,
        unique_fields=["season", "player"],
        update_fields=SHARE_FIELDS,
        batch_size=500,
    )
