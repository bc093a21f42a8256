"""Webhooks for tests: made by the committee, sent when the test says so."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from ecarte_club.core.http_client import Times
from ecarte_club.core.models import Outgoing
from ecarte_club.core.outbox import Kind, write_message
from games.matches.models import Match
from scoring.webhooks.models import Delivery, Subscription
from scoring.webhooks.services import delivery, subscriptions
from scoring.webhooks.services.outbox import numbered
from scoring.webhooks.services.subscriptions import Hook

from . import printed_game
from .clubhouse import House, read
from .receiver import Receiver, receiver

SHORT = Times(connect=0.5, total=0.3)


def hook(house: House, there: Receiver, *kinds: str, league: int | None = None) -> Subscription:
    wanted = Hook(there.url, kinds, league)
    return subscriptions.hook_make(by=house.person("committee"), hook=wanted)


def happens(house: House, times: int = 1) -> None:
    """Something that programs are told of, with nothing else around it."""
    for number in range(times):
        write_message(Kind.PLAYER_CHANGED, club=house.club.pk, ids={"player": number})


def numbers(house: House) -> list[int | None]:
    numbered(house.club.pk)
    found = Outgoing.objects.filter(club=house.club).order_by("pk")
    return list(found.values_list("number", flat=True))


def kinds(house: House) -> list[str]:
    numbered(house.club.pk)
    found = Outgoing.objects.filter(club=house.club).order_by("number")
    return list(found.values_list("kind", flat=True))


def log(one: Subscription) -> list[tuple[int | None, int, str, str]]:
    """Number, attempt, state and fault, the oldest first."""
    found = Delivery.objects.filter(subscription=one).order_by("pk")
    return list(found.values_list("number", "attempt", "state", "fault"))


def pause_over(one: Subscription) -> None:
    Subscription.objects.filter(pk=one.pk).update(next_try_at=timezone.now())


def play(house: House, match: Match) -> None:
    """The printed game, by a program."""
    api = house.api("scorer")
    for version, body in enumerate(printed_game.BODIES):
        read(api.post(f"matches/{match.pk}/hands", {**body, "version": version}), 201)


@contextmanager
def told(house: House, *kinds: str) -> Iterator[tuple[Receiver, Subscription]]:
    with receiver() as there:
        yield there, hook(house, there, *kinds)


def send() -> int:
    """All that is to be sent now, one receiver after another; how many arrived."""
    arrived = 0
    while waiting := list(delivery.due().order_by("pk").values_list("pk", flat=True)):
        arrived += sum(delivery.hook_send(pk) for pk in waiting)
    return arrived
