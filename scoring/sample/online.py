"""Tables online: one in play that everybody may watch, a match by correspondence, one that is over
and can be verified, and an open seat.

Cards are drawn from the site's key, as at every table online: they differ from site to site.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.permissions import Person
from games.engine import fair_deal
from games.engine.cards import NAMES
from games.engine.hand.state import Phase, Say
from games.engine.hand.views import View
from games.engine.seats import Seat
from games.engine.terms import FormatKind
from games.matches.services.matches import MatchTerms
from games.online.models import Clock, OnlineTable
from games.online.selectors.tables import Play, tables
from games.online.services.acting import action_do
from games.online.services.chains import chain_publish, links_open
from games.online.services.tables import table_accept, table_open

from .evenings import clock_at
from .hands import best_lead, cheapest, discard, jeu_de_regle

SEED = 1876
ONE_GAME = MatchTerms(format=FormatKind.ONE_GAME.value, games=1)
STEPS_MOST = 2000
FINISHED, LETTERS, IN_PLAY = timedelta(days=2), timedelta(hours=30), timedelta(hours=2)
HANDS_BEFORE = 2


def tables_online(
    *, season: int, at_club: tuple[Person, Person], at_home: tuple[Person, Person]
) -> None:
    """`at_club`: two who play at the club tonight; `at_home`: two who do not. `season`: of the
    match in play, which is therefore public."""
    members = {one.player_id or 0: one for one in (*at_club, *at_home)}
    devices = Devices(Random(SEED), members)  # noqa: S311  (seeds of devices that nobody holds)
    host, guest = at_home
    reader = at_club[0].player_id
    now = timezone.now()

    def begun(by: Person, opposite: Person, **agreed: Any) -> OnlineTable:
        table = table_open(by=by, guest=opposite.player_id, **agreed)
        table = table_accept(by=opposite, table=table)
        devices.open(table)
        return table

    def waits_for_reader(play: Play) -> bool:
        seat = play.to_act if play.has_hand_in_play else None
        return seat is not None and bool(play.match.hands) and _player(play, seat) == reader

    def is_at_second_trick(play: Play) -> bool:
        if play.hand is None or not play.has_hand_in_play or play.match.hands < HANDS_BEFORE:
            return False
        tricks = play.hand.view(None).tricks
        return tricks.a + tricks.b > 0

    with clock_at(now - FINISHED):
        devices.play(begun(host, at_club[1], terms=ONE_GAME))
    with clock_at(now - LETTERS):
        slow = begun(guest, at_club[0], terms=ONE_GAME, clock=Clock.DAYS)
        devices.play(slow, until=waits_for_reader)
    with clock_at(now - IN_PLAY):
        devices.play(begun(host, guest, event_id=season), until=is_at_second_trick)
    table_open(by=guest, terms=ONE_GAME)


@dataclass(frozen=True, slots=True)
class Devices:
    """Of players, by the id of the player; `seeds`: of their chains at a table."""

    random: Random
    people: Mapping[int, Person]
    seeds: dict[tuple[int, int], bytes] = field(default_factory=dict)

    def open(self, table: OnlineTable) -> None:
        for player in Play(table).match.player_ids:
            seed = self.seeds[table.pk, player] = self.random.randbytes(32)
            end = fair_deal.chain_end(seed).hex()
            chain_publish(by=self.people[player], table=table, end=end)

    def play(self, table: OnlineTable, *, until: Callable[[Play], bool] | None = None) -> None:
        """To the end of the match, unless it is stopped before."""
        for _step in range(STEPS_MOST):
            play = Play(tables().get(pk=table.pk))
            if not play.is_playing or (until is not None and until(play)):
                return
            self._step(play)

    def _step(self, play: Play) -> None:
        """The links that the next draw waits for, or the next action."""
        if (waiting := play.waiting) is not None:
            for seat in waiting.missing:
                player = _player(play, seat)
                seed = self.seeds[play.table.pk, player]
                links = {waiting.number: fair_deal.draw_link(seed, waiting.number).hex()}
                links_open(by=self.people[player], table=play.table, links=links)
            return
        seat = play.to_act or Seat.A
        act, king = _chosen(play.current_hand.view(seat))
        action_do(
            by=self.people[_player(play, seat)],
            table=play.table,
            version=play.table.version,
            act=act,
            king=king,
        )


def _player(play: Play, seat: Seat) -> int:
    return play.match.player_ids[list(Seat).index(seat)]


def _chosen(view: View) -> tuple[str, bool]:
    """By the rules of thumb of `hands`; and whether the king is announced with it."""
    own, trump = view.hand or (), view.trump or 0
    match view.phase:
        case Phase.PROPOSAL:
            stands = jeu_de_regle(own, trump) or Say.PROPOSE not in view.legal
            return (Say.STAND if stands else Say.PROPOSE), False
        case Phase.ANSWER:
            refuses = jeu_de_regle(own, trump) or Say.ACCEPT not in view.legal
            return (Say.REFUSE if refuses else Say.ACCEPT), False
        case Phase.DISCARD_ELDER | Phase.DISCARD_DEALER:
            return _discards(view, trump), False
    cards = [card for card in own if card in view.legal]
    card = best_lead(cards, trump) if view.lead is None else cheapest(cards, trump)
    return NAMES[card], Say.KING in view.legal


def _discards(view: View, trump: int) -> str:
    """As many as the stock has."""
    thrown = tuple(sorted(discard(view.hand or (), trump)))
    while thrown not in view.legal:
        thrown = thrown[:-1]
    return "-" + " ".join(NAMES[card] for card in thrown)
