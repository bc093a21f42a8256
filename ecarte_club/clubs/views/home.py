from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ecarte_club.clubs.api import examples
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.selectors import clubs
from ecarte_club.clubs.selectors.new_clubs import has_clubs

from .common import faults_as_pages


@faults_as_pages
def home(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    own = list(clubs.clubs_of(actor))
    others = clubs.visible_clubs(actor).exclude(pk__in=[club.pk for club in own])[:100]
    shown = {
        "own": own,
        "others": others,
        "is_empty": not has_clubs(),
        "takes_clubs": settings.SIGN_UP != "closed",
        "tab": "home",
    }
    return render(request, "clubs/home.html", shown)


def api_guide(request: HttpRequest) -> HttpResponse:
    return render(request, "clubs/api_guide.html", {"schema": reverse("api_schema")})


def developers(request: HttpRequest) -> HttpResponse:
    """Worked examples, with the address of this site."""
    values = {**examples.SHOWN, "site": settings.SITE_URL.rstrip("/")}
    shown = [
        {
            "name": one.name,
            "title": one.title,
            "text": _with_code(one.text),
            "curl": examples.curl(one, values),
            "answer": examples.answered(one, values),
        }
        for one in examples.EXAMPLES
    ]
    verifying = {
        "verify": examples.VERIFY,
        "verify_title": examples.VERIFY_TITLE,
        "verify_text": examples.VERIFY_TEXT,
    }
    return render(request, "clubs/developers.html", {"examples": shown, **verifying})


def _with_code(text: object) -> SafeString:
    """What stands between backticks is code."""
    parts = enumerate(str(text).split("`"))
    told = (format_html("<code>{}</code>" if at % 2 else "{}", part) for at, part in parts)
    return format_html_join("", "{}", ((one,) for one in told))
