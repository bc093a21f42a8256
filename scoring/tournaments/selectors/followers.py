"""A tournament on the pages of its matches and contests."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent
from games.evenings.models import Evening
from games.matches.changes import DrawnPairing, Engagement, NextStep
from games.matches.models import Match
from games.matches.selectors.effects import Figure, labels
from scoring.contests.models import Contest
from scoring.leagues.changes import HomeLine, HomePart
from scoring.leagues.models import Fixture, Round
from scoring.leagues.selectors.due import fixture_of
from scoring.tables.table import Line
from scoring.tournaments.labels import slot_name
from scoring.tournaments.models import Pool, PoolMember, Tournament
from scoring.tournaments.rules import brackets, knockout
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.stages import Fixture as Planned
from scoring.tournaments.rules.stages import Slot

from . import draws, stage_states
from .berger import deals_first
from .progress import Progress, progress_of
from .reading import tournament_for

PAIRINGS_MOST = 3
SUMS = ("played", "won", "drawn", "lost", "games_for", "games_against")


def tournament_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Of everybody in the table, or in those of the groups; and of every place of the tree."""
    found = Tournament.objects.filter(pk=match.event_id or 0).select_related("event").first()
    if found is None:
        return []
    now = progress_of(found)
    names = {one.player_id: one.player.name for one in now.entrants}
    return [*_of_tables(now, names), *_of_tree(now, names)]


def _of_tables(now: Progress, names: dict[int, str]) -> Iterator[Figure]:
    """A knock-out alone has none."""
    found = now.tournament
    if found.kind == Kind.KNOCKOUT:
        return
    said, title = labels(), found.event.name
    for table in draws.tables(now) if found.kind == Kind.GROUPS else (now.standing,):
        for line in table.lines:
            about = (found.pk, line.entrant)
            for name, value in _figures(line):
                named = (title, names[line.entrant], said[name])
                yield Figure("tournament", *about, name, *named, value)


def _figures(line: Line) -> Iterator[tuple[str, int]]:
    yield from (("rank", line.rank), ("points", line.points))
    for name in SUMS:
        yield name, getattr(line.share, name)


def _of_tree(now: Progress, names: dict[int, str]) -> Iterator[Figure]:
    """Who meets there and who wins, as far as it is known; nothing before the draw is published."""
    if not now.has_tree:
        return
    state, event = stage_states.tree_state(now), now.tournament.event
    title = _("%(tournament)s, the tree") % {"tournament": event.name}
    rounds = brackets.rounds(len(state.places))
    for one in knockout.fixtures(state):
        where = slot_name(one.slot, rounds)
        for name, label, player in _of_place(one):
            if player is not None:
                figure = ("tree", event.pk, row_of(one.slot), name)
                yield Figure(*figure, title, where, label, player, names[player])


def _of_place(one: Planned) -> Iterator[tuple[str, str, int | None]]:
    home, away = one.sides
    yield "home", _("first player"), home
    yield "away", _("second player"), away
    yield "winner", _("winner"), one.winner


def row_of(slot: Slot) -> int:
    return slot.part * 10**6 + slot.round * 10**4 + slot.number


def pool_figures(*, contest: Contest, **_signal: object) -> Iterator[Figure]:
    """Who goes on in the tournament that the contest is a pool of."""
    rows = Pool.objects.filter(contest=contest.pk).select_related("round__event", "winner")
    if (row := rows.first()) is not None:
        event, of = row.round.event, _("Pool %(number)s") % {"number": row.number}
        label, won = pgettext("figure", "winner"), row.winner.name if row.winner else ""
        yield Figure("tournament", event.pk, row.pk, "winner", event.name, of, label, won)


def round_engagements(*, evening: Evening, veiled: bool, **_signal: Any) -> list[Engagement]:
    """Of rounds that are in play at the evening: whoever is still to play in them, or plays
    elsewhere than at its tables."""
    rounds = {one.pk: one for one in _running.rows(evening=evening.pk)}
    if not rounds:
        return []
    waiting: dict[int, set[int]] = {pk: set() for pk in rounds}
    elsewhere = Q(match__over=False, match__stopped="", match__evening_table=None)
    to_play = Q(match=None, award="") | elsewhere
    fixtures = Fixture.objects.filter(to_play, round__in=rounds, away__isnull=False).order_by()
    for pk, *pair in fixtures.values_list("round", "home", "away"):
        waiting[pk].update(pair)
    members = PoolMember.objects.filter(pool__round__in=rounds, pool__contest=None, pool__how="")
    for pk, player in members.order_by().values_list("pool__round", "player"):
        waiting[pk].add(player)
    return [
        Engagement(
            _round_name(rounds[pk], veiled),
            frozenset(ids),
            event_id=rounds[pk].event_id,
            address=_round_address(evening.club, rounds[pk]),
        )
        for pk, ids in waiting.items()
        if ids
    ]


def _rounds_at(evening: int) -> QuerySet[Round]:
    at_tables = Q(fixtures__match__evening_table__evening=evening)
    at_tables |= Q(pools__contest__evening=evening)
    running = Round.objects.filter(
        at_tables,
        event__tournament__state=Tournament.State.RUNNING,
        published_at__isnull=False,
    )
    return running.select_related("event").order_by("pk").distinct()


_running = Composed(_rounds_at, evening=int)


def _round_address(club: Club, row: Round) -> str:
    return reverse("tournament_round", args=(club.slug, row.event_id, row.number))


def _round_name(row: Round, veiled: bool) -> str:
    """The public does not learn of a tournament that is not for it."""
    if veiled and not row.event.public:
        return _("A tournament")
    return _("%(tournament)s, round %(round)s") % {
        "tournament": row.event.name,
        "round": row.number,
    }


def meeting_follows(*, match: Match, person: Person, **_signal: Any) -> NextStep | None:
    """The round that it is of; who sees the match sees its tournament."""
    if match.event is None or not match.event.drawn:
        return None
    found = fixture_of(match)
    if found is None:
        return None
    number = found.round.number
    address = reverse("tournament_round", args=(match.club.slug, match.event_id, number))
    return NextStep("", address, _("Round %(number)s") % {"number": number})


def tournament_lines(*, club: Club, person: Person, **_question: Any) -> Iterator[HomeLine]:
    """The pairings that the reader has not begun to play."""
    player = person.player_id
    if player is None or person.user_id is None or not person.may(Act.SEE_CLUB):
        return
    own = Fixture.objects.filter(Q(home=player) | Q(away=player), match=None, award="")
    rows = own.filter(
        event__tournament__isnull=False,
        event__club=club,
        away__isnull=False,
        round__published_at__isnull=False,
    )
    for one in rows.select_related("event", "round", "home", "away").order_by("pk")[:PAIRINGS_MOST]:
        other = one.away if one.home_id == player else one.home
        if other is None:
            continue
        number = one.round.number
        address = reverse("tournament_round", args=(club.slug, one.event_id, number))
        note = _("%(tournament)s, round %(number)s") % {
            "tournament": one.event.name,
            "number": number,
        }
        yield HomeLine(HomePart.NEXT, other.name, note, address)


def pairing_drawn(
    *, event_id: int, player_ids: Collection[int], fixture_id: int | None, **_question: Any
) -> DrawnPairing | None:
    """Published, and neither begun nor decided."""
    rows = Fixture.objects.filter(
        event=event_id,
        event__tournament__isnull=False,
        home__in=player_ids,
        away__in=player_ids,
        match=None,
        award="",
        round__published_at__isnull=False,
    )
    if fixture_id is not None:
        rows = rows.filter(pk=fixture_id)
    one = rows.select_related("event__tournament", "round").order_by("round__number", "pk").first()
    if one is None or one.away_id is None:
        return None
    title = _("%(tournament)s, round %(number)s") % {
        "tournament": one.event.name,
        "number": one.round.number,
    }
    first = deals_first(one.event.tournament, one)
    return DrawnPairing(title, one.home_id, one.away_id, first)


def pool_played(*, contest: Contest, person: Person, **_signal: Any) -> Pool | None:
    """The pool of a tournament that a contest is played as, for those who may see it."""
    row = Pool.objects.filter(contest=contest.pk).select_related("round__event").first()
    if row is None or not (row.round.event.public or person.may(Act.SEE_CLUB)):
        return None
    return row


def tournament_address(*, event_id: int, slug: str, actor: Actor, **_signal: Any) -> str:
    """Of an event that is no season. Raises: Absent; Denied."""
    found, _person = tournament_for(actor, event_id)
    if found.event.club.slug != slug:
        raise Absent
    return reverse("tournament", args=(slug, event_id))
