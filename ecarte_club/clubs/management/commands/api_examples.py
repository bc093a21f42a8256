from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from ecarte_club.clubs.api.examples import markdown

BEGIN = "## Worked examples\n\n"


def page_with(page: str) -> str:
    """The page with its last part, the examples, as they are now."""
    with translation.override("en"):
        return page.partition(BEGIN)[0] + BEGIN + markdown()


class Command(BaseCommand):
    help = "Write the worked examples into docs/api.md."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR, "docs", "api.md")
        path.write_text(page_with(path.read_text(encoding="utf-8")), encoding="utf-8")
