"""What the sample club has not and some pages are about: made by its committee, as people do."""

import re

from playwright.sync_api import Page

from tests.support.sheets import file_of

from .visits import posted

RULES = {"name": "Maison", "base": "modern", "options.lost_vole": "vole_unaffected"}
INVITATION = {"player": "", "role": "scorer", "email": "dora@nowhere.example"}
HOOK = {"url": "https://hooks.example/club", "league": "", "kinds": "match.ended"}
# Not to be entered: one of the two has no such name.
SHEET = file_of("1,Arthur Pemberley,Nobody,one_game,1,a,,stood,,5")


def furnish(page: Page) -> str:
    """House rules, an invitation, a hook that is off, a sheet, an archive; the invitation's
    secret, which its page is asked for by."""
    posted(page, "rules/new/", RULES)
    invited = posted(page, "committee/invitations/", INVITATION).text()
    found = re.search(r"/invitations/(\w+)/", invited)
    assert found, "The committee reads the link that it may hand over."
    made = posted(page, "committee/hooks/", HOOK).text()
    address = re.search(r"committee/hooks/\d+/", made)
    assert address, "It is listed."
    posted(page, f"{address[0]}switch/", {"on": "", "version": "1"})
    uploaded = posted(page, "imports/", {}, SHEET).text()
    sheet = re.search(r"imports/\d+/", uploaded)
    assert sheet, "Its page is shown."
    # Checked to the end: until then its page continues by itself, and is another a moment later.
    posted(page, sheet[0], {"act": "check"})
    posted(page, "committee/archives/", {"days": "7"})
    return found[1]
