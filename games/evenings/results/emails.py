"""What the letter of an evening's results says."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Count, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from ecarte_club.clubs.models import User
from games.evenings.models import Evening, Letter

from .selectors import evening_results


@dataclass(frozen=True, slots=True)
class Post:
    """How many letters an evening has, and how many of them are sent."""

    written: int
    sent: int

    @property
    def waiting(self) -> int:
        return self.written - self.sent


def post_of(evening: Evening) -> Post:
    found = Letter.objects.filter(evening=evening).aggregate(
        written=Count("pk"), sent=Count("pk", filter=Q(sent_at__isnull=False))
    )
    return Post(found["written"], found["sent"])


def message(letter: Letter, user: User) -> EmailMultiAlternatives:
    """In his language. Its Message-ID is the same however often it is made: a mailbox that gets
    it twice, because a worker died at the wrong moment, can tell."""
    evening, slug = letter.evening, letter.evening.club.slug
    with translation.override(user.language):
        results = evening_results(evening)
        leaves = _address("choices", slug)
        shown = {
            "club": evening.club,
            "evening": evening,
            "results": results,
            "own": next((one for one in results.lines if one.player == letter.player), None),
            "page": _address("evening_results", slug, evening.pk),
            "choices": leaves,
        }
        subject = render_to_string("evenings/emails/results_subject.txt", shown)
        made = EmailMultiAlternatives(
            " ".join(subject.split()),
            render_to_string("evenings/emails/results.txt", shown),
            to=[user.email],
            headers={
                "Message-ID": message_id(letter),
                "List-Unsubscribe": f"<{leaves}>",
                "Auto-Submitted": "auto-generated",
            },
        )
        made.attach_alternative(
            render_to_string("evenings/emails/results.html", shown), "text/html"
        )
    return made


def message_id(letter: Letter) -> str:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return f"<results.{letter.evening_id}.{letter.pk}@{host}>"


def _address(name: str, *arguments: object) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)
