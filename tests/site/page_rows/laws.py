"""The law book, what follows when something went wrong at the table, and verifying transcripts."""

from ecarte_club.clubs.permissions import Act

from .kinds import Page

PAGES: dict[str, Page] = {
    "laws": Page("/laws/", None),
    "laws_code": Page("/laws/britannica/", None),
    "law": Page("/laws/london/42/", None),
    "club_laws": Page("laws/", Act.SEE_PUBLIC, any_table=True),
    "ruling": Page(
        "matches/{match}/ruling/?what=pack_incorrect",
        Act.ENTER_ANY,
        own=Act.ENTER_OWN,
        sent=lambda _: {"version": "1", "choice": "fresh_deal"},
    ),
    "hints": Page("/hints/", None),
    "learn": Page("/learn/", None),
    "practice_play": Page("/learn/play/?level=club&game=aces&hand=1&score=0-0", None),
    "problem": Page("/learn/problem/", None),
    "problem_of_day": Page("/learn/problem/2026-11-20/", None),
    "lesson": Page("/learn/lessons/king/", None),
    "verify": Page("/verify/", None),
    "verify_saved": Page("/verify/verify.html", None),
    "verify_program": Page("/verify/verify.py", None),
}
