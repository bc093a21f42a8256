"""What the API's views have in common: who asks, and writes that are safe to repeat."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .actors import actor
from .receipts import Answer, fingerprint, once


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses a field it does not know: a misspelt one would be lost without a word."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(str(name) for name in data.keys() - self.fields.keys())
            if unknown:
                known = ", ".join(self.fields)
                text = _("There is no such field here. Known: %(known)s.") % {"known": known}
                raise serializers.ValidationError({name: [text] for name in unknown})
        return super().to_internal_value(data)


class StrictInteger(serializers.IntegerField):
    """A JSON number. "5", 5.0 and true are not whole numbers."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictText(serializers.CharField):
    """A JSON string. 5 and 5.0 are not text."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    """true or false. "yes" and 1 are neither."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictChoice(serializers.ChoiceField):
    """One of a few texts; what else was sent is told which."""

    default_error_messages = {"invalid_choice": gettext_lazy("Must be one of: {allowed}.")}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", allowed=", ".join(map(str, self.choices)))
        return data


class View(APIView):
    def given(self, form: type[StrictSerializer]) -> dict[str, Any]:
        """The request's content as `form` understands it. Raises: ValidationError."""
        serializer = form(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    def write(
        self, request: Request, act: Callable[[], Any], status: int = 201, *, who: str = ""
    ) -> Response:
        """`act` once for the request's Idempotency-Key; its answer again when repeated.

        `who`: whom the key is of, where nobody need be known to write.
        """
        if not who:
            require_sign_in(request)
        answer = once(
            who=actor(request) or who,
            key=request.headers.get("Idempotency-Key", ""),
            content=fingerprint(request.method, request.path, request.data),
            act=lambda: Answer(status, act()),
        )
        headers = {"Idempotency-Replayed": "true"} if answer.repeated else None
        return Response(answer.body, status=answer.status, headers=headers)


def require_sign_in(request: Request) -> None:
    if not actor(request):
        raise NotAuthenticated
