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
from games.models import TermsFields
from scoring.standings.lines import names_of
from scoring.standings.trying import Tried, tried

from .finding import Found, found_of

TRIED_MOST = 20
GAMES_MOST = 25

Line = dict[str, Any]


class TryForm(Form):
    player_a = forms.ChoiceField(label=_("First player"))
    player_b = forms.ChoiceField(label=_("Second player"))
    games = forms.CharField(
        label=_("Won by each"),
        max_length=7,
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off", "size": 7}),
    )

    def __init__(
        self, *args: Any, players: list[tuple[int, str]], terms: TermsFields, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        played = terms.rubbers if terms.rubbers > 1 else terms.games
        won = played // 2 + 1
        self.example = f"{won}-{played - won}"
        told = _("Games, or rubbers of several; the first player’s first, such as %(example)s.")
        self.fields["games"].help_text = told % {"example": self.example}
        for name in ("player_a", "player_b"):
            self.choose(name, players)
        # Nobody meets himself: who comes next in the list is proposed as the other.
        self.fields["player_b"].initial = players[1][0] if len(players) > 1 else None

    def clean_games(self) -> tuple[int, int]:
        found = games_of(self.cleaned_data["games"])
        if found is None:
            told = _("Give two numbers, such as %(example)s.")
            raise forms.ValidationError(told % {"example": self.example})
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
    asked: dict[str, Any] = {"players": players, "terms": found.event}
    form = TryForm(request.GET if "games" in request.GET else None, **asked)
    results, table = _tried(found, form, kept, names)
    shown = context(
        found.event.club,
        found.person,
        found=found,
        form=form,
        tried=[_told(one, names) for one in results],
        table=table,
        players=players,
        room=len(results) < TRIED_MOST,
        tab="club",
    )
    # Once tried it is among the results, and the form is for another.
    if form.is_bound and not form.errors:
        shown["form"] = TryForm(**asked)
    return render(request, "scoring/what_if.html", shown, status=422 if form.errors else 200)


def _tried(
    found: Found, form: TryForm, kept: list[Tried], names: dict[int, str]
) -> tuple[list[Tried], list[Line] | None]:
    """Everything that was tried, and the table then; what is refused is not among it."""
    if form.is_bound and form.is_valid():
        results = [*kept, form.tried()]
        try:
            return results, _table(found, results, names)
        except Invalid as fault:
            pages.tell(form, fault)
    try:
        return kept, _table(found, kept, names) if kept else None
    except Invalid:  # An address that was bent.
        return [], None


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


def _table(found: Found, results: list[Tried], names: dict[int, str]) -> list[Line]:
    """Raises: Invalid."""
    changed = tried(found.whole, found.event, results)
    return [
        {"change": one, "name": names[one.entrant], "fallen": -one.risen} for one in changed.changes
    ]
