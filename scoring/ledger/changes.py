"""What the apps above follow, inside the transaction of the write."""

from ecarte_club.core.followers import Change

# `evenings`: their ids. Before their books are frozen; a follower may refuse.
books_settling = Change("books_settling")
# settlement, and the ids of its `books`: they were just frozen.
books_settled = Change("books_settled")
