from ecarte_club.clubs.permissions import Act

from .kinds import Page

TAKE = Act.TAKE_ARCHIVE
PAGES: dict[str, Page] = {
    "archives": Page("committee/archives/", TAKE, sent=lambda _: {"days": "7"}),
    "archive_file": Page("committee/archives/{archive}.zip", TAKE),
    "archive_delete": Page(
        "committee/archives/{archive}/delete/", TAKE, sent=lambda _: {"state": "made"}
    ),
}
