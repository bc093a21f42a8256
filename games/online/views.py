"""Pages of tables online: the lobby, an invitation, and the table itself."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import clubs, player_names
from ecarte_club.clubs.selectors.clubs import person as person_in
from ecarte_club.clubs.views.common import club_of, club_page, form_page, safe_page
from ecarte_club.clubs.views.players import offering
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault
from ecarte_club.core.live import ticket
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.engine.seats import Seat
from games.matches.views.match import match_of
from games.matches.views.start import NameField, TermsForm, event_choices

from .labels import table_words
from .live import come
from .models import Clock, OnlineTable
from .selectors import tables as queries
from .selectors.places import own_tables
from .selectors.states import Audience, state_of, topic
from .selectors.transcripts import transcript_file
from .services import tables as services
from .services.sweeping import sweep_table

LISTED = 12
STATUS = OnlineTable.Status
SPECTATORS = _("Let others watch")
SECOND = _("Agree on a second proposal")


class PlayForm(Form):
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=Clock.choices,
        widget=forms.RadioSelect,
        initial=Clock.NONE,
        help_text=_("Out of time, a player abandons the hand (law 42)."),
    )
    spectators = forms.BooleanField(label=SPECTATORS, required=False, initial=True)
    second_proposal = forms.BooleanField(
        label=SECOND,
        required=False,
        help_text=_("Under laws that have one proposal otherwise."),
    )


class OpenForm(TermsForm):
    """Whom to invite, and what for."""

    guest = forms.ChoiceField(label=_("Who is invited"), required=False)
    event = forms.ChoiceField(label=_("Season"), required=False)
    fixture = forms.IntegerField(required=False, widget=forms.HiddenInput)
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=Clock.choices,
        widget=forms.RadioSelect,
        initial=Clock.NONE,
        help_text=_("Out of time, a player abandons the hand (law 42)."),
    )
    spectators = forms.BooleanField(label=SPECTATORS, required=False, initial=True)
    second_proposal = forms.BooleanField(
        label=SECOND,
        required=False,
        help_text=_("Under laws that have one proposal otherwise."),
    )

    def __init__(self, *args: Any, club: Club, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        self.choose("event", event_choices(club))
        self.offers_names = player_names.are_many(person)
        if self.offers_names:
            label = self.fields["guest"].label
            self.fields["guest"] = NameField(club, person, label=label, required=False)
        else:
            rows = clubs.players(person).members_first()
            others = [(str(one.pk), one.name) for one in rows if one.pk != person.player_id]
            self.choose("guest", [("", _("Whoever comes first")), *others])
        for name in ("format", "games", "code"):
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        for name in ("format", "games", "code"):
            if not given.get("event") and name not in self.errors and not given.get(name):
                self.add_error(name, _("Required for a friendly match."))
        return given

    def arguments(self) -> dict[str, Any]:
        given = self.cleaned_data
        event, guest = given["event"], given["guest"]
        return {
            "guest": int(guest) if guest else None,
            "event_id": int(event) if event else None,
            "fixture_id": given["fixture"] if event else None,
            "terms": None if event else self.terms(),
            **{name: given[name] for name in ("clock", "spectators", "second_proposal")},
        }


@safe_page
def lobby(request: HttpRequest, slug: str) -> HttpResponse:
    """What is played online in the club, and where one can sit down."""
    club, person = club_of(request, slug)
    rows = list(queries.in_club(club.pk, person).exclude(status=STATUS.CLOSED)[: 4 * LISTED])
    queries.veil_tables(rows, person)
    turns = [one.table.pk for one in own_tables(person) if one.is_turn]
    here = [row for row in rows if queries.seat_of(row, person) is not None]
    running = [row for row in here if row.status in (STATUS.OPEN, STATUS.PLAYING)]
    own = sorted(running, key=lambda row: row.pk not in turns)
    others = [row for row in rows if row not in own]
    return club_page(
        request,
        "online/lobby.html",
        club,
        person,
        own=own,
        turns=turns,
        waiting=[row for row in others if row.status == STATUS.OPEN and row.guest_id is None],
        playing=[row for row in others if row.status == STATUS.PLAYING],
        over=[row for row in others if row.status == STATUS.OVER][:LISTED],
        tab="online",
    )


@login_required
@form_page
def new(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.PLAY_ONLINE)
    chosen = {
        name: whole_number(request.GET.get(name, "")) for name in ("guest", "event", "fixture")
    }
    form = OpenForm(request.POST or None, club=club, person=person, initial=chosen)

    def act() -> OnlineTable:
        return services.table_open(by=person, **form.arguments())

    if answer := pages.submitted(request, form, act):
        return redirect("online_table", slug=slug, pk=answer.body)
    shown = {"form": form, "offering": offering(club.slug), "tab": "online"}
    return club_page(request, "online/new.html", club, person, **shown)


@login_required
@form_page
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A match that is in play goes on online."""
    found, person = match_of(request, slug, pk)
    require_own = person.player_id in found.player_ids
    if not (require_own and person.may(Act.PLAY_ONLINE)):
        require(person, Act.START_ANY)
    known = queries.of_match(found)
    if known is not None and known.status == STATUS.PLAYING:
        return redirect("online_table", slug=slug, pk=known.pk)
    form = PlayForm(request.POST or None)

    def act() -> OnlineTable:
        return services.table_of_match(by=person, match=found, **form.cleaned_data)

    if answer := pages.submitted(request, form, act):
        return redirect("online_table", slug=slug, pk=answer.body)
    shown = {"form": form, "match": found, "tab": "online"}
    return club_page(request, "online/match.html", found.club, person, **shown)


@form_page
def invitation(request: HttpRequest, word: str) -> HttpResponse:
    """By its link, which whoever has it may use who is a player of the club."""
    table = queries.by_code_word(word)
    person = person_in(actor_of(request), table.club_id)
    if not person.may(Act.PLAY_ONLINE):
        if not request.user.is_authenticated:
            return redirect(f"{reverse('account_login')}?next={request.path}")
        raise Denied(_("This invitation is for players of the club. Ask the committee to add you."))
    seat = queries.seat_of(table, person)
    if table.status != STATUS.OPEN or seat is Seat.A:
        return redirect("online_table", slug=table.club.slug, pk=table.pk)
    fault = None
    if request.method == "POST":
        act = services.table_accept
        if request.POST.get("act") == "decline":
            act = services.table_withdraw
        try:
            pages.write(request, lambda: act(by=person, table=table))
            return redirect("online_table", slug=table.club.slug, pk=table.pk)
        except Fault as refused:
            fault = refused
    shown = {
        "table": table,
        "fault": fault,
        "is_guest": seat is Seat.B,
        "tab": "online",
    }
    return club_page(request, "online/invitation.html", table.club, person, **shown)


@safe_page
def table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = queries.table(actor_of(request), pk)
    if found.club.slug != slug:
        raise Absent
    found = sweep_table(found)
    seat = queries.seat_of(found, person)
    if found.status == STATUS.OPEN and seat is not Seat.A:
        return redirect("online_invitation", word=found.code_word)
    queries.veil_tables([found], person)
    audience = Audience.of(found, person)
    if seat is not None:
        come(found, seat)
    state = state_of(found, audience)
    names = {one: state["players"][one]["name"] for one in ("a", "b")}
    near = str(audience.seat or audience.backs or Seat.A)
    shown = {
        "state": state,
        "words": table_words(),
        "addresses": _addresses(found),
        "api": f"/api/v1/online-tables/{pk}",
        "ticket": ticket(topic(found, audience)),
        "live_url": settings.LIVE_URL,
        "back_name": _("Online tables"),
        "near": names[near],
        "far": names["b" if near == "a" else "a"],
        **names,
        "tab": "online",
    }
    return club_page(request, "online/table.html", found.club, person, **shown)


@safe_page
def transcript(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """As a file, to be kept or checked."""
    found, _person = queries.table(actor_of(request), pk)
    if found.club.slug != slug:
        raise Absent
    name = f'attachment; filename="ecarte-{pk}.json"'
    headers = {"Content-Disposition": name}
    return HttpResponse(transcript_file(found), content_type="application/json", headers=headers)


def _addresses(table: OnlineTable) -> dict[str, str]:
    slug, match_id = table.club.slug, table.match_id
    lobby_address = reverse("online", args=(slug,))
    code = table.match.code if table.match else table.code
    site = settings.SITE_URL.rstrip("/")
    addresses = {
        "back": lobby_address,
        "lobby": lobby_address,
        "law": reverse("law", args=(code, 0)),
        "invitation": f"{site}{reverse('online_invitation', args=(table.code_word,))}",
    }
    if match_id is not None:
        addresses["match"] = reverse("match", args=(slug, match_id))
    if table.opened_link:
        addresses |= {
            "transcript": reverse("online_transcript", args=(slug, table.pk)),
            "verify": reverse("verify"),
        }
    return addresses
