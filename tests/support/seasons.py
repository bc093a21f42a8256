"""A season of random hands, seeded, written straight into the record."""

from datetime import timedelta
from random import Random

from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.engine.match import begin, replay
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry, HandEntry
from games.matches.selectors.reading import terms
from games.matches.services.matches import match_enter_at_once
from scoring.leagues.models import Season

from .clubhouse import House

PLAYERS = 8


def play_season(house: House, season: Season, *, matches: int, seed: int = 1) -> None:
    random = Random(seed)
    names = [f"Player {number}" for number in range(PLAYERS)]
    if not Player.objects.filter(club=house.club, name=names[0]).exists():
        Player.objects.bulk_create(Player(club=house.club, name=name) for name in names)
    players = list(Player.objects.filter(club=house.club, name__in=names).order_by("pk"))
    for _ in range(matches):
        a, b = random.sample(players, 2)
        match_enter_at_once(
            by=house.person("scorer"),
            player_a=a.pk,
            player_b=b.pk,
            event_id=season.pk,
            plays=[(play, timezone.now() - timedelta(days=1)) for play in whole(random, season)],
        )


def whole(random: Random, season: Season) -> list[Entry]:
    """The hands of a match from the first deal until it is over."""
    state = begin(terms(season.event), None)
    played: list[Entry] = []
    while not state.over:
        played.append(HandEntry(state.game, hand(random)))
        state = replay(state.terms, None, played)
    return played


def hand(random: Random) -> HandRecord:
    made = random.randint(0, 5)
    king = King(random.choice(list(Seat)), KingHow.HELD)
    return HandRecord(
        dealer=random.choice(list(Seat)),
        opening=random.choice(list(Opening)),
        kings=(king,) if random.random() < 0.4 else (),
        tricks=Tricks(made, 5 - made),
    )
