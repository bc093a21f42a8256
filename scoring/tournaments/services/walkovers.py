"""Where everybody meets everybody, who withdraws leaves what is unplayed to the others."""

from scoring.tournaments.models import Tournament
from scoring.tournaments.rules import round_robin
from scoring.tournaments.selectors import berger, stage_states
from scoring.tournaments.selectors.progress import progress_of


def walkovers_write(found: Tournament) -> None:
    """Within the lock: they come with a withdrawal and go with it. What has begun is played, or
    awarded by the director, as any other match."""
    now = progress_of(found)
    wanted = {one.slot: one for one in round_robin.fixtures(stage_states.groups_state(now))}
    for row in stage_states.groups_rows(now):
        if row.match_id is not None or stage_states.is_awarded(row):
            continue
        one = wanted[berger.slot_of(row)]
        derived = (stage_states.award(one), stage_states.why(one))
        if (row.award, row.why) != derived:
            row.award, row.why = derived
            row.save(update_fields=["award", "why"])
