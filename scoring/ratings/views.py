"""The ratings of a club, and the history of a player's rating."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.views.common import club_of, club_page, safe_page
from ecarte_club.core import csv_files, replica
from ecarte_club.core.charts import NARROW, WIDE
from ecarte_club.core.exceptions import Invalid
from games.matches.selectors.player_record import merged_into
from games.matches.views.player import player_of

from .selectors import listing
from .selectors import listing as history
from .selectors.listing import Figures, Filters, RatingChart, Spread, Step, rating_chart
from .selectors.robots import robot_ratings

PAGE = 60


@safe_page
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    filters = _filters(request, person)
    book = listing.book_of(club)
    found = listing.ratings_of(club, filters, book.scale)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return club_page(
        request,
        "ratings/ratings.html",
        club,
        person,
        page=page,
        lines=listing.rated(list(page.object_list), club, person, book.scale),
        asked=filters,
        robots=robot_ratings(club),
        spread=Spread.of(book),
        up_to_date=book.is_up_to_date,
        sures=[(name, text, name == filters.sure) for name, text in _sures()],
        statuses=[(name, text, name == filters.status) for name, text in _statuses()],
        columns=list(_columns(request.GET, filters.sort, person)),
        sees_names=player_names.sees_names(person),
        tab="ratings",
    )


@safe_page
def ratings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page shows, all pages of it."""
    club, person = club_of(request, slug)
    filters = _filters(request, person)

    def body() -> bytes:
        scale = listing.book_of(club).scale
        ratings = list(listing.ratings_of(club, filters, scale))
        return listing.ratings_csv(listing.rated(ratings, club, person, scale))

    return csv_files.download(f"{club.slug}-ratings.csv", replica.read(body))


def _filters(request: HttpRequest, person: Person) -> Filters:
    """An invalid address shows the usual list."""
    try:
        return Filters.of(request.GET, person)
    except Invalid:
        return Filters()


def _sures() -> Iterable[tuple[str, str]]:
    return (
        ("", _("All, including provisional")),
        ("yes", _("Established only")),
        ("no", _("Provisional only")),
    )


def _statuses() -> Iterable[tuple[str, str]]:
    return (("playing", _("Current players")), ("all", _("All, including former players")))


def _columns(query: QueryDict, sort: str, person: Person) -> Iterable[dict[str, Any]]:
    """The heads of the table: each sorts by itself, and turns the order when it does already."""
    heads = (
        ("name", _("Player"), "", ""),
        ("low", _("At least"), "-", "num"),
        ("rating", _("Rating"), "-", "num"),
        ("sure", _("Range"), "", "num fold"),
        ("matches", _("Matches"), "-", "num fold"),
        ("last", _("Last match"), "-", "num fold"),
    )
    allowed = listing.sorts(person)
    for name, text, first, style in heads:
        now = sort.removeprefix("-") == name
        other = "" if sort.startswith("-") else "-"
        turned = query.copy()
        turned.pop("page", None)
        turned["sort"] = f"{other if now else first}{name}"
        way = "descending" if sort.startswith("-") else "ascending"
        yield {
            "text": text,
            "style": style,
            "address": f"?{turned.urlencode()}" if name in allowed else "",
            "way": way if now else "",
        }


def _charts(course: Sequence[Figures], newest: Sequence[Step]) -> list[tuple[str, RatingChart]]:
    """For a page and for a phone; the rating before the first match has its day."""
    if not course:
        return []
    days = [localdate(newest[-1].ended_at), *(localdate(one.ended_at) for one in reversed(newest))]
    sizes = (("wide", WIDE), ("narrow", NARROW))
    return [(name, rating_chart(course, days, width=width)) for name, width in sizes]


@safe_page
def player_rating(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, player, person = player_of(request, slug, pk)
    if player.merged_into_id is not None:
        return redirect("player_rating", slug=slug, pk=merged_into(player).pk)
    points, book = history.points_of(player), listing.book_of(club)
    newest = history.steps_of(list(points[: history.CHARTED]), book.scale)
    page = Paginator(points, PAGE).get_page(request.GET.get("page"))
    # One point more than matches: the rating before the first of them.
    course = [newest[-1].before, *(one.after for one in reversed(newest))] if newest else []
    return club_page(
        request,
        "ratings/player_rating.html",
        club,
        person,
        player=player,
        rated=history.rating_of(player, book.scale),
        charts=_charts(course, newest),
        charted=len(newest),
        first=course[0] if course else None,
        best=max((one.rating for one in course), default=None),
        worst=min((one.rating for one in course), default=None),
        page=page,
        points=history.steps_of(list(page.object_list), book.scale),
        spread=Spread.of(book),
        up_to_date=book.is_up_to_date,
        tab="players",
    )
