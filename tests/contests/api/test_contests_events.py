"""The published schema has every event of every contest, and takes them as the rules have them."""

import json
from typing import Any, get_args, get_type_hints

import pytest
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator

from ecarte_club.clubs.models import Player
from scoring.contests.api.inputs import (
    DESCRIPTIONS,
    ENTRY_FORMS,
    FORMS,
    ContestTerms,
    EventEntryIn,
    EventIn,
    EventOut,
    GalleryTerms,
)
from scoring.contests.rules import bets
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.rules.events import Closed, Dealt, GameWon, Joined, dump, dump_fields, name_of
from scoring.contests.rules.machine import CONTESTS, Kind
from scoring.contests.rules.pool import Seated
from tests.support.clubhouse import House, problem

from .contesting import program

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

EVERY = {event for contest in CONTESTS.values() for event in contest.events} | set(
    get_args(bets.Event)
)
# Whoever is named in these may sit down at once.
SEATING = {"ContestJoined", "ContestCameBack", "ContestBackerSat", "ContestSeated"}


@pytest.fixture(scope="module")
def schema() -> Any:
    assert get_resolver().url_patterns
    generator: Any = SchemaGenerator
    return generator().get_schema(request=None, public=True)


def test_every_event_of_every_contest_is_told_and_described() -> None:
    assert set(DESCRIPTIONS) == EVERY
    assert set(FORMS) == {name_of(event) for event in EVERY - {Dealt}}
    assert FORMS.keys() == ENTRY_FORMS.keys()


def test_the_schema_says_which_fields_each_event_has(schema: Any) -> None:
    parts = schema["components"]["schemas"]
    for side, events in (("", EVERY), ("Request", EVERY - {Dealt})):
        named = parts[f"ContestEvent{side}"]["discriminator"]
        assert named["propertyName"] == "event"
        assert set(named["mapping"]) == {name_of(event) for event in events}
        for event in events:
            found = parts[named["mapping"][name_of(event)].rpartition("/")[2]]
            own, needed = set(get_type_hints(event)), {"event", *_needed(event)}
            if side and event is GameWon:
                own -= {"bank"}  # follows from a correction; nobody sends it
            assert set(found["properties"]) == {"event", *own}
            assert set(found["required"]) == needed
            kinds = found["description"].rpartition("In: ")[2].rstrip(".").split(", ")
            assert set(kinds) == {
                kind.value
                for kind, contest in CONTESTS.items()
                if event in contest.events
                or (contest.has_gallery and event in get_args(bets.OwnEvent))
            }
            name = found["properties"]["event"]["allOf"][0]["$ref"].rpartition("/")[2]
            assert parts[name]["enum"] == [name_of(event)]


def _needed(event: type) -> set[str]:
    """What every such event says; elsewhere who won is all that need be said of a game."""
    return {"winner"} if event is GameWon else set(get_type_hints(event))


def test_the_schema_says_what_stands_beside_an_event(schema: Any) -> None:
    body = schema["paths"]["/api/v1/contests/{id}/events"]["post"]["requestBody"]
    told = body["content"]["application/json"]["schema"]["oneOf"]
    assert len(told) == len(FORMS)
    for one in told:
        event, beside = one["allOf"]
        assert event["$ref"].rpartition("/")[2] in schema["components"]["schemas"]
        name = event["$ref"].rpartition("/")[2].removesuffix("Request")
        joins, seats = name == "ContestJoined", name in SEATING
        assert set(beside["properties"]) == {
            "version",
            *["accepts"] * joins,
            *["seat_anyway"] * seats,
        }


def test_terms_are_those_of_the_contests() -> None:
    theirs = {name: hint for one in CONTESTS.values() for name, hint in _terms(one.terms)}
    assert set(ContestTerms().fields) == set(theirs)
    assert set(GalleryTerms().fields) == {name for name, _hint in _terms(bets.Terms)}
    usual = {kind: dump_fields(CONTESTS[kind].terms()) for kind in Kind}
    for terms in usual.values():
        assert dict(ContestTerms().run_validation(json.loads(json.dumps(terms)))) == terms


def _terms(terms: type) -> list[tuple[str, Any]]:
    return list(get_type_hints(terms).items())


@pytest.mark.parametrize("event", [Joined(3), Closed(), Seated((3, 1, 2)), BetLaid(3, Side.B, 5)])
def test_what_was_read_can_be_sent(event: Any) -> None:
    plain = json.loads(json.dumps(EventOut().to_representation(dump(event))))
    assert EventIn().run_validation(plain) == event
    assert EventEntryIn().run_validation(plain) == {
        "event": event,
        "version": None,
        "accepts": False,
        "seat_anyway": False,
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "sent"),
    [
        ("event", {}),
        ("event", {"event": "dealt"}),
        ("winner", {"event": "game_won"}),
        ("event", {"event": None}),
        ("event", {"event": ["left"]}),
        ("player", {"event": "left"}),
        ("player", {"event": "left", "player": None}),
        ("player", {"event": "left", "player": "1"}),
        ("amount", {"event": "left", "player": 1, "amount": 1}),
        ("accepts", {"event": "left", "player": 1, "accepts": True}),
        ("seat_anyway", {"event": "left", "player": 1, "seat_anyway": True}),
        ("seat_anyway", {"event": "joined", "player": 1, "seat_anyway": "yes"}),
        ("side", {"event": "bet_laid", "player": 1, "amount": 1, "side": "c"}),
        ("amount", {"event": "bet_laid", "player": 1, "side": "a", "amount": 10**9 + 1}),
        ("amount", {"event": "bet_laid", "player": 1, "side": "a", "amount": -1}),
        ("amount", {"event": "bet_laid", "player": 1, "side": "a", "amount": 1.0}),
        ("order", {"event": "seated", "order": 5}),
        ("order.1", {"event": "seated", "order": [1, "2"]}),
        ("order", {"event": "seated", "order": list(range(1, 60))}),
        ("version", {"event": "closed", "version": "1"}),
        ("version", {"event": "closed", "version": 2**31}),
    ],
)
def test_what_no_event_can_be(field: str, sent: dict[str, Any], house: House) -> None:
    club = program(house)
    club.opens("match", "ann", "bob", gallery={})
    found = problem(club.api.post(club.path("events"), sent), 422, "invalid", field)
    if field == "event":
        assert ("bet_laid" in str(found["errors"])) == bool(sent.get("event"))


@pytest.mark.django_db
@pytest.mark.parametrize("kind", Kind)
def test_what_does_not_happen_in_a_contest_is_refused_with_its_source(
    kind: Kind, house: House
) -> None:
    """Every event that is not of this kind; none of it is written."""
    club = program(house)
    club.opens(kind.value, "ann", "bob")
    before, tried = club.now, 0
    player = Player.objects.get(name="Ann").pk
    values = {"player": player, "side": "a", "amount": 1, "order": [player], "backers": [player]}
    for event in EVERY - set(CONTESTS[kind].events):
        fields = {name: values[name] for name in get_type_hints(event)}
        answer = club.api.post(club.path("events"), {"event": name_of(event), **fields})
        found = problem(answer, 422, field="event")
        assert found["code"] in ("not_an_event", "not_open")
        assert found["source"]
        tried += 1
    assert tried > 5
    assert club.reads() == before
