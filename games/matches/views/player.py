"""A player's page: his results, his adversaries, his form, and his games mark by mark."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_of, context, faults_as_pages
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole
from games.matches.changes import player_facts
from games.matches.selectors.player_record import (
    PlayerRecord,
    RecordFilters,
    matches_csv,
    matches_of,
    merged_into,
    outcome,
    player_record,
)
from games.matches.selectors.reading import Reading, read_many

from .charts import form_chart, outcome_bars
from .match_sheet import game_sheets, sides

# Adversaries that are named on the page, and of these, those that have a bar.
NAMED, CHARTED = 60, 12
PAGE = 5


def player_of(request: HttpRequest, slug: str, pk: int) -> tuple[Club, Player, Person]:
    """Raises: Absent; Denied to who is not of the club, whose players are its own affair."""
    club, person = club_of(request, slug)
    require(person, Act.SEE_CLUB)
    player = club.players.filter(pk=pk).first()
    if player is None:
        raise Absent
    return club, player, person


@faults_as_pages
def player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, found, person = player_of(request, slug, pk)
    if found.merged_into_id is not None:
        return redirect("player", slug=slug, pk=merged_into(found).pk)
    record = player_record(found, sifting(request), most=NAMED)
    page = Paginator(matches_of(found, record.sifting), PAGE).get_page(request.GET.get("page"))
    shown: dict[str, Any] = {
        "player": found,
        "record": record,
        "told": player_facts(found),
        "asked": record.sifting,
        "chart": form_chart([result.outcome for result in record.form]),
        "duels": duels(record),
        "page": page,
        "games": [_game(reading, found) for reading in read_many(list(page.object_list))],
        "tab": "players",
    }
    return render(request, "matches/player.html", context(club, person, **shown))


def sifting(request: HttpRequest) -> RecordFilters:
    season, adversary = (whole(request.GET.get(name, "")) for name in ("season", "adversary"))
    return RecordFilters(season or None, adversary or None)


def duels(record: PlayerRecord) -> list[dict[str, Any]]:
    """Each adversary with his bar; those beyond the first few stand in the same table without."""
    rows = record.adversaries
    drawn = outcome_bars([(sums.won, sums.drawn, sums.lost) for _player, sums in rows[:CHARTED]])
    charted = [*drawn, *(None for _row in rows[CHARTED:])]
    return [
        {"adversary": adversary, "sums": sums, "bar": bar}
        for (adversary, sums), bar in zip(rows, charted, strict=True)
    ]


def _game(reading: Reading, player: Player) -> dict[str, Any]:
    return {
        "match": reading.match,
        "sheets": game_sheets(reading),
        "sides": sides(reading),
        "outcome": outcome(reading.match, player),
    }


@faults_as_pages
def player_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    _club, found, _person = player_of(request, slug, pk)
    found = merged_into(found)
    return csv_files.download(f"player-{found.pk}.csv", matches_csv(found, sifting(request).kept()))
