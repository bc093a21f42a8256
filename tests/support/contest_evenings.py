"""A contest told at random, beside the plain list of what stands in it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import Any, get_args

from django.db import transaction

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Fault
from games.matches.models import Match
from games.matches.selectors.logs import log_of
from games.matches.services.entries import play_record
from games.matches.services.revisions import entry_correct
from scoring.contests.rules import bets, machine
from scoring.contests.rules.events import BankAfter, Closed, Dealt, GameWon, NotTakenError
from scoring.contests.rules.machine import CONTESTS, ContestState, Kind
from scoring.contests.services.corrections import contest_correct
from scoring.contests.services.entries import append_events, lock_course
from scoring.contests.services.events import event_tell
from scoring.ledger.models import Posting

from .clubhouse import House
from .contests import Club, opened
from .nights import game, hand

Events = tuple[Any, ...]
AMOUNTS = (1, 2, 5)
NAMES = ("ann", "bob", "cyd", "dan", "eve")
BESIDE = (Dealt, GameWon, Closed)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is agreed in a contest, and how many of NAMES begin it."""

    kind: str
    begin: int
    terms: Mapping[str, Any]
    gallery: Mapping[str, Any] | None = None


EVENINGS = {
    "match": Agreed("match", 2, {}, {"levy": 5, "most": 0}),
    "pool": Agreed("pool", 3, {"stake": 2, "paying": "deposit"}, {"levy": 0, "most": 8}),
    "pool, seated": Agreed("pool", 4, {"stake": 3, "paying": "seated", "to_win": 2}),
    "cul-levé": Agreed(
        "cul_leve", 3, {"stake": 1, "loser_inscribes": True, "backer_sits": True}, {"levy": 10}
    ),
    "bank": Agreed("bank", 3, {"minimum": 2, "levy": 5}),
    "box": Agreed("box", 3, {"stake": 1, "most": 5}, {"levy": 0}),
    "box that stays": Agreed("box", 4, {"stake": 2, "most": 5, "on_loss": "box_stays"}),
}


def begun(house: House, agreed: Agreed, *, empty: bool = False) -> Club:
    for name in NAMES:
        if name not in house.players:
            house.players[name] = Player.objects.create(club=house.club, name=name.title())
    names = () if empty else NAMES[: agreed.begin]
    return opened(house, agreed.kind, *names, agreed=agreed.terms, gallery=agreed.gallery)


def attempted(act: Callable[[], object]) -> Fault | None:
    """What was refused; then nothing of it is left."""
    try:
        with transaction.atomic():
            act()
    except Fault as fault:
        return fault
    return None


def come_to(club: Club, events: Sequence[Any]) -> ContestState | None:
    """By the rules alone; None where they do not take it."""
    try:
        return machine.replay(Kind(club.contest.kind), club.contest.agreed_terms, events)[0]
    except NotTakenError:
        return None


def possible(now: ContestState, players: Sequence[int]) -> dict[str, list[Any]]:
    """Whatever may happen now beside games and the close, by the name of its class."""
    kinds = (*CONTESTS[now.kind].events, *get_args(bets.OwnEvent))
    found = {
        kind.__name__: [one for one in _each(kind, now, players) if not machine.refusal(now, one)]
        for kind in kinds
        if kind not in BESIDE
    }
    return {name: events for name, events in found.items() if events}


def _each(kind: type, now: ContestState, players: Sequence[int]) -> Iterator[Any]:
    waiting = machine.queue(now)
    values: dict[str, Sequence[Any]] = {
        "player": players,
        "amount": AMOUNTS,
        "side": list(bets.Side),
        "order": [waiting, waiting[::-1], waiting[1:] + waiting[:1]],
        "backers": [now.backers],
    }
    names = [one.name for one in fields(kind)]
    for chosen in product(*(values[name] for name in names)):
        yield kind(*chosen)


def told(club: Club, event: Any, *, seat_anyway: bool = False) -> None:
    by, contest = club.house.person("scorer"), club.contest
    event_tell(by=by, contest=contest, event=event, accepts=True, seat_anyway=seat_anyway)


def won_by_hands(club: Club, winner: int, match: Match) -> None:
    """Vole after vole."""
    made = 5 if match.player_a_id == winner else 0
    while not match.over:
        by = club.house.person("scorer")
        play_record(by=by, match=match, what=hand(made), version=match.version)


def won_by_score(club: Club, winner: int, match: Match) -> None:
    score = game(5, 0) if match.player_a_id == winner else game(0, 5)
    play_record(by=club.house.person("scorer"), match=match, what=score, version=match.version)


def turned(club: Club, match: Match) -> int:
    """It was the other who won, which the director corrects on the pad; his id is returned."""
    entry = log_of(match).standing()[0]
    first = match.games_a > match.games_b
    entry_correct(
        by=club.house.person("director"),
        match=match,
        number=entry.number,
        what=game(0, 5) if first else game(5, 0),
        reason="Misread.",
        version=match.version,
    )
    return match.player_b_id if first else match.player_a_id


def corrected(club: Club, changes: Mapping[int, Any]) -> None:
    club.contest.refresh_from_db()
    contest_correct(
        by=club.house.person("director"),
        contest=club.contest,
        changes=changes.items(),
        reason="Misheard.",
        version=club.contest.version,
    )


def from_the_start(house: House, agreed: Agreed, events: Sequence[Any]) -> Club:
    """Another evening, of which these events are told in their order and nothing else; the players
    may still sit at the first one. Who kept a seat without having won is entered without the pad,
    which knows nothing of it, and past the service, which takes it in corrections alone."""
    club = begun(house, agreed, empty=True)
    match = None
    for event in events:
        match event, match:
            case Dealt(), _:
                match = club.deals()
            case GameWon(winner, 0, BankAfter.BY_RULES), Match():
                won_by_score(club, winner, match)
            case GameWon(), _:
                if match:
                    match.delete()
                with transaction.atomic():
                    course = lock_course(club.contest)
                    append_events(house.person("director"), course, event)
            case _:
                told(club, event, seat_anyway=True)
    return club


def standing_sum(club: Club) -> dict[str, int]:
    """Added up posting by posting, those left out that were taken back."""
    names = {player.pk: name for name, player in club.house.players.items()}
    found: dict[str, int] = {}
    rows = Posting.objects.filter(book__evening=club.night, reverses=None, reversed_by=None)
    for row in rows:
        for sign, side in ((-1, row.transfer.source), (1, row.transfer.target)):
            name = names[side.of] if side.of else side.holder.value
            found[name] = found.get(name, 0) + sign * row.amount
    return {name: amount for name, amount in found.items() if amount}
