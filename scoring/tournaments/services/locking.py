"""The lock of a tournament, and its version, of which who watches it hears."""

from django.db.models import F

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Stale
from ecarte_club.core.live import announce
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors.berger import ALL_MEET, group_rounds
from scoring.tournaments.selectors.progress import TREES, progress_of

from .derived import state_write, tree_write


def tournament_lock(pk: int) -> Tournament | None:
    """Locked, and at its next version; None when there is none."""
    if not Tournament.objects.filter(pk=pk).update(version=F("version") + 1):
        return None
    found = Tournament.objects.select_related("event__club").get(pk=pk)
    announce(f"tournament:{pk}", found.version)
    return found


def tournament_lock_for(
    by: Person, tournament: Tournament, version: int | None = None
) -> Tournament:
    """For a director's act. Raises: Denied; Absent; Stale when it is no longer at `version`."""
    require(by, Act.RUN_SEASON)
    found = tournament_lock(tournament.pk)
    if found is None or found.event.club_id != by.club_id:
        raise Absent
    if version is not None and version != found.version - 1:
        raise Stale(sent=version, current=found.version - 1)
    return found


def draft_drop(tournament: Tournament) -> None:
    """A round that is drawn and not published rests on what is just changing."""
    drafts = tournament.event.rounds.filter(drawn_at__isnull=False, published_at=None)
    ids = list(drafts.order_by("number").values_list("pk", flat=True))
    if not ids:
        return
    Fixture.objects.filter(round__in=ids).delete()
    Pool.objects.filter(round__in=ids).delete()
    # Of many that were drawn at once the first stands for all: it may have a time to be drawn at.
    rounds = tournament.event.rounds
    rounds.filter(pk__in=ids[1:]).delete()
    rounds.filter(pk=ids[0]).update(drawn_at=None, seed="")


def last_published(tournament: Tournament) -> Round | None:
    found = tournament.event.rounds.filter(published_at__isnull=False)
    return found.order_by("-number").first()


def next_number(tournament: Tournament) -> int:
    """Of the round that is to be drawn."""
    last = last_published(tournament)
    return last.number + 1 if last else 1


def rounds_of_groups(tournament: Tournament) -> int:
    """0 in a Swiss and in a knock-out, whose entrants need not be counted."""
    if tournament.kind not in ALL_MEET:
        return 0
    return group_rounds(tournament, tournament.event.entrants.count())


def undecided(tournament: Tournament) -> int:
    """How many fixtures, or pools, that everybody may see are still without a result."""
    if tournament.kind == Kind.POOLS:
        return progress_of(tournament, counted=False).undecided
    open_ = Fixture.objects.filter(
        event_id=tournament.pk, round__published_at__isnull=False, award=""
    )
    return open_.exclude(match__over=True).count()


def state_settle(tournament: Tournament) -> None:
    """What its rounds come to; within the lock. Raises: Invalid, of a knock-out (`tree_write`)."""
    if tournament.kind in TREES and tree_write(tournament):
        return
    if tournament.kind in ALL_MEET:
        state_write(tournament, _of_meetings(tournament))
        return
    if tournament.kind == Kind.POOLS:
        state_write(tournament, _of_pools(tournament))
        return
    state = Tournament.State.ENTERING
    if tournament.kind == Kind.SWISS and (last := last_published(tournament)) is not None:
        played = last.number >= tournament.stage.rounds and not undecided(tournament)
        state = Tournament.State.OVER if played else Tournament.State.RUNNING
    state_write(tournament, state)


def _of_pools(tournament: Tournament) -> Tournament.State:
    if last_published(tournament) is None:
        return Tournament.State.ENTERING
    is_over = pools.is_over(progress_of(tournament, counted=False).pool_state)
    return Tournament.State.OVER if is_over else Tournament.State.RUNNING


def _of_meetings(tournament: Tournament) -> Tournament.State:
    if last_published(tournament) is None:
        return Tournament.State.ENTERING
    is_over = tournament.kind == Kind.ROUND_ROBIN and not undecided(tournament)
    return Tournament.State.OVER if is_over else Tournament.State.RUNNING
