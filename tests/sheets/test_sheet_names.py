"""Names on a score sheet: whatever a club calls its things, the file that it exports comes back."""

import csv
import io
import unicodedata
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.clubs import rules_make
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.csv_files import FORMULA, read_rows
from ecarte_club.core.names import unseen_refusal
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.matches import MatchTerms, match_enter_at_once
from games.sheets.csv_format.lines import COLUMNS, OPTIONAL, REQUIRED
from scoring.leagues.services.seasons import SeasonPlan, season_open
from tests.support.clubhouse import ONE_GAME, House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.nights import rubber
from tests.support.sheets import enter, exported, faults, rows_of, upload, without_ids

# Many: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

BEGUN = datetime(2026, 11, 19, 20, 30, tzinfo=UTC)
NASTY = (
    "=1+1",
    "'=1+1",
    "''@cmd",
    "+33 Jean",
    "-Émile",
    "＝Wide",
    "O'Neil",
    "'tHooft",
    'Ann "the King" Lee',
    '"',
    '""',
    "Lee, Ann",
    "Lee; Ann",
    "Zoë ❤ 王",
    "Ａｎｎ",
    "Straße",
    "İstanbul",
    "ﬁn",
    "\u00e9tienne",
    "مريم",
    "none",
    "a-turned",
    "12",
    "0x1F",
    "1e5",
    "TRUE",
    "2026-11-19",
    "match",
)


def names(most: int) -> st.SearchStrategy[str]:
    """As a club may give them: no control character, and not of blanks alone."""
    letters = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])
    odd = st.builds("{}{}".format, st.sampled_from(["", "'", '"', *FORMULA]), st.text(letters))
    return (
        (odd | st.sampled_from(NASTY))
        .map(lambda name: " ".join(name.split())[:most].strip())
        .filter(lambda name: name and not unseen_refusal(name))
    )


def play(house: House, a: Player, b: Player, number: int = 0, **more: Any) -> Match:
    """Won by the first; each begun at a minute of its own."""
    at = BEGUN + timedelta(minutes=number)
    return match_enter_at_once(
        by=house.person("scorer"),
        player_a=a.pk,
        player_b=b.pk,
        plays=[(rubber(1, 0), at)],
        terms=None if "event_id" in more else ONE_GAME,
        **more,
    )


def long_ago(house: House) -> None:
    """What is in the record was begun before: the same file may be entered once more."""
    Match.objects.filter(club=house.club).update(started_at=datetime(2020, 1, 1, tzinfo=UTC))


def cells(data: bytes) -> list[dict[str, str]]:
    """The lines as a spreadsheet reads them, with its apostrophes."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def test_everything_of_an_odd_name_comes_back(house: House, neighbour: House) -> None:
    """A club where everything has such a name; another takes its file, with new players."""
    director, ann = house.person("director"), house.players["ann"]
    for number, name in enumerate(NASTY):
        play(
            house,
            player_add(by=director, name=name, confirm_name=True),
            ann,
            number,
            table=name[:20],
        )
    file = exported(house)
    for row in cells(file):
        for name in ("player_a", "table"):
            assert not row[name].startswith(FORMULA), "a spreadsheet would reckon it out"
    enter(neighbour, without_ids(file), add_players=True)
    assert rows_of(exported(neighbour)) == rows_of(file)
    kept = Match.objects.filter(club=neighbour.club).order_by("pk")
    assert [match.player_a.name for match in kept] == list(NASTY)
    assert [match.table for match in kept] == [name[:20] for name in NASTY]


@settings(max_examples=examples(6), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(names(80), min_size=2, max_size=4), names(20), names(80), names(80))
def test_any_evening_comes_back_letter_for_letter(
    house: House, people: list[str], table: str, season: str, rules: str
) -> None:
    """At a table of an evening, in a season, by house rules; people may be called alike."""
    with undone(repr((people, table, season, rules))):
        director, committee = house.person("director"), house.person("committee")
        made = rules_make(by=committee, name=rules, base="london", options={"game_value": "single"})
        terms = MatchTerms("london", "one_game", 1, options=made.options, rules=made.name)
        days = date(2026, 9, 1), date(2027, 6, 30)
        opened = season_open(by=committee, league="L", plan=SeasonPlan(season, *days, terms))
        night = evening_open(by=director, held_on=BEGUN.date(), tables=(table,))
        players = [player_add(by=director, name=name, confirm_name=True) for name in people]
        for number, player in enumerate(players[1:]):
            place = {"evening_table": night.tables.get().pk}
            play(house, players[0], player, 2 * number, event_id=opened.pk, **place)
            play(house, player, players[0], 2 * number + 1, table=table)
        file = exported(house)
        known = upload(house, file)
        assert (faults(known), known.recorded) == ([], known.matches)
        long_ago(house)
        enter(house, file)
        again = exported(house, started_at__gt=BEGUN - timedelta(days=1))
        assert rows_of(again) == rows_of(file)


def test_who_was_made_anonymous_comes_back_by_his_number(house: House) -> None:
    """Nº 7 has a no-break space, which is no reason to refuse the line."""
    ann, bob = house.players["ann"], house.players["bob"]
    play(house, ann, bob)
    player_anonymise(by=house.person("committee"), player_id=ann.pk, version=ann.version)
    file = exported(house)
    assert cells(file)[0]["player_a"] == f"Nº\u00a0{ann.pk}"
    long_ago(house)
    enter(house, file)
    assert set(Match.objects.values_list("player_a", flat=True)) == {ann.pk}


def test_blanks_within_a_name_do_not_part_it_from_itself(house: House) -> None:
    """A season was opened with two blanks, a player is typed with three."""
    days = date(2026, 9, 1), date(2027, 6, 30)
    plan = SeasonPlan("Autumn   2026", *days, ONE_GAME)
    season = season_open(by=house.person("committee"), league="L", plan=plan)
    lee = player_add(by=house.person("director"), name="Ann  Lee")
    play(house, lee, house.players["bob"], event_id=season.pk)
    file = exported(house)
    long_ago(house)
    enter(house, file)
    long_ago(house)
    enter(house, without_ids(file).replace(b"Ann Lee", "Ann\u00a0 Lee".encode()))
    assert Match.objects.filter(event_id=season.pk, player_a=lee).count() == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_every_letter_there_is_can_stand_in_a_cell(encoding: str) -> None:
    """Each kind of letter, sign and mark of Unicode, a few of them a cell."""
    kinds: dict[str, str] = {}
    for code in range(0x20, 0x2FA20, 3):
        letter = chr(code)
        kind = unicodedata.category(letter)
        if kind not in ("Cc", "Cs"):
            kinds[kind] = (kinds.get(kind, "") + letter)[-500:]
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for number, letters in enumerate(kinds.values()):
        writer.writerow([number, *[f"x{letters}x"] * (len(COLUMNS) - 1)])
    assert len(kinds) > 25
    found = read_rows(file.getvalue().encode(encoding), REQUIRED, optional=OPTIONAL)
    assert [row.cells["player_a"] for row in found] == [f"x{one}x" for one in kinds.values()]
