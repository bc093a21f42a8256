from ecarte_club.clubs.permissions import Act

from .kinds import Page

HOOK = "committee/hooks/{hook}/"
RUN = Act.RUN_HOOKS
PAGES: dict[str, Page] = {
    "hooks": Page(
        "committee/hooks/",
        RUN,
        sent=lambda _: {"url": "https://other.example/", "league": "", "kinds": "match.ended"},
    ),
    "hook": Page(
        HOOK, RUN, sent=lambda _: {"url": "https://other.example/", "league": "", "version": "2"}
    ),
    "hook_csv": Page(f"{HOOK}log.csv", RUN),
    "hook_test": Page(f"{HOOK}test/", RUN, sent=lambda _: {"version": "2"}, reads=False),
    "hook_switch": Page(
        f"{HOOK}switch/", RUN, sent=lambda _: {"on": "yes", "version": "2"}, reads=False
    ),
    "hook_replay": Page(f"{HOOK}replay/", RUN, sent=lambda _: {"number": "1", "version": "2"}),
    "hook_delete": Page(f"{HOOK}delete/", RUN, sent=lambda _: {"version": "2"}),
}
