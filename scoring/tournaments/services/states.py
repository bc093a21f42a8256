"""The state of a tournament: who wants to know when it ends hears of it."""

from scoring.tournaments.messages import tournament_state_message
from scoring.tournaments.models import Tournament


def state_write(tournament: Tournament, state: Tournament.State) -> None:
    """Within the lock, of a row that was read in it."""
    was = tournament.state
    if was == state:
        return
    Tournament.objects.filter(pk=tournament.pk).update(state=state)
    tournament.state = state
    tournament_state_message(tournament, was)
