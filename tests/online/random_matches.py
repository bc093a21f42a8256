"""Random matches over the HTTP API, by phones on a bad line, against the engine alone.

They are friendly, of a season of each code of laws, and of a cul-levé with a stake. Each is played
again by the engine alone, from the links and from what the phones know to have done; entries,
standings and ledger are counted by hand.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from ecarte_club.clubs.models import Player as ClubPlayer
from ecarte_club.clubs.models import User
from games.engine import fair_deal
from games.engine.cards import rank
from games.engine.codes import CODES, HighestCut
from games.engine.facts import Mark
from games.engine.hand import apply, begin
from games.engine.hand.state import THREE_TWO, Deal, Say
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Score
from games.matches.models import Match
from games.matches.selectors.reading import read as read_match
from games.matches.services.matches import MatchTerms
from games.online.rules.actions import parse
from games.online.services import tables
from games.verify.verify import verify
from scoring.contests.rules.events import Joined
from scoring.contests.services.events import game_deal
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from tests.online.phones import Done, Player, play_out, streamed
from tests.support.clubhouse import PASSWORD, House, open_house, read
from tests.support.contests import Club, opened

STAKE = 2
KINDS = ("season", "season", "friendly", "contest")
Marks = list[tuple[str, int]]


@dataclass
class Expected:
    """What follows from the results, counted by hand."""

    won: Counter[tuple[int, int]] = field(default_factory=Counter)
    played: Counter[tuple[int, int]] = field(default_factory=Counter)
    amounts: Counter[int] = field(default_factory=Counter)
    matches: int = 0
    hands: int = 0
    actions: int = 0
    mishaps: Counter[str] = field(default_factory=Counter)


@dataclass
class Rooms:
    """A club with a season of each code, and an evening with a cul-levé of three."""

    house: House
    seasons: dict[str, Season]
    contest: Club

    @classmethod
    def open(cls, slug: str = "cercle") -> "Rooms":
        house = open_house(slug)
        names = ("dan", "eve", "flo")
        for name in names:
            user = User.objects.create_user(f"{name}@{slug}.example", PASSWORD, name=name)
            house.users[name] = user
            player = ClubPlayer.objects.create(club=house.club, name=name.title(), user=user)
            house.players[name] = player
        terms = {code: MatchTerms(code, "one_game", 1) for code in CODES}
        seasons = {code: house.season(terms=terms[code]) for code in CODES}
        contest = opened(house, "cul_leve", *names, agreed={"stake": STAKE})
        return cls(house, seasons, contest)

    def begun(self, kind: str, code: str, random: Random) -> tuple[int, list[str]]:
        """The table online, and who sits at A and at B."""
        if kind == "contest":
            contest = self.contest.course().contest
            by = self.house.person("scorer")
            match = game_deal(by=by, contest=contest, version=contest.version)[1]
            names = {player.pk: name for name, player in self.house.players.items()}
            seats = [names[pk] for pk in match.player_ids]
            answer = self.house.api(seats[0]).post(f"matches/{match.pk}/online-table", {})
            return read(answer, 201)["id"], seats
        seats = random.sample(["ann", "bob", "cyd"], 2)
        body: dict[str, Any] = {"guest": self.house.players[seats[1]].pk}
        if kind == "season":
            body["event"] = self.seasons[code].pk
        else:
            format_, games = random.choice([("one_game", 1), ("games", 2), ("rubber", 3)])
            body["terms"] = {"code": code, "format": format_, "games": games}
        path = f"clubs/{self.house.club.slug}/online-tables"
        table = read(self.house.api(seats[0]).post(path, body), 201)["id"]
        read(self.house.api(seats[1]).post(f"online-tables/{table}/accept", {}), 201)
        return table, seats

    def check(self, expected: Expected) -> None:
        """Entries, standings and ledger."""
        for code, season in self.seasons.items():
            assert recount(season) == [], code
            rows = Standing.objects.filter(season=season).values_list("player", "played", "won")
            found = {player: (played, won) for player, played, won in rows if played}
            keys = [key for key in expected.played if key[0] == season.pk]
            assert found == {
                pk: (expected.played[season.pk, pk], expected.won[season.pk, pk])
                for season_pk, pk in keys
            }
        amounts = self.contest.amounts()
        by_pk = {self.house.players[name].pk: amount for name, amount in amounts.items()}
        assert by_pk == {pk: amount for pk, amount in expected.amounts.items() if amount}


def marks_of(marks: Sequence[Mark]) -> Marks:
    return [(str(mark.seat), mark.points) for mark in marks]


def played_alone(
    transcript: dict[str, Any], players: Sequence[Player], done: Sequence[Done]
) -> tuple[list[Marks], list[str]]:
    """By the engine, from the links and from what the phones did: the marks of each hand, and who
    won each game."""
    code = CODES[transcript["terms"]["code"]]
    acts: dict[int, list[Done]] = {}
    for one in done:
        acts.setdefault(one.draw, []).append(one)
    dealer: Seat | None = None
    hands, games, score = list[Marks](), list[str](), NOTHING
    for draw in transcript["draws"]:
        if draw["missing"]:
            continue
        links = [bytes.fromhex(draw[chain]) for chain in "sab"]
        pack = fair_deal.pack(*links, match=transcript["match"], number=draw["number"])
        if dealer is None:
            assert draw["kind"] == "cut"
            dealer = _cut(pack, code.highest_cut.value is HighestCut.CHOOSES, acts.get(0, []))
            continue
        state = begin(code, score=score, dealer=dealer)
        state, _ = apply(state, Deal(pack, THREE_TWO))
        if Say.MARK in state.legal:
            state, _ = apply(state, Say.MARK)
        for one in acts.get(draw["number"], []):
            if one.king:
                state, _ = apply(state, Say.KING)
            if not one.king or state.winner is None:
                assert state.to_act == one.seat
                state, _ = apply(state, parse(one.act))
        hands.append(marks_of(state.marks))
        dealer, score = dealer.other, state.score
        if state.winner is not None:
            games.append(state.winner.value)
            score = Score(0, 0)
    return hands, games


def _cut(pack: Sequence[Any], chooses: bool, said: Sequence[Done]) -> Seat | None:
    """Who deals, unless they cut again."""
    a, b = (rank(one) for one in pack[:2])
    if a == b:
        return None
    highest = Seat.A if a > b else Seat.B
    if not chooses:
        return highest
    (choice,) = said
    assert choice.seat == highest.value
    return highest if choice.act == "deal_first" else highest.other


def play_one(rooms: Rooms, random: Random, expected: Expected) -> None:
    kind, code = random.choice(KINDS), random.choice(list(CODES))
    table, seats = rooms.begun(kind, code, random)
    done: list[Done] = []
    apis = [rooms.house.api(who) for who in seats]
    with streamed() as stream:
        players = [
            Player(api, table, seat, random, done, stream)
            for api, seat in zip(apis, "ab", strict=True)
        ]
        play_out(players)
    answer = apis[0].get(f"online-tables/{table}/transcript")
    transcript = read(answer)
    failed = [check for check in verify(answer.content) if not check[1]]
    assert not failed, failed
    hands, games = played_alone(transcript, players, done)
    match = Match.objects.get(online_table=table)
    state = read_match(match).state
    assert [marks_of(line.marks) for line in state.lines] == hands
    won = Counter(games)
    assert match.over
    assert (match.games_a, match.games_b) == (won["a"], won["b"])
    winner = "" if won["a"] == won["b"] else max(won, key=lambda seat: won[seat])
    assert match.winner == winner
    assert match.entries.count() == match.version == len(hands)
    expected.hands += len(hands)
    expected.actions += len(done)
    for player in players:
        expected.mishaps.update(player.counted)
    _count(rooms, kind, match, expected)


def _count(rooms: Rooms, kind: str, match: Match, expected: Expected) -> None:
    if kind == "season":
        assert match.event_id is not None
        for pk in match.player_ids:
            expected.played[match.event_id, pk] += 1
        expected.won[match.event_id, match.player_ids[match.winner == "b"]] += 1
    if kind == "contest":
        won = match.player_ids[match.winner == "b"]
        lost = match.player_ids[match.winner == "a"]
        expected.amounts[won] += STAKE
        expected.amounts[lost] -= STAKE
        # Whoever got up waits again.
        rooms.contest.tell(Joined(lost))


def drawn(random: Random, length: int, letters: str) -> str:
    """In place of what a table draws by lot, so that a seed plays the same again."""
    return "".join(random.choices(letters, k=length))


def play(numbers: Iterable[int], seed: int, slug: str = "cercle") -> Expected:
    """In a new club, whose standings and ledger are recounted at the end. A number plays as before
    in an equal database."""
    rooms, expected = Rooms.open(slug), Expected()
    for number in numbers:
        random = Random(f"{seed}-{number}")
        try:
            with patch.object(tables, "get_random_string", partial(drawn, random)):
                play_one(rooms, random, expected)
        except BaseException as failure:
            failure.add_note(f"in match {number} of --seed {seed}")
            raise
        expected.matches += 1
    rooms.check(expected)
    return expected
