"""The three rows of the pad: each tap means one hand record, and every record has its taps."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from games.engine.codes import CODES
from games.engine.match import begin, refusal
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, GameEntry, HandEntry, RubberEntry, Score, Terms
from games.matches.views import pad_form
from games.matches.views.pad_form import Choice, Chosen

NAMES = {Seat.A: "Ann", Seat.B: "Bob"}
LATE_KINGS = {"a-turned_late", "b-turned_late"}
ALL_KINGS = {"nobody", "a-turned", "b-turned", "a-held", "b-held"} | LATE_KINGS
ALL_OPENINGS = ("stood", "refused", "exchanged")
ALL_TRICKS = ("5-0", "4-1", "3-2", "2-3", "1-4", "0-5")


def values(choices: list[Choice]) -> list[str]:
    return [choice.value for choice in choices]


def on(choices: list[Choice]) -> list[str]:
    return [choice.value for choice in choices if choice.checked]


def shown(choices: list[Choice]) -> list[str]:
    return [f"{choice.who} {choice.text}".strip() for choice in choices]


def meant(dealer: str, king: str, opening: str, tricks: str) -> HandRecord:
    """The hand as its taps read, letter by letter."""
    marked = () if king == "nobody" else (King(Seat(king[0]), KingHow(king[2:])),)
    made = Tricks(int(tricks[0]), int(tricks[2]))
    return HandRecord(Seat(dealer) if dealer else None, Opening(opening), marked, made)


def test_every_choice_is_a_record_of_its_own() -> None:
    seen = set()
    for taps in product(("", "a", "b"), sorted(ALL_KINGS), ALL_OPENINGS, ALL_TRICKS):
        assert Chosen(*taps).hand() == HandEntry(1, meant(*taps))
        seen.add(Chosen(*taps).hand().record)
    assert len(seen) == 3 * 7 * 3 * 6


@pytest.mark.parametrize("dealer", [None, *Seat])
def test_what_is_offered_is_what_the_laws_allow(dealer: Seat | None) -> None:
    """With the dealer known, every offer can be entered and nothing possible is missing."""
    kings = values(pad_form.king_choices(dealer, NAMES, Chosen(), late=True))
    possible = {king for king in ALL_KINGS if not dealer or king[0] == dealer or "tu" not in king}
    assert (set(kings), len(kings)) == (possible, len(possible))
    at_once = set(values(pad_form.king_choices(dealer, NAMES, Chosen())))
    assert at_once == possible - LATE_KINGS, "the pad has no row for what hardly ever happens"
    openings = values(pad_form.opening_choices(dealer, NAMES, Chosen()))
    tricks = values(pad_form.trick_choices(NAMES, Chosen()))
    assert (openings, tricks) == (list(ALL_OPENINGS), list(ALL_TRICKS))
    state = begin(Terms(CODES["london"], Format(FormatKind.ONE_GAME, 1)), dealer)
    for taps in product([dealer or ""], ALL_KINGS, openings, tricks) if dealer else ():
        assert (refusal(state, Chosen(*taps).hand()) is None) == (taps[1] in kings)


def test_the_rows_name_who_they_are_about() -> None:
    kings = pad_form.king_choices(Seat.B, NAMES, Chosen())
    assert shown(kings) == ["Nobody", "Bob turned it", "Bob held it", "Ann held it"]
    openings = pad_form.opening_choices(Seat.B, NAMES, Chosen())
    assert shown(openings) == ["Ann stood", "Bob refused", "Exchanged"]
    tricks = pad_form.trick_choices(NAMES, Chosen())
    assert [choice.aside for choice in tricks] == [
        "Ann makes the vole",
        "Ann wins the point",
        "Ann wins the point",
        "Bob wins the point",
        "Bob wins the point",
        "Bob makes the vole",
    ]


def test_the_rows_while_nobody_has_said_who_deals() -> None:
    kings = pad_form.king_choices(None, NAMES, Chosen())
    assert shown(kings) == [
        "Nobody",
        "Ann turned it",
        "Bob turned it",
        "Ann held it",
        "Bob held it",
    ]
    openings = pad_form.opening_choices(None, NAMES, Chosen())
    assert shown(openings) == ["The non-dealer stood", "The dealer refused", "Exchanged"]


@pytest.mark.parametrize("dealer", [None, *Seat])
@pytest.mark.parametrize("king", [*sorted(ALL_KINGS), "", "c-held", "a-HELD"])
def test_a_king_is_on_only_where_it_was_tapped(dealer: Seat | None, king: str) -> None:
    """A king that this dealer's opponent cannot have turned is not on, and so is nobody."""
    choices = pad_form.king_choices(dealer, NAMES, Chosen(king=king))
    assert on(choices) == ([king] if king in values(choices) else [])


def test_only_what_was_tapped_is_on() -> None:
    tapped = Chosen(opening="refused", tricks="2-3", game="5-1", rubber="2-1")
    assert on(pad_form.opening_choices(None, NAMES, tapped)) == ["refused"]
    assert on(pad_form.trick_choices(NAMES, tapped)) == ["2-3"]
    assert on(pad_form.score_choices(pad_form.GAME_SCORES, tapped.game)) == ["5-1"]
    assert on(pad_form.trick_choices(NAMES, Chosen(tricks="6--1"))) == []
    for row in (pad_form.king_choices, pad_form.opening_choices):
        assert on(row(None, NAMES, Chosen())) == []
    assert on(pad_form.trick_choices(NAMES, Chosen())) == []


# --- what was forged or not sent ---


@given(st.dictionaries(st.sampled_from(["dealer", "opening", "tricks", "game", "x"]), st.text()))
def test_what_is_none_of_the_choices_is_not_chosen(sent: dict[str, str]) -> None:
    record = Chosen.of({"king": "nobody", **sent}).hand().record
    assert record.kings == ()
    dealer, opening = sent.get("dealer", ""), sent.get("opening", "")
    assert record.dealer == (dealer if dealer in ("a", "b") else None)
    assert record.opening == (opening if opening in ALL_OPENINGS else None)
    assert (record.tricks is not None) == (sent.get("tricks") in ALL_TRICKS)


@pytest.mark.parametrize("tricks", ["", "05-0", "5-0 ", "3–2", "2-2", "6--1", "5-0\n", "٥-0"])
def test_tricks_must_be_as_they_were_offered(tricks: str) -> None:
    entry = Chosen("a", "nobody", "exchanged", tricks).hand()
    state = begin(Terms(CODES["london"], Format(FormatKind.ONE_GAME, 1)), None)
    found = refusal(state, entry)
    assert found
    assert (found.code, found.field) == ("tricks_missing", "tricks")


@given(st.text().filter(lambda king: king not in ALL_KINGS))
def test_a_king_that_is_not_offered_is_not_taken_for_nobody(king: str) -> None:
    """Else a mark would be lost without a word."""
    with pytest.raises(Invalid) as found:
        Chosen(king=king).hand()
    assert found.value.code == "no_such_king"
    assert list(found.value.errors) == ["king"]


@pytest.mark.parametrize(
    ("king", "opening", "tricks", "missing"),
    [
        ("", "", "", {"king", "opening", "tricks"}),
        ("nobody", "", "", {"opening", "tricks"}),
        ("nobody", "stood", "", {"tricks"}),
        ("nobody", "", "3-2", {"opening"}),
        ("", "refused", "2-3", {"king"}),
        ("a-held", "", "4-1", {"opening"}),
        # A vole counts two, however it was played (law 48).
        ("nobody", "", "0-5", set()),
        ("", "", "5-0", {"king"}),
        ("b-turned", "", "", {"opening", "tricks"}),
        ("b-turned", "stood", "", {"tricks"}),
        ("b-turned", "stood", "1-4", set()),
    ],
)
def test_what_still_must_be_tapped(king: str, opening: str, tricks: str, missing: set[str]) -> None:
    tapped = Chosen("a", king, opening, tricks)
    assert pad_form.waiting(tapped) == missing
    state = begin(Terms(CODES["london"], Format(FormatKind.ONE_GAME, 1)), Seat.A)
    if "king" in missing:
        with pytest.raises(Invalid, match="no_such_king"):
            tapped.hand()
    else:
        record = replace(tapped.hand().record, dealer=Seat(king[0] if "turned" in king else "a"))
        assert (refusal(state, HandEntry(1, record)) is None) == (not missing)


# --- scores alone ---


def naive_ends(kind: str, games: int) -> set[tuple[int, int]]:
    """Every way the games of a match can fall, until it is decided or all are played."""
    ends, open_scores = set(), {(0, 0)}
    while open_scores:
        a, b = open_scores.pop()
        won = kind == "rubber" and 2 * max(a, b) > games
        if won or (kind != "rubber" and a + b == games):
            ends.add((a, b))
        else:
            open_scores |= {(a + 1, b), (a, b + 1)}
    return ends


FORMATS = (
    [("one_game", 1)]
    + [("games", games) for games in (1, 2, 3, 4, 10, 25)]
    + [("rubber", games) for games in range(1, 26, 2)]
)


@pytest.mark.parametrize(("kind", "games"), FORMATS)
def test_a_match_is_offered_every_end_it_can_have(kind: str, games: int) -> None:
    form = Format(FormatKind(kind), games)
    offered = pad_form.rubber_scores(form)
    assert (set(offered), len(offered)) == (naive_ends(kind, games), len(set(offered)))
    assert sorted(offered, key=lambda pair: pair[1] - pair[0]) == list(offered)
    state = begin(Terms(CODES["london"], form), None)
    for a, b in product(range(-1, games + 2), repeat=2):
        entry = pad_form.rubber_entry(f"{a}-{b}", form)
        assert entry == (RubberEntry(a, b) if (a, b) in offered else None)
        assert (refusal(state, RubberEntry(a, b)) is None) == ((a, b) in offered)


def test_a_rubber_is_two_games_of_three() -> None:
    assert pad_form.rubber_scores(Format(FormatKind.RUBBER, 3)) == ((2, 0), (2, 1), (1, 2), (0, 2))


def test_a_game_is_offered_every_score_it_can_have() -> None:
    """Five to none, one, two, three or four; nothing else (law 46)."""
    state = begin(Terms(CODES["london"], Format(FormatKind.ONE_GAME, 1)), None)
    for a, b in product(range(-1, 8), repeat=2):
        possible = 5 in (a, b) and 0 <= min(a, b) < 5 and max(a, b) == 5
        entry = pad_form.game_entry(f"{a}-{b}")
        assert entry == (GameEntry(1, Score(a, b)) if possible else None)
        assert (refusal(state, GameEntry(1, Score(a, b))) is None) == possible
    for forged in ("", "5", "5-", "05-1", "5-1 ", "five-one", "5–1"):
        assert pad_form.game_entry(forged) is None
        assert pad_form.rubber_entry(forged, Format(FormatKind.GAMES, 6)) is None
