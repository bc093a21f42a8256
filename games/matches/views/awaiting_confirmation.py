"""Games that wait for the opponent's yes, as the pad and the page of the match show them."""

from dataclasses import dataclass
from typing import Any

from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core import pages
from ecarte_club.core.live import ticket
from games.matches import services
from games.matches.labels.games import game_headed
from games.matches.selectors import matches, reading
from games.matches.selectors.confirmations import confirmations, confirmed_games, latest_entries


@dataclass(frozen=True, slots=True)
class Awaited:
    """A game that nobody confirmed yet. `number`: its latest entry."""

    game: int
    named: str
    score: str
    number: int
    offered: bool


def confirming(found: reading.Reading, person: Person) -> dict[str, Any]:
    """What the part of a page needs that asks for confirmation; nothing where none is asked."""
    match = found.match
    if not match.club.confirms:
        return {"confirms": False}
    return {
        "confirms": True,
        "awaited": _awaited(found, person),
        "confirm_key": pages.new_key(),
        "confirm_ticket": ticket(f"confirm:{match.pk}"),
        "confirm_version": confirmations(match),
    }


def _awaited(found: reading.Reading, person: Person) -> list[Awaited]:
    match, log, state = found.match, found.log, found.state
    done, latest = confirmed_games(match, log), latest_entries(log)
    scores = {one.number: f"{one.score.a}–{one.score.b}" for one in state.games if one.winner}
    scores |= {one.game: f"{one.games_a}–{one.games_b}" for one in state.by_games}
    own = matches.is_own(match, person)
    may = person.may(Act.CONFIRM_ANY) or (own and person.may(Act.CONFIRM_OWN))
    return [
        Awaited(
            game,
            game_headed(state, game),
            score,
            latest[game].number,
            may and services.confirm_refusal(person, match, log, game) is None,
        )
        for game, score in scores.items()
        if game not in done
    ]
