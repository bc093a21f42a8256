"""What is done about a result: the opponent confirms it, players fix or flag it, a director
settles the flag."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import (
    again,
    club_of,
    club_page,
    form_page,
    identified,
    safe_page,
    signed_out,
)
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.idempotency import actor_key
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.engine.codes import ScoreAmended
from games.engine.states import MatchState
from games.engine.terms import HandEntry
from games.matches.models import Entry, Flag, Match
from games.matches.selectors import matches, reading
from games.matches.selectors.reading import confirmations, play
from games.matches.services.disputes import (
    TEXT_MOST,
    entry_mend,
    flag_raise,
    flag_settle,
    game_confirm,
)

from . import pad_form
from .match import confirming, match_of, unchanged
from .match_sheet import entry_text, sentences, short_names
from .pad_form import Chosen


@form_page
def confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The part of a page that asks for confirmation; posted to, it takes one."""
    fault: Fault | None = None
    if request.method == "POST":
        if not actor_key(request):
            return signed_out(request, again(request, f"/clubs/{slug}/matches/{pk}/"))
        match, person = match_of(request, slug, pk)
        fault = _confirmed(request, match, person)
        if not pages.is_fragment(request) and fault is None:
            page = "pad" if request.POST.get("from") == "pad" else "match"
            return redirect(page, slug=slug, pk=pk)
    match, person = match_of(request, slug, pk)
    same = unchanged(request, f"confirm:{pk}", confirmations(match))
    if same and request.method != "POST":
        return same
    shown = {**confirming(reading.read(match), person), "match": match, "tab": "matches"}
    template = "matches/confirm.html" if pages.is_fragment(request) else "matches/confirm_page.html"
    return club_page(request, template, match.club, person, **shown, fault=fault)


def _confirmed(request: HttpRequest, match: Match, person: Person) -> Fault | None:
    """The fault that is said beside the game. Raises: Absent, Denied."""
    game, number = (whole_number(request.POST.get(name, "")) for name in ("game", "number"))
    if game is None or number is None:
        raise Absent
    return pages.written_or_fault(
        request, lambda: game_confirm(by=person, match=match, game=game, number=number).pk
    )


@dataclass(frozen=True, slots=True)
class Mendable:
    """A hand that the pad offers to mend. `last`: a mark may be added; `in_play`: marks may be
    taken down. `until_next_deal`: either, by Enquire Within, and no law of the London clubs."""

    number: int
    hand: int
    told: str
    last: bool
    in_play: bool
    until_next_deal: bool


def _until_next_deal(state: MatchState) -> bool:
    return state.terms.code.score_amended.value is ScoreAmended.NEXT_DEAL


def mendable(found: reading.Reading) -> list[Mendable]:
    """The last hand, and the others of the game being played, the newest first."""
    names, state = short_names(found), found.state
    hands: dict[int, int] = {}
    offered = []
    for entry, line in found.lines():
        if not isinstance(line.entry, HandEntry):
            continue
        game = line.entry.game
        hands[game] = hands.get(game, 0) + 1
        last = line is state.lines[-1]
        until = _until_next_deal(state)
        in_play = last if until else game == state.game and not state.over
        if last or in_play:
            told = " ".join(sentences(line, names))
            offered.append(Mendable(entry.number, hands[game], told, last, in_play, until))
    return offered[::-1]


@identified
@form_page
def mend(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    matches.require_for(person, match, Act.MEND_OWN, Act.MEND_ANY)
    found = reading.read(match)
    entry = found.log.numbered(number)
    if entry.kind != Entry.Kind.HAND:
        raise Absent
    fault: Fault | None = None
    if request.method == "POST":
        fault = pages.written_or_fault(request, lambda: _mend(request, found, person, entry))
        if fault is None:
            return redirect("pad", slug=slug, pk=pk)
        found = reading.read(matches.matches().get(pk=pk))
    if entry not in found.standing:
        return redirect("pad", slug=slug, pk=pk)
    shown = _entry_choices(request, found, entry)
    return club_page(
        request, "matches/mend.html", match.club, person, **shown, fault=fault, tab="matches"
    )


def _mend(request: HttpRequest, found: reading.Reading, person: Person, entry: Entry) -> int:
    """The id of the new entry. Raises: Invalid, also for a form that says too little."""
    turned = request.POST.get("turned", "")
    if _is_last(found, entry) and turned not in {"yes", "no"}:
        text = _("Say whether the next deal has begun.")
        raise Invalid("no_trump", text, field="turned")
    written = entry_mend(
        by=person,
        match=found.match,
        number=entry.number,
        what=Chosen.of(request.POST.dict()).hand(),
        trump_turned=turned != "no",
        version=pages.version(request),
    )
    return written.entry.pk


def _is_last(found: reading.Reading, entry: Entry) -> bool:
    return bool(found.standing) and found.standing[-1] == entry


def _entry_choices(request: HttpRequest, found: reading.Reading, entry: Entry) -> dict[str, Any]:
    names, old = short_names(found), play(entry)
    assert isinstance(old, HandEntry)  # noqa: S101 - its kind is a hand
    is_sent = request.method == "POST"
    chosen = Chosen.of(request.POST.dict()) if is_sent else Chosen.of_entry(old)
    line = found.line_of(entry)
    return {
        "match": found.match,
        "entry": entry,
        "was": entry_text(entry, names),
        "told": sentences(line, names) if line else (),
        "last": _is_last(found, entry),
        "in_play": old.game == found.state.game and not found.state.over,
        "key": request.POST.get("key") or pages.new_key(),
        "turned": request.POST.get("turned", ""),
        "until_next_deal": _until_next_deal(found.state),
        **pad_form.hand_choices(old.record.dealer, names, chosen, late=True),
    }


PAGE = 40
REASONS = (
    gettext_lazy("The score is not what we played."),
    gettext_lazy("A hand or a game is missing."),
    gettext_lazy("A hand or a game was entered that was not played."),
    gettext_lazy("The wrong players are named."),
)
STATES = ("open", "settled", "all")
COLUMNS = ("flag", "match", "entry", "players", "text", "by", "at", "answer", "settled_at")


class FlagForm(Form):
    reason = forms.ChoiceField(
        label=gettext_lazy("What is wrong"), widget=forms.RadioSelect, required=False
    )
    words = forms.CharField(
        label=gettext_lazy("In your own words"),
        max_length=200,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reasons = [(str(number), text) for number, text in enumerate(REASONS)]
        self.choose("reason", [*reasons, ("", gettext_lazy("Something else"))])

    def text(self) -> str:
        chosen = self.cleaned_data["reason"]
        said = str(REASONS[int(chosen)]) if chosen else ""
        return f"{said} {self.cleaned_data['words']}".strip()


class AnswerForm(Form):
    answer = forms.CharField(
        label=gettext_lazy("Outcome and action taken"),
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Shown on the page of the match."),
    )


@identified
@form_page
def flag(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    matches.require_for(person, match, Act.FLAG_OWN, Act.FLAG_ANY)
    number = whole_number(request.POST.get("entry", "") or request.GET.get("entry", ""))
    form = FlagForm(request.POST or None)
    if pages.submitted(
        request,
        form,
        lambda: flag_raise(by=person, match=match, text=form.text(), number=number).pk,
    ):
        return redirect("match", slug=slug, pk=pk)
    shown = {"match": match, "form": form, "entry": number, "tab": "matches"}
    return club_page(request, "matches/flag.html", match.club, person, **shown)


@identified
@safe_page
def flags(request: HttpRequest, slug: str) -> HttpResponse:
    """Those to settle first; `?state=` open, settled or all; `?format=csv` for a spreadsheet."""
    club, person = club_of(request, slug)
    asked = request.GET.get("state", "")
    state = asked if asked in STATES else "all"
    found = matches.club_flags(person)
    if state != "all":
        found = found.filter(settled_at__isnull=state == "open")
    if request.GET.get("format") == "csv":
        rows = (_row(one) for one in found)
        return csv_files.download(f"{club.slug}-flags.csv", csv_files.write_rows(COLUMNS, rows))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    states = [
        ("all", gettext_lazy("All")),
        ("open", gettext_lazy("Open flags")),
        ("settled", gettext_lazy("Closed flags")),
    ]
    more = {"page": page, "state": state, "states": states, "tab": "matches"}
    return club_page(request, "matches/flags.html", club, person, **more)


def _row(found: Flag) -> tuple[object, ...]:
    match = found.match
    times = [one.isoformat() if one else "" for one in (found.at, found.settled_at)]
    players = f"{match.player_a.name} – {match.player_b.name}"
    entry = found.number or ""
    said = (players, found.text, matches.raised_by(found), times[0], found.answer, times[1])
    return found.pk, match.pk, entry, *said


@identified
@form_page
def settle(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = matches.flag(actor_of(request), pk)
    if found.match.club.slug != slug:
        raise Absent
    require(person, Act.SETTLE_FLAG)
    form = AnswerForm(request.POST or None)
    if pages.submitted(
        request, form, lambda: flag_settle(by=person, flag=found, **form.cleaned_data).pk
    ):
        return redirect("flags", slug=slug)
    shown = {"flag": found, "match": found.match, "form": form, "tab": "matches"}
    return club_page(request, "matches/flag_settle.html", found.match.club, person, **shown)
