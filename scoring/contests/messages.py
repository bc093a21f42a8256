"""Messages of contests for other programs."""

from ecarte_club.core.outbox import Kind, write_message

from .models import Contest

Ids = dict[str, object]


def contest_opened_message(contest: Contest, tournament: int | None) -> None:
    """`tournament`: whose pool it is to be."""
    _contest(Kind.CONTEST_OPENED, contest, tournament)


def contest_over_message(contest: Contest, was: bool) -> None:
    """`was`: whether it was over before; nothing is told where that stays."""
    if contest.over != was:
        kind = Kind.CONTEST_CLOSED if contest.over else Kind.CONTEST_REOPENED
        _contest(kind, contest, contest.tournament_id)


def _contest(kind: Kind, contest: Contest, tournament: int | None) -> None:
    ids: Ids = {"contest": contest.pk, "evening": contest.evening_id, "tournament": tournament}
    figures: Ids = {"kind": contest.kind, "version": contest.version}
    write_message(kind, club=contest.club_id, ids=ids, figures=figures)
