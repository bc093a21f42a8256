"""What programs are told of is written here, in the transaction of the change: the one place.

Numbers are given after the commit, by whoever reads next: to number in the write would make every
write of a club wait for the one before it, and lock one row more in every order of locks.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from ecarte_club.clubs.merging import Told
from ecarte_club.clubs.models import Evening, Player
from ecarte_club.wire.live.sending import send
from games.engine.match import MatchState
from games.models import Entry, Match
from games.signals import Entered
from scoring.models import Delivery, Outgoing, OutgoingCount, Season
from scoring.outbox.kinds import Kind

log = logging.getLogger(__name__)

KEPT = timedelta(days=90)
AT_ONCE = 500


def tell(
    kind: Kind,
    *,
    club: int,
    event: int | None = None,
    ids: dict[str, object],
    figures: dict[str, object] | None = None,
) -> None:
    """Must be called within the transaction of the change."""
    one = Outgoing.objects.create(
        club_id=club,
        kind=kind.value,
        event_id=event,
        ids=ids,
        figures=figures or {},
        at=timezone.now(),
    )
    told(club, one.pk)


@dataclass(frozen=True, slots=True)
class Committed:
    """Said once a commit, however much was told of in it."""

    club: int
    newest: int

    def __call__(self) -> None:
        from scoring.services.delivering import start_if_wanted

        try:
            send(topic(self.club), self.newest)
            start_if_wanted(self.club)
        except Exception:
            # What is written is written: who listens looks again, the sweep sends a minute later.
            log.exception("Nobody was told that there is something to be told of.")


def told(club: int, newest: int) -> None:
    """Once committed, who waits for what is told in this club hears that there is something."""
    connection = transaction.get_connection()
    outer = set(connection.savepoint_ids)
    for inner, act, _robust in connection.run_on_commit:
        if isinstance(act, Committed) and act.club == club and set(inner) <= outer:
            return
    transaction.on_commit(Committed(club, newest))


def topic(club: int) -> str:
    return f"outbox:{club}"


def numbered(club: int) -> int:
    """The last number, after everything committed was given one.

    Who holds the count gives them; what he does not see yet is committed later, and gets a
    greater number: whoever has read up to a number misses nothing that comes with a smaller one.
    """
    fresh = Outgoing.objects.filter(club_id=club, number=None).order_by("pk")
    if not fresh.exists():
        return _last(club)
    with transaction.atomic():
        OutgoingCount.objects.get_or_create(club_id=club)
        count = OutgoingCount.objects.filter(club_id=club)
        count.update(last=F("last"))
        rows = list(fresh.only("pk", "number"))
        for number, row in enumerate(rows, start=_last(club) + 1):
            row.number = number
        Outgoing.objects.bulk_update(rows, ["number"], batch_size=AT_ONCE)
        count.update(last=F("last") + len(rows))
    return _last(club)


def _last(club: int) -> int:
    found = OutgoingCount.objects.filter(club_id=club).aggregate(last=Max("last"))["last"]
    return int(found or 0)


def outbox_sweep() -> None:
    """What is older than anybody may ask for again goes, and the log of its deliveries."""
    before = timezone.now() - KEPT
    Outgoing.objects.filter(at__lt=before).exclude(number=None).delete()
    Delivery.objects.filter(at__lt=before).delete()


# What the rooms below say.


def match_started_told(*, match: Match, **_signal: Any) -> None:
    _match(Kind.MATCH_STARTED, match)


def match_changed_told(
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
    if after.over and not before.over:
        return Kind.MATCH_ENDED
    if before.over and not after.over:
        return Kind.MATCH_REOPENED
    mends = entry is not None and entry.supersedes_id is not None
    return Kind.MATCH_CORRECTED if mends else Kind.MATCH_ENTERED


def _match(kind: Kind, match: Match) -> None:
    ids = _match_ids(match)
    tell(kind, club=match.club_id, event=match.event_id, ids=ids, figures=_figures(match))


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


def matches_entered_told(*, entered: Sequence[Entered], **_signal: Any) -> None:
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
        told(made[-1].club_id, made[-1].pk)


def evening_opened_told(*, evening: Evening, **_signal: Any) -> None:
    _evening(Kind.EVENING_OPENED, evening)


def evening_signed_off_told(*, evening: Evening, **_signal: Any) -> None:
    _evening(Kind.EVENING_SIGNED_OFF, evening)


def _evening(kind: Kind, evening: Evening) -> None:
    figures: dict[str, object] = {
        "held_on": evening.held_on.isoformat(),
        "version": evening.version,
    }
    tell(kind, club=evening.club_id, ids={"evening": evening.pk}, figures=figures)


def player_changed_told(*, player: Player, **_signal: Any) -> None:
    tell(Kind.PLAYER_CHANGED, club=player.club_id, ids={"player": player.pk})


def player_anonymised_told(*, player: Player, **_signal: Any) -> None:
    tell(Kind.PLAYER_ANONYMISED, club=player.club_id, ids={"player": player.pk})


def players_merged_told(*, kept: Player, gone: Player, **_signal: Any) -> Told:
    tell(Kind.PLAYER_MERGED, club=kept.club_id, ids={"player": gone.pk, "kept": kept.pk})
    return Told()


def season_opened_told(season: Season) -> None:
    figures: dict[str, object] = {
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
    }
    _season(Kind.SEASON_OPENED, season, season.league.club_id, figures)


def standings_changed_told(season: Season) -> None:
    _season(Kind.STANDINGS_CHANGED, season, season.league.club_id, {"version": season.version})


def _season(kind: Kind, season: Season, club: int, figures: dict[str, object]) -> None:
    ids: dict[str, object] = {"season": season.pk, "league": season.league_id}
    tell(kind, club=club, event=season.pk, ids=ids, figures=figures)
