"""Results tried without saving: everything is in the address, and nothing is written."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import pages
from ecarte_club.wire.digits import whole
from ecarte_club.wire.faults import Invalid
from ecarte_club.wire.forms import Form
from scoring.standings.lines import names_of
from scoring.standings.trying import Tried, tried

from .finding import Found, found_of

TRIED_MOST = 20
GAMES_MOST = 25


class TryForm(Form):
    player_a = forms.ChoiceField(label=_("First player"))
    player_b = forms.ChoiceField(label=_("Second player"))
    games = forms.CharField(
        label=_("Won by each"),
        max_length=7,
        help_text=_("Games, or rubbers of several; the first player’s first, such as 2-1."),
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off", "size": 7}),
    )

    def __init__(self, *args: Any, players: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("player_a", "player_b"):
            self.fields[name].choices = players  # type: ignore[attr-defined]
        # Nobody meets himself: who comes next in the list is proposed as the other.
        self.fields["player_b"].initial = players[1][0] if len(players) > 1 else None

    def clean_games(self) -> tuple[int, int]:
        found = games_of(self.cleaned_data["games"])
        if found is None:
            raise forms.ValidationError(_("Give two numbers, such as 2-1."))
        return found

    def tried(self) -> Tried:
        given = self.cleaned_data
        return Tried(int(given["player_a"]), int(given["player_b"]), given["games"])


def games_of(text: str) -> tuple[int, int] | None:
    for dash in "–−:":
        text = text.replace(dash, "-")
    first, found, second = text.replace(" ", "").partition("-")
    a, b = whole(first), whole(second)
    if not found or a is None or b is None or max(a, b) > GAMES_MOST:
        return None
    return a, b


@require_safe
@faults_as_pages
def what_if(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    names = names_of(found.whole, found.shown)
    players = [(line.entrant, names[line.entrant]) for line in found.whole.table.lines]
    players.sort(key=lambda one: found.whole.who[one[0]].key)
    kept = _kept(request, names)
    form = TryForm(request.GET if "games" in request.GET else None, players=players)
    results = [*kept, form.tried()] if form.is_bound and form.is_valid() else kept
    shown = context(
        found.event.club,
        found.person,
        found=found,
        form=form,
        tried=[_told(one, names) for one in results],
        table=_table(found, form, results, names) if results else None,
        players=players,
        room=len(results) < TRIED_MOST,
        tab="club",
    )
    # Once tried it is among the results, and the form is for another.
    if form.is_bound and not form.errors:
        shown["form"] = TryForm(players=players)
    return render(request, "scoring/what_if.html", shown, status=422 if form.errors else 200)


def _kept(request: HttpRequest, names: dict[int, str]) -> list[Tried]:
    """What was tried before, as `first.second.2-1`; what was bent is left out."""
    found = []
    for text in request.GET.getlist("with")[: TRIED_MOST - 1]:
        a, b, games = (*text.split(".", 2), "", "")[:3]
        pair, score = (whole(a), whole(b)), games_of(games)
        if pair[0] in names and pair[1] in names and pair[0] != pair[1] and score:
            found.append(Tried(pair[0], pair[1], score))
    return found


def _told(one: Tried, names: dict[int, str]) -> dict[str, Any]:
    a, b = one.games
    return {
        "a": names[one.one],
        "b": names[one.other],
        "games": f"{a}–{b}",
        "sent": f"{one.one}.{one.other}.{a}-{b}",
    }


def _table(
    found: Found, form: TryForm, results: list[Tried], names: dict[int, str]
) -> list[dict[str, Any]] | None:
    try:
        changed = tried(found.whole, found.event, results)
    except Invalid as fault:
        if form.is_bound:
            pages.tell(form, fault)
        return None
    return [
        {"change": one, "name": names[one.entrant], "fallen": -one.risen} for one in changed.changes
    ]
