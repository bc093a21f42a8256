"""The transcript of a table at which nothing is played any more: every deal can be checked."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid
from games.engine import fair_deal
from games.engine.notation.contests import follow
from games.engine.notation.evaluation import HandResult
from games.engine.notation.values import Hand, Stock
from games.engine.seats import Seat
from games.engine.terms import NOTHING
from games.engine.transcripts import model
from games.engine.transcripts.checks import completed
from games.engine.transcripts.files import write
from games.engine.transcripts.notation import contests, notation
from games.matches.models import Match
from games.matches.selectors.reading import terms
from games.online.models import Action, ChainEnd, ChainLink, Draw, OnlineTable

from .tables import of_match, players_of, table_now

MATCHES_AT_ONCE = 32
NONE = model.Results((), (), NOTHING, NOTHING, None, "played")


def transcript_of(table: OnlineTable) -> model.Transcript:
    """Raises: Invalid as long as the server's links are not open."""
    if table.match is None or not table.opened_link:
        text = _("The transcript is made when the match is over, or its table closed.")
        raise Invalid("no_transcript", text)
    draws = list(Draw.objects.filter(table=table).order_by("number"))
    players = players_of(table)
    bare = model.Transcript(
        match=str(table.match.pk),
        players=(
            _player(players[Seat.A]),
            _player(players[Seat.B]),
        ),
        agreed=model.Agreed(terms(table.match), table.second_proposal),
        ends=(bytes.fromhex(table.server_end), _ends(table, "a"), _ends(table, "b")),
        draws=tuple(_draws(table, draws)),
        lines=tuple(
            model.Line(one.text, _time(one.at), bytes.fromhex(one.head))
            for one in Action.objects.filter(table=table).order_by("number")
        ),
        results=NONE,
        head=fair_deal.FIRST_HEAD,
    )
    return completed(bare)


def _player(player: Player | None) -> model.Player:
    return model.Player(str(player), robot=bool(player and player.robot))


def _time(at: datetime) -> str:
    """In UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _ends(table: OnlineTable, seat: str) -> tuple[model.End, ...]:
    """Without those that gave way to another one before they held."""
    rows = ChainEnd.objects.filter(table=table, seat=seat).order_by("pk")
    latest = {row.number: bytes.fromhex(row.end) for row in rows}
    return tuple(model.End(number, end) for number, end in latest.items())


def _draws(table: OnlineTable, draws: list[Draw]) -> list[model.Draw]:
    opened, links = bytes.fromhex(table.opened_link), {}
    for row in ChainLink.objects.filter(table=table):
        links[row.number, row.seat] = bytes.fromhex(row.link)
    last = draws[-1].number if draws else 0
    # A robot has no chain.
    bare = {
        seat.value: fair_deal.NO_LINK
        for seat, player in players_of(table).items()
        if player and player.robot
    }
    return [
        model.Draw(
            number=draw.number,
            kind=model.DrawKind(draw.kind),
            links=(
                fair_deal.hashed(opened, last - draw.number),
                links.get((draw.number, "a"), bare.get("a")),
                links.get((draw.number, "b"), bare.get("b")),
            ),
            missing=tuple(draw.missing),
        )
        for draw in draws
    ]


def full_hands(*, match: Match, **_question: object) -> dict[int, HandResult]:
    """Empty as long as the server's links are not open."""
    table = of_match(match)
    if table is None or not table.opened_link:
        return {}
    played = Draw.objects.filter(table=table, entry__isnull=False).order_by("number")
    numbers = list(played.values_list("entry__number", flat=True))
    results = _hands(table.pk, table.opened_link)
    return dict(zip(numbers, results, strict=True)) if len(numbers) == len(results) else {}


# Each step of a replay reads them, and what is opened never changes.
@lru_cache(MATCHES_AT_ONCE)
def _hands(pk: int, _opened: str) -> tuple[HandResult, ...]:
    return tuple(
        replace(result, hand=_without_stock(result.hand))
        for contest in contests(transcript_of(table_now(pk)))
        for result in follow(contest)
        if result.record is not None
    )


def _without_stock(hand: Hand) -> Hand:
    return replace(hand, steps=tuple(step for step in hand.steps if not isinstance(step, Stock)))


def transcript_file(table: OnlineTable) -> str:
    return write(transcript_of(table))


def notation_file(table: OnlineTable) -> str:
    return notation(transcript_of(table))
