from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Scope
from ecarte_club.clubs.services.accounts import token_make
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.management.migrated import require_migrated


class Command(BaseCommand):
    help = "Print a new API token of an account; it is shown only once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--scope", action="append", choices=[scope.value for scope in Scope])
        parser.add_argument("--days", type=int, default=30)

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        user = User.objects.filter(email=options["email"].lower(), is_active=True).first()
        if user is None:
            raise CommandError(f"No active account has the address {options['email']}.")
        scopes = [Scope(scope) for scope in options["scope"] or (Scope.READ, Scope.ENTER)]
        try:
            _token, secret = token_make(
                user=user, name="manage.py api_token", scopes=scopes, days=options["days"]
            )
        except Invalid as invalid:
            raise CommandError(f"{invalid.detail} {invalid.errors}") from invalid
        self.stdout.write(secret)
