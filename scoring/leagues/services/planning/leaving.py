"""Who leaves a season, and who comes back into it: alike for a player and for a team.

What a leaving changes is kept with who left, as it was.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.models import Entrant, Fixture, Meeting, Season, Team
from scoring.leagues.rules.leaving import Withdrawal, withdrawal
from scoring.leagues.rules.refusals import Refusal, Why
from scoring.leagues.selectors.fixture_states import State

from .diary import Diary, Row

Entered = TypeVar("Entered", Entrant, Team)
Award = Fixture.Award
LAST_ROUND = 2**15 - 1
BYE_COLUMNS = ("pk", "round_id", "number", "day", "version")
SETTLED = (State.PLAYED, State.WALK_OVER, State.BOTH_ABSENT)


@dataclass(frozen=True, slots=True)
class Leaving(Generic[Entered, Row]):
    """`struck`: what he has played counts no more, and the rest is not played. Else what he has
    played stands, and the rest is walk-overs of the others."""

    entrant: Entered
    struck: bool
    played: int
    of: int
    rest: tuple[Row, ...]
    settled: tuple[Row, ...]


def leaving(
    entrant: Entered, who: int, diary: Diary[Row], names: Mapping[int, str], field: str
) -> Leaving[Entered, Row]:
    """`who`: his id in the diary. Raises: Invalid, naming the field, for who meets nobody."""
    found: Withdrawal = _allowed(
        withdrawal(
            who,
            list(diary.rows),
            played=diary.of(State.PLAYED),
            awarded=diary.of(State.WALK_OVER, State.BOTH_ABSENT),
        ),
        names,
        field,
    )
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


def _allowed(found: Withdrawal | Refusal, names: Mapping[int, str], field: str) -> Withdrawal:
    if isinstance(found, Refusal):
        raise refused(found, names, field=field)
    return found


def leave(
    found: Leaving[Entered, Row],
    who: int,
    byes: QuerySet[Row],
    reason: str,
    marks: Mapping[str, int],
) -> None:
    """`byes`: all of his, of which those to come go. `marks`: up to where people and matches are
    there now, which is kept."""
    left_round = min((one.round.number for one in found.rest), default=LAST_ROUND)
    to_come = byes.filter(round__number__gte=left_round)
    found.entrant.before_left = {
        "reasons": {str(one.pk): one.reason for one in found.rest},
        "byes": [_bye_kept(one) for one in to_come],
        **marks,
    }
    for row in found.rest:
        won = Award.AWAY if row.home_id == who else Award.HOME
        row.award = Award.VOID if found.struck else won
        row.reason = reason
        row.version += 1
        row.save(update_fields=["award", "reason", "version"])
    found.entrant.left_round, found.entrant.struck = left_round, found.struck
    found.entrant.save(update_fields=["left_round", "struck", "before_left"])
    to_come.delete()


def last_match(season: Season) -> int:
    last = Match.objects.filter(event=season.pk).aggregate(last=Max("pk"))["last"]
    return int(last or 0)


def _bye_kept(bye: Row) -> dict[str, Any]:
    kept = {name: getattr(bye, name) for name in BYE_COLUMNS}
    own: dict[str, Any] = {"table": bye.table} if isinstance(bye, Fixture) else {}
    return {**kept, **own, "day": bye.day.isoformat() if bye.day else None}


@dataclass(frozen=True, slots=True)
class Returning(Generic[Entered, Row]):
    """`rest`: fixtures that are open again; `byes`: how many rounds he sits out again. `settled`:
    what he has played, which counts again where `struck`. `matches`: of those that were begun
    since, by the fixture that each plays; of teams, by the board."""

    entrant: Entered
    struck: bool
    rest: tuple[Row, ...]
    settled: tuple[Row, ...]
    byes: int
    matches: Mapping[int, Match]


def gone(entrant: Entered | None, field: str) -> Entered:
    """Raises: Invalid, naming the field, for who has not left, or left no trace of it."""
    if entrant is None or entrant.left_round is None:
        text = _("There is no withdrawal from this season to undo.")
        raise Invalid("not_left", text, errors={field: text})
    if not entrant.before_left:
        text = _("What this withdrawal changed was not kept, so it cannot be undone.")
        raise Invalid("not_kept", text, errors={field: text})
    return entrant


def rest_of(entrant: Entrant | Team, rows: Sequence[Row]) -> tuple[Row, ...]:
    """What his leaving has decided."""
    return tuple(one for one in rows if str(one.pk) in entrant.before_left["reasons"])


def returning(
    entrant: Entered,
    rows: Sequence[Row],
    state: Callable[[Row], State],
    matches: Mapping[int, Match],
) -> Returning[Entered, Row]:
    """`rows`: all that he was to meet anybody in, byes left out."""
    rest = rest_of(entrant, rows)
    return Returning(
        entrant=entrant,
        struck=entrant.struck,
        rest=rest,
        settled=tuple(one for one in rows if one not in rest and state(one) in SETTLED),
        byes=len(entrant.before_left["byes"]),
        matches=matches,
    )


def open_again(found: Returning[Entered, Row], row: Row) -> None:
    """As it was; to be saved."""
    row.award, row.reason = "", found.entrant.before_left["reasons"][str(row.pk)]
    row.version += 1


def byes_again(found: Returning[Entered, Row]) -> list[dict[str, Any]]:
    """The columns of each as they were."""
    return [
        {**kept, "day": kept["day"] and date.fromisoformat(kept["day"]), "award": Award.BYE}
        for kept in found.entrant.before_left["byes"]
    ]


def returned(found: Returning[Entered, Row]) -> None:
    found.entrant.left_round, found.entrant.struck = None, False
    found.entrant.before_left = {}
    found.entrant.save(update_fields=["left_round", "struck", "before_left"])


def other_of(row: Fixture | Meeting, who: int) -> int:
    return next(one for one in (row.home_id, row.away_id) if one is not None and one != who)


def check_still_here(left: Mapping[int, str], others: Collection[int], field: str) -> None:
    """`left`: names of all who are gone. Who left after him left fixtures undecided that he would
    have decided."""
    for pk, name in left.items():
        if pk in others:
            text = _("%(name)s has withdrawn since. Undo that withdrawal first.") % {"name": name}
            raise Invalid("left_since", text, errors={field: text})


def check_nobody_came(came: Iterable[str], field: str) -> None:
    """Who came after him has no fixture against him."""
    for name in came:
        text = _(
            "%(name)s has joined since, and the two have no fixture, so this "
            "withdrawal can no longer be undone."
        )
        text %= {"name": name}
        raise Invalid("joined_since", text, errors={field: text})


def check_days(
    who: int,
    rest: Sequence[Row],
    open_: Iterable[Row],
    names: Callable[[Collection[int]], Mapping[int, str]],
    field: str,
) -> None:
    """Nobody is to play twice on a day: one of the others may have been moved there since.

    `open_`: what is to be played on those days.
    """
    plays = {(pk, one.day) for one in open_ for pk in (one.home_id, one.away_id)}
    for one in rest:
        other = other_of(one, who)
        if one.day is not None and (other, one.day) in plays:
            refusal = Refusal(Why.PLAYS_ALREADY, {"entrant": other, "day": one.day})
            raise refused(refusal, names([other]), field=field)
