"""What happens in the scene before an act that is not possible as it stands."""

from games.matches.models import Match
from games.matches.services.disputes import flag_raise
from scoring.contests.models import Contest
from scoring.contests.services.events import game_deal
from scoring.contests.services.opening import Plan, contest_open, terms_accept

from . import printed_game
from .clubhouse import ONE_GAME
from .scene import Scene


def finished(here: Scene) -> None:
    """The match is played to its end, in a club where the opponent confirms each game."""
    club = here.house.club
    club.confirms = True
    club.save()
    for body in printed_game.BODIES[1:]:
        here.house.api("scorer").enter(here.match.pk, body)


def flagged(here: Scene) -> None:
    """Somebody who scores said of the match that it is not right."""
    by = here.house.person("scorer")
    here.ids["flag"] = flag_raise(by=by, match=here.match, text="Not so.").pk


def contest_open_to_ann(here: Scene) -> None:
    """A contest runs at the table, where nothing else is played, and Ann is not in it."""
    _contest(here, "bob", "cyd")


def contest_due(here: Scene) -> None:
    """Ann and Bob sit down to the first game of a contest, and a fourth has accepted its terms."""
    _contest(here, "ann", "bob", "cyd")
    contest = Contest.objects.get(pk=here.ids["contest"])
    terms_accept(by=here.house.person("scorer"), contest=contest, player=here.spare.pk)


def contest_undrawn(here: Scene) -> None:
    """The places of a pool are still to be taken."""
    _contest(here, "ann", "bob", "cyd", kind="pool")


def contest_dealt(here: Scene) -> None:
    """They have just begun it."""
    contest_due(here)
    contest = Contest.objects.get(pk=here.ids["contest"])
    game_deal(by=here.house.person("scorer"), contest=contest, version=contest.version)


def _contest(here: Scene, *names: str, kind: str = "cul_leve") -> None:
    """With a gallery, and these on its list."""
    Match.objects.filter(evening_table=here.table).update(evening_table=None)
    plan = Plan(
        kind=kind,
        table=here.table.pk,
        terms=ONE_GAME,
        agreed={"stake": 2},
        gallery={},
        players=[here.house.players[name].pk for name in names],
    )
    by = here.house.person("scorer")
    # The two of the scene play a match as well.
    contest = contest_open(by=by, evening=here.evening, plan=plan, seat_anyway=True)
    here.ids["contest"] = contest.pk
