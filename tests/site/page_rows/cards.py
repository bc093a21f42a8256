"""Hands that were told card by card."""

from ecarte_club.clubs.rights import Act

from .kinds import Page

PAGES = {
    "hand": Page("matches/{match}/hands/{number}/", Act.SEE_PUBLIC, own=Act.SEE_EVENING),
}
