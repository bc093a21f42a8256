"""Another deal, which somebody at a table online cannot tell from the true one: what they saw is in
it as well, and every action that was done is as legal.

A deal is told from another by which card lies where, so it is a permutation of the cards that
leaves those in place that the viewer saw.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from unittest.mock import patch

from django.db import connection

from ecarte_club.core.append_only import deletable
from games.engine.cards import NAMES, PACK, Card, card
from games.engine.codes import CODES
from games.engine.hand import apply, begin, out_of_time
from games.engine.hand.legality import actor
from games.engine.hand.state import Deal, State
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import Score
from games.engine.transcripts.acts import Annulled, Done, TimeOver, read, text
from games.online.hidden import Links
from games.online.models import Action, ChainLink, Draw, OnlineTable
from games.online.selectors.tables import ORDERS_BY_TEXT

Pack = tuple[Card, ...]
Moves = Mapping[Card, Card]
TRIES = 400
LATEST = 3
"""Draws that are dealt otherwise: nothing reads those before."""

true_pack: Callable[[Links], Pack] = Links._pack


class ImpossibleError(Exception):
    """Somebody else would have had to do it."""


@dataclass(slots=True)
class World:
    """`packs`: by the number of their draw. `texts`: of actions, by id. `moves`: of the last hand.
    `is_other`: whether any card lies elsewhere."""

    packs: dict[int, Pack] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    moves: Moves = field(default_factory=dict)

    @property
    def is_other(self) -> bool:
        return any(one != other for one, other in self.moves.items())

    def act(self, act: str) -> str:
        """The same cards discarded, by their places."""
        if not act.startswith("-"):
            return act
        return "-" + " ".join(NAMES[self.moves.get(one, one)] for one in map(card, act[1:].split()))


def pack_of(table: OnlineTable, number: int) -> Pack:
    links = dict(ChainLink.objects.filter(table=table, number=number).values_list("seat", "link"))
    match = table.match_id or 0
    return true_pack(
        Links(table.nonce, table.server_end, match, number, links.get("a", ""), links.get("b", ""))
    )


def another(table: OnlineTable, seat: Seat | None, random: Random) -> World:
    """As good as the true one for the player at `seat`, and for who sees no hand where it is None.

    The cards of a draw stay where they are if no other deal is found."""
    world = World()
    draws = Draw.objects.filter(table=table, missing="").order_by("-number")[:LATEST]
    for draw in reversed(draws):
        pack = pack_of(table, draw.number)
        actions = list(Action.objects.filter(draw=draw).order_by("number"))
        acts = [read(one.text) for one in actions]
        if draw.kind == Draw.Kind.CUT:
            moves = _shuffled(set(pack[:2]), random)
        else:
            moves = _legal_moves(table, draw, pack, acts, seat, random)
        world.packs[draw.number] = tuple(moves[one] for one in pack)
        world.moves = moves
        for action, act in zip(actions, acts, strict=True):
            if isinstance(act, Done) and isinstance(act.action, tuple):
                world.texts[action.pk] = text(Done(act.seat, _moved(moves, act.action)))
    return world


def _moved(moves: Moves, cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(moves[one] for one in cards))


def _legal_moves(
    table: OnlineTable,
    draw: Draw,
    pack: Pack,
    acts: Sequence[object],
    seat: Seat | None,
    random: Random,
) -> Moves:
    same = {one: one for one in PACK}
    seen: set[Card] = set()
    for state in _states(table, draw, pack, acts, same):
        seen.update(() if seat is None else state.hand(seat))
        seen.update(() if state.turn_up is None else (state.turn_up,))
    seen.update(act.action for act in acts if isinstance(act, Done) and isinstance(act.action, int))
    for _try in range(TRIES):
        moves = _shuffled(seen, random)
        try:
            for _state in _states(table, draw, pack, acts, moves):
                pass
        except (RefusalError, ImpossibleError):
            continue
        return moves
    return same


def _shuffled(seen: set[Card], random: Random) -> Moves:
    unseen = [one for one in PACK if one not in seen]
    places = random.sample(unseen, len(unseen))
    return {**{one: one for one in PACK}, **dict(zip(unseen, places, strict=True))}


def _states(
    table: OnlineTable, draw: Draw, pack: Pack, acts: Sequence[object], moves: Moves
) -> Iterator[State]:
    """After the deal, and after each action. Raises: RefusalError for an action that is illegal;
    ImpossibleError for one of the other player, as a king that is announced may be."""
    assert table.match is not None
    score, second = Score(draw.score_a, draw.score_b), table.second_proposal
    code = CODES[table.match.code]
    state = begin(code, score=score, dealer=Seat(draw.dealer), second_proposal=second)
    state, _ = apply(state, Deal(tuple(moves[one] for one in pack), ORDERS_BY_TEXT[draw.order]))
    yield state
    for act in acts:
        if isinstance(act, Done):
            what = act.action
            done = _moved(moves, what) if isinstance(what, tuple) else what
            if actor(state, done) not in (act.seat, None):
                raise ImpossibleError
            state, _ = apply(state, done)
        elif isinstance(act, TimeOver):
            state, _ = out_of_time(state)
        elif isinstance(act, Annulled):
            return
        yield state


@contextmanager
def dealt_as(world: World) -> Iterator[None]:
    """Within a transaction that is undone afterwards."""

    def pack(links: Links) -> Pack:
        return world.packs.get(links._number) or true_pack(links)

    with deletable([Action._meta.db_table]), connection.cursor() as cursor:
        for pk, line in world.texts.items():
            cursor.execute("UPDATE online_action SET text = %s WHERE id = %s", [line, pk])
    with patch.object(Links, "_pack", pack):
        yield
