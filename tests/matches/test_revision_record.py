"""What else is read of a match follows a revision: files, confirmations, ratings, replays."""

import pytest
from django.utils import timezone

from ecarte_club.clubs.models import Club
from games.engine.records import HandRecord, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.matches.models import Confirmation, Match
from games.matches.rules.revision import Later, Operation
from games.matches.selectors.logs import log_of
from games.matches.selectors.notation import match_notation
from games.matches.selectors.reading import confirmed_games, read
from games.matches.services.changing import match_change_players
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import match_revise
from games.sheets.csv_format.export import rows
from games.sheets.csv_format.lines import COLUMNS
from scoring.ratings.models import RatingPoint
from tests.site.pages import Browser, page
from tests.support.clubhouse import House
from tests.support.rated import brought
from tests.support.told_hands import VOLE

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

TERMS = MatchTerms(format="games", games=2)
TRICKS = {"A2": (5, 0), "A1": (3, 2), "B1": (2, 3), "B2": (0, 5)}


def hand(made: str) -> HandEntry:
    return HandEntry(1, HandRecord(Seat.A, Opening.EXCHANGED, tricks=Tricks(*TRICKS[made])))


def entered(house: House, hands: str) -> Match:
    match = house.match(terms=TERMS)
    for made in hands.split():
        by = house.person("scorer")
        play_record(by=by, match=match, what=hand(made), version=match.version)
    return match


def revise(
    house: House, match: Match, operation: Operation, number: int, made: str = "", later: str = ""
) -> Match:
    written = match_revise(
        by=house.person("director"),
        match=match,
        operation=operation,
        number=number,
        what=hand(made) if made else None,
        reason="A hand was wrong.",
        version=match.version,
        later=Later(later or "move"),
    )
    return written.match


# The vole of Ann's after hand 3 was forgotten: it made game 1 hers, 5-1.
FORGOTTEN = "A2 A1 B1 A1 B2 A1 B2"
RIGHT = "A2 A1 B1 A2 A1 B2 A1 B2"


def test_files_are_those_of_the_match_as_it_was_played(house: House) -> None:
    """Lines of the score sheet and the notation: as if nothing had been forgotten."""
    match = entered(house, FORGOTTEN)
    match = revise(house, match, Operation.INSERT_AFTER, 3, "A2")
    right = entered(house, RIGHT)
    own = {COLUMNS.index(name) for name in COLUMNS if name in ("match", "at", "started")}

    def lines(one: Match) -> list[list[object]]:
        return [
            [cell for at, cell in enumerate(row) if at not in own and not _is_time(cell)]
            for row in rows(one, log_of(one))
        ]

    assert len(lines(match)) == 8
    assert [line[1:] for line in lines(match)] == [line[1:] for line in lines(right)]
    assert match_notation(read(match)) == match_notation(read(right))


def _is_time(cell: object) -> bool:
    return isinstance(cell, str) and cell[:2] == "20" and "T" in cell


def test_only_the_games_that_change_lose_their_confirmation(house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(confirms=True)
    match = entered(house, "A2 A2 A1 B2 B1 B2")
    match = Match.objects.select_related("club").get(pk=match.pk)
    for game, number in ((1, 3), (2, 6)):
        Confirmation.objects.create(match=match, game=game, number=number, at=timezone.now())
    assert confirmed_games(match, log_of(match)) == {1, 2}
    revise(house, match, Operation.INSERT_BEFORE, 5, "A1")
    assert confirmed_games(match, log_of(match)) == {1}
    # One that moves a hand from game 2 to game 1 changes both.
    revise(house, match, Operation.REPLACE, 3, "B1")
    assert confirmed_games(match, log_of(match)) == set()


def test_a_confirmed_game_is_undone_by_a_director_and_not_by_the_players(house: House) -> None:
    """The insertion before it moved hand 7 to game 2: that is the game that counts here."""
    Club.objects.filter(pk=house.club.pk).update(confirms=True)
    match = revise(house, entered(house, FORGOTTEN), Operation.INSERT_AFTER, 3, "A2")
    match = Match.objects.select_related("club").get(pk=match.pk)
    play_record(by=house.person("ann"), match=match, what=hand("B1"), version=match.version)
    Confirmation.objects.create(match=match, game=2, number=9, at=timezone.now())
    ann, director = Browser(house, "ann"), house.person("director")
    ann.post(f"matches/{match.pk}/pad/undo/", ann.pad(match))
    match.refresh_from_db()
    assert match.version == 9
    for _act in range(2):
        match.refresh_from_db()
        entry_undo(by=director, match=match, version=match.version)
    assert [entry.number for entry in log_of(match).standing()] == list(range(1, 8))


def test_a_late_insertion_leaves_the_match_where_it_was_in_time(house: House) -> None:
    """Ratings go by when a match was played, not by when something forgotten was inserted."""
    match = entered(house, "A2 A2 A1 B2 B2 B1")
    last = match.entries.get(number=6)
    brought(house)
    points = RatingPoint.objects.filter(match_id=match.pk)
    assert {point.ended_at for point in points} == {last.at}
    revise(house, match, Operation.INSERT_BEFORE, 2, "B1")
    brought(house)
    assert {point.ended_at for point in points.all()} == {last.at}


def test_a_hand_card_by_card_is_replayed_under_its_new_name(house: House) -> None:
    match = entered(house, "A2 A1")
    house.api("scorer").enter(match.pk, {"notation": VOLE.text})
    browser, path = Browser(house, "ann"), f"matches/{match.pk}/hands/3/"
    assert "Hand 3 of game 1" in page(browser.get(path))
    match.refresh_from_db()
    revise(house, match, Operation.INSERT_AFTER, 2, "A2")
    text = page(browser.get(path))
    assert "Hand 1 of game 2" in text
    assert "Hand 3 of game 1" not in text


def test_the_players_are_changed_after_it(house: House) -> None:
    """What is entered again for others is the match as it was revised."""
    match = revise(house, entered(house, FORGOTTEN), Operation.INSERT_AFTER, 3, "A2")
    again = match_change_players(
        by=house.person("director"),
        match=match,
        player_a=match.player_b_id,
        player_b=match.player_a_id,
        reason="Swapped.",
        version=match.version,
    )
    assert [(one.score.a, one.score.b) for one in read(again).state.games] == [(5, 1), (2, 4)]
