"""How a match comes to be played online: by invitation, or from where it is in play."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club, Player, Robot
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import club_rules, clubs, player_names
from ecarte_club.clubs.selectors.clubs import person as person_in
from ecarte_club.clubs.views.common import club_of, club_page, form_page
from ecarte_club.clubs.views.players import offering
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Denied, Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.engine.seats import Seat
from games.engine.terms import FormatKind
from games.matches.changes import drawn_pairing, open_fixtures_of
from games.matches.models import Event
from games.matches.services.matches import USUAL_GAMES, MatchTerms
from games.matches.views.match import match_of
from games.matches.views.start import NameField, TermsForm, event_choices
from games.online.models import Clock, OnlineTable
from games.online.selectors import tables as queries
from games.online.services import tables as services

STATUS = OnlineTable.Status
SPECTATORS = _("Let others watch")
SECOND = _("Agree on a second proposal")
PLAY = ("clock", "spectators", "second_proposal")
NAMED = ("guest", "event", "fixture")


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


class OpenForm(PlayForm, TermsForm):
    """Whom to invite, and what for."""

    guest = forms.ChoiceField(label=_("Who is invited"), required=False)
    event = forms.ChoiceField(label=_("Season"), required=False)
    fixture = forms.IntegerField(required=False, widget=forms.HiddenInput)

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
            **{name: given[name] for name in PLAY},
        }


@dataclass(frozen=True, slots=True)
class Planned:
    """What two players have to play against each other: a fixture, a board or a pairing."""

    guest: Player
    event: Event
    fixture: int | None
    title: str

    @classmethod
    def of(cls, request: HttpRequest, club: Club, person: Person) -> "Planned | None":
        """Named by the address; None where nothing of it is to be played."""
        asked = {name: whole_number(request.GET.get(name, "")) for name in NAMED}
        event = club.events.filter(pk=asked["event"] or 0).first()
        guest = clubs.players(person).filter(pk=asked["guest"] or 0).first()
        if event is None or guest is None or person.player_id in (None, guest.pk):
            return None
        pair = (person.player_id or 0, guest.pk)
        if event.drawn:
            drawn = drawn_pairing(event.pk, pair, asked["fixture"])
            return cls(guest, event, asked["fixture"], drawn.title) if drawn else None
        if event.of_teams:
            return cls(guest, event, None, event.name)
        titles = dict(open_fixtures_of(event.pk, pair))
        title = titles.get(asked["fixture"] or 0)
        if title is None:
            return None
        # Translators: a season, and a round of it with its day.
        text = gettext("%(event)s, %(title)s") % {"event": event.name, "title": title}
        return cls(guest, event, asked["fixture"], text)


class PlannedForm(PlayForm):
    def __init__(self, *args: Any, planned: Planned, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.planned = planned

    def arguments(self) -> dict[str, Any]:
        return {
            "guest": self.planned.guest.pk,
            "event_id": self.planned.event.pk,
            "fixture_id": self.planned.fixture,
            **{name: self.cleaned_data[name] for name in PLAY},
        }


@login_required
@form_page
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """To anybody, or for what two have to play."""
    club, person = club_of(request, slug)
    require(person, Act.PLAY_ONLINE)
    planned = Planned.of(request, club, person)
    chosen = {name: whole_number(request.GET.get(name, "")) for name in NAMED}
    form: PlannedForm | OpenForm
    if planned is not None:
        form = PlannedForm(request.POST or None, planned=planned)
    else:
        form = OpenForm(request.POST or None, club=club, person=person, initial=chosen)

    def act() -> OnlineTable:
        return services.table_open(by=person, **form.arguments())

    if answer := pages.submitted(request, form, act):
        return redirect("online_table", slug=slug, pk=answer.body)
    template = "new" if planned is None else "planned"
    shown = {
        "form": form,
        "planned": planned,
        "offering": offering(club.slug),
        "tab": "online",
    }
    return club_page(request, f"online/{template}.html", club, person, **shown)


class RobotForm(Form):
    level = forms.ChoiceField(
        label=_("Level"),
        choices=Robot.choices,
        widget=forms.RadioSelect,
        initial=Robot.BEGINNER,
        help_text=_(
            "The beginner follows the hints of old card books. The club player counts every hand "
            "that you may hold. The strong one also bids so that nobody can read its cards."
        ),
    )
    format = forms.ChoiceField(
        label=_("Format"),
        choices=[
            (FormatKind.ONE_GAME.value, _("One game")),
            (FormatKind.RUBBER.value, _("Rubber")),
        ],
        widget=forms.RadioSelect,
        initial=FormatKind.ONE_GAME.value,
    )

    def arguments(self, club: Club) -> dict[str, Any]:
        kind = FormatKind(self.cleaned_data["format"])
        rules = club_rules.of_club(club)
        terms = MatchTerms.under(rules, format=kind.value, games=USUAL_GAMES[kind])
        return {"robot": self.cleaned_data["level"], "terms": terms}


@login_required
@form_page
def robot(request: HttpRequest, slug: str) -> HttpResponse:
    """A friendly match with one, which begins at once."""
    club, person = club_of(request, slug)
    require(person, Act.PLAY_ONLINE)
    form = RobotForm(request.POST or None)

    def act() -> OnlineTable:
        return services.table_open(by=person, **form.arguments(club))

    if answer := pages.submitted(request, form, act):
        return redirect("online_table", slug=slug, pk=answer.body)
    return club_page(request, "online/robot.html", club, person, form=form, tab="online")


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
