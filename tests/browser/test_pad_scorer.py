"""The pad's own scorer beside the engine: every hand at every score, and matches at random."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.engine import match as engine
from games.engine.codes import CODES
from games.engine.pad_tables import OFFERED, mark_name
from games.engine.records import HandRecord, Opening, Tricks
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.states import GameWon, Marked, MatchOver, MatchState, RubberWon
from games.engine.terms import Entry, Format, FormatKind, GameEntry, HandEntry, Score, Terms
from games.matches.selectors.pad_state import plain_state, plain_terms
from tests.support.depth import each, times

SCRIPTS = ("js/pad/tables.js", "js/pad/scorer.js")
ONE_GAME = Format(FormatKind.ONE_GAME, 1)
# Whose deal it is, and who is named as the dealer.
DEALERS = (("", ""), ("a", ""), ("b", ""), ("", "b"), ("a", "b"))
SCORES = [Score(a, b) for a in range(5) for b in range(5)]
HANDS = list(
    product(
        ("nobody", *OFFERED),
        ("", *(one.value for one in Opening)),
        ("", *(f"{a}-{5 - a}" for a in range(6))),
    )
)
# In the order of the lists above, so that nothing but what is found is sent.
APPLY_ALL = """([terms, state, dealers, scores, hands]) => dealers.map(([deals, dealer]) =>
  scores.map((score) => hands.map(([king, opening, tricks]) => {
    const begun = { ...state, score, dealer: deals };
    const done = Pad.apply(terms, begun, "hand", { dealer, king, opening, tricks });
    if (done.refusal) return done.refusal;
    const { state: after, marks, ends } = done;
    const made = marks.map((mark) => mark.join(":"));
    return [after.score.join(), after.dealer, after.winner, ends, made.join()].join("|");
  })))"""
PLAY = """([terms, first, entries]) => {
  const states = [];
  let state = first;
  for (const [kind, fields] of entries) {
    const done = Pad.apply(terms, state, kind, fields);
    if (done.refusal) { states.push(done.refusal); continue; }
    state = done.state;
    states.push(state);
  }
  return states;
}"""


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    for name in SCRIPTS:
        page.add_script_tag(content=Path("static", name).read_text(encoding="utf-8"))
    yield page
    context.close()


@pytest.mark.parametrize("code", CODES)
def test_every_hand_at_every_score_is_marked_as_by_the_engine(script: Page, code: str) -> None:
    terms = Terms(CODES[code], ONE_GAME)
    empty = engine.begin(terms, None)
    # Under all codes together at every score.
    at = each(3, SCORES, first=list(CODES).index(code) % 3)
    scores = [[score.a, score.b] for score in at]
    given = [plain_terms(empty), plain_state(empty), DEALERS, scores, HANDS]
    found = script.evaluate(APPLY_ALL, given)
    wrong = [
        (deals, score, hand, theirs, ours)
        for deals, by_score in zip(DEALERS, found, strict=True)
        for score, by_hand in zip(at, by_score, strict=True)
        for hand, theirs in zip(HANDS, by_hand, strict=True)
        if theirs != (ours := _by_engine(terms, score, deals, hand))
    ]
    assert wrong == []


def _by_engine(terms: Terms, score: Score, deals: tuple[str, str], hand: tuple[str, ...]) -> str:
    state = MatchState(terms, None, dealer=_seat(deals[0]), score=score)
    king, opening, tricks = hand
    fields = {"dealer": deals[1], "king": king, "opening": opening, "tricks": tricks}
    try:
        after, events = engine.apply(state, _hand(1, fields))
    except RefusalError as error:
        return error.refusal.code
    made = [one.mark for one in events if isinstance(one, Marked)]
    marks = ",".join(f"{mark.seat}:{mark.points}:{mark_name(mark)}" for mark in made)
    ends = "match" if after.over else ""
    return "|".join(
        [
            f"{after.score.a},{after.score.b}",
            after.dealer or "",
            after.winner or "",
            ends,
            marks,
        ]
    )


def _seat(letter: str) -> Seat | None:
    return Seat(letter) if letter else None


def _hand(game: int, fields: dict[str, str]) -> HandEntry:
    king, tricks = OFFERED.get(fields["king"]), fields["tricks"]
    record = HandRecord(
        dealer=_seat(fields["dealer"]),
        opening=Opening(fields["opening"]) if fields["opening"] else None,
        kings=(king,) if king else (),
        tricks=Tricks(int(tricks[0]), int(tricks[2])) if tricks else None,
    )
    return HandEntry(game, record)


FORMATS = (
    ONE_GAME,
    Format(FormatKind.GAMES, 4),
    Format(FormatKind.RUBBER, 3),
    Format(FormatKind.RUBBER, 5),
    Format(FormatKind.RUBBER, 3, 3),
)


def test_whole_matches_come_to_the_same_state_after_every_entry(script: Page) -> None:
    """Hands and scores at random, but always the same, and beyond the end of the match."""
    random = Random(11)
    ended = set()
    for form, code, dealer in product(FORMATS, CODES.values(), (None, Seat.B)):
        state = engine.begin(Terms(code, form), dealer)
        first, terms = plain_state(state), plain_terms(state)
        entries: list[Any] = []
        states: list[Any] = []
        for _ in range(times(40, thorough=70)):
            kind, fields = _anything(random)
            entries.append([kind, fields])
            if state.over:
                # Where the service stops, rather than the engine, which knows surplus hands.
                states.append("match_over")
                continue
            try:
                state, events = engine.apply(state, _entry(state, kind, fields))
                ended |= {type(event) for event in events}
                states.append(plain_state(state))
            except RefusalError as error:
                states.append(error.refusal.code)
        found = script.evaluate(PLAY, [terms, first, entries])
        for number, (theirs, ours) in enumerate(zip(found, states, strict=True)):
            assert theirs == ours, (form, code.id, entries[: number + 1])
    assert {GameWon, RubberWon, MatchOver} <= ended


def _anything(random: Random) -> tuple[str, dict[str, str]]:
    if random.random() < 0.1:
        return "game", {"game": random.choice(["5-0", "5-3", "2-5", "4-5", "5-5"])}
    king, opening, tricks = random.choice(HANDS)
    dealer = random.choice(["", "", "", "a", "b"])
    return "hand", {"dealer": dealer, "king": king, "opening": opening, "tricks": tricks}


def _entry(state: MatchState, kind: str, fields: dict[str, Any]) -> Entry:
    if kind == "hand":
        return _hand(state.game, fields)
    a, b = fields["game"].split("-")
    return GameEntry(state.game, Score(int(a), int(b)))
