"""A ticket lets its bearer watch one topic; the live server checks it without a database."""

from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner

SALT = "live"
GOOD_FOR = timedelta(days=1)


def ticket(topic: str) -> str:
    return TimestampSigner(salt=SALT).sign(topic)


def topic_of(ticket: str) -> str | None:
    """The topic, or nothing when the ticket is forged or too old."""
    try:
        return TimestampSigner(salt=SALT).unsign(ticket, max_age=GOOD_FOR)
    except BadSignature:
        return None
