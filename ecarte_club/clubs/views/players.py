"""The players of the club: found, sorted, added, and taken away as a table for spreadsheets."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from ecarte_club.clubs import services
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import Filters, Status, members_csv
from ecarte_club.clubs.services.members import NAME_MOST
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.pages import Form

from .common import club_of, context, faults_as_pages

PAGE = 60


class PlayerForm(Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_MOST)


@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def players(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    asked = _asked(request)
    found = members.players(person, asked)
    form = PlayerForm(request.POST or None)
    if request.method == "POST":
        require(person, Act.ADD_PLAYER)
        if form.is_valid():
            name = form.cleaned_data["name"]
            try:
                pages.write(request, lambda: services.player_add(by=person, name=name).pk)
                return redirect("players", slug=slug)
            except Fault as fault:
                pages.tell(form, fault)
    page = Paginator(found.values_list("pk", flat=True), PAGE).get_page(request.GET.get("page"))
    shown = context(
        club,
        person,
        page=page,
        members=members.members(list(page.object_list)),
        form=form,
        asked=asked,
        statuses=[(name, text, name == asked.status) for name, text in _statuses()],
        sign_ins=[(name, text, name == asked.sign_in) for name, text in _sign_ins()],
        columns=list(_columns(request.GET, asked.sort)),
        key=pages.new_key(),
        tab="players",
    )
    return render(request, "clubs/players.html", shown, status=422 if form.errors else 200)


@require_safe
@faults_as_pages
def players_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page shows, all pages of it."""
    club, person = club_of(request, slug)
    found = members.players(person, _asked(request))
    body = members_csv(members.members(list(found.values_list("pk", flat=True))))
    return csv_files.download(f"{club.slug}-players.csv", body)


def _asked(request: HttpRequest) -> Filters:
    """An address that was bent shows the usual list."""
    try:
        return Filters.of(request.GET)
    except Invalid:
        return Filters()


def _statuses() -> Iterable[tuple[str, str]]:
    return (
        (Status.PLAYING, _("Current players")),
        (Status.LEFT, _("Former players")),
        (Status.ALL, _("All, including former players")),
    )


def _sign_ins() -> Iterable[tuple[str, str]]:
    return (
        ("", _("With or without an account")),
        ("yes", _("With an account")),
        ("no", _("Without an account")),
    )


def _columns(query: QueryDict, sort: str) -> Iterable[dict[str, Any]]:
    """The heads of the table: each sorts by itself, and turns the order when it does already.

    Names and joining begin with the first, matches with the most and the newest.
    """
    heads = (
        ("name", _("Player"), "", ""),
        ("played", _("Last match"), "-", "num"),
        ("matches", _("Matches"), "-", "num"),
        ("added", _("In the club since"), "", "num fold"),
    )
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
            "address": f"?{turned.urlencode()}",
            "way": way if now else "",
        }
