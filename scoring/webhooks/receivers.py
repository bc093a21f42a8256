"""Messages about changes of the apps below: matches, evenings and players."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.changes import MergeEffects
from ecarte_club.clubs.models import Player
from ecarte_club.core.models import Outgoing
from ecarte_club.core.outbox import Kind, announce_after_commit, write_message
from games.engine.states import MatchState
from games.evenings.models import Evening
from games.matches.changes import EnteredMatch
from games.matches.models import Entry, Match


def match_started_message(*, match: Match, **_signal: Any) -> None:
    _match(Kind.MATCH_STARTED, match)


def match_changed_message(
    *,
    match: Match,
    before: MatchState,
    after: MatchState,
    entry: Entry | None = None,
    **_signal: Any,
) -> None:
    _match(_kind(before, after, entry), match)


def _kind(before: MatchState, after: MatchState, entry: Entry | None) -> Kind:
    if entry is not None and (entry.annuls or entry.reinstates):
        return Kind.MATCH_ANNULLED if entry.annuls else Kind.MATCH_REINSTATED
    if entry is not None and entry.stops:
        return Kind.MATCH_ABANDONED if entry.releases else Kind.MATCH_ADJOURNED
    if entry is not None and entry.resumes:
        return Kind.MATCH_RESUMED
    if after.over and not before.over:
        return Kind.MATCH_ENDED
    if before.over and not after.over:
        return Kind.MATCH_REOPENED
    corrects = entry is not None and entry.corrects
    return Kind.MATCH_CORRECTED if corrects else Kind.MATCH_ENTERED


def _match(kind: Kind, match: Match) -> None:
    ids = _match_ids(match)
    write_message(kind, club=match.club_id, event=match.event_id, ids=ids, figures=_figures(match))


def _match_ids(match: Match) -> dict[str, object]:
    table = match.evening_table
    evening: dict[str, object] = {"evening": table.evening_id} if table else {}
    return {"match": match.pk, "players": list(match.player_ids), **evening}


def _figures(match: Match) -> dict[str, object]:
    return {
        "version": match.version,
        "games": {"a": match.games_a, "b": match.games_b},
        "rubbers": {"a": match.rubbers_a, "b": match.rubbers_b},
        "score": {"a": match.score_a, "b": match.score_b},
        "over": match.over,
        "winner": match.winner or None,
    }


def matches_entered_message(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """Many at once: each is told of, by a few statements."""
    ids = [one.match_id for one in entered]
    now = timezone.now()
    rows = [
        Outgoing(
            club_id=match.club_id,
            kind=(Kind.MATCH_ENDED if match.over else Kind.MATCH_ENTERED).value,
            event_id=match.event_id,
            ids=_match_ids(match),
            figures=_figures(match),
            at=now,
        )
        for match in Match.objects.filter(pk__in=ids).select_related("evening_table").order_by("pk")
    ]
    made = Outgoing.objects.bulk_create(rows, batch_size=500)
    if made:
        announce_after_commit(made[-1].club_id, made[-1].pk)


def evening_opened_message(*, evening: Evening, **_signal: Any) -> None:
    _evening(Kind.EVENING_OPENED, evening)


def evening_signed_off_message(*, evening: Evening, **_signal: Any) -> None:
    _evening(Kind.EVENING_SIGNED_OFF, evening)


def _evening(kind: Kind, evening: Evening) -> None:
    figures: dict[str, object] = {
        "held_on": evening.held_on.isoformat(),
        "version": evening.version,
    }
    write_message(kind, club=evening.club_id, ids={"evening": evening.pk}, figures=figures)


def player_changed_message(*, player: Player, **_signal: Any) -> None:
    write_message(Kind.PLAYER_CHANGED, club=player.club_id, ids={"player": player.pk})


def player_anonymised_message(*, player: Player, **_signal: Any) -> None:
    write_message(Kind.PLAYER_ANONYMISED, club=player.club_id, ids={"player": player.pk})


def players_merged_message(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    write_message(Kind.PLAYER_MERGED, club=kept.club_id, ids={"player": gone.pk, "kept": kept.pk})
    return MergeEffects()
