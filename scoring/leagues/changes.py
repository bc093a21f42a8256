"""What pages of leagues ask of the apps above."""

from ecarte_club.core.followers import Question

# event_id, slug, actor: the address of an event that is no season. Raises: Absent; Denied.
event_address = Question("event_address")
# club, person, actor: what is played at its tables besides single matches (`Held`).
running_contests = Question("running_contests")
