"""The committee's invitations, and the page that the link of one leads to."""

from functools import partial
from typing import Any

from django import forms
from django.contrib.auth import login
from django.contrib.auth import password_validation as passwords
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from ecarte_club.clubs.authentication import actor_of, digest
from ecarte_club.clubs.models import Invitation, InvitationState, Office, Player, User
from ecarte_club.clubs.permissions import Act, Person, Role, require
from ecarte_club.clubs.selectors import roles
from ecarte_club.clubs.selectors import roles as reading
from ecarte_club.clubs.services import roles as role_services
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from ecarte_club.core.sentences import or_list
from ecarte_club.core.throttling import address

from .common import club_of, club_page, form_page, safe_page

PAGE, SUGGESTED_MOST = 60, 200
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class InvitationForm(Form):
    player = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("A player without an account. Add new players first."),
        widget=forms.TextInput(attrs={"list": "claimable", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), required=False)
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        help_text=gettext_lazy(
            "The link is sent to this address. If you leave it empty, pass the link on yourself."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offices = [(role.value, str(role.label)) for role in Office.OFFICES]
        self.choose("role", [("", _("Member only")), *offices])


class JoinForm(Form):
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        max_length=128,
        strip=False,
        help_text=gettext_lazy("At least ten characters. Several words work well."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


@never_cache
@form_page
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """The link is shown in the answer to the making, and in no list."""
    club, person = club_of(request, slug)
    state = _state(request)
    initial = {"player": request.GET.get("player", ""), "role": request.GET.get("role", "")}
    form = InvitationForm(request.POST or None, initial=_initial(person, initial))
    made: Invitation | None = None

    def make() -> Invitation:
        given = form.cleaned_data
        return role_services.invitation_make(
            by=person,
            player_id=_player_id(person, given["player"]),
            role=Role(given["role"]) if given["role"] else None,
            email=given["email"],
        )

    if answer := pages.submitted(request, form, make):
        made = Invitation.objects.select_related("player").get(pk=int(str(answer.body)))
        form = InvitationForm()
    found = reading.invitations(person, state)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    shown = {
        "page": page,
        "listed": [_line(one) for one in page.object_list],
        "states": InvitationState.choices,
        "state": state or "",
        "form": form,
        "claimable": _claimable(person).values_list("name", flat=True)[:SUGGESTED_MOST],
        "made": made,
        "sent": whole_number(request.GET.get("sent", "")),
        "link": reading.link_of(made) if made else "",
        "tab": "committee",
    }
    return club_page(request, "clubs/invitations.html", club, person, **shown)


@safe_page
def invitations_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page shows, all pages of it."""
    club, person = club_of(request, slug)
    found = reading.invitations(person, _state(request))
    return csv_files.download(f"{club.slug}-invitations.csv", roles.invitations_csv(found))


def _state(request: HttpRequest) -> InvitationState | None:
    """The one that the list is filtered by."""
    state = request.GET.get("state")
    return InvitationState(state) if state in InvitationState.values else None


def _initial(person: Person, initial: dict[str, str]) -> dict[str, str]:
    """An address may have the id of a player, whom the form shows by name and id."""
    pk = whole_number(initial["player"])
    player = _claimable(person).filter(pk=pk).first() if pk else None
    return {**initial, "player": _label(player) if player else ""}


def _label(player: Player) -> str:
    return f"{player.name} ({player.pk})"


def _claimable(person: Person) -> Any:
    return Player.objects.current().filter(club_id=person.club_id, user=None, left_on=None)


def _player_id(person: Person, typed: str) -> int | None:
    """Of a name, or of a name with its id as `_label` writes it. Raises: Invalid."""
    typed = " ".join(typed.split())
    if not typed:
        return None
    _name, _space, end = typed.rpartition(" (")
    pk = whole_number(end.removesuffix(")")) if end.endswith(")") else None
    found = _claimable(person)
    meant = list(found.filter(pk=pk) if pk else found.filter(name__iexact=typed)[:10])
    if len(meant) == 1:
        return int(meant[0].pk)
    if meant:
        names = or_list(_label(player) for player in meant)
        text = _("Several players have this name. Write one of these: %(names)s.") % {
            "names": names
        }
    else:
        text = _("Must be the name of a player of this club without an account.")
    raise Invalid("unknown_player", text, field="player")


def _line(invitation: Invitation) -> dict[str, Any]:
    state = invitation.state
    role = str(Role(invitation.role).label) if invitation.role else ""
    name = invitation.player.name if invitation.player else ""
    return {
        "invitation": invitation,
        "to": " · ".join(filter(None, (name, role))),
        "state": state.label,
        "is_open": state is InvitationState.OPEN,
        "key": pages.new_key(),
    }


@form_page
def invitation_revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What it led to, before it is withdrawn."""
    club, person = club_of(request, slug)
    invitation = reading.invitations(person).filter(pk=pk).first()
    if invitation is None:
        raise Absent
    if request.method == "POST":
        require(person, Act.INVITE)
        pages.write(request, lambda: role_services.invitation_revoke(by=person, invitation_id=pk))
        return redirect("invitations", slug=slug)
    shown = {"line": _line(invitation), "tab": "committee"}
    return club_page(request, "clubs/invitation_revoke.html", club, person, **shown)


@never_cache
@form_page
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Looking changes nothing. Who signed in accepts as themselves; others make an account."""
    user = actor_of(request).user
    try:
        with reading.guesses(address(request)):
            found = reading.of_secret(secret)
    except Invalid as refusal:
        if own := reading.used_by(secret, user):
            return redirect("club", own.club.slug)
        return render(request, "clubs/invitation_bad.html", {"fault": refusal}, status=410)
    initial = {"email": found.email, "name": found.player.name if found.player else ""}
    form = JoinForm(None if user else request.POST or None, initial=initial)
    fault: Fault | None = None
    if request.method == "POST" and (user is not None or form.is_valid()):
        try:
            with reading.guesses(address(request)):
                return _accepted(request, secret, user, form)
        except Fault as refused:
            fault = refused
            if user is None:
                pages.tell(form, refused)
    shown = {
        "invitation": found,
        "inviting": found.club,
        "role": str(Role(found.role).label) if found.role else "",
        "form": form,
        "fault": fault,
        "rules": passwords.password_validators_help_texts(),
        "key": pages.new_key(),
    }
    return render(
        request, "clubs/invitation.html", shown, status=422 if form.errors or fault else 200
    )


def _accepted(request: HttpRequest, secret: str, user: User | None, form: JoinForm) -> HttpResponse:
    """To the club, with a session that nobody else can know."""
    if user is not None:
        accept = partial(role_services.invitation_accept, secret=secret, user=user)
        done = pages.write(request, lambda: accept().club.slug)
        request.session.cycle_key()
        return redirect("club", str(done.body))
    done = pages.write(
        request,
        lambda: role_services.invitation_join(
            secret=secret, language=(get_language() or "en")[:2], **form.cleaned_data
        ).club.slug,
        who=f"invitation:{digest(secret)[:40]}",
    )
    if done.repeated:
        return redirect("account_login")
    joined = User.objects.get(email=form.cleaned_data["email"].strip().lower())
    login(request, joined, backend=BACKEND)
    return redirect("club", str(done.body))
