"""What a site needs before it is served, in one process: to start one takes seconds."""

import os

COMMANDS = (
    ("migrate", "--verbosity=0"),
    ("collectstatic", "--no-input", "--verbosity=0"),
    ("sample",),
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_club.settings")
    from django.core.management import execute_from_command_line

    for command in COMMANDS:
        execute_from_command_line(["manage.py", *command])


if __name__ == "__main__":
    main()
