"""What the letter with a member's statement says."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from ecarte_club.clubs.models import User

from .labels.unit import unit_words
from .models import StatementLetter
from .selectors import statements
from .selectors.accounts import dues_of
from .selectors.periods import Period


def message(letter: StatementLetter, user: User) -> EmailMultiAlternatives:
    """In his language, with the newest lines; with the same Message-ID however often it is made."""
    player, club = letter.player, letter.player.club
    period = Period(letter.starts_on, letter.ends_on)
    with translation.override(user.language):
        books = statements.books_of(player, period)
        total = statements.total(player, books)
        page = statements.page(player, books)
        dues = dues_of(letter.settlement_id, player.pk) if letter.settlement_id else ()
        query = f"?{period.query}" if period.query else ""
        shown = {
            "club": club,
            "player": player,
            "letter": letter,
            "words": unit_words(club),
            "total": total,
            "owed": -total,
            "page": page,
            "dues": dues,
            "address": _address("statement", club.slug, player.pk) + query,
            "choices": _address("choices", club.slug),
        }
        subject = render_to_string("ledger/letter_subject.txt", shown)
        made = EmailMultiAlternatives(
            " ".join(subject.split()),
            render_to_string("ledger/letter.txt", shown),
            to=[user.email],
            headers={
                "Message-ID": message_id(letter),
                "List-Unsubscribe": f"<{shown['choices']}>",
                "Auto-Submitted": "auto-generated",
            },
        )
        html = render_to_string("ledger/letter.html", shown)
        made.attach_alternative(html, "text/html")
    return made


def message_id(letter: StatementLetter) -> str:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return f"<statement.{letter.pk}@{host}>"


def _address(name: str, *arguments: object) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)
