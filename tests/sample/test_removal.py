"""The sample club is taken out again, and nothing else with it."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from tests.support import printed_game
from tests.support.clubhouse import open_house
from tests.support.samples import sample_brought

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def test_the_sample_is_removed_and_nothing_else() -> None:
    """A club beside it keeps its rows, and its entries are as safe from changes as before."""
    before = every_row()
    if connection.vendor == "sqlite":
        # Another test looks at how it is loaded.
        sample_brought()
    else:
        call_command("sample", stdout=StringIO())
    with_sample = every_row()
    house = open_house()
    house.api("scorer").enter(house.match().pk, printed_game.BODIES[0])
    beside = {model: rows - with_sample[model] for model, rows in every_row().items()}
    out = StringIO()
    call_command("sample", remove=True, no_input=True, stdout=out)
    assert "matches.Match" in out.getvalue()
    assert every_row() == {model: rows | beside[model] for model, rows in before.items()}
    with pytest.raises(CommandError, match="no sample club"):
        call_command("sample", remove=True, no_input=True, stdout=out)
    connection.check_constraints()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE matches_entry SET number = number + 1")


def every_row() -> dict[type[Model], set[str]]:
    return {
        model: {repr(row) for row in model._base_manager.values_list()}
        for model in apps.get_models()
    }
