"""Hands that are told card by card."""

from ecarte_club.clubs.permissions import Act
from tests.support.told_hands import ACE

from .kinds import Page

PAGES = {
    "hand": Page("matches/{told}/hands/{told_number}/", Act.SEE_PUBLIC, own=Act.SEE_EVENING),
    "match_notation": Page("matches/{match}/notation.txt", Act.SEE_PUBLIC, own=Act.SEE_EVENING),
    "review": Page("matches/{match}/post-mortem/", Act.SEE_PUBLIC, own=Act.SEE_EVENING),
    "review_text": Page("matches/{match}/post-mortem.txt", Act.SEE_PUBLIC, own=Act.SEE_EVENING),
    "pad_notation": Page(
        "matches/{match}/pad/notation/",
        Act.ENTER_ANY,
        Act.ENTER_OWN,
        sent=lambda _: {"notation": ACE.text, "version": "1"},
        reads=False,
    ),
}
