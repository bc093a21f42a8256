"""The odds of a game from every score, and how they were computed."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from ecarte_club.clubs.labels import CODE_TITLES
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.views.common import club_of, context, safe_page
from games.engine.codes import CODES
from games.engine.seats import Seat
from games.matches.selectors.odds import HUNDRED, percent
from scoring.contests.rules.odds import At, Marks, Side, spreads
from scoring.contests.selectors import odds
from scoring.contests.selectors.odds import POINTS

SEATS = {seat.value: seat for seat in Seat}
FIGURES = {str(points): points for points in POINTS}
MADE: Mapping[tuple[Side, int], str | Promise] = {
    (Side.DEALER, 1): pgettext_lazy("marks in a hand", "dealer 1"),
    (Side.DEALER, 2): pgettext_lazy("marks in a hand", "dealer 2"),
    (Side.ELDER, 1): pgettext_lazy("marks in a hand", "non-dealer 1"),
    (Side.ELDER, 2): pgettext_lazy("marks in a hand", "non-dealer 2"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    percent: float
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Row:
    """The dealer's points, and their chance for each score of the other."""

    points: int
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class ScoreOdds:
    """A score that somebody wants to see, with both chances in per cent."""

    at: At
    dealer: float
    elder: float


@dataclass(frozen=True, slots=True)
class MarksRow:
    """Marks in the order in which they are made, in how many of the hands, and of a hundred."""

    marks: list[str]
    hands: int
    percent: float


WAY_TEXTS: Mapping[str, str | Promise] = {
    "bold": gettext_lazy(
        "Bolder: a half is enough to stand or to refuse, two fifths after an exchange"
    ),
    "careful": gettext_lazy(
        "More careful: four fifths to stand or to refuse, three fifths after an exchange"
    ),
    "own_hand": gettext_lazy(
        "Cards played from one hand alone: the top of the longest suit is led, the lowest winning "
        "card follows"
    ),
}


@dataclass(frozen=True, slots=True)
class WayRow:
    """`percent`: by how much a figure changes at most, and at which score."""

    text: str
    percent: float
    is_less: bool
    at: At


@safe_page
def odds_page(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    typed = request.GET.get("code", "")
    code = typed if typed in CODES else club_rules.of_club(club).code
    found, at = odds.table(code), score_of(request)
    more = {
        "code": code,
        "codes": CODE_TITLES.items(),
        "title": CODE_TITLES[code],
        "rows": rows(found, at),
        "points": list(POINTS),
        "asked": at and score_odds(found, at),
        "hands": found.counted.hands,
        "seed": found.counted.seed,
        "error": round(found.most_error * HUNDRED, 2),
        "ways": way_rows(found),
        "strong": strong_table(code),
        "compared": sum(found.counted.compared["usual"].values()),
        "seen": [marks_row(found, marks) for marks in sorted(found.counted.outcomes)],
        "marked": [[percent(chance) for chance in side] for side in odds.means(found.counted)],
        "tab": "laws",
    }
    return render(request, "contests/odds.html", context(club, person, **more))


def way_rows(found: odds.Table) -> list[WayRow]:
    return [
        WayRow(str(WAY_TEXTS[way]), percent(abs(one.change)), one.change < 0, one.at)
        for way, one in spreads(found.counted.compared).items()
    ]


@dataclass(frozen=True, slots=True)
class StrongTable:
    """`rows`: of cells in per cent; `error`: the largest; `change`: of `changed`, the most."""

    hands: int
    rows: list[tuple[int, list[float]]]
    error: float
    changed: At
    change: float
    is_less: bool
    change_error: float


def strong_table(code: str) -> StrongTable | None:
    found = odds.strong_odds(code)
    if found is None:
        return None
    most = found.scores[found.most_changed]
    return StrongTable(
        found.hands,
        [
            (dealer, [found.scores[At(dealer, elder)].chance * HUNDRED for elder in POINTS])
            for dealer in POINTS
        ],
        found.most_error * HUNDRED,
        found.most_changed,
        abs(most.change) * HUNDRED,
        most.change < 0,
        most.change_error * HUNDRED,
    )


def score_of(request: HttpRequest) -> At | None:
    """The score of a link: nothing but the table, if it is none."""
    given = request.GET
    a, b = FIGURES.get(given.get("a", "")), FIGURES.get(given.get("b", ""))
    dealer = SEATS.get(given.get("dealer", ""))
    if a is None or b is None or dealer is None:
        return None
    return At(a, b) if dealer is Seat.A else At(b, a)


def rows(found: odds.Table, at: At | None) -> list[Row]:
    return [
        Row(
            dealer,
            [
                Cell(percent(found.chances[At(dealer, elder)]), at == (dealer, elder))
                for elder in POINTS
            ],
        )
        for dealer in POINTS
    ]


def score_odds(found: odds.Table, at: At) -> ScoreOdds:
    of_dealer = percent(found.chances[at])
    return ScoreOdds(at, of_dealer, round(HUNDRED - of_dealer, 1))


def marks_row(found: odds.Table, marks: Marks) -> MarksRow:
    hands = found.counted.outcomes[marks]
    share = percent(Fraction(hands, found.counted.hands))
    return MarksRow([str(MADE[mark]) for mark in marks], hands, share)
