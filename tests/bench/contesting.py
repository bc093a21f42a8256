"""Contests with many bets and with many games: run in a process with a database of its own."""

from collections.abc import Callable
from datetime import date
from statistics import median
from time import process_time
from typing import Any

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.clubs import club_create, office_give
from ecarte_club.clubs.services.members import player_add
from games.engine.terms import GameEntry, Score
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.entries import Foreseen as Preview
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import entry_correct_preview
from scoring.contests.models import Contest
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.rules.events import Closed, GameWon
from scoring.contests.selectors.courses import read
from scoring.contests.services.corrections import Foreseen, contest_correct_preview
from scoring.contests.services.entries import append_events, current_course
from scoring.contests.services.events import contest_undo, event_tell, game_deal
from scoring.contests.services.opening import Plan, contest_open
from scoring.ledger.models import Book
from scoring.ledger.selectors.books import recount

from .entering import counting, server_clock

Figures = dict[str, dict[str, float]]
Costs = dict[str, list[tuple[float, int]]]
ROUNDS, PEOPLE, TEAM, GUESTS = 7, 70, 6, 4
FIRST, SECOND = GameEntry(1, Score(5, 0)), GameEntry(1, Score(0, 5))
ONE_GAME = MatchTerms("london", "one_game", 1)


def work(act: str, number: str) -> Figures:
    acts: dict[str, Callable[[int], Figures]] = {"betting": betting, "looking_back": looking_back}
    found = acts[act](int(number))
    if wrong := recount(Book.objects.get()):
        raise AssertionError(wrong)
    return found


def betting(bets: int) -> Figures:
    """So many bets on one game, the last of them not covered; each round in a contest of its own,
    the first to warm up."""
    by, people = club()
    costs: Costs = {}
    for turn in range(ROUNDS + 1):
        costs = costs if turn > 1 else {}
        contest = opened(by, "match", people[:2], {})
        append_events(by, current_course(contest), *_laid(people, bets - 1))
        _played(costs, by, contest, BetLaid(people[2], Side.A, 1))
        event_tell(by=by, contest=contest, event=Closed())
    return {
        act: {"ms": median(ms for ms, _ in found), "queries": max(asked for _, asked in found)}
        for act, found in costs.items()
    }


def _played(costs: Costs, by: Person, contest: Contest, last: BetLaid) -> None:
    _cost(costs, "the last bet", lambda: event_tell(by=by, contest=contest, event=last))
    _cost(costs, "the deal", lambda: deal(by, contest))
    match = Match.objects.select_related("evening_table").get(over=False)
    _cost(costs, "a result", lambda: won(by, match, FIRST))
    contest.refresh_from_db()
    _cost(costs, "undo", lambda: undo(by, contest))
    again = Match.objects.select_related("evening_table").get(over=False)
    won(by, again, SECOND)


def _laid(people: list[int], bets: int) -> list[BetLaid]:
    """As many on the first of the two as on the other."""
    return [
        BetLaid(one, side, 2 + number % 3)
        for number in range(bets // 2 + 1)
        for side, one in zip(Side, _backers(people, number), strict=True)
    ][:bets]


def _backers(people: list[int], number: int) -> tuple[int, int]:
    """One of each half of the gallery: nobody bets on both sides."""
    half = (len(people) - 2) // 2
    return people[2 + number % half], people[2 + half + number % half]


def looking_back(games: int) -> Figures:
    """A box that stays and wins every game, against a team whose line turns with each: when the
    captain had won one of them, everything since is posted in another order."""
    by, people = club()
    agreed = {"stake": 2, "most": 5, "on_loss": "box_stays"}
    contest = opened(by, "box", people[:TEAM], agreed)
    for _game in range(games + 1):
        guests = people[TEAM : TEAM + GUESTS]
        bets = [BetLaid(one, list(Side)[n % 2], 3 + n % 2) for n, one in enumerate(guests)]
        append_events(by, current_course(contest), *bets)
        deal(by, contest)
        won(by, Match.objects.select_related("evening_table").get(over=False), FIRST)
        contest.refresh_from_db()
    happened = read(contest).happened
    first = next(one for one in happened if isinstance(one.event, GameWon))
    match = Match.objects.select_related("evening_table").get(pk=first.entry.match or 0)
    bet = next(one for one in happened if isinstance(one.event, BetLaid))

    def who_won() -> Preview:
        mine = Match.objects.select_related("evening_table").get(pk=match.pk)
        return entry_correct_preview(
            by=by, match=mine, number=1, what=SECOND, reason="Misread.", version=match.version
        )

    def who_bet() -> Foreseen:
        mine = Contest.objects.select_related("evening").get(pk=contest.pk)
        return contest_correct_preview(
            by=by,
            contest=mine,
            changes=[(bet.place, None)],
            reason="Never laid.",
            version=mine.version,
        )

    return {"a result": _looked(who_won), "a bet": _looked(who_bet)}


def _looked(act: Callable[[], Foreseen | Preview]) -> dict[str, float]:
    costs: Costs = {}
    changes = len(act().changes)
    for _round in range(ROUNDS):
        _cost(costs, "", act)
    return {"ms": median(ms for ms, _ in costs[""]), "changes": changes}


def club() -> tuple[Person, list[int]]:
    user = User.objects.create(email="bench@example.org", name="Bench")
    made = club_create(name="bench", slug="bench")
    office_give(club=made, user=user, role=Role.COMMITTEE)
    by = person(Actor(user), made.pk)
    for number in range(PEOPLE):
        player_add(by=by, name=f"Joueur {number:02}")
    evening_open(by=by, held_on=date(2026, 11, 19), tables=("1",))
    return by, list(Player.objects.order_by("pk").values_list("pk", flat=True))


def opened(by: Person, kind: str, players: list[int], agreed: dict[str, Any]) -> Contest:
    evening = Evening.objects.get()
    table = evening.tables.get().pk
    plan = Plan(kind, table, ONE_GAME, agreed, gallery={"levy": 5}, players=players)
    return contest_open(by=by, evening=evening, plan=plan)


def deal(by: Person, contest: Contest) -> object:
    contest.refresh_from_db(fields=["version"])
    return game_deal(by=by, contest=contest, version=contest.version)


def undo(by: Person, contest: Contest) -> object:
    return contest_undo(by=by, contest=contest, version=contest.version)


def won(by: Person, match: Match, score: GameEntry) -> object:
    return play_record(by=by, match=match, what=score, version=match.version)


def _cost(costs: Costs, act: str, what: Callable[[], object]) -> None:
    """CPU in ms, the database server's too, and how often it was asked."""
    server = server_clock()
    with counting() as asked:
        own, other = process_time(), server()
        what()
        spent = (process_time() - own) * 1e3 + (server() - other) / 1e6
    costs.setdefault(act, []).append((spent, len(asked)))
