"""Tables online. What their forms write is told by tests/online, as only players may."""

from ecarte_club.clubs.permissions import Act

from .kinds import Page

PAGES: dict[str, Page] = {
    "online": Page("online/", Act.SEE_PUBLIC, any_table=True),
    "online_new": Page("online/new/", Act.PLAY_ONLINE),
    "online_robot": Page("online/robot/", Act.PLAY_ONLINE),
    "online_table": Page("online/{online}/", Act.SEE_PUBLIC),
    "online_direct": Page("online/{online}/direct/", Act.CORRECT),
    "online_close": Page("online/{online}/close/", Act.CORRECT, player="ann"),
    "online_transcript": Page("online/{closed}/transcript/", Act.SEE_PUBLIC),
    "match_online": Page("matches/{match}/online/", Act.START_ANY, player="ann"),
}
