"""What a club has, and nothing else, as a file that brings it back exactly."""

import io
import json
import zipfile
from datetime import UTC, datetime

import pytest
from django.db import models

from ecarte_club.clubs.models import Club, User
from scoring.archive import registry
from scoring.archive.columns import kind
from scoring.archive.writing import archive_write
from tests.clubhouse import House
from tests.scene import Scene

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


def archived(club: Club, made_at: datetime = NOW) -> bytes:
    file = io.BytesIO()
    archive_write(club.pk, file, made_at=made_at)
    return file.getvalue()


def opened(data: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(data))


def lines(data: bytes, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in opened(data).read(name).splitlines()]


@pytest.mark.any_database
def test_every_model_is_the_clubs_or_left_out_with_a_reason() -> None:
    """Whoever adds a model gives it a way to the club, or says why it is in no archive."""
    assert registry.LEFT_OUT.keys() <= set(map(registry.label, registry.every()))
    for model in registry.kept():
        if model not in (Club, User):
            assert registry.path(model).endswith("club")
        assert all(kind(field) for field in model._meta.concrete_fields)
        named = {field.attname for field in model._meta.concrete_fields}
        assert registry.ANEW.get(model._meta.label, {}).keys() <= named
    assert all(map(str, registry.LEFT_OUT.values()))


@pytest.mark.any_database
def test_a_model_that_leads_to_no_club_is_refused() -> None:
    class Lost(models.Model):
        maybe = models.ForeignKey(Club, models.PROTECT, null=True, related_name="+")

        class Meta:
            app_label = "lost"
            managed = False

        def __str__(self) -> str:
            return ""

    with pytest.raises(registry.NoWayError, match="Lost"):
        registry.path(Lost)


def test_it_holds_all_that_is_the_clubs_and_nothing_of_the_neighbours(
    here: Scene, beside: House
) -> None:
    """Counted a second way: every row of the database, less the neighbour's and the left out."""
    ours, theirs = archived(here.house.club), archived(beside.club)
    for model in registry.kept():
        name = registry.file_name(model)
        found = {row["id"] for row in lines(ours, name)} if _has_id(model) else set()
        other = {row["id"] for row in lines(theirs, name)} if _has_id(model) else set()
        assert not found & other
        count = len(lines(ours, name)) + len(lines(theirs, name))
        assert count == model._base_manager.count(), name


def _has_id(model: type[models.Model]) -> bool:
    return model._meta.pk is not None and model._meta.pk.attname == "id"
