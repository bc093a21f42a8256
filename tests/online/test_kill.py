"""Servers are killed in the middle of games: no action is lost or done twice, and nobody's time
runs out by it."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from subprocess import Popen
from time import monotonic, sleep
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.stack import __main__ as stack
from ecarte_club.stack import postgresql, redis
from ecarte_club.stack.postgresql import ServerMissingError
from ecarte_club.stack.programs import Program, free_port, granian, kill, listening, stop
from games.engine.seats import Seat
from games.engine.transcripts.acts import Done as DoneLine
from games.engine.transcripts.acts import text
from games.online.models import Action, OnlineTable
from games.online.rules.actions import parse
from games.online.selectors.tables import tables
from games.online.selectors.transcripts import transcript_file
from games.verify.verify import verify
from tests.databases import postgres_database, site_env
from tests.servers import missing
from tests.support.clubhouse import Api, House, open_house, read
from tests.support.database_machines import copy_tables
from tests.support.depth import times
from tests.support.elsewhere import django_on
from tests.support.forks import started
from tests.support.retrying import Retrying
from tests.support.served import served

from .phones import Done, Player, play_out

pytestmark = pytest.mark.slow

KILLS = times(1, thorough=20)
"""Of the site's one process."""
BETWEEN = (6, 20)
"""Actions between two kills."""


class Persistent:
    """Asks until it is answered, with the same key."""

    def __init__(self, url: str, secret: str) -> None:
        self.line = Retrying(url, secret)

    def get(self, path: str) -> httpx.Response:
        return self._answered("GET", path, None, {})

    def post(self, path: str, body: Any, *, key: str = "") -> httpx.Response:
        return self._answered("POST", path, body, {"Idempotency-Key": key or uuid4().hex})

    def _answered(
        self, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> httpx.Response:
        """A database or a Redis that is away is an error of the server."""
        until = monotonic() + 90
        while True:
            try:
                answer = self.line.client.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code < 500:
                return answer
            assert monotonic() < until, answer and answer.text
            self.line.retries += 1
            sleep(0.05)


@dataclass
class Game:
    """What the phones know to have done. `matches`: how many are played, one after another."""

    url: str
    secrets: Sequence[str]
    guest: int
    random: Random
    stopped: bool = False
    tables: dict[int, tuple[list[Done], list[Player]]] = field(default_factory=dict)
    lines: list[Persistent] = field(default_factory=list)

    def play(self) -> None:
        """Until they are told to stop, and the match is over."""
        self.lines = [Persistent(self.url, secret) for secret in self.secrets]
        while not self.stopped:
            self._play_one()

    def _play_one(self) -> None:
        ann, bob = self.lines
        terms = {"code": self.random.choice(["london", "modern"]), "format": "one_game"}
        body = {"guest": self.guest, "clock": "quick", "terms": terms}
        table = read(cast(Any, ann.post("clubs/cercle/online-tables", body)), 201)["id"]
        read(cast(Any, bob.post(f"online-tables/{table}/accept", {})), 201)
        done: list[Done] = []
        players = [
            Player(cast(Api, line), table, seat, self.random, done)
            for line, seat in zip(self.lines, "ab", strict=True)
        ]
        self.tables[table] = done, players
        play_out(players)

    @property
    def actions(self) -> int:
        return sum(len(done) for done, _players in self.tables.values())

    @property
    def retries(self) -> int:
        return sum(one.line.retries for one in self.lines)


def prepared(house: House) -> tuple[list[str], int]:
    return [house.secret(who) for who in ("ann", "bob")], house.players["bob"].pk


def kill_while(playing: "Future[None]", game: Game, kills: Sequence[Callable[[], None]]) -> None:
    random = Random(8)
    for one in kills:
        enough = game.actions + random.randint(*BETWEEN)
        while game.actions < enough and not playing.done():
            sleep(0.005)
        if playing.done():
            break
        one()
    game.stopped = True
    playing.result(timeout=600)


def check(game: Game) -> None:
    """Nothing is lost, nothing done twice, in the same order; no time ran out."""
    for pk, (done, _players) in game.tables.items():
        table = tables().get(pk=pk)
        assert table.status == OnlineTable.Status.OVER
        rows = list(Action.objects.filter(table=pk).order_by("number"))
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert not [row.text for row in rows if row.text.endswith(" time")]
        assert [row.text for row in rows if is_players(row)] == list(expected(done, rows))
        content = transcript_file(table).encode()
        assert [check for check in verify(content) if not check[1]] == []


def is_players(row: Action) -> bool:
    return bool(row.seat) and not row.text.endswith((" mark", " king"))


def expected(done: Sequence[Done], rows: Sequence[Action]) -> Iterator[str]:
    """Without a card that the king announced with it made needless, as the game ended there."""
    written = [row.text for row in rows if is_players(row)]
    place = 0
    for one in done:
        line = text(DoneLine(Seat(one.seat), parse(one.act)))
        if one.king and written[place : place + 1] != [line]:
            continue
        place += 1
        yield line


@pytest.mark.parametrize(
    "database_url",
    ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)],
    indirect=True,
)
def test_the_site_is_killed_in_the_middle_of_games(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """One process that serves pages, API and streams, and looks at the clocks. On PostgreSQL, the
    test below kills each of several."""
    with django_on(database_url, django_db_blocker):
        secrets, guest = prepared(open_house())
    with served(database_url=database_url) as site, ThreadPoolExecutor(1) as pool:
        game = Game(site.url, secrets, guest, Random(7))

        def fall() -> None:
            site.kill()
            site.start()

        playing = pool.submit(game.play)
        kill_while(playing, game, [fall] * KILLS)
    assert game.retries >= KILLS
    with django_on(database_url, django_db_blocker):
        check(game)


@dataclass
class Part:
    program: Program
    process: "Popen[bytes]" = field(init=False)

    def __post_init__(self) -> None:
        self.process = started(self.program)

    def fall(self) -> None:
        self.die()
        self.process = started(self.program)

    def die(self) -> None:
        kill(self.process)

    def end(self) -> None:
        stop(self.program, self.process)


@contextmanager
def parts(folder: Path) -> Iterator[tuple[dict[str, Part], str, str]]:
    """Each server of a large site by its name; the addresses of the site and of its database."""
    try:
        database = postgresql.prepared(folder, durable=True)
        memory = redis.prepared(folder, port=free_port(), durable=True)
    except ServerMissingError as problem:
        missing(str(problem))
    made: dict[str, Part] = {}
    with ExitStack() as ends:

        def begin(name: str, program: Program) -> None:
            made[name] = Part(program)
            ends.callback(made[name].end)

        begin("postgresql", database.program(folder / "postgresql.log"))
        database.make_database()
        begin("redis", memory.program(folder / "redis.log"))
        web, live = free_port(), free_port()
        url = f"http://127.0.0.1:{web}"
        env = site_env(database.url(), memory.url()) | {
            "SITE_URL": f"{url}/",
            "LIVE_URL": f"http://127.0.0.1:{live}/live/",
            "DATA_DIR": str(folder / "site"),
        }
        (folder / "site").mkdir()
        with postgres_database() as tables:
            copy_tables(database, tables)
        tasks = {one.name: one for one in stack.programs(web)}
        programs = {
            "web": Program("web", granian("wsgi", port=web, workers=1), ready=listening(web)),
            "live": Program("live", granian("asgi", port=live, workers=1), ready=listening(live)),
            "tasks": Program("tasks", (*tasks["tasks"].argv[:-1], "1")),
            "beat": Program("beat", (*tasks["beat"].argv[:-1], str(folder / "beat"))),
        }
        for name, program in programs.items():
            begin(name, replaced(program, env, folder / f"{name}.log"))
        yield made, url, database.url()


def replaced(program: Program, env: dict[str, str], log: Path) -> Program:
    return Program(
        name=program.name,
        argv=program.argv,
        env=env,
        ready=program.ready,
        ready_within=90,
        log=log,
    )


@pytest.mark.thorough
def test_each_server_is_killed_in_the_middle_of_games(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """Each machine of several starts its own again in `tests/stack`, where hands are entered
    meanwhile; and that a match goes on without workers is in test_clock."""
    with parts(tmp_path) as (servers, url, database_url), ThreadPoolExecutor(1) as pool:
        with django_on(database_url, django_db_blocker):
            secrets, guest = prepared(open_house())
        game = Game(url, secrets, guest, Random(9))
        playing = pool.submit(game.play)
        names = ("web", "redis", "live", "postgresql", "tasks", "beat")
        try:
            kill_while(playing, game, [servers[name].fall for name in names])
        except BaseException as failure:
            game.stopped = True
            for name in names:
                log = (tmp_path / f"{name}.log").read_text(errors="replace")
                failure.add_note("\n".join([f"{name}:", *log.splitlines()[-30:]]))
            raise
        with django_on(database_url, django_db_blocker):
            check(game)
    assert game.retries > 0
