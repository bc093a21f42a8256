"""What the sample club has not and some pages are about: made by its committee, as people do."""

import re
from collections.abc import Mapping

from playwright.sync_api import FilePayload, Page

from tests.support.sheets import file_of

from .visits import CLUB

RULES = {"name": "Maison", "base": "modern", "options.lost_vole": "vole_unaffected"}
INVITATION = {"player": "", "role": "scorer", "email": "dora@nowhere.example"}
HOOK = {"url": "https://hooks.example/club", "league": "", "kinds": "match.ended"}
# Not to be entered: one of the two has no such name.
SHEET = file_of("1,Arthur Pemberley,Nobody,one_game,1,a,,stood,,5")

Sent = str | float | bool


def furnish(page: Page) -> str:
    """House rules, an invitation, a hook that is off, a sheet, an archive; the invitation's
    secret, which its page is asked for by."""
    _posted(page, "rules/new/", RULES)
    invited = _posted(page, "committee/invitations/", INVITATION)
    found = re.search(r"/invitations/(\w+)/", invited)
    assert found, "The committee reads the link that it may hand over."
    made = _posted(page, "committee/hooks/", HOOK)
    address = re.search(r"committee/hooks/\d+/", made)
    assert address, "It is listed."
    _posted(page, f"{address[0]}switch/", {"on": "", "version": "1"})
    uploaded = _posted(page, "imports/", {}, SHEET)
    sheet = re.search(r"imports/\d+/", uploaded)
    assert sheet, "Its page is shown."
    # Checked to the end: until then its page continues by itself, and is another a moment later.
    _posted(page, sheet[0], {"act": "check"})
    _posted(page, "committee/archives/", {"days": "7"})
    return found[1]


def _posted(page: Page, path: str, form: Mapping[str, str], file: bytes | None = None) -> str:
    """The page to which it leads."""
    (token,) = (one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    sent: dict[str, Sent] = {**form, "key": path, "csrfmiddlewaretoken": token}
    if file is None:
        answer = page.request.post(f"{CLUB}{path}", form=sent)
    else:
        csv = FilePayload(name="sheet.csv", mimeType="text/csv", buffer=file)
        answer = page.request.post(f"{CLUB}{path}", multipart={**sent, "csv": csv})
    assert answer.ok, (path, answer.status, answer.text()[:2000])
    return answer.text()
