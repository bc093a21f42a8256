"""What programs are told of fixtures, contests and settlements, act by act."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override
from pytest_django import Settings

from ecarte_club.core.models import Outgoing
from scoring.contests.models import Contest
from scoring.contests.rules.events import Closed
from scoring.contests.services.corrections import contest_correct
from scoring.contests.services.events import event_tell
from scoring.leagues.models import Fixture, Season
from scoring.leagues.services.decisions import (
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
)
from scoring.leagues.services.planning import competitor_join
from scoring.leagues.services.withdrawing import competitor_return, competitor_withdraw
from scoring.ledger.models import Payment, Settlement
from scoring.ledger.services.settling import payment_mark
from scoring.webhooks import messages
from scoring.webhooks.api.events import Which
from scoring.webhooks.api.events import outgoing_of as told_in_league
from scoring.webhooks.labels import EVENTS
from scoring.webhooks.models import KINDS
from scoring.webhooks.selectors import outgoing_for, outgoing_in
from scoring.webhooks.services import delivery
from scoring.webhooks.services.outbox import numbered
from tests.support import pooling, tourneys
from tests.support.clubhouse import House, read
from tests.support.clubrooms import undone
from tests.support.hooks import SHORT, send, told
from tests.support.planned import free_day, others, plan, season_of
from tests.support.scene import Scene, contest_begun
from tests.support.settlings import named_book, owes, settled

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

Told = dict[str, Any]


@pytest.fixture(autouse=True)
def _short(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOOKS_PRIVATE = True
    monkeypatch.setattr(delivery, "TIMES", SHORT)


def tells(house: House, act: Callable[[], object]) -> list[Told]:
    """What the act tells, but that a table moved; rolled back it tells nothing."""
    before = Outgoing.objects.count()
    with undone("the same act, rolled back"):
        act()
    assert Outgoing.objects.count() == before
    last = numbered(house.club.pk)
    act()
    numbered(house.club.pk)
    found = outgoing_in(house.club.pk).filter(number__gt=last)
    return [messages.message_of(one) for one in found.exclude(kind="standings.changed")]


def kinds(told_of: list[Told]) -> list[str]:
    return [one["type"] for one in told_of]


class Planned:
    """Three meet once, from a day to come on."""

    def __init__(self, house: House, *, public: bool = True) -> None:
        self.house, self.season = house, season_of(house, public=public)
        self.by = house.person("director")

    def version(self) -> int:
        return Season.objects.values_list("version", flat=True).get(pk=self.season.pk)

    def make(self) -> None:
        first = timezone.localdate() + timedelta(days=3)
        plan(self.house, self.season, list(self.house.players.values()), first=first)

    @property
    def fixture(self) -> Fixture:
        return Fixture.objects.filter(event=self.season.pk, away__isnull=False).earliest("pk")

    def on_it(self, act: Callable[..., object], **asked: Any) -> Callable[[], object]:
        def done() -> object:
            one = self.fixture
            return act(by=self.by, fixture=one, version=one.version, **asked)

        return done

    def of_season(self, act: Callable[..., object], **asked: Any) -> Callable[[], object]:
        return lambda: act(by=self.by, season=self.season, version=self.version(), **asked)

    def award(self) -> Callable[[], object]:
        return self.on_it(fixture_award, award="home", reason="Bob Ill, says Ann.")


def test_fixtures_are_told_act_by_act(here: Scene) -> None:
    house, of = here.house, Planned(here.house)
    (made,) = tells(house, of.make)
    assert made["type"] == "fixtures.planned"
    assert made["data"] == {
        "season": of.season.pk,
        "league": of.season.league_id,
        "version": of.version(),
    }
    assert made["links"]["fixtures"].endswith(f"/seasons/{of.season.pk}/fixtures")
    moving = of.on_it(fixture_postpone, day=free_day(), reason="Ill.")
    (moved,) = tells(house, moving)
    one = of.fixture
    assert (moved["type"], moved["data"]) == (
        "fixture.moved",
        {
            "season": of.season.pk,
            "league": of.season.league_id,
            "fixture": one.pk,
            "players": [one.home_id, one.away_id],
            "version": one.version,
            "day": free_day().isoformat(),
            "sitting": None,
            "award": None,
        },
    )
    (awarded,) = tells(house, of.award())
    assert (awarded["type"], awarded["data"]["award"]) == ("fixture.awarded", "home")
    (back,) = tells(house, of.on_it(fixture_award_withdraw))
    assert (back["type"], back["data"]["award"]) == ("fixture.award_back", None)
    assert back["data"]["version"] == awarded["data"]["version"] + 1


def test_who_comes_late_and_who_leaves_is_told(here: Scene) -> None:
    house, of = here.house, Planned(here.house)
    of.make()
    (dora,) = others(house, 1)
    (late,) = tells(house, of.of_season(competitor_join, competitor=dora.pk))
    assert (late["type"], late["data"]["player"]) == ("fixtures.planned", dora.pk)
    ann = house.players["ann"].pk
    leaving = of.of_season(competitor_withdraw, competitor=ann, reason="Moved.")
    (left,) = tells(house, leaving)
    his = Fixture.objects.filter(event=of.season.pk, award="void").values_list("pk", flat=True)
    assert (left["type"], left["data"]["player"]) == ("entrant.left", ann)
    assert sorted(left["data"]["fixtures"]) == sorted(his)
    assert len(his) == 3
    (back,) = tells(house, of.of_season(competitor_return, competitor=ann))
    assert (back["type"], back["data"]["player"]) == ("entrant.back", ann)
    assert sorted(back["data"]["fixtures"]) == sorted(left["data"]["fixtures"])


def test_contests_are_told(here: Scene) -> None:
    house = here.house
    (opened,) = tells(house, lambda: contest_begun(here, "ann", "bob", kind="match"))
    contest = Contest.objects.latest("pk")
    assert (opened["type"], opened["data"]) == (
        "contest.opened",
        {
            "contest": contest.pk,
            "evening": here.evening.pk,
            "tournament": None,
            "kind": "match",
            "version": 0,
        },
    )
    by = house.person("director")

    def close() -> object:
        return event_tell(by=by, contest=Contest.objects.get(pk=contest.pk), event=Closed())

    (closed,) = tells(house, close)
    contest.refresh_from_db()
    assert (closed["type"], closed["data"]["version"]) == ("contest.closed", contest.version)

    def reopen() -> object:
        now = Contest.objects.get(pk=contest.pk)
        place = now.entries.latest("place").place
        asked: dict[str, Any] = {"changes": [(place, None)], "reason": "x", "version": now.version}
        return contest_correct(by=by, contest=now, **asked)

    assert kinds(tells(house, reopen)) == ["contest.reopened"]


def test_a_pool_names_its_tournament_from_its_opening_to_its_end(here: Scene) -> None:
    house, api = here.house, here.house.api("director")
    cup, ids = pooling.pools_of(house, 3)
    night = pooling.evening(house)
    (opened,) = tells(house, lambda: pooling.seat(house, cup, pooling.rows(cup, 1), night))
    contest = Contest.objects.latest("pk")
    line = f"clubs/cercle/contests?evening={night.pk}"

    def named() -> list[int | None]:
        (listed,) = read(api.get(line))["results"]
        return [one["tournament"] for one in (listed, read(api.get(f"contests/{contest.pk}")))]

    assert named() == [cup.pk, cup.pk]
    over = tells(house, lambda: pooling.won_by(house, contest, ids[0]))
    games = [one for one in over if one["type"].startswith("match.")]
    (closed,) = (one for one in over if one["type"] == "contest.closed")
    for one in (opened, closed):
        assert (one["data"]["contest"], one["data"]["tournament"]) == (contest.pk, cup.pk)
        assert one["links"]["tournament"].endswith(f"/api/v1/tournaments/{cup.pk}")
    assert games
    assert {one["data"]["tournament"] for one in games} == {None}
    assert not any("tournament" in one["links"] for one in games)
    assert named() == [cup.pk, cup.pk]


def test_a_pool_that_is_played_again_is_no_more_what_was_closed(here: Scene) -> None:
    house, api = here.house, here.house.api("director")
    cup, _ids = pooling.pools_of(house, 3)
    (first,) = pooling.seat(house, cup, pooling.rows(cup, 1), pooling.evening(house))
    pooling.closes(house, first)
    path = f"contests/{first.pk}"
    before = api.get(path)
    (again,) = pooling.seat(house, cup, pooling.rows(cup, 1), pooling.evening(house))
    after = api.get(path, **{"If-None-Match": before["ETag"]})
    assert [read(one)["tournament"] for one in (before, after)] == [cup.pk, None]
    assert read(api.get(f"contests/{again.pk}"))["tournament"] == cup.pk


def test_settlements_are_told_without_sums(here: Scene) -> None:
    house, by = here.house, here.house.person("director")
    book = named_book(house, "Owed")
    owes(house, book, "bob", "ann", 7919)
    (made,) = tells(house, lambda: settled(house, book))
    settlement = Settlement.objects.filter(club=house.club).latest("pk")
    assert (made["type"], made["data"]["settlement"]) == ("settlement.made", settlement.pk)
    assert made["data"]["settled_at"] == settlement.settled_at.isoformat()
    payment = settlement.payments.get()

    def mark(made: bool) -> Callable[[], object]:
        return lambda: payment_mark(by=by, payment=_payment(payment.pk), made=made)

    (paid,) = tells(house, mark(True))
    payment.refresh_from_db()
    assert payment.made_at is not None
    assert (paid["type"], paid["data"]) == (
        "payment.made",
        {
            "settlement": settlement.pk,
            "payment": payment.pk,
            "made_at": payment.made_at.isoformat(),
        },
    )
    assert tells(house, mark(True)) == [], "It was so already."
    assert kinds(tells(house, mark(False))) == ["payment.not_made"]
    assert "7919" not in str(_all(house))


def _payment(pk: int) -> Payment:
    return Payment.objects.get(pk=pk)


def _all(house: House) -> list[Told]:
    numbered(house.club.pk)
    return [messages.message_of(one) for one in outgoing_in(house.club.pk)]


def test_links_lead_somewhere_and_nobody_is_named(here: Scene) -> None:
    house, of = here.house, Planned(here.house)
    of.make()
    of.award()()
    found, api = _all(house), here.house.api("committee")
    said = {one["type"] for one in found}
    assert {"fixture.awarded", "round.published", "contest.closed", "settlement.made"} <= said
    links = {link for one in found for link in one["links"].values()}
    # What is gone since leads nowhere: nothing of this scene is.
    for link in sorted(links):
        path = link.partition("/api/v1/")[2]
        assert read(api.get(path)), path
    names = {word for one in house.club.players.all() for word in one.name.split()}
    words = set(re.findall(r"[A-Za-zÀ-ÿ]+", json.dumps(found)))
    assert {"Ann", "Bob"} <= names
    assert not {name for name in names if len(name) > 1} & words


def test_what_is_private_is_told_to_its_own_club_alone(here: Scene, beside: House) -> None:
    """And of a league to who is of the club; a tournament is of no league."""
    of = Planned(beside, public=False)
    of.make()
    of.award()()
    cup = tourneys.opened(beside, tourneys.players(beside, 2), public=False)
    tourneys.draw(beside, cup)
    tourneys.publish(beside, cup, 1)
    with told(here.house) as (_there, theirs), told(beside) as (_ours, own):
        assert not outgoing_for(theirs).filter(event__in=(of.season.pk, cup.pk)).exists()
        heard = set(outgoing_for(own).values_list("kind", flat=True))
        assert {"fixtures.planned", "fixture.awarded", "round.published"} <= heard

    def heard_in_league(*, sees_all: bool) -> set[str]:
        which = Which(beside.club.pk, of.season.league_id, sees_all, 0)
        return set(told_in_league(which).values_list("kind", flat=True))

    assert heard_in_league(sees_all=False) == set()
    inside = heard_in_league(sees_all=True)
    assert {"fixtures.planned", "fixture.awarded"} <= inside
    assert "round.published" not in inside


def test_a_subscription_hears_its_kinds_in_their_order(here: Scene) -> None:
    house, of = here.house, Planned(here.house)
    wanted = ("fixture.award_back", "fixture.awarded", "entrant.left", "settlement.made")
    with told(house, *wanted) as (there, _one):
        of.make()
        of.award()()
        settled(house, named_book(house, "Empty"))
        of.on_it(fixture_award_withdraw)()
        of.award()()
        ann = house.players["ann"].pk
        of.of_season(competitor_withdraw, competitor=ann, reason="Moved.")()
        assert send() == 5
    bodies = [json.loads(one.body) for one in there.heard]
    assert [one["type"] for one in bodies] == [
        "fixture.awarded",
        "settlement.made",
        "fixture.award_back",
        "fixture.awarded",
        "entrant.left",
    ]
    found = [one["number"] for one in bodies]
    assert found == sorted(set(found))


def test_every_kind_can_be_chosen_and_is_documented(here: Scene) -> None:
    api = here.house.api("committee")
    body = {"url": "https://hooks.example/all", "kinds": KINDS}
    assert read(api.post("clubs/cercle/hooks", body), 201)["kinds"] == KINDS
    with override("en"):
        wanted = [(kind.value, str(text)) for kind, text in EVENTS.items()]
    page = Path("docs/api.md").read_text()
    assert re.findall(r"^\| `([a-z_.]+)` \| (.+?) \| .+ \|$", page, re.M) == wanted
