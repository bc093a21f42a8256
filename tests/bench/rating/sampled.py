"""The sample club's own matches: run in a process with a database."""

from .clubs import Met
from .foretelling import foretold, loss
from .ways import ways


def work() -> dict[str, float]:
    """Log-loss of each way over all that is over, in the order of their end."""
    from games.matches.models import Match
    from scoring.ratings.selectors.facts import facts
    from scoring.sample.loading import load

    load()
    found = sorted(facts(Match.objects.all()), key=lambda fact: fact.key)
    club = [
        Met(fact.ended_at.toordinal(), *fact.players, *fact.games, 0.5)
        for fact in found
        if max(fact.games) == 2  # rubbers alone: a single game is foretold otherwise
    ]
    return {"": len(club), **{name: loss(foretold(make, club)) for name, make in ways().items()}}
