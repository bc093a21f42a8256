"""Clubs with as many hands as wanted, in seconds: real matches, multiplied by plain SQL.

A few matches are generated and entered through the services. Their rows are then copied under
other players and seasons, and the standings summed up from what each of them is worth, so that
everything is as the site itself would have written it.
"""

from datetime import date, timedelta
from random import Random
from time import perf_counter

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.clubs import club_create, office_give
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.models import IdempotencyRecord
from games.engine.seats import Seat
from games.matches.models import Entry, Match
from games.matches.selectors.logs import log_of
from games.matches.selectors.reading import state_of
from games.matches.services.matches import MatchTerms, match_enter_at_once
from scoring.leagues.models import Result, Season, Standing
from scoring.leagues.services.seasons import USUAL_SCHEME, SeasonPlan, season_open
from scoring.sample.hands import played_match
from scoring.tables.results import SHARE_FIELDS, share

EMAIL = "bench@example.org"
TERMS = MatchTerms(game_values=True)
PLAYERS = 40
TEMPLATES = 12
SEASONS_OF_A_CLUB = 3
MATCHES_OF_A_SEASON = 2000
STANDING = Standing._meta.db_table
RESULT = Result._meta.db_table
RESULT_DAY = date(2000, 6, 1)
STEADY = {Seat.A: 0.2, Seat.B: 0.2}

# One row for each match to be: which one it copies, where, and who plays.
PLAN = f"""
    CREATE TEMPORARY TABLE plan AS
    WITH RECURSIVE copy(n) AS (
        SELECT 0 UNION ALL SELECT n + 1 FROM copy WHERE n < %(copies)s - 1
    )
    SELECT
        %(last)s + 1 + n AS id, template.id AS template, season.id AS season, season.club AS club,
        season.player + n %% %(players)s AS a,
        season.player + (n + 1 + n / %(players)s %% (%(players)s - 1)) %% %(players)s AS b
    FROM copy
    JOIN bench_template template
        ON template.number = n %% {TEMPLATES} AND template.seat = 'a'
    JOIN bench_season season ON season.number = n / {TEMPLATES} %% %(seasons)s
"""  # noqa: S608
MATCH_COLUMNS = {
    "id": "plan.id",
    "club_id": "plan.club",
    "event_id": "plan.season",
    "player_a_id": "plan.a",
    "player_b_id": "plan.b",
}
ENTRY_COLUMNS = {"match_id": "plan.id", "club_id": "plan.club"}
NEXT_MATCH = """
    SELECT setval(
        pg_get_serial_sequence('matches_match', 'id'), (SELECT max(id) FROM matches_match)
    )
"""
# As if one hand of each match had been entered through the API lately.
RECEIPTS = f"""
    INSERT INTO {IdempotencyRecord._meta.db_table} (who, key, print, status, body, at)
    SELECT 'user:0', 'key-' || plan.id, 'print', 201, '{{"filling": "{"x" * 1000}"}}', %(at)s
    FROM plan
"""  # noqa: S608


def work(hands: str) -> dict[str, float]:
    """Fills an empty database with about that many hands."""
    began = perf_counter()
    fill(int(hands))
    found = Entry.objects.filter(kind=Entry.Kind.HAND).count()
    return {"hands": found, "seconds": perf_counter() - began}


def fill(hands: int) -> None:
    with transaction.atomic():
        user = User.objects.create(email=EMAIL, name="Bench")
        first = season_opened(user, number=0)
        models = templates(user, first)
        in_templates = Entry.objects.count()
        copies = max(1, round(hands / in_templates) - 1) * TEMPLATES
        wanted = max(1, round(copies / MATCHES_OF_A_SEASON))
        seasons = [first, *(season_opened(user, number=number) for number in range(1, wanted))]
        multiply(models, seasons, copies)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def season_opened(user: User, number: int) -> Season:
    """Every club has its players, and several seasons."""
    slug = f"bench-{number // SEASONS_OF_A_CLUB}"
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        club = club_create(name=slug, slug=slug)
        office_give(club=club, user=user, role=Role.COMMITTEE)
        committee = person(Actor(user), club.pk)
        for player in range(PLAYERS):
            player_add(by=committee, name=f"Joueur {player:02}")
    starts = date(2000, 1, 1) + timedelta(weeks=number)
    plan = SeasonPlan(f"Saison {number}", starts, starts + timedelta(weeks=20), TERMS)
    return season_open(by=person(Actor(user), club.pk), league="Bench", plan=plan)


def templates(user: User, season: Season) -> list[Match]:
    random, club = Random(1911), season.event.club
    players = list(Player.objects.filter(club=club).order_by("pk"))
    matches = []
    for number in range(TEMPLATES):
        plays = played_match(random, TERMS.engine(), Seat.A, STEADY)
        matches.append(
            match_enter_at_once(
                by=person(Actor(user), club.pk),
                player_a=players[number].pk,
                player_b=players[number + TEMPLATES].pk,
                plays=[(play, timezone.now()) for play in plays],
                event_id=season.pk,
                first_dealer=Seat.A,
            )
        )
    return matches


def multiply(
    models: list[Match],
    seasons: list[Season],
    copies: int,
    *,
    players: int = PLAYERS,
    entries: bool = True,
) -> None:
    """`players`: of each club; without `entries` the matches keep only what they came to."""
    with connection.cursor() as cursor:
        _tell_seasons(cursor, seasons)
        describe_templates(cursor, models)
        last = Match.objects.order_by("-pk")[0].pk
        figures = {"copies": copies, "last": last, "seasons": len(seasons), "players": players}
        cursor.execute(PLAN, figures)
        cursor.execute(_copying(Match, "id", MATCH_COLUMNS))
        if entries:
            cursor.execute(
                _copying(Entry, "match_id", {"match_id": "plan.id", "club_id": "plan.club"})
            )
            cursor.execute(RECEIPTS, {"at": timezone.now()})
        cursor.execute(summing())
        cursor.execute(resulting(), {"day": RESULT_DAY})
        for name in ("bench_season", "bench_template", "plan"):
            cursor.execute(f"DROP TABLE {name}")
        if connection.vendor == "postgresql":
            cursor.execute(NEXT_MATCH)


def _tell_seasons(cursor: CursorWrapper, seasons: list[Season]) -> None:
    cursor.execute("CREATE TEMPORARY TABLE bench_season (number INT, id INT, club INT, player INT)")
    for number, season in enumerate(seasons):
        club = season.event.club_id
        first = Player.objects.filter(club_id=club).order_by("pk")[0].pk
        cursor.execute(
            "INSERT INTO bench_season VALUES (%s, %s, %s, %s)", [number, season.pk, club, first]
        )


def describe_templates(cursor: CursorWrapper, templates: list[Match]) -> None:
    """What a match adds to the line of each player, beside the match."""
    figures = ", ".join(f"{name} INT" for name in SHARE_FIELDS)
    cursor.execute(
        f"CREATE TEMPORARY TABLE bench_template (number INT, id INT, seat CHAR(1), {figures})"
    )
    for number, match in enumerate(templates):
        state = state_of(match, log_of(match).standing())
        for seat in Seat:
            row = (number, match.pk, seat.value, *share(state, seat, USUAL_SCHEME))
            holes = ", ".join(["%s"] * len(row))
            cursor.execute(f"INSERT INTO bench_template VALUES ({holes})", row)  # noqa: S608


def _copying(model: type[Match] | type[Entry], template: str, new: dict[str, str]) -> str:
    """The rows of the templates, once for each match planned, but for the `new` columns."""
    every = [field.column for field in model._meta.concrete_fields if field.column]
    columns = [name for name in every if name != "id" or name in new]
    taken = ", ".join(new.get(name, f'old."{name}"') for name in columns)
    named = ", ".join(f'"{name}"' for name in columns)
    table = model._meta.db_table
    return f"""
        INSERT INTO {table} ({named}) SELECT {taken}
        FROM plan JOIN {table} old ON old.{template} = plan.template
        ORDER BY plan.id, old.id
    """  # noqa: S608


def summing() -> str:
    sums = ", ".join(f"SUM({name})" for name in SHARE_FIELDS)
    more = ", ".join(f"{name} = {STANDING}.{name} + excluded.{name}" for name in SHARE_FIELDS)
    return f"""
        INSERT INTO {STANDING} (season_id, player_id, {", ".join(SHARE_FIELDS)})
        SELECT plan.season, CASE template.seat WHEN 'a' THEN plan.a ELSE plan.b END, {sums}
        FROM plan JOIN bench_template template ON template.id = plan.template
        WHERE true GROUP BY 1, 2
        ON CONFLICT (season_id, player_id) DO UPDATE SET {more}
    """  # noqa: S608


def resulting() -> str:
    """What each match adds to whom, as it is kept beside the sums."""
    figures = ", ".join(f"template.{name}" for name in SHARE_FIELDS)
    return f"""
        INSERT INTO {RESULT}
            (event_id, match_id, player_id, opponent_id, day, {", ".join(SHARE_FIELDS)})
        SELECT plan.season, plan.id,
            CASE template.seat WHEN 'a' THEN plan.a ELSE plan.b END,
            CASE template.seat WHEN 'a' THEN plan.b ELSE plan.a END,
            %(day)s, {figures}
        FROM plan JOIN bench_template template ON template.id = plan.template
    """  # noqa: S608
