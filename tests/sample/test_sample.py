"""The sample club: everybody gets the same one, its hands are real, and it is loaded once."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from io import StringIO
from random import Random
from typing import Any
from unittest.mock import patch
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.conf import global_settings
from django.contrib.auth.hashers import check_password, make_password
from django.core.management import CommandError, call_command
from django.db.models import CharField, F, Q
from django.test import Client, TestCase, override_settings
from django.utils import timezone

from ecarte_club.clubs.models import Club, Office, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.services.clubs import club_create, office_give
from games.engine.cards import SUITS, card, cards
from games.engine.codes import CODES
from games.engine.marks import record_refusal
from games.engine.match import replay
from games.engine.records import HandRecord, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, Score, Terms
from games.engine.transcripts.checks import is_right, verify
from games.evenings.models import Attendance, Evening
from games.matches.models import IN_PLAY, Entry, Match
from games.matches.selectors.logs import log_of
from games.matches.selectors.reading import state_of
from games.online.models import OnlineTable
from games.online.selectors.tables import Play, tables
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from scoring.leagues.selectors.seasons import table
from scoring.ratings.models import Rating
from scoring.ratings.services import ratings_synchronise
from scoring.sample import hands as printed_game
from scoring.sample import people as names
from scoring.sample.evenings import IN_PLAY as IN_PLAY_SEASON
from scoring.sample.evenings import hand_times, quarter, rounds, thursday
from scoring.sample.hands import (
    best_lead,
    by_marks_alone,
    cheapest,
    discard,
    forgotten_king,
    game_by_score,
    hand,
    jeu_de_regle,
    played_match,
)
from scoring.sample.people import PASSWORD, PRIVATE_SLUG, SIGN_INS, SLUG
from tests.support import printed_game as tests_printed_game
from tests.support.clubhouse import House
from tests.support.samples import sample_brought, sample_key, sample_printed
from tests.support.sheets import enter, exported, rows_of, upload

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

LONDON = CODES["london"]
RUBBER = Terms(LONDON, Format(FormatKind.RUBBER, 3), game_values=True)
STEADY = {Seat.A: 0.2, Seat.B: 0.2}
MANY = 4000
HEARTS = SUITS.index("H")


@pytest.fixture(scope="module")
def records() -> list[HandRecord]:
    random = Random(7)
    return [hand(random, Seat.A if n % 2 else Seat.B, STEADY, code=LONDON) for n in range(MANY)]


def test_the_same_seed_gives_the_same_hands() -> None:
    made = [
        [hand(random, Seat.A, STEADY, code=LONDON) for _ in range(50)]
        for random in (Random(1), Random(1))
    ]
    other = [hand(random, Seat.A, STEADY, code=LONDON) for random in [Random(2)] for _ in range(50)]
    assert made[0] == made[1] != other


def test_all_but_trumps_and_kings_are_thrown_and_at_least_one_card() -> None:
    assert discard(cards("8C KD 7H JH AS"), HEARTS) == cards("8C AS")
    assert discard(cards("KC KD 7H JH KS"), HEARTS) in (cards("KC"), cards("KD"), cards("KS"))
    assert discard(cards("8H 9H 7H JH KH"), HEARTS) == cards("7H")


def test_the_longest_suit_is_led_from_its_top_and_the_cheapest_card_is_answered() -> None:
    assert best_lead(cards("8C 9C QC 7H AS"), HEARTS) == card("QC")
    assert best_lead(cards("8H 9H QH KC AS"), HEARTS) == card("QH")
    assert best_lead(cards("9H QH AS"), HEARTS) == card("AS")
    assert cheapest(cards("7H KS QS"), HEARTS) == card("QS")


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("7H 8H 9H 7S 7D", True),
        ("7H KC QC JC 7S", True),
        ("7H 8H KS 7S 7D", True),
        ("7H 8H 8S 7D 9C", False),
        ("7H 8H KS AD 9C", True),
        ("7H KS 9S 8S 7S", True),
        ("7H QS 9S 8S QD", True),
        ("7H QS 9S 8S 7D", False),
        ("QS QD QC 7S 8D", True),
        ("7S 8S 9D TD AC", False),
    ],
)
def test_hands_to_stand_on(text: str, stands: bool) -> None:
    assert jeu_de_regle(cards(text), HEARTS) is stands


@pytest.mark.slow
def test_the_engine_takes_every_hand(records: list[HandRecord]) -> None:
    assert {record_refusal(LONDON, record) for record in records} == {None}
    assert max(len(record.kings) for record in records) == 1
    assert {record.tricks.a + record.tricks.b for record in records if record.tricks} == {5}


def test_the_hands_are_as_likely_as_real_ones(records: list[HandRecord]) -> None:
    """Wide bounds: seven to one against turning a king; every outcome occurs, none rules."""
    turned = share(records, lambda r: any(king.how is KingHow.TURNED for king in r.kings))
    held = share(records, lambda r: any(king.how is KingHow.HELD for king in r.kings))
    voles = share(records, lambda r: r.tricks in (Tricks(5, 0), Tricks(0, 5)))
    assert 0.10 < turned < 0.15
    assert 0.25 < held < 0.55
    assert 0.04 < voles < 0.25
    for opening in Opening:
        assert 0.10 < share(records, partial(opened, opening)) < 0.75
    assert 0.40 < share(records, lambda r: bool(r.tricks and r.tricks.a > 2)) < 0.60


def opened(opening: Opening, record: HandRecord) -> bool:
    return record.opening is opening


def share(records: list[HandRecord], holds: Callable[[HandRecord], bool]) -> float:
    return sum(map(holds, records)) / len(records)


def test_who_stands_wins_more_often_than_not(records: list[HandRecord]) -> None:
    stood = [record for record in records if record.opening is Opening.STOOD]
    won = [r for r in stood if r.dealer and r.tricks and r.tricks.of(r.dealer) < 3]
    assert len(won) > len(stood) / 2


def test_a_match_is_played_to_its_end_and_no_further() -> None:
    for seed in range(40):
        state = replay(RUBBER, Seat.A, played_match(Random(seed), RUBBER, Seat.A, STEADY))
        assert state.over
        assert not any(line.surplus for line in state.lines)


def test_a_king_that_ends_the_game_leaves_no_tricks() -> None:
    plays = [
        play for seed in range(40) for play in played_match(Random(seed), RUBBER, Seat.A, STEADY)
    ]
    unplayed = [play.record for play in plays if play.record.tricks is None]
    assert unplayed
    assert all(len(record.kings) == 1 for record in unplayed)


def test_other_ways_to_keep_a_match_come_to_the_same() -> None:
    plays = played_match(Random(5), RUBBER, Seat.A, STEADY)
    known = replay(RUBBER, Seat.A, plays)
    by_score = replay(RUBBER, Seat.A, game_by_score(RUBBER, Seat.A, plays))
    marks = replay(RUBBER, Seat.A, [by_marks_alone(RUBBER, plays[0]), *plays[1:]])
    assert [game.score for game in by_score.games] == [game.score for game in known.games]
    assert by_score.games[0].by_score
    assert [line.score_after for line in marks.lines] == [line.score_after for line in known.lines]


def test_a_king_can_be_added_afterwards() -> None:
    plays = played_match(Random(5), RUBBER, Seat.A, STEADY)
    found = forgotten_king(RUBBER, Seat.A, plays)
    assert found is not None
    index, mended = found
    assert not plays[index].record.kings
    state = replay(RUBBER, Seat.A, [*plays[:index], mended, *plays[index + 1 :]])
    assert state.over
    assert forgotten_king(RUBBER, Seat.A, []) is None


def test_everybody_meets_somebody_new_in_each_round() -> None:
    pairs = list(rounds(Random(1), range(12), 5))
    assert len(pairs) == 30
    assert len({frozenset(pair) for pair in pairs}) == 30
    assert set(Counter(player for pair in pairs for player in pair).values()) == {5}


def test_evenings_are_thursdays_before_today() -> None:
    for offset in range(7):
        today = date(2026, 3, 2) + timedelta(days=offset)
        assert thursday(today, 1).weekday() == 3
        assert 1 <= (today - thursday(today, 1)).days <= 7
        assert thursday(today, 1) - thursday(today, 3) == timedelta(weeks=2)
    times = hand_times(date(2026, 3, 5), 1, ZoneInfo("Europe/Paris"))
    assert [f"{next(times):%H:%M}" for _ in range(2)] == ["20:05", "20:08"]


def test_a_season_is_named_after_its_first_day() -> None:
    named = {month: quarter(date(2026, month, 1)).split()[0] for month in (1, 3, 6, 9, 12)}
    assert named == {1: "Hiver", 3: "Printemps", 6: "Été", 9: "Automne", 12: "Hiver"}


def test_the_printed_game_is_won_five_to_four() -> None:
    terms = Terms(LONDON, Format(FormatKind.ONE_GAME, 1))
    state = replay(terms, printed_game.A, printed_game.HANDS)
    assert [line.score_after for line in state.lines] == [
        *(Score(3, 0), Score(3, 2), Score(3, 3), Score(3, 4), Score(5, 4)),
    ]


def test_the_sample_plays_what_the_tests_play() -> None:
    assert printed_game.RECORDS == tests_printed_game.RECORDS


def signed_in(email: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(email=email))
    return client


def table_with(**fields: str) -> OnlineTable:
    return tables().get(club__slug=SLUG, **fields)


def sampled() -> str:
    out = StringIO()
    call_command("sample", stdout=out)
    return out.getvalue()


def figures_of(club: Club) -> dict[str, Any]:
    """By names, as each club has ids of its own."""
    evenings = Evening.objects.filter(club=club)
    standings = Standing.objects.filter(season__league__club=club, season__event__of_teams=False)
    season = "season__league__name", "season__event__name", "season__division", "season__level"
    sums = [
        field.name
        for field in Standing._meta.fields
        if field.name not in ("id", "season", "player")
    ]
    ratings = Rating.objects.filter(club=club)
    matches = Match.objects.filter(club=club)
    return {
        "evenings": sorted(evenings.values_list("held_on", "name", "public", "signed_off_at")),
        "attendances": sorted(
            Attendance.objects.filter(
                Q(evening__tables__matches__player_a=F("player"))
                | Q(evening__tables__matches__player_b=F("player")),
                evening__club=club,
            )
            .distinct()
            .values_list("evening__held_on", "player__name")
        ),
        "matches": sorted(
            matches.values_list(
                *("started_at", "player_a__name", "player_b__name", "evening_table__name"),
                *("over", "stopped", "games_a", "games_b", "score_a", "score_b"),
            ),
            key=str,
        ),
        "standings": sorted(standings.values_list(*season, "player__name", *sums)),
        "ratings": sorted(
            ratings.values_list("player__name", "strength", "doubt", "matches", "games", "last_at")
        ),
    }


@pytest.mark.slow
class TestTheClub(TestCase):
    said: str

    @classmethod
    def setUpClass(cls) -> None:
        # Of the hidden cards, whose chance was drawn with it.
        cls.enterClassContext(override_settings(SECRET_KEY=sample_key()))
        super().setUpClass()

    @classmethod
    def setUpTestData(cls) -> None:
        sample_brought()
        cls.said = sample_printed()

    def test_the_club_is_whole(self) -> None:
        club = Club.objects.get(slug=SLUG)
        hands = Entry.objects.filter(match__club=club, kind=Entry.Kind.HAND).count()
        assert 1900 <= hands <= 2100
        people = Player.objects.current().filter(club=club)
        assert people.count() == len(names.PLAYERS) + 3
        robots = Player.objects.filter(club=club).exclude(robot="")
        assert set(robots.values_list("robot", flat=True)) == {"beginner", "club", "strong"}
        assert Match.objects.filter(IN_PLAY, club=club).count() == 4 + 2
        assert PASSWORD in self.said
        assert all(sign_in.email in self.said for sign_in in SIGN_INS)
        for season in Season.objects.all():
            assert recount(season) == []
        kinds = set(Entry.objects.filter(match__club=club).values_list("kind", flat=True))
        assert kinds == set(Entry.Kind)
        assert Entry.objects.filter(supersedes__isnull=False).exclude(reason="").count() == 2
        assert Entry.objects.filter(undoes__isnull=False).count() == 1

    def test_past_thursdays_are_signed_off_and_tonight_is_open(self) -> None:
        """Twenty-six Thursdays with ten tables at most; a match of a league is of an evening."""
        *past, tonight = Evening.objects.filter(club__slug=SLUG).order_by("held_on")
        assert len(past) == 18 + 8
        for evening in past:
            assert evening.held_on.weekday() == 3
            assert evening.signed_off_at is not None
            players = {
                player
                for match in Match.objects.filter(evening_table__evening=evening)
                for player in match.player_ids
            }
            assert players
            assert players == set(evening.attendances.values_list("player_id", flat=True))
            first = Match.objects.filter(evening_table__evening=evening).earliest("started_at")
            assert evening.opened_at < first.started_at < evening.signed_off_at
        assert tonight.is_open
        assert [table.name for table in tonight.tables.all()] == list("1234567")
        assert tonight.attendances.count() == 6 + 1 + 16
        assert tonight.attendances.filter(player__name=names.WALK_IN, left_at=None).exists()
        without = Match.objects.filter(evening_table=None).values_list("event__name", flat=True)
        season = quarter(timezone.localdate() - timedelta(weeks=IN_PLAY_SEASON.starts))
        assert sorted(map(str, without)) == sorted([printed_game.WORK, *["None"] * 3, season])

    def test_every_match_follows_from_its_entries(self) -> None:
        today = Season.objects.order_by("-starts_on")[0]
        assert today.starts_on < timezone.localdate() < today.ends_on
        for match in Match.objects.all():
            standing = log_of(match).standing()
            state = state_of(match, standing)
            kept = (match.over, match.games_a, match.games_b, match.score_a, match.score_b)
            won = (state.games_won(Seat.A), state.games_won(Seat.B))
            assert kept == (state.over, *won, state.score.a, state.score.b)
            assert not any(line.surplus for line in state.lines)

    def test_the_printed_game_is_there(self) -> None:
        season = Season.objects.get(event__name=printed_game.WORK)
        match = Match.objects.get(event=season.event)
        plays = [line.entry for line in state_of(match, log_of(match).standing()).lines]
        assert plays == list(printed_game.HANDS)
        shares = {line.name: line.share for line in table(season.pk).lines}
        assert {name: (s.won, s.kings, s.voles) for name, s in shares.items()} == {
            names.PRINTED[0]: (1, 1, 1),
            names.PRINTED[1]: (0, 0, 1),
        }

    def test_postgresql_has_room_for_every_text(self) -> None:
        """SQLite does not mind how long one is."""
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                if isinstance(field, CharField) and field.max_length:
                    texts = model._base_manager.values_list(field.attname, flat=True)
                    assert max((len(text or "") for text in texts), default=0) <= field.max_length

    def test_a_second_run_adds_nothing(self) -> None:
        def numbers() -> list[int]:
            models = (Club, Player, User, Office, Match, Entry, Season, Standing)
            return [model.objects.count() for model in models]

        before = numbers()
        second = sampled()
        assert numbers() == before
        assert self.said.endswith(second)

    @pytest.mark.thorough
    def test_its_score_sheets_come_back_in_an_empty_club(self) -> None:
        """Every line of the file, and every figure that follows from it. Usually of small clubs,
        in test_sheet_round_trip and test_sheet_csv."""
        club = Club.objects.get(slug=SLUG)
        user = Office.objects.filter(club=club, role=Role.COMMITTEE)[0].user
        copy = club_create(name="Neuf", slug="neuf")
        office_give(club=copy, user=user, role=Role.COMMITTEE)
        there, empty = House(club, {}, {}), House(copy, {"committee": user}, {})
        file = exported(there)
        entered = enter(empty, file, who="committee", add_players=True)
        assert (entered.wrong, entered.matches) == (0, Match.objects.filter(club=copy).count())
        # Of a draw and of teams, the file has the name alone.
        assert rows_of(exported(empty), but={"tournament"}) == rows_of(file, but={"tournament"})
        for one in (club, copy):
            ratings_synchronise(one.pk)
        figures, as_before = figures_of(copy), figures_of(club)
        assert figures.keys() == as_before.keys()
        for name in figures:
            assert figures[name] == as_before[name], name
        assert min(map(len, figures.values())) > 20
        again = upload(empty, file, who="committee", add_players=True)
        assert (again.wrong, again.recorded) == (0, again.matches)

    def test_there_is_a_sign_in_for_each_role_and_it_works(self) -> None:
        given = {sign_in.role for sign_in in SIGN_INS if sign_in.club == SLUG}
        assert given == {Role.COMMITTEE, Role.DIRECTOR, Role.SCORER, Role.MEMBER}
        users = {sign_in: User.objects.get(email=sign_in.email) for sign_in in SIGN_INS}
        (stored,) = {user.password for user in users.values()}
        with override_settings(PASSWORD_HASHERS=global_settings.PASSWORD_HASHERS):
            assert check_password(PASSWORD, stored)
        # From here on by the cheap hashes of tests.
        User.objects.update(password=make_password(PASSWORD))
        for sign_in, user in users.items():
            assert Client().login(username=sign_in.email, password=PASSWORD)
            assert not user.is_staff

    def test_anybody_watches_the_table_in_play(self) -> None:
        table = table_with(status="playing", clock="none")
        play = Play(table)
        assert play.has_hand_in_play
        tricks = play.current_hand.view(None).tricks
        assert 0 < tricks.a + tricks.b < 5
        lobby = Client().get(f"/clubs/{SLUG}/online/").content.decode()
        assert f"/clubs/{SLUG}/online/{table.pk}/" in lobby
        state = Client().get(f"/api/v1/online-tables/{table.pk}").json()
        assert state["audience"] == "public"
        assert (state["status"], state["hand"]["own"]) == ("playing", None)

    def test_a_move_by_correspondence_waits_for_the_first_member(self) -> None:
        table = table_with(status="playing", clock="days")
        client = signed_in("member@example.org")
        state = client.get(f"/api/v1/online-tables/{table.pk}").json()
        assert state["hand"]["to_act"] == state["audience"]
        assert table.deadline is not None
        assert timedelta(days=1) < table.deadline - timezone.now() < timedelta(days=3)

    def test_the_finished_match_can_be_verified(self) -> None:
        table = table_with(status="over")
        assert table.match is not None
        address = f"/clubs/{SLUG}/online/{table.pk}/transcript/"
        content = signed_in("member@example.org").get(address).content
        assert is_right(verify(content))
        assert len(json.loads(content)["results"]["hands"]) == table.match.hands

    def test_a_newcomer_takes_the_open_seat(self) -> None:
        table = table_with(status="open")
        assert table.guest is None
        address = f"/o/{table.code_word}/"
        assert Client().get(address).headers["Location"].startswith("/account/login/")
        client = signed_in("member@example.org")
        assert "Sit down and play" in client.get(address).content.decode()
        key = str(uuid4())
        assert client.post(address, {"act": "accept", "key": key}).status_code == 302
        table.refresh_from_db()
        assert (table.status, table.guest.name if table.guest else "") == (
            "playing",
            "Éloïse Perrachon",
        )

    def test_it_stays_without_a_yes(self) -> None:
        with (
            patch("builtins.input", lambda _question: "no"),
            pytest.raises(CommandError, match="Nothing was removed"),
        ):
            call_command("sample", remove=True, stdout=StringIO())
        assert Club.objects.filter(slug=SLUG).exists()

    def test_the_private_club_is_seen_by_its_own_people_alone(self) -> None:
        private = Match.objects.get(club__slug=PRIVATE_SLUG)
        for email, status in (("private@example.org", 200), ("committee@example.org", 404)):
            client = Client()
            client.force_login(User.objects.get(email=email))
            assert client.get(f"/api/v1/matches/{private.pk}").status_code == status
        assert Client().get(f"/api/v1/clubs/{PRIVATE_SLUG}").status_code == 404
