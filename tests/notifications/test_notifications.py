"""Who is notified of what, once, and what their devices are shown."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from random import Random

import pytest
from django.core.cache import cache
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.matches import match_start
from games.online.selectors.presence import HERE_FOR, presence_key
from scoring.notifications.encryption import opaque, site_key
from scoring.notifications.models import KINDS, Device, Notification, WantedKind
from scoring.notifications.services import sending
from scoring.notifications.services.devices import device_add, device_test, devices_sweep
from tests.online.devices import Device as Seated
from tests.online.devices import seated, step
from tests.support import tourneys
from tests.support.clubhouse import House, read
from tests.support.receiver import OK, Receiver, answer, receiver
from tests.support.settlings import night_book, owes, settled

from .phones import Phone, phone, phones, subscription, verified

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
CARD = re.compile(r"[♠♥♦♣]|\b[KQJAT2-9]?[SHDC]\b|king|queen|knave|ace|trump", re.IGNORECASE)


@pytest.fixture
def there(settings: Settings) -> Iterator[Receiver]:
    settings.HOOKS_PRIVATE = True
    with receiver() as found:
        yield found


def discreet(shown: Mapping[str, str], house: House) -> None:
    """Neither a name, a figure nor a card in its words; and nothing else is in it."""
    assert shown.keys() == {"kind", "title", "body", "lang", "path", "tag"}
    words = f"{shown['title']} {shown['body']}"
    assert not re.search(r"\d", words)
    assert not CARD.search(words)
    names = [house.club.name, *Player.objects.values_list("name", flat=True)]
    assert not [name for name in names if name.lower() in json.dumps(shown).lower().split()]
    assert not [name for name in names if name in words]


def later(one: Phone, seconds: float) -> None:
    """As if so much time had passed, for what waits for another attempt."""
    waiting = Notification.objects.filter(device=one.device).exclude(next_try_at=None)
    waiting.update(next_try_at=F("next_try_at") - timedelta(seconds=seconds))


def tonight(house: House) -> Evening:
    by = house.person("director")
    return evening_open(by=by, held_on=timezone.localdate(), tables=("1", "2"))


def begun(house: House, who: str, evening: Evening, *, event: int | None = None) -> Match:
    table = evening.tables.order_by("pk")[0]
    return match_start(
        by=house.person(who),
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
        event_id=event,
        evening_table=table.pk,
    )


def until_proposal(players: tuple[Seated, Seated]) -> tuple[Seated, Seated]:
    """Who is to propose, and who is to answer then; neither is at the table."""
    for _ in range(40):
        state = step(players)
        if state["hand"] and state["hand"]["phase"] == "proposal":
            leave(players[0].table)
            return players if state["hand"]["to_act"] == "a" else players[::-1]
    raise AssertionError


def leave(table: int) -> None:
    for seat in Seat:
        cache.delete(presence_key(table, seat))


NAMES = {"a": "ann", "b": "bob"}


@pytest.mark.any_database
@pytest.mark.parametrize("clock", ["days", "none"])
def test_a_turn_online_is_announced_once_to_who_is_away(
    clock: str, house: House, there: Receiver
) -> None:
    own = phones(house, there, "ann bob cyd")
    players = seated(house, Random(1), {"clock": clock})
    mover, other = until_proposal(players)
    assert not Notification.objects.exists(), "Off until it is chosen."
    for name in own:
        WantedKind.objects.create(user=house.users[name], kind="turn")
    state = mover.state()
    leave(mover.table)
    mover.act(state, "propose")
    here, away = own[NAMES[mover.seat]], own[NAMES[other.seat]]
    (shown,) = away.send()
    discreet(shown, house)
    assert shown["path"] == f"/clubs/cercle/online/{mover.table}/"
    assert away.send() == here.send() == own["cyd"].send() == []
    # They refuse: whoever proposed leads.
    other.act(other.state(), "refuse")
    leave(mover.table)
    assert len(here.send()) == 1
    assert away.send() == here.send() == []
    assert len(there.heard) == 2


def test_who_looks_at_the_table_is_notified_only_once_they_have_left(
    house: House, there: Receiver
) -> None:
    own = phones(house, there, "ann bob", "turn")
    mover, other = until_proposal(seated(house, Random(1), {"clock": "days"}))
    other.state()
    mover.act(mover.state(), "propose")
    waits = own[NAMES[other.seat]]
    assert waits.send() == []
    later(waits, HERE_FOR)
    assert waits.send() == []
    leave(mover.table)
    assert waits.send() == [], "Not before it is looked at again."
    later(waits, HERE_FOR)
    assert len(waits.send()) == 1


def test_a_turn_that_was_taken_before_it_could_be_announced_is_not(
    house: House, there: Receiver
) -> None:
    own = phones(house, there, "ann bob", "turn")
    mover, other = until_proposal(seated(house, Random(1), {"clock": "days"}))
    Notification.objects.all().delete()
    mover.act(mover.state(), "propose")
    other.act(other.state(), "refuse")
    leave(mover.table)
    later(own[NAMES[other.seat]], HERE_FOR)
    assert own[NAMES[other.seat]].send() == []
    assert there.heard == []


@pytest.mark.any_database
def test_the_next_table_is_announced_to_who_did_not_start_the_match(
    house: House, there: Receiver
) -> None:
    own = phones(house, there, "ann bob cyd", "table")
    match = begun(house, "ann", tonight(house))
    (shown,) = own["bob"].send()
    discreet(shown, house)
    assert shown["path"] == f"/clubs/cercle/matches/{match.pk}/"
    assert own["ann"].send() == own["cyd"].send() == own["bob"].send() == []
    # The next one replaces what still waits, and of a match that is over nothing is said.
    evening = Evening.objects.get()
    begun(house, "director", evening)
    newest = begun(house, "director", evening)
    assert [one["path"] for one in own["ann"].send()] == [f"/clubs/cercle/matches/{newest.pk}/"]
    Match.objects.filter(pk=newest.pk).update(over=True)
    assert own["bob"].send() == []
    past = evening_open(
        by=house.person("director"), held_on=timezone.localdate() - timedelta(days=9), tables=("1",)
    )
    begun(house, "director", past)
    assert own["ann"].send() == []


def test_a_round_is_announced_when_it_is_published(house: House, there: Receiver) -> None:
    own = phones(house, there, "ann bob cyd", "table")
    entrants = [house.players[name].pk for name in ("ann", "bob")]
    cup = tourneys.opened(house, [*entrants, *tourneys.players(house, 2)], kind="swiss")
    tourneys.draw(house, cup)
    assert own["ann"].send() == [], "A draft is for directors."
    tourneys.publish(house, cup, 1)
    for name in ("ann", "bob"):
        (shown,) = own[name].send()
        discreet(shown, house)
        assert shown["path"] == f"/clubs/cercle/tournaments/{cup.pk}/"
    assert own["cyd"].send() == own["ann"].send() == []


def test_a_result_is_for_the_opponent_to_confirm_until_they_have(
    house: House, there: Receiver
) -> None:
    house.club.confirms = True
    house.club.save()
    own = phones(house, there, "ann bob cyd", "result")
    match = house.match()
    game = {"score": {"a": 5, "b": 3}}
    house.api("ann").enter(match.pk, game, kind="games")
    (shown,) = own["bob"].send()
    discreet(shown, house)
    assert shown["path"] == f"/clubs/cercle/matches/{match.pk}/"
    assert own["ann"].send() == own["cyd"].send() == own["bob"].send() == []
    # Entered by a scorer, it is for either; confirmed before it was sent, for nobody.
    second = house.match()
    house.api("scorer").enter(second.pk, game, kind="games")
    assert len(own["ann"].send()) == 1
    read(house.api("ann").post(f"matches/{second.pk}/games/1/confirm", {"number": 1}), 201)
    assert own["bob"].send() == []
    house.club.confirms = False
    house.club.save()
    house.api("scorer").enter(house.match().pk, game, kind="games")
    assert own["ann"].send() == []


def test_a_debt_is_announced_to_who_owes_it(house: House, there: Receiver) -> None:
    own = phones(house, there, "ann bob cyd", "debt")
    book = night_book(house, "ann", "bob", "cyd")
    owes(house, book, "bob", "ann", 5)
    owes(house, book, "cyd", "ann", 2)
    settlement = settled(house, book)
    (shown,) = own["bob"].send()
    discreet(shown, house)
    assert shown["path"] == f"/clubs/cercle/settlements/{settlement.pk}/"
    assert own["ann"].send() == own["bob"].send() == []
    settlement.payments.update(made_at=timezone.now())
    assert own["cyd"].send() == [], "It was paid before the push service was reached."


def test_what_a_push_service_is_given(house: House, there: Receiver) -> None:
    ann = house.users["ann"]
    ann.language = "fr"
    ann.save()
    own = phone(ann, there)
    device_test(user=ann, device_id=own.device.pk)
    (shown,) = own.send()
    discreet(shown, house)
    assert (shown["kind"], shown["lang"], shown["path"]) == (
        "test",
        "fr",
        "/account/notifications/",
    )
    (heard,) = there.heard
    assert heard.headers["content-encoding"] == "aes128gcm"
    assert 0 < int(heard.headers["ttl"]) <= 3600
    assert heard.headers["urgency"] == "high"
    assert heard.headers["topic"] == opaque(f"{own.device.pk}:test:{own.device.pk}")
    origin = there.url.partition("/hook")[0]
    assert verified(heard.headers["authorization"], site_key())["aud"] == origin
    assert Device.objects.get().sent_at is not None


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_expired_is_removed(
    status: int, house: House, there: Receiver
) -> None:
    there.answers = [answer(status)]
    own = phone(house.users["ann"], there)
    device_test(user=house.users["ann"], device_id=own.device.pk)
    own.send()
    assert not Device.objects.exists()


def test_what_failed_is_sent_later_until_it_expires(house: House, there: Receiver) -> None:
    there.answers = [answer(503), answer(429), OK]
    ann = house.users["ann"]
    own = phone(ann, there)
    device_test(user=ann, device_id=own.device.pk)
    assert len(own.send()) == 1
    assert Device.objects.get().failing_since is not None
    assert own.send() == [], "Not at once,"
    assert 0 < (sending.seconds_to_next() or 0) <= 10
    later(own, 10)
    assert len(own.send()) == 1
    later(own, 10)
    assert own.send() == [], "and then after a longer pause."
    later(own, 50)
    assert len(own.send()) == 1
    assert Device.objects.get().failing_since is None
    device_test(user=ann, device_id=own.device.pk)
    Notification.objects.update(expires_at=timezone.now())
    assert own.send() == []
    # Somebody else is sending it, or was killed while they did.
    Notification.objects.update(
        expires_at=timezone.now() + timedelta(hours=1),
        claimed_until=timezone.now() + timedelta(seconds=9),
    )
    assert own.send() == []
    Notification.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert len(own.send()) == 1
    Device.objects.update(failing_since=timezone.now() - timedelta(days=15))
    there.answers = [answer(500)]
    device_test(user=ann, device_id=own.device.pk)
    own.send()
    assert not Device.objects.exists(), "Nothing arrived for two weeks."


def test_nothing_goes_to_addresses_inside(
    house: House, there: Receiver, settings: Settings
) -> None:
    """A name may lead anywhere: it is looked at when it is sent to."""
    settings.HOOKS_PRIVATE = False
    ann = house.users["ann"]
    name = f"https://localhost:{there.port}/"
    device = device_add(user=ann, name="Phone", **subscription(name))
    device_test(user=ann, device_id=device.pk)
    assert sending.device_send(device.pk) == 0
    Device.objects.update(endpoint=there.url)
    Notification.objects.update(next_try_at=None)
    assert sending.device_send(device.pk) == 0
    assert there.heard == []
    assert Notification.objects.get().failures == 2


def test_nothing_goes_to_an_account_that_is_closed_nor_to_another_key(
    house: House, there: Receiver, settings: Settings
) -> None:
    own = phones(house, there, "ann bob", *KINDS)
    evening = tonight(house)
    begun(house, "director", evening)
    house.users["ann"].is_active = False
    house.users["ann"].save()
    settings.PUSH_KEY = "A" * 42 + "E"
    assert own["ann"].send() == own["bob"].send() == []
    assert set(Device.objects.values_list("user", flat=True)) == {
        house.users["ann"].pk,
        house.users["bob"].pk,
    }
    devices_sweep()
    assert not Device.objects.exists()


@pytest.mark.any_database
def test_who_was_made_one_with_another_is_notified_as_them(house: House, there: Receiver) -> None:
    other = Player.objects.create(club=house.club, name="A. Double")
    own = phone(house.users["ann"], there, "table")
    players_merge(
        by=house.person("committee"),
        kept=other.pk,
        gone=house.players["ann"].pk,
        version=other.version,
        gone_version=house.players["ann"].version,
    )
    house.players["ann"] = other
    begun(house, "director", tonight(house))
    assert len(own.send()) == 1
