"""Who comes late, and who leaves."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.messages import entrant_left_message, fixtures_planned_message
from scoring.leagues.models import Entrant, Fixture, Round, Season
from scoring.leagues.plans import plan_of
from scoring.leagues.rules.calendar import Dated
from scoring.leagues.rules.joining import Joined, joined
from scoring.leagues.rules.refusals import Refusal
from scoring.leagues.selectors.fixture_states import State

from .diary import Diary, diary_of
from .leaving import Leaving, last_match, leave, leaving
from .locking import known_names, names_of, players_held, reason_of, season_held

PlayerLeaving = Leaving[Entrant, Fixture]


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
    entrant = Entrant.objects.create(
        event_id=moved.pk,
        player_id=player,
        place=_last_place(moved) + 1,
        joined_round=min(one.fixture.round for one in found.fixtures),
    )
    log_act(by, "entrant_join", kind="season", about=moved.pk, player=player)
    fixtures_planned_message(moved, player)
    return entrant


def _last_place(season: Season) -> int:
    last = Entrant.objects.filter(event=season.pk).aggregate(last=Max("place"))["last"]
    return int(last or 0)


def _joined(season: Season, player: int, diary: Diary[Fixture]) -> Joined:
    entrants = Entrant.objects.filter(event=season.pk)
    rounds = Round.objects.filter(event=season.pk).aggregate(last=Max("number"))["last"]
    if rounds is None:
        text = _("The fixtures are not made yet. Add the player when you make them.")
        raise Invalid("not_planned", text, errors={"player": text})
    if entrants.filter(player=player).exists():
        text = _(
            "This player is already in the season, or has withdrawn. A player can enter only once."
        )
        raise Invalid("entrant_twice", text, errors={"player": text})
    plan = plan_of(season)
    left = dict(entrants.values_list("player_id", "left_round"))
    gone = frozenset(player for player, round_ in left.items() if round_ is not None)
    found = joined(
        player,
        diary.dated,
        season=plan.days(season.ends_on),
        today=timezone.localdate(),
        double=plan.double,
        gone=gone,
        here=frozenset(left) - gone,
        rounds=rounds,
    )
    if isinstance(found, Refusal):
        raise refused(found, names_of([player, *plan.entrants]), field="player")
    return found


def round_for(season: Season, dated: Dated) -> Round:
    """That of it, made where there is none."""
    now = timezone.now()
    found, _made = Round.objects.get_or_create(
        event_id=season.pk,
        number=dated.fixture.round,
        defaults={"day": dated.slot.day, "drawn_at": now, "published_at": now},
    )
    return found


def _fixture_make(season: Season, dated: Dated) -> None:
    fixture, slot, _moved = dated
    round_ = round_for(season, dated)
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


def withdrawal_foreseen(*, by: Person, season: Season, player: int) -> PlayerLeaving:
    """What entrant_withdraw would come to. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    return _leaving(season, player)


@transaction.atomic(savepoint=False)
def entrant_withdraw(
    *, by: Person, season: Season, player: int, reason: str, version: int
) -> PlayerLeaving:
    """Raises: Denied; Stale; Invalid, naming the field, when he takes no part or plays just now."""
    moved = season_held(by, season, version)
    told = reason_of(reason)
    found = _leaving(moved, player)
    byes = Fixture.objects.filter(event=moved.pk, home=player, award=Fixture.Award.BYE)
    marks = {"place": _last_place(moved), "match": last_match(moved)}
    leave(found, player, byes, told, marks)
    log_act(
        by, "entrant_withdraw", kind="season", about=moved.pk, player=player, struck=found.struck
    )
    entrant_left_message(moved, player, [one.pk for one in found.rest])
    return found


def _leaving(season: Season, player: int) -> PlayerLeaving:
    entrant = Entrant.objects.filter(event=season.pk, player=player, left_round=None).first()
    if entrant is None:
        text = _("This player is not in the season, or has already withdrawn.")
        raise Invalid("not_an_entrant", text, errors={"player": text})
    diary = diary_of(season)
    if any(player in one.entrants for one in diary.of(State.IN_PLAY)):
        text = _("This player is playing a fixture. Wait until it ends.")
        raise Invalid("in_play", text, errors={"player": text})
    return leaving(entrant, player, diary, names_of([player]), "player")
