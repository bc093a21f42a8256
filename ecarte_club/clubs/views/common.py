"""Who looks at a page, and what a club's pages have in common."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, cast
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club, User
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.core import live, pages, problems
from ecarte_club.core.exceptions import Absent, Denied, Fault, Moved, TakenBack, TooOften
from ecarte_club.core.idempotency import actor_key
from ecarte_club.core.throttling import WINDOW

HOST_MOST = 100
NOT_CHOICES = {"csrfmiddlewaretoken", "key"}


def page(request: HttpRequest, fault: Fault, status: int | None = None) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problems.response(fault)
    if isinstance(fault, Moved):
        if request.method in ("GET", "HEAD"):
            return _redirected(request, fault)
        # A browser would not send a form on to another site with what signs it in there.
        status = HTTPStatus.GONE
    status = status or fault.status
    if "HX-Request" in request.headers:
        return _part(request, {"fault": fault, "again": again(request)}, status)
    is_plain = fault.status == 404 and not isinstance(fault, TakenBack)
    template = "errors/404.html" if is_plain else "errors/fault.html"
    answer = render(request, template, {"fault": fault}, status=status)
    for name, value in problems.headers_of(fault).items():
        answer[name] = value
    return answer


def _redirected(request: HttpRequest, moved: Moved) -> HttpResponse:
    headers = problems.redirect_headers(request, moved)
    if "HX-Request" in request.headers:
        # A script that asks for a part of a page opens the whole page there.
        shown = urlsplit(request.headers.get("HX-Current-URL", "")).path or "/"
        return HttpResponse(status=204, headers={"HX-Redirect": f"{moved.address}{shown}"})
    return HttpResponse(status=moved.status, headers=headers)


def signed_out(request: HttpRequest, back: str) -> HttpResponse:
    """Nothing was done: sign in, or come by the table's new code, and come `back` to what was
    chosen."""
    shown = sign_in_again(request, back)
    if "HX-Request" in request.headers:
        return _part(request, {**shown, "lost": request.method == "POST"}, 401)
    return HttpResponse(status=302, headers={"Location": str(shown["sign_in"])})


def sign_in_again(request: HttpRequest, back: str) -> dict[str, object]:
    """The address that leads back after signing in or typing the table's new code, and why."""
    ended = getattr(request, "phone_ended", False)
    if ended:
        address = f"{reverse('table_door')}?{urlencode({'back': back})}"
    else:
        address = f"{reverse('account_login')}?{urlencode({'next': back})}"
    return {"sign_in": address, "ended": ended, "over": getattr(request, "evening_over", False)}


def again(request: HttpRequest, address: str = "") -> str:
    """The page that was open, with what was chosen on it, and on which version of it."""
    address = address or urlsplit(request.headers.get("HX-Current-URL", "")).path or "/"
    chosen = {k: v for k, v in request.POST.items() if k not in NOT_CHOICES}
    return f"{address}?{urlencode(chosen)}" if chosen.keys() - {"version"} else address


def _part(request: HttpRequest, shown: dict[str, object], status: int) -> HttpResponse:
    answer = render(request, "errors/part.html", shown, status=status)
    answer["HX-Retarget"], answer["HX-Reswap"] = "#halt", "innerHTML"
    return answer


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, Absent())


def denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, Denied(_("You do not have permission to do this.")))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Plain, as a page asks for the name of the site, which may be what is wrong."""
    text = _("This request could not be read. Go back and try again.")
    if isinstance(exception, DisallowedHost):
        name = "".join(filter(str.isprintable, request.META.get("HTTP_HOST", "")))[:HOST_MOST]
        text = _(
            "This site does not answer to the name %(name)s. If it is your site, add the name to "
            "the setting ALLOWED_HOSTS, or start the site with make run HOST=0.0.0.0 for the "
            "phones in the room."
        ) % {"name": name.rpartition(":")[0] or name}
    if request.path.startswith("/api/"):
        fault = Fault("bad_request", text)
        fault.status = 400
        return problems.response(fault)
    return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """From the library that signs people in, which counts what came within the last minute."""
    text = _(
        "There were too many attempts from here. Wait a minute, then try again. If you have "
        "forgotten your password, ask for a new one instead of guessing."
    )
    fault = TooOften(text, wait=WINDOW)
    accepted = request.headers.get("Accept", "")
    if "json" in accepted and "text/html" not in accepted:
        return problems.response(fault)
    return page(request, fault)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    text = _("This form has expired. Go back, reload the page and send it again.")
    return page(request, Fault("csrf", text), status=403)


@csrf_exempt
def language_choose(request: HttpRequest) -> HttpResponse:
    """The form is on pages that all visitors share, which have no token: that it was sent from a
    page of the site is what the browser says; one that does not say it needs the token."""
    own = f"{request.scheme}://{request.get_host()}"
    is_own = request.headers.get("Origin") in (own, *settings.CSRF_TRUSTED_ORIGINS)
    choose: Callable[[HttpRequest], HttpResponse] = set_language
    return choose(request) if is_own else csrf_protect(choose)(request)


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def faults_as_pages(view: View[P]) -> View[P]:
    """A fault that no form could show becomes a page of its own."""

    @wraps(view)
    def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Fault as fault:
            return page(request, fault)

    return cast(View[P], answer)


def _page(*methods: str) -> Callable[[View[P]], View[P]]:
    def decorate(view: View[P]) -> View[P]:
        return require_http_methods(methods)(faults_as_pages(view))

    return decorate


# A page to look at, one with a form that it takes itself, and what only takes a form.
safe_page = _page("GET", "HEAD")
form_page = _page("GET", "HEAD", "POST")
post_page = _page("POST")


def signed_in(request: HttpRequest) -> User:
    """For views behind login_required."""
    return cast(User, request.user)


def club_of(request: HttpRequest, slug: str) -> tuple[Club, Person]:
    return clubs.club(actor_of(request), slug)


def context(club: Club, person: Person, **more: Any) -> dict[str, Any]:
    """`may` holds the acts allowed here, by name: templates ask it and nothing else."""
    return {
        "club": club,
        "person": person,
        "may": {act.value: person.may(act) for act in Act},
        **more,
    }


def club_page(
    request: HttpRequest, template: str, club: Club, person: Person, status: Any = 0, **shown: Any
) -> HttpResponse:
    """Of the club, with a `key` for its forms. A `fault` or errors of `form` set the status."""
    form, fault = shown.get("form"), shown.get("fault")
    status = status or (fault.status if fault else 422 if form is not None and form.errors else 200)
    shown.setdefault("key", pages.new_key())
    return render(request, template, context(club, person, **shown), status=status)


def identified(view: View[P]) -> View[P]:
    """For who signed in, or came in by a table's code; others are asked to sign in."""

    @wraps(view)
    def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not actor_key(request):
            return signed_out(request, request.get_full_path())
        return view(request, *args, **kwargs)

    return cast(View[P], answer)


def site(request: HttpRequest) -> dict[str, object]:
    """What every page needs to know of the site."""
    return {
        "live_url": settings.LIVE_URL,
        "live_silence": round(live.silence() * 1000),
        "single_sign_on": settings.SINGLE_SIGN_ON,
        "password_sign_in": settings.PASSWORD_SIGN_IN,
    }
