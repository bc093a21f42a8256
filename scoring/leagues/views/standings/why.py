"""Why a player or a team is at its place."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.common import context, faults_as_pages
from scoring.leagues.labels import standings
from scoring.leagues.selectors.explanations import EntrantFigure, PlaceExplanation, explanation_of
from scoring.leagues.selectors.seasons import When

from .finding import Found, found_of, query_of, when_of


@require_safe
@faults_as_pages
def standing_why(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    return why_page(request, found_of(request, slug, pk), player)


def why_page(request: HttpRequest, found: Found, player: int) -> HttpResponse:
    """Raises: Absent for players who have no place."""
    when = when_of(request)
    table = found.event_table.at(when.as_of, when.after_round)
    explanation = explanation_of(found.event_table, table, player, found.shown)
    shown = context(found.event.club, found.person, found=found, **why_context(explanation, when))
    return render(request, "leagues/standing_why.html", shown)


def why_context(explanation: PlaceExplanation, when: When) -> dict[str, Any]:
    """What `why_body.html` shows."""
    return {
        "explanation": explanation,
        "place": standings.explanation_sentences(explanation)[0],
        "comparisons": [
            {
                "comparison": comparison,
                "sentences": standings.comparison_sentences(comparison),
                "figures": [_figure(figure) for figure in comparison.figures],
            }
            for comparison in explanation.comparisons
        ],
        "figures": [_figure(figure) for figure in explanation.figures],
        "when": when,
        "query": query_of(when),
        "tab": "club",
    }


def _figure(figure: EntrantFigure) -> dict[str, Any]:
    return {
        "entrant": figure.entrant,
        "criterion": standings.name_of(figure.criterion),
        "figure": standings.figure(figure.criterion, figure.worth),
        "parts": standings.part_sentences(figure),
    }
