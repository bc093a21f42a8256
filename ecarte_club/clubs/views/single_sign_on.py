"""The way to the OpenID provider and back; django-allauth does the walking."""

from allauth.socialaccount.providers.openid_connect import views
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from requests import RequestException

from ecarte_club.clubs.single_sign_on import failure_page, fault_of


@never_cache
@require_POST
def login(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    """To the provider, which may be away."""
    try:
        answer: HttpResponseBase = views.login(request, provider_id)
    except (RequestException, LookupError, ValueError) as error:
        is_away = isinstance(error, RequestException)
        return failure_page(request, fault_of(error if is_away else RequestException(str(error))))
    return answer


@never_cache
@require_GET
def callback(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    """Back with a code, which is good once."""
    try:
        answer: HttpResponseBase = views.callback(request, provider_id)
    except (LookupError, ValueError) as error:
        return failure_page(request, fault_of(error))
    return answer


def passwords_off(request: HttpRequest) -> HttpResponse:
    return redirect("account_login")
