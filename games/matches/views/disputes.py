"""The opponent's yes to each game, on the pad and on the page of the match."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import (
    again,
    club_of,
    context,
    form_page,
    known,
    safe_page,
    signed_out,
)
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid
from ecarte_club.core.idempotency import actor_key
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole
from games.engine.records import King
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.matches.models import Entry, Flag, Match
from games.matches.selectors import matches, reading
from games.matches.selectors import matches as flag_reading
from games.matches.selectors.matches import club_flags, raised_by
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
    shown = confirming(reading.read(match), person)
    more = context(match.club, person, **shown, match=match, fault=fault, tab="matches")
    template = "matches/confirm.html" if pages.is_fragment(request) else "matches/confirm_page.html"
    return render(request, template, more, status=fault.status if fault else 200)


def _confirmed(request: HttpRequest, match: Match, person: Person) -> Fault | None:
    """The fault that is said beside the game. Raises: Absent, Denied."""
    game, number = (whole(request.POST.get(name, "")) for name in ("game", "number"))
    if game is None or number is None:
        raise Absent
    try:
        pages.write(
            request,
            lambda: game_confirm(by=person, match=match, game=game, number=number).pk,
        )
    except (Absent, Denied):
        raise
    except Fault as found:
        return found
    return None


@dataclass(frozen=True, slots=True)
class Mendable:
    """A hand that the pad offers to mend. `last`: law 50 may still hold, beside law 51."""

    number: int
    hand: int
    told: str
    last: bool
    in_play: bool


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
        in_play = game == state.game and not state.over
        if last or in_play:
            told = " ".join(sentences(line, names))
            offered.append(Mendable(entry.number, hands[game], told, last, in_play))
    return offered[::-1]


@known
@form_page
def mend(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    matches.require_for(person, match, Act.MEND_OWN, Act.MEND_ANY)
    found = reading.read(match)
    entry = next((one for one in found.log.entries if one.number == number), None)
    if entry is None or entry.kind != Entry.Kind.HAND:
        raise Absent
    fault: Fault | None = None
    if request.method == "POST":
        try:
            asked = _asked(request, found, person, entry)
            pages.write(request, lambda: entry_mend(**asked).entry.pk)
            return redirect("pad", slug=slug, pk=pk)
        except (Absent, Denied):
            raise
        except Fault as met:
            fault = met
            found = reading.read(matches.matches().get(pk=pk))
    if entry not in found.standing:
        return redirect("pad", slug=slug, pk=pk)
    shown = context(match.club, person, **_shown(request, found, entry, fault), tab="matches")
    return render(request, "matches/mend.html", shown, status=fault.status if fault else 200)


def _asked(
    request: HttpRequest, found: reading.Reading, person: Person, entry: Entry
) -> dict[str, Any]:
    """Arguments of entry_mend. Raises: Invalid for a form that says too little."""
    turned = request.POST.get("turned", "")
    if _is_last(found, entry) and turned not in {"yes", "no"}:
        text = _("Say whether the trump of the next deal is turned.")
        raise Invalid("no_trump", text, field="turned")
    return {
        "by": person,
        "match": found.match,
        "number": entry.number,
        "what": Chosen.of(request.POST.dict()).hand(),
        "trump_turned": turned != "no",
        # There is an entry, so 0 and what is no number are versions of long ago.
        "version": whole(request.POST.get("version", "")) or 0,
    }


def _is_last(found: reading.Reading, entry: Entry) -> bool:
    return bool(found.standing) and found.standing[-1] == entry


def _shown(
    request: HttpRequest, found: reading.Reading, entry: Entry, fault: Fault | None
) -> dict[str, Any]:
    names, old = short_names(found), play(entry)
    assert isinstance(old, HandEntry)  # noqa: S101 - its kind is a hand
    record = old.record
    chosen = Chosen.of(request.POST.dict()) if request.method == "POST" else _chosen(old)
    line = found.line_of(entry)
    in_play = old.game == found.state.game and not found.state.over
    return {
        "match": found.match,
        "entry": entry,
        "was": entry_text(entry, names),
        "told": sentences(line, names) if line else (),
        "last": _is_last(found, entry),
        "in_play": in_play,
        "fault": fault,
        "key": request.POST.get("key") or pages.new_key(),
        "turned": request.POST.get("turned", ""),
        "kings": pad_form.king_choices(record.dealer, names, chosen, late=True),
        "openings": pad_form.opening_choices(record.dealer, names, chosen),
        "tricks": pad_form.trick_choices(names, chosen),
        "names": {seat.value: names[seat] for seat in Seat},
    }


def _chosen(old: HandEntry) -> Chosen:
    record = old.record
    king = _king(record.kings[0]) if record.kings else pad_form.NOBODY
    tricks = f"{record.tricks.a}-{record.tricks.b}" if record.tricks else ""
    return Chosen(record.dealer or "", king, record.opening or "", tricks)


def _king(king: King) -> str:
    return f"{king.seat}-{king.how}"


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


@known
@form_page
def flag(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    matches.require_for(person, match, Act.FLAG_OWN, Act.FLAG_ANY)
    number = whole(request.POST.get("entry", "") or request.GET.get("entry", ""))
    form = FlagForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        text = form.text()
        try:
            pages.write(
                request,
                lambda: flag_raise(by=person, match=match, text=text, number=number).pk,
            )
            return redirect("match", slug=slug, pk=pk)
        except (Absent, Denied):
            raise
        except Fault as fault:
            pages.tell(form, fault)
    more = {"match": match, "form": form, "entry": number, "key": pages.new_key()}
    status = 422 if form.errors else 200
    shown = context(match.club, person, **more, tab="matches")
    return render(request, "matches/flag.html", shown, status=status)


@known
@safe_page
def flags(request: HttpRequest, slug: str) -> HttpResponse:
    """Those to settle first; `?state=` open, settled or all; `?format=csv` for a spreadsheet."""
    club, person = club_of(request, slug)
    asked = request.GET.get("state", "")
    state = asked if asked in STATES else "all"
    found = club_flags(person)
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
    return render(request, "matches/flags.html", context(club, person, **more))


def _row(found: Flag) -> tuple[object, ...]:
    match = found.match
    times = [one.isoformat() if one else "" for one in (found.at, found.settled_at)]
    players = f"{match.player_a.name} – {match.player_b.name}"
    entry = found.number or ""
    said = (players, found.text, raised_by(found), times[0], found.answer, times[1])
    return found.pk, match.pk, entry, *said


@known
@form_page
def settle(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = flag_reading.flag(actor_of(request), pk)
    if found.match.club.slug != slug:
        raise Absent
    require(person, Act.SETTLE_FLAG)
    form = AnswerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        answer = form.cleaned_data["answer"]
        try:
            pages.write(request, lambda: flag_settle(by=person, flag=found, answer=answer).pk)
            return redirect("flags", slug=slug)
        except (Absent, Denied):
            raise
        except Fault as fault:
            pages.tell(form, fault)
    more = {"flag": found, "match": found.match, "form": form, "key": pages.new_key()}
    status = 422 if form.errors else 200
    shown = context(found.match.club, person, **more, tab="matches")
    return render(request, "matches/flag_settle.html", shown, status=status)
