"""The score sheet as text: whatever can be noted comes back, whatever cannot is told."""

import csv
import io
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from ecarte_club.core.csv_files import Row, read_rows
from games.engine import serialization
from games.engine.match import apply as played
from games.engine.match import begin, refusal
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import GameEntry, HandEntry, RubberEntry, Terms
from games.matches.models import Match
from games.matches.selectors.logs import log_of
from games.matches.selectors.reading import play
from games.matches.services.matches import MatchTerms, match_enter_at_once
from games.sheets.csv_format.lines import (
    COLUMNS,
    MATCH,
    OF_PLAY,
    OPTIONAL,
    REQUIRED,
    Unreadable,
    cells_of,
    play_of,
)
from games.sheets.csv_format.sheets import packed, rows_from, sheets
from tests.engine.strategies import any_entries, any_records, entries, real_hands, records, terms
from tests.support.clubhouse import House
from tests.support.depth import examples
from tests.support.sheets import enter, exported, rows_of, without_ids

pytestmark = pytest.mark.slow

AGAIN = settings(
    max_examples=examples(20, thorough=160),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
BEGUN = datetime(2026, 11, 19, 20, 30, tzinfo=UTC)


# A stored entry has no negative figure, no two kings, and one digit a mark.
FIGURES = st.integers(0, 99)
NOTED = entries(
    FIGURES, records(FIGURES, st.integers(1, 9), kings_most=1), games=st.integers(1, 99)
)


@given(NOTED)
def test_a_line_says_all_that_was_noted(entry: Play) -> None:
    cells = dict(zip(OF_PLAY, map(str, cells_of(serialization.dump(entry))), strict=True))
    assert play_of(cells) == entry


cells_like = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["hand", "game", "a", "b", "a-held", "stood", "5", "a2", "none", "1", ""]),
)


@given(st.lists(cells_like, min_size=len(OF_PLAY), max_size=len(OF_PLAY)))
def test_any_cells_are_a_play_or_told(cells: list[str]) -> None:
    wrong = []
    try:
        found = play_of(dict(zip(OF_PLAY, cells, strict=True)))
    except Unreadable as unreadable:
        found, wrong = None, unreadable.wrong
    assert found is None or isinstance(found, HandEntry | GameEntry | RubberEntry)
    assert all(column in OF_PLAY and text for column, text in wrong)
    assert found or wrong or cells[0].strip().casefold() == MATCH


@given(st.lists(st.lists(cells_like, min_size=3, max_size=33), max_size=8))
def test_any_file_is_matches_and_reasons(lines: list[list[str]]) -> None:
    """Nothing that can be typed into a table makes the reader fail; no line is lost."""
    file = io.StringIO()
    csv.writer(file).writerows([COLUMNS, *lines])
    text = "".join(one for one in file.getvalue() if one in "\t\r\n" or one >= " ")
    text = text.replace("\x7f", "")
    found = list(sheets(read_rows(text, REQUIRED, optional=OPTIONAL)))
    assert sum(sheet.lines for sheet in found) == sum(
        1 for _row in read_rows(text, REQUIRED, optional=OPTIONAL)
    )


@given(st.integers(0, 12), st.booleans())
def test_reading_goes_on_from_any_line(start: int, windows: bool) -> None:
    """From line n on one reads what one reads from the start, below line n."""
    end = "\r\n" if windows else "\n"
    body = [f'{number},"two{end}lines"' for number in range(1, 5)]
    content, _lines = packed(end.join(["match,player_a", *body, ""]).encode())
    whole: list[Row] = list(rows_from(content, 1))
    begins = [row.line for row in whole]
    if start in begins or start <= 2:
        assert list(rows_from(content, start)) == [row for row in whole if row.line >= start]


@st.composite
def matches(draw: st.DrawFn) -> tuple[Terms, Seat | None, list[Play]]:
    """Whatever the laws allow to be entered, some of it by the marks or the score alone."""
    found, dealer = draw(terms()), draw(st.none() | st.sampled_from(Seat))
    state, plays = begin(found, dealer), []
    for _line in range(draw(st.integers(0, 12))):
        entry = _in(state, draw(_entries()))
        if refusal(state, entry) is None:
            plays.append(entry)
            state = played(state, entry)[0]
    return found, dealer, plays


def _entries() -> st.SearchStrategy[Play]:
    hands = st.builds(HandEntry, st.just(1), real_hands() | any_records)
    return hands | any_entries


def _in(state: MatchState, entry: Play) -> Play:
    return entry if isinstance(entry, RubberEntry) else replace(entry, game=state.game)


@pytest.mark.any_database
@AGAIN
@given(matches())
def test_the_round_trip_is_exact(
    house: House, neighbour: House, match: tuple[Terms, Seat | None, list[Play]]
) -> None:
    found, dealer, plays = match
    form = found.format
    asked = MatchTerms(
        code=found.code.id,
        format=form.kind.value,
        games=form.games,
        rubbers=form.rubbers,
        game_values=found.game_values,
        rubber_bonus=found.rubber_bonus,
    )
    for one in Player.objects.filter(name="Ann"):
        Player.objects.filter(pk=one.pk).update(name='=Ann, “née” "x"')
    try:
        made = match_enter_at_once(
            by=house.person("scorer"),
            player_a=house.players["ann"].pk,
            player_b=house.players["bob"].pk,
            plays=[(one, BEGUN) for one in plays],
            terms=asked,
            first_dealer=dealer,
        )
    except RefusalError:
        return
    file = exported(house, pk=made.pk)
    enter(neighbour, without_ids(file))
    copy = Match.objects.filter(club=neighbour.club).latest("pk")
    assert rows_of(exported(neighbour, pk=copy.pk)) == rows_of(file)
    assert [play(entry) for entry in log_of(copy).standing()] == plays
    Match.objects.filter(pk=copy.pk).update(started_at=datetime(2020, 1, 1, tzinfo=UTC))
