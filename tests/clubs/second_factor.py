"""A second factor for people of tests, and the codes that their phones would show."""

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)

from ecarte_club.clubs.models import User


def give_second_factor(user: User, *, recovery: bool = False) -> str:
    """The secret that his phone has."""
    secret: str = generate_totp_secret()
    TOTP.activate(user, secret)
    if recovery:
        RecoveryCodes.activate(user)
    return secret


def code_now(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    code: str = format_hotp_value(hotp_value(secret, counter))
    return code
