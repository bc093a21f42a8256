"""Results, records and charts against a second reckoning of the same sheets."""

import csv
import io
import re
from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from games.engine.match import replay
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.evenings.results import evening_results, result_lines
from games.matches.models import Match
from games.matches.selectors.matches import match_fields
from games.matches.selectors.player_record import (
    FORM,
    RecordFilters,
    matches_csv,
    matches_of,
    player_record,
)
from games.matches.selectors.statuses import IDLE_AFTER, Status
from games.matches.services.matches import MatchTerms, match_enter_at_once
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read
from tests.support.depth import examples
from tests.support.nights import evening

from .reckoning import FIGURES, Figures, Sheet, some_sheet, total

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

NAMES = ["ann", "bob", "cyd", "dora"]
MATCHES = 16


def figures(found: object) -> Figures:
    return Counter({name: getattr(found, name) for name in FIGURES})


# --- sums without a database ---


def unsaved(sheet: Sheet, players: dict[str, Player]) -> Match:
    """As the record would have it, with nothing saved."""
    kind, games = sheet.form
    terms = MatchTerms("london", kind, games)
    state = replay(terms.engine(), Seat.A, sheet.plays())
    pair = {"player_a": players[sheet.a], "player_b": players[sheet.b]}
    return Match(**pair, **terms.fields(), **match_fields(state))


@settings(max_examples=examples(60))
@given(st.integers(0, 2**32), st.integers(0, 8))
def test_an_evening_is_the_sum_of_its_sheets(seed: int, number: int) -> None:
    random = Random(seed)
    sheets = [some_sheet(random, NAMES) for _sheet in range(number)]
    players = {name: Player(pk=pk, name=name.title()) for pk, name in enumerate(NAMES, start=1)}
    found = [unsaved(sheet, players) for sheet in sheets]
    for match, sheet in zip(found, sheets, strict=True):
        assert (match.over, match.winner) == (sheet.over, sheet.winner), sheet
        assert (match.score_a, match.score_b) == (sheet.score["a"], sheet.score["b"]) or match.over
    lines = result_lines(players.values(), [match for match in found if match.over])
    known = {name: total(sheets, name) for name in NAMES}
    for line in lines:
        assert figures(line) == known[line.player.name.lower()], sheets

    def order(name: str) -> tuple[int, int, str]:
        counts = known[name]
        return -counts["won"], counts["games_against"] - counts["games_for"], name

    assert [line.player.name.lower() for line in lines] == sorted(NAMES, key=order)
    over = sum(sheet.over for sheet in sheets)
    assert sum(line.played for line in lines) == 2 * over
    assert sum(line.won for line in lines) == sum(line.lost for line in lines)
    assert sum(line.games_for for line in lines) == sum(line.games_against for line in lines)


def test_a_drawn_match_by_hand() -> None:
    """Two games, one each: the first by hands, and the king that Bob held at four did not count.

    Ann deals; Bob stands and loses, two for her; she makes the vole, two; then the point: five.
    """
    sheet = Sheet("ann", "bob", ("games", 2))
    sheet.hand("a", "stood", None, (3, 2))
    sheet.hand("b", "exchanged", None, (5, 0))
    sheet.hand("a", "exchanged", ("a", "turned"), (0, 5))
    assert (sheet.games["a"], sheet.counts["kings_a"], sheet.counts["voles_b"]) == (1, 1, 0)
    sheet.by_score("b", 4)
    assert (sheet.over, sheet.winner) == (True, "")
    players = {name: Player(pk=pk, name=name) for pk, name in enumerate(NAMES)}
    (match,) = [unsaved(sheet, players)]
    ann, bob = result_lines([match.player_a, match.player_b], [match])
    assert figures(ann) == Counter(drawn=1, games_for=1, games_against=1, kings=1, voles=1, hands=3)
    assert figures(bob) == Counter(drawn=1, games_for=1, games_against=1, hands=3)


# --- a whole club's record ---


def kept(house: House, sheets: list[Sheet]) -> tuple[Evening, list[int | None], list[Match]]:
    """At an evening an hour ago, in two seasons of each format and in none; the ids of the
    seasons."""
    house.players["dora"] = Player.objects.create(club=house.club, name="Dora")
    night, by = evening(house), house.person("scorer")
    tables = list(night.tables.order_by("pk"))
    seasons: dict[tuple[int, tuple[str, int]], int] = {}
    ids: list[int | None] = []
    made = []
    begun = timezone.now() - timedelta(hours=1)
    for number, sheet in enumerate(sheets):
        terms = MatchTerms("london", *sheet.form)
        event = None
        if sheet.season is not None:
            key = sheet.season, sheet.form
            event = seasons.get(key) or house.season(terms=terms).pk
            seasons[key] = event
        start = begun + timedelta(minutes=number)
        match = match_enter_at_once(
            by=by,
            player_a=house.players[sheet.a].pk,
            player_b=house.players[sheet.b].pk,
            plays=[(play, start) for play in sheet.plays()],
            event_id=event,
            terms=None if event else terms,
            evening_table=tables[number % 2].pk,
        )
        ids.append(event)
        made.append(match)
    return night, ids, made


def outcome(sheet: Sheet, name: str) -> int:
    counts = sheet.seen_by(name)
    return counts["won"] - counts["lost"]


def check_record(sums: Any, sheets: list[Sheet], name: str) -> None:
    known = total(sheets, name)
    assert figures(sums) == known
    assert sums.played == known["won"] + known["drawn"] + known["lost"]
    if known["hands"]:
        assert sums.kings_rate == pytest.approx(100 * known["kings"] / known["hands"], abs=0.051)


@pytest.mark.parametrize("seed", [1887, 1926])
def test_every_sum_is_that_of_the_sheets(seed: int, house: House) -> None:
    """Of each player: in all, against each other, in each season, and both at once; his form."""
    random = Random(seed)
    sheets = [some_sheet(random, NAMES, seasons=2) for _match in range(MATCHES)]
    night, ids, made = kept(house, sheets)
    lines = {line.player.name.lower(): line for line in evening_results(night).lines}
    pk = {name: house.players[name].pk for name in NAMES}
    for name in NAMES:
        own = [sheet for sheet in sheets if name in (sheet.a, sheet.b)]
        player = house.players[name]
        record = player_record(player)
        check_record(record.total, sheets, name)
        assert figures(lines[name]) == figures(record.total)
        over = [sheet for sheet in own if sheet.over]
        assert [one.outcome for one in record.form] == [outcome(one, name) for one in over][-FORM:]
        met = Counter(sheet.b if sheet.a == name else sheet.a for sheet in over)
        assert [one.name.lower() for one, _sums in record.adversaries] == sorted(
            met, key=lambda other: (-met[other], other)
        )
        for other, sums in record.adversaries:
            between = [sheet for sheet in own if other.name.lower() in (sheet.a, sheet.b)]
            check_record(sums, between, name)
        for event, sums in record.seasons:
            wanted = event.pk if event else None
            check_record(
                sums,
                [one for one, season in zip(sheets, ids, strict=True) if season == wanted],
                name,
            )
        event_pk = max(season for season in ids if season is not None)
        sifting = RecordFilters(season=event_pk, adversary=pk["ann" if name != "ann" else "bob"])
        both = [
            sheet
            for sheet, season in zip(sheets, ids, strict=True)
            if season == event_pk
            and {"ann" if name != "ann" else "bob", name} == {sheet.a, sheet.b}
        ]
        check_record(player_record(player, sifting).total, both, name)
        theirs = [match.pk for match, one in zip(made, sheets, strict=True) if one in own]
        assert [match.pk for match in matches_of(player)] == theirs[::-1]
        check_csv(player, own, name)
    Match.objects.update(changed_at=timezone.now() - IDLE_AFTER)
    for name in NAMES:
        own = [sheet for sheet in sheets if name in (sheet.a, sheet.b)]
        check_csv(house.players[name], own, name, status=Status.UNFINISHED)


def check_csv(
    player: Player, own: list[Sheet], name: str, *, status: Status = Status.IN_PLAY
) -> None:
    """The figures of each match, and of those without a result, which have this status."""
    text = matches_csv(player, RecordFilters()).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))[::-1]
    for row, sheet in zip(rows, own, strict=True):
        seat = "a" if sheet.a == name else "b"
        other = sheet.b if seat == "a" else sheet.a
        result = {1: "won", 0: "drawn", -1: "lost"}[outcome(sheet, name)]
        assert (row["adversary"].lower(), row["format"]) == (other, sheet.form[0])
        assert row["result"] == (result if sheet.over else status.value)
        assert (int(row["games_for"]), int(row["kings"]), int(row["voles"])) == (
            sheet.games[seat],
            sheet.counts[f"kings_{seat}"],
            sheet.counts[f"voles_{seat}"],
        )


# --- the drawings on the page ---

SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_drawings_say_what_the_figures_say(language: str, house: House) -> None:
    """Well-formed, within their box, with points for decimals whatever the language is."""
    random = Random(1912)
    sheets = [some_sheet(random, NAMES) for _match in range(14)]
    kept(house, sheets)
    browser = Browser(house, "cyd")
    browser.client.cookies["django_language"] = language
    answer = browser.get(f"players/{house.players['ann'].pk}/")
    text = page(answer)
    drawn = [ElementTree.fromstring(one) for one in SVG.findall(answer.content.decode())]  # noqa: S314
    form, bars = drawn[0], [one for one in drawn if one.get("class") == "bar"]
    over = [sheet for sheet in sheets if sheet.over and "ann" in (sheet.a, sheet.b)]
    outcomes = [outcome(sheet, "ann") for sheet in over]

    assert form.get("class") == "form-chart"
    left, top, width, height = map(float, form.get("viewBox", "").split())
    names = {one.get("id"): "".join(one.itertext()) for one in form.iter() if one.get("id")}
    assert form.get("aria-labelledby") == " ".join(map(str, names))
    assert [one.tag for one in list(form)[:2]] == ["title", "desc"]
    assert str(len(outcomes)) in names["form-title"]
    sums = [sum(outcomes[:number]) for number in range(len(outcomes) + 1)]
    told = [int(number) for number in re.findall(r"-?\d+", names["form-desc"].replace("−", "-"))]
    assert sorted(told) == sorted([sums[-1], max(sums), min(sums)])

    dots = form.findall("circle")
    kinds = {"form-won": 1, "form-drawn": 0, "form-lost": -1}
    assert [kinds[dot.get("class", "")] for dot in dots] == outcomes
    line = form.find("polyline")
    assert line is not None
    points = [tuple(map(float, one.split(","))) for one in line.get("points", "").split()]
    assert [(float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in dots] == points[1:]
    for x, y in points:
        assert left <= x <= left + width
        assert top <= y <= top + height
    heights = [y for _x, y in points]
    assert [heights.index(y) for y in heights] == [sums.index(value) for value in sums]
    check_bars(bars, text, over)


def check_bars(bars: list[ElementTree.Element], text: str, over: list[Sheet]) -> None:
    """A bar for each adversary, in the order of the table, as long as it says."""
    met = Counter(sheet.b if sheet.a == "ann" else sheet.a for sheet in over)
    order = sorted(met, key=lambda name: (-met[name], name))
    assert len(bars) == len(order)
    unit = float(bars[0].get("viewBox", "").split()[2]) / max(met.values())
    rows = re.findall(r'<tr><th scope="row"><a class="name"[^>]*>(\w+)</a></th>(.*?)</tr>', text)
    for name, bar, (shown, cells) in zip(order, bars, rows, strict=False):
        counts = total([sheet for sheet in over if name in (sheet.a, sheet.b)], "ann")
        said = [counts[one] for one in ("won", "drawn", "lost")]
        widths = [float(one.get("width", "")) for one in bar]
        assert widths == pytest.approx([number * unit for number in said], abs=0.02)
        starts = [float(one.get("x", "")) for one in bar]
        assert starts == pytest.approx([0, widths[0], widths[0] + widths[1]], abs=0.03)
        assert shown.lower() == name
        assert list(map(int, re.findall(r">(\d+)</td>", cells))) == said
        assert f"{counts['games_for']}–{counts['games_against']}" in cells


def test_programs_are_told_the_same_sums(house: House) -> None:
    random = Random(4)
    sheets = [some_sheet(random, NAMES) for _match in range(10)]
    night, _ids, _made = kept(house, sheets)
    results = read(house.api("cyd").get(f"evenings/{night.pk}/results"))
    assert {
        line["player"]["name"].lower(): {name: line[name] for name in FIGURES}
        for line in results["lines"]
    } == {
        name: {one: total(sheets, name)[one] for one in FIGURES}
        for name in {sheet.a for sheet in sheets} | {sheet.b for sheet in sheets}
    }
    assert len(results["matches"]) == sum(sheet.over for sheet in sheets)
    assert len(results["unfinished"]) == sum(not sheet.over for sheet in sheets)
    found = read(house.api("cyd").get(f"players/{house.players['bob'].pk}/record"))["total"]
    assert {name: found[name] for name in FIGURES} == {
        name: total(sheets, "bob")[name] for name in FIGURES
    }
