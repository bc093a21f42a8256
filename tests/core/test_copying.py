"""From SQLite to PostgreSQL: the same club, to the byte of its archive."""

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Player, Token
from tests.databases import manage
from tests.support.archives import archived
from tests.support.clubhouse import open_house
from tests.support.elsewhere import django_on
from tests.support.scene import scene

pytestmark = pytest.mark.slow


def test_a_site_goes_over_with_one_command(
    sqlite_url: str, postgres_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(sqlite_url, django_db_blocker):
        club = scene(open_house()).house.club.pk
        before = archived(club)
        tokens = list(Token.objects.order_by("pk").values_list("pk", "digest"))
    said = manage("to_postgresql", postgres_url, database_url=sqlite_url)
    assert "rows are copied" in said
    with django_on(postgres_url, django_db_blocker):
        assert archived(club) == before
        assert list(Token.objects.order_by("pk").values_list("pk", "digest")) == tokens
        highest = max(Player.objects.values_list("pk", flat=True))
        assert Player.objects.create(club_id=club, name="Chloé").pk > highest
    with pytest.raises(AssertionError, match=r"has rows in .*Nothing was copied"):
        manage("to_postgresql", postgres_url, database_url=sqlite_url)
    with pytest.raises(AssertionError, match="on PostgreSQL already"):
        manage("to_postgresql", postgres_url, database_url=postgres_url)
