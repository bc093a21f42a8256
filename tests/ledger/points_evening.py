"""An evening with each kind of contest at a table of its own, and what may be read of it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from html import unescape
from typing import Any

from ecarte_club.clubs.models import Club
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, player_arrive
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms
from scoring.contests.models import Contest
from scoring.contests.rules import bank, bets, machine
from scoring.contests.rules import social as box
from scoring.contests.rules.events import Closed
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.courses import read
from scoring.contests.services.events import event_tell, game_deal
from scoring.contests.services.opening import Plan, contest_open
from tests.support.clubhouse import House
from tests.support.nights import game

NAMES = ("ann", "bob", "cyd")
KINDS = ("match", "pool", "cul_leve", "bank", "box")
AGREED: dict[str, dict[str, Any]] = {
    "match": {},
    "pool": {"stake": 2},
    "cul_leve": {"stake": 3},
    "bank": {"minimum": 4, "levy": 50},
    "box": {"stake": 2, "most": 9},
}
GALLERY = {"levy": 50, "most": 0}
# Of the words of a JSON document only those that are said to people are looked at: the names of
# fields and the values that programs compare are one for all clubs.
SAID = {"text", "detail", "title", "name", "reason", "description"}
# A stake is what is risked, in points as in counters.
MONEY = {
    "en": r"money|cash|pay\w*|paid|owe[sd]?|owing|counters?|debts?|debtors?"
    r"|creditors?|euros?|€",
    "fr": r"argent|espèces|pa(?:y|i)e\w*|payé\w*|dettes?"
    r"|débiteurs?|fiches?|euros?|€"
    r"|doi(?:t|vent) (?:\d+|à|rien)|dev(?:ez|oir) (?:\d+|à)"
    r"|dû|dues?|money|owe[sd]?|counters?|creditors?",
}


@dataclass(slots=True)
class Points:
    """A club that plays for points: `contests` by kind, each with one game behind it."""

    house: House
    night: Evening
    contests: dict[str, Contest]

    def tell(self, kind: str, *events: Any) -> None:
        for event in events:
            contest = self.contests[kind]
            event_tell(
                by=self.house.person("scorer"), contest=contest, event=event, seat_anyway=True
            )

    def pk(self, name: str) -> int:
        return self.house.players[name].pk

    def deal(self, kind: str) -> Any:
        contest = self.contests[kind]
        contest.refresh_from_db()
        by = self.house.person("scorer")
        return game_deal(by=by, contest=contest, version=contest.version)[1]

    def wins(self, kind: str, match: Any) -> None:
        """Who sits at b."""
        by = self.house.person("scorer")
        play_record(by=by, match=match, what=game(0, 5), version=match.version)

    def seats(self, kind: str) -> tuple[int, ...]:
        self.contests[kind].refresh_from_db()
        return machine.seats(read(self.contests[kind]).state) or ()

    def bets(self, kind: str) -> None:
        """Four on the one side, three on the other, by who may: at a match Cyd and Ann."""
        a, b = self.seats(kind)
        others = [pk for pk in map(self.pk, NAMES) if pk not in (a, b)]
        self.tell(kind, bets.BetLaid(others[0], bets.Side.A, 4), bets.BetLaid(b, bets.Side.B, 3))

    def close(self) -> None:
        for kind in KINDS:
            self.tell(kind, Closed())


def points_evening(house: House) -> Points:
    """In each contest the one at b has won a game, and in the bank's there was something laid."""
    Club.objects.filter(pk=house.club.pk).update(unit="points")
    house.club.refresh_from_db()
    night = evening_open(
        by=house.person("director"), held_on=date(2026, 11, 19), public=False, tables=KINDS
    )
    for name in NAMES:
        by, pk = house.person("scorer"), house.players[name].pk
        player_arrive(by=by, evening=night, player_id=pk)
    here = Points(house, night, {kind: _opened(house, night, kind) for kind in KINDS})
    ann, bob, cyd = map(here.pk, NAMES)
    here.tell("pool", Seated((ann, bob, cyd)))
    here.tell("bank", bank.Bid(ann, 9), bank.Adjudged(), bank.Punted(bob, 6), bank.Punted(cyd, 1))
    here.tell("box", box.StakeSet(cyd, 5))
    for kind in ("match", "cul_leve"):
        here.bets(kind)
    for kind in KINDS:
        here.wins(kind, here.deal(kind))
    return here


def _opened(house: House, night: Evening, kind: str) -> Contest:
    count = 2 if kind == "match" else 3
    plan = Plan(
        kind=kind,
        table=night.tables.get(name=kind).pk,
        terms=MatchTerms("london", "one_game", 1),
        agreed=AGREED[kind],
        gallery=None if kind == "bank" else GALLERY,
        players=[house.players[name].pk for name in NAMES[:count]],
    )
    return contest_open(by=house.person("scorer"), evening=night, plan=plan, seat_anyway=True)


def of_money(text: str, language: str = "en") -> set[str]:
    """The words of money in it."""
    return set(re.findall(rf"(?<![\w-])(?:{MONEY[language]})(?![\w-])", text, re.IGNORECASE))


def legible(html: str) -> str:
    """What is read on a page, and what is read out of it: without the names of its fields."""
    main = html.partition('<main id="main"')[2].partition("</main>")[0] or html
    spoken = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', main)
    text = " ".join([re.sub(r"<[^>]*>", " ", main), *spoken])
    return " ".join(unescape(text).split())


def legible_json(body: bytes) -> str:
    return " · ".join(_said(json.loads(body)))


def _said(found: Any, key: str = "") -> Iterator[str]:
    if isinstance(found, dict):
        for name, value in found.items():
            yield from _said(value, name)
    elif isinstance(found, list):
        for value in found:
            yield from _said(value, key)
    elif isinstance(found, str) and key in SAID:
        yield found
