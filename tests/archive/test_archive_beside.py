"""An archive restored beside other clubs: nothing of them changes, and nothing of it is lost."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ecarte_club.clubs.models import AuditLogEntry, Club, Office, Player, User
from ecarte_club.core.append_only import deletable
from ecarte_club.core.models import Outgoing
from games.evenings.models import Table
from games.matches.models import Entry, Match
from scoring.archive import registry
from scoring.archive.references import ELSEWHERE, NO_IDS, Ids, may_hold_ids
from scoring.archive.restoring import preview, restore
from scoring.contests.models import ContestEntry
from scoring.contests.rules.events import players_in
from scoring.leagues.models import Fixture, Season
from scoring.leagues.selectors.recount import recount
from scoring.ledger.models import Book, Posting
from scoring.ledger.selectors.books import recount as recount_book
from scoring.ratings.selectors.recount import recount as recount_ratings
from scoring.ratings.services import ratings_synchronise
from scoring.sample.people import PRIVATE_SLUG
from scoring.tables.ranking import drawn, lot, seed_of_raised
from tests.support.archives import archived, contents, lines
from tests.support.clubhouse import House, open_house
from tests.support.everything import everything

# Raised ids would stay raised in PostgreSQL's sequences, for the tests that come after.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]
# Columns of the tables for people that hold ids.
IDS_IN_CSV = ("id", "match", "season", "fixture", "posting", "settlement", "contest", "reverses")
# By which a site knows files of its own: club and site in one.
OF_THE_SITE = "club"


def tables(data: bytes) -> Iterator[tuple[str, list[list[str]]]]:
    """The tables for people, of which columns that hold ids are left out."""
    for name, text in sorted(contents(data).items()):
        if name.endswith(".csv"):
            rows = list(csv.reader(io.StringIO(text.decode("utf-8-sig"))))
            keep = [
                n
                for n, title in enumerate(rows[0])
                if not title.endswith((*IDS_IN_CSV, OF_THE_SITE))
            ]
            kind = "".join(sign for sign in name if not sign.isdigit())
            yield kind, sorted([row[n] for n in keep if n < len(row)] for row in rows)


@pytest.fixture
def other(taken: bytes) -> House:
    """A club whose ids are those of the archive, among them a match that its log speaks of."""
    house = open_house("ailleurs")
    rows = lines(taken, "data/clubs.player.ndjson")
    here = set(Player.objects.values_list("pk", flat=True))
    free = next(row["id"] for row in rows if row["id"] not in here) if rows else 0
    Player.objects.create(pk=free, club=house.club, name="Chloé")
    known = lines(taken, "data/clubs.user.ndjson")[0]
    User.objects.filter(pk=house.users["ann"].pk).update(email=known["email"])
    return house


@pytest.mark.django_db
def test_a_club_beside_another_is_the_club_it_was(taken: bytes, other: House) -> None:
    before = archived(other.club.pk)
    ann = User.objects.get(pk=other.users["ann"].pk)
    foreseen = preview(io.BytesIO(taken))
    assert archived(other.club.pk) == before
    assert (foreseen.beside, foreseen.raised, foreseen.known) == (1, 1_000_000, (ann.email,))
    restored = restore(io.BytesIO(taken))
    club = restored.club
    assert restored.rows == sum(foreseen.rows.values()) - 1, "One account was here."
    assert archived(other.club.pk) == before
    # The account that was here is theirs still, with the roles of both clubs.
    ann.refresh_from_db()
    assert ann.check_password("turn-the-king") or ann.has_usable_password()
    assert User.objects.filter(email=ann.email).count() == 1
    of_both = {*Office.objects.filter(user=ann).values_list("club", flat=True)}
    of_both |= {*Player.objects.filter(user=ann).values_list("club", flat=True)}
    assert {club.pk, other.club.pk} == of_both
    # All that people read is as it was: names, results, places, also those by lot.
    again = archived(club.pk)
    assert dict(tables(again)) == dict(tables(taken))
    # All that is kept beside the record agrees with it.
    assert [
        one for season in Season.objects.filter(event__club=club) for one in recount(season)
    ] == []
    books = Book.objects.filter(club=club)
    assert books.exists()
    assert [one for book in books for one in recount_book(book)] == []
    ratings_synchronise(club.pk)
    assert recount_ratings(club.pk) == []
    # Ids in other columns are of things of this club.
    players = set(Player.objects.filter(club=club).values_list("pk", flat=True))
    events = ContestEntry.objects.filter(contest__club=club)
    assert {one for row in events for one in players_in(row.data)} <= players
    assert {row.match for row in events} - {None} <= set(
        Match.objects.filter(club=club).values_list("pk", flat=True)
    )
    contests = set(Posting.objects.filter(book__club=club).values_list("contest", flat=True))
    taken_from = lines(taken, "data/ledger.posting.ndjson")
    assert contests == {row["contest"] and row["contest"] + 1_000_000 for row in taken_from}
    assert {who for row in Fixture.objects.filter(event__club=club) for _c, who, _f in row.why} <= {
        0,
        None,
        *players,
    }
    log = AuditLogEntry.objects.filter(club=club, kind="player")
    assert {row.about for row in log} <= players
    newest = AuditLogEntry.objects.filter(club=club).latest("pk")
    assert newest.detail == {"clubs": 1, "raised": 1_000_000}
    # What is entered next gets an id that is nobody's.
    assert Player.objects.create(club=club, name="Newcomer").pk > max(players)
    assert Entry.objects.filter(match__club=other.club).count() == 0


@pytest.mark.django_db
def test_two_clubs_of_one_site_keep_their_ids(house: House) -> None:
    """No id is taken, as both clubs had theirs on one site; one is known here by its account."""
    first, second = house.club, open_house("second", public=False)
    second.match()
    data = archived(second.club.pk)
    tables = [model for model in registry.archived_models() if model is not User]
    Outgoing.objects.filter(club=second.club).delete()
    with deletable(model._meta.db_table for model in tables):
        for model in tables:
            registry.rows_of(model, second.club.pk)._raw_delete(connection.alias)
    foreseen = preview(io.BytesIO(data))
    assert (foreseen.raised, foreseen.new) == (0, 0)
    restored = restore(io.BytesIO(data), slug="again")
    assert (restored.club.pk, restored.club.slug) == (second.club.pk, "again")
    assert Club.objects.filter(pk=first.pk).exists()


def test_every_column_that_may_hold_ids_is_named() -> None:
    """A new one is an id that is raised, or said to be none."""
    found = {registry.label(one): set(may_hold_ids(one)) for one in registry.archived_models()}
    named = {of: {*ELSEWHERE.get(of, ()), *NO_IDS.get(of, ())} for of in found}
    assert {of: names for of, names in found.items() if names} == {
        of: names for of, names in named.items() if names
    }


def test_lots_of_raised_ids_fall_as_before() -> None:
    """By the hash itself: of the key as it was, and the id as it was."""
    seed = seed_of_raised(seed_of_raised("goose", 1_000_000), 2_000_000)
    assert seed == "goose@-3000000"
    assert lot(3_000_007, seed) == lot(7, "goose")
    before = drawn(range(1, 30), "goose")
    assert drawn([one + 3_000_000 for one in range(1, 30)], seed) == tuple(
        one + 3_000_000 for one in before
    )
    assert lot(7, "ann@-x") != lot(7, "ann")


def test_ids_in_plain_columns_are_raised_and_figures_are_not() -> None:
    ids = Ids(1000, {5: 77})

    def elsewhere(of: str, name: str, value: Any, **row: Any) -> Any:
        return ELSEWHERE[of][name](ids, value, {name: value, **row})

    log = "clubs.AuditLogEntry"
    assert elsewhere(log, "about", 5, kind="user") == 77
    assert elsewhere(log, "about", 5, kind="match") == 1005
    detail = {"player": 3, "players": [1, 2], "number": 4, "winner": "a", "user": 5, "seed": "k"}
    assert elsewhere(log, "detail", detail) == {
        "player": 1003,
        "players": [1001, 1002],
        "number": 4,
        "winner": "a",
        "user": 77,
        "seed": "k@-1000",
    }
    assert elsewhere(log, "detail", {"players": 6}) == {"players": 6}, "That is how many."
    moved = [
        {
            "model": "clubs.player",
            "pk": 8,
            "is": "changed",
            "fields": {"user": [5, None], "name": ["Bob", "Bob B."], "merged_into": [None, 9]},
        }
    ]
    assert elsewhere("clubs.PlayersMerge", "moved", moved) == [
        {
            "model": "clubs.player",
            "pk": 1008,
            "is": "changed",
            "fields": {"user": [77, None], "name": ["Bob", "Bob B."], "merged_into": [None, 1009]},
        }
    ]
    left = {
        "reasons": {"12": "ill"},
        "byes": [{"pk": 3, "round_id": 4, "number": 5, "day": None, "sitting": None, "version": 1}],
        "match": 0,
        "place": 6,
    }
    assert elsewhere("leagues.Entrant", "before_left", left) == {
        "reasons": {"1012": "ill"},
        "byes": [{**left["byes"][0], "pk": 1003, "round_id": 1004}],  # type: ignore[index]
        "match": 0,
        "place": 6,
    }
    assert elsewhere("leagues.Season", "plan", {"away": {"7": ["2026-09-01"]}, "days": [4]}) == {
        "away": {"1007": ["2026-09-01"]},
        "days": [4],
    }
    assert elsewhere("sheets.SheetImport", "planned_pairs", {"1 2 3": 2}) == {"1001 1002 1003": 2}


@pytest.mark.django_db
def test_no_code_of_a_table_is_in_an_archive(house: House, taken: bytes) -> None:
    assert b'"code"' not in contents(taken)["data/evenings.table.ndjson"]
    restored = restore(io.BytesIO(taken), slug="again").club
    codes = list(Table.objects.filter(evening__club=restored).values_list("code", flat=True))
    assert codes
    assert all(len(code) >= 5 for code in codes)
    everywhere = b"".join(contents(taken).values()).decode("utf-8", "replace")
    assert not [code for code in codes if code in everywhere]
    assert "codes" in json.dumps(contents(taken)["README.txt"].decode("utf-8-sig"))


@pytest.mark.django_db
def test_the_command_shows_what_would_come_and_asks(
    taken: bytes, other: House, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, said = tmp_path / "club.zip", io.StringIO()
    file.write_bytes(taken)
    before = everything()
    call_command("restore", str(file), preview=True, stdout=said)
    assert everything() == before
    assert "Clubs on this site: 1. Nothing of them changes." in said.getvalue()
    assert "all are raised by 1000000" in said.getvalue()
    monkeypatch.setattr("builtins.input", lambda _text: "no")
    with pytest.raises(CommandError, match=r"Nothing was written\."):
        call_command("restore", str(file), stdout=said)
    assert everything() == before
    monkeypatch.setattr("builtins.input", lambda _text: "yes")
    call_command("restore", str(file), slug="again", stdout=said)
    assert Club.objects.filter(slug="again").exists()


@pytest.mark.django_db
def test_the_sample_is_not_loaded_beside_a_part_of_it() -> None:
    open_house(PRIVATE_SLUG, public=False)
    before = everything()
    with pytest.raises(CommandError, match=r"sample --remove"):
        call_command("sample")
    assert everything() == before
