"""Seasons side by side with the same players: each stands as a second book of scores says.

The second book is a list of game scores for each match, and the lists it has been before. It
knows law 46 and when a match is over; it is asked again after every act, about every season.
"""

from dataclasses import dataclass, field
from datetime import date
from random import Random

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Invalid
from games.engine.terms import GameEntry, Score
from games.matches.models import Match
from games.matches.selectors.logs import log_of
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import MatchTerms, match_start
from games.matches.services.revisions import entry_correct
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from scoring.leagues.selectors.seasons import Table, table
from scoring.leagues.services.seasons import SeasonPlan, season_open
from scoring.tables.results import Scheme, Share
from tests.support.clubhouse import House
from tests.tables.test_worth import Scores, ended, naive

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow
FURTHER = [pytest.mark.any_database, pytest.mark.thorough]

RUBBER = MatchTerms(game_values=True, rubber_bonus=2)
PAIR = MatchTerms(format="games", games=2)
SCHEMES = {"Rubbers": Scheme(3, 1, 0), "Pairs": Scheme(2, 1, 0)}
RESULTS = [(5, n) for n in range(5)] + [(n, 5) for n in range(5)]


@dataclass(slots=True)
class Kept:
    """A match in the second book; `season` None: a friendly one."""

    match: Match
    season: Season | None
    terms: MatchTerms
    scores: Scores = field(default_factory=list)
    past: list[Scores] = field(default_factory=list)

    def over(self, scores: Scores) -> bool:
        return bool(scores) and ended(self.terms.format, self.terms.games, scores)

    def possible(self, scores: Scores) -> bool:
        """Nothing is played after the end."""
        return not any(self.over(scores[:n]) for n in range(len(scores)))

    def share(self, player: int, scheme: Scheme) -> Share:
        own = player == self.match.player_a_id
        if not self.over(self.scores) or not (own or player == self.match.player_b_id):
            return Share()
        scores = self.scores if own else [(b, a) for a, b in self.scores]
        terms = self.terms
        return naive(terms.format, terms.game_values, terms.rubber_bonus, scores, scheme)


class Evening:
    """Acts at random on matches of two seasons and on friendly ones."""

    def __init__(self, house: House, random: Random) -> None:
        self.house, self.random = house, random
        self.by = house.person("director")
        days = date(2026, 1, 1), date(2026, 12, 31)
        self.seasons = {
            name: season_open(
                by=house.person("committee"),
                league="League",
                plan=SeasonPlan(name, *days, terms, SCHEMES[name]),
            )
            for name, terms in (("Rubbers", RUBBER), ("Pairs", PAIR))
        }
        self.kept: list[Kept] = []

    def starts(self) -> Kept:
        a, b = self.random.sample([player.pk for player in self.house.players.values()], 2)
        season = self.random.choice([*self.seasons.values(), None])
        match = match_start(
            by=self.by,
            player_a=a,
            player_b=b,
            event_id=season.pk if season else None,
            terms=None if season else RUBBER,
        )
        terms = PAIR if season == self.seasons["Pairs"] else RUBBER
        return Kept(match, season, terms)

    def acts(self) -> Kept:
        if not self.kept or self.random.random() < 0.15:
            self.kept.append(self.starts())
            return self.kept[-1]
        one = self.random.choice(self.kept)
        kind = self.random.choice(["enter", "enter", "enter", "correct", "void", "undo"])
        place = self.random.randrange(len(one.scores) or 1)
        score = self.random.choice(RESULTS)
        wanted = self.wanted(one, kind, place, score)
        try:
            with transaction.atomic():
                self.writes(one, kind, place, score)
        except Invalid:
            assert wanted is None, (kind, one.scores)
            one.match.refresh_from_db()
            return one
        assert wanted is not None, (kind, one.scores)
        if kind == "undo":
            one.past.pop()
        else:
            one.past.append(one.scores)
        one.scores = wanted
        return one

    def wanted(self, one: Kept, kind: str, place: int, score: tuple[int, int]) -> Scores | None:
        """The scores afterwards; None when the act is to be refused."""
        if kind == "undo":
            return one.past[-1] if one.past else None
        if kind == "enter":
            return None if one.over(one.scores) else [*one.scores, score]
        last = len(one.scores) - 1
        if last < 0 or (kind == "void" and place < last):
            return None
        mended = [*one.scores]
        mended[place : place + 1] = [score] if kind == "correct" else []
        return mended if one.possible(mended) else None

    def writes(self, one: Kept, kind: str, place: int, score: tuple[int, int]) -> None:
        version, what = one.match.version, GameEntry(1, Score(*score))
        if kind == "undo":
            entry_undo(by=self.by, match=one.match, version=version)
        elif kind == "enter":
            play_record(by=self.by, match=one.match, what=what, version=version)
        else:
            standing = log_of(one.match).standing()
            if not standing:
                raise Invalid("nothing", "")
            entry_correct(
                by=self.by,
                match=one.match,
                number=standing[place].number,
                what=what if kind == "correct" else None,
                reason="misread",
                version=version,
            )

    def tables(self) -> dict[str, Table]:
        return {name: table(season.pk) for name, season in self.seasons.items()}

    def check(self, name: str, found: Table) -> None:
        season = self.seasons[name]
        own = [one for one in self.kept if one.season == season]
        players = {p for one in own for p in (one.match.player_a_id, one.match.player_b_id)}
        wanted = dict.fromkeys(players, Share())
        for one in own:
            for player in players:
                wanted[player] += one.share(player, SCHEMES[name])
        assert {line.player: line.share for line in found.lines} == wanted


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=FURTHER) for seed in (1, 2))])
def test_every_season_stands_as_the_second_book_says(house: House, seed: int) -> None:
    """Its version moves with every change of its table, and not with the matches of others."""
    evening = Evening(house, Random(seed))
    before = evening.tables()
    changes = 0
    for _ in range(160):
        one = evening.acts()
        after = evening.tables()
        for name, found in after.items():
            evening.check(name, found)
            if found.lines != before[name].lines:
                assert found.version > before[name].version
                changes += 1
            if one.season != evening.seasons[name]:
                assert found == before[name]
        before = after
    for season in evening.seasons.values():
        assert recount(season) == []
    assert changes >= 10, "hardly anything was counted"
