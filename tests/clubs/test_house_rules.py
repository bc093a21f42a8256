"""The Cercle makes rules of its own, and drops them; and how they are said."""

from typing import Any

import pytest

from ecarte_club.clubs.labels import OPTION_NAMES, VALUES, option_texts
from ecarte_club.clubs.models import AuditLogEntry, Club
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.selectors.club_rules import Rules
from ecarte_club.clubs.services.clubs import rules_make, rules_retire
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine import club_rules as engine_rules
from games.engine.codes import CODES
from games.matches.api.serializers.matches import TermsOut
from games.matches.models import Match
from tests.support.clubhouse import House
from tests.support.everything import everything

from .house_rules import OURS, club, ours, retire

# Real transactions, so that a refusal undoes what it must.

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

COMMITTED = pytest.mark.django_db(transaction=True)


@pytest.mark.postgresql
def test_what_is_like_the_code_is_not_kept_as_a_difference(house: House) -> None:
    made = ours(
        house, "  Our   own ", game_value="by_agreement", proposals="as_often_as_he_pleases"
    )
    assert (made.name, made.base, made.options) == ("Our own", "london", OURS)
    assert made.made_by == house.users["committee"]
    deed = AuditLogEntry.objects.get()
    assert (deed.act, deed.kind, deed.about) == ("rules_make", "rules", made.pk)


@COMMITTED
@pytest.mark.parametrize("field", ["base", "name", "options.abandoned", "options.trumps"])
def test_rules_that_cannot_be(field: str, house: House) -> None:
    ours(house, "Taken")
    given: dict[str, dict[str, Any]] = {
        "base": {"base": "hoyle"},
        "name": {"name": "Taken"},
        "options.abandoned": {"options": {"abandoned": "single"}},
        "options.trumps": {"options": {"trumps": "yes"}},
    }
    usual: dict[str, Any] = {"name": "Other", "base": "london", "options": {}}
    before = everything()
    with pytest.raises(Invalid) as found:
        rules_make(by=house.person("committee"), **{**usual, **given[field]})
    assert list(found.value.errors) == [field]
    if field == "options.abandoned":
        assert "point_or_vole, remaining_tricks" in str(found.value.errors[field])
    kept = everything()
    assert kept["HouseRules"] == before["HouseRules"]
    assert kept["AuditLogEntry"] == before["AuditLogEntry"]


@COMMITTED
@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_rules_have_a_name(name: str, house: House) -> None:
    with pytest.raises(Invalid):
        ours(house, name)


@COMMITTED
def test_one_proposal_leaves_nothing_to_propose_again(house: House) -> None:
    with pytest.raises(Invalid) as found:
        ours(house, proposals="one_second_by_agreement")
    ((field, text),) = found.value.errors.items()
    assert field == "options.propose_after_dealer_took_none"
    assert str(text).endswith("(Enquire Within)")


@COMMITTED
@pytest.mark.parametrize("who", ["director", "scorer", "ann"])
def test_only_the_committee_makes_and_retires(who: str, house: House) -> None:
    made = ours(house)
    with pytest.raises(Denied):
        rules_make(by=house.person(who), name="Mine", base="london", options={})
    with pytest.raises(Denied):
        rules_retire(by=house.person(who), rules=made, version=club(house).version)


@COMMITTED
def test_a_name_is_free_again_once_its_rules_are_retired(house: House) -> None:
    first = ours(house)
    with pytest.raises(Invalid):
        ours(house)
    retire(house, first)
    second = ours(house)
    assert list(club_rules.live(house.club.pk)) == [second]
    with pytest.raises(Invalid):
        club_rules.chosen(house.club.pk, first.pk)


@COMMITTED
def test_retiring_is_done_once_on_what_was_seen(house: House) -> None:
    made, seen = ours(house), club(house).version
    ours(house, "Another")
    with pytest.raises(Stale):
        rules_retire(by=house.person("committee"), rules=made, version=seen)
    retire(house, made)
    with pytest.raises(Invalid) as found:
        retire(house, made)
    assert found.value.code == "rules_retired"


@COMMITTED
def test_rules_that_the_club_plays_by_are_not_retired(house: House) -> None:
    made = ours(house)
    Club.objects.filter(pk=house.club.pk).update(rules=made)
    with pytest.raises(Invalid) as found:
        retire(house, made)
    assert found.value.code == "rules_in_force"


# --- in words ---


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_value_of_every_option_has_words(language: str) -> None:
    assert set(OPTION_NAMES) == set(VALUES) == set(engine_rules.OPTIONS)
    for name in engine_rules.OPTIONS:
        assert set(VALUES[name]) == {choice.text for choice in engine_rules.choices(name)}


@pytest.mark.parametrize("base", CODES.values(), ids=CODES)
def test_a_printed_code_is_said_whole(base: Any) -> None:
    lines = option_texts(base)
    assert [line.name for line in lines] == list(engine_rules.OPTIONS)
    assert not any(line.changed for line in lines)
    assert all(line.source and str(line.answer).endswith(".") for line in lines)


def test_what_was_changed_is_marked(house: House) -> None:
    rules = club_rules.of_house(ours(house))
    lines = option_texts(club_rules.code(rules.code, rules.options), CODES["london"])
    assert {line.name for line in lines if line.changed} == set(OURS)
    assert {line.source for line in lines if line.name == "abandoned"} == {"Britannica 1911"}


def test_the_rules_of_a_club_without_any_are_its_code(house: House) -> None:
    assert club_rules.of_club(house.club) == Rules("london")
    assert TermsOut(Match(code="london", format="rubber", games=3)).data["rules"] == ""
