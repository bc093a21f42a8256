"""A database that `migrate` has not seen yet: its operator is told what to do."""

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from ecarte_club.core import health

COMMANDS = [
    ("api_token", "ann@cercle.example"),
    ("archive", "cercle", "cercle.zip"),
    ("cells_map",),
    ("club", "Cercle", "--committee", "ann@cercle.example"),
    ("club_code",),
    ("move_club", "cercle", "--to", "https://south.example"),
    ("oidc_client", "https://south.example"),
    ("recount",),
    ("recount_ledger",),
    ("recount_ratings",),
    ("restore", "cercle.zip"),
    ("sample",),
]


@pytest.mark.django_db
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_command_says_what_is_missing(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.OIDC_PROVIDER = True
    monkeypatch.setattr(health, "unapplied", lambda: ["clubs.0001_initial", "clubs.0002_more"])
    with pytest.raises(CommandError, match=r"lacks 2 migrations.*run manage.py migrate"):
        call_command(*command)
