"""Three ways from a paper sheet into the record, the pad, the grid and the file: one record."""

import csv
import io
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.match import begin
from games.engine.seats import Seat
from games.matches.models import Match
from games.matches.selectors.logs import log_of
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms, match_enter_at_once
from games.sheets.csv_format.lines import COLUMNS
from games.sheets.services.entering import sheet_enter
from games.sheets.views.grid import rows_of
from scoring.leagues.models import Standing
from scoring.leagues.selectors.recount import recount
from tests.ledger.reckoning import Hand, Sheet, some_sheet
from tests.support.clubhouse import House
from tests.support.nights import evening, played
from tests.support.sheets import enter

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

BEGUN = datetime(2026, 11, 19, 20, 30, tzinfo=UTC)
NAMES = {Seat.A: "Ann", Seat.B: "Bob"}
KING_KEYS = {None: "0", ("a", "held"): "1", ("b", "held"): "2"}
PLAY_KEYS = {"stood": "1sSj", "refused": "2rR", "exchanged": "3xeX"}
SAME = (
    *("version", "games_a", "games_b", "score_a", "score_b", "over", "winner", "hands"),
    *("kings_a", "kings_b", "voles_a", "voles_b", "code", "format", "games", "first_dealer"),
)
Item = tuple[Any, ...]


def typed(random: Random, item: Item) -> str:
    """A row of the grid, as one or the other would type it; who dealt always stands before."""
    if len(item) == 2:
        return random.choice("-:/–").join(map(str, item[1]))
    _game, dealer, opening, king, tricks = item
    dealt = random.choice([dealer, dealer.upper()])
    return f"{dealt}{KING_KEYS.get(king, '3')}{random.choice(PLAY_KEYS[opening])}{tricks[0]}"


def sheet_by_rows(random: Random) -> Sheet:
    """Not by its result alone, which the grid has no row for."""
    while True:
        sheet = some_sheet(random, ["ann", "bob"])
        if sheet.items and len(sheet.items[0]) > 1:
            return sheet


def scores(sheet: Sheet) -> list[tuple[int, int]]:
    """After each line, on a second sheet that is kept alongside; a won game's stands."""
    again = Sheet(sheet.a, sheet.b, sheet.form)
    found = []
    for item in sheet.items:
        if len(item) == 2:
            found.append(item[1])
            again.by_score("a" if item[1][0] == 5 else "b", min(item[1]))
            continue
        hand: Hand = item[1:]
        gains = again.gains(hand)
        found.append((again.score["a"] + gains["a"], again.score["b"] + gains["b"]))
        again.hand(*hand)
    return found


@given(st.integers(0, 2**32))
def test_the_grid_tells_the_score_after_every_row(seed: int) -> None:
    random = Random(seed)
    sheet = sheet_by_rows(random)
    terms = MatchTerms("london", *sheet.form).engine()
    texts = [typed(random, item) for item in sheet.items]
    blanks = random.randrange(3)
    rows, plays = rows_of([*texts, *[""] * blanks], begin(terms, None), NAMES)
    assert [row.wrong for row in rows] == [""] * len(rows), texts
    told = [row for row in rows if row.typed]
    assert [(row.score.a, row.score.b) for row in told if row.score] == scores(sheet)
    assert plays == sheet.plays()
    ends = [row.ends for row in told]
    won = sum("has won the game" in text for text in ends)
    last = "The match is drawn." if not sheet.winner else f"{NAMES[Seat(sheet.winner)]} has won"
    assert won + sheet.over == sheet.games.total()
    assert (last in ends[-1]) if sheet.over else not any("match" in text for text in ends)
    dealers = [NAMES[Seat(item[1])] if len(item) > 2 else "" for item in sheet.items]
    assert [row.dealer for row in told] == dealers


def lines(number: int, sheet: Sheet, a: str, b: str) -> list[dict[str, object]]:
    """As somebody would type the sheet into a spreadsheet: the frame once."""
    kind, games = sheet.form
    frame = {"match": number, "player_a": a, "player_b": b, "code": "london"}
    frame |= {"format": kind, "games": games, "started_at": BEGUN.isoformat()}
    found: list[dict[str, object]] = [_cells(item) for item in sheet.items] or [{"line": "match"}]
    return [{**frame, **found[0]}, *({"match": number, **one} for one in found[1:])]


def _cells(item: Item) -> dict[str, object]:
    if len(item) == 1:
        return {"line": "rubber", "score_a": item[0][0], "score_b": item[0][1]}
    if len(item) == 2:
        return {"line": "game", "score_a": item[1][0], "score_b": item[1][1]}
    _game, dealer, opening, king, tricks = item
    said = f"{king[0]}-{king[1]}" if king else ""
    return {"dealer": dealer, "opening": opening, "king": said, "tricks_b": tricks[1]}


def file_of(*found: list[dict[str, object]]) -> bytes:
    file = io.StringIO()
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    writer.writerows(row for rows in found for row in rows)
    return file.getvalue().encode()


def kept(match: Match) -> list[object]:
    """All that the record knows of what was played."""
    match.refresh_from_db()
    data = [entry.data for entry in log_of(match).standing()]
    return [*(getattr(match, name) for name in SAME), data]


def test_pad_grid_and_file_make_the_same_record(house: House) -> None:
    random, by, night = Random(1907), house.person("scorer"), evening(house)
    sheets = [sheet_by_rows(random) for _number in range(4)]
    file = [lines(number, one, "Cyd", "Bob") for number, one in enumerate(sheets)]
    enter(house, file_of(*file))
    from_file = list(Match.objects.filter(player_a=house.players["cyd"]).order_by("pk"))
    for sheet, third in zip(sheets, from_file, strict=True):
        terms = MatchTerms("london", *sheet.form)
        first, second = (played(house, night, "ann", "bob", terms=terms) for _way in range(2))
        Match.objects.filter(pk__in=(first.pk, second.pk)).update(first_dealer="")
        for play in sheet.plays():
            first = play_record(by=by, match=first, what=play, version=first.version).match
        second.refresh_from_db()
        texts = [typed(random, item) for item in sheet.items]
        _rows, plays = rows_of(texts, begin(terms.engine(), None), NAMES)
        sheet_enter(by=by, plays=plays, match=second, version=0)
        assert kept(first) == kept(second) == kept(third), sheet
        assert [first.games_a, first.games_b] == [sheet.games["a"], sheet.games["b"]]


def test_a_file_counts_in_a_season_as_the_pad_does(house: House, neighbour: House) -> None:
    """The same season twice: one marked at the table, one typed in from paper afterwards."""
    random, terms = Random(49), MatchTerms("london", "rubber", 3)
    sheets: list[Sheet] = []
    while len(sheets) < 6:
        sheet = some_sheet(random, ["ann", "bob", "cyd"])
        if sheet.form == ("rubber", 3):
            sheets.append(sheet)
    season, other = house.season(terms=terms), neighbour.season(terms=terms)
    for sheet in sheets:
        match_enter_at_once(
            by=house.person("scorer"),
            player_a=house.players[sheet.a].pk,
            player_b=house.players[sheet.b].pk,
            plays=[(play, BEGUN) for play in sheet.plays()],
            event_id=season.pk,
        )
    file = [lines(n, one, one.a, one.b.upper()) for n, one in enumerate(sheets)]
    for n, rows in enumerate(file):
        rows[0] |= {"season": "SEASON", "started_at": BEGUN.replace(minute=n).isoformat()}
    enter(neighbour, file_of(*file))
    figures = ("player__name", "played", "won", "lost", "points", "kings", "voles", "games_for")
    tables = [
        list(Standing.objects.filter(season=one).order_by("player__name").values_list(*figures))
        for one in (season, other)
    ]
    assert tables[0] == tables[1]
    assert [row[1] for row in tables[0]] == [
        sum(one.over for one in sheets if name in (one.a, one.b)) for name in ("ann", "bob", "cyd")
    ]
    assert recount(season) == recount(other) == []
