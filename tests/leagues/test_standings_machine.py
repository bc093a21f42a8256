"""Whatever happens in a season, in any order: what is kept is what comes out from nothing."""

from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from ecarte_club.core.exceptions import Invalid
from games.engine.terms import RubberEntry
from games.matches.models import Match
from games.matches.services.entries import entry_undo, match_annul, match_annul_back, play_record
from games.matches.services.matches import MatchTerms, match_start
from games.matches.services.revisions import entry_correct
from scoring.leagues.models import Adjustment, Entrant, Fixture, Season
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.recount import recount
from scoring.leagues.selectors.standings import season_table_now
from scoring.leagues.services.adjustments import adjustment_end, adjustment_give
from tests.support.clubhouse import open_house
from tests.support.depth import examples
from tests.support.fixed import entered, planned

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

TERMS = MatchTerms(format="games", games=3)
GAMES = ((3, 0), (2, 1), (1, 2), (0, 3))
places, games = st.integers(0, 5), st.sampled_from(GAMES)
awards = st.sampled_from(["home", "away", "both_absent", "void"])
Line = list[int]


class Year(RuleBasedStateMachine):
    """Three players who meet twice, in a transaction that is rolled back at the end."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.house = open_house()
        self.director, self.scorer = self.house.person("director"), self.house.person("scorer")
        self.season = self.house.season(terms=TERMS)
        players = [self.house.players[name] for name in ("ann", "bob", "cyd")]
        entered(self.season, players)
        a, b, c = players
        self.gone: list[int] = []
        self.fixtures = planned(self.season, [[(a, b)], [(c, a)], [(b, c)], [(b, a)], [(a, c)]])

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    def fixture(self, place: int) -> Fixture:
        return Fixture.objects.get(pk=self.fixtures[place % len(self.fixtures)].pk)

    @rule(place=places, won=games)
    def plays(self, place: int, won: tuple[int, int]) -> None:
        fixture = self.fixture(place)
        if fixture.match_id or fixture.award:
            return
        match = self.house_match(fixture)
        play_record(by=self.scorer, match=match, what=RubberEntry(*won), version=match.version)

    def house_match(self, fixture: Fixture) -> Match:
        assert fixture.away_id is not None
        match = match_start(
            by=self.scorer,
            player_a=fixture.home_id,
            player_b=fixture.away_id,
            event_id=self.season.pk,
        )
        Fixture.objects.filter(match=match).update(match=None)
        Fixture.objects.filter(pk=fixture.pk).update(match=match)
        return match

    @rule(place=places, won=games)
    def corrected(self, place: int, won: tuple[int, int]) -> None:
        match = self.fixture(place).match
        if match is None or not match.over:
            return
        number = match.entries.filter(superseded_by=None).exclude(kind="void").get().number
        entry_correct(
            by=self.director,
            match=match,
            number=number,
            what=RubberEntry(*won),
            reason="misread",
            version=match.version,
        )

    @rule(place=places)
    def taken_back(self, place: int) -> None:
        match = self.fixture(place).match
        if match is not None and match.over:
            entry_undo(by=self.director, match=match, version=match.version)

    @rule(place=places)
    def annulled(self, place: int) -> None:
        """Its fixture is open again."""
        match = self.fixture(place).match
        if match is not None:
            match_annul(by=self.director, match=match, reason="a trial", version=match.version)
            self.gone.append(match.pk)

    @rule(place=places)
    def counts_again(self, place: int) -> None:
        """Where the two have a fixture left that is open: the first of these is its own."""
        if not self.gone:
            return
        match = Match.objects.get(pk=self.gone[place % len(self.gone)])
        pair = {*match.player_ids}
        fixtures = [self.fixture(number) for number in range(len(self.fixtures))]
        open_ = [
            one
            for one in fixtures
            if {one.home_id, one.away_id} == pair and one.match_id is None and not one.award
        ]
        asked: dict[str, Any] = {"reason": "it was not", "version": match.version}
        code = ""
        try:
            with transaction.atomic():
                match_annul_back(by=self.director, match=match, **asked)
        except Invalid as fault:
            code = fault.code
        assert code == ("" if open_ else "decided_since")
        if open_:
            assert Fixture.objects.get(match=match) == open_[0]
            self.gone.remove(match.pk)

    @rule(place=places, award=awards)
    def awarded(self, place: int, award: str) -> None:
        fixture = self.fixture(place)
        if fixture.match_id is None:
            self.changed(Fixture, fixture.pk, award="" if fixture.award == award else award)

    @rule(place=places)
    def struck_out_or_back(self, place: int) -> None:
        entrant = list(Entrant.objects.filter(event=self.season.pk))[place % 3]
        self.changed(Entrant, entrant.pk, struck=not entrant.struck)

    def changed(self, model: Any, pk: int, **what: object) -> None:
        model.objects.filter(pk=pk).update(**what)
        Season.objects.filter(pk=self.season.pk).update(version=F("version") + 1)

    @rule(place=places, points=st.integers(-3, 3).filter(bool))
    def ruled(self, place: int, points: int) -> None:
        player = list(self.house.players.values())[place % 3]
        struck = Entrant.objects.get(event=self.season.pk, player=player).struck
        if not struck:
            adjustment_give(
                by=self.director,
                season=self.season,
                player=player.pk,
                points=points,
                reason="so",
            )

    @rule(place=places)
    def ruling_ended(self, place: int) -> None:
        open_ones = list(Adjustment.objects.filter(event=self.season.pk, ended_at=None))
        if open_ones:
            one = open_ones[place % len(open_ones)]
            adjustment_end(
                by=self.director, season=self.season, adjustment=one.pk, reason="no more"
            )

    @invariant()
    def what_is_kept_is_what_comes_out(self) -> None:
        assert recount(self.season) == []
        assert recount(self.season, from_results=True) == []
        found = seasons.table(self.season.pk, named=True).lines
        naive = self.from_nothing()
        assert {
            line.player: [
                line.share.points,
                line.share.won,
                line.share.games_for,
                line.share.played,
            ]
            for line in found
        } == naive
        order = [(-line.share.points, -line.share.won) for line in found]
        assert order == sorted(order)
        assert [line.rank for line in found] == sorted(line.rank for line in found)
        whole = season_table_now(self.season.pk)
        assert [line.points for line in whole.table.lines] == [line.share.points for line in found]

    def from_nothing(self) -> dict[int, Line]:
        """Points, won, games won and played of each, from the last entries of the matches."""
        lines: dict[int, Line] = {
            one.player_id: [0, 0, 0, 0]
            for one in Entrant.objects.filter(event=self.season.pk, struck=False)
        }
        for fixture in Fixture.objects.filter(event=self.season.pk):
            pair = [fixture.home_id, fixture.away_id]
            if not all(player in lines for player in pair):
                continue
            for player, games_of in zip(pair, self.games(fixture), strict=True):
                if games_of is None or player is None:
                    continue
                won, count, over = games_of
                lines[player][0] += 2 * won
                lines[player][1] += won
                lines[player][2] += count
                lines[player][3] += over
        for one in Adjustment.objects.filter(event=self.season.pk, ended_at=None):
            if one.player_id in lines:
                lines[one.player_id][0] += one.points
        return lines

    @staticmethod
    def games(fixture: Fixture) -> tuple[Line | None, Line | None]:
        """Won, games and played, of home and of away."""
        if fixture.award in ("home", "away"):
            home = int(fixture.award == "home")
            return [home, 0, 1], [1 - home, 0, 1]
        if fixture.award == "both_absent":
            return [0, 0, 1], [0, 0, 1]
        match = fixture.match
        standing = (
            match.entries.filter(superseded_by=None).exclude(kind="void").first() if match else None
        )
        if fixture.award or match is None or standing is None:
            return None, None
        assert standing.data is not None
        a, b = standing.data["games_a"], standing.data["games_b"]
        if match.player_a_id != fixture.home_id:
            a, b = b, a
        return [int(a > b), a, 1], [int(b > a), b, 1]


@pytest.mark.django_db
def test_whatever_happens_in_a_season() -> None:
    run_state_machine_as_test(
        Year,
        settings=settings(
            max_examples=examples(3, thorough=5),
            stateful_step_count=12,
            deadline=None,
            phases=(Phase.generate,),
        ),
    )
