"""Every event and every term of every kind of contest is said in words."""

import dataclasses
from typing import get_args

import pytest

from ecarte_club.clubs.models import Unit
from scoring.contests.labels import chronicle, kinds
from scoring.contests.labels.chronicle import Wording
from scoring.contests.labels.texts import ABOUT, GALLERY, TERMS
from scoring.contests.rules import bets, machine
from scoring.contests.rules.bank import Adjudged, Bid, Punted
from scoring.contests.rules.cul_leve import BackerSat
from scoring.contests.rules.events import Dealt, GameWon, Joined, name_of
from scoring.contests.rules.machine import CONTESTS, Kind
from scoring.contests.views.offers import LABELS
from scoring.ledger.labels.unit import CAUSES, UnitWords
from scoring.ledger.rules import Cause
from tests.support.clubhouse import House
from tests.support.contests import opened

pytestmark = pytest.mark.any_database

WORDING = Wording({1: "Ann", 2: "Bob", 3: "Cyd"}, UnitWords(Unit.COUNTERS))
# What the site says itself, by a page of its own.
OF_PAGES = {"dealt", "game_won", "closed", "seated"}


def events_of(kind: Kind) -> list[type]:
    return [*CONTESTS[kind].events, *get_args(bets.OwnEvent)]


@pytest.mark.parametrize("kind", list(Kind))
def test_every_event_has_a_sentence_and_a_label(kind: Kind) -> None:
    names = {name_of(event) for event in events_of(kind)}
    assert names <= {*chronicle.SENTENCES, "closed"}
    assert names - OF_PAGES <= LABELS.keys()
    assert kind in ABOUT
    assert kind in kinds.OVER
    assert kind in kinds.CLOSED


# As contests have them that were opened before; a form agrees on what the regulation says.
OF_BEFORE = {"levy_on", "remainder"}


def fields_of(terms: type) -> list[dataclasses.Field[object]]:
    return [one for one in dataclasses.fields(terms) if one.name not in OF_BEFORE]


@pytest.mark.parametrize("kind", list(Kind))
def test_every_term_is_in_the_form(kind: Kind) -> None:
    """In the order of the rules, with its usual value among the choices."""
    fields = fields_of(CONTESTS[kind].terms)
    assert [one.name for one in fields] == [term.name for term in TERMS[kind]]
    for one, term in zip(fields, TERMS[kind], strict=True):
        assert not term.choices or one.default in dict(term.choices)
        assert term.is_yes == isinstance(one.default, bool)


def test_the_gallerys_terms_are_too() -> None:
    assert [one.name for one in fields_of(bets.Terms)] == [term.name for term in GALLERY]


def test_every_cause_is_named() -> None:
    assert CAUSES.keys() == set(Cause)


def test_sentences_of_what_was_taken_out() -> None:
    said = [
        chronicle.event_text(Kind.CUL_LEVE, event, WORDING)
        for event in (
            Joined(1),
            Dealt(),
            GameWon(2),
            BackerSat(3, (3, 1)),
            bets.BetLaid(1, bets.Side.A, 5),
        )
    ]
    assert said == [
        "Ann joins.",
        "A game is dealt.",
        "Bob wins the game.",
        "Cyd, who backed the loser, takes the seat.",
        "Ann bets 5 counters.",
    ]


def test_one_line_of_a_chouette_with_its_bank(house: House) -> None:
    """Ann holds ten; Bob lays ten and wins, and the bank is broken."""
    club = opened(house, "bank", "ann", "bob", "cyd")
    club.tell(Bid(club.pk("ann"), 10))
    club.tell(Adjudged())
    club.tell(Punted(club.pk("bob"), 10))
    club.game("bob")
    names = {player.pk: player.name for player in house.players.values()}
    course = club.course()
    told = "Bob wins game 1 and takes 10 counters. The bank is broken: it may be renewed once."
    assert chronicle.last_result(course, chronicle.wording(course.contest, names)) == told
    assert machine.seats(course.state) is None
    assert "The bank goes to Ann for 10 counters." in [
        chronicle.sentence(step, chronicle.wording(course.contest, names))
        for step in chronicle.steps(course)
    ]


@pytest.mark.slow
def test_one_line_when_the_bank_wins(house: House) -> None:
    club = opened(house, "bank", "ann", "bob", "cyd")
    club.tell(Bid(club.pk("ann"), 10))
    club.tell(Adjudged())
    club.tell(Punted(club.pk("bob"), 4))
    club.game("ann")
    names = {player.pk: player.name for player in house.players.values()}
    told = "Ann wins game 1. The bank takes 4 counters. Bob goes out. Cyd sits down."
    course = club.course()
    assert chronicle.last_result(course, chronicle.wording(course.contest, names)) == told


@pytest.mark.slow
def test_nobody_is_said_to_go_who_plays_on(house: House) -> None:
    """Two are left in a cul-levé: the loser sits down again."""
    club = opened(house, "cul_leve", "ann", "bob", agreed={"loser_inscribes": True})
    club.game("bob")
    names = {player.pk: player.name for player in house.players.values()}
    course = club.course()
    wording = chronicle.wording(course.contest, names)
    assert chronicle.last_result(course, wording) == "Bob wins game 1."
