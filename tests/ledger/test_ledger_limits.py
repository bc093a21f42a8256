"""What a club and a member let be staked and owed."""

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Denied, Invalid
from scoring.ledger.models import ClubLimit, Limits, PlayerLimit
from scoring.ledger.selectors.books import limits, limits_refusal
from scoring.ledger.services import limits as setting
from scoring.ledger.services.limits import _changed, club_limits_set, player_limits_set
from tests.support.clubhouse import House
from tests.support.ledgers import Ledger, open_ledger


@pytest.fixture
def ledger(house: House) -> Ledger:
    return open_ledger(house)


def in_force(ledger: Ledger, name: str = "ann") -> Limits:
    pk = ledger.players[name].pk
    return limits(ledger.book, [pk])[pk]


def later(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    now = timezone.now() + by
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.mark.any_database
def test_without_a_limit_there_is_none(ledger: Ledger) -> None:
    assert in_force(ledger) == Limits(None, None)
    assert limits_refusal(ledger.book, ledger.players["ann"].pk, staking=10**6) is None


@pytest.mark.any_database
def test_the_lower_of_the_clubs_and_his_own(ledger: Ledger) -> None:
    club_limits_set(by=ledger.house.person("committee"), limits=Limits(10, 50))
    player_limits_set(by=ledger.house.person("ann"), limits=Limits(20, 30))
    assert in_force(ledger) == Limits(10, 30)
    assert in_force(ledger, "bob") == Limits(10, 50)
    club_limits_set(by=ledger.house.person("committee"), limits=Limits(None, 5))
    assert in_force(ledger) == Limits(20, 5)
    assert ClubLimit.objects.count() == 1


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("staking", "laid", "refused"),
    [(5, 0, None), (6, 0, "most_staked"), (6, 6, "most_staked"), (5, 4, None), (1, 0, None)],
)
def test_the_most_in_one_bet(ledger: Ledger, staking: int, laid: int, refused: str | None) -> None:
    """Also when it was laid in two goes."""
    club_limits_set(by=ledger.house.person("committee"), limits=Limits(5, None))
    fault = limits_refusal(ledger.book, ledger.players["ann"].pk, staking=staking, laid=laid)
    assert (fault and fault.extra) == (refused and {"limit": refused, "most": 5})


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("before", "staking", "laid", "free"),
    [
        ([], 10, 0, None),
        ([], 11, 0, 10),
        ([("ann", "bob", 4)], 6, 0, None),
        ([("ann", "bob", 4)], 7, 0, 6),
        ([("bob", "ann", 4)], 14, 0, None),
        ([("bob", "ann", 4)], 15, 0, 14),
        ([("ann", "pot", 6)], 10, 6, None),
        ([("ann", "pot", 6)], 11, 6, 10),
        ([("ann", "bob", 12)], 1, 0, 0),
    ],
)
def test_the_most_he_may_owe(
    ledger: Ledger, before: list[tuple[str, str, int]], staking: int, laid: int, free: int | None
) -> None:
    """What he has won may be staked as well; what he laid of this bet is owed already."""
    for number, told in enumerate(before):
        ledger.pays(str(number), *told)
    player_limits_set(by=ledger.house.person("ann"), limits=Limits(None, 10))
    fault = limits_refusal(ledger.book, ledger.players["ann"].pk, staking=staking, laid=laid)
    if free is None:
        assert fault is None
        return
    assert fault is not None
    assert (fault.code, list(fault.errors)) == ("over_limit", ["amount"])
    text = f"At most 10 counters may be lost here, which leaves {free} counters to risk."
    assert str(fault.detail) == text


@pytest.mark.any_database
def test_every_book_is_owed_in_by_itself(ledger: Ledger) -> None:
    player_limits_set(by=ledger.house.person("ann"), limits=Limits(None, 10))
    ledger.pays("1", "ann", "bob", 10)
    ann = ledger.players["ann"].pk
    assert limits_refusal(ledger.book, ann, staking=1) is not None
    assert limits_refusal(open_ledger(ledger.house).book, ann, staking=10) is None


def test_what_is_lowered_holds_at_once_and_what_is_raised_a_day_later(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = ledger.house.person("ann")
    player_limits_set(by=by, limits=Limits(10, 30))
    assert in_force(ledger) == Limits(10, 30), "the first limit is lower than none"
    player_limits_set(by=by, limits=Limits(4, None))
    assert in_force(ledger) == Limits(4, 30)
    later(monkeypatch, timedelta(hours=20))
    player_limits_set(by=by, limits=Limits(6, None))
    later(monkeypatch, timedelta(hours=4))
    assert in_force(ledger) == Limits(4, None), "asked for again, it is not waited for anew"
    later(monkeypatch, timedelta(hours=20))
    assert in_force(ledger) == Limits(6, None)


@pytest.mark.any_database
def test_a_raise_is_taken_back_by_lowering(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    by = ledger.house.person("ann")
    for most in (10, 50, 10):
        player_limits_set(by=by, limits=Limits(most, None))
    later(monkeypatch, timedelta(days=2))
    assert in_force(ledger) == Limits(10, None)


def test_a_day_is_a_day(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raised in the evening it holds from the same hour of the next, and not from midnight."""
    by = ledger.house.person("ann")
    for most in (4, 9):
        player_limits_set(by=by, limits=Limits(most, None))
    later(monkeypatch, timedelta(hours=23, minutes=59))
    assert in_force(ledger) == Limits(4, None)
    later(monkeypatch, timedelta(minutes=1))
    assert in_force(ledger) == Limits(9, None)


@pytest.mark.any_database
def test_who_may_set_what(ledger: Ledger) -> None:
    for who in ("director", "scorer", "ann"):
        with pytest.raises(Denied), transaction.atomic():
            club_limits_set(by=ledger.house.person(who), limits=Limits(1, 1))
    with pytest.raises(Invalid) as found, transaction.atomic():
        player_limits_set(by=ledger.house.person("committee"), limits=Limits(1, 1))
    assert found.value.code == "unknown_player"
    assert not ClubLimit.objects.exists()
    assert not PlayerLimit.objects.exists()


@pytest.mark.any_database
@pytest.mark.parametrize("wrong", [-1, 10**9 + 1])
def test_a_limit_is_a_number_one_can_count_to(ledger: Ledger, wrong: int) -> None:
    with pytest.raises(Invalid) as found, transaction.atomic():
        club_limits_set(by=ledger.house.person("committee"), limits=Limits(wrong, 5))
    assert list(found.value.errors) == ["most_staked"]
    with pytest.raises(Invalid) as found, transaction.atomic():
        player_limits_set(by=ledger.house.person("ann"), limits=Limits(None, wrong))
    assert list(found.value.errors) == ["most_owed"]


@pytest.mark.any_database
def test_the_log_knows(ledger: Ledger) -> None:
    """That it was changed, and by whom; how much one lets oneself lose is in no log."""
    club_limits_set(by=ledger.house.person("committee"), limits=Limits(1, 1))
    player_limits_set(by=ledger.house.person("ann"), limits=Limits(1, 1))
    rows = AuditLogEntry.objects.order_by("pk").values_list("act", "about", "detail")
    ann = ledger.players["ann"].pk
    assert list(rows)[-2:] == [("club_limits_set", None, {}), ("player_limits_set", ann, {})]


NOON = datetime(2026, 1, 1, 12, tzinfo=timezone.get_default_timezone())
mosts = st.none() | st.integers(0, 5)


@given(st.lists(st.tuples(mosts, st.integers(0, 30)), max_size=8))
def test_no_limit_rises_before_it_was_asked_a_day_before(
    asks: list[tuple[int | None, int]],
) -> None:
    """Against every ask on a list: what holds now is no more than was asked for long enough.

    Something may be staked only if each moment of the last day allowed it or nothing was asked.
    """
    most: int | None = None
    asked: int | None = None
    since: datetime | None = None
    now = NOON
    told: list[tuple[datetime, int | None]] = [(NOON - timedelta(days=9), None)]
    for wanted, hours in asks:
        now += timedelta(hours=hours)
        held = asked if since and since <= now else most
        most, asked, since = _changed(held, wanted, asked, since, now)
        told.append((now, wanted))
        held = asked if since and since <= now else most
        day = [value for at, value in told if at > now - setting.RAISED_AFTER]
        strictest = min([value for value in day if value is not None], default=None)
        assert strictest is None or (held is not None and held <= strictest)
        assert held is None or held in [value for _at, value in told]
