"""A federation in PostgreSQL: thousands of clubs of all sizes, written by plain SQL.

The first club is as large on every site, so that what it costs can be compared. Its matches lie
between those of the others, in the order of time, as three years of play would leave them. Large
tables are filled without indexes and foreign keys, which are then made again and so checked.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import AuditLogEntry, Club, Office, Player, User
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.models import IdempotencyRecord, Outgoing, OutgoingCount
from games.evenings.models import Attendance, Evening, Table
from games.matches.models import Entry, Event, Match
from scoring.leagues.models import League, Result, Season
from scoring.ratings.models import Rating, RatingBook, RatingPoint
from scoring.ratings.rules.spread import FEWEST

from . import filling

MATCHES_OF_FIRST, PLAYERS_OF_FIRST = 1000, 100
LARGE: tuple[type[Model], ...] = (
    *(Entry, AuditLogEntry, IdempotencyRecord, Outgoing, Match, Result, RatingPoint),
    *(Attendance, Player),
)
Columns = dict[str, str]

# A large club has more of everything: about a thousandth of all matches each in the largest ones.
CLUBS = """
    CREATE TEMPORARY TABLE bench_club AS
    WITH shares AS (
        SELECT n, power(n + 5, -0.6) AS share FROM generate_series(1, %(clubs)s - 1) n
    ), sized AS (
        SELECT 0 AS n, %(first_matches)s AS matches, %(first_players)s AS players
        UNION ALL
        SELECT n,
            greatest(4, round(share / sum(share) OVER () * %(matches)s))::int,
            greatest(12, round(sqrt(share) / sum(sqrt(share)) OVER () * %(players)s))::int
        FROM shares
    ), counted AS (
        SELECT *, 1 + matches / 2000 AS seasons, 1 + matches / 20 AS evenings FROM sized
    )
    SELECT n, %(club)s + n AS id, matches, players, seasons, evenings,
        CASE n WHEN 0 THEN %(user)s ELSE %(user)s + n END AS member,
        %(player)s + (sum(players) OVER up - players)::int AS player,
        %(season)s + (sum(seasons) OVER up - seasons)::int AS season,
        1 + (sum(evenings) OVER up - evenings)::int AS evening
    FROM counted WINDOW up AS (ORDER BY n)
"""
# One row for each match to be, in the order of time; four tables at an evening.
PLAN = """
    CREATE TEMPORARY TABLE plan AS
    WITH timed AS (
        SELECT club.*, i, (i + random()) / matches AS part, i * 7 %% players AS first
        FROM bench_club club, generate_series(0, matches - 1) i
    ), placed AS (
        SELECT *, row_number() OVER (ORDER BY part) AS place FROM timed
    )
    SELECT %(last)s + place AS id, template.id AS template, placed.id AS club, member,
        season + i * seasons / matches AS season,
        player + first AS a, player + (first + 1 + i %% (players - 1)) %% players AS b,
        (evening + i / 20 - 1) * 4 + 1 + i %% 4 AS evening_table, (1 + i %% 4)::text AS "table",
        now() - interval '3 years' * (1 - part) AS at
    FROM placed JOIN bench_template template
        ON template.number = i %% %(templates)s AND template.seat = 'a'
    ORDER BY place
"""
CONSTRAINTS = """
    SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = %s::regclass AND contype IN ('f', 'u') ORDER BY contype DESC
"""
INDEXES = """
    SELECT indexname, indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = %s AND indexname NOT IN (
        SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass
    )
"""


def work(clubs: str, players: str, entries: str) -> dict[str, float]:
    """Fills an empty database."""
    began = perf_counter()
    season = _first_club()
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'")
        with transaction.atomic(), _without_indexes(cursor):
            _plan(cursor, season, int(clubs), int(players), int(entries))
            _people(cursor)
            _seasons(cursor, season)
            _evenings(cursor)
            _matches(cursor)
            _sums(cursor)
            _logs(cursor)
        _count_on(cursor)
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0]
    return {
        "clubs": Club.objects.count(),
        "players": Player.objects.count(),
        "matches": Match.objects.count(),
        "entries": Entry.objects.count(),
        "bytes": size,
        "seconds": perf_counter() - began,
    }


def _first_club() -> Season:
    with transaction.atomic():
        user = User.objects.create(email=filling.EMAIL, name="Bench")
        season = filling.season_opened(user, number=0)
        committee = person(Actor(user), season.event.club_id)
        for player in range(filling.PLAYERS, PLAYERS_OF_FIRST):
            player_add(by=committee, name=f"Joueur {player:02}")
        filling.templates(user, season)
    return season


def _plan(cursor: CursorWrapper, season: Season, clubs: int, players: int, entries: int) -> None:
    templates = list(Match.objects.order_by("pk"))
    filling.describe_templates(cursor, templates)
    each = Entry.objects.count() / len(templates)
    figures = {
        "clubs": clubs,
        "first_matches": MATCHES_OF_FIRST,
        "first_players": PLAYERS_OF_FIRST,
        "matches": entries / each - MATCHES_OF_FIRST,
        "players": players - PLAYERS_OF_FIRST,
        "club": season.event.club_id,
        "user": User.objects.get().pk,
        "player": Player.objects.order_by("pk")[0].pk,
        "season": season.pk,
    }
    cursor.execute(CLUBS, figures)
    cursor.execute(PLAN, {"last": templates[-1].pk, "templates": len(templates)})
    cursor.execute("ANALYZE plan; ANALYZE bench_club")


def _people(cursor: CursorWrapper) -> None:
    """Every fifth player has an account, and each club a committee of one."""
    user, club = User.objects.get(), Club.objects.get()
    others = "FROM bench_club club JOIN {} old ON old.id = {} WHERE n > 0"
    name = "'Club ' || n"
    cursor.execute(
        _rows(
            User,
            {"id": "member", "email": "'committee' || n || '@example.org'", "name": name},
            others.format("clubs_user", user.pk),
        )
    )
    slug = {"id": "club.id", "slug": "'club-' || n", "name": name}
    slug["sort_name"] = "'club ' || lpad(n::text, 9, '0')"
    cursor.execute(_rows(Club, slug, others.format("clubs_club", club.pk)))
    office = {"club_id": "club.id", "user_id": "member"}
    cursor.execute(_rows(Office, office, others.format("clubs_office", Office.objects.get().pk)))
    first = Player.objects.order_by("pk")[0].pk
    each = f"""
        FROM bench_club club CROSS JOIN generate_series(0, players - 1) i
        JOIN clubs_player old ON old.id = {first} WHERE n > 0
    """
    account = "(SELECT max(member) FROM bench_club) + club.player + i"
    cursor.execute(
        _rows(
            User,
            {"id": account, "email": f"'player' || {account} || '@example.org'"},
            f"""
            FROM bench_club club CROSS JOIN generate_series(0, players - 1) i
            JOIN clubs_user old ON old.id = {user.pk} WHERE n > 0 AND i % 5 = 0
            """,
        )
    )
    cursor.execute(
        _rows(
            Player,
            {
                "id": "club.player + i",
                "club_id": "club.id",
                "name": "'Joueur ' || i",
                "sort_name": "'joueur ' || lpad(i::text, 9, '0')",
                "user_id": f"CASE WHEN i % 5 = 0 THEN {account} END",
                "added_by_id": "member",
            },
            each,
        )
    )


def _seasons(cursor: CursorWrapper, first: Season) -> None:
    each = """
        FROM bench_club club CROSS JOIN generate_series(0, seasons - 1) i
        JOIN {} old ON old.{} = {} WHERE n > 0
    """
    league = {"id": f"{first.league_id} + n", "club_id": "club.id"}
    source = f"FROM bench_club club JOIN leagues_league old ON old.id = {first.league_id}"
    cursor.execute(_rows(League, league, f"{source} WHERE n > 0"))
    event = {"id": "club.season + i", "club_id": "club.id", "name": "'Saison ' || i"}
    event["created_by_id"] = "member"
    cursor.execute(_rows(Event, event, each.format("matches_event", "id", first.pk)))
    season = {"event_id": "club.season + i", "league_id": f"{first.league_id} + n"}
    for day in ("starts_on", "ends_on"):
        season[day] = f"old.{day} + 200 * i"
    cursor.execute(_rows(Season, season, each.format("leagues_season", "event_id", first.pk)))


def _evenings(cursor: CursorWrapper) -> None:
    at = "now() - interval '3 years' * (1 - i::float / evenings)"
    each = "FROM bench_club club CROSS JOIN generate_series(0, evenings - 1) i"
    evening = {
        "id": "evening + i",
        "club_id": "club.id",
        "held_on": f"({at})::date",
        "opened_by_id": "member",
        "signed_off_by_id": "member",
    }
    evening |= dict.fromkeys(("opened_at", "codes_until", "signed_off_at"), at)
    cursor.execute(_rows(Evening, evening, each))
    table = "(evening + i - 1) * 4 + t"
    codes = {"id": table, "evening_id": "evening + i", "name": "t::text"}
    codes["code"] = f"lpad(to_hex({table}), 8, '0')"
    cursor.execute(_rows(Table, codes, f"{each} CROSS JOIN generate_series(1, 4) t"))
    guest = {"evening_id": "evening + i", "player_id": "player + (i * 5 + t) % players"}
    guest["came_at"] = at
    cursor.execute(_rows(Attendance, guest, f"{each} CROSS JOIN generate_series(1, 12) t"))


def _matches(cursor: CursorWrapper) -> None:
    match = {name: f"plan.{name}" for name in ("id", "evening_table_id", "table")}
    match |= {"club_id": "plan.club", "event_id": "plan.season", "player_a_id": "plan.a"}
    match |= {"player_b_id": "plan.b", "evening_table_id": "plan.evening_table"}
    match |= {"table": 'plan."table"', "started_by_id": "plan.member"}
    match |= dict.fromkeys(("started_at", "changed_at"), "plan.at")
    joined = "FROM plan JOIN {} old ON old.{} = plan.template"
    cursor.execute(_rows(Match, match, joined.format("matches_match", "id")))
    entry = {"match_id": "plan.id", "club_id": "plan.club", "by_id": "plan.member"}
    entry["at"] = "plan.at + old.number * interval '2 minutes'"
    cursor.execute(_rows(Entry, entry, joined.format("matches_entry", "match_id")))


def _sums(cursor: CursorWrapper) -> None:
    cursor.execute(filling.summing())
    cursor.execute(filling.resulting(), {"day": filling.RESULT_DAY})
    others = "FROM bench_club WHERE n > 0"
    book = {"club_id": "id", "taken_to": "NULL", "learn_at": str(FEWEST)}
    cursor.execute(_rows(RatingBook, book, others))
    a = "CASE seat WHEN 'a' THEN plan.a ELSE plan.b END"
    b = "CASE seat WHEN 'a' THEN plan.b ELSE plan.a END"
    point = {"club_id": "plan.club", "match_id": "plan.id", "player_id": a, "adversary_id": b}
    point |= {"ended_at": "plan.at", "won": "2", "lost": "1"}
    sides = "FROM plan CROSS JOIN (VALUES ('a'), ('b')) sides (seat)"
    cursor.execute(_rows(RatingPoint, point, sides))
    rating = {"player_id": "player_id", "club_id": "club_id", "strength": "0", "doubt": "500000"}
    rating |= {"low": "-500000", "matches": "count(*)", "games": "3 * count(*)"}
    rating |= {"last_at": "max(ended_at)", "last_match": "max(match_id)"}
    of_each = "FROM ratings_ratingpoint GROUP BY player_id, club_id"
    # Those of the templates are there.
    cursor.execute(_rows(Rating, rating, of_each) + " ON CONFLICT (player_id) DO NOTHING")


def _logs(cursor: CursorWrapper) -> None:
    """One act for each entry; answers to writes of 30 days, messages of 90."""
    entered = "FROM plan JOIN matches_entry entry ON entry.match_id = plan.id"
    act = {"club_id": "plan.club", "at": "entry.at", "act": "'entry'", "by_id": "plan.member"}
    act |= {"kind": "'match'", "about": "plan.id"}
    act["detail"] = "jsonb_build_object('number', entry.number, 'entry', entry.kind)"
    cursor.execute(_rows(AuditLogEntry, act, entered))
    record = {"who": "'user:' || plan.member", "key": "'key-' || entry.id", "print": "'print'"}
    record |= {"status": "201", "body": "'{\"filling\": \"' || repeat('x', 1500) || '\"}'"}
    record["at"] = "entry.at"
    recent = f"{entered} WHERE plan.at > now() - interval '%s days'"
    cursor.execute(_rows(IdempotencyRecord, record, recent % 30))
    message = {
        "club_id": "plan.club",
        "number": "row_number() OVER (PARTITION BY plan.club ORDER BY entry.id)",
        "kind": "'match.entered'",
        "event_id": "plan.season",
        "ids": "jsonb_build_object('match', plan.id, 'entry', entry.id)",
        "at": "entry.at",
    }
    cursor.execute(_rows(Outgoing, message, recent % 90))
    counted = "FROM core_outgoing GROUP BY club_id"
    cursor.execute(_rows(OutgoingCount, {"club_id": "club_id", "last": "max(number)"}, counted))


def _rows(model: type[Model], new: Columns, source: str) -> str:
    """Rows of `source`: the `new` columns, the others as in its row `old`, else their default."""
    columns, values = [], []
    for field in model._meta.concrete_fields:
        if field.primary_key and str(field.column) not in new:
            continue
        columns.append(f'"{field.column}"')
        if str(field.column) in new:
            values.append(new[str(field.column)])
        elif " old " in source:
            values.append(f'old."{field.column}"')
        else:
            with connection.cursor() as cursor:
                default = field.get_db_prep_save(field.get_default(), connection)
                cursor.execute("SELECT quote_nullable(%s::text)", [default])
                values.append(cursor.fetchone()[0])
    table = model._meta.db_table
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} {source}"


@contextmanager
def _without_indexes(cursor: CursorWrapper) -> Iterator[None]:
    again: list[str] = []
    for table in (model._meta.db_table for model in LARGE):
        cursor.execute(INDEXES, [table, table])
        for name, statement in cursor.fetchall():
            again.append(statement)
            cursor.execute(f'DROP INDEX "{name}"')
        cursor.execute(CONSTRAINTS, [table])
        for name, statement in cursor.fetchall():
            again.append(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {statement}')
            cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    yield
    # Unique constraints and indexes come before the foreign keys that may need them.
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for statement in sorted(again, key=lambda text: "FOREIGN KEY" in text):
        cursor.execute(statement)


def _count_on(cursor: CursorWrapper) -> None:
    """New rows get ids after those that were written."""
    cursor.execute(
        """
        SELECT c.relname, a.attname FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        """
    )
    for table, column in cursor.fetchall():
        name = f"pg_get_serial_sequence('{table}', '{column}')"
        cursor.execute(
            f'SELECT setval({name}, greatest(max("{column}"), 1)) FROM {table}'  # noqa: S608
        )
