"""Evenings that were played: who met whom at which table, and how it ended."""

from collections.abc import Sequence
from datetime import date

from ecarte_club.clubs.models import Player, User
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry, GameEntry, HandEntry, RubberEntry, Score
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, evening_sign_off, player_arrive
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms, match_start
from scoring.leagues.models import Season

from .clubhouse import House

THURSDAY = date(2026, 11, 19)


def evening(house: House, *came: str, public: bool = False) -> Evening:
    """With two tables, and these players present."""
    found = evening_open(
        by=house.person("director"), held_on=THURSDAY, public=public, tables=("1", "Blue room")
    )
    for name in came:
        player_arrive(by=house.person("scorer"), evening=found, player_id=house.players[name].pk)
    return found


def played(
    house: House,
    night: Evening,
    a: str,
    b: str,
    plays: Sequence[Entry] = (),
    *,
    season: Season | None = None,
    terms: MatchTerms | None = None,
    table: int = 0,
) -> Match:
    """A rubber unless the season or terms say otherwise."""
    by = house.person("scorer")
    match = match_start(
        by=by,
        player_a=house.players[a].pk,
        player_b=house.players[b].pk,
        event_id=season.pk if season else None,
        terms=None if season else terms or MatchTerms(),
        evening_table=night.tables.order_by("pk")[table].pk,
        first_dealer=Seat.A,
    )
    for what in plays:
        play_record(by=by, match=match, what=what, version=match.version)
    return match


def rubber(a: int, b: int) -> Entry:
    return RubberEntry(a, b)


def game(a: int, b: int) -> Entry:
    return GameEntry(1, Score(a, b))


def hand(tricks_a: int, *, king: Seat | None = None) -> Entry:
    """Exchanged: the point counts one, the vole two; `king` was held."""
    kings = (King(king, KingHow.HELD),) if king else ()
    tricks = Tricks(tricks_a, 5 - tricks_a)
    return HandEntry(1, HandRecord(opening=Opening.EXCHANGED, kings=kings, tricks=tricks))


def joins(house: House, name: str, language: str = "en") -> Player:
    """A player with a sign-in who wants the results of his evenings."""
    user = User.objects.create_user(
        f"{name}@letters.example", None, name=name.title(), language=language
    )
    house.users[name] = user
    player = Player.objects.create(
        club=house.club, name=name.title(), user=user, wants_results=True
    )
    house.players[name] = player
    return player


def sign_off(house: House, night: Evening) -> Evening:
    night.refresh_from_db()
    return evening_sign_off(by=house.person("director"), evening=night, version=night.version)
