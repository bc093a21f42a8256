"""Tables online, and where the play at one of them stands."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, cast

from django.db.models import Model, Q, QuerySet

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent
from games.engine.cards import card, rank
from games.engine.codes import Code, HighestCut
from games.engine.hand.state import ORDERS, THREE_TWO, Order
from games.engine.notation.tokens import order_text
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Score
from games.matches.models import Match
from games.matches.selectors import matches
from games.matches.selectors.notation import orders_of
from games.matches.selectors.reading import read, terms
from games.online.changes import match_backers
from games.online.hidden import HiddenHand, Links
from games.online.models import Action, ChainEnd, ChainLink, Clock, Draw, OnlineTable

from .presence import Presence, present

AHEAD = 4
"""Draws for which a device may open its links before they are due."""
LINKS_READ = 4 * (AHEAD + 2)
ORDERS_BY_TEXT: Mapping[str, Order] = {order_text(order): order for order in ORDERS}

# Days for an action; or a robot, which waits as long as one likes.
KEEPS_NOBODY = Q(clock=Clock.DAYS) | ~Q(match__player_a__robot="", match__player_b__robot="")

FRAME = ("club", "host", "guest", "event", "opened_by")
MATCH_FRAME = tuple(f"match__{name}" for name in matches.FRAME)


@dataclass(frozen=True, slots=True)
class Backing:
    """A stake on one side of a match. `sees`: that hand, and points."""

    seat: str
    sees: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The next draw, and the seats whose links it waits for."""

    number: int
    kind: str
    missing: tuple[Seat, ...]


def tables() -> QuerySet[OnlineTable]:
    return OnlineTable.objects.select_related(*FRAME, *MATCH_FRAME)


_table = Composed(lambda pk: tables().filter(pk=pk).order_by(), pk=int)
_table_id_of_match = Composed(
    lambda match: OnlineTable.objects.filter(match=match).values_list("pk").order_by(), match=int
)
_table_of_match = Composed(lambda match: tables().filter(match=match).order_by(), match=int)
# Of what changes while somebody plays; players, club and event were read before.
_table_and_match = Composed(
    lambda pk: OnlineTable.objects.select_related("match").filter(pk=pk).order_by(), pk=int
)
_version = Composed(
    lambda pk, version: OnlineTable.objects.only("pk").filter(pk=pk, version=version).order_by(),
    pk=int,
    version=int,
)
_draws = Composed(lambda table: Draw.objects.filter(table=table).order_by("-number")[:8], table=int)
_actions = Composed(
    lambda table, since: (Action.objects.filter(table=table, number__gt=since).order_by("number")),
    table=int,
    since=int,
)
_last_action = Composed(
    lambda table: Action.objects.filter(table=table).order_by("-number")[:1], table=int
)
_ends = Composed(lambda table: ChainEnd.objects.filter(table=table).order_by("pk"), table=int)
_links = Composed(
    lambda table: ChainLink.objects.filter(table=table).order_by("-number")[:LINKS_READ], table=int
)


def table_now(pk: int) -> OnlineTable:
    """As it is now. Raises: Absent."""
    found = _table.first(pk=pk)
    if found is None:
        raise Absent
    return found


def is_current(read_before: OnlineTable) -> bool:
    """Whether nothing has changed it since. What several queries read is otherwise not the state
    of one version."""
    return _version.first(pk=read_before.pk, version=read_before.version) is not None


def read_again(known: OnlineTable) -> OnlineTable:
    """The table and its match as they are now, with the players, the club and the event that were
    read with it. Raises: Absent."""
    found = _table_and_match.first(pk=known.pk)
    if found is None:
        raise Absent
    if found.match is None or known.match is None or known.match.pk != found.match.pk:
        return table_now(known.pk)
    copy_related(known, found, FRAME)
    copy_related(known.match, found.match, matches.FRAME)
    return found


def copy_related(known: Model, found: Model, paths: Iterable[str]) -> None:
    """What is read with a row, where it still refers to the same; no name that was veiled."""
    for name in {path.partition("__")[0] for path in paths}:
        field: Any = found._meta.get_field(name)
        is_same = getattr(known, field.attname) == getattr(found, field.attname)
        value = field.get_cached_value(known, default=None)
        if is_same and value is not None and not getattr(value, "is_veiled", False):
            field.set_cached_value(found, value)


def table(actor: Actor, pk: int) -> tuple[OnlineTable, Person]:
    """Raises: Absent when there is none, or it is not for them."""
    found = table_now(pk)
    somebody = person(actor, found.club_id)
    if found.match is None:
        require(somebody, Act.SEE_CLUB)
        return found, somebody
    is_public = matches.is_public(found.match)
    require(somebody, Act.SEE_PUBLIC if is_public else Act.SEE_CLUB)
    if not found.spectators and seat_of(found, somebody) is None and not may_direct(somebody):
        raise Absent
    if not matches.sees_names(found.match, somebody):
        matches.veil(found.match)
    return found, somebody


def by_code_word(word: str) -> OnlineTable:
    """Raises: Absent."""
    found = tables().filter(code_word=word).first()
    if found is None:
        raise Absent
    return found


def in_club(club_id: int, somebody: Person) -> QuerySet[OnlineTable]:
    """Those that a person may see, the newest first."""
    found = tables().filter(club=club_id)
    if somebody.may(Act.SEE_CLUB):
        watched = Q(spectators=True) | Q(match__player_a=somebody.player_id)
        watched |= Q(match__player_b=somebody.player_id) | Q(match=None)
        return found if may_direct(somebody) else found.filter(watched)
    return found.filter(spectators=True, match__event__public=True, club__public=True)


def of_match(match: Match) -> OnlineTable | None:
    return _table_of_match.first(match=match.pk)


def is_online(match_id: int) -> bool:
    """Every hand entered asks and every page of a match, and most are of matches that are not."""
    return bool(_table_id_of_match.tuples(match=match_id))


def is_practice(match: Match) -> bool:
    """Against a robot, and it counts nowhere."""
    return match.has_robot and match.event_id is None and not match.is_rated


def correspondence(*, match_ids: Collection[int], **_question: object) -> set[int]:
    tables = OnlineTable.objects.filter(KEEPS_NOBODY, match__in=match_ids).order_by()
    return {pk for pk in tables.values_list("match", flat=True) if pk is not None}


def may_direct(somebody: Person) -> bool:
    return somebody.may(Act.CORRECT)


def seat_of(table: OnlineTable, somebody: Person) -> Seat | None:
    """Where they sit; nobody sits by a table's code."""
    if somebody.user_id is None or somebody.player_id is None:
        return None
    seats = {player.pk: seat for seat, player in players_of(table).items() if player}
    return seats.get(somebody.player_id)


def players_of(table: OnlineTable) -> dict[Seat, Player | None]:
    if table.match is not None:
        return {Seat.A: table.match.player_a, Seat.B: table.match.player_b}
    return {Seat.A: table.host, Seat.B: table.guest}


def backing_of(table: OnlineTable, somebody: Person) -> Backing | None:
    if table.match is None or somebody.player_id is None or somebody.user_id is None:
        return None
    return backers_of(table.match).get(somebody.player_id)


def backers_of(match: Match) -> dict[int, Backing]:
    backers: dict[int, Backing] = {}
    for answer in match_backers.ask(match=match):
        backers.update(answer)
    return backers


class Play:
    """A table that has a match, and how it is played: read at once, and worked out when needed."""

    def __init__(self, table: OnlineTable) -> None:
        self.table, self.match = table, cast(Match, table.match)
        draws = _draws.rows(table=table.pk)
        self.number = draws[0].number if draws else 0
        self.draws = draws
        alive = [one for one in draws if not one.missing]
        self.draw = alive[0] if alive else None
        since = self.draw.acts_before if self.draw else 0
        self.actions = _actions.rows(table=table.pk, since=since)

    @property
    def cuts(self) -> list[Draw]:
        """The latest ones, before the hand that is or will be dealt; the first one first."""
        alive = [one for one in self.draws if not one.missing]
        rest = alive[1:] if alive and alive[0].kind == Draw.Kind.HAND else alive
        return list(takewhile(lambda one: one.kind == Draw.Kind.CUT, rest))[::-1]

    def forget(self, *names: str) -> None:
        """What was worked out before a change."""
        for name in names:
            self.__dict__.pop(name, None)

    @cached_property
    def ends(self) -> dict[str, ChainEnd]:
        """The latest of each seat."""
        return {end.seat: end for end in _ends.rows(table=self.table.pk)}

    @cached_property
    def links(self) -> dict[str, dict[int, str]]:
        found: dict[str, dict[int, str]] = {"a": {}, "b": {}}
        for row in _links.rows(table=self.table.pk):
            found[row.seat][row.number] = row.link
        return found

    @cached_property
    def here(self) -> Mapping[Seat, Presence]:
        """Which players look at the table."""
        return present(self.table.pk)

    @cached_property
    def robot(self) -> Seat | None:
        """Where a robot sits. It has no chain: its links are empty (docs/deal.md)."""
        seats = players_of(self.table)
        return next((seat for seat, player in seats.items() if player and player.robot), None)

    @cached_property
    def code(self) -> Code:
        return terms(self.match).code

    @cached_property
    def state(self) -> MatchState:
        return read(self.match).state

    @property
    def is_playing(self) -> bool:
        return self.table.status == OnlineTable.Status.PLAYING and matches.is_in_play(self.match)

    @property
    def last_action(self) -> Action | None:
        if self.actions:
            return self.actions[-1]
        return _last_action.first(table=self.table.pk)

    @property
    def has_hand_in_play(self) -> bool:
        draw = self.draw
        return draw is not None and draw.kind == Draw.Kind.HAND and draw.ended_at is None

    @cached_property
    def hand(self) -> HiddenHand | None:
        """The one in play, or the last one until the next draw."""
        draw = self.draw
        if draw is None or draw.kind != Draw.Kind.HAND:
            return None
        lines = [one.text for one in self.actions if one.draw_id == draw.pk]
        return self.dealt(draw).after_lines(lines)

    def dealt(self, draw: Draw) -> HiddenHand:
        score = Score(draw.score_a, draw.score_b)
        order = ORDERS_BY_TEXT[draw.order]
        second = self.table.second_proposal
        links = self.links_of(draw.number)
        return links.hand(self.code, score, Seat(draw.dealer), order, second_proposal=second)

    def links_of(self, number: int) -> Links:
        table = self.table
        a, b = (self.links[seat].get(number, "") for seat in "ab")
        return Links(table.nonce, table.server_end, self.match.pk, number, a, b)

    @property
    def current(self) -> Draw:
        """Raises: LookupError where nothing was drawn yet."""
        if self.draw is None:
            raise LookupError
        return self.draw

    @property
    def current_hand(self) -> HiddenHand:
        """Raises: LookupError where none was dealt."""
        if self.hand is None:
            raise LookupError
        return self.hand

    @property
    def chooser(self) -> Seat | None:
        """Who is to choose the first dealer, after a cut."""
        draw = self.draw
        if draw is None or draw.kind != Draw.Kind.CUT or draw.dealer or not self.is_playing:
            return None
        return highest(draw) if self.code.highest_cut.value is HighestCut.CHOOSES else None

    @property
    def was_annulled(self) -> bool:
        """Whether the last hand was, so that nothing more is done in it."""
        draw = self.draw
        return draw is not None and draw.ended_at is not None and draw.entry_id is None

    @property
    def was_played_elsewhere(self) -> bool:
        """Whether the match went on without this table since its last hand."""
        return self.match.version != self.table.match_version

    @cached_property
    def dealer(self) -> Seat | None:
        """Of the next hand; None where they are to cut for it."""
        draw = self.draw
        known = self.state.dealer
        if known is not None and (draw is None or draw.entry_id or self.was_played_elsewhere):
            return known
        if draw is not None and draw.dealer and not draw.entry_id and not self.was_played_elsewhere:
            return Seat(draw.dealer)
        return known

    @property
    def order(self) -> Order:
        """How the next dealer deals: as before in this game."""
        a, b = orders_of(self.state)
        return (a if self.dealer is Seat.A else b) or THREE_TWO

    @cached_property
    def waiting(self) -> Waiting | None:
        """For which draw links are waited for; none while a hand is in play, somebody chooses, or
        the chain of a device is not known."""
        if not self.is_playing or self.has_hand_in_play or self.chooser is not None:
            return None
        devices = [seat for seat in Seat if seat is not self.robot]
        if any(seat.value not in self.ends for seat in devices):
            return None
        number = self.number + 1
        missing = tuple(seat for seat in devices if number not in self.links[seat.value])
        kind = Draw.Kind.HAND if self.dealer else Draw.Kind.CUT
        return Waiting(number, kind, missing)

    @property
    def to_act(self) -> Seat | None:
        """Whose clock runs: a player's turn, or the only one whose link the next draw waits for."""
        if not self.is_playing:
            return None
        if self.has_hand_in_play and self.hand is not None:
            return self.hand.to_act
        if self.chooser is not None:
            return self.chooser
        waiting = self.waiting
        return waiting.missing[0] if waiting and len(waiting.missing) == 1 else None


def highest(draw: Draw) -> Seat | None:
    """Who cut the higher card; nobody where they are equal."""
    a, b = (rank(card(name)) for name in draw.cards.split(","))
    return None if a == b else Seat.A if a > b else Seat.B


def veil_tables(found: Sequence[OnlineTable], somebody: Person) -> None:
    """Strangers know no more of names than they may."""
    if player_names.sees_names(somebody):
        return
    for row in found:
        players = [player for player in players_of(row).values() if player]
        player_names.veil(players, row.club)
