"""Score sheets come in from CSV: all that is right, or nothing and every reason why not."""

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Denied, Invalid
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.evenings.models import Attendance
from games.evenings.services.evenings import evening_open, evening_sign_off
from games.matches.models import Entry, Match
from games.matches.selectors.logs import log_of
from games.matches.selectors.reading import state_of
from games.matches.services.entries import play_record
from games.matches.services.matches import match_enter_at_once
from games.sheets.models import SheetImport
from games.sheets.services.import_entry import import_enter
from games.sheets.services.imports import (
    import_check_again,
    import_open,
    imports_sweep,
)
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from scoring.sample.hands import played_match
from tests.engine.people import ALICE, vole
from tests.support import printed_game
from tests.support.clubhouse import ONE_GAME, House
from tests.support.everything import everything
from tests.support.sheets import (
    ANN_WINS,
    enter,
    exported,
    faults,
    file_of,
    rows_of,
    upload,
    without_ids,
)

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

DIFFERENT = {"id", "club_id", "event_id", "player_a_id", "player_b_id", "started_by_id"}


@pytest.mark.postgresql
def test_a_sheet_of_two_hands_is_a_game(house: House) -> None:
    """King and vole make three, a vole two: five, as laws 47 and 48 have it."""
    enter(house, file_of(*ANN_WINS))
    match = Match.objects.get()
    assert (match.over, match.winner, match.games_a, match.version) == (True, "a", 1, 2)
    assert (match.kings_a, match.voles_a, match.hands) == (1, 2, 2)
    assert state_of(match, log_of(match).standing()).over
    assert AuditLogEntry.objects.filter(act="sheets_import").count() == 1


def test_every_bad_line_is_told_with_its_reason(house: House) -> None:
    found = upload(
        house,
        file_of(
            "1,Ann,Bob,one_game,1,a,,stand,a-turned,5",
            "1,,,,,,,stood,c-turned,six",
            "2,Ann,Nemo,one_game,1,a,,stood,,5",
            "3,Ann,Ann,one_game,1,a,,stood,,5",
            "4,Ann,Bob,one_game,1,a,,,,3",
            "5,Ann,Bob,rubber,4,a,,stood,,3",
            "5,,,,,,,refused,,7",
            "7,Ann,Bob,one_game,1,a,,refused,,7",
            "1,Ann,Bob,one_game,1,a,,stood,,5",
            "6,Ann,Bob,one_game,1,b,a,stood,,5",
        ),
    )
    told = {(line, column) for line, column, _text in faults(found)}
    assert told == {
        (2, "opening"),
        (3, "king"),
        (3, "tricks_a"),
        (4, "player_b"),
        (5, "player_b"),
        (6, "opening"),
        (7, "games"),
        (9, "tricks_a"),
        (10, "match"),
    }
    reasons = {column: text for _line, column, text in faults(found)}
    assert "stood, refused, exchanged" in next(t for n, c, t in faults(found) if n == 2)
    assert "law 49" in next(t for n, c, t in faults(found) if n == 6)
    assert "Nemo" in next(t for n, c, t in faults(found) if n == 4)
    assert "odd number" in reasons["games"]
    before = everything()
    with pytest.raises(Invalid) as fault, transaction.atomic():
        import_enter(by=house.person("director"), upload=found)
    assert fault.value.code == "lines_wrong"
    assert everything() == before
    assert not Match.objects.exists()


def test_what_comes_after_a_refused_line_is_looked_at_for_itself(house: House) -> None:
    found = upload(
        house,
        file_of(
            "1,Ann,Bob,one_game,1,a,,,,3",
            "1,,,,,,,stood,,3",
            "1,,,,,,b,stood,a-turned,3",
        ),
    )
    assert [(line, column) for line, column, _text in faults(found)] == [
        (2, "opening"),
        (4, "king"),
    ]


def test_new_players_only_when_it_is_wished(house: House) -> None:
    data = file_of("1,Ann,Dora,one_game,1,a,,stood,,5", "2,dora,Émile,one_game,1,a,,stood,,5")
    assert [one[:2] for one in faults(upload(house, data))] == [
        (2, "player_b"),
        (3, "player_a"),
        (3, "player_b"),
    ]
    assert upload(house, data, add_players=True).new_players == ["Dora", "Émile"]
    assert not Player.objects.filter(name="Dora").exists()
    enter(house, data, add_players=True)
    assert Player.objects.filter(name__in=["Dora", "Émile"]).count() == 2
    assert Match.objects.count() == 2


def test_done_once_however_often_it_is_asked(house: House) -> None:
    found = enter(house, file_of(*ANN_WINS))
    again = import_enter(by=house.person("director"), upload=found)
    assert again.done_at == found.done_at
    found.refresh_from_db()
    assert found.content is None
    assert Match.objects.count() == 1


def test_a_file_imported_twice_is_known(house: House) -> None:
    enter(house, file_of(*ANN_WINS))
    before = everything()
    found = upload(house, exported(house))
    assert (faults(found), found.matches, found.recorded) == ([], 1, 1)
    with pytest.raises(Invalid, match="nothing_to_import"):
        import_enter(by=house.person("director"), upload=found)
    SheetImport.objects.filter(pk=found.pk).delete()
    assert everything() == before


def test_between_check_and_doing_the_club_may_change(house: House) -> None:
    found = upload(house, file_of(*ANN_WINS))
    player_add(by=house.person("director"), name="Ann", confirm_name=True)
    before = everything()
    with pytest.raises(Invalid) as fault, transaction.atomic():
        import_enter(by=house.person("director"), upload=found)
    assert fault.value.code == "changed_meanwhile"
    assert "is used more than once" in str(fault.value.detail)
    assert everything() == before
    fresh = import_check_again(by=house.person("director"), upload=found)
    assert (fresh.matches, fresh.checked_at) == (0, None)


def test_only_who_may(house: House) -> None:
    for who in ("scorer", "ann"):
        with pytest.raises(Denied), transaction.atomic():
            import_open(by=house.person(who), name="x", data=file_of(*ANN_WINS))


def test_at_an_evening(house: House) -> None:
    evening = evening_open(
        by=house.person("director"), held_on=date(2026, 11, 20), tables=("1", "Blue room")
    )
    head = "match,evening,table,player_a,player_b,format,opening,tricks_a,first_dealer"
    line = "1,2026-11-20,blue ROOM,Ann,Bob,one_game,stood,5,a"
    elsewhere = upload(house, file_of(line.replace("ROOM", "x"), head=head))
    assert "1 or Blue room" in faults(elsewhere)[0][2]
    enter(house, file_of(line, head=head))
    assert Match.objects.get().table == "Blue room"
    assert Attendance.objects.filter(evening=evening).count() == 2
    evening.refresh_from_db()
    assert evening.version == 2
    evening_sign_off(by=house.person("director"), evening=evening, version=2)
    assert "is signed off" in faults(upload(house, file_of(line, head=head)))[0][2]


def test_the_seasons_terms_hold(house: House) -> None:
    season = house.season()
    head = "match,season,player_a,player_b,format,games,opening,tricks_a,first_dealer"
    wrong = upload(house, file_of("1,Season,Ann,Bob,rubber,3,stood,5,a", head=head))
    assert {column for _line, column, _text in faults(wrong)} == {"format", "games"}
    enter(house, file_of("1,season,Ann,Bob,,,stood,5,a", head=head))
    assert Match.objects.get().event_id == season.pk


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"\xff\xfe\x00\x00junk\x00", "not a text file"),
        (b"PK\x03\x04rest", "spreadsheet file"),
        (b"name,score\r\nAnn,5\r\n", "Missing: match"),
        (b"match,player_c\r\n1,Ann\r\n", "Not known here: player_c"),
    ],
)
def test_what_is_no_score_sheet(house: House, data: bytes, says: str) -> None:
    with pytest.raises(Invalid) as fault:
        import_open(by=house.person("director"), name="x", data=data)
    assert says in str(fault.value.detail)


def test_a_wrong_quote_is_told_with_its_line(house: House) -> None:
    found = upload(house, file_of(*ANN_WINS, '2,"Ann,Bob,one_game,1,a,,stood,,5'))
    assert "quote" in faults(found)[-1][2]
    assert found.wrong


@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_as_spreadsheets_save_it(house: House, delimiter: str, encoding: str) -> None:
    player_add(by=house.person("director"), name="Éloïse")
    text = file_of(*ANN_WINS).decode().replace("Bob", "Éloïse").replace(",", delimiter)
    enter(house, text.encode(encoding))
    assert Match.objects.get().player_b.name == "Éloïse"


def test_what_was_not_entered_is_forgotten(house: House) -> None:
    found = upload(house, file_of("1,Ann,Nemo,one_game,1,a,,stood,,5"))
    imports_sweep()
    assert SheetImport.objects.exists()
    SheetImport.objects.filter(pk=found.pk).update(uploaded_at=timezone.now() - timedelta(days=2))
    imports_sweep()
    assert not SheetImport.objects.exists()


def test_every_way_to_note_comes_back(house: House, neighbour: House) -> None:
    """The printed game, a game by its score, a rubber by its games, and a match not begun."""
    house.season()
    match = house.match(Season.objects.get())
    for body in printed_game.BODIES:
        house.api("scorer").enter(match.pk, body)
    by_score = house.match()
    house.api("scorer").enter(by_score.pk, {"score": {"a": 5, "b": 3}}, kind="games")
    by_games = house.match()
    house.api("scorer").enter(by_games.pk, {"games": {"a": 0, "b": 1}}, kind="rubber")
    house.match()
    neighbour.season()
    first = exported(house)
    enter(neighbour, without_ids(first))
    assert rows_of(exported(neighbour)) == rows_of(first)
    kept, came = (Entry.objects.filter(match__club=one.club) for one in (house, neighbour))
    assert kept.count() == came.count()
    assert recount(Season.objects.get(event__club=neighbour.club)) == []


def test_in_bulk_as_one_by_one(house: House, neighbour: House) -> None:
    """The same matches entered by the one way and by the other: every figure is the same."""
    random, begun = Random(7), datetime(2026, 11, 19, 20, tzinfo=UTC)
    season = house.season()
    neighbour.season()
    names = ["ann", "bob", "cyd"]
    for number in range(12):
        a, b = random.sample(names, 2)
        plays = played_match(random, ONE_GAME.engine(), Seat.A, {Seat.A: 0.2, Seat.B: 0.3})
        plays = plays if number % 4 else plays[:-1]
        times = [begun + timedelta(hours=number, minutes=place) for place in range(len(plays))]
        match_enter_at_once(
            by=house.person("scorer"),
            player_a=house.players[a].pk,
            player_b=house.players[b].pk,
            plays=list(zip(plays, times, strict=True)),
            event_id=season.pk,
            first_dealer=Seat.A,
        )
    enter(neighbour, without_ids(exported(house)))
    ours, theirs = (
        [
            {key: value for key, value in row.items() if key not in DIFFERENT}
            for row in Match.objects.filter(club=one.club).order_by("pk").values()
        ]
        for one in (house, neighbour)
    )
    assert ours == theirs
    tables = [
        list(
            Standing.objects.filter(season__event__club=one.club)
            .order_by("player__name")
            .values_list("player__name", "played", "points", "kings", "voles", "value", "games_for")
        )
        for one in (house, neighbour)
    ]
    assert tables[0] == tables[1]
    assert len(tables[0]) == 3
    other = Season.objects.get(event__club=neighbour.club)
    assert recount(other) == []
    assert other.version == 2


def test_the_record_goes_on_after_an_import(house: House) -> None:
    """An unfinished match is gone on with as if it had been marked on the pad."""
    enter(house, file_of(ANN_WINS[0]))
    match = Match.objects.get()
    what = HandEntry(1, vole(ALICE))
    assert play_record(by=house.person("scorer"), match=match, what=what, version=1).match.over
