"""Tournaments for tests: people enter, rounds are drawn, matches are won."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.engine.seats import Seat
from games.engine.terms import GameEntry, Score
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.models import DrawJob, ImportJob, Tournament
from scoring.tournaments.selectors.progress import Progress, is_open, progress_of
from scoring.tournaments.services.by_hand import pair_fix, pairing_change
from scoring.tournaments.services.meetings import meeting_award
from scoring.tournaments.services.opening import TournamentPlan, tournament_open
from scoring.tournaments.services.people import entrant_withdraw, players_enter
from scoring.tournaments.services.rounds import round_draw, round_publish, round_schedule
from scoring.tournaments.tasks import draw_rounds
from tests.site.pages import Browser, goes

from .clubhouse import ONE_GAME, House

if TYPE_CHECKING:
    from .scene import Scene

_numbers = count(1)


def open_in(progress: Progress, number: int) -> tuple[Fixture, ...]:
    """What is still to be played of a round."""
    return tuple(one for one in progress.of_round(number) if is_open(one))


def players(house: House, number: int) -> list[int]:
    """Newly made, in the order of their ids."""
    names = [f"P{next(_numbers)}" for _player in range(number)]
    return [Player.objects.create(club=house.club, name=name).pk for name in names]


def opened(house: House, entrants: Sequence[int], **plan: Any) -> Tournament:
    by = house.person("director")
    asked: dict[str, Any] = {"terms": ONE_GAME, "seed": "king", **plan}
    made = tournament_open(by=by, plan=TournamentPlan(name="Cup", **asked))
    if entrants:
        players_enter(by=by, tournament=made, players=entrants)
    return fresh(made)


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def draw(house: House, tournament: Tournament, seed: str = "") -> Round:
    version = fresh(tournament).version
    by = house.person("director")
    return round_draw(by=by, tournament=tournament, version=version, seed=seed)


def publish(house: House, tournament: Tournament, number: int) -> Round:
    version = fresh(tournament).version
    by = house.person("director")
    return round_publish(by=by, tournament=tournament, number=number, version=version)


def begin(house: House, fixture: Fixture) -> Match:
    assert fixture.away_id is not None
    return match_start(
        by=house.person("scorer"),
        player_a=fixture.home_id,
        player_b=fixture.away_id,
        event_id=fixture.event_id,
    )


def win(house: House, match: Match, winner: int, score: tuple[int, int] = (5, 3)) -> Match:
    """One game, by its score; the winner's first."""
    is_a = match.player_a_id == winner
    given = score if is_a else score[::-1]
    by = house.person("scorer")
    play_record(by=by, match=match, what=GameEntry(1, Score(*given)), version=match.version)
    match.refresh_from_db()
    assert match.winner == (Seat.A if is_a else Seat.B)
    return match


def pairs(tournament: Tournament, number: int) -> list[tuple[int, int | None]]:
    return [(one.home_id, one.away_id) for one in progress_of(tournament).of_round(number)]


def play_round(house: House, tournament: Tournament, number: int) -> None:
    """Drawn, published and played; who has the lower id wins."""
    draw(house, tournament)
    publish(house, tournament, number)
    for fixture in open_in(progress_of(tournament), number):
        assert fixture.away_id is not None
        match = begin(house, fixture)
        win(house, match, min(fixture.home_id, fixture.away_id))


def withdraw(house: House, tournament: Tournament, player: int) -> None:
    entrant_withdraw(by=house.person("director"), tournament=tournament, player=player)


def award(house: House, tournament: Tournament, fixture: int, what: str = "home") -> None:
    meeting_award(
        by=house.person("director"),
        tournament=tournament,
        fixture=fixture,
        award=what,
        reason="did not come",
    )


def due(house: House, tournament: Tournament, *, publish: bool) -> None:
    """The next draw is set for later, and now its time has come."""
    at = timezone.now() + timedelta(hours=1)
    round_schedule(by=house.person("director"), tournament=tournament, at=at, publish=publish)
    assert draw_rounds() == 0
    Round.objects.filter(event=tournament.pk, drawn_at=None).update(draws_at=timezone.now())


# In the scene that goes through everything.


def staged(house: House, *, public: bool) -> dict[str, int]:
    """Ids of one with Ann and Bob and nothing drawn, and of one that is over."""
    pair = [house.players[name].pk for name in ("ann", "bob")]
    waits = opened(house, pair, rounds=1, public=public)
    played = opened(house, pair, rounds=1, public=public)
    publish(house, played, draw(house, played).number)
    (over,) = progress_of(played).of_round(1)
    award(house, played, over.pk)
    job = _draw_job(played, state="done", ended_at=timezone.now())
    return {
        "tournament": waits.pk,
        "played": played.pk,
        "over": over.pk,
        "meeting": 10**9,
        "job": job.pk,
        "import": _import_job(played, state="done", ended_at=timezone.now()).pk,
    }


def _draw_job(cup: Tournament, **fields: Any) -> DrawJob:
    return DrawJob.objects.create(
        tournament=cup, number=1, seed="king", asked_at=timezone.now(), **fields
    )


def _import_job(cup: Tournament, **fields: Any) -> ImportJob:
    return ImportJob.objects.create(tournament=cup, asked_at=timezone.now(), **fields)


def of(here: "Scene") -> Tournament:
    return Tournament.objects.get(pk=here.ids["tournament"])


def drafted(here: "Scene") -> None:
    draw(here.house, of(here))
    here.ids["meeting"] = progress_of(of(here)).of_round(1)[0].pk


def of_four(here: "Scene") -> None:
    """A draft of four, of whom `seated` and `also_seated` are at different boards."""
    four = players(here.house, 4)
    here.ids["tournament"] = opened(here.house, four, rounds=1).pk
    draw(here.house, of(here))
    here.ids |= {"seated": four[0], "also_seated": four[1]}


FILE = f"012 Cup\n{'001    1      Ann':<80} 1.0    1     0 - U"


def without_entrants(here: "Scene") -> None:
    here.ids["tournament"] = opened(here.house, [], rounds=1).pk


def drawing(here: "Scene") -> None:
    """A draw of many that no worker has begun."""
    here.ids["job"] = _draw_job(of(here)).pk


def importing(here: "Scene") -> None:
    """A file that no worker has begun to import."""
    here.ids["import"] = _import_job(of(here), content=FILE).pk


def fixed(here: "Scene") -> None:
    ids = [here.house.players[name].pk for name in ("ann", "bob")]
    by = here.house.person("director")
    pair_fix(by=by, tournament=of(here), player=ids[0], other=ids[1], reason="They share a car")


def changed(here: "Scene") -> None:
    of_four(here)
    pairing_change(
        by=here.house.person("director"),
        tournament=of(here),
        number=1,
        version=of(here).version,
        change="swap",
        player=here.ids["seated"],
        other=here.ids["also_seated"],
        reason="They share a car",
    )


def published(here: "Scene") -> None:
    drafted(here)
    publish(here.house, of(here), 1)


def awarded(here: "Scene") -> None:
    published(here)
    award(here.house, of(here), here.ids["meeting"])


def begun(here: "Scene") -> None:
    """Of two who play nowhere else."""
    startable(here)
    begin(here.house, Fixture.objects.get(pk=here.ids["meeting"]))


def startable(here: "Scene") -> None:
    """Another, of two who play nowhere else."""
    pair = [here.house.players["cyd"].pk, *players(here.house, 1)]
    here.ids["tournament"] = opened(here.house, pair, rounds=1).pk
    published(here)


def points_of(cup: Tournament) -> dict[int, int]:
    return {line.entrant: line.points for line in progress_of(fresh(cup)).standing.lines}


def meetings(cup: Tournament) -> list[frozenset[int]]:
    return [
        frozenset((one.home_id, one.away_id))
        for one in progress_of(cup).fixtures
        if one.away_id is not None
    ]


def posted(browser: Browser, path: str, sent: dict[str, str]) -> str:
    """Where it leads; `sent` with the version of the newest tournament."""
    cup = Tournament.objects.first()
    version = str(cup.version) if cup else "0"
    return goes(browser.post(path, {"key": f"{path}{version}", "version": version, **sent}))
