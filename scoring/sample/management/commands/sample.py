from typing import Any

from django.core.management.base import BaseCommand

from games.matches.models import Entry
from scoring.sample.loading import load
from scoring.sample.people import PASSWORD, SIGN_INS, SLUG


class Command(BaseCommand):
    help = "Load the sample club once, and print its sign-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        if load():
            hands = Entry.objects.filter(match__club__slug=SLUG, kind=Entry.Kind.HAND).count()
            self.stdout.write(f"The sample club is loaded: {hands} hands.")
        self.stdout.write(
            "Sign-ins to try the site with. Everybody knows them: keep no real scores there."
        )
        for sign_in in SIGN_INS:
            self.stdout.write(f"  {sign_in.role:<10} {sign_in.email:<22} of {sign_in.club}")
        self.stdout.write(f"  The password of each is {PASSWORD}")
