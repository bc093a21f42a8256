"""The sample put into the database, in one transaction and once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from itertools import product
from random import Random
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.permissions import Role
from games.engine.records import Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry, FormatKind, HandEntry, RubberEntry
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import evening_open, table_add, walk_in
from games.matches.models import Match
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import MatchTerms, match_enter_at_once, match_start
from games.matches.services.revisions import entry_correct
from scoring.leagues.models import Season
from scoring.leagues.services.seasons import SeasonPlan, season_open

from .contests import contests_tonight, pool_late, settle
from .evenings import (
    FINISHED,
    IN_PLAY,
    Meeting,
    Plan,
    begun_wrongly,
    clock_at,
    close,
    end_of,
    hand_times,
    quarter,
    rounds,
    stop_two,
    thursday,
)
from .hands import HANDS as PRINTED_HANDS
from .hands import WORK, by_marks_alone, forgotten_king, game_by_score, played_match
from .leagues import Cup, Teams
from .online import tables_online
from .people import LATE, PRINTED, SIGN_INS, SLUGS, WALK_IN, House, make_houses
from .people import PLAYERS as MEMBER_NAMES
from .tournaments import LEFT, PLAYERS, POOL_PLAYERS, Pools, Tournaments

SEED = 1911
RUBBER = MatchTerms(game_values=True)
ONE_GAME = MatchTerms(format=FormatKind.ONE_GAME.value, games=1)
LEAGUE, PRINTED_LEAGUE = "Championnat du Cercle", "Parties imprimées"
MEMBERS = ("Éloïse Perrachon", "Arthur Pemberley")
# With a sign-in too: they do not come tonight, and play online.
AT_HOME = ("Jasper Wetherby", "Océane Villedieu")


class PartlyThere(Exception):
    """A part of the sample is here already, as after the restoring of one of its clubs."""


def load(today: date | None = None) -> bool:
    """Whether it was loaded just now, and not before. Raises: PartlyThere."""
    with transaction.atomic():
        there = set(Club.objects.filter(slug__in=SLUGS).values_list("slug", flat=True))
        if there == set(SLUGS):
            return False
        if there or User.objects.filter(email__in=[one.email for one in SIGN_INS]).exists():
            raise PartlyThere
        random = Random(SEED)  # noqa: S311  (the same sample for everybody)
        vole, rois = make_houses()
        Loader(vole, random, today or timezone.localdate()).load()
        Loader(rois, random, today or timezone.localdate()).friendly_match()
    return True


class Loader:
    def __init__(self, house: House, random: Random, today: date) -> None:
        self.house, self.random, self.today = house, random, today
        self.zone = ZoneInfo(settings.TIME_ZONE)
        self.scorer = house.people.get(Role.SCORER, house.people[Role.COMMITTEE])
        self.evenings: dict[date, Evening] = {}
        # How often each player errs, so that the better ones come out on top.
        self.slips = {player: random.uniform(0, 0.5) for player in house.players.values()}
        self.slips_by_id = {player.pk: slip for player, slip in self.slips.items()}

    def load(self) -> None:
        self.printed_game()
        finished = self.season(FINISHED)
        for meeting in self.meetings(FINISHED):
            self.enter(finished, meeting, self.hands(RUBBER, meeting), at=self.table(meeting))
        cup = self.cup()
        divisions = cup.open(self.house.people[Role.COMMITTEE], self.house.players)
        in_play = self.season(IN_PLAY)
        for number, meeting in enumerate(self.meetings(IN_PLAY), start=1):
            self.enter_as_clubs_do(in_play, meeting, number)
        self.play_cup(cup, divisions)
        self.tournaments()
        late = self.pool_late()
        self.teams()
        self.pools()
        self.stopped()
        for evening in self.evenings.values():
            close(evening, by=self.house.people[Role.DIRECTOR], zone=self.zone)
        people = self.house.people
        payer = self.house.members[MEMBERS[1]]
        settle(late, by=people[Role.DIRECTOR], payer=payer, zone=self.zone)
        self.online(in_play)
        self.begin_tonight(in_play)

    def cup(self) -> Cup:
        """As long as the season that is in play, which stands before it in every list."""
        starts = self.today - timedelta(weeks=IN_PLAY.starts)
        return Cup(self.today, starts, self.today - timedelta(weeks=IN_PLAY.ends), ONE_GAME)

    def play_cup(self, cup: Cup, divisions: Sequence[Season]) -> None:
        """Its hands have a seed of their own: what was made up before stays as it was."""
        random = Random(SEED + 1)  # noqa: S311  (the same sample for everybody)

        def enter(season: Season, day: date, table: int, pair: tuple[Player, Player]) -> Match:
            meeting = Meeting(day, table, pair)
            slips = dict(zip(Seat, (self.slips[player] for player in pair), strict=True))
            hands = played_match(random, ONE_GAME.engine(), Seat.A, slips)
            return self.enter(season, meeting, hands, at=self.table(meeting))

        cup.play(self.house.people[Role.DIRECTOR], divisions, enter)

    def tournaments(self) -> None:
        """Of the two members with a sign-in and six others."""
        others = self._others()
        one, other = (self.house.players[name] for name in MEMBERS)
        eight = [one, other, *others[: PLAYERS - 2]]
        day = thursday(self.today, 1)
        made = Tournaments(
            ONE_GAME,
            by=self.house.people[Role.DIRECTOR],
            day=day,
            slips=self.slips_by_id.__getitem__,
            table=partial(self.table_of, day),
        )
        with clock_at(end_of(self.evenings[day], self.zone)):
            made.swiss(eight, self.zone)
            made.knock_out(eight[:LEFT], self.zone)

    def teams(self) -> None:
        """Behind all that was there, whose matches keep their numbers."""
        Teams(
            self.today,
            ONE_GAME,
            by=self.house.people[Role.DIRECTOR],
            slips=self.slips_by_id.__getitem__,
            table=self.table_of,
            zone=self.zone,
        ).play(self.house.people[Role.COMMITTEE], self.house.players)

    def pools(self) -> None:
        """Of the two members with a sign-in and the last of the others."""
        others = self._others()
        members = [self.house.players[name] for name in MEMBERS]
        day = thursday(self.today, 1)
        made = Pools(
            self.evenings[day],
            by=self.house.people[Role.DIRECTOR],
            slips=self.slips_by_id.__getitem__,
            table=partial(self.table_of, day),
        )
        made.play([*members, *others[len(members) - POOL_PLAYERS :]], self.zone)

    def stopped(self) -> None:
        """Behind all that was there: a match that was abandoned, and one to be continued."""
        random = Random(SEED + 2)  # noqa: S311  (the same sample for everybody)
        day = thursday(self.today, 1)
        here = set(self.evenings[day].attendances.values_list("player_id", flat=True))
        four = [one.pk for one in self._others() if one.pk in here][:4]
        slips = dict.fromkeys(Seat, self.slips_by_id[four[0]])
        first = (played_match(random, RUBBER.engine(), Seat.A, slips)[0] for _pk in four)
        tables = [self.table_of(day, number) for number in (1, 2)]
        with clock_at(end_of(self.evenings[day], self.zone) - timedelta(minutes=30)):
            stop_two(tables, four, first, by=self.house.people[Role.DIRECTOR])

    def pool_late(self) -> Evening:
        """The two members with a sign-in and one who has none; so long ago that it can be paid."""
        evening = self.evenings[thursday(self.today, 2)]
        players = [self.house.players[name] for name in (*MEMBERS, LATE)]
        pool_late(
            evening,
            by=self.house.people[Role.DIRECTOR],
            players=players,
            slips=self.slips_by_id.__getitem__,
            zone=self.zone,
        )
        return evening

    def table(self, meeting: Meeting) -> Table:
        return self.table_of(meeting.day, meeting.table)

    def table_of(self, day: date, number: int) -> Table:
        """Of an evening of that day, with as many tables as are needed."""
        director = self.house.people[Role.DIRECTOR]
        if day not in self.evenings:
            self.evenings[day] = evening_open(by=director, held_on=day, public=True)
        evening, name = self.evenings[day], str(number)
        found = evening.tables.filter(name=name).first()
        return found or table_add(by=director, evening=evening, name=name)

    def friendly_match(self) -> None:
        """The private club's, which nobody else may see."""
        one, other, *_rest = self.house.players.values()
        meeting = Meeting(thursday(self.today, 1), 1, (one, other))
        self.enter(None, meeting, self.hands(ONE_GAME, meeting), ONE_GAME)

    def printed_game(self) -> None:
        day = self.today - timedelta(weeks=FINISHED.starts)
        season = season_open(
            by=self.house.people[Role.COMMITTEE],
            league=PRINTED_LEAGUE,
            plan=SeasonPlan(WORK, day, day, ONE_GAME, seed=WORK),
        )
        a, y = (self.house.players[name] for name in PRINTED)
        self.enter(season, Meeting(day, 1, (a, y)), PRINTED_HANDS)

    def season(self, plan: Plan) -> Season:
        starts = self.today - timedelta(weeks=plan.starts)
        ends = self.today - timedelta(weeks=plan.ends)
        return season_open(
            by=self.house.people[Role.COMMITTEE],
            league=LEAGUE,
            plan=SeasonPlan(quarter(starts), starts, ends, RUBBER, seed=quarter(starts)),
        )

    def meetings(self, plan: Plan) -> Iterator[Meeting]:
        members = [self.house.players[name] for name in MEMBER_NAMES[: plan.players]]
        pairs = rounds(self.random, members, plan.rounds)
        places = product(plan.evenings, range(1, plan.tables + 1))
        for (week, table), pair in zip(places, pairs, strict=False):
            yield Meeting(thursday(self.today, week), table, pair)

    def hands(self, terms: MatchTerms, meeting: Meeting) -> list[HandEntry]:
        slips = dict(zip(Seat, (self.slips[player] for player in meeting.pair), strict=True))
        return played_match(self.random, terms.engine(), Seat.A, slips)

    def enter(
        self,
        season: Season | None,
        meeting: Meeting,
        plays: Sequence[Entry],
        terms: MatchTerms | None = None,
        at: Table | None = None,
    ) -> Match:
        times = hand_times(meeting.day, meeting.table, self.zone)
        return match_enter_at_once(
            by=self.scorer,
            player_a=meeting.pair[0].pk,
            player_b=meeting.pair[1].pk,
            plays=list(zip(plays, times, strict=False)),
            event_id=season.pk if season else None,
            terms=terms,
            table=str(meeting.table),
            evening_table=at.pk if at else None,
            first_dealer=Seat.A,
        )

    def enter_as_clubs_do(self, season: Season, meeting: Meeting, number: int) -> None:
        """Nearly always hand by hand; a few of each kind in another way."""
        hands, terms = self.hands(RUBBER, meeting), RUBBER.engine()
        kept: Sequence[Entry] = hands
        if number == 10:
            kept = game_by_score(terms, Seat.A, hands)
        elif number == 20:
            kept = [RubberEntry(2, 1)]
        elif number == 30:
            kept = [by_marks_alone(terms, hands[0]), *hands[1:]]
        match = self.enter(season, meeting, kept, at=self.table(meeting))
        if number in (40, 50):
            self.mend(match, hands)

    def mend(self, match: Match, hands: Sequence[HandEntry]) -> None:
        """The director adds a king that was forgotten."""
        mended = forgotten_king(RUBBER.engine(), Seat.A, hands)
        if mended is not None:
            index, entry = mended
            entry_correct(
                by=self.house.people[Role.DIRECTOR],
                match=match,
                number=index + 1,
                what=entry,
                reason="Roi annoncé, oublié sur la feuille.",
                version=match.version,
            )

    def begin_tonight(self, season: Season) -> None:
        """Three matches in play: the two members with a sign-in, and two more; before, one that was
        annulled; and a guest who came for the first time and waits."""
        others = self._others()
        one, two, three, four = self.random.sample(others, 4)
        member, other = (self.house.players[name] for name in MEMBERS)
        pairs = ((member, other), (one, two), (three, four))
        director, first = self.house.people[Role.DIRECTOR], self.table_of(self.today, 1)
        begun_wrongly(first, (member.pk, one.pk), by=director)
        for table, (pair, number) in enumerate(zip(pairs, (4, 3, 1), strict=True), start=1):
            self.begin(season, Meeting(self.today, table, pair), number, mishap=table == 2)
        tonight = self.evenings[self.today]
        walk_in(by=director, evening=tonight, name=WALK_IN)
        self.contests(tonight)

    def contests(self, tonight: Evening) -> None:
        """The two members with a sign-in played in the pool before they sat down; the others are
        of those who play no match."""
        members = [self.house.players[name] for name in MEMBERS]
        here = set(tonight.attendances.values_list("player_id", flat=True))
        free = [one for one in self._others() if one.pk not in here]
        contests_tonight(
            tonight,
            by=self.house.people[Role.DIRECTOR],
            players=[*members, *self.random.sample(free, len(free))],
            random=self.random,
            slips=self.slips_by_id.__getitem__,
        )

    def online(self, season: Season) -> None:
        """Before those of tonight, which are the first that lists of matches in play name."""
        pairs = ([self.house.members[name] for name in names] for names in (MEMBERS, AT_HOME))
        (one, other), (host, guest) = pairs
        tables_online(season=season.pk, at_club=(one, other), at_home=(host, guest))

    def _others(self) -> list[Player]:
        """But the two members who play tonight."""
        taken = (*MEMBERS, *PRINTED)
        return [one for name, one in self.house.players.items() if name not in taken]

    def begin(self, season: Season, meeting: Meeting, number: int, *, mishap: bool) -> None:
        """The first hands of a match; one of them, by mishap, is first entered the wrong way."""
        match = match_start(
            by=self.scorer,
            player_a=meeting.pair[0].pk,
            player_b=meeting.pair[1].pk,
            event_id=season.pk,
            evening_table=self.table(meeting).pk,
            first_dealer=Seat.A,
        )
        for entry in self.hands(RUBBER, meeting)[:number]:
            if mishap and entry.record.tricks:
                self.slip_and_undo(match, entry, entry.record.tricks)
                mishap = False
            play_record(by=self.scorer, match=match, what=entry, version=match.version)

    def slip_and_undo(self, match: Match, entry: HandEntry, tricks: Tricks) -> None:
        turned = replace(entry.record, tricks=Tricks(tricks.b, tricks.a))
        wrong = HandEntry(entry.game, turned)
        play_record(by=self.scorer, match=match, what=wrong, version=match.version)
        entry_undo(by=self.scorer, match=match, version=match.version)
