"""What an import asks of higher apps."""

from ecarte_club.core.followers import Change

# Sent with `by`, `name`, `public`, `terms` (MatchTerms) and `days`, the first and the last of its
# matches: a file that another club exported has a season that this club does not have.
season_missing = Change("season_missing")
