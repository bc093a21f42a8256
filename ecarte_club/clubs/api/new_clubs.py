"""/api/v1/: clubs created with a code."""

from typing import Any

from django.conf import settings
from django.urls import path
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of, digest
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Scope
from ecarte_club.clubs.selectors.roles import guesses
from ecarte_club.clubs.services.accounts import EMAIL_MOST
from ecarte_club.clubs.services.clubs import LANGUAGES, NAME_MOST
from ecarte_club.clubs.services.new_clubs import (
    NewClub,
    club_invitation_create,
    club_start,
    club_start_with_account,
)
from ecarte_club.core.api import StrictChoice, StrictSerializer, StrictText, View
from ecarte_club.core.exceptions import Denied, Invalid
from ecarte_club.core.idempotency import Answer, actor_key, fingerprint, once
from ecarte_club.core.throttling import address
from games.engine.codes import CODES

from .clubs import ClubList as ClubListing
from .clubs import ClubOut
from .invitations import AccountIn

CODE_MOST = 40


class ClubIn(StrictSerializer):
    """`account`: to be created, for somebody without one; a user who signed in leaves it out."""

    start_code = StrictText(
        max_length=CODE_MOST, help_text="By which a club may be created; it works once."
    )
    name = StrictText(max_length=NAME_MOST)
    place = StrictText(max_length=NAME_MOST, required=False, allow_blank=True)
    code = StrictChoice(choices=list(CODES), required=False, help_text="The code of laws.")
    language = StrictChoice(
        choices=LANGUAGES,
        required=False,
        help_text="Of e-mails to people without an account; left out: that of the request.",
    )
    account = AccountIn(required=False)


class StartCodeIn(StrictSerializer):
    email = serializers.EmailField(max_length=EMAIL_MOST, help_text="Where the code is sent.")


class StartCodeOut(serializers.Serializer[Any]):
    expires_at = serializers.DateTimeField(help_text="Until when the code can be used.")


class ClubList(ClubListing):
    @extend_schema(request=ClubIn, responses={201: ClubOut})
    def post(self, request: Request) -> Response:
        """Create a club with a code, and become its committee."""
        given = self.validated(ClubIn)
        code, account = given.pop("start_code"), given.pop("account", None)
        actor, here = actor_of(request), (get_language() or "en")[:2]
        user = actor.user
        if user is None and account is None:
            raise NotAuthenticated(_("Sign in, or send the account to create."))
        if actor.token is not None and Scope.MANAGE not in actor.token.scopes:
            text = _("This token may not do this: it needs the scope %(scope)s.")
            raise Denied(text % {"scope": Scope.MANAGE.value})
        club = NewClub(**{"language": here, **given})

        def create() -> Answer:
            if user is not None:
                made = club_start(start_code=code, club=club, user=user)
            else:
                made = _with_account(code, club, {**(account or {}), "language": here})
            return Answer(201, dict(ClubOut(made).data))

        # The password leaves no trace, not even in a fingerprint.
        known = {name: text for name, text in (account or {}).items() if name != "password"}
        with guesses(address(request)):
            answer = once(
                who=actor_key(request) if user else f"club:{digest(code)[:40]}",
                key=request.headers.get("Idempotency-Key", ""),
                content=fingerprint(request.path, code, given, known),
                act=lambda: self.on_condition(request, create),
            )
        headers = {"Idempotency-Replayed": "true"} if answer.repeated else None
        return Response(answer.body, status=answer.status, headers=headers)


def _with_account(code: str, club: NewClub, account: dict[str, str]) -> Club:
    try:
        return club_start_with_account(start_code=code, club=club, **account)
    except Invalid as fault:
        is_account = fault.code in ("invalid_account", "other_email")
        raise fault.within("account") if is_account else fault from None


class StartCodes(View):
    @extend_schema(request=StartCodeIn, responses={201: StartCodeOut})
    def post(self, request: Request) -> Response:
        """Get a code by e-mail to create a club with, where the site takes new clubs."""
        given = self.validated(StartCodeIn)

        def act() -> Any:
            if settings.SIGN_UP != "open":
                text = _("This site sends no codes. Ask its operator for one.")
                raise Invalid("sign_up_closed", text, field="email")
            return StartCodeOut(club_invitation_create(email=given["email"])[0]).data

        return self.write(request, act, who=f"address:{address(request)}")


PATHS = [
    path("clubs", ClubList.as_view()),
    path("club-codes", StartCodes.as_view()),
]
