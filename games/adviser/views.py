"""The page of printed hints."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.views.common import safe_page
from games.engine.cards import Card, rank, suit
from games.matches.labels.advice import HINTS, SOURCE

from . import labels
from .selectors.hints import MeasuredHint, PrintedCount, measured_hints, measurements
from .selectors.hints import printed_counts as counts


@dataclass(frozen=True, slots=True)
class Row:
    score: str
    verdict: str
    is_wrong: bool
    gain: str
    hands: int


@dataclass(frozen=True, slots=True)
class HintOnPage:
    id: str
    text: str
    decides: str
    verdict: str
    cards: tuple[Card, ...]
    turned: Card | None
    example: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class CountOnPage:
    cards: tuple[Card, ...]
    turned: Card
    text: str


@safe_page
def hints(request: HttpRequest) -> HttpResponse:
    parts = [
        (part, title, [_hint(one) for one in measured_hints() if one.part is part])
        for part, title in labels.PARTS.items()
    ]
    page = {
        "parts": parts,
        "source": SOURCE,
        "counts": [_count(one) for one in counts()],
        "hands": measurements()["hands"],
        "tab": "laws",
    }
    return render(request, "adviser/hints.html", page)


def _hint(measured: MeasuredHint) -> HintOnPage:
    example = measured.example
    trump = None if example is None else suit(example.turned)
    return HintOnPage(
        id=measured.hint.id,
        text=str(HINTS[measured.hint.id]),
        decides=str(labels.DECIDES[measured.hint.decides]),
        verdict=labels.verdict_text(measured),
        cards=_in_order(example.cards, trump) if example else (),
        turned=example.turned if example else None,
        example=labels.example_text(measured, example) if example else "",
        rows=[
            Row(
                labels.score_text(figure.score),
                str(labels.VERDICTS[figure.verdict]),
                figure.verdict == "wrong",
                labels.gain_text(figure),
                figure.hands,
            )
            for figure in measured.figures
        ],
    )


def _count(count: PrintedCount) -> CountOnPage:
    return CountOnPage(
        _in_order(count.cards, suit(count.turned)), count.turned, labels.count_text(count)
    )


def _in_order(cards: tuple[Card, ...], trump: int | None) -> tuple[Card, ...]:
    """Trumps first, each suit from the top."""
    return tuple(sorted(cards, key=lambda card: (suit(card) != trump, suit(card), -rank(card))))
