"""The pairings of a round, as pages and programs read them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils.functional import Promise

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.exceptions import Absent
from games.matches.models import Match
from scoring.leagues.models import Entrant, Fixture
from scoring.tournaments import labels
from scoring.tournaments.labels import Explanation
from scoring.tournaments.models import Tournament

from .berger import group_of, group_rounds
from .progress import is_open
from .reading import Named, Query, Reading

PAIRS = 50
"""Of a round, on a page."""
AWARDS = (Fixture.Award.HOME, Fixture.Award.AWAY, Fixture.Award.BOTH_ABSENT)


@dataclass(frozen=True, slots=True)
class Pairing:
    """`home` deals first in a Swiss. `score` is the home player's first; empty without a match.
    `match_winner`: of a match that is over; `winner`: by a walkover too. `decision`: what was
    decided without play, and `why` the two were drawn."""

    fixture: Fixture
    home: Named
    away: Named | None
    score: str
    match_winner: int | None
    decision: str | Promise
    why: list[Explanation]
    is_yours: bool
    group: int | None = None

    @property
    def winner(self) -> int | None:
        if self.fixture.award == Fixture.Award.HOME:
            return self.fixture.home_id
        return (
            self.fixture.away_id if self.fixture.award == Fixture.Award.AWAY else self.match_winner
        )

    @property
    def is_over(self) -> bool:
        return not is_open(self.fixture)

    @property
    def waits(self) -> bool:
        """It has not started."""
        return is_open(self.fixture) and self.fixture.match_id is None

    @property
    def is_award(self) -> bool:
        return self.fixture.award in AWARDS

    @property
    def is_begun_alone(self) -> bool:
        """And nothing is entered."""
        return self.fixture.match is not None and not self.fixture.match.version


def pairings(reading: Reading, number: int, you: int | None) -> list[Pairing]:
    """The reader's own first, then by their numbers."""
    return [_pairing(reading, one, you) for one in _own_first(reading.fixtures(number), you)]


@dataclass(frozen=True, slots=True)
class PairingPage:
    """`total`: pairings of the round, whoever was asked for."""

    page: Page[Fixture]
    pairings: list[Pairing]
    total: int


def pairing_page(reading: Reading, number: int, you: int | None, query: Query) -> PairingPage:
    every = _own_first(reading.fixtures(number), you)
    found = [
        one
        for one in every
        if any(query.finds(reading.names[pk]) for pk in (one.home_id, one.away_id) if pk)
    ]
    page = Paginator(found, PAIRS).get_page(query.page)
    return PairingPage(page, [_pairing(reading, one, you) for one in page], len(every))


def _own_first(rows: Sequence[Fixture], you: int | None) -> list[Fixture]:
    return sorted(rows, key=lambda one: you is None or you not in (one.home_id, one.away_id))


def _pairing(reading: Reading, one: Fixture, you: int | None) -> Pairing:
    return pairing(one, reading.names, group=reading.progress.group_of(one), you=you)


def pairing(
    one: Fixture, names: Mapping[int, str], *, group: int | None, you: int | None = None
) -> Pairing:
    """`names`: of those it names."""
    match = one.match
    winner = None
    if match is not None and match.over and match.winner:
        winner = match.player_a_id if match.winner == "a" else match.player_b_id
    return Pairing(
        fixture=one,
        home=Named(one.home_id, names[one.home_id]),
        away=Named(one.away_id, names[one.away_id]) if one.away_id else None,
        score=score(match, one.home_id) if match else "",
        match_winner=winner,
        decision=labels.award(one, names),
        why=labels.explanations(one.why, names),
        is_yours=you is not None and you in (one.home_id, one.away_id),
        group=group,
    )


def score(match: Match, home: int) -> str:
    a, b = match.result if match.player_a_id == home else match.result[::-1]
    return f"{a}–{b}"


def fixtures_of(found: Tournament, person: Person, number: int) -> QuerySet[Fixture]:
    """Of a round that the person may see, in the order of their numbers. Raises: Absent."""
    seen = Q(published_at__isnull=False)
    if person.may(Act.RUN_SEASON):
        seen |= Q(drawn_at__isnull=False)
    row = found.event.rounds.filter(seen, number=number).first()
    if row is None:
        raise Absent
    return row.fixtures.select_related("round", "match").order_by("number", "pk")


def pairings_among(found: Tournament, person: Person, rows: Sequence[Fixture]) -> list[Pairing]:
    """The pairings of a few fixtures: the others are not read."""
    ids = {
        pk
        for one in rows
        for pk in (one.home_id, one.away_id, *(player for _code, player, _figures in one.why))
    }
    club = found.event.club
    names = {
        one.pk: player_names.visible_name(one, club, person)
        for one in Player.objects.filter(pk__in=ids - {None})
    }
    before = group_rounds(found, Entrant.objects.filter(event=found.pk).count())
    return [pairing(one, names, group=group_of(found, one, before)) for one in rows]
