"""A director pairs by hand: before the draw, after it, and after it is published."""

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from scoring.leagues.models import Fixture
from scoring.tournaments.models import PairingChange, Tournament
from scoring.tournaments.services.by_hand import (
    pair_fix,
    pair_release,
    pairing_change,
    pairing_change_back,
)
from scoring.tournaments.services.people import entrant_withdraw, pair_keep_apart, round_off_ask
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.tourneys import (
    award,
    begin,
    draw,
    fresh,
    opened,
    play_round,
    players,
    points_of,
    publish,
)

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def _named(house: House, *names: str) -> list[int]:
    return [Player.objects.create(club=house.club, name=name).pk for name in names]


def _change(
    house: House, cup: Tournament, change: str, player: int, other: int | None = None
) -> None:
    number = cup.event.rounds.order_by("-number")[0].number
    pairing_change(
        by=house.person("director"),
        tournament=cup,
        number=number,
        version=fresh(cup).version,
        change=change,
        player=player,
        other=other,
        reason="Bob leaves early",
    )


def _back(house: House, cup: Tournament) -> None:
    number = cup.event.rounds.order_by("-number")[0].number
    pairing_change_back(
        by=house.person("director"), tournament=cup, number=number, version=fresh(cup).version
    )


def _fix(house: House, cup: Tournament, player: int, other: int | None) -> None:
    by = house.person("director")
    pair_fix(by=by, tournament=cup, player=player, other=other, reason="Bob leaves early")


def _pairs(cup: Tournament, number: int = 1) -> set[frozenset[int | None]]:
    rows = Fixture.objects.filter(event=cup.pk, round__number=number)
    return {frozenset(pair) for pair in rows.values_list("home_id", "away_id")}


def _rows(cup: Tournament) -> list[object]:
    fields = ("pk", "home_id", "away_id", "table", "award", "why")
    return list(Fixture.objects.filter(event=cup.pk).order_by("pk").values_list(*fields))


def _codes(cup: Tournament, player: int) -> list[str]:
    row = next(
        one for one in Fixture.objects.filter(event=cup.pk) if player in (one.home_id, one.away_id)
    )
    return [code for code, _who, _figures in row.why]


def _refused(house: House, cup: Tournament, *asked: object, code: str) -> Invalid:
    before = _rows(cup)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        _change(house, cup, *asked)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert _rows(cup) == before
    return refused.value


@pytest.mark.postgresql
def test_two_exchange_places_and_that_undone_is_the_draw(house: House) -> None:
    """Alice was to meet Chloé and Bob Dora, the upper half against the lower."""
    alice, bob, chloe, dora = four = _named(house, "Alice", "Bob", "Chloé", "Dora")
    cup = opened(house, four)
    draw(house, cup)
    drawn = _rows(cup)
    assert _pairs(cup) == {frozenset((alice, chloe)), frozenset((bob, dora))}
    _change(house, cup, "swap", alice, bob)
    assert _pairs(cup) == {frozenset((bob, chloe)), frozenset((alice, dora))}
    assert "by_hand" in _codes(cup, alice)
    assert "by_hand" in _codes(cup, bob)
    _change(house, cup, "pair", alice, bob)
    assert _pairs(cup) == {frozenset((alice, bob)), frozenset((chloe, dora))}
    _back(house, cup)
    assert _pairs(cup) == {frozenset((bob, chloe)), frozenset((alice, dora))}
    _back(house, cup)
    assert _rows(cup) == drawn, "First deals, tables and reasons too."
    with pytest.raises(Invalid) as refused, transaction.atomic():
        _back(house, cup)
    assert refused.value.code == "not_changed"
    acts = AuditLogEntry.objects.filter(act__startswith="pairing_change").order_by("pk")
    assert [one.act for one in acts] == [*["pairing_change"] * 2, *["pairing_change_back"] * 2]
    assert acts[0].by == house.users["director"]
    reasons = PairingChange.objects.filter(round__event=cup.pk).values_list("reason", flat=True)
    assert set(reasons) == {"Bob leaves early"}, "Kept, though undone."


def test_a_change_that_leads_back_to_the_draw_is_not_by_hand(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    draw(house, cup)
    _change(house, cup, "swap", four[0], four[1])
    _change(house, cup, "swap", four[0], four[1])
    assert "by_hand" not in _codes(cup, four[0])


def test_the_bye_is_given_and_counts(house: House) -> None:
    """Chloé, the last of three, has it; then Alice, after the round is published."""
    alice, bob, chloe = three = _named(house, "Alice", "Bob", "Chloé")
    cup = opened(house, three)
    draw(house, cup)
    publish(house, cup, 1)
    assert points_of(cup)[chloe] == 2
    _change(house, cup, "bye", alice)
    assert _pairs(cup) == {frozenset((alice, None)), frozenset((bob, chloe))}
    assert (points_of(cup)[alice], points_of(cup)[chloe]) == (2, 0)
    row = Fixture.objects.get(event=cup.pk, award="bye")
    assert [code for code, _who, _figures in row.why][:2] == ["by_hand", "bye"]
    _refused(house, cup, "bye", alice, code="cannot_change_has_bye")


def test_a_match_that_has_begun_stays(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    draw(house, cup)
    publish(house, cup, 1)
    first, second = Fixture.objects.filter(event=cup.pk).order_by("number")
    begin(house, first)
    _refused(house, cup, "swap", first.home_id, second.home_id, code="pairing_begun")
    award(house, cup, second.pk)
    _refused(house, cup, "swap", second.home_id, first.home_id, code="pairing_begun")


def test_a_change_is_not_undone_once_it_is_played(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    draw(house, cup)
    publish(house, cup, 1)
    _change(house, cup, "swap", four[0], four[1])
    begin(house, Fixture.objects.filter(event=cup.pk)[0])
    with pytest.raises(Invalid) as refused, transaction.atomic():
        _back(house, cup)
    assert refused.value.code == "pairing_begun"


def test_what_is_refused_names_its_field(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    draw(house, cup)
    pair = Fixture.objects.filter(event=cup.pk)[0]
    assert pair.away_id is not None
    same = _refused(house, cup, "swap", four[0], four[0], code="cannot_change_one_player")
    assert list(same.errors) == ["other"]
    _refused(house, cup, "pair", pair.home_id, pair.away_id, code="cannot_change_together")
    bye = _refused(house, cup, "bye", four[0], code="cannot_change_no_bye")
    assert list(bye.errors) == ["player"]
    stranger = _refused(house, cup, "swap", 10**6, four[0], code="cannot_change_not_paired")
    assert list(stranger.errors) == ["player"]
    other = _refused(house, cup, "swap", four[0], 10**6, code="cannot_change_not_paired")
    assert list(other.errors) == ["other"]
    by = house.person("director")
    asked = {"tournament": cup, "number": 1, "change": "swap", "player": four[0], "other": four[1]}
    version = fresh(cup).version
    for reason in ("", " ", "x" * 201):
        with pytest.raises(Invalid) as refused, transaction.atomic():
            pairing_change(by=by, version=version, reason=reason, **asked)  # type: ignore[arg-type]
        assert list(refused.value.errors) == ["reason"]
    with pytest.raises(Stale), transaction.atomic():
        pairing_change(by=by, version=version - 1, reason="so", **asked)  # type: ignore[arg-type]
    with pytest.raises(Denied), transaction.atomic():
        pairing_change(
            by=house.person("scorer"),
            version=version,
            reason="so",
            **asked,  # type: ignore[arg-type]
        )


def test_a_draft_that_is_dropped_forgets_its_changes(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    draw(house, cup)
    _change(house, cup, "swap", four[0], four[1])
    draw(house, cup, "queen")
    assert not PairingChange.objects.exists()


def test_an_earlier_round_stays_as_it_is(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    play_round(house, cup, 1)
    draw(house, cup)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        pairing_change(
            by=house.person("director"),
            tournament=cup,
            number=1,
            version=fresh(cup).version,
            change="swap",
            player=four[0],
            other=four[1],
            reason="so",
        )
    assert refused.value.code == "round_over"


# before the draw


@pytest.mark.postgresql
def test_what_is_fixed_is_drawn_and_released(house: House) -> None:
    alice, bob, chloe, dora = four = _named(house, "Alice", "Bob", "Chloé", "Dora")
    cup = opened(house, four)
    by = house.person("director")
    pair_keep_apart(by=by, tournament=cup, pair=(alice, bob))
    draw(house, cup)
    _fix(house, cup, alice, bob)
    assert not Fixture.objects.filter(event=cup.pk).exists(), "The draft is dropped."
    draw(house, cup)
    assert _pairs(cup) == {frozenset((alice, bob)), frozenset((chloe, dora))}
    assert _codes(cup, alice)[0] == "by_hand"
    assert "by_hand" not in _codes(cup, chloe)
    pair_release(by=by, tournament=cup, player=bob)
    draw(house, cup)
    assert frozenset((alice, bob)) not in _pairs(cup)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        pair_release(by=by, tournament=cup, player=bob)
    assert refused.value.code == "not_fixed"


def test_a_fixed_bye_needs_an_odd_number(house: House) -> None:
    alice, bob, chloe = _named(house, "Alice", "Bob", "Chloé")
    cup = opened(house, [alice, bob, chloe])
    _fix(house, cup, alice, None)
    draw(house, cup)
    assert _pairs(cup) == {frozenset((alice, None)), frozenset((bob, chloe))}
    with pytest.raises(Invalid) as refused, transaction.atomic():
        _fix(house, cup, bob, None)
    assert "Release it first" in str(refused.value.errors["other"])
    entrant_withdraw(by=house.person("director"), tournament=cup, player=chloe)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        draw(house, cup)
    assert refused.value.code == "cannot_draw_no_bye"
    assert "if nothing was fixed by hand" in str(refused.value.detail)


def test_who_may_be_fixed(house: House) -> None:
    alice, bob, chloe, dora = four = _named(house, "Alice", "Bob", "Chloé", "Dora")
    cup = opened(house, four)
    _fix(house, cup, alice, bob)
    _fix(house, cup, bob, alice)
    assert cup.fixed_pairs.count() == 1, "The same again."
    for player, other, field in (
        (chloe, bob, "other"),
        (alice, chloe, "player"),
        (dora, dora, "other"),
    ):
        with pytest.raises(Invalid) as refused, transaction.atomic():
            _fix(house, cup, player, other)
        assert list(refused.value.errors) == [field]
    round_off_ask(by=house.person("director"), tournament=cup, player=alice, number=1)
    assert not cup.fixed_pairs.exists(), "Alice does not play in this round."
    knockout = opened(house, four, kind="knockout")
    with pytest.raises(Invalid) as refused, transaction.atomic():
        _fix(house, knockout, alice, bob)
    assert refused.value.code == "no_swiss"


@pytest.mark.postgresql
def test_what_is_by_hand_follows_a_player_who_is_two(house: House) -> None:
    alice, bob, chloe, dora = four = _named(house, "Alice", "Bob", "Chloé", "Dora")
    (double,) = _named(house, "Bobby")
    cup = opened(house, four)
    draw(house, cup)
    publish(house, cup, 1)
    _change(house, cup, "swap", alice, bob)
    versions = dict(Player.objects.values_list("pk", "version"))
    players_merge(
        by=house.person("committee"),
        kept=double,
        gone=bob,
        version=versions[double],
        gone_version=versions[bob],
    )
    change = PairingChange.objects.get()
    assert (change.one_id, change.other_id) == (alice, double)
    _back(house, cup)
    assert _pairs(cup) == {frozenset((alice, chloe)), frozenset((double, dora))}


# pages


def test_the_page_shows_the_cost_and_loses_nothing(house: House) -> None:
    """After a round Alice and Bob have two points, Chloé and Dora none: crosswise the two boards
    have differences of two points each, whose squares are 8."""
    alice, bob, chloe, dora = four = _named(house, "Alice", "Bob", "Chloé", "Dora")
    cup = opened(house, four)
    play_round(house, cup, 1)
    draw(house, cup)
    assert _pairs(cup, 2) == {frozenset((alice, bob)), frozenset((chloe, dora))}
    director = Browser(house, "director")
    here = f"tournaments/{cup.pk}/rounds/2/"
    assert "Change a pairing…" in page(director.get(here))
    sent = {
        "change": "swap",
        "player": str(bob),
        "other": str(dora),
        "reason": "Bob leaves early",
        "key": "one",
        "version": str(fresh(cup).version),
    }
    text = tight(page(director.post(f"{here}change/", {**sent, "act": "cost"})))
    assert _pairs(cup, 2) == {frozenset((alice, bob)), frozenset((chloe, dora))}
    assert "this is worse than the draw: “Differences in points, squared” decides" in text
    assert '<th scope="row">Differences in points, squared</th><td class="num">0</td>' in text
    assert '<td class="num decides">8</td>' in text
    assert 'value="Bob leaves early"' in text
    assert text.count("Alice – Dora") == 1
    twice = {**sent, "other": str(bob), "act": "cost"}
    wrong = tight(page(director.post(f"{here}change/", twice), 422))
    assert "Choose two different players." in wrong
    assert 'value="Bob leaves early"' in wrong
    assert goes(director.post(f"{here}change/", {**sent, "act": "change"})).endswith("/rounds/2/")
    assert _pairs(cup, 2) == {frozenset((alice, dora)), frozenset((bob, chloe))}
    publish(house, cup, 2)
    seen = tight(page(Browser(house).get(here)))
    assert "exchanged places" in seen
    assert "Bob leaves early" in seen
    assert "The director paired them by hand." in seen
    assert "Change a pairing" not in seen
    back = {"key": "two", "version": str(fresh(cup).version)}
    goes(director.post(f"{here}change/back/", back))
    assert _pairs(cup, 2) == {frozenset((alice, bob)), frozenset((chloe, dora))}


def test_the_page_fixes_a_pairing_before_the_draw(house: House) -> None:
    alice, bob, _chloe, _dora = four = _named(house, "Alice", "Bob", "Chloé", "Dora")
    cup = opened(house, four)
    director = Browser(house, "director")
    here = f"tournaments/{cup.pk}/"
    assert "Pair by hand" in page(director.get(here))
    sent = {"player": str(alice), "other": str(bob), "reason": "They share a car", "key": "one"}
    text = tight(page(director.post(f"{here}fix/", {**sent, "act": "cost"})))
    # The fold is one place too short at both boards.
    assert "“Distance from upper half against lower, squared” decides" in text
    assert not cup.fixed_pairs.exists()
    goes(director.post(f"{here}fix/", {**sent, "act": "fix"}))
    text = tight(page(director.get(f"{here}fix/")))
    assert "Alice – Bob" in text
    assert "They share a car" in text
    goes(director.post(f"{here}fix/release/", {"player": str(alice), "key": "two"}))
    assert not cup.fixed_pairs.exists()


# the API


def test_a_program_pairs_by_hand(house: House) -> None:
    alice, bob, chloe, dora = four = _named(house, "Alice", "Bob", "Chloé", "Dora")
    cup = opened(house, four)
    api = house.api("director")
    path = f"tournaments/{cup.pk}"
    fixed = {"player": alice, "other": bob, "reason": "They share a car"}
    whole = read(api.post(f"{path}/fixed-pairs", fixed))
    (one,) = whole["fixed_pairs"]
    assert (one["player"]["name"], one["other"]["name"], one["round"]) == ("Alice", "Bob", 1)
    assert read(Api().get(path))["fixed_pairs"] == [], "Only directors know before the draw."
    read(api.post(f"{path}/draw", {"version": whole["version"]}), 201)
    change = {"change": "swap", "player": alice, "other": dora}
    preview = read(api.post(f"{path}/rounds/1/pairings/preview", change))
    assert preview["decides"] == "fold"
    assert preview["costs"][-1] == {"criterion": "fold", "drawn": 2, "changed": 0}
    assert len(preview["boards"]) == 2
    assert preview["costs"][0] == {"criterion": "meetings", "drawn": 0, "changed": 0}
    sent = {**change, "version": preview["version"], "reason": "Chloé is late"}
    found = read(api.post(f"{path}/rounds/1/pairings", sent))
    (made,) = found["changes"]
    assert (made["player"]["id"], made["other"]["id"]) == (alice, dora)
    assert made["reason"] == "Chloé is late"
    assert [one["reason"] for one in found["fixed"]] == ["They share a car"]
    problem(api.post(f"{path}/rounds/1/pairings", sent), 409)
    undone = read(api.post(f"{path}/rounds/1/pairings/undo", {"version": found["version"]}))
    assert undone["changes"] == []
    assert frozenset((alice, bob)) in _pairs(cup)
    assert frozenset((chloe, dora)) in _pairs(cup)
