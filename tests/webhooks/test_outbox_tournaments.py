"""What programs are told of tournaments, act by act."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Round
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.meetings import meeting_award_back
from scoring.tournaments.services.people import entrant_back
from scoring.tournaments.services.rounds import round_schedule, round_take_back
from scoring.tournaments.tasks import draw_rounds
from tests.support import tourneys
from tests.support.clubhouse import House

from .test_outbox_acts import kinds, tells

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def test_a_swiss_is_told_from_its_first_round_to_its_end(house: House) -> None:
    pair = [house.players[name].pk for name in ("ann", "bob")]
    cup = tourneys.opened(house, pair, rounds=1)
    by = house.person("director")

    def back() -> object:
        version = tourneys.fresh(cup).version
        return round_take_back(by=by, tournament=cup, number=1, version=version)

    assert tells(house, lambda: tourneys.draw(house, cup)) == [], "Only directors see it."
    assert tells(house, back) == []
    tourneys.draw(house, cup)
    (published,) = tells(house, lambda: tourneys.publish(house, cup, 1))
    row = Round.objects.get(event=cup.pk)
    assert row.published_at is not None
    assert (published["type"], published["data"]) == (
        "round.published",
        {
            "tournament": cup.pk,
            "version": tourneys.fresh(cup).version,
            "round": 1,
            "published_at": row.published_at.isoformat(),
        },
    )
    assert kinds(tells(house, back)) == ["round.taken_back"]
    tourneys.draw(house, cup)
    tourneys.publish(house, cup, 1)
    fixture = progress_of(cup).of_round(1)[0].pk
    over = tells(house, lambda: tourneys.award(house, cup, fixture))
    assert kinds(over) == ["fixture.awarded", "tournament.over"]
    again = tells(house, lambda: meeting_award_back(by=by, tournament=cup, fixture=fixture))
    assert kinds(again) == ["fixture.award_back", "tournament.reopened"]
    match = tourneys.begin(house, progress_of(cup).fixtures[0])
    ended = tells(house, lambda: tourneys.win(house, _read(match.pk), match.player_a_id))
    assert kinds(ended) == ["match.ended", "tournament.over"]
    assert ended[0]["data"]["tournament"] == cup.pk
    assert ended[0]["links"]["tournament"].endswith(f"/api/v1/tournaments/{cup.pk}")


def _read(match: int) -> Match:
    return Match.objects.get(pk=match)


def test_who_leaves_a_tournament_and_a_round_that_is_published_by_itself(house: House) -> None:
    by = house.person("director")
    entrants = tourneys.players(house, 4)
    cup = tourneys.opened(house, entrants, rounds=2)
    at = timezone.now() + timedelta(hours=1)
    round_schedule(by=by, tournament=cup, at=at, publish=True)
    Round.objects.filter(event=cup.pk).update(draws_at=timezone.now())
    assert kinds(tells(house, draw_rounds)) == ["round.published"]
    who = entrants[0]
    left = tells(house, lambda: tourneys.withdraw(house, cup, who))
    assert [(one["type"], one["data"]["player"]) for one in left] == [("entrant.left", who)]
    back = tells(house, lambda: entrant_back(by=by, tournament=cup, player=who))
    assert kinds(back) == ["entrant.back"]


def test_each_round_of_a_knock_out_is_told_when_it_is_there(house: House) -> None:
    terms = MatchTerms(format="one_game", games=1)
    cup = tourneys.opened(house, tourneys.players(house, 4), kind="knockout", terms=terms)
    tourneys.draw(house, cup)
    assert kinds(tells(house, lambda: tourneys.publish(house, cup, 1))) == ["round.published"]
    first, second = (one.pk for one in progress_of(cup).of_round(1))
    semi = tells(house, lambda: tourneys.award(house, cup, first))
    assert kinds(semi) == ["fixture.awarded"]
    final = tells(house, lambda: tourneys.award(house, cup, second))
    assert [(one["type"], one["data"]["round"]) for one in final] == [
        ("fixture.awarded", 1),
        ("round.published", 2),
    ]
    last = progress_of(cup).of_round(2)[0].pk
    over = tells(house, lambda: tourneys.award(house, cup, last))
    assert kinds(over) == ["fixture.awarded", "tournament.over"]
