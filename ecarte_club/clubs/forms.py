from typing import Any

from allauth.account.forms import LoginForm

from ecarte_club.wire.forms import dress


class SignInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("login", "password"):
            self.fields[name].widget.attrs.pop("placeholder", None)
        dress(self)
