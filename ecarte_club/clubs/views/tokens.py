from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from ecarte_club.clubs import services
from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Scope
from ecarte_club.clubs.selectors import clubs
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.pages import Form

from .common import faults_as_pages, signed_in

SCOPES = [
    (Scope.READ.value, _("Read clubs, players, matches, hands and standings")),
    (
        Scope.ENTER.value,
        _("Start matches, enter, confirm and flag results, mark players as present"),
    ),
    (Scope.CORRECT.value, _("Correct entries, with a reason, and close flags")),
    (Scope.MANAGE.value, _("Manage people, evenings, seasons and settings")),
]
DAYS = [(30, _("30 days")), (90, _("90 days")), (365, _("1 year"))]


class TokenForm(Form):
    name = forms.CharField(label=_("What it is for"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"), choices=SCOPES, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial=90)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def tokens(request: HttpRequest) -> HttpResponse:
    """The secret is shown in the answer to the making, and never again."""
    user = signed_in(request)
    initial = {"scopes": [Scope.READ.value]}
    form = TokenForm(request.POST or None, initial=initial)
    secret = ""
    if request.method == "POST" and form.is_valid():
        try:
            secret = _made_once(request, user, form)
            form = TokenForm(initial=initial)
        except Fault as fault:
            pages.tell(form, fault)
    listed = clubs.tokens_of(user)
    shown = {"form": form, "tokens": listed, "secret": secret, "key": pages.new_key()}
    return render(request, "clubs/tokens.html", shown, status=422 if form.errors else 200)


def _made_once(request: HttpRequest, user: User, form: TokenForm) -> str:
    """The secret. The receipt has only the token's id: a form sent twice cannot show it again."""
    secret = ""

    def make() -> int:
        nonlocal secret
        token, secret = services.token_make(user=user, **form.cleaned_data)
        return token.pk

    if pages.write(request, make).repeated:
        text = _(
            "This token was already created and its secret shown once. Revoke it "
            "and create another."
        )
        raise Invalid("secret_shown", text)
    return secret


@login_required
@require_POST
@faults_as_pages
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    services.token_revoke(user=signed_in(request), token_id=pk)
    return redirect("tokens")
