"""Two people use one code for a new club at the same moment."""

from threading import Barrier

import pytest
from django.conf import LazySettings
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Club, ClubInvitation, User
from ecarte_club.clubs.selectors.new_clubs import club_invitation_of
from ecarte_club.clubs.services.new_clubs import NewClub, club_invitation_create, club_start
from ecarte_club.core.exceptions import Invalid
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

TRIES = 6


def _code_and_two(number: int) -> tuple[str, list[User]]:
    users = [
        User.objects.create_user(f"{name}{number}@x.example", name=name) for name in ("Bob", "Cyd")
    ]
    return club_invitation_create()[1], users


@pytest.fixture(autouse=True)
def _takes_clubs(settings: LazySettings) -> None:
    settings.SIGN_UP = "invited"


def test_one_code_creates_one_club(database_url: str, django_db_blocker: DjangoDbBlocker) -> None:
    with django_on(database_url, django_db_blocker):
        for number in range(TRIES):
            code, users = _code_and_two(number)

            def start(turn: int, code: str = code, users: list[User] = users) -> object:
                club = NewClub(name=f"Cercle {users[turn].pk}")
                return club_start(start_code=code, club=club, user=users[turn])

            found = at_once(2, start)
            assert {type(one) for one in found} == {Club, Invalid}, found
            assert Club.objects.count() == number + 1


def test_without_the_condition_one_code_creates_two(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """The control: read, found unused by both, and used by both."""
    both_have_read = Barrier(2, timeout=30)

    with django_on(database_url, django_db_blocker):
        code, users = _code_and_two(0)

        def naive(turn: int) -> object:
            invitation = club_invitation_of(code)
            both_have_read.wait()
            ClubInvitation.objects.filter(pk=invitation.pk).update(used_at=timezone.now())
            return Club.objects.create(name=users[turn].name, slug=f"naive-{turn}")

        assert all(isinstance(one, Club) for one in at_once(2, naive))
        assert Club.objects.count() == 2
