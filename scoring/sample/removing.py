"""The sample clubs taken out again, with all that was entered in them since."""

from collections.abc import Mapping

from django.db import transaction

from ecarte_club.clubs.models import Club, User
from scoring.archive.registry import label, people
from scoring.archive.removing import clubs_remove, rows_of_clubs

from .people import PRIVATE_SLUG, SLUG


def sample_clubs() -> list[Club]:
    return list(Club.objects.filter(slug__in=[SLUG, PRIVATE_SLUG]))


def removal() -> Mapping[str, int]:
    """How many rows of each model would go, by its label."""
    rows = rows_of_clubs(club.pk for club in sample_clubs())
    return {label(model): len(ids) for model, ids in rows.items() if ids}


@transaction.atomic
def remove() -> None:
    """Accounts go too, unless they belong to another club."""
    clubs = [club.pk for club in sample_clubs()]
    accounts = {pk for club in clubs for pk in people(club)}
    clubs_remove(rows_of_clubs(clubs))
    User.objects.filter(pk__in=accounts, offices=None, players=None).delete()
