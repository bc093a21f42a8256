"""The results of an evening as plain data, the same for the page, paper, CSV, letters and API."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.utils import formats
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors.player_names import veil
from ecarte_club.core.collation import sort_key
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.matches.models import Match
from games.matches.selectors.effects import Figure, labels
from games.matches.selectors.matches import is_at_table, is_public, matches
from games.matches.selectors.player_record import SUMS, Sums, sums_of

COLUMNS = ("player_id", "player", "played", *SUMS)


@dataclass(slots=True, kw_only=True)
class ResultLine(Sums):
    """What a player did at an evening, in the matches of it that are over."""

    player: Player


@dataclass(frozen=True, slots=True)
class EveningResults:
    """`lines`: whoever came or played, best first. `over` and `unfinished`: in order of table."""

    evening: Evening
    lines: tuple[ResultLine, ...]
    over: tuple[Match, ...] = field(default=())
    unfinished: tuple[Match, ...] = field(default=())

    @property
    def hands(self) -> int:
        return sum(match.hands for match in self.over)


def evening_results(evening: Evening, *, veiled: bool = False) -> EveningResults:
    """Two queries. `veiled`: for strangers, with the names that they may know."""
    found = list(
        matches()
        .filter(evening_table__evening=evening, annulled_at=None)
        .order_by("evening_table__pk", "started_at", "pk")
    )
    came = [one.player for one in evening.attendances.select_related("player")]
    if veiled:
        veil(_players(came, found), evening.club)
    over = tuple(match for match in found if match.over)
    return EveningResults(
        evening=evening,
        lines=result_lines(_players(came, found), over),
        over=over,
        unfinished=tuple(match for match in found if not match.over),
    )


def _players(came: Iterable[Player], found: Iterable[Match]) -> list[Player]:
    """Objects, not people: the same player may be there more than once."""
    return [*came, *(player for match in found for player in (match.player_a, match.player_b))]


def result_lines(players: Iterable[Player], over: Iterable[Match]) -> tuple[ResultLine, ...]:
    """In the order of matches won, then of games won less lost, then of names."""
    lines: dict[int, ResultLine] = {}
    for player in players:
        lines.setdefault(player.pk, ResultLine(player=player))
    for match in over:
        lines[match.player_a_id].add(sums_of(match, Seat.A))
        lines[match.player_b_id].add(sums_of(match, Seat.B))
    return tuple(sorted(lines.values(), key=_order))


def _order(line: ResultLine) -> tuple[int, int, str, int]:
    difference = line.games_for - line.games_against
    return -line.won, -difference, sort_key(line.player.name), line.player.pk


def csv_rows(found: EveningResults) -> Iterator[tuple[object, ...]]:
    """A row for each line, in the order of `COLUMNS`."""
    for line in found.lines:
        figures = (getattr(line, name) for name in COLUMNS[2:])
        yield line.player.pk, line.player.name, *figures


def hide_events(matches: Iterable[Match], person: Person) -> None:
    """A season that is not public is not named to people who may not read its matches."""
    for match in matches:
        if not leads(match, person):
            match.event = None


def leads(match: Match, person: Person) -> bool:
    """Whether he may go on to the match: an evening may be public, and a match in it not."""
    return is_public(match) or person.may(Act.SEE_CLUB) or is_at_table(match, person)


LINE = ("won", "drawn", "lost", "games_for", "games_against", "kings", "voles", "hands")


def evening_figures(*, match: Match, **_signal: object) -> Iterator[Figure]:
    if match.evening_table is None:
        return
    evening, said = match.evening_table.evening, labels()
    day = formats.date_format(evening.held_on, "DATE_FORMAT")
    title = _("Results of the evening of %(day)s") % {"day": day}
    for line in evening_results(evening).lines:
        about = evening.pk, line.player.pk
        named = title, line.player.name
        for name in LINE:
            yield Figure("evening", *about, name, *named, said[name], _of_line(line, name))


def _of_line(line: ResultLine, name: str) -> int:
    return int(getattr(line, name))
