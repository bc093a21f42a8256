"""What each match that is over adds to the lines of its two players: a row for each of them."""

from collections.abc import Mapping
from typing import Final

from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.matches.models import Match
from scoring.leagues.models import Adjustment, Result
from scoring.tables.points import SHARE_FIELDS, Share

BATCH = 500
WRITTEN: Final = ("event", "opponent", "day", *SHARE_FIELDS)
# Of the first and of the second player.
Shares = tuple[Share, Share]


def result_write(event: int, match: Match, shares: Shares | None) -> None:
    """What a match of an event comes to now; None: it is not over, and adds nothing.

    Within the lock of what the event is; `match` as it was read after that.
    """
    if shares is None:
        Result.objects.filter(match=match).delete()
    else:
        _write(results_of(event, match, shares))


def results_write(event: int, shares: Mapping[int, Shares]) -> None:
    """By match, whatever there was of them before."""
    ids = list(shares)
    for start in range(0, len(ids), BATCH):
        matches = Match.objects.select_related("evening_table__evening")
        batch = matches.filter(pk__in=ids[start : start + BATCH])
        _write([row for match in batch for row in results_of(event, match, shares[match.pk])])


def _write(rows: list[Result]) -> None:
    Result.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["match", "player"], update_fields=WRITTEN
    )


def results_of(event: int, match: Match, shares: Shares) -> list[Result]:
    """Not saved: both sides. A match is of its evening's day, and else of that it began on."""
    table = match.evening_table
    day = table.evening.held_on if table else timezone.localdate(match.started_at)
    pair = match.player_ids
    return [
        Result(
            event_id=event,
            match_id=match.pk,
            player_id=player,
            opponent_id=opponent,
            day=day,
            **share._asdict(),
        )
        for player, opponent, share in zip(pair, pair[::-1], shares, strict=True)
    ]


def results_move(event: int, kept: Player, gone: Player) -> None:
    """Two players who are one, and what was ruled of either; they never met, so no match has two
    rows of one player."""
    mine = Result.objects.filter(event=event)
    mine.filter(player=gone).update(player=kept)
    mine.filter(opponent=gone).update(opponent=kept)
    Adjustment.objects.filter(event=event, player=gone).update(player=kept)
