"""E-mail, phone, licence, membership and note: the committee sees them, and oneself all but one."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.clubs.permissions import Scope
from ecarte_club.clubs.selectors import clubs, player_names
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.member_details import Details
from ecarte_club.clubs.services.members import player_add, player_details_set, players_merge
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from ecarte_club.core.models import IdempotencyRecord
from games.evenings.services.evenings import evening_open
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read

pytestmark = pytest.mark.slow

ALICE = {
    "email": "alice@example.org",
    "phone": "+33 1 23 45 67 89",
    "licence": "FR-0042",
    "member_until": "2099-12-31",
    "note": "Pays by cheque",
}
PRIVATE = ("alice@example.org", "+33 1 23 45 67 89", "FR-0042", "Pays by cheque")


def add(house: House, name: str, **details: Any) -> Player:
    given = Details.of(details) if details else None
    return player_add(by=house.person("committee"), name=name, details=given)


@pytest.fixture
def alice(house: House) -> Player:
    """Cyd's account is hers."""
    house.players["cyd"].delete()
    player = add(house, "Alice Martin", **{**ALICE, "member_until": date(2099, 12, 31)})
    player.user = house.users["cyd"]
    player.save()
    return player


def test_the_committee_records_and_reads_them(house: House) -> None:
    api = house.api("committee")
    made = read(api.post("clubs/cercle/players", {"name": "Alice Martin", "details": ALICE}), 201)
    assert made["details"] == ALICE
    sent = {"version": made["version"], "details": {"phone": "01 11 11 11 11", "note": ""}}
    changed = read(api.post(f"players/{made['id']}", sent), 201)
    assert changed["details"] == {**ALICE, "phone": "01 11 11 11 11", "note": ""}
    assert read(api.get(f"players/{made['id']}"))["details"] == changed["details"]
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.act, entry.detail) == ("player_details_set", {"fields": ["note", "phone"]})
    problem(api.post(f"players/{made['id']}", sent), 409, "stale_version")


@pytest.mark.slow
@pytest.mark.parametrize("who", ["director", "scorer", "ann"])
def test_other_people_of_the_club_see_nothing_of_them(
    who: str, house: House, alice: Player
) -> None:
    api = house.api(who)
    shown = [
        read(api.get(f"players/{alice.pk}"))["details"],
        *(row["details"] for row in read(api.get("clubs/cercle/players"))["results"]),
    ]
    # Ann sees what there is of herself, which is nothing yet.
    own = {"email": "", "phone": "", "licence": "", "member_until": None, "note": None}
    assert [details for details in shown if details] == ([own] if who == "ann" else [])
    texts = [
        page(Browser(house, who).get(path))
        for path in ("players/", f"players/{alice.pk}/", "players/?details=alice&sort=licence")
    ]
    texts.append(Browser(house, who).get("players/export.csv?status=all").content.decode())
    texts.append(api.get("clubs/cercle/players.csv").content.decode())
    assert [text for text in texts if any(word in text for word in PRIVATE)] == []
    for query in ("details=alice", "email=yes", "licence=no", "sort=until"):
        problem(api.get(f"clubs/cercle/players?{query}"), 403)


def test_the_public_and_a_token_that_only_reads_see_nothing(house: House, alice: Player) -> None:
    for answer in (
        Browser(house).get("/clubs/cercle/"),
        Browser(house).get("players/"),
        Api().get(f"players/{alice.pk}"),
        house.api("committee", [Scope.READ]).get(f"players/{alice.pk}"),
    ):
        assert not any(word in answer.content.decode() for word in PRIVATE)


@pytest.mark.any_database
def test_alice_sees_her_own_but_for_the_note(house: House, alice: Player) -> None:
    api, browser = house.api("cyd"), Browser(house, "cyd")
    own = {name: value for name, value in ALICE.items() if name != "note"}
    assert read(api.get("clubs/cercle/me"))["details"] == own
    assert read(api.get(f"players/{alice.pk}"))["details"] == {**own, "note": None}
    text = page(browser.get("me/"))
    assert all(word in text for word in ("alice@example.org", "FR-0042", "31 December 2099"))
    assert "Pays by cheque" not in text
    with pytest.raises(Denied), transaction.atomic():
        player_details_set(
            by=house.person("cyd"), player=alice, version=0, details=Details(phone="1")
        )


def test_the_page_of_a_player_changes_them(house: House, alice: Player) -> None:
    browser, path = Browser(house, "committee"), f"players/{alice.pk}/change/"
    text = page(browser.get(path))
    assert all(f'value="{word}"' in text for word in PRIVATE[:3])
    assert "Pays by cheque" in text
    sent = {**ALICE, **browser.hidden(path), "name": "Alice Martin", "email": "no address"}
    wrong = page(browser.post(path, sent), 422)
    assert "such as ann@example.org" in wrong or "valid email" in wrong
    assert 'value="no address"' in wrong
    sent |= {"email": "alice@new.example", "member_until": ""}
    assert goes(browser.post(path, sent)) == "/clubs/cercle/players/"
    alice.refresh_from_db()
    assert (alice.email, alice.member_until) == ("alice@new.example", None)
    director = page(Browser(house, "director").get(path))
    assert "Licence number" not in director
    assert not any(word in director for word in PRIVATE)
    sent = {"name": "Alice M.", "email": "x@example.org", "version": str(alice.version), "key": "d"}
    assert goes(Browser(house, "director").post(path, sent))
    alice.refresh_from_db()
    assert (alice.name, alice.email) == ("Alice M.", "alice@new.example")


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("email", "alice", "such as ann@example.org"),
        ("phone", "call me", "phone number"),
        ("phone", "1" * 41, "40 characters"),
        ("licence", "FR\u202e42", "invisible character"),
        ("note", "x" * 501, "500 characters"),
        ("member_until", date(1066, 10, 14), "1900"),
    ],
)
def test_what_cannot_be_is_refused_by_name(
    field: str, value: Any, text: str, house: House, alice: Player
) -> None:
    details = Details.of({field: value})
    with pytest.raises(Invalid) as found, transaction.atomic():
        player_details_set(
            by=house.person("committee"), player=alice, version=alice.version, details=details
        )
    assert list(found.value.errors) == [field]
    assert text in str(found.value.errors[field])


def test_the_list_filters_sorts_and_exports_them(house: House, alice: Player) -> None:
    add(house, "Bob Durand", licence="FR-0007", member_until=date(2098, 1, 1))
    add(house, "Chloé Petit", email="chloe@example.org")
    api = house.api("committee")

    def names(query: str) -> list[str]:
        return [row["name"] for row in read(api.get(f"clubs/cercle/players?{query}"))["results"]]

    assert names("details=0042") == ["Alice Martin"]
    assert names("email=yes&sort=name") == ["Alice Martin", "Chloé Petit"]
    assert names("licence=no&sort=name") == ["Ann", "Bob", "Chloé Petit"]
    assert names("sort=until")[:2] == ["Bob Durand", "Alice Martin"]
    assert names("sort=-licence")[:2] == ["Alice Martin", "Bob Durand"]
    text = page(Browser(house, "committee").get("players/?email=yes&sort=until"))
    assert "chloe@example.org" in text
    assert "Durand" not in text
    csv = Browser(house, "committee").get("players/export.csv?licence=yes").content.decode()
    assert csv.splitlines()[0].endswith(
        "id,name,left,email,phone,licence,member_until,note,added,sign_in,matches,last_played"
    )
    assert (
        f"{alice.pk},Alice Martin,,alice@example.org,'+33 1 23 45 67 89,FR-0042,2099-12-31" in csv
    )
    assert "Petit" not in csv


def test_a_membership_that_has_ended(house: House, alice: Player) -> None:
    """Listed as former, offered last, and no less able to play."""
    today = timezone.localdate()
    for day, is_former in ((today, False), (today - timedelta(days=1), True)):
        Player.objects.filter(pk=alice.pk).update(member_until=day)
        api = house.api("committee")
        current = [row["name"] for row in read(api.get("clubs/cercle/players"))["results"]]
        former = read(api.get("clubs/cercle/players?status=left"))["results"]
        assert ("Alice Martin" in current) is not is_former
        assert [row["membership_ended"] for row in former] == [True] * is_former
    assert "Member until" in page(Browser(house, "ann").get("players/?status=left"))
    ann = house.person("ann")
    here = clubs.players(ann).members_first()
    assert [player.name for player in here] == ["Ann", "Bob", "Alice Martin"]
    night = evening_open(by=house.person("director"), held_on=today)
    text = page(Browser(house, "director").get(f"evenings/{night.pk}/attendance/"))
    assert text.index(">Bob<") < text.index(">Alice Martin<")
    assert player_names.offered(ann, "a") == ["Ann", "Alice Martin"]
    assert player_names.picked(ann, "Alice Martin") == alice
    assert house.person("cyd").player_id == alice.pk


def test_making_her_anonymous_clears_them(house: House, alice: Player) -> None:
    api = house.api("committee")
    sent = {"version": alice.version, "details": {"note": "Pays by cheque, always"}}
    assert read(api.post(f"players/{alice.pk}", sent), 201)["details"]["note"]
    found = read(api.get(f"players/{alice.pk}/anonymise/preview"))
    about = next(one for one in found["kept"] if one["text"].startswith("E-mail, phone"))
    assert (about["number"], about["stays"]) == (5, False)
    player_anonymise(by=house.person("committee"), player_id=alice.pk, version=found["version"])
    alice.refresh_from_db()
    assert (alice.email, alice.phone, alice.licence, alice.note) == ("", "", "", "")
    assert alice.member_until is None
    bodies = " ".join(IdempotencyRecord.objects.values_list("body", flat=True))
    assert not any(word in bodies for word in (*PRIVATE, "always"))


@pytest.mark.any_database
def test_merging_keeps_what_either_had(house: House, alice: Player) -> None:
    other = add(house, "A. Martin", email="old@example.org", note="Left-handed")
    bare = add(house, "Alice", member_until=date(2050, 1, 1))
    by = house.person("committee")
    players_merge(by=by, kept=alice.pk, gone=other.pk, version=alice.version, gone_version=0)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert alice.note == "Pays by cheque / Left-handed"
    assert alice.member_until == date(2099, 12, 31)
    other.refresh_from_db()
    assert (other.email, other.note) == ("", "")
    players_merge(by=by, kept=bare.pk, gone=alice.pk, version=0, gone_version=alice.version)
    bare.refresh_from_db()
    assert (bare.email, bare.licence) == ("alice@example.org", "FR-0042")
    assert bare.member_until == date(2099, 12, 31)


def test_two_who_change_them_at_once_do_not_overwrite(house: House, alice: Player) -> None:
    by = house.person("committee")
    player_details_set(by=by, player=alice, version=0, details=Details(phone="12345"))
    with pytest.raises(Stale), transaction.atomic():
        player_details_set(by=by, player=alice, version=0, details=Details(phone="54321"))
    alice.refresh_from_db()
    assert alice.phone == "12345"
