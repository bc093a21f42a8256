from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Nobody makes an account of his own: the committee gives it."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
