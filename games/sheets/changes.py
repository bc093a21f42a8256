"""What score sheets ask of higher apps."""

from collections.abc import Collection
from dataclasses import dataclass

from ecarte_club.core.followers import Change, Question


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """Where a season belongs, by names. `level`: of the division; the highest is 1."""

    league: str = ""
    division: str = ""
    level: int = 1


# Asked with `event_ids`; answers the place of each that is a season, by its id.
season_places = Question("season_places")

# Sent with `by`, `name`, `place`, `public`, `terms` (MatchTerms) and `days`, the first and the last
# of its matches: a file that another club exported has a season that this club does not have.
season_missing = Change("season_missing")


def season_places_of(event_ids: Collection[int]) -> dict[int, SeasonPlace]:
    answers = season_places.ask(event_ids=event_ids) if event_ids else []
    return {pk: place for answer in answers for pk, place in answer.items()}
