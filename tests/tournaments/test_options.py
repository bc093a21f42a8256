"""Each option of a tournament is defined once, in its plan; everything else follows."""

from pathlib import Path

import pytest
import yaml
from django.conf import settings

from scoring.tournaments.api.inputs import TournamentIn, TournamentPlanIn
from scoring.tournaments.api.serializers import TournamentOut
from scoring.tournaments.rules.plan import OPTIONS, Kind, options_of
from tests.site.pages import Browser, page
from tests.support.clubhouse import House
from tests.support.tourneys import opened

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize("kind", Kind)
def test_a_tournament_keeps_the_options_of_its_kind_and_programs_read_all(
    house: House, kind: Kind
) -> None:
    cup = opened(house, [], kind=kind)
    own = {option.name for option in options_of(kind)}
    assert cup.plan.keys() == own | {"draws_publish"}
    shown = TournamentOut(cup).data
    for option in OPTIONS:
        assert getattr(cup.stage, option.name) == option.default
        assert shown[option.name] == (option.default if option.name in own else option.value_in({}))


def test_the_form_and_programs_offer_every_option(house: House) -> None:
    text = page(Browser(house, "director").get("tournaments/new/"))
    sent, changed = TournamentIn().fields, TournamentPlanIn().fields
    for option in OPTIONS:
        assert f'name="{option.name}"' in text
        assert option.label in text
        assert sent[option.name].default == option.default
        assert (option.name in changed) == option.may_change
        assert option.help_text


@pytest.mark.parametrize(
    "option", [one for one in OPTIONS if one.proposal], ids=lambda one: one.name
)
def test_what_a_refused_draw_proposes_is_an_option_that_may_change(option: object) -> None:
    assert option in [one for one in OPTIONS if one.may_change]


@pytest.mark.slow
def test_the_published_schema_has_every_field_of_a_tournament() -> None:
    text = Path(settings.BASE_DIR, "docs/openapi.yaml").read_text(encoding="utf-8")
    published = yaml.load(text, yaml.CSafeLoader)["components"]["schemas"]["TournamentOut"]
    assert published["properties"].keys() == TournamentOut().fields.keys(), "make schema"
