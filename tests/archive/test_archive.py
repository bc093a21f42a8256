"""What a club has, and nothing else and no secret, as a file of the same bytes each time."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from django.db import models
from hypothesis import given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.models import AuditLogEntry, Club, Player, Token, User
from games.matches.models import Entry
from games.online.models import Action
from scoring.archive import registry
from scoring.archive.format import NAME, README, WrongValue, kind, reader, writer
from scoring.archive.writing import archive_write
from scoring.leagues.models import Season
from scoring.ledger.models import Posting
from scoring.webhooks import messages
from scoring.webhooks.models import Subscription
from tests.support.archives import NOW, archived, contents, lines
from tests.support.clubhouse import House
from tests.support.depth import examples
from tests.support.scene import Scene

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.any_database
def test_every_model_is_the_clubs_or_left_out_with_a_reason() -> None:
    """Whoever adds a model gives it a way to the club, or says why it is in no archive."""
    assert registry.LEFT_OUT.keys() <= set(map(registry.label, registry.all_models()))
    assert registry.ANEW.keys() <= set(map(registry.label, registry.archived_models()))
    for model in registry.archived_models():
        if model not in (Club, User):
            assert registry.path(model).endswith("club")
        assert all(kind(field) for field in model._meta.concrete_fields)
        named = {field.attname for field in model._meta.concrete_fields}
        assert registry.ANEW.get(registry.label(model), {}).keys() <= named
    assert all(registry.LEFT_OUT.values())


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
    """Counted a second way: every row of the database is in one archive or the other."""
    ours, theirs = archived(here.house.club.pk), archived(beside.club.pk)
    for model in registry.archived_models():
        name, key = registry.file_name(model), str(model._meta.pk and model._meta.pk.attname)
        kept = [{row[key] for row in lines(data, name)} for data in (ours, theirs)]
        assert not kept[0] & kept[1], name
        assert kept[0] | kept[1] == set(model._base_manager.values_list("pk", flat=True)), name
    assert len(lines(ours, "data/matches.entry.ndjson")) > 0
    assert not lines(theirs, "data/matches.entry.ndjson")


@pytest.mark.parametrize(("model", "of"), [(Entry, "match"), (Posting, "book"), (Action, "table")])
def test_every_row_with_a_club_of_its_own_names_the_right_one(
    here: Scene, model: type[models.Model], of: str
) -> None:
    """However it came in: by the pad, a sheet, a table online, or a settlement."""
    rows = model._base_manager.order_by()
    assert rows.exists()
    assert not rows.exclude(club=models.F(f"{of}__club")).exists()


@pytest.mark.any_database
def test_no_secret_is_in_it(here: Scene) -> None:
    """Neither what opens something nor what was made of it."""
    here.house.secret("ann")
    secrets = {*User.objects.values_list("password", flat=True)}
    secrets |= {*Token.objects.values_list("digest", flat=True), *here.house.secrets.values()}
    secrets |= {here.invitation.digest, *here.phones}
    secrets |= {phone.digest for phone in here.table.phones.all()}
    for one in Subscription.objects.all():
        secrets |= {one.salt, messages.secret_of(one)}
    assert len(secrets) > 10
    everything = b"\n".join(contents(archived(here.house.club.pk)).values()).decode()
    assert not [secret for secret in secrets if secret in everything]


@pytest.mark.any_database
def test_the_same_club_is_the_same_bytes_and_the_header_tells_of_them(here: Scene) -> None:
    club = here.house.club.pk
    first = archived(club)
    assert archived(club) == first
    other = contents(archived(club, datetime(2027, 1, 1, tzinfo=UTC)))
    files = contents(first)
    assert [name for name in files if files[name] != other[name]] == [NAME]
    told = json.loads(files[NAME])
    assert told["club"]["slug"] == here.house.club.slug
    assert told["files"].keys() == files.keys() - {NAME}
    assert {name: one["bytes"] for name, one in told["files"].items()} == {
        name: len(data) for name, data in files.items() if name != NAME
    }
    readme = files[README].decode("utf-8-sig")
    # In both languages, one below the other.
    assert readme.count(here.house.club.name) == 2
    assert "manage.py restore" in readme
    assert "Access tokens of members’ own programs" in readme


@pytest.mark.any_database
def test_how_far_it_has_come_is_told_to_its_end(here: Scene) -> None:
    told: list[tuple[int, int]] = []
    rows = archive_write(
        here.house.club.pk, io.BytesIO(), made_at=NOW, told=lambda *one: told.append(one)
    )
    assert told == sorted(told)
    assert len({total for _done, total in told}) == 1
    assert told[-1][0] == told[-1][1] >= rows


def test_the_tables_are_for_a_spreadsheet_and_no_name_is_a_formula(here: Scene) -> None:
    Player.objects.filter(pk=here.house.players["ann"].pk).update(name="=1+1")
    files = contents(archived(here.house.club.pk))
    tables = {name: data.decode("utf-8-sig") for name, data in files.items() if "csv/" in name}
    assert tables.keys() == {
        *("csv/hands.csv", "csv/ledger.csv", "csv/matches.csv", "csv/members.csv"),
        "csv/settlements.csv",
        *(f"csv/standings-{season.pk}.csv" for season in Season.objects.all()),
        f"csv/team-standings-{here.ids['teamed']}.csv",
    }
    for name, text in tables.items():
        rows = list(csv.reader(io.StringIO(text)))
        # In the season of teams nobody has played.
        assert len(rows) > 1 or name == f"csv/standings-{here.ids['teamed']}.csv", name
        assert len({len(row) for row in rows}) == 1, name
        assert not [cell for row in rows for cell in row if cell.startswith("=")], name
    assert "'=1+1" in tables["csv/members.csv"]
    assert "'=1+1" in tables["csv/matches.csv"]


FIELDS = registry.columns(AuditLogEntry)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=9,
)


@pytest.mark.any_database
@settings(max_examples=examples(20))
@given(
    moment=st.datetimes(timezones=st.just(UTC)),
    text=st.text(max_size=12),
    number=st.none() | st.integers(-(2**63), 2**63 - 1),
    data=ANYTHING.filter(lambda data: data is not None),
)
def test_a_line_says_a_row_exactly(
    moment: datetime, text: str, number: int | None, data: object
) -> None:
    row = dict.fromkeys((field.attname for field in FIELDS), 1) | {
        "at": moment,
        "act": text,
        "kind": text,
        "about": number,
        "detail": data,
        "by_id": None,
        "phone_id": None,
    }
    line = writer(FIELDS)([row[field.attname] for field in FIELDS])
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert reader(FIELDS)(line) == row


@pytest.mark.any_database
def test_a_value_of_another_kind_is_refused_and_named() -> None:
    fields = [
        field
        for model in registry.archived_models()
        for field in registry.columns(model)
        if field.get_internal_type() != "JSONField"
    ]
    assert len(fields) > 200
    for field in fields:
        read = reader([field])
        is_text = field.get_internal_type() in ("CharField", "SlugField", "TextField")
        is_float = field.get_internal_type() == "FloatField"
        for wrong in ({}, [], 2**70, *([] if is_text else ["2026-02-30"])):
            if is_float and wrong == 2**70:
                continue
            with pytest.raises(WrongValue, match=field.attname):
                read(json.dumps({field.attname: wrong}).encode())
