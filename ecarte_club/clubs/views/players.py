"""The players of a club: found, sorted, added, changed, merged, and exported."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import members, player_names
from ecarte_club.clubs.selectors.members import DETAILS, Filters, Status, members_csv
from ecarte_club.clubs.services.accounts import EMAIL_MOST
from ecarte_club.clubs.services.member_details import NOTE_MOST, SHORT_MOST, Details
from ecarte_club.clubs.services.members import (
    NAME_MOST,
    NamesAlike,
    player_add,
    player_change,
)
from ecarte_club.core import csv_files, pages
from ecarte_club.core.days import DayField
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale
from ecarte_club.core.pages import Form

from .common import club_of, club_page, faults_as_pages, form_page, safe_page

PAGE = 60
STATUSES = (
    (Status.PLAYING, gettext_lazy("Current players")),
    (Status.LEFT, gettext_lazy("Former players")),
    (Status.ALL, gettext_lazy("All, including former players")),
)
SIGN_INS = (
    ("", gettext_lazy("With or without an account")),
    ("yes", gettext_lazy("With an account")),
    ("no", gettext_lazy("Without an account")),
)
EMAILS = (
    ("", gettext_lazy("With or without an e-mail address")),
    ("yes", gettext_lazy("With an e-mail address")),
    ("no", gettext_lazy("Without an e-mail address")),
)
LICENCES = (
    ("", gettext_lazy("With or without a licence")),
    ("yes", gettext_lazy("With a licence")),
    ("no", gettext_lazy("Without a licence")),
)
T = TypeVar("T")
OFFERS = "player-names"


class PlayerForm(Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_MOST)
    confirm_name = forms.BooleanField(
        label=gettext_lazy("This is somebody else: use the name all the same"), required=False
    )
    alike: Sequence[Mapping[str, Any]] = ()

    @property
    def asks_name(self) -> bool:
        """Whether the name is taken for another's, and who typed it says whose it is."""
        return bool(self.alike or self.data.get("confirm_name"))

    def noting_alike(self, act: Callable[[], T]) -> T:
        """For the page to name and link the players who are meant. Raises: what `act` raises."""
        try:
            return act()
        except NamesAlike as fault:
            self.alike = fault.alike
            raise


@form_page
def players(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    asked = _filters(request, person)
    found = members.players(person, asked)
    form = PlayerForm(request.POST or None)
    if request.method == "POST":
        require(person, Act.ADD_PLAYER)

    def add() -> Player:
        return form.noting_alike(lambda: player_add(by=person, **form.cleaned_data))

    if pages.submitted(request, form, add):
        return redirect("players", slug=slug)
    page = Paginator(found.values_list("pk", flat=True), PAGE).get_page(request.GET.get("page"))
    shown = {
        "page": page,
        "members": members.members(list(page.object_list)),
        "form": form,
        "asked": asked,
        "statuses": [(name, text, name == asked.status) for name, text in STATUSES],
        "sign_ins": [(name, text, name == asked.sign_in) for name, text in SIGN_INS],
        "emails": [(name, text, name == asked.email) for name, text in EMAILS],
        "licences": [(name, text, name == asked.licence) for name, text in LICENCES],
        "columns": list(_columns(request.GET, asked.sort, person)),
        "tab": "players",
    }
    return club_page(request, "clubs/players.html", club, person, **shown)


@safe_page
def players_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page shows, all pages of it."""
    club, person = club_of(request, slug)
    found = members.players(person, _filters(request, person))
    body = members_csv(
        members.members(list(found.values_list("pk", flat=True))),
        with_details=person.may(Act.SEE_DETAILS),
    )
    return csv_files.download(f"{club.slug}-players.csv", body)


def _filters(request: HttpRequest, person: Person) -> Filters:
    """An address that was bent, or is for the committee, shows the usual list."""
    try:
        filters = Filters.of(request.GET)
    except Invalid:
        return Filters()
    may_read = person.may(Act.SEE_DETAILS) or not filters.reads_details
    return filters if may_read else Filters()


def _columns(query: QueryDict, sort: str, person: Person) -> Iterable[dict[str, Any]]:
    """The heads of the table: each sorts by itself, and turns the order when it does already.

    Names and joining begin with the first, matches with the most and the newest.
    """
    heads: tuple[tuple[str, str, str, str], ...] = (
        ("name", _("Player"), "", ""),
        ("played", _("Last match"), "-", "num"),
        ("matches", _("Matches"), "-", "num"),
        ("added", _("In the club since"), "", "num fold"),
    )
    if person.may(Act.SEE_DETAILS):
        licence = ("licence", _("Licence number"), "", "fold")
        heads = (*heads, licence, ("until", _("Member until"), "", "num fold"))
    for name, text, first, style in heads:
        now = sort.removeprefix("-") == name
        other = "" if sort.startswith("-") else "-"
        turned = query.copy()
        turned.pop("page", None)
        turned["sort"] = f"{other if now else first}{name}"
        way = "descending" if sort.startswith("-") else "ascending"
        address, way = f"?{turned.urlencode()}", way if now else ""
        yield {"text": text, "style": style, "address": address, "way": way}


@faults_as_pages
def names(request: HttpRequest, slug: str) -> HttpResponse:
    """The choices of a field's list: `q`, or what is in the field that asks."""
    _club, person = club_of(request, slug)
    require(person, Act.SEE_CLUB)
    asking = request.headers.get("HX-Trigger-Name", "")
    typed = request.GET.get("q") or request.GET.get(asking, "")
    return render(request, "clubs/names.html", {"names": player_names.offered(person, typed)})


def offering(slug: str) -> dict[str, str]:
    """Attributes of a text field that offers the club's names; without scripts it is plain."""
    return {
        "list": OFFERS,
        "autocomplete": "off",
        "hx-get": reverse("player_names", args=[slug]),
        "hx-trigger": "input changed delay:150ms",
        "hx-target": f"#{OFFERS}",
        "hx-swap": "innerHTML",
    }


class ChangeForm(PlayerForm):
    left_on = DayField(
        label=gettext_lazy("Left on"),
        required=False,
        help_text=gettext_lazy(
            "Leave this empty for a current member. A player with a date here is "
            "not offered for new matches and loses access to the club; their "
            "results stay."
        ),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        max_length=EMAIL_MOST,
        help_text=gettext_lazy("Invitations are sent to this address."),
    )
    phone = forms.CharField(
        label=gettext_lazy("Phone"),
        required=False,
        max_length=SHORT_MOST,
        widget=forms.TextInput(attrs={"type": "tel"}),
    )
    licence = forms.CharField(
        label=gettext_lazy("Licence number"), required=False, max_length=SHORT_MOST
    )
    member_until = DayField(
        label=gettext_lazy("Member until"),
        required=False,
        help_text=gettext_lazy(
            "The last day of membership. After it the player is listed as a former player and "
            "offered last, but may still play and keeps the account."
        ),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=NOTE_MOST,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("For the committee alone. The player does not see it."),
    )

    def __init__(self, *args: Any, with_details: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.with_details = with_details
        if not with_details:
            for name in DETAILS:
                del self.fields[name]

    def change(self) -> dict[str, Any]:
        """What `player_change` takes."""
        fields = {name: value for name, value in self.cleaned_data.items() if name not in DETAILS}
        return {**fields, "details": Details.of(self.cleaned_data) if self.with_details else None}


def player_of(club: Club, pk: int) -> Player:
    """Raises: Absent when the club has no such player, or they were made anonymous."""
    player = Player.objects.select_related("club", "merged_into").filter(club=club, pk=pk).first()
    if player is None or player.anonymised_at:
        raise Absent
    return player


@login_required
@form_page
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.CHANGE_PLAYER)
    player = player_of(club, pk)
    if player.merged_into_id:
        return redirect("player_change", slug=slug, pk=player.merged_into_id)
    with_details = person.may(Act.SEE_DETAILS)
    names = ("name", "left_on", *(DETAILS if with_details else ()))
    initial = {name: getattr(player, name) for name in names}
    form = ChangeForm(request.POST or None, initial=initial, with_details=with_details)
    stale, version = False, pages.posted_version(request)
    if request.method == "POST" and form.is_valid():
        act = partial(player_change, by=person, player=player, version=version)
        try:
            pages.write(request, lambda: form.noting_alike(lambda: act(**form.change())))
            return redirect("players", slug=slug)
        except Stale:
            stale = True
        except Fault as fault:
            pages.tell(form, fault)
    merges = player.merges.filter(undone_at=None).select_related("gone", "made_by")
    shown = {"player": player, "form": form, "stale": stale, "merges": merges, "tab": "players"}
    status = 409 if stale else 422 if form.errors else 200
    return club_page(request, "clubs/player_change.html", club, person, status=status, **shown)
