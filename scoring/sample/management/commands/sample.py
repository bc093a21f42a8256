from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ecarte_club.core.management.migrated import require_migrated
from games.matches.models import Entry
from scoring.sample.loading import PartlyThere, load
from scoring.sample.people import PASSWORD, SIGN_INS, SLUG
from scoring.sample.removing import removal, remove


class Command(BaseCommand):
    help = "Load the sample club once, and print its sign-ins; or remove it."
    # `migrate` has checked, which comes before.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="with all that is in it by now")
        parser.add_argument("--no-input", action="store_true", help="do not ask before removing")

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        if options["remove"]:
            self.remove(ask=not options["no_input"])
            return
        try:
            is_new = load()
        except PartlyThere as partly:
            raise CommandError(
                "A part of the sample is here already, such as one of its clubs from an archive: "
                "the rest is not loaded beside it. manage.py sample --remove takes it out."
            ) from partly
        if is_new:
            hands = Entry.objects.filter(match__club__slug=SLUG, kind=Entry.Kind.HAND).count()
            self.stdout.write(f"The sample club is loaded: {hands} hands.")
        self.stdout.write(
            "Sign-ins to try the site with. Everybody knows them: keep no real scores there."
        )
        for sign_in in SIGN_INS:
            self.stdout.write(f"  {sign_in.role:<10} {sign_in.email:<22} of {sign_in.club}")
        self.stdout.write(f"  The password of each is {PASSWORD}")
        self.stdout.write(
            f"To play online: /clubs/{SLUG}/online/\n"
            f"  Take the open seat as {SIGN_INS[3].email}, and play the other side in a private\n"
            f"  window as {SIGN_INS[-2].email}."
        )

    def remove(self, *, ask: bool) -> None:
        numbers = removal()
        if not numbers:
            raise CommandError("There is no sample club here.")
        self.stdout.write("The sample clubs go, with everything that was entered in them:")
        for name, number in numbers.items():
            self.stdout.write(f"  {number:>7} {name}")
        if ask and input("Type yes to remove them for good: ") != "yes":
            raise CommandError("Nothing was removed.")
        remove()
        self.stdout.write("The sample clubs are removed.")
