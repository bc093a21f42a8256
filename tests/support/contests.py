"""A contest at an evening, told briefly: who joins, lays, deals and wins."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ecarte_club.clubs.models import Player
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms
from scoring.contests.models import Contest
from scoring.contests.rules import bets, machine
from scoring.contests.selectors.courses import Course, read
from scoring.contests.services.entries import Entered
from scoring.contests.services.events import contest_undo, event_tell, game_deal
from scoring.contests.services.opening import Plan, contest_open, terms_accept
from scoring.ledger.models import Balance
from scoring.ledger.rules import Holder
from scoring.ledger.selectors.books import recount
from scoring.ledger.services.posting import book_for

from .clubhouse import House
from .nights import evening, game

ONE_GAME = MatchTerms("london", "one_game", 1)


@dataclass(slots=True)
class Club:
    """`names` are lower case; a match is won by five to nothing."""

    house: House
    night: Evening
    contest: Contest

    def pk(self, name: str) -> int:
        return self.house.players[name].pk

    def course(self) -> Course:
        self.contest.refresh_from_db()
        return read(self.contest)

    def tell(self, event: Any, who: str = "scorer") -> Entered:
        return event_tell(by=self.house.person(who), contest=self.contest, event=event)

    def joins(self, name: str, who: str = "scorer") -> Entered:
        by, player = self.house.person(who), self.pk(name)
        terms_accept(by=by, contest=self.contest, player=player)
        return self.tell(room_event("Joined", player), who)

    def bets(self, name: str, side: str, amount: int, who: str = "scorer") -> Entered:
        return self.tell(bets.BetLaid(self.pk(name), bets.Side(side), amount), who)

    def deals(self) -> Match:
        self.contest.refresh_from_db()
        by, version = self.house.person("scorer"), self.contest.version
        return game_deal(by=by, contest=self.contest, version=version)[1]

    def wins(self, name: str, match: Match) -> None:
        won = Seat.A if match.player_a_id == self.pk(name) else Seat.B
        score = game(5, 0) if won is Seat.A else game(0, 5)
        play_record(by=self.house.person("scorer"), match=match, what=score, version=match.version)

    def game(self, winner: str) -> Match:
        match = self.deals()
        self.wins(winner, match)
        return match

    def undo(self, who: str = "director") -> Entered:
        self.contest.refresh_from_db()
        by, version = self.house.person(who), self.contest.version
        return contest_undo(by=by, contest=self.contest, version=version)

    def seats(self) -> tuple[str, ...]:
        return self.named(machine.seats(self.course().state) or ())

    def queue(self) -> tuple[str, ...]:
        return self.named(machine.queue(self.course().state))

    def named(self, players: tuple[int, ...]) -> tuple[str, ...]:
        names = {player.pk: name for name, player in self.house.players.items()}
        return tuple(names[pk] for pk in players)

    def amounts(self) -> dict[str, int]:
        """What everybody has, and what is in pot, bank, mass and levy box."""
        book = book_for(self.night)
        assert recount(book) == []
        names = {player.pk: name for name, player in self.house.players.items()}
        rows = Balance.objects.filter(book=book).exclude(amount=0)
        found = {names[row.player_id] if row.player_id else row.holder: row.amount for row in rows}
        assert sum(found.values()) == 0
        held = {one.holder: amount for one, amount in machine.holdings(self.course().state).items()}
        others = {Holder(name): amount for name, amount in found.items() if name in list(Holder)}
        others.pop(Holder.CASH, None)
        assert others == held
        return found


def room_event(name: str, *values: Any) -> Any:
    from scoring.contests.rules import events

    return getattr(events, name)(*values)


def opened(
    house: House,
    kind: str,
    *names: str,
    agreed: Mapping[str, Any] | None = None,
    gallery: Mapping[str, Any] | None = None,
    terms: MatchTerms = ONE_GAME,
) -> Club:
    """At the first table of an evening, with these players inscribed."""
    for name in names:
        if name not in house.players:
            house.players[name] = Player.objects.create(club=house.club, name=name.title())
    night = evening(house, *names)
    plan = Plan(
        kind=kind,
        table=night.tables.order_by("pk")[0].pk,
        terms=terms,
        agreed=agreed or {},
        gallery=gallery,
        players=[house.players[name].pk for name in names],
    )
    contest = contest_open(by=house.person("scorer"), evening=night, plan=plan)
    return Club(house, night, contest)
