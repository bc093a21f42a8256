"""What the contests at random have found, each as a short story."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Invalid, Stale
from games.matches.models import Match
from games.matches.selectors.logs import log_of
from games.matches.services.disputes import game_confirm
from games.matches.services.entries import entry_undo, play_record
from scoring.contests.models import Contest
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.rules.events import Closed, Dealt, GameWon, Joined
from scoring.contests.rules.pool import Seated
from scoring.contests.services.events import event_tell
from scoring.contests.services.opening import Plan, contest_open, terms_accept
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, open_house
from tests.support.contest_evenings import corrected, turned
from tests.support.contests import ONE_GAME, Club, opened
from tests.support.nights import hand, sign_off
from tests.support.teamed import built_once

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def backed_cul_leve(house: House) -> Club:
    agreed = {"stake": 2, "loser_inscribes": True}
    return opened(house, "cul_leve", "ann", "bob", "cyd", agreed=agreed, gallery={})


_built, built, house, cul_leve = built_once(backed_cul_leve)


def refused(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(Invalid) as found, transaction.atomic():
        act()
    assert found.value.code == code


def place_of(club: Club, event: Any) -> int:
    return next(one.place for one in club.course().happened if one.event == event)


def test_nobody_comes_in_by_a_correction_who_has_not_accepted(cul_leve: Club) -> None:
    dora = player_add(by=cul_leve.house.person("director"), name="Dora")
    place = place_of(cul_leve, Joined(cul_leve.pk("cyd")))
    refused("terms_not_accepted", lambda: corrected(cul_leve, {place: Joined(dora.pk)}))
    director = cul_leve.house.person("director")
    terms_accept(by=director, contest=cul_leve.contest, player=dora.pk)
    corrected(cul_leve, {place: Joined(dora.pk)})
    assert dora.pk in cul_leve.course().state.contest.inscribed


def test_nobody_of_another_club_comes_in_by_a_correction(cul_leve: Club) -> None:
    stranger = open_house("rivage").players["ann"].pk
    cul_leve.bets("cyd", "a", 3)
    bet = BetLaid(cul_leve.pk("cyd"), Side.A, 3)
    other = BetLaid(stranger, Side.A, 3)
    refused("unknown_player", lambda: corrected(cul_leve, {place_of(cul_leve, bet): other}))


def test_a_deal_is_told_with_its_match_alone(cul_leve: Club) -> None:
    refused("not_an_event", lambda: cul_leve.tell(Dealt()))
    cul_leve.bets("cyd", "a", 3)
    place = place_of(cul_leve, BetLaid(cul_leve.pk("cyd"), Side.A, 3))
    refused("cannot_correct", lambda: corrected(cul_leve, {place: Dealt()}))


def test_the_game_in_play_is_not_made_a_game_of_others(cul_leve: Club) -> None:
    """Cyd found Ann in her seat and plays her, though it turns out that Bob had won."""
    first, second = cul_leve.game("ann"), cul_leve.deals()
    turned(cul_leve, first)
    assert cul_leve.seats() == ("ann", "cyd")
    cul_leve.wins("cyd", second)
    assert cul_leve.amounts() == {"ann": -4, "bob": 2, "cyd": 2}


def test_a_game_played_out_after_the_close_counts_for_nothing(cul_leve: Club) -> None:
    match = cul_leve.deals()
    cul_leve.tell(Closed())
    assert not Match.objects.filter(pk=match.pk).exists(), "nothing was entered in it"
    again = opened(cul_leve.house, "cul_leve", "ann", "bob", agreed={"stake": 2})
    begun = again.deals()
    by = again.house.person("scorer")
    play_record(by=by, match=begun, what=hand(5), version=0)
    again.tell(Closed())
    for _ in range(2):
        play_record(by=by, match=begun, what=hand(5), version=begun.version)
    assert begun.over
    assert again.amounts() == {}
    entry_undo(by=by, match=begun, version=begun.version)
    assert again.amounts() == {}


def test_undo_of_a_corrected_game_takes_back_the_game(cul_leve: Club) -> None:
    """Not the correction alone, and whatever was laid since on who sat down."""
    match = cul_leve.game("ann")
    turned(cul_leve, match)
    cul_leve.bets("ann", "b", 3)
    told = cul_leve.undo()
    assert cul_leve.amounts() == {}
    assert cul_leve.seats() == ("ann", "bob")
    assert told.course.state == cul_leve.course().state
    match.refresh_from_db()
    assert not match.over
    cul_leve.wins("ann", match)
    assert cul_leve.amounts() == {"ann": 2, "bob": -2}


@pytest.mark.parametrize("who", ["scorer", "bob"])
def test_whoever_undoes_games_undoes_one_that_a_director_corrected(
    cul_leve: Club, who: str
) -> None:
    turned(cul_leve, cul_leve.game("ann"))
    cul_leve.undo(who)
    assert cul_leve.amounts() == {}
    assert cul_leve.seats() == ("ann", "bob")
    assert cul_leve.course().dealt is not None


def test_a_game_that_players_confirmed_is_undone_by_a_director(cul_leve: Club) -> None:
    cul_leve.house.club.confirms = True
    cul_leve.house.club.save()
    match = cul_leve.game("ann")
    (entry,) = log_of(match).standing()
    game_confirm(by=cul_leve.house.person("bob"), match=match, game=1, number=entry.number)
    refused("game_confirmed", lambda: cul_leve.undo("scorer"))
    refused("game_confirmed", lambda: cul_leve.undo("ann"))
    cul_leve.undo("director")
    assert cul_leve.amounts() == {}


def test_a_contest_does_not_go_on_at_an_evening_that_is_signed_off(house: House) -> None:
    """Nobody could play the pool on, and what it holds could never be settled."""
    club = opened(house, "pool", "ann", "bob", "cyd", agreed={"stake": 1})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    club.game("ann")
    last = club.game("ann")
    before = club.amounts()
    sign_off(house, club.night)
    refused("contest_running", lambda: turned(club, last))
    assert club.amounts() == before


def test_a_contest_does_not_go_on_beside_another_at_its_table(cul_leve: Club) -> None:
    cul_leve.game("ann")
    cul_leve.tell(Closed())
    plan = Plan("cul_leve", cul_leve.contest.table_id, ONE_GAME, {})
    director = cul_leve.house.person("director")
    contest_open(by=director, evening=cul_leve.night, plan=plan)
    refused("contest_running", cul_leve.undo)
    assert Contest.objects.filter(over=False).count() == 1


def test_who_won_without_the_pad_is_corrected_in_the_contest(cul_leve: Club) -> None:
    cul_leve.deals()
    cul_leve.tell(GameWon(cul_leve.pk("ann")))
    place = place_of(cul_leve, GameWon(cul_leve.pk("ann")))
    corrected(cul_leve, {place: GameWon(cul_leve.pk("bob"))})
    assert cul_leve.amounts() == {"ann": -2, "bob": 2}
    cul_leve.undo()
    cul_leve.undo()
    assert cul_leve.amounts() == {}
    cul_leve.game("ann")


def test_a_bet_is_on_whom_it_was_meant_for(cul_leve: Club) -> None:
    """Dora sees Ann against Bob, and lays five on Bob: others may bet meanwhile, but when Bob has
    lost his seat to Cyd it is not laid on Cyd."""
    director = cul_leve.house.person("director")
    dora = player_add(by=director, name="Dora").pk
    seen = cul_leve.course().contest.version
    on_bob = BetLaid(dora, Side.B, 5)

    def lays() -> object:
        return event_tell(by=director, contest=cul_leve.contest, event=on_bob, version=seen)

    cul_leve.bets("cyd", "a", 3)
    lays()
    cul_leve.game("ann")
    assert cul_leve.seats() == ("ann", "cyd")
    with pytest.raises(Stale), transaction.atomic():
        lays()
    assert on_bob not in [one.event for one in cul_leve.course().happened][-1:]


def test_a_page_that_shows_the_game_before_lays_nothing(cul_leve: Club) -> None:
    """The button of a bet on Bob, pressed when Cyd has taken his seat."""
    address = f"contests/{cul_leve.contest.pk}/"
    shown = page(Browser(cul_leve.house, "cyd").get(address))
    form = shown[shown.index('id="offer-bet_laidb"') :]
    sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert (sent["side"], sent["version"]) == ("b", str(cul_leve.course().contest.version))
    cul_leve.game("ann")
    sent |= {"what": "bet_laid", "step": "5", "form": "bet_laidb"}
    answer = Browser(cul_leve.house, "cyd").post(f"{address}tell/", sent)
    assert answer.status_code == 409
    assert "Check it, then send again" in answer.content.decode()
    assert cul_leve.amounts() == {"ann": 2, "bob": -2}


def test_a_bet_of_one_who_is_anonymous_since_can_be_corrected(cul_leve: Club) -> None:
    director = cul_leve.house.person("director")
    dora = player_add(by=director, name="Dora").pk
    cul_leve.tell(BetLaid(dora, Side.A, 5))
    place = place_of(cul_leve, BetLaid(dora, Side.A, 5))
    cul_leve.tell(Closed())
    Player.objects.filter(pk=dora).update(anonymised_at=timezone.now())
    corrected(cul_leve, {place: BetLaid(dora, Side.A, 3)})
    assert cul_leve.amounts() == {}
    assert [one.amount for one in cul_leve.course().moved[place]] == [3]
