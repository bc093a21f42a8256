"""The lock of a tournament, and what follows from every change: its state, tree and walkovers."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.composed import Composed
from ecarte_club.core.composed_writes import version_bump
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from ecarte_club.core.live import announce
from scoring.leagues.models import Entrant, Fixture, Round
from scoring.tournaments import labels
from scoring.tournaments.models import PairingChange, Pool, Tournament
from scoring.tournaments.rules import brackets, knockout, pools, round_robin
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.stages import Fixture as Planned
from scoring.tournaments.rules.stages import NotTakenError, Slot
from scoring.tournaments.selectors import berger, draws, stage_states
from scoring.tournaments.selectors.berger import A_PART
from scoring.tournaments.selectors.progress import TREES, Progress, progress_of

from .messages import round_published_message, round_taken_back_message, tournament_state_message
from .tree_seats import tree_seats_write


def state_write(tournament: Tournament, state: Tournament.State) -> None:
    """Within the lock, of a row that was read in it."""
    was = tournament.state
    if was == state:
        return
    Tournament.objects.filter(pk=tournament.pk).update(state=state)
    tournament.state = state
    tournament_state_message(tournament, was)


def tree_write(found: Tournament) -> bool:
    """Within the lock; False before the draw is published.

    Raises: Invalid where others would come to play what has begun, or was awarded.
    """
    if not is_there(found):
        return False
    now = progress_of(found, counted=False)
    state = stage_states.tree_state(now)
    wanted = {one.slot: one for one in knockout.fixtures(state) if len(one.entrants) == 2}
    kept = set()
    for row in stage_states.tree_rows(now):
        slot = stage_states.slot_of(now, row)
        if _fits(row, wanted.get(slot)):
            kept.add(slot)
            _derive(row, wanted[slot])
        elif stage_states.is_begun(row):
            text = _("This would change the players of a match that has started or is decided.")
            begun = stage_states.begun_rows(now)
            way = knockout.in_the_way(state, {key: _pair(one) for key, one in begun.items()})
            raise next_begun(text, [(key, begun[key]) for key in way], len(state.places))
        else:
            row.delete()
    for slot, one in wanted.items():
        if slot not in kept:
            _make(now, one, len(state.places))
    tree_seats_write(now, state)
    over = Tournament.State.OVER if knockout.is_over(state) else Tournament.State.RUNNING
    state_write(found, over)
    return True


def _pair(row: Fixture) -> frozenset[int | None]:
    return frozenset((row.home_id, row.away_id))


def next_begun(text: str, way: Sequence[tuple[Slot, Fixture]], entrants: int) -> Invalid:
    """`way`: what is in it, in the order in which it can be taken back."""
    rounds = brackets.rounds(entrants)
    # Translators: between places that may contain commas, such as "Semi-finals, match 2".
    between = pgettext("between places", "; ")
    where = between.join(labels.slot_name(slot, rounds) for slot, _row in way)
    # Translators: %(where)s is a list of places, such as "Semi-finals, match 2".
    stands = _("Blocked by: %(where)s.") % {"where": where}
    first = _(
        "Annul its match or withdraw its decision first; if there are several, in this order."
    )
    found = [{"pairing": row.pk, "match": row.match_id} for _slot, row in way]
    return Invalid("next_begun", f"{text} {stands} {first}", extra={"in_the_way": found})


def is_there(found: Tournament) -> bool:
    """Published, behind the rounds of groups if there are any."""
    # Of a group are the numbers from that of its part on.
    main = found.event.fixtures.filter(number__lt=A_PART, round__published_at__isnull=False)
    return main.exists()


def _fits(row: Fixture, one: Planned | None) -> bool:
    return one is not None and _pair(row) == {*one.entrants}


def _derive(row: Fixture, one: Planned) -> None:
    """What follows from a withdrawal comes and goes with it."""
    if row.match_id is None and not stage_states.is_awarded(row):
        home, away = one.entrants
        why = [*stage_states.why(one), *stage_states.came(row.why)]
        derived = (home, away, stage_states.award(one), why)
        if (row.home_id, row.away_id, row.award, row.why) != derived:
            row.home_id, row.away_id, row.award, row.why = derived
            row.save(update_fields=["home", "away", "award", "why"])


def _make(now: Progress, one: Planned, entrants: int) -> None:
    number, place = stage_states.place_of(now, one.slot, entrants)
    first = next(one for one in now.rounds if one.number == now.begins_at)
    at = timezone.now()
    round_, made = Round.objects.get_or_create(
        event_id=first.event_id,
        number=number,
        defaults={
            "seed": first.seed,
            "drawn_at": at,
            "published_at": at,
            "day": timezone.localdate(),
        },
    )
    if made:
        round_published_message(now.tournament, round_)
    Fixture.objects.create(
        event_id=first.event_id,
        round=round_,
        number=place,
        day=round_.day,
        **stage_states.fields(one),
    )


def walkovers_write(found: Tournament) -> None:
    """Within the lock: they come with a withdrawal and go with it. What has begun is played, or
    awarded by the director, as any other match."""
    now = progress_of(found)
    wanted = {one.slot: one for one in round_robin.fixtures(stage_states.groups_state(now))}
    for row in stage_states.groups_rows(now):
        if row.match_id is not None or stage_states.is_awarded(row):
            continue
        one = wanted[berger.slot_of(row)]
        derived = (stage_states.award(one), stage_states.why(one))
        if (row.award, row.why) != derived:
            row.award, row.why = derived
            row.save(update_fields=["award", "why"])


def qualifiers_follow(found: Tournament) -> None:
    """After something of a group has changed, within the lock: where others go on, or stand
    elsewhere, the tree is dropped, to be drawn anew.

    Raises: Invalid naming a match of the tree that has begun, or was awarded.
    """
    if found.kind != Kind.GROUPS or not is_there(found) or _stands(now := progress_of(found)):
        return
    if begun := stage_states.begun_rows(now):
        text = _("This would change the qualifiers, and the knock-out has started.")
        way = sorted(begun.items(), reverse=True, key=lambda one: one[0])
        raise next_begun(text, way, len(stage_states.tree_order(now)))
    tree = Round.objects.filter(event_id=found.pk, number__gt=now.group_rounds)
    Fixture.objects.filter(round__in=tree).delete()
    tree.delete()
    round_taken_back_message(found, now.group_rounds + 1)


def _stands(now: Progress) -> bool:
    if now.is_open_in_groups:
        return False
    try:
        return draws.placed(now).order == stage_states.tree_order(now)
    except NotTakenError:
        return False


def tournament_lock(pk: int) -> Tournament | None:
    """Locked, and at its next version; None when there is none."""
    if not _bump.run(pk=pk):
        return None
    found = _tournament.get(pk=pk)
    announce(f"tournament:{pk}", found.version)
    return found


_bump = version_bump(Tournament)
_tournament = Composed(
    lambda pk: Tournament.objects.select_related("event__club").filter(pk=pk).order_by(), pk=int
)


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
    PairingChange.objects.filter(round__in=ids).delete()
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
    state = Tournament.State.ENTERING
    if (last := last_published(tournament)) is not None:
        is_over = _is_over(tournament, last)
        state = Tournament.State.OVER if is_over else Tournament.State.RUNNING
    state_write(tournament, state)


def _plays_on(tournament: Tournament) -> bool:
    return Entrant.objects.filter(event=tournament.pk, left_round=None).exists()


def _is_over(tournament: Tournament, last: Round) -> bool:
    """Where there is no tree. `last`: the round that was published last. Once everybody has
    withdrawn no other is drawn; a player who comes back opens it again."""
    match tournament.kind:
        case Kind.SWISS:
            is_last = last.number >= tournament.stage.rounds
            return (is_last or not _plays_on(tournament)) and not undecided(tournament)
        case Kind.ROUND_ROBIN:
            return not undecided(tournament)
        case Kind.GROUPS:
            return not _plays_on(tournament) and not undecided(tournament)
        case Kind.POOLS:
            return pools.is_over(progress_of(tournament, counted=False).pool_state)
    return False
