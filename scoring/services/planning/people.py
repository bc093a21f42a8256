"""Who comes late, and who leaves."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.deeds import note
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.faults import Invalid
from scoring.models import Entrant, Fixture, Round, Season
from scoring.planning.plans import plan_of
from scoring.planning.reasons import refused
from scoring.planning.states import State
from scoring.rules.fixtures.calendar import Dated
from scoring.rules.fixtures.joining import Joined, joined
from scoring.rules.fixtures.leaving import withdrawal
from scoring.rules.fixtures.refusals import Refusal
from scoring.services.outbox_acts import entrant_left_told, fixtures_planned_told

from .diary import Diary, diary_of
from .locking import known_names, names_of, players_held, reason_of, season_held
from .returning import before_left

LAST_ROUND = 2**15 - 1


def joining_foreseen(*, by: Person, season: Season, player: int) -> Sequence[Dated]:
    """The fixtures that entrant_join would make. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    known_names(by.club_id, [player], field="player")
    return _joined(season, player, diary_of(season)).fixtures


@transaction.atomic(savepoint=False)
def entrant_join(*, by: Person, season: Season, player: int, version: int) -> Entrant:
    """Against everybody who is still there; what has its day stays.

    Raises: Denied; Stale; Invalid, naming the field, when he takes part or no day is left.
    """
    require(by, Act.RUN_SEASON)
    players_held(by.club_id, [player], field="player")
    moved = season_held(by, season, version)
    diary = diary_of(moved)
    found = _joined(moved, player, diary)
    byes = [diary.rows[one.fixture].pk for one in found.byes]
    Fixture.objects.filter(pk__in=byes).delete()
    for dated in found.fixtures:
        _fixture_make(moved, dated)
    last = Entrant.objects.filter(event=moved.pk).aggregate(last=Max("place"))["last"]
    entrant = Entrant.objects.create(
        event_id=moved.pk,
        player_id=player,
        place=last + 1,
        joined_round=min(one.fixture.round for one in found.fixtures),
    )
    note(by, "entrant_join", kind="season", about=moved.pk, player=player)
    fixtures_planned_told(moved, player)
    return entrant


def _joined(season: Season, player: int, diary: Diary) -> Joined:
    entrants = Entrant.objects.filter(event=season.pk)
    if not diary.rows:
        text = _("Its fixtures are not made yet: add the name to the plan.")
        raise Invalid("not_planned", text, errors={"player": text})
    if entrants.filter(player=player).exists():
        text = _("Takes part already, or has left: nobody enters twice.")
        raise Invalid("entrant_twice", text, errors={"player": text})
    plan = plan_of(season)
    gone = entrants.filter(left_round__isnull=False).values_list("player_id", flat=True)
    found = joined(
        player,
        diary.dated,
        season=plan.days(season.ends_on),
        today=timezone.localdate(),
        double=plan.double,
        gone=frozenset(gone),
    )
    if isinstance(found, Refusal):
        raise refused(found, names_of([player, *plan.entrants]), field="player")
    return found


def _fixture_make(season: Season, dated: Dated) -> None:
    fixture, slot, _moved = dated
    now = timezone.now()
    round_, _made = Round.objects.get_or_create(
        event_id=season.pk,
        number=fixture.round,
        defaults={"day": slot.day, "drawn_at": now, "published_at": now},
    )
    number = round_.fixtures.aggregate(last=Max("number"))["last"] or 0
    same_day = Fixture.objects.filter(event=season.pk, day=slot.day, award="")
    taken = set(same_day.values_list("table", flat=True))
    Fixture.objects.create(
        event_id=season.pk,
        round=round_,
        number=number + 1,
        home_id=fixture.home,
        away_id=fixture.away,
        day=slot.day,
        table=next((one for one in plan_of(season).tables if one not in taken), ""),
    )


@dataclass(frozen=True, slots=True)
class Leaving:
    """`struck`: what he has played counts no more, and the rest is not played. Else what he has
    played stands, and the rest is walk-overs of the others."""

    entrant: Entrant
    struck: bool
    played: int
    of: int
    rest: tuple[Fixture, ...]
    settled: tuple[Fixture, ...]


def withdrawal_foreseen(*, by: Person, season: Season, player: int) -> Leaving:
    """What entrant_withdraw would come to. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    return _leaving(season, player)


@transaction.atomic(savepoint=False)
def entrant_withdraw(
    *, by: Person, season: Season, player: int, reason: str, version: int
) -> Leaving:
    """Raises: Denied; Stale; Invalid, naming the field, when he takes no part or plays just now."""
    moved = season_held(by, season, version)
    told = reason_of(reason)
    found = _leaving(moved, player)
    left_round = min((one.round.number for one in found.rest), default=LAST_ROUND)
    byes = Fixture.objects.filter(
        event=moved.pk, home=player, award=Fixture.Award.BYE, round__number__gte=left_round
    )
    found.entrant.before_left = before_left(moved, found.rest, byes)
    for fixture in found.rest:
        home = fixture.home_id == player
        won = Fixture.Award.AWAY if home else Fixture.Award.HOME
        fixture.award = Fixture.Award.VOID if found.struck else won
        fixture.reason = told
        fixture.version += 1
        fixture.save(update_fields=["award", "reason", "version"])
    found.entrant.left_round, found.entrant.struck = left_round, found.struck
    found.entrant.save(update_fields=["left_round", "struck", "before_left"])
    byes.delete()
    note(by, "entrant_withdraw", kind="season", about=moved.pk, player=player, struck=found.struck)
    entrant_left_told(moved, player, [one.pk for one in found.rest])
    return found


def _leaving(season: Season, player: int) -> Leaving:
    entrant = Entrant.objects.filter(event=season.pk, player=player, left_round=None).first()
    if entrant is None:
        text = _("Takes no part in this season, or has left already.")
        raise Invalid("not_an_entrant", text, errors={"player": text})
    diary = diary_of(season)
    playing = diary.of(State.IN_PLAY)
    if any(player in one.entrants for one in playing):
        text = _("Plays a fixture just now: let it end first.")
        raise Invalid("in_play", text, errors={"player": text})
    found = withdrawal(
        player,
        list(diary.rows),
        played=diary.of(State.PLAYED),
        awarded=diary.of(State.WALK_OVER, State.BOTH_ABSENT),
    )
    if isinstance(found, Refusal):
        raise refused(found, names_of([player]), field="player")
    rest = [*found.void, *(one.fixture for one in found.walk_overs)]
    settled = [*found.struck, *found.stands]
    return Leaving(
        entrant=entrant,
        struck=bool(found.struck or found.void),
        played=found.played,
        of=found.of,
        rest=tuple(diary.rows[one] for one in rest),
        settled=tuple(diary.rows[one] for one in settled),
    )
