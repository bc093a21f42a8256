"""Pairings by hand: fixed before the draw, or changed after it; the cost comes first."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from scoring.tournaments.labels.by_hand import CHANGES, CRITERIA, verdict
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.swiss.by_hand import Change
from scoring.tournaments.selectors.by_hand import (
    Comparison,
    change_comparison,
    changeable_players,
    fixed_comparison,
    free_players,
    paired_rows,
)
from scoring.tournaments.selectors.reading import Reading, reading_of
from scoring.tournaments.services.by_hand import (
    REASON_MOST,
    change_swap,
    changeable_round,
    pair_fix,
    pair_release,
    pairing_change,
    pairing_change_back,
)

from .tournaments import for_director, submit, tournament_page


def _number(name: str) -> int | None:
    return whole_number(name) or None


class ByHandForm(Form):
    player = forms.ChoiceField(label=_("Player"))
    other = forms.ChoiceField(label=_("Second player"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        help_text=_("Everybody who sees the round can read it."),
    )

    def __init__(self, *args: Any, players: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(pk), name) for pk, name in players]
        self.choose("player", choices)
        self.choose("other", [("", self.nobody), *choices])

    nobody: Any = _("The bye")

    def pair(self) -> dict[str, Any]:
        return {name: _number(self.cleaned_data[name]) for name in ("player", "other")}


class ChangeForm(ByHandForm):
    change = forms.ChoiceField(
        label=_("What should change"),
        choices=list(CHANGES.items()),
        widget=forms.RadioSelect,
        initial=Change.SWAP,
    )
    nobody = _("None, for a bye")
    field_order = ("change", "player", "other", "reason")


def _compared(found: Comparison | None) -> dict[str, Any]:
    if found is None:
        return {}
    return {
        "verdict": verdict(found.decides, is_worse=bool(found.is_worse)),
        "boards": found.boards,
        "lines": [
            (CRITERIA[one.criterion], one.drawn, one.changed)
            for one in found.lines
            if one.drawn != one.changed
        ],
    }


@login_required
@form_page
def tournament_change_pairing(
    request: HttpRequest, slug: str, pk: int, number: int
) -> HttpResponse:
    """The button `change` changes the round, any other only shows the cost."""
    found, person = for_director(request, slug, pk)
    now = reading_of(found, person)
    row = changeable_round(now.progress, number)
    form = ChangeForm(request.POST or None, players=_players_of(now, number))

    def change() -> object:
        return pairing_change(
            by=person,
            tournament=found,
            number=number,
            version=pages.version(request),
            change=form.cleaned_data["change"],
            reason=form.cleaned_data["reason"],
            **form.pair(),
        ).pk

    def preview() -> Comparison:
        pair = form.pair()
        swap = change_swap(
            now.progress, row, form.cleaned_data["change"], pair["player"], pair["other"]
        )
        return change_comparison(now, row, swap)

    answer, compared = pages.submitted_or_previewed(request, form, change, preview, button="change")
    if answer:
        return redirect("tournament_round", slug=slug, pk=pk, number=number)
    shown = {"form": form, "round": row, "is_compared": compared is not None}
    return tournament_page(request, "change_pairing", found, person, **shown, **_compared(compared))


def _players_of(now: Reading, number: int) -> list[tuple[int, str]]:
    """In the order of the boards, each with their opponent."""
    names: dict[int, str] = {}
    for pair in paired_rows(now.progress, number):
        for player in filter(None, pair):
            opponent, own = pair.opponent(player), {"name": now.names[player]}
            names[player] = (
                gettext("%(name)s, against %(other)s") % {**own, "other": now.names[opponent]}
                if opponent
                else gettext("%(name)s, with the bye") % own
            )
    row = now.round(number)
    return [(one, names[one]) for one in changeable_players(now.progress, row)]


@login_required
@post_page
def tournament_change_pairing_back(
    request: HttpRequest, slug: str, pk: int, number: int
) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    version, to = pages.version(request), ("tournament_round", slug, pk, number)
    return submit(
        request, found, person, pairing_change_back, number=number, version=version, to=to
    )


@login_required
@form_page
def tournament_fix(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What is fixed of the next round; the button `fix` fixes more, any other shows the cost."""
    found, person = for_director(request, slug, pk)
    now = reading_of(found, person)
    number = now.progress.last_published + 1
    is_swiss = found.kind == Kind.SWISS
    players = free_players(now.progress) if is_swiss else []
    form = ByHandForm(request.POST or None, players=[(one, now.names[one]) for one in players])

    def fix() -> object:
        fields = {**form.pair(), "reason": form.cleaned_data["reason"]}
        return pair_fix(by=person, tournament=found, **fields).pk

    answer, compared = pages.submitted_or_previewed(
        request, form, fix, lambda: fixed_comparison(now, **form.pair()), button="fix"
    )
    if answer:
        return redirect("tournament_fix", slug=slug, pk=pk)
    is_previewed = request.method == "POST" and form.is_valid() and request.POST.get("act") != "fix"
    shown = {
        "form": form,
        "number": number,
        "fixed": [
            (one, now.names[one.one_id], now.names[one.other_id] if one.other_id else "")
            for one in found.fixed_pairs.filter(number=number)
        ],
        "players": players,
        "is_previewed": is_previewed,
        "is_compared": compared is not None,
    }
    return tournament_page(request, "fix", found, person, **shown, **_compared(compared))


@login_required
@post_page
def tournament_release(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    player = whole_number(request.POST.get("player", "")) or 0
    return submit(
        request, found, person, pair_release, player=player, to=("tournament_fix", slug, pk)
    )
