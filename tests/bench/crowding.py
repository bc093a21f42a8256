"""One club with as many members and results as wanted, for what lists cost."""

from datetime import date

from django.db import connection, transaction

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.clubs import club_create, office_give
from scoring.leagues.models import Season
from scoring.leagues.services.seasons import SeasonPlan, season_open

from .filling import EMAIL, TERMS, multiply, templates

SLUG = "crowd"
MEMBERS, RESULTS, SEASONS = 10_000, 100_000, 3


def crowd(members: int = MEMBERS, results: int = RESULTS, years: int = SEASONS) -> Club:
    """Everybody plays in every season; a committee member plays too."""
    with transaction.atomic():
        user = User.objects.create(email=EMAIL, name="Bench")
        club = club_create(name="Crowd", slug=SLUG)
        office_give(club=club, user=user, role=Role.COMMITTEE)
        Player.objects.bulk_create(
            Player(club=club, name=f"Joueur {number % 97:02} {number:05}", added_by=user)
            for number in range(members)
        )
        Player.objects.filter(pk=Player.objects.order_by("pk")[0].pk).update(user=user)
        seasons = [_season(user, club, number) for number in range(years)]
        multiply(templates(user, seasons[0]), seasons, results, players=members, entries=False)
    vacuum = connection.vendor == "postgresql" and not connection.in_atomic_block
    with connection.cursor() as cursor:
        if vacuum:
            # As in a club of some age: the first marks rows as committed, the next pages as seen.
            cursor.execute("VACUUM")
        # Without it a planner that last saw the tables empty goes through them row by row.
        cursor.execute("VACUUM ANALYZE" if vacuum else "ANALYZE")
    return club


def _season(user: User, club: Club, number: int) -> Season:
    plan = SeasonPlan(
        f"Saison {number}", date(2020 + number, 1, 1), date(2020 + number, 12, 1), TERMS
    )
    return season_open(by=person(Actor(user), club.pk), league="Bench", plan=plan)
