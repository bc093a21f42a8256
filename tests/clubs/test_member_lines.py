"""Spreadsheets of members with every mistake at once, beside a reading of them by hand."""

from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.clubs.services.member_import import Kind, players_import, players_import_preview
from ecarte_club.clubs.services.members import player_leave
from ecarte_club.core.exceptions import Invalid
from tests.support.clubhouse import open_house
from tests.support.depth import examples

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

LEFT = date(2020, 2, 29)
# What stands in a cell, and what is meant by it: a player's place, nobody yet, or a mistake.
IDS: dict[str, int | None] = {"0": 0, "1": 1, "2": 2, "": None, "nobody": -1}
NAMES = {"Ann": "Ann", " Ann  Lee ": "Ann Lee", "Émile": "Émile", "": "", "  ": "", "x" * 81: ""}
DAYS: dict[str, date | None | str] = {
    "": None,
    "2020-02-29": LEFT,
    "2021-02-29": "no day",
    "29/02/2020": LEFT,
    "29/02/2021": "no day",
    "9000-01-01": "to come",
}
Cells = tuple[str, str, str]
Club = dict[int, tuple[str, date | None]]
# Right cells come more often than wrong ones, or hardly a file would be good.
lines = st.lists(
    st.tuples(
        st.sampled_from([*IDS, "", "0", "1", "2"]),
        st.sampled_from([*NAMES, "Ann", "Bob", "Cyd"]),
        st.sampled_from([*DAYS, "", "", "2020-02-29"]),
        # An empty line is passed over, as spreadsheets leave them behind.
    ).filter(lambda cells: any(cell.strip() for cell in cells)),
    min_size=1,
    max_size=4,
)


def by_hand(club: Club, file: list[Cells]) -> tuple[list[Kind], Club, list[Any]]:
    """What each line is, the club afterwards, and those who are new."""
    kinds: list[Kind] = []
    after, new, met = dict(club), [], set()
    for id_, written, day in file:
        name, left = NAMES.get(written, written), DAYS[day]
        place = IDS[id_]
        if not name or place == -1 or place in met:
            kinds.append(Kind.WRONG)
            continue
        if place is not None:
            met.add(place)
        if isinstance(left, str):
            kinds.append(Kind.WRONG)
        elif place is None:
            kinds.append(Kind.NEW)
            new.append((name, left))
        else:
            kinds.append(Kind.SAME if club[place] == (name, left) else Kind.CHANGED)
            after[place] = (name, left)
    return kinds, after, new


@pytest.mark.any_database
class Lines(TestCase):
    @settings(max_examples=examples(60))
    @given(lines, st.booleans())
    def test_a_file_is_read_as_by_hand(self, file: list[Cells], left: bool) -> None:
        house = open_house()
        by = house.person("director")
        players = [house.players[name] for name in ("ann", "bob", "cyd")]
        if left:
            player_leave(by=by, player=players[1], version=0, left_on=LEFT)
        numbers = {str(place): str(player.pk) for place, player in enumerate(players)}
        rows = [f"{numbers.get(id_, id_)},{name},{day}" for id_, name, day in file]
        data = "\r\n".join(["id,name,left", *rows])
        club: Club = {
            place: (player.name, LEFT if left and place == 1 else None)
            for place, player in enumerate(players)
        }
        kinds, after, new = by_hand(club, file)

        foreseen = players_import_preview(by=by, data=data)
        assert [line.kind for line in foreseen.lines] == kinds
        assert [line.line for line in foreseen.lines] == list(range(2, len(file) + 2))
        assert all(line.note for line in foreseen.of(Kind.WRONG))
        assert sum(foreseen.counts.values()) == len(file)
        deeds = AuditLogEntry.objects.count()
        try:
            with transaction.atomic():
                players_import(by=by, data=data, seen=foreseen.seen)
        except Invalid as fault:
            first = kinds.index(Kind.WRONG) + 2
            told = fault.errors["csv"]
            number = kinds.count(Kind.WRONG)
            wanted = (
                f"1 line has an error, line {first}."
                if number == 1
                else f"{number} lines have errors, the first is line {first}."
            )
            if wanted not in str(told):
                raise AssertionError(told) from fault
            after, new = club, []
        else:
            assert Kind.WRONG not in kinds

        now = list(Player.objects.filter(club=house.club).order_by("pk"))
        assert {place: (one.name, one.left_on) for place, one in enumerate(now[:3])} == after
        assert sorted((one.name, str(one.left_on)) for one in now[3:]) == sorted(
            (name, str(day)) for name, day in new
        )
        assert (AuditLogEntry.objects.count() > deeds) == (after != club or bool(new))
        for place, player in enumerate(now[:3]):
            assert (player.version > (left and place == 1)) == (after[place] != club[place])
