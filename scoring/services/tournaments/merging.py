"""Two players who are one: his place, his fixtures and his wishes follow."""

from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.merging import Told
from ecarte_club.clubs.models import Player
from ecarte_club.wire.faults import Invalid
from scoring.models import (
    Entrant,
    Fixture,
    KeptApart,
    Pool,
    PoolMember,
    RoundOff,
    Tournament,
)
from scoring.services.results import results_move

from .moving import draft_drop, tournament_moved


def tournament_merge_guard(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    """Raises: Invalid where both are in one tournament: two places cannot become one."""
    both = Tournament.objects.filter(event__entrants__player=gone)
    found = both.filter(event__entrants__player=kept).select_related("event").first()
    if found is not None:
        text = _("Both take part in %(event)s: they are two people.")
        raise Invalid("both_enter", text % {"event": found.event})
    return Told()


def tournament_merge(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    ids = Tournament.objects.filter(event__entrants__player=gone).order_by("pk")
    for pk in list(ids.values_list("pk", flat=True)):
        found = tournament_moved(pk)
        if found is not None:
            _follow(found, kept, gone)
    return Told()


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
