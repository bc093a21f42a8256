"""Rounds: drawn, published, taken back, and drawn on schedule.

What is drawn nobody but the club's directors sees until it is published; it may be drawn again.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.live import announce
from games.evenings.services.evenings import bump_evening_version
from games.matches.models import Match
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.changes import round_published
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.swiss.contenders import EXACT_MOST
from scoring.tournaments.selectors import berger, stage_states
from scoring.tournaments.selectors.berger import rounds_of_groups
from scoring.tournaments.selectors.progress import Progress, progress_of

from .drawing import Fields, drawn_pools, drawn_rounds
from .locking import (
    draft_drop,
    next_number,
    state_settle,
    tournament_lock_for,
    undecided,
    walkovers_write,
)
from .locking import tournament_lock as moved
from .messages import round_published_message, round_taken_back_message
from .opening import new_seed
from .pools import pools_check_untouched, pools_write

log = logging.getLogger(__name__)

SEED_MOST = 80


@transaction.atomic(savepoint=False)
def round_draw(*, by: Person, tournament: Tournament, version: int, seed: str = "") -> Round:
    """The next round, for the directors' eyes; drawn again, it takes the place of what was drawn.

    Without a `seed` the tournament's own is taken, and for drawing again a new one.

    Raises: Denied; Stale; Invalid while results are missing, or where it cannot be drawn.
    """
    found = tournament_lock_for(by, tournament, version)
    return _draw(by, progress_of(found), checked_seed(seed))


def checked_seed(seed: str) -> str:
    """Raises: Invalid."""
    if len(seed.strip()) > SEED_MOST:
        text = _("Must be %(most)s characters at most.") % {"most": SEED_MOST}
        raise Invalid("invalid_seed", text, field="seed")
    return seed.strip()


def chosen_seed(now: Progress, seed: str) -> str:
    """Where none was asked for, the tournament's own, and a new one for drawing again."""
    return seed or (new_seed() if now.draft is not None else now.tournament.seed)


def _draw(by: Person, now: Progress, seed: str) -> Round:
    number = now.last_published + 1
    check_may_draw(now, number)
    seed = chosen_seed(now, seed)
    if now.tournament.kind == Kind.POOLS:
        row = _draw_pools(now, number, seed)
        _log(by, row)
        return row
    return rounds_write(by, now, number, seed, list(drawn_rounds(now, number, seed)))


def rounds_write(
    by: Person, now: Progress, number: int, seed: str, made: Sequence[list[Fields]]
) -> Round:
    """Within the lock: what was drawn takes the place of a draft."""
    found = now.tournament
    draft_drop(found)
    row, *others = (_row(found, at, seed) for at, _fields in enumerate(made, start=number))
    Fixture.objects.bulk_create(
        (
            Fixture(event_id=found.pk, round=of, **one)
            for of, fields in zip((row, *others), made, strict=True)
            for one in fields
        ),
        batch_size=500,
    )
    _log(by, row)
    return row


def _log(by: Person, row: Round) -> None:
    log_act(
        by, "round_draw", kind="tournament", about=row.event_id, number=row.number, seed=row.seed
    )


def _draw_pools(now: Progress, number: int, seed: str) -> Round:
    drawn = drawn_pools(now, seed)
    draft_drop(now.tournament)
    row = _row(now.tournament, number, seed)
    pools_write(row, drawn)
    return row


def _row(found: Tournament, number: int, seed: str) -> Round:
    row, _made = Round.objects.get_or_create(event_id=found.pk, number=number)
    row.seed, row.drawn_at, row.draws_at = seed, timezone.now(), None
    row.save(update_fields=["seed", "drawn_at", "draws_at"])
    return row


def check_may_draw(now: Progress, number: int) -> None:
    if now.last_published and now.tournament.kind == Kind.ROUND_ROBIN:
        raise Invalid("drawn", _("All rounds are already drawn: everybody meets everybody."))
    if now.has_tree:
        raise Invalid("drawn", _("The draw is made: later matches follow from the results."))
    if now.undecided:
        text = _("Results are missing. Enter them, or decide them without play.")
        raise Invalid("round_not_over", text)
    if now.last_published and number > now.rounds_planned:
        raise Invalid("all_rounds_played", _("All rounds are played."))


@transaction.atomic(savepoint=False)
def round_publish(*, by: Person, tournament: Tournament, number: int, version: int) -> Round:
    """For everybody to see. Raises: Denied; Stale; Invalid when it is not drawn."""
    found = tournament_lock_for(by, tournament, version)
    return round_make_public(by, found, number)


def round_make_public(by: Person, found: Tournament, number: int) -> Round:
    row = found.event.rounds.filter(number=number).first()
    if row is None:
        raise Absent
    if row.drawn_at is None or row.published_at is not None:
        text = _("This round is not drawn yet, or is already published.")
        raise Invalid("not_drawn", text, field="round")
    at, day = timezone.now(), timezone.localdate()
    # What was drawn at once is published at once.
    drafts = found.event.rounds.filter(drawn_at__isnull=False, published_at=None)
    Fixture.objects.filter(round__in=drafts).update(day=day)
    drafts.update(published_at=at, day=day)
    row.published_at, row.day = at, day
    round_published_message(found, row)
    if found.kind in berger.ALL_MEET:
        walkovers_write(found)
    if found.kind == Kind.SWISS and number == 1 and not found.stage.rounds:
        found.plan = {**found.plan, "rounds": progress_of(found).rounds_planned}
        found.save(update_fields=["plan"])
    state_settle(found)
    round_published.send(tournament=found, round=row)
    log_act(by, "round_publish", kind="tournament", about=found.pk, number=number, seed=row.seed)
    return row


@transaction.atomic(savepoint=False)
def round_take_back(*, by: Person, tournament: Tournament, number: int, version: int) -> Tournament:
    """What is drawn, or published while nothing of it is entered yet; matches begun at a table
    without an entry go with it.

    Raises: Denied; Stale; Invalid when there is none, or something is entered.
    """
    require(by, Act.RUN_SEASON)
    fixtures = Fixture.objects.filter(event_id=tournament.pk, round__number__gte=number)
    # Matches are locked before what they are a part of.
    ids = fixtures.filter(match__isnull=False).values_list("match_id", flat=True)
    begun = list(Match.objects.select_for_update().filter(pk__in=list(ids)).order_by("pk"))
    for evening in sorted({one.evening_table.evening_id for one in begun if one.evening_table}):
        bump_evening_version(evening)
    found = tournament_lock_for(by, tournament, version)
    row = found.event.rounds.filter(number=number).first()
    if row is None:
        raise Absent
    if row.drawn_at is None:
        raise Invalid("not_drawn", _("This round is not drawn."), field="round")
    now = progress_of(found)
    begins_at = now.begins_at
    if found.kind in berger.ALL_MEET and number != begins_at:
        text = _("These rounds were drawn together. Undo them from round %(number)s on.") % {
            "number": begins_at
        }
        raise Invalid("drawn_at_once", text, field="round")
    if row.published_at is not None:
        if found.kind == Kind.POOLS:
            pools_check_untouched(now, row)
        else:
            _check_untouched(found, row, begun, begins_at)
    # Of a knock-out the rounds that followed go as well.
    rounds = found.event.rounds.filter(number__gte=number)
    Fixture.objects.filter(round__in=rounds).delete()
    for match in begun:
        announce(f"match:{match.pk}", match.version + 1)
        match.delete()
    rounds.delete()
    if row.published_at is not None:
        round_taken_back_message(found, number)
    state_settle(found)
    log_act(by, "round_take_back", kind="tournament", about=found.pk, number=number)
    return found


def _check_untouched(found: Tournament, row: Round, begun: Sequence[Match], begins_at: int) -> None:
    """Of a Swiss its last round, of others the whole draw."""
    is_it = row.number == begins_at
    fixtures = Fixture.objects.filter(event_id=found.pk, round__number__gte=row.number)
    awarded = any(map(stage_states.is_awarded, fixtures.filter(away__isnull=False)))
    linked = fixtures.filter(match__isnull=False).count()
    entered = linked > len(begun) or any(one.version or one.flags.exists() for one in begun)
    if not is_it or entered or awarded:
        text = _("Something was already entered in this round, so it can no longer be undone.")
        raise Invalid("round_begun", text, field="round")


@transaction.atomic(savepoint=False)
def round_schedule(
    *, by: Person, tournament: Tournament, at: datetime | None, publish: bool = False
) -> Tournament:
    """When the next round is drawn by itself; None: not. `publish`: and published at once.

    Raises: Denied; Invalid when it is drawn already, the time is past or no round is left.
    """
    found = tournament_lock_for(by, tournament)
    number = next_number(found)
    rows = found.event.rounds.filter(number=number)
    text = ""
    if at is not None and at <= timezone.now():
        text = _("Choose a time in the future.")
    elif rows.filter(drawn_at__isnull=False).exists():
        text = _("This round is drawn already.")
    elif found.state == Tournament.State.OVER or _is_last(found, number):
        text = _("All rounds are played.")
    if text:
        raise Invalid("cannot_schedule", text, field="at")
    if at is None:
        rows.delete()
    else:
        Round.objects.update_or_create(event_id=found.pk, number=number, defaults={"draws_at": at})
    found.plan = {**found.plan, "draws_publish": publish}
    found.save(update_fields=["plan"])
    log_act(by, "round_schedule", kind="tournament", about=found.pk, number=number)
    return found


def _is_last(found: Tournament, number: int) -> bool:
    """Nothing is drawn any more."""
    if found.kind == Kind.GROUPS:
        return number > rounds_of_groups(found) + 1
    if found.kind == Kind.POOLS:
        return False
    if found.kind != Kind.SWISS:
        return number > 1
    return 0 < found.stage.rounds < number


def rounds_draw_due() -> int:
    """The number drawn. While results are missing it is tried again; what cannot be drawn for
    another reason waits for the director."""
    return sum(_draw_due(row.pk) for row in rounds_due())


def rounds_due() -> QuerySet[Round]:
    """Of tournaments."""
    return Round.objects.filter(
        draws_at__lte=timezone.now(), drawn_at=None, event__tournament__isnull=False
    )


def is_large(tournament: Tournament) -> bool:
    """So many that a draw takes longer than a page may."""
    playing = tournament.event.entrants.filter(left_round=None)
    return tournament.kind == Kind.SWISS and playing.count() > EXACT_MOST


@transaction.atomic(savepoint=False)
def _draw_due(pk: int) -> bool:
    event_id = Round.objects.values_list("event_id", flat=True).get(pk=pk)
    tournament = Tournament.objects.select_related("event").get(pk=event_id)
    if is_large(tournament) or undecided(tournament):
        return False
    found = moved(event_id)
    # Read after the lock: somebody may have drawn it meanwhile.
    row = Round.objects.filter(pk=pk, drawn_at=None, draws_at__isnull=False).first()
    if found is None or row is None:
        return False
    by = Person(club_id=found.event.club_id)
    try:
        made = _draw(by, progress_of(found), "")
    except Fault as fault:
        log.warning("Round %s of %s: %s", row.number, found.pk, fault.detail)
        Round.objects.filter(pk=pk).update(draws_at=None)
        log_act(by, "round_not_drawn", kind="tournament", about=found.pk, number=row.number)
        return False
    if found.plan.get("draws_publish"):
        round_make_public(by, found, made.number)
    return True
