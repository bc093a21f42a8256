"""The page that checks transcripts: on the site, and as one file without it."""

import base64
import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from games.engine.codes import CODES
from games.engine.transcripts import checks
from games.engine.transcripts.files import write
from games.engine.transcripts.model import Transcript
from games.verify.views import SCRIPTS
from tests.engine.transcripts import test_checks, test_files
from tests.engine.transcripts.forging import (
    STORY,
    changed,
    data_of,
    forged,
    renamed,
    sealed,
    tampered,
    text_of,
)
from tests.engine.transcripts.matches import random_transcript
from tests.support.depth import THOROUGH, times
from tests.support.served import Served
from tests.verify.probing import moments, restarts, silent_kings

from .axe import LOOKS, RULES, violations
from .test_access import looked_at, overflow
from .visits import Scheme, Visits

pytestmark = pytest.mark.shares("reads")
VECTORS = json.loads(
    (Path(test_checks.__file__).parent / "deal-v1.json").read_text(encoding="utf-8")
)
# Of a list of files in base64.
VERIFY = """(files) => files.map((file) => Ecarte.verify(Uint8Array.from(atob(file),
  (byte) => byte.charCodeAt(0))).checks.map(({ name, passed, place }) => [name, passed, place]))"""
# Of a transcript and lines for each number of acts: which of them may follow these.
ALLOWED = """([data, probes]) => probes.map((lines, place) => lines.map((line) => {
  const match = new Ecarte.Match(data);
  for (const { act } of data.acts.slice(0, place)) match.act(act);
  try {
    match.act(line);
    return true;
  } catch (error) {
    if (error instanceof Ecarte.Wrong) return false;
    throw error;
  }
}))"""
# In each language by all rules, and where tests are thorough once more by those that hang on the
# width and the colours.
SEEN: dict[str, dict[tuple[int, Scheme], Mapping[str, object]]] = {
    "en": {(1280, "light"): RULES, **({(360, "dark"): LOOKS} if THOROUGH else {})},
    "fr": {(320, "dark"): RULES, **({(1280, "light"): LOOKS} if THOROUGH else {})},
}


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Page]:
    """The scripts without any page."""
    context = browser.new_context()
    page = context.new_page()
    for name in SCRIPTS[:-1]:
        page.add_script_tag(content=Path("static", name).read_text(encoding="utf-8"))
    yield page
    context.close()


def by_the_page(script: Page, files: list[bytes]) -> list[Any]:
    answer: list[Any] = script.evaluate(
        VERIFY, [base64.b64encode(content).decode() for content in files]
    )
    return answer


def by_the_engine(content: bytes) -> list[Any]:
    return [[check.name.value, check.passed, check.place] for check in checks.verify(content)]


def agree(script: Page, files: list[bytes]) -> list[bool]:
    """Which of them are right."""
    made = by_the_page(script, files)
    assert made == [by_the_engine(content) for content in files]
    return [all(passed for _name, passed, _place in one) for one in made]


def test_the_vectors_give_their_packs(script: Page) -> None:
    for hand in VECTORS["hands"]:
        links = [*(hand[chain] for chain in "sab"), VECTORS["match"], hand["hand"]]
        assert script.evaluate("(links) => Ecarte.packOf(...links)", links) == hand["pack"]


def test_a_word_that_would_favour_low_cards_is_skipped(script: Page) -> None:
    """2³² is 31 · 138,547,332 + 4: the four words from 4,294,967,292 on would be too many."""
    words = "[4294967295, 4294967292, 4294967291, 5][Symbol.iterator]()"
    assert script.evaluate(f"Ecarte.below(31, {words})") == 30


@pytest.mark.parametrize("length", [0, 3, 55, 56, 63, 64, 119, 120, 10_000])
def test_its_sha_256_is_that_of_the_library(script: Page, length: int) -> None:
    made = script.evaluate(f"Ecarte.toHex(Ecarte.sha256(new Uint8Array({length}).fill(97)))")
    assert made == sha256(b"a" * length).hexdigest()


def test_it_agrees_on_random_matches(script: Page) -> None:
    assert all(
        agree(
            script,
            [write(random_transcript(seed)).encode() for seed in range(times(8, thorough=40))],
        )
    )


def test_it_agrees_on_forged_matches(script: Page) -> None:
    assert not all(agree(script, [forged(seed) for seed in range(times(20, thorough=80))]))


def test_it_rejects_any_changed_byte(script: Page) -> None:
    files = [
        changed(write(random_transcript(seed % 10)).encode(), 7919 * seed, 1 + seed % 255)
        for seed in range(times(30, thorough=120))
    ]
    assert not any(agree(script, files))


@pytest.mark.parametrize("code", CODES)
def test_it_allows_what_the_engine_allows(script: Page, code: str) -> None:
    """Every act at every moment of a match: whether it may be done then, and by whom."""
    probed(script, random_transcript(7, code))


def test_it_allows_no_more_than_the_engine_in_rare_cases(script: Page) -> None:
    for transcript in (*silent_kings(), *restarts()):
        probed(script, transcript)


def probed(script: Page, transcript: Transcript) -> None:
    probes = list(moments(transcript, 7))
    made = script.evaluate(ALLOWED, [json.loads(write(transcript)), [one[1] for one in probes]])
    for (place, lines, expected), row in zip(probes, made, strict=True):
        wrong = [
            line for line, one, other in zip(lines, row, expected, strict=True) if one != other
        ]
        assert wrong == [], place


def test_it_agrees_on_each_fault(script: Page) -> None:
    files = [tampered(STORY, change) for change, _expected in test_checks.FAULTS]
    assert not any(agree(script, [*files, renamed()]))


def test_it_agrees_on_files_of_another_form(script: Page) -> None:
    files = [*test_files.NO_JSON, *(text.encode() for text, _ in test_files.OTHER_FORMS.values())]
    files.append(test_files.TEXT.replace('"name": "', '"name": "\\ud800', 1).encode())
    files.append(test_files.TEXT.replace('"games": 3', f'"games": {"9" * 5000}').encode())
    for change, _place in test_files.FAULTS:
        data = data_of(STORY)
        change(data)
        files.append(text_of(data).encode())
    assert not any(agree(script, files))


# the page


def file_of(folder: Path, content: bytes) -> Path:
    path = folder / f"{sha256(content).hexdigest()}.json"
    path.write_bytes(content)
    return path


def wrong_act() -> bytes:
    data = data_of(STORY)
    data["acts"][5]["act"] = "B KD"
    return sealed(data)


def test_files_that_are_chosen(visits: Visits, tmp_path: Path) -> None:
    """One after another on a page: of each, nothing of the one before is left."""
    page = visits.page(path="/verify/")
    _each_fault_has_its_place_in_words(page, tmp_path)
    _what_is_no_transcript_shows_no_match(page, tmp_path)
    _a_file_that_is_right(page, tmp_path)
    _a_pack_that_no_act_deals(page, tmp_path)
    _a_draw_that_died_says_whose_link_is_missing(page, tmp_path)


def _a_file_that_is_right(page: Page, tmp_path: Path) -> None:
    page.get_by_label("File of the transcript").set_input_files(file_of(tmp_path, STORY))
    expect(page.get_by_role("heading", name="Every check passed.")).to_be_focused()
    assert page.locator(".verify-checks .is-right").count() == 10
    expect(page.get_by_text("Alice (A) against Bob (B)")).to_be_visible()
    page.get_by_text("Draw 2, a hand").click()
    story = data_of(STORY)
    pack, deal = story["draws"][1]["pack"].split(" "), story["acts"][1]["act"]
    elder, own = ELDERS[deal[7:]]
    hands = [[pack[place] for place in places] for places in (elder, own)]
    expected = [*(hands if deal[5] == "B" else hands[::-1]), pack[10:11], pack[11:]]
    groups = page.locator(".verify-cards:visible").all()
    made = [group.locator("[aria-hidden]").all_inner_texts() for group in groups]
    assert made == [[face(card) for card in group] for group in expected]
    heads = page.locator(".verify-pack:visible h3").all_inner_texts()
    assert heads == ["Dealt to A", "Dealt to B", "Turned up", "Stock"]


# By three and two, and by two and three: the places of the non-dealer's cards and the dealer's.
ELDERS = {
    "3-2": ((0, 1, 2, 6, 7), (3, 4, 5, 8, 9)),
    "2-3": ((0, 1, 4, 5, 6), (2, 3, 7, 8, 9)),
}


def face(card: str) -> str:
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    return f"{card[0].replace('T', '10')}{signs[card[1]]}"


def _a_pack_that_no_act_deals(page: Page, tmp_path: Path) -> None:
    """And one that was cut: the cards of A and of B on top."""

    def change(data: Any) -> None:
        data["acts"] = data["acts"][:1]

    file = file_of(tmp_path, tampered(STORY, change))
    page.get_by_label("File of the transcript").set_input_files(file)
    for text in ("Draw 1, the cut for deal", "Draw 2, a hand"):
        page.get_by_text(text).click()
    heads = page.locator(".verify-pack:visible h3").all_inner_texts()
    assert heads[:3] == ["The card A cut", "The card B cut", "The rest of the pack"]
    assert heads[3:] == ["The ten cards to deal", "Turned up", "Stock"]
    cut = page.locator(".verify-cards:visible [aria-hidden]").all_inner_texts()[:2]
    assert cut == [face(card) for card in data_of(STORY)["acts"][0]["act"][4:].split(",")]


def _each_fault_has_its_place_in_words(page: Page, tmp_path: Path) -> None:
    page.get_by_label("File of the transcript").set_input_files(file_of(tmp_path, wrong_act()))
    expect(page.get_by_role("heading", name="This transcript is not right.")).to_be_focused()
    wrong = page.locator(".verify-checks .is-wrong")
    assert wrong.evaluate_all("(rows) => rows.map((row) => row.dataset.check)") == [
        "heads",
        "acts",
        "results",
    ]
    expect(wrong.nth(1)).to_contain_text("Failed: An act is not allowed there")
    expect(wrong.nth(1).locator(".note")).to_have_text("Act 6: B KD")


def _what_is_no_transcript_shows_no_match(page: Page, tmp_path: Path) -> None:
    page.get_by_label("File of the transcript").set_input_files(file_of(tmp_path, STORY[:-1]))
    expect(page.locator(".verify-checks li")).to_have_count(1)
    expect(page.locator(".verify-checks .note")).to_contain_text("Line ")
    expect(page.get_by_text("The packs, card by card")).to_be_hidden()


def paste(page: Page, content: bytes) -> None:
    """As people do it. To fill in a thousand lines at once takes Chromium seconds."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", content.decode().strip())
    field = page.get_by_label("Or paste its text")
    field.press("Control+a")
    field.press("Control+v")


def test_a_text_that_is_pasted_by_keyboard_and_a_file_that_is_dropped(visits: Visits) -> None:
    page = visits.page(path="/verify/")
    page.get_by_role("button", name="Verify the transcript").click()
    expect(page.get_by_role("alert")).to_have_text("Choose a file or paste a transcript first.")
    paste(page, STORY)
    page.get_by_role("button", name="Verify the transcript").press("Enter")
    expect(page.get_by_role("heading", name="Every check passed.")).to_be_focused()
    expect(page.locator(".verify-error")).to_have_text("")
    paste(page, wrong_act())
    page.get_by_role("button", name="Verify the transcript").press("Enter")
    expect(page.get_by_role("heading", name="This transcript is not right.")).to_be_focused()
    page.evaluate(DROP, STORY.decode())
    expect(page.get_by_role("heading", name="Every check passed.")).to_be_focused()


DROP = """(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "transcript.json"));
  const how = { bubbles: true, cancelable: true, dataTransfer };
  for (const name of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(name, how));
}"""


def test_a_link_that_names_a_transcript_loads_it(visits: Visits) -> None:
    """As on the page of a match; nothing is loaded of another host."""
    page = visits.page()
    answers = {"right": (200, STORY), "wrong": (200, wrong_act()), "gone": (404, b"{}")}

    def answer(route: Route) -> None:
        status, content = answers[route.request.url.split("/")[-2]]
        route.fulfill(status=status, body=content)

    page.route("**/transcripts/*/", answer)
    page.goto("/verify/#transcript=/transcripts/right/")
    expect(page.get_by_role("heading", name="Every check passed.")).to_be_focused()
    page.goto("/verify/#transcript=/transcripts/wrong/")
    expect(page.get_by_role("heading", name="This transcript is not right.")).to_be_focused()
    unloaded = (
        "The transcript of the match could not be loaded. Download it from the page of the match, "
        "and choose the file here."
    )
    for address in ("/transcripts/gone/", "https://elsewhere.example/transcript/", "http://["):
        page.goto(f"/verify/#transcript={address}")
        expect(page.get_by_role("alert")).to_have_text(unloaded)
        expect(page.locator(".verify-status")).to_have_text("")
        assert page.locator(".verify-report").is_hidden()
        paste(page, STORY)
        page.get_by_role("button", name="Verify the transcript").click()
        expect(page.locator(".verify-error")).to_have_text("")


def _a_draw_that_died_says_whose_link_is_missing(page: Page, tmp_path: Path) -> None:
    transcript = next(
        made for made in map(random_transcript, range(99)) if made.draws and made.draws[0].missing
    )
    file = file_of(tmp_path, write(transcript).encode())
    page.get_by_label("File of the transcript").set_input_files(file)
    page.locator(".verify summary").first.click()
    for chain in transcript.draws[0].missing:
        name = transcript.players["ab".index(chain)].name
        expect(page.locator(".verify details").first).to_contain_text(f"no link came from {name}.")


@pytest.mark.parametrize("language", SEEN)
def test_it_is_for_everybody(visits: Visits, tmp_path: Path, language: str) -> None:
    page = visits.page(path="/verify/", language=language)
    page.locator('input[type="file"]').set_input_files(file_of(tmp_path, wrong_act()))
    page.locator(".verify summary").nth(1).click()
    for look, rules in SEEN[language].items():
        looked_at(page, look)
        assert violations(page, rules) == [], look
        assert overflow(page) == [], look


# the saved file


@pytest.fixture(scope="module")
def saved(site: Served, tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Path:
    context = browser.new_context(base_url=site.url)
    path = tmp_path_factory.mktemp("saved") / "verify.html"
    path.write_bytes(context.request.get("/verify/verify.html").body())
    context.close()
    return path


@pytest.mark.parametrize(
    ("locale", "right"),
    [("en-GB", "Every check passed."), ("fr-FR", None), ("de-DE", "Every check passed.")],
)
def test_the_saved_file_works_without_any_network(
    browser: Browser, saved: Path, tmp_path: Path, locale: str, right: str | None
) -> None:
    context = browser.new_context(
        locale=locale, offline=True, viewport={"width": 360, "height": 740}
    )
    page = context.new_page()
    requests: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(saved.as_uri())
    expect(page.locator("html")).to_have_attribute("lang", "fr" if locale == "fr-FR" else "en")
    page.locator('input[type="file"]:visible').set_input_files(file_of(tmp_path, STORY))
    expect(page.locator("h2:focus")).to_have_count(1)
    if right:
        expect(page.locator("h2:focus")).to_have_text(right)
    assert page.locator(".is-right:visible").count() == 10
    assert overflow(page) == []
    if THOROUGH or locale != "de-DE":
        assert violations(page) == []
    page.locator(".verify-languages a").last.click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.locator("h1:visible").count() == 1
    assert errors == []
    assert requests == [saved.as_uri()]
    context.close()
