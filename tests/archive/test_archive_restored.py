"""An archive restored into an empty site: what comes out is what went in."""

import io
import json
import re

import pytest
from django.core import mail
from django.db import connection
from django.test import Client

from ecarte_club.clubs.models import AuditLogEntry, Club, Invitation, Player, User
from ecarte_club.clubs.selectors.roles import of_secret, secret_of
from games.evenings.models import Phone
from games.matches.models import Match
from scoring.archive.restoring import restore
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from scoring.ledger.models import Book
from scoring.ledger.selectors.books import recount as recount_book
from scoring.ratings.selectors.recount import recount as recount_ratings
from scoring.ratings.services import ratings_synchronise
from scoring.webhooks.models import Subscription
from tests.site.pages import goes, page
from tests.support.archives import archived, contents, retold

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NEW = "nine-ten-jack-queen"


def restored(data: bytes) -> Club:
    return restore(io.BytesIO(data)).club


@pytest.mark.any_database
def test_what_comes_back_is_what_went_in(taken: bytes) -> None:
    """To the byte but for the line of the log that says so, and all that is kept beside the record
    agrees with it."""
    club = restored(taken)
    line = AuditLogEntry.objects.latest("pk")
    assert (line.act, line.about) == ("club_restore", club.pk)
    AuditLogEntry.objects.filter(pk=line.pk)._raw_delete(connection.alias)
    assert archived(club.pk) == taken
    assert Season.objects.exists()
    assert [found for season in Season.objects.all() for found in recount(season)] == []
    assert [found for book in Book.objects.all() for found in recount_book(book)] == []
    ratings_synchronise(club.pk)
    assert recount_ratings(club.pk) == []


def test_what_is_new_has_an_id_that_nothing_had(taken: bytes) -> None:
    """Also not that of what is gone and still spoken of in the log."""

    def spoken_of(row: dict[str, object]) -> dict[str, object]:
        return {**row, "about": 4711}

    club = restored(retold(taken, "data/clubs.auditlogentry.ndjson", spoken_of))
    ann, bob = Player.objects.order_by("pk")[:2]
    assert Player.objects.create(club=club, name="Newcomer").pk > 4711
    old = Match.objects.latest("pk")
    new = Match(**{field.attname: getattr(old, field.attname) for field in Match._meta.fields})
    new.pk = None
    new.player_a, new.player_b = ann, bob
    new.save(force_insert=True)
    assert new.pk > 4711


def test_people_come_back_without_passwords_and_choose_new_ones(taken: bytes) -> None:
    club = restored(taken)
    assert not any(user.has_usable_password() for user in User.objects.all())
    assert not User.objects.filter(is_staff=True).exists()
    email = f"committee@{club.slug}.example"
    goes(Client().post("/account/password/reset/", {"email": email}))
    link = re.search(r"/account/password/reset/key/\S+", str(mail.outbox[0].body))
    assert link
    client = Client()
    form = goes(client.get(link[0]))
    goes(client.post(form, {"password1": NEW, "password2": NEW}))
    goes(client.post("/account/login/", {"login": email, "password": NEW}))
    assert "Archive of the club" in page(client.get(f"/clubs/{club.slug}/committee/"))


def test_links_are_good_where_the_key_is_the_same_and_secrets_are_new(taken: bytes) -> None:
    restored(taken)
    invitation = Invitation.objects.filter(used_at=None, revoked_at=None).earliest("pk")
    assert of_secret(secret_of(invitation)) == invitation
    hook = Subscription.objects.get()
    assert not hook.active
    assert len(hook.salt) == 43
    digests = set(Phone.objects.values_list("digest", flat=True))
    assert len(digests) == Phone.objects.count() > 1


@pytest.mark.any_database
def test_what_was_not_the_clubs_time_stays_as_it_was(taken: bytes) -> None:
    """Times that are set by themselves when a row is new are those of the archive."""
    made = json.loads(contents(taken)["data/clubs.club.ndjson"])["created_at"]
    assert restored(taken).created_at.isoformat() == made
