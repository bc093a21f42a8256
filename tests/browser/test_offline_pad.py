"""The pad while the server is stopped, as a switch in the browser does not reach its worker."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.served import Served

from .copies import copied_violations
from .offline import ONE_TO_A, ONE_TO_B, STORED
from .pad import Pad, start
from .test_access import overflow
from .visits import CLUB, Visits, sign_in

pytestmark = pytest.mark.worker
A, Y = "A. (Hoyle)", "Y. (Hoyle)"

# Hands and undos in turn, as if somebody had tapped so often: two hands are left.
WAIT = """(count) => {
  const store = new Pad.Store(location.pathname);
  const [first] = store.items;
  for (let i = 1; i <= count; i += 1) {
    const [kind, fields] = i % 2 ? ["hand", first.fields] : ["undo", {}];
    const version = first.version + i;
    store.push({ ...first, key: Pad.newKey(), kind, fields, dealer: "b", version });
  }
  return store.mirrored;
}"""


def test_two_phones_without_network_are_brought_together_by_taps(
    visits: Visits, site: Served
) -> None:
    """One has a worker and entered one hand more; the other has none, a clock two days fast, and
    stores nothing. Both entered the same, then different hands."""
    first = start(visits, A, Y, kind="Rubber", patient=False)
    address = first.page.url
    expect(first.page.locator("html")).to_have_attribute("data-offline", "ready")
    page = visits.page("director", worker=False)
    page.add_init_script("""const now = Date.now; Date.now = () => now() + 2 * 86400000;
      Storage.prototype.setItem = () => { throw new Error("full"); };""")
    page.goto(address)
    second = Pad(page)
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    site.kill()
    first.choose(**ONE_TO_A)
    first.state("^1 waiting$")
    second.choose(**ONE_TO_A)
    second.state("^Not stored here$")
    first.choose(**ONE_TO_B)
    first.state("^2 waiting$")
    # Which is heard first makes the difference: the other is held back until then.
    page.context.set_offline(True)
    site.start()
    first.at(2)
    page.context.set_offline(False)
    merge = second.page.locator("#merge")
    expect(merge).to_contain_text("Both phones entered the same hand.")
    assert copied_violations(second.page) == []
    merge.get_by_role("button", name="They are the same").tap()
    second.at(2)
    second.shows(1, 1)
    site.kill()
    first.choose(king="nobody", opening="exchanged", tricks="5-0")
    first.state("^1 waiting$")
    second.choose(king="nobody", opening="exchanged", tricks="0-5")
    second.state("^Not stored here$")
    first.page.context.set_offline(True)
    site.start()
    second.at(3)
    first.page.context.set_offline(False)
    merge = first.page.locator("#merge")
    expect(merge).to_contain_text("Two phones entered different hands.")
    assert "A. made the vole" in merge.inner_text()
    assert "Y. made the vole" in merge.inner_text()
    assert copied_violations(first.page) + overflow(first.page) == []
    merge.get_by_role("button", name="Add ours after theirs").tap()
    first.at(4)
    first.shows(3, 3)
    second.shows(3, 3)
    expect(merge).to_be_empty()


def test_two_hundred_wait_while_somebody_signs_out_and_nothing_else_is_stored(
    visits: Visits, site: Served
) -> None:
    pad = start(visits, A, Y, patient=False)
    page, address = pad.page, pad.page.url
    expect(page.locator("html")).to_have_attribute("data-offline", "ready")
    other = page.context.new_page()
    other.goto(f"{CLUB}matches/")
    names = other.locator("main a").all_inner_texts()
    other.close()
    site.kill()
    pad.choose(**ONE_TO_A)
    pad.state("^1 waiting$")
    page.evaluate(WAIT, 199)
    page.reload()
    pad.state("^200 waiting$")
    # Whatever this browser has stored, byte by byte: the two players, and nobody else.
    stored = page.evaluate(STORED)
    assert A in stored["pages"]
    assert "Hoyle" not in stored["other"]
    strangers = {part for name in names for part in name.split() if part[:1].isupper()}
    strangers -= set(f"{A} {Y}".split()) | set(page.evaluate("document.body.innerText").split())
    assert strangers
    assert [name for name in strangers if f">{name}" in stored["pages"]] == []
    page.goto("/device/")
    expect(page.get_by_role("link", name="200 entries wait for this pad")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.startswith(f"{address}\ndeal:A propose accept tricks:3-2")
    site.start()
    page.goto("/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("main")).to_contain_text(
        "Entries that were not sent yet are still on it"
    )
    assert A not in page.evaluate(STORED)["pages"]
    page.goto("/account/login/?next=/device/")
    sign_in(page, "scorer@example.org")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Everything is sent.")).to_be_visible()
    page.goto(address)
    pad.at(200)
    pad.shows(2, 0)


def test_a_director_goes_on_with_the_evening_without_network(visits: Visits, site: Served) -> None:
    """Reads it, marks who comes, and enters two results, over reloads and closed tabs; meanwhile
    somebody else entered one of the two."""
    page = visits.page("director", f"{CLUB}evenings/")
    links = page.locator("main a").evaluate_all("links => links.map((link) => link.pathname)")
    address = next(path for path in links if re.search(r"/evenings/\d+/$", path))
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-offline", "ready")
    table = page.get_by_role("region", name="The tables").locator("li").first
    before = table.inner_text()
    assert re.search(r"^Table 1.*\bGames \d–\d", before, re.DOTALL)
    expect(page.locator("#stored")).to_be_hidden()
    site.kill()
    page.reload()
    expect(page.locator("#stored")).to_contain_text("This is how the evening stood at")
    assert table.inner_text() == before
    page.get_by_role("link", name="Attendance", exact=True).first.click()
    free = page.locator(".arrival[aria-pressed=false]")
    here = int(page.locator("#present").inner_text().split()[0])
    players = [free.nth(number).get_attribute("id") or "" for number in range(3)]
    for number, player in enumerate(players, start=1):
        page.locator(f"#{player}").tap()
        expect(page.locator(".outbox-state")).to_contain_text(f"{number} waiting")
    page.locator(f"#{players[1]}").tap()
    expect(page.locator("#present")).to_have_text(f"{here + 2} players here. 4 waiting")
    page.reload()
    expect(page.locator(".outbox-state")).to_contain_text("4 waiting")
    pressed = [page.locator(f"#{one}").get_attribute("aria-pressed") for one in players]
    assert pressed == ["true", "false", "true"]
    assert copied_violations(page) + overflow(page) == []
    page.goto(f"{address}results/enter/")
    match = page.locator("[data-row^=match-]").first
    board = page.locator("[data-row^=board-]").first
    rows = [one.get_attribute("data-row") or "" for one in (match, board)]
    for row in (match, board):
        row.get_by_label("Result").select_option(index=1)
    page.get_by_role("button", name="Enter these results").click()
    expect(page.locator(".outbox-state")).to_contain_text("6 waiting")
    assert copied_violations(page) + overflow(page) == []
    page.close()
    page = visits.contexts[-1].new_page()
    visits.watch(page)
    page.goto("/device/")
    page.get_by_role("link", name="6 entries wait for this evening").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8").split()
    assert lines[1:9:2] == [f"{site.url}{CLUB}players/{one[4:]}/" for one in (*players, players[1])]
    assert lines[2:9:2] == ["present", "present", "present", "absent"]
    site.start()
    other = visits.page("committee", f"{CLUB}{rows[1].replace('-', 's/')}/result/")
    other.get_by_label("Result").select_option(index=2)
    other.get_by_role("button", name="Enter the result").click()
    other.wait_for_url("**/meetings/*/")
    page.get_by_role("button", name="Send").click()
    expect(
        page.get_by_text("Not everything could be sent. Open its page to see why.")
    ).to_be_visible()
    page.get_by_role("link", name="1 entry waits for this evening").click()
    refused = page.locator(".outbox-refused")
    expect(refused).to_contain_text("has since been started or decided")
    assert copied_violations(page) + overflow(page) == []
    refused.get_by_role("button", name="Discard the entry").click()
    expect(refused).to_be_empty()
    expect(page.locator(".outbox-state")).to_be_hidden()
    page.goto(f"{address}attendance/")
    expect(page.locator("#present")).to_have_text(f"{here + 2} players here.")
    pressed = [page.locator(f"#{one}").get_attribute("aria-pressed") for one in players]
    assert pressed == ["true", "false", "true"]
    page.goto(f"{CLUB}{rows[0].replace('match-', 'matches/')}/")
    expect(page.locator(".said")).to_contain_text("Only the score was entered.")
