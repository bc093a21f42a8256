"""A match entered for the wrong players, or at the wrong table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import clubs, player_names
from ecarte_club.clubs.views.common import club_page, form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.evenings.models import Table
from games.matches.changes import next_step, running_games
from games.matches.models import IN_PLAY, Match
from games.matches.selectors import matches
from games.matches.services.changing import (
    match_change_players,
    match_change_players_preview,
    match_change_table,
    moves_by,
)
from games.matches.services.entries import REASON_MOST

from .correct import by_thing
from .match import match_of
from .start import NameField

SWAP, OTHERS = "swap", "others"


class PlayersForm(Form):
    """Who played: the two the other way round, or others."""

    way = forms.ChoiceField(
        label=_("Who played"),
        widget=forms.RadioSelect,
        choices=[
            (SWAP, _("The same two, the other way round")),
            (OTHERS, _("Other players")),
        ],
    )
    player_a = forms.ChoiceField(required=False)
    player_b = forms.ChoiceField(required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Shown to everybody who may see the match."),
    )

    def __init__(self, *args: Any, match: Match, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        for field, old in (("player_a", match.player_a), ("player_b", match.player_b)):
            label = _("Instead of %(name)s") % {"name": old.name}
            self._choose(field, label, person)
            self.fields[field].initial = old.pk

    def _choose(self, name: str, label: str, person: Person) -> None:
        if player_names.are_many(person):
            self.fields[name] = NameField(self.match.club, person, label=label, required=False)
            return
        self.fields[name].label = label
        self.choose(name, [(str(one.pk), one.name) for one in clubs.players(person)])

    def pair(self) -> tuple[int, int]:
        """The first and the second player as they should be."""
        old_a, old_b = self.match.player_ids
        if self.cleaned_data["way"] == SWAP:
            return old_b, old_a
        chosen = self.cleaned_data
        return int(chosen["player_a"] or old_a), int(chosen["player_b"] or old_b)


@login_required
@form_page
def change_players(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Who played it, why, and what would follow."""
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    if request.method != "POST" and match.annulled_at is not None:
        return redirect("match", slug=slug, pk=pk)
    form = PlayersForm(request.POST or None, match=match, person=person, initial={"way": SWAP})
    seen, fault = None, None
    if request.method == "POST" and form.is_valid():
        try:
            if "do" in request.POST:
                act = _change(request, match, person, form)
                return redirect("match", slug=slug, pk=int(str(act)))
            seen = _preview(request, match, person, form)
        except Fault as refused:
            fault = refused
            pages.tell(form, refused)
    shown = {"match": match, "form": form, "preview": seen, "tab": "matches"}
    shown["sent"] = _sent(request) if seen is not None else ()
    shown["scoreboard"] = _scoreboard(match, person, fault)
    return club_page(
        request, "matches/change_players.html", match.club, person, fault=fault, **shown
    )


def _arguments(request: HttpRequest, form: PlayersForm) -> dict[str, Any]:
    player_a, player_b = form.pair()
    return {
        "player_a": player_a,
        "player_b": player_b,
        "reason": form.cleaned_data["reason"],
        "version": pages.version(request),
    }


def _change(request: HttpRequest, match: Match, person: Person, form: PlayersForm) -> object:
    """The id of the match as which it is entered again."""
    arguments = _arguments(request, form)
    return pages.write(
        request, lambda: match_change_players(by=person, match=match, **arguments).pk
    ).body


def _preview(request: HttpRequest, match: Match, person: Person, form: PlayersForm) -> list[Any]:
    fresh = matches.matches().get(pk=match.pk)
    arguments = _arguments(request, form)
    changes = match_change_players_preview(by=person, match=fresh, **arguments)
    return by_thing(changes, match, form.pair())


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """What the form said, for the button that does it."""
    names = ("way", "player_a", "player_b", "reason")
    return [(name, request.POST.get(name, "")) for name in names]


def _scoreboard(match: Match, person: Person, fault: Fault | None) -> Any:
    """Where a game of a pool is undone."""
    return next_step(match, person) if fault is not None and fault.code == "of_contest" else None


@login_required
@form_page
def change_table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Where the match is played: a free table, or one whose match comes here instead."""
    match, person = match_of(request, slug, pk)
    here = match.evening_table
    require(person, moves_by(match))
    if here is None:
        return redirect("match", slug=slug, pk=pk)
    fault: Fault | None = None
    if request.method == "POST":
        try:
            _move(request, match, person)
            return redirect("match", slug=slug, pk=pk)
        except Fault as refused:
            fault = refused
            match = matches.matches().get(pk=pk)
    places = _places(match.evening_table, match) if match.evening_table else []
    return club_page(
        request,
        "matches/change_table.html",
        match.club,
        person,
        match=match,
        places=places,
        chosen=request.POST.get("table", ""),
        scoreboard=_scoreboard(match, person, fault),
        fault=fault,
        key=pages.new_key(),
        tab="matches",
    )


def _move(request: HttpRequest, match: Match, person: Person) -> None:
    """Raises: Invalid for a form that names no table."""
    table, here = (whole_number(request.POST.get(name, "")) for name in ("table", "from"))
    if table is None or here is None:
        raise Invalid("no_table", _("Choose a table."), field="evening_table")
    pages.write(
        request,
        lambda: match_change_table(
            by=person, match=match, evening_table=table, from_table=here, exchange=True
        ),
    )


def _places(here: Table, match: Match) -> Sequence[tuple[Table, list[Match]]]:
    """The other tables of the evening where the match can be, with what is in play there."""
    taken = {game.table_id for game in running_games(here.evening)}
    tables = here.evening.tables.exclude(pk__in=[here.pk, *taken])
    playing: dict[int, list[Match]] = {}
    if matches.is_in_play(match):
        rows = matches.matches().filter(IN_PLAY, evening_table__in=tables)
        for one in rows.order_by("pk"):
            playing.setdefault(one.evening_table_id or 0, []).append(one)
    return [(table, playing.get(table.pk, [])) for table in tables]
