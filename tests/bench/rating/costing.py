"""One result more in a club with many, and all learnt anew: in a process with a database."""

from datetime import timedelta
from itertools import count
from statistics import median
from time import perf_counter, process_time

ONES = 20


def work(results: str) -> dict[str, float]:
    """`one`: CPU of the ratings' part of a result, in ms; `learn`: seconds for all, as a task."""
    from django.db import connection, transaction
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from ecarte_club.clubs.models import Club, Player
    from games.engine.match import begin, replay
    from games.engine.terms import RubberEntry
    from games.matches.models import Entry, Match
    from games.matches.services.matches import MatchTerms
    from scoring.ratings.models import RatingBook
    from scoring.ratings.services import rating_follow, ratings_synchronise

    club = Club.objects.create(name=results, slug=f"bench-{results}")
    players = [Player(club=club, name=f"Player {number}") for number in range(100)]
    players = Player.objects.bulk_create(players)
    terms = MatchTerms(format="rubber", games=3)
    begun = timezone.now() - timedelta(days=2000)
    numbers = count()

    def made() -> Match:
        number = next(numbers)
        at = begun + timedelta(minutes=20 * number)
        a = number % 100
        b = (a + 1 + number // 100 % 99) % 100
        return Match(
            club=club,
            player_a=players[a],
            player_b=players[b],
            started_at=at,
            changed_at=at,
            over=True,
            winner="a",
            games_a=2,
            games_b=number % 2,
            **terms.fields(),
        )

    def entered(many: int) -> list[Match]:
        matches = Match.objects.bulk_create([made() for _match in range(many)], batch_size=1000)
        Entry.objects.bulk_create(
            [
                Entry(match=one, number=1, place=1, kind="rubber", at=one.started_at)
                for one in matches
            ],
            batch_size=1000,
        )
        return matches

    with transaction.atomic():
        entered(int(results))
    began = perf_counter()
    ratings_synchronise(club.pk)
    learn = perf_counter() - began
    before = begin(terms.engine(), None)
    after = replay(terms.engine(), None, [RubberEntry(2, 0)])
    spent, queries = [], 0
    for match in entered(ONES):
        with CaptureQueriesContext(connection) as asked, transaction.atomic():
            own = process_time()
            rating_follow(match=match, before=before, after=after)
            spent.append((process_time() - own) * 1e3)
        queries = len(asked)
    if not RatingBook.objects.get(pk=club.pk).is_up_to_date:
        raise AssertionError("The newest result was not learnt at once")
    return {"results": int(results), "one": median(spent), "queries": queries, "learn": learn}
